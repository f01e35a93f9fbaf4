import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import type * as KeyRounds from '../../../src/offline/key-rounds.ts';
import { tryAllowance } from '../../../src/offline/vault-tries.ts';
import { beginLoggedIn, page, reload, server, user } from './one-phone.ts';
import { loadPage, logIn, pulledLoan, visitOf, newUser } from './support.ts';
import { PATIENCE } from '../../support/patience.ts';

beforeEach(async () => {
  vi.useRealTimers();
  await beginLoggedIn(
    { loans: [pulledLoan({ Customer_Name: 'Secretive Borrower' })] },
    'right-password',
  );
});

const seen = (value: unknown): unknown => {
  if (value instanceof CryptoKey) return 'a key that works';
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer).toString('latin1');
  return value;
};

/** Everything that lies in the phone's databases, as one text. */
async function everythingStored(): Promise<string> {
  const parts: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name ?? '');
      request.addEventListener('success', () => resolve(request.result));
    });
    for (const store of database.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.addEventListener('success', () => resolve(request.result as unknown[]));
      });
      parts.push(JSON.stringify(rows, (_, value: unknown) => seen(value)));
    }
    database.close();
  }
  return parts.join('\n');
}

describe('logging out', () => {
  it('leaves no loan readable, and a reload does not bring them back', async () => {
    expect(await page.searchLoans()).toHaveLength(1);
    await page.onLogout();
    await expect(page.searchLoans()).rejects.toMatchObject({ code: 'LOCKED' });
    await expect(page.listOutbox()).rejects.toMatchObject({ code: 'LOCKED' });
    const reloaded = await loadPage();
    expect(await reloaded.restoreSession()).toBeNull();
    await expect(reloaded.searchLoans()).rejects.toMatchObject({ code: 'LOCKED' });
  });

  it('closes the vault in the other tab too', async () => {
    const tab = await loadPage();
    await tab.restoreSession();
    expect(await tab.searchLoans()).toHaveLength(1);
    await page.onLogout();
    await vi.waitFor(() => expect(tab.isUnlocked()).toBe(false), PATIENCE);
    await expect(tab.searchLoans()).rejects.toMatchObject({ code: 'LOCKED' });
  });

  it('nothing of a borrower or a visit ever lies on the phone in plain text', async () => {
    await page.saveOperation(visitOf(newId(), 'promised at the temple'));
    await page.saveDraft('visit', { remarks: 'half a sentence' });
    const stored = await everythingStored();
    expect(stored).toContain('ephemeralKey');
    expect(stored).toContain('"ciphertext"');
    expect(stored).not.toContain('Secretive');
    expect(stored).not.toContain('temple');
    expect(stored).not.toContain('half a sentence');
    expect(stored).not.toContain('right-password');
  });
});

describe('a reload', () => {
  it('keeps the vault open, with the loans, waiting items and drafts', async () => {
    await page.saveOperation(visitOf(newId(), 'met'));
    await page.saveDraft('visit:1', { remarks: 'half' });
    const reloaded = await loadPage();
    expect(await reloaded.restoreSession()).toEqual(user);
    expect(await reloaded.searchLoans()).toHaveLength(1);
    expect((await reloaded.listOutbox())[0]?.body).toMatchObject({ remarks: 'met' });
    expect(await reloaded.readDraft('visit:1')).toEqual({ remarks: 'half' });
    await reloaded.clearDraft('visit:1');
    expect(await reloaded.readDraft('visit:1')).toBeNull();
  });
});

/** Until the server has told its half. */
async function keyIsKept(): Promise<void> {
  const { readOpenVault } = await import('../../../src/offline/open-vault.ts');
  await vi.waitFor(async () => expect((await readOpenVault())?.wrapped).toBeTruthy(), PATIENCE);
}

describe('a phone that is started anew', () => {
  it('has no key on it that works; a living session gets its half from the server, another session another one', async () => {
    await keyIsKept();
    expect(await everythingStored()).not.toContain('a key that works');
    vi.stubGlobal('localStorage', { getItem: () => 'another session' });
    expect(await (await loadPage()).restoreSession()).toBeNull();
    vi.stubGlobal('localStorage', { getItem: () => null });
    expect(await (await loadPage()).restoreSession()).toBeNull();
    vi.stubGlobal('localStorage', { getItem: () => user._id });
    expect(await (await loadPage()).restoreSession()).toEqual(user);
  });

  it('neither opens nor keeps anything under the session of somebody else who logged in meanwhile', async () => {
    await keyIsKept();
    server.sessionsOf = newUser()._id;
    expect(await (await loadPage()).restoreSession()).toBeNull();
    const tab = await loadPage();
    expect(await tab.unlockOffline(user.username, 'right-password')).toEqual(user);
    const { readOpenVault } = await import('../../../src/offline/open-vault.ts');
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(await readOpenVault()).toEqual({ userId: user._id, wrapped: null });
  });

  it('asks for the password where the server is out of reach, and opens by it', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const restarted = await loadPage();
    expect(await restarted.restoreSession()).toBeNull();
    await expect(restarted.searchLoans()).rejects.toMatchObject({ code: 'LOCKED' });
    expect(await restarted.unlockOffline(user.username, 'right-password')).toEqual(user);
    expect(await restarted.searchLoans()).toHaveLength(1);
  });

  it('takes no key over from a vault that was closed while the server was asked', async () => {
    await keyIsKept();
    const restarted = await loadPage();
    const restoring = restarted.restoreSession();
    await page.onLogout();
    expect(await restoring).toBeNull();
    expect(restarted.isUnlocked()).toBe(false);
  });
});

describe('logging in without a network', () => {
  beforeEach(async () => {
    await page.saveOperation(visitOf(newId(), 'waiting'));
    await page.onLogout();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await reload();
  });

  it('opens loans and outbox with the same password', async () => {
    expect(await page.unlockOffline(` ${user.username.toUpperCase()} `, 'right-password')).toEqual(
      user,
    );
    expect(await page.searchLoans()).toHaveLength(1);
    expect((await page.listOutbox())[0]?.body).toMatchObject({ remarks: 'waiting' });
    await page.saveOperation(visitOf(newId(), 'offline too'));
    expect((await page.outboxSummary()).unsent).toBe(2);
  });

  it('refuses a wrong password and a stranger, and loses nothing', async () => {
    await expect(page.unlockOffline(user.username, 'wrong')).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    await expect(page.unlockOffline('stranger', 'x')).rejects.toMatchObject({
      code: 'UNKNOWN_USER',
    });
    expect(page.isUnlocked()).toBe(false);
    await page.unlockOffline(user.username, 'right-password');
    expect(await page.listOutbox()).toHaveLength(1);
  });

  it('after too many failures makes even the right password wait', async () => {
    for (let count = 0; count < 5; count += 1) {
      await page.unlockOffline(user.username, 'wrong').catch(() => undefined);
    }
    await expect(page.unlockOffline(user.username, 'right-password')).rejects.toMatchObject({
      code: 'TOO_MANY_TRIES',
    });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
    await page.unlockOffline(user.username, 'right-password');
    vi.restoreAllMocks();
  });

  it('after too many days without contact asks for the network', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 86_400_000);
    await expect(page.unlockOffline(user.username, 'right-password')).rejects.toMatchObject({
      code: 'TOO_LONG_OFFLINE',
    });
    vi.restoreAllMocks();
  });
});

it('a password changed on the server takes over at the next login, and waiting work still goes', async () => {
  const { opId } = await page.saveOperation(visitOf(newId()));
  await page.onLogout();
  await logIn(page, user, 'new-password');
  expect(server.operations.map((one) => one.opId)).toEqual([opId]);
  expect(await page.searchLoans()).toHaveLength(1);
  await page.onLogout();
  await expect(page.unlockOffline(user.username, 'right-password')).rejects.toMatchObject({
    code: 'WRONG_PASSWORD',
  });
  await page.unlockOffline(user.username, 'new-password');
});

describe('a password changed in the app', () => {
  const newer = 'newer-password';
  const change = (ask: () => Promise<unknown>) =>
    page.changeVaultPassword('right-password', newer, ask);
  let refusal: Error;
  let lost: Error;

  /** Which of the two opens the phone without a network. */
  async function opensOffline(): Promise<string[]> {
    await page.onLogout();
    const opening: string[] = [];
    for (const password of ['right-password', newer]) {
      const isOpen = await page.unlockOffline(user.username, password).then(
        () => true,
        () => false,
      );
      if (isOpen) opening.push(password);
    }
    return opening;
  }

  /** After a login with it, what was begun under the other one is there. */
  async function expectKeptBy(password: string): Promise<void> {
    await logIn(page, user, password);
    expect(await page.readDraft('visit:1')).toEqual({ remarks: 'half' });
    expect((await page.listOutbox())[0]?.body).toMatchObject({ remarks: 'met' });
    expect(await opensOffline()).toEqual([password]);
  }

  beforeEach(async () => {
    // Those of the page that was loaded.
    const { OfflineError, RefusedError } = await import('../../../src/remote/call-errors.ts');
    refusal = new RefusedError(422, { code: 'WEAK_PASSWORD', message: 'Too simple.' }, null);
    lost = new OfflineError('Network error');
    await page.saveOperation(visitOf(newId(), 'met'));
    await page.saveDraft('visit:1', { remarks: 'half' });
  });

  it('keeps everything readable under the new one', async () => {
    await change(async () => undefined);
    expect(await opensOffline()).toEqual([newer]);
    expect(await page.searchLoans()).toHaveLength(1);
  });

  it('whose answer was lost costs nothing, whichever it is now', async () => {
    await expect(change(() => Promise.reject(lost))).rejects.toBe(lost);
    // The server took it: the same again is refused, as what is said to be the current one is not.
    await expect(change(() => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await opensOffline()).toEqual(['right-password', newer]);
    await expectKeptBy(newer);
  });

  it('whose answer was lost is changed once more by who knows that it was taken', async () => {
    await expect(change(() => Promise.reject(lost))).rejects.toBe(lost);
    const again = (ask: () => Promise<unknown>) =>
      page.changeVaultPassword(newer, 'third-one', ask);
    await expect(again(() => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await opensOffline()).toEqual(['right-password', newer]);
    await expect(again(() => Promise.reject(lost))).rejects.toBe(lost);
    await page.changeVaultPassword(newer, 'third-one', async () => undefined);
    expect(await opensOffline()).toEqual([]);
    await logIn(page, user, 'third-one');
    expect(await page.readDraft('visit:1')).toEqual({ remarks: 'half' });
  });

  it('and never taken by the server leaves the old one alone, as the next login tells', async () => {
    await expect(change(() => Promise.reject(lost))).rejects.toBe(lost);
    await expectKeptBy('right-password');
  });

  it('by an app that was killed before it heard the answer loses nothing', async () => {
    const asked = new Promise<void>((resolve) => {
      void change(() => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    await asked;
    await reload();
    expect(page.isUnlocked()).toBe(false);
    await expectKeptBy(newer);
  });

  it('that the server refuses opens nothing', async () => {
    await expect(change(() => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await opensOffline()).toEqual(['right-password']);
  });
});

it('the wait grows with each failure up to an hour and not beyond', () => {
  let record = { failedTries: 0, retryAt: 0 };
  const waits: number[] = [];
  for (let count = 0; count < 14; count += 1) {
    record = tryAllowance(record, 1_000_000).afterTry;
    waits.push(Math.max(0, record.retryAt - 1_000_000));
  }
  expect(waits.slice(0, 6)).toEqual([0, 0, 0, 0, 30_000, 60_000]);
  expect(waits.at(-1)).toBe(3_600_000);
  expect(tryAllowance({ failedTries: 9, retryAt: 9e15 }, 0).waitMs).toBe(3_600_000);
});

it('new vaults ask a guesser for 600,000 rounds of PBKDF2', async () => {
  const { KEY_ROUNDS } = await vi.importActual<typeof KeyRounds>(
    '../../../src/offline/key-rounds.ts',
  );
  expect(KEY_ROUNDS).toBeGreaterThanOrEqual(600_000);
});
