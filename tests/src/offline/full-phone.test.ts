import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { FakeFiles } from './fake-files.ts';
import { Quota } from './quota.ts';
import { beginLoggedIn, page, reload, server, user } from './one-phone.ts';
import { loadPage, newUser, photoOf, pulledLoan, visitOf } from './support.ts';

let quota: Quota;

beforeEach(async () => {
  quota = new Quota();
  await beginLoggedIn({ quota });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const photo = (bytes: number) => ({
  ...photoOf(),
  bytes: crypto.getRandomValues(new Uint8Array(bytes)).buffer,
});

/** Saves visits until the phone refuses one; how many it took. */
async function saveUntilFull(): Promise<number> {
  for (let saved = 0; ; saved += 1) {
    const code = await page
      .saveOperation({ ...visitOf(newId()), files: [photo(20_000)] })
      .then(() => null)
      .catch((error: { code: string }) => error.code);
    if (code === null) continue;
    expect(code).toBe('STORAGE_FULL');
    return saved;
  }
}

it('a phone that visits filled up sends them all, and saves again after that', async () => {
  quota.fill(300_000);
  const saved = await saveUntilFull();
  expect(saved).toBeGreaterThan(2);
  await page.deliverAll();
  await page.sendNow();
  expect(server.operations).toHaveLength(saved);
  expect(server.files.size).toBe(saved);
  expect((await page.outboxSummary()).unsent).toBe(0);
  await page.saveOperation({ ...visitOf(newId()), files: [photo(20_000)] });
});

it('loans are not given up for a visit that would not fit in their place either', async () => {
  server.pages.push({ loans: [pulledLoan()], gone: [] });
  await page.pull();
  quota.fill(60_000);
  const saving = page.saveOperation({
    ...visitOf(newId()),
    files: Array.from({ length: 4 }, () => photo(60_000)),
  });
  await expect(saving).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await page.searchLoans()).toHaveLength(1);
  await page.saveOperation(visitOf(newId()));
  expect(await page.listOutbox()).toHaveLength(1);
});

it('a phone without a byte left, not even a reserve, sends what it holds', async () => {
  for (let count = 0; count < 3; count += 1)
    await page.saveOperation({ ...visitOf(newId()), files: [photo(20_000)] });
  const { dropReserve } = await import('../../../src/offline/storage-reserve.ts');
  await dropReserve();
  quota.fill();
  await page.sendNow();
  await page.sendNow();
  expect(server.operations).toHaveLength(3);
  expect(server.files.size).toBe(3);
  expect((await page.outboxSummary()).unsent).toBe(0);
});

it('a full phone that meets a bad network loses nothing and sends when the network is back', async () => {
  quota.fill(300_000);
  const saved = await saveUntilFull();
  for (const fault of ['lostAnswer', '500', 'gateway403', 'lostRequest'] as const) {
    server.nextFault = () => fault;
    await page.sendNow();
  }
  server.nextFault = () => 'none';
  await page.sendNow();
  await page.sendNow();
  expect(server.operations).toHaveLength(saved);
  expect((await page.outboxSummary()).unsent).toBe(0);
});

it('the warning comes before the first refusal', async () => {
  quota.fill(3_500_000);
  const told: string[] = [];
  for (let visits = 0; visits < 400; visits += 1) {
    told.push(await page.roomForPhoto());
    const refused = await page
      .saveOperation({ ...visitOf(newId()), files: [photo(60_000)] })
      .then(() => false)
      .catch(() => true);
    if (refused) break;
  }
  expect(told[0]).toBe('enough');
  expect(told.at(-1)).not.toBe('enough');
  expect(told.filter((word) => word !== 'enough').length).toBeGreaterThan(1);
});

const open = (pin: string) => page.quickUnlock(user._id, { pin });

it('a full phone is opened by PIN, and wrong ones count; without a byte left it says why not', async () => {
  vi.stubGlobal('navigator', { storage: new FakeFiles().storage });
  await page.setUpQuickUnlock({ kind: 'pin', pin: '482915' }, null);
  const { keepReserve } = await import('../../../src/offline/storage-reserve.ts');
  expect(await keepReserve()).toBe(true);
  await page.lock();
  await reload();
  quota.fill();
  await expect(open('482916')).rejects.toMatchObject({ code: 'WRONG_PIN' });
  expect((await page.readQuickUnlock(user._id))?.failedTries).toBe(1);
  expect(await open('482915')).toEqual(user);
  await page.lock();
  // Nothing is left of the reserve, nor of what it gave.
  quota.fill();
  await expect(open('482915')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  // A day that can't be noted makes nobody's PIN a used-up one.
  vi.setSystemTime(Date.now() + 86_400_000);
  expect(await page.listQuickUnlocks()).toHaveLength(1);
  quota.free();
  expect(await open('482915')).toEqual(user);
});

describe.each([
  ['with its reserve', true],
  ['without a byte left', false],
])('a full phone %s', (_, hasReserve) => {
  /** Its user is logged out by then. */
  async function fillLoggedOut(): Promise<void> {
    server.pages.push({ loans: [pulledLoan()], gone: [] });
    await page.pull();
    server.nextFault = () => 'lostRequest';
    await page.saveOperation({ ...visitOf(newId()), files: [photo(20_000)] });
    server.nextFault = () => 'none';
    await page.onLogout();
    await reload();
    const { dropReserve, keepReserve } = await import('../../../src/offline/storage-reserve.ts');
    await (hasReserve ? keepReserve() : dropReserve());
    quota.fill();
  }

  it.each([
    ['the password of before', 'secret-1'],
    ['one that somebody else set', 'secret-2'],
  ])('lets its user in with %s, and sends what fills it', async (__, password) => {
    await fillLoggedOut();
    vi.stubGlobal('localStorage', { getItem: () => user._id });
    await page.onLogin({ user, password });
    expect(page.isUnlocked()).toBe(true);
    await page.deliverAll();
    await page.sendNow();
    expect(server.operations).toHaveLength(1);
    expect((await page.outboxSummary()).unsent).toBe(0);
  });

  it('opens without a network in the place of its reserve, never in that of its loans', async () => {
    await fillLoggedOut();
    const opened = await page
      .unlockOffline(user.username, 'secret-1')
      .then(() => 'opened')
      .catch((error: { code: string }) => error.code);
    expect(opened).toBe(hasReserve ? 'opened' : 'STORAGE_FULL');
    quota.free();
    await page.unlockOffline(user.username, 'secret-1');
    expect(await page.searchLoans()).toHaveLength(1);
  });
});

it('a full phone that has nothing of its next user to give up says that it is full', async () => {
  const { dropReserve } = await import('../../../src/offline/storage-reserve.ts');
  await page.onLogout();
  await dropReserve();
  quota.fill();
  const next = newUser('bala');
  vi.stubGlobal('localStorage', { getItem: () => next._id });
  await expect(page.onLogin({ user: next, password: 'other' })).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
});

const noRoom = () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'));

/** A phone so full that the browser gives no file out either, with a PIN and loans on it, and nothing that could be given up. */
async function fillToTheBrim(): Promise<void> {
  const files = new FakeFiles();
  vi.stubGlobal('navigator', { storage: files.storage });
  server.pages.push({ loans: [pulledLoan()], gone: [] });
  await page.pull();
  await page.setUpQuickUnlock({ kind: 'pin', pin: '482915' }, null);
  const { dropReserve } = await import('../../../src/offline/storage-reserve.ts');
  await dropReserve();
  quota.fill();
  vi.stubGlobal('navigator', { storage: { ...files.storage, getDirectory: noRoom } });
}

it('whoever logs out of a full phone leaves it locked, and no PIN opens it', async () => {
  await fillToTheBrim();
  await page.onLogout();
  expect(page.isUnlocked()).toBe(false);
  expect(await (await loadPage()).restoreSession()).toBeNull();
  quota.free();
  await expect(open('482915')).rejects.toMatchObject({ code: 'NO_QUICK_UNLOCK' });
});

it('a full phone that a manager ended loses all that can be read on it', async () => {
  await fillToTheBrim();
  server.isWipeAsked = true;
  const { carryOutWipe } = await import('../../../src/offline/device-wipe.ts');
  await carryOutWipe(user._id).catch(() => undefined);
  expect(page.isUnlocked()).toBe(false);
  expect(await page.cacheOf(user._id).loanBlocks.count()).toBe(0);
  await expect(page.unlockOffline(user.username, 'secret-1')).rejects.toMatchObject({
    code: 'UNKNOWN_USER',
  });
  await expect(open('482915')).rejects.toMatchObject({ code: 'NO_QUICK_UNLOCK' });
  // What the browser did not give out goes when it does, and then the server is told.
  expect(server.wipesConfirmed).toBe(0);
  vi.stubGlobal('navigator', { storage: new FakeFiles().storage });
  await page.sendNow();
  expect(server.wipesConfirmed).toBe(1);
});

it('on a full phone time goes on while the app is open, whatever its clock is set to', async () => {
  const { lastingNow } = await import('../../../src/offline/lasting-clock.ts');
  const { dropReserve } = await import('../../../src/offline/storage-reserve.ts');
  const begun = await lastingNow();
  await dropReserve();
  quota.fill();
  const now = performance.now();
  const passed = vi.spyOn(performance, 'now').mockReturnValue(now + 20_000);
  await lastingNow();
  vi.setSystemTime(Date.now() - 2 * 86_400_000);
  passed.mockReturnValue(now + 40_000);
  expect(await lastingNow()).toBeGreaterThanOrEqual(begun + 39_000);
});
