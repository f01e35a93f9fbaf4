import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rangesOf } from '../../../src/offline/device-state.ts';
import { newId } from '../../../src/offline/id.ts';
import { beginAnew, clearStorage, page, reload, server, user } from './one-phone.ts';
import { logIn, photoOf, visitOf } from './support.ts';

let stored: Map<string, string>;

/** Logs in with a local storage that outlives the databases, as a browser's may. */
async function logInKeeping(): Promise<void> {
  await logIn(page, user);
  stored.set('recoup.token', user._id);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
}

beforeEach(async () => {
  stored = new Map();
  await beginAnew();
  await logInKeeping();
  await page.onLogin({ user, password: 'secret-1' });
  await page.deliverAll();
});

/** A database is gone, from under whoever has it open. */
async function deleted(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(name);
  await new Promise((resolve) => {
    request.addEventListener('success', resolve);
  });
}

const lastState = () => server.states.at(-1);

it('a person is told once that this phone’s storage was cleared, however often they log in', async () => {
  const { markClearedTold } = await import('../../../src/offline/cleared-phone.ts');
  server.replaces = { lastContactAt: '2026-11-20T10:00:00.000Z', missingCount: 5 };
  await logIn(page, user);
  server.replaces = null;
  await logIn(page, user);
  expect((await page.outboxSummary()).cleared).toMatchObject({ missingCount: 5 });
  await markClearedTold();
  expect((await page.outboxSummary()).cleared).toBeNull();
});

describe('what a device says of itself', () => {
  it('is said after a registration, though nothing waits', () => {
    expect(lastState()).toMatchObject({ unsentCount: 0, attentionCount: 0, epoch: server.epoch });
    expect(Math.abs(Date.parse(lastState()?.deviceTime ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('names the numbers still here, the highest one given out and the keys of what waits', async () => {
    await page.saveOperation(visitOf(newId(), 'poison'));
    await page.saveOperation(visitOf(newId()));
    server.refuse = (text) => (text.includes('poison') ? 422 : null);
    await page.deliverAll();
    expect(server.states.at(-2)).toMatchObject({ waiting: [[1, 2]], givenSequence: 2 });
    expect(lastState()).toMatchObject({
      waiting: [[1, 1]],
      givenSequence: 2,
      unsentCount: 1,
      attentionCount: 1,
      sealedTo: [server.serverKey.keyId],
    });
  });

  it('is said once more when what was said before is no longer true, and not again', async () => {
    await page.saveOperation({ ...visitOf(newId()), files: [photoOf()] });
    await page.deliverAll();
    expect(server.states.slice(-2).map((state) => state.unsentCount)).toEqual([1, 0]);
    const { length } = server.states;
    await page.deliverAll();
    await page.deliverAfresh();
    expect(server.states).toHaveLength(length);
  });

  it('is said again after a quarter of an hour of silence', async () => {
    const { length } = server.states;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 });
    await page.deliverAll();
    vi.useRealTimers();
    expect(server.states).toHaveLength(length + 1);
  });

  it('is said for an author whose turn is over too', async () => {
    await page.onLogout();
    const { length } = server.states;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 });
    await page.deliverAll();
    vi.useRealTimers();
    expect(server.states).toHaveLength(length + 1);
    expect(server.deliveryTokensSeen.at(-1)).toContain(user._id);
  });
});

describe('storage that the browser cleared', () => {
  it('leaves the device its id, and the numbers go on after the last one given out', async () => {
    await page.saveOperation(visitOf(newId()));
    await page.saveOperation(visitOf(newId()));
    const known = JSON.parse(stored.get('recoup.device') ?? '') as { deviceId: string };
    await clearStorage();
    await page.onLogin({ user, password: 'secret-1' });
    await page.deliverAll();
    expect(lastState()).toMatchObject({ waiting: [], givenSequence: 2, epoch: server.epoch });
    expect(server.devicesSeen.at(-1)).toBe(known.deviceId);
    await page.saveOperation(visitOf(newId()));
    expect((await page.listOutbox())[0]?.sequence).toBe(3);
  });

  it('under an open page costs no work: what is saved next registers the device, and is delivered', async () => {
    expect(await page.isStorageCleared()).toBe(false);
    for (const { name } of await indexedDB.databases()) await deleted(name ?? '');
    expect(await page.isStorageCleared()).toBe(true);
    expect(await page.listOutbox()).toHaveLength(0);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    const saving = page.saveOperation(visitOf(newId()));
    await expect(saving).rejects.toMatchObject({ code: 'NOT_REGISTERED' });
    server.install();
    const { opId } = await page.saveOperation({ ...visitOf(newId()), files: [photoOf()] });
    expect(await page.isStorageCleared()).toBe(false);
    await page.deliverAll();
    expect(server.operations.map((operation) => operation.opId)).toEqual([opId]);
  });

  it('of the outbox alone is noticed without a new login', async () => {
    await page.saveOperation(visitOf(newId()));
    await page.outboxOf(user._id).delete();
    await reload();
    await page.restoreSession();
    await page.deliverAll();
    expect(lastState()).toMatchObject({ waiting: [], givenSequence: 1, epoch: server.epoch });
  });

  it('is told to its agent as the server counts it', async () => {
    expect(await page.outboxSummary()).toMatchObject({ lost: 0 });
    server.gaps = [
      [2, 4],
      [7, 7],
    ];
    await page.saveOperation(visitOf(newId()));
    await page.deliverAll();
    expect(await page.outboxSummary()).toMatchObject({ lost: 4 });
  });
});

it('a clock more than ten minutes off is told', async () => {
  expect((await page.outboxSummary()).isClockOff).toBe(false);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
  const now = vi.getRealSystemTime();
  server.time = () => now;
  await page.saveOperation(visitOf(newId()));
  await page.deliverAll();
  expect((await page.outboxSummary()).isClockOff).toBe(true);
  vi.useRealTimers();
});

it('waiting times don’t outlive a clock that is set back', async () => {
  await page.saveOperation(visitOf(newId()));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  server.nextFault = () => 'lostRequest';
  await page.deliverAll();
  vi.useRealTimers();
  server.nextFault = () => 'none';
  await page.deliverAll();
  expect(server.operations).toHaveLength(1);
});

it('numbers become ranges', () => {
  expect(rangesOf([])).toEqual([]);
  expect(rangesOf([5, 1, 2, 3, 9, 8])).toEqual([
    [1, 3],
    [5, 5],
    [8, 9],
  ]);
});
