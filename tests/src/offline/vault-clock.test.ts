import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, page, reload, server, user } from './one-phone.ts';
import { loadPage, logIn, newUser, pulledLoan, visitOf } from './support.ts';
import type { Page } from './support.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(async () => {
  await beginLoggedIn({ loans: [pulledLoan({ Customer_Name: 'Of the first' })] }, 'right');
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Sets the wall clock off by so much; the monotonic one goes on. */
function setClock(offMs: number): void {
  vi.restoreAllMocks();
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + offMs);
}

const failThrice = (one: Page) =>
  Promise.all(
    [1, 2, 3].map(() =>
      one.unlockOffline(user.username, 'no').catch((error: { code: string }) => error.code),
    ),
  );

async function failTimes(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1)
    await page.unlockOffline(user.username, 'wrong').catch(() => undefined);
}

async function restart(): Promise<void> {
  await reload();
}

describe('tries without a network', () => {
  beforeEach(async () => {
    await page.onLogout();
    await failTimes(5);
  });

  it('keep their wait over a kill and with the clock set back', async () => {
    await restart();
    setClock(-2 * DAY_MS);
    await expect(page.unlockOffline(user.username, 'right')).rejects.toMatchObject({
      code: 'TOO_MANY_TRIES',
    });
  });

  it('after a clock set back the wait passes while the app is open', async () => {
    setClock(-2 * DAY_MS);
    await page.unlockOffline(user.username, 'right').catch(() => undefined);
    const began = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => began + 40_000);
    await page.unlockOffline(user.username, 'right');
    expect(page.isUnlocked()).toBe(true);
  });

  it('a clock set forward again and again uses up the days without contact', async () => {
    let off = 0;
    let tries = 0;
    for (; tries < 400; tries += 1) {
      off += 2 * HOUR_MS;
      setClock(off);
      const error = await page.unlockOffline(user.username, 'wrong').catch((thrown) => thrown);
      if ((error as { code: string }).code === 'TOO_LONG_OFFLINE') break;
    }
    expect(tries).toBeLessThan(100);
    setClock(0);
    await restart();
    await expect(page.unlockOffline(user.username, 'right')).rejects.toMatchObject({
      code: 'TOO_LONG_OFFLINE',
    });
    // Nobody is locked out for ever: the network opens it, and what was here is still here.
    await logIn(page, user, 'right');
    await page.onLogout();
    await page.unlockOffline(user.username, 'right');
    expect(await page.searchLoans()).toHaveLength(1);
  });

  it('two tabs that try at once both count', async () => {
    await logIn(page, user, 'right');
    await page.onLogout();
    const other = await loadPage();
    const refusals = await Promise.all([failThrice(page), failThrice(other)]);
    const wrongPasswords = refusals.flat().filter((code) => code === 'WRONG_PASSWORD');
    expect(wrongPasswords).toHaveLength(5);
    await expect(page.unlockOffline(user.username, 'right')).rejects.toMatchObject({
      code: 'TOO_MANY_TRIES',
    });
  });
});

it('a clock that was wrong at the contact doesn’t shorten or lengthen the days', async () => {
  setClock(-300 * DAY_MS);
  await logIn(page, user, 'right');
  await page.onLogout();
  setClock(-300 * DAY_MS + 6 * DAY_MS);
  await page.unlockOffline(user.username, 'right');
  await page.onLogout();
  setClock(-300 * DAY_MS + 8 * DAY_MS);
  await expect(page.unlockOffline(user.username, 'right')).rejects.toMatchObject({
    code: 'TOO_LONG_OFFLINE',
  });
});

it('a clock that was many days slow and is set right without a network uses up no days', async () => {
  const beganAt = Date.now();
  server.time = () => beganAt;
  setClock(-30 * DAY_MS);
  await logIn(page, user, 'right');
  await page.onLogout();
  setClock(HOUR_MS);
  await restart();
  await page.unlockOffline(user.username, 'right');
  await page.onLogout();
  setClock(8 * DAY_MS);
  await restart();
  await expect(page.unlockOffline(user.username, 'right')).rejects.toMatchObject({
    code: 'TOO_LONG_OFFLINE',
  });
});

describe('a second user’s turn', () => {
  it('shows nothing of the first, and the first finds everything again', async () => {
    const loanId = newId();
    await page.saveOperation(visitOf(loanId, 'of the first'));
    const [first] = await page.searchLoans();
    await page.onLogout();
    server.pages.splice(0, 1, {
      loans: [pulledLoan({ Customer_Name: 'Of the second' })],
      gone: [],
    });
    server.nextFault = () => 'lostRequest';
    const second = newUser('bala');
    await logIn(page, second, 'other');
    expect((await page.searchLoans()).map(({ loan }) => loan.Customer_Name)).toEqual([
      'Of the second',
    ]);
    expect(await page.readLoan(first?.loan._id ?? '')).toBeNull();
    expect(await page.loanHistory(loanId)).toEqual([]);
    expect(await page.listOutbox()).toEqual([]);
    expect(await page.outboxSummary()).toMatchObject({ unsent: 0, othersUnsent: 1 });
    // The second's key opens nothing of the first.
    const [block] = await page.cacheOf(user._id).loanBlocks.toArray();
    const { key } = page.openedVault();
    if (block === undefined) throw new Error('No block.');
    const { iv, data } = block.loans;
    const algorithm = { name: 'AES-GCM', iv, additionalData: Buffer.from('loans:1') };
    await expect(crypto.subtle.decrypt(algorithm, key, data)).rejects.toMatchObject({
      name: 'OperationError',
    });
    await page.onLogout();
    await page.unlockOffline(user.username, 'right');
    expect((await page.searchLoans()).map(({ loan }) => loan.Customer_Name)).toEqual([
      'Of the first',
    ]);
    expect(await page.listOutbox()).toHaveLength(1);
  });
});
