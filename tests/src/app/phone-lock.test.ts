// @vitest-environment page
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { extendExpiry, storedExpiry } from '../../../src/app/idle-expiry.ts';
import { canLockStore, lockStore, passwordDueStore } from '../../../src/app/lock-store.ts';
import {
  goOnWithoutSession,
  lockPhone,
  openScreen,
  watchPhoneLock,
} from '../../../src/app/phone-lock.ts';
import { enterQuickly, endSession } from '../../../src/app/session-commands.ts';
import type * as Hooks from '../../../src/app/session-hooks.ts';
import { checkStoredSession } from '../../../src/app/session-watch.ts';
import { endNotice, sessionStore, startSession } from '../../../src/app/session.ts';
import { announce } from '../../../src/offline/signals.ts';
import { PATIENCE } from '../../support/patience.ts';
import { loggedInUser } from '../support/logged-in-user.ts';

/** The phone below the app: whose vault is open, and who has a PIN. */
const phone = {
  owner: null as string | null,
  pins: new Set<string>(),
  idleSeconds: 120,
  loggedOut: [] as (string | undefined)[],
  contacts: 0,
  isCleared: false,
};

vi.mock('../../../src/app/session-hooks.ts', async (original) => ({
  ...(await original<typeof Hooks>()),
  sessionHooks: async () => ({
    canOpenQuickly: async (userId: string) => phone.pins.has(userId),
    idleSecondsOf: async (userId: string) => (phone.pins.has(userId) ? phone.idleSeconds : null),
    openVaultOwner: async () => phone.owner,
    contactNow: async () => {
      phone.contacts += 1;
    },
    isStorageCleared: async () => phone.isCleared,
    restoreSession: async () => (phone.owner === asha._id ? asha : null),
    lock: async () => {
      phone.owner = null;
    },
    onLogout: async (userId?: string) => {
      phone.owner = null;
      phone.loggedOut.push(userId);
      if (userId !== undefined) phone.pins.delete(userId);
    },
  }),
}));

const asha = loggedInUser('asha');

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  localStorage.clear();
  sessionStorage.clear();
  Object.assign(phone, { owner: 'asha', pins: new Set(['asha']), loggedOut: [], contacts: 0 });
  lockStore.set(false);
  passwordDueStore.set(false);
  startSession(asha, 'token');
});

it.each([
  ['locked', false],
  ['cleared', true],
] as const)(
  'a start without the key says %s where the storage was cleared: %s',
  async (notice, isCleared) => {
    Object.assign(phone, { owner: null, pins: new Set(), isCleared });
    await checkStoredSession();
    expect([sessionStore.get(), endNotice()]).toEqual([null, notice]);
    phone.isCleared = false;
  },
);

const token = () => localStorage.getItem('recoup.token');

describe('a phone with a PIN', () => {
  it('locks instead of ending the session; without one nothing is locked', async () => {
    expect(await lockPhone()).toBe(true);
    expect([lockStore.get(), phone.owner, token()]).toEqual([true, null, 'token']);
    openScreen();
    expect([lockStore.get(), passwordDueStore.get()]).toEqual([false, false]);
    phone.pins.clear();
    expect(await lockPhone()).toBe(false);
    expect(lockStore.get()).toBe(false);
  });

  it('started after the idle time asks for the PIN; without one the session is over', async () => {
    extendExpiry(Date.now() - 3_600_000);
    await checkStoredSession();
    expect([lockStore.get(), sessionStore.get()]).toEqual([true, asha]);
    lockStore.set(false);
    phone.pins.clear();
    await checkStoredSession();
    expect([lockStore.get(), sessionStore.get(), endNotice()]).toEqual([false, null, 'idle']);
  });

  it('goes on when the session is over, asks the server at once whether it may, and says that the password is due', async () => {
    expect(await goOnWithoutSession(asha)).toBe(true);
    expect([token(), passwordDueStore.get(), phone.contacts]).toEqual([null, true, 1]);
    expect(sessionStore.get()).toEqual(asha);
  });

  it('left to somebody else keeps the PIN; a logout does not', async () => {
    await lockPhone();
    await endSession('locked');
    expect([sessionStore.get(), lockStore.get(), token()]).toEqual([null, false, null]);
    expect(phone.pins.has('asha')).toBe(true);
    startSession(asha, 'token');
    await endSession('logout');
    expect(phone.loggedOut).toEqual(['asha']);
    expect(phone.pins.has('asha')).toBe(false);
  });

  it('entered by PIN as somebody else takes no session along', () => {
    enterQuickly(loggedInUser('bala'));
    expect([sessionStore.get()?._id, token(), passwordDueStore.get()]).toEqual([
      'bala',
      null,
      true,
    ]);
  });
});

/** The expiry that activity at the epoch's beginning sets. */
function ahead(): number | null {
  extendExpiry(0);
  return storedExpiry();
}

describe('another tab', () => {
  beforeEach(() => watchPhoneLock());

  it('that locks the phone locks this one, and opens it again', async () => {
    await vi.waitFor(() => expect(canLockStore.get()).toBe(true), PATIENCE);
    phone.owner = null;
    announce('vault');
    await vi.waitFor(() => expect(lockStore.get()).toBe(true), PATIENCE);
    phone.owner = 'asha';
    announce('vault');
    await vi.waitFor(() => expect(lockStore.get()).toBe(false), PATIENCE);
  });

  it('or the worker that learns of another password ends what was opened without it', async () => {
    await goOnWithoutSession(asha);
    phone.pins.clear();
    announce('vault');
    await vi.waitFor(() => expect(sessionStore.get()).toBeNull(), PATIENCE);
    expect(endNotice()).toBe('ended');
  });

  it('the policy’s idle time holds, and the usual one when there is no PIN any more', async () => {
    await vi.waitFor(() => expect(ahead()).toBe(120_000), PATIENCE);
    phone.pins.clear();
    announce('vault');
    await vi.waitFor(() => expect(ahead()).toBe(600_000), PATIENCE);
  });
});
