import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gathering } from '../../server/live-events/gathering.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([-86_400_000, 86_400_000])(
  'goes on at its pace when the clock is put %s ms on',
  async (jump) => {
    const work = vi.fn<(items: ReadonlySet<string>) => Promise<void>>(async () => undefined);
    const { add, stop } = gathering(1000, work);
    add('one');
    await vi.advanceTimersByTimeAsync(0);
    vi.setSystemTime(Date.now() + jump);
    add('two');
    await vi.advanceTimersByTimeAsync(999);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work.mock.calls).toEqual([[new Set(['one'])], [new Set(['two'])]]);
    stop();
  },
);
