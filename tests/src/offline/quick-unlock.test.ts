import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PHONE_UNLOCKS } from '../../../contract/phone-unlock.ts';
import { newId } from '../../../src/offline/id.ts';
import type { QuickUnlock } from '../../../src/offline/quick-unlock-record.ts';
import { PATIENCE } from '../../support/patience.ts';
import { FakeFiles } from './fake-files.ts';
import { beginLoggedIn, page, reload, server, user } from './one-phone.ts';
import { loadPage, logIn, newUser, pulledLoan, visitOf } from './support.ts';

const DAY_MS = 86_400_000;
const PIN = '482915';
const WRONG = '482916';
let files: FakeFiles;

beforeEach(async () => {
  files = new FakeFiles();
  vi.stubGlobal('navigator', { storage: files.storage });
  await beginLoggedIn(
    { loans: [pulledLoan({ Customer_Name: 'Secretive Borrower' })] },
    'right-password',
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

const setPin = () => page.setUpQuickUnlock({ kind: 'pin', pin: PIN }, null);
const open = (pin = PIN) => page.quickUnlock(user._id, { pin });
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'opened',
    (error: { code?: string }) => error.code ?? 'no code',
  );

const set = (password: string | null) =>
  codeOf(page.setUpQuickUnlock({ kind: 'pin', pin: PIN }, password));

/** Another start of the app, without a network. */
async function restart(): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await reload();
}

async function lockAndRestart(): Promise<void> {
  await page.lock();
  await restart();
  expect(await page.restoreSession()).toBeNull();
}

/** What is noted of the person's PIN. */
const record = async () => {
  const found = await page.readQuickUnlock(user._id);
  if (found === null) throw new Error('There is none.');
  return found;
};

describe('a PIN', () => {
  beforeEach(setPin);

  it('opens loans and waiting work after a restart without a network, and work goes on', async () => {
    await page.saveOperation(visitOf(newId(), 'before the restart'));
    await lockAndRestart();
    expect(await open()).toEqual(user);
    expect(await page.searchLoans()).toHaveLength(1);
    expect((await page.listOutbox())[0]?.body).toMatchObject({ remarks: 'before the restart' });
    await page.saveOperation(visitOf(newId(), 'after it'));
    expect((await page.outboxSummary()).unsent).toBe(2);
  });

  it('that is wrong gives nothing and says how many tries are left', async () => {
    await lockAndRestart();
    await expect(open(WRONG)).rejects.toMatchObject({ code: 'WRONG_PIN', triesLeft: 4 });
    expect(page.isUnlocked()).toBe(false);
    await expect(page.searchLoans()).rejects.toMatchObject({ code: 'LOCKED' });
    await open();
    expect((await record()).failedTries).toBe(0);
  });

  it('is counted before it is checked: an app killed in the middle gets no try back', async () => {
    await lockAndRestart();
    const decrypt = vi
      .spyOn(crypto.subtle, 'decrypt')
      .mockReturnValue(new Promise(() => undefined));
    void open(WRONG).catch(() => undefined);
    await vi.waitFor(() => expect(decrypt).toHaveBeenCalled(), PATIENCE);
    vi.restoreAllMocks();
    await restart();
    expect((await record()).failedTries).toBe(1);
  });

  it('is erased after five wrong ones, over restarts too; the password opens all the same', async () => {
    await lockAndRestart();
    for (let count = 0; count < 4; count += 1) {
      expect(await codeOf(open(WRONG))).toBe('WRONG_PIN');
      await restart();
    }
    expect(await codeOf(open(WRONG))).toBe('PIN_USED_UP');
    expect(files.files.size).toBe(0);
    expect(await codeOf(open())).toBe('NO_QUICK_UNLOCK');
    await page.unlockOffline(user.username, 'right-password');
    expect(await page.searchLoans()).toHaveLength(1);
  });

  it('has five tries for two tabs together', async () => {
    await lockAndRestart();
    const other = await loadPage();
    const tries = [page, other].flatMap((one) =>
      [1, 2, 3, 4].map(() => codeOf(one.quickUnlock(user._id, { pin: WRONG }))),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === 'WRONG_PIN')).toHaveLength(4);
    expect(files.files.size).toBe(0);
    expect(await codeOf(open())).toBe('NO_QUICK_UNLOCK');
  });

  it('whose app was killed between the last try and the erasing is erased at the next look', async () => {
    await lockAndRestart();
    await page.changeQuickUnlock(await record(), (known) => ({ ...known, failedTries: 5 }));
    await restart();
    expect(await page.listQuickUnlocks()).toEqual([]);
    expect(files.files.size).toBe(0);
  });

  it('copied to another phone opens nothing without the part that lies on this one', async () => {
    const copy = await record();
    await lockAndRestart();
    files.files.clear();
    expect(await codeOf(open())).toBe('WRONG_PIN');
    files.files.set(`unlock-${user._id}`, Buffer.alloc(32, 7).toString('base64url'));
    await page.writeQuickUnlock(copy);
    expect(await codeOf(open())).toBe('WRONG_PIN');
    expect(page.isUnlocked()).toBe(false);
  });

  it('dies with the password’s days, with the clock set back too', async () => {
    await lockAndRestart();
    const real = Date.now.bind(Date);
    const setClock = (offMs: number) => {
      vi.restoreAllMocks();
      vi.spyOn(Date, 'now').mockImplementation(() => real() + offMs);
    };
    setClock(6 * DAY_MS);
    expect(await codeOf(open())).toBe('opened');
    await page.lock();
    setClock(-30 * DAY_MS);
    expect(await codeOf(open())).toBe('opened');
    await page.lock();
    setClock(8 * DAY_MS);
    expect(await codeOf(open())).toBe('PASSWORD_DUE');
    expect(files.files.size).toBe(0);
  });

  it('lives on when the password was given meanwhile', async () => {
    await page.onLogin({ user, password: 'right-password' });
    await lockAndRestart();
    expect(await codeOf(open())).toBe('opened');
  });

  it('is gone after a logout, and what was copied before opens nothing any more', async () => {
    const copy = await record();
    await page.onLogout();
    expect(files.files.size).toBe(0);
    await page.writeQuickUnlock(copy);
    expect(await codeOf(open())).toBe('WRONG_PIN');
  });

  it('is gone when another password made a new vault, and when the password was changed here', async () => {
    await logIn(page, user, 'new-password');
    expect(await page.readQuickUnlock(user._id)).toBeNull();
    await setPin();
    await page.changeVaultPassword('new-password', 'newest-password', async () => undefined);
    expect(await page.readQuickUnlock(user._id)).toBeNull();
    expect(files.files.size).toBe(0);
  });

  it('is gone with a wipe', async () => {
    await page.destroyVault(user._id);
    expect(files.files.size).toBe(0);
    expect(await codeOf(open())).toBe('NO_QUICK_UNLOCK');
  });

  it('erased by the worker while it is being checked opens nothing', async () => {
    await lockAndRestart();
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...given) => {
      await page.eraseQuickUnlock(user._id);
      return decrypt(...given);
    });
    expect(await codeOf(open())).toBe('NO_QUICK_UNLOCK');
    expect(page.isUnlocked()).toBe(false);
  });
});

const givenToNobody = () => Promise.reject(new DOMException('Not here.', 'SecurityError'));

describe('setting one up', () => {
  it('takes no PIN that anybody would try first', async () => {
    for (const pin of [
      '111111',
      '123456',
      '987654',
      '121212',
      '150885',
      '198507',
      '12345',
      'abcdef',
    ])
      expect(await codeOf(page.setUpQuickUnlock({ kind: 'pin', pin }, null))).toBe('WEAK_PIN');
    expect(files.files.size).toBe(0);
  });

  it('asks for the password when the login is not of this start: a colleague with the open phone sets none', async () => {
    await reload();
    expect(await page.restoreSession()).toEqual(user);
    expect(page.needsPasswordFirst()).toBe(true);
    expect(await set(null)).toBe('WRONG_PASSWORD');
    for (let count = 0; count < 5; count += 1) expect(await set('guess')).toBe('WRONG_PASSWORD');
    expect(await set('right-password')).toBe('TOO_MANY_TRIES');
    expect(files.files.size).toBe(0);
  });

  it('a new PIN takes the place of the old one', async () => {
    await setPin();
    await page.setUpQuickUnlock({ kind: 'pin', pin: '905317' }, 'right-password');
    await lockAndRestart();
    expect(await codeOf(open())).toBe('WRONG_PIN');
    expect(await codeOf(open('905317'))).toBe('opened');
  });

  it('a phone that can keep no part of its own, as a private window, lets in and offers none', async () => {
    for (const browser of [{}, { storage: { ...files.storage, getDirectory: givenToNobody } }]) {
      vi.stubGlobal('navigator', browser);
      await logIn(page, newUser());
      expect(await page.quickWays()).toEqual({ pin: false, fingerprint: false });
      expect(await codeOf(setPin())).toBe('NOT_ALLOWED');
    }
  });
});

const say = async (change: Partial<(typeof server)['unlock']>) => {
  server.unlock = { ...server.unlock, ...change };
  await page.saveOperation(visitOf(newId()));
  await page.sendNow();
};

describe('what the organisation allows', () => {
  it('fingerprint only: a PIN ends at the next contact, and no new one is taken', async () => {
    await setPin();
    await say({ allowed: 'fingerprint' });
    expect(await page.readQuickUnlock(user._id)).toBeNull();
    expect(await codeOf(setPin())).toBe('NOT_ALLOWED');
    expect(await page.quickWays()).toEqual({ pin: false, fingerprint: true });
    expect(PHONE_UNLOCKS).toContain('password');
  });

  it('a password changed elsewhere ends the PIN at the next contact, with nobody logged in too', async () => {
    await setPin();
    await page.saveOperation(visitOf(newId()));
    await page.lock();
    server.unlock = { ...server.unlock, passwordMark: 'another' };
    await page.sendNow();
    expect(files.files.size).toBe(0);
    expect(await codeOf(open())).toBe('NO_QUICK_UNLOCK');
  });

  it('a delivery token that the server refuses ends the PIN; the work stays', async () => {
    await setPin();
    await page.saveOperation(visitOf(newId()));
    await page.lock();
    for (const token of server.tokens.keys()) server.deadTokens.add(token);
    await page.sendNow();
    expect(files.files.size).toBe(0);
    await page.unlockOffline(user.username, 'right-password');
    expect((await page.outboxSummary()).unsent).toBe(1);
  });

  it('as many tries as it says', async () => {
    await setPin();
    await say({ tries: 3 });
    await lockAndRestart();
    expect(await codeOf(open(WRONG))).toBe('WRONG_PIN');
    expect(await codeOf(open(WRONG))).toBe('WRONG_PIN');
    expect(await codeOf(open(WRONG))).toBe('PIN_USED_UP');
  });
});

it('two agents on one phone each have their own PIN and see nothing of each other', async () => {
  await setPin();
  await page.saveOperation(visitOf(newId(), 'of the first'));
  await page.lock();
  server.pages.splice(0, 1, { loans: [pulledLoan({ Customer_Name: 'Of the second' })], gone: [] });
  server.nextFault = () => 'lostRequest';
  const second = newUser('bala');
  await logIn(page, second, 'other-password');
  await page.setUpQuickUnlock({ kind: 'pin', pin: '730164' }, null);
  await lockAndRestart();
  expect((await page.listQuickUnlocks()).map(({ name }) => name).toSorted()).toEqual([
    'asha',
    'bala',
  ]);
  expect(await codeOf(page.quickUnlock(second._id, { pin: PIN }))).toBe('WRONG_PIN');
  await page.quickUnlock(second._id, { pin: '730164' });
  expect((await page.searchLoans()).map(({ loan }) => loan.Customer_Name)).toEqual([
    'Of the second',
  ]);
  expect(await page.listOutbox()).toEqual([]);
  await page.onLogout();
  await open();
  expect((await page.searchLoans()).map(({ loan }) => loan.Customer_Name)).toEqual([
    'Secretive Borrower',
  ]);
});

it('the phone’s own authenticator opens by its answer, and by no other', async () => {
  const answer = crypto.getRandomValues(new Uint8Array(32));
  const credentialId = crypto.getRandomValues(new Uint8Array(16));
  await page.setUpQuickUnlock({ kind: 'fingerprint', credentialId, answer }, null);
  await lockAndRestart();
  const other = crypto.getRandomValues(new Uint8Array(32));
  const [known]: QuickUnlock[] = await page.listQuickUnlocks();
  expect(known?.credentialId).toEqual(credentialId);
  expect(await codeOf(page.quickUnlock(user._id, { answer: other }))).toBe('WRONG_PIN');
  expect(await codeOf(page.quickUnlock(user._id, { answer }))).toBe('opened');
});
