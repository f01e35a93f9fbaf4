import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { retryWaitMs } from '../../../src/offline/backoff.ts';
import { underLock } from '../../../src/offline/delivery-lock.ts';
import { writeDeviceValue } from '../../../src/offline/device-store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

type Work = () => Promise<unknown>;

const freeLock = async (_name: string, _options: LockOptions, work: Work) => work();

/** Locks whose one lock somebody holds: waiting for it times out, stealing works. */
function heldLocks() {
  const request = vi.fn<(name: string, options: LockOptions, work: Work) => Promise<unknown>>(
    async (_name, options, work) => {
      if (options.steal !== true) throw new DOMException('Waited too long', 'TimeoutError');
      return work();
    },
  );
  vi.stubGlobal('navigator', { locks: { request } });
  return request;
}

describe('one delivery at a time', () => {
  it('leaves the work to a holder that lives', async () => {
    const request = heldLocks();
    await writeDeviceValue('heartbeat:one', Date.now() - 20_000);
    expect(await underLock('one', async () => 'done')).toBeNull();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('takes the lock from a holder that is frozen', async () => {
    heldLocks();
    await writeDeviceValue('heartbeat:two', Date.now() - 91_000);
    expect(await underLock('two', async () => 'done')).toBe('done');
  });

  it('a fault of the work itself is not taken for a busy lock', async () => {
    vi.stubGlobal('navigator', { locks: { request: freeLock } });
    const broken = underLock('three', () => Promise.reject(new TypeError('broken')));
    await expect(broken).rejects.toThrow('broken');
  });

  it('without locks runs one after the other, a failed one too', async () => {
    vi.stubGlobal('navigator', {});
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(`${name} ends`);
      if (name === 'first') throw new Error('failed');
    };
    await Promise.allSettled([underLock('four', work('first')), underLock('four', work('second'))]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });
});

it('waits twice as long after each failure, five minutes at most, never all at the same moment', () => {
  expect([1, 2, 3, 8].map((attempts) => retryWaitMs(attempts, () => 1))).toEqual([
    2000, 4000, 8000, 256_000,
  ]);
  expect(retryWaitMs(9, () => 1)).toBe(300_000);
  expect(retryWaitMs(5000, () => 1)).toBe(300_000);
  expect(retryWaitMs(3, () => 0)).toBe(6400);
});
