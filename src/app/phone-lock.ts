import type { LoggedInUser } from '../../contract/auth.ts';
import { TOKEN_KEY } from '../remote/session-client.ts';
import { subscribe } from '../offline/signals.ts';
import { clearIdleTime, extendExpiry, noteIdleTime } from './idle-expiry.ts';
import { canLockStore, lockStore, passwordDueStore } from './lock-store.ts';
import { endSession, isPasswordDue } from './session-commands.ts';
import { hasVault, sessionHooks } from './session-hooks.ts';
import { sessionStore } from './session.ts';

let isWatching = false;

/**
 * Locks the screen of whoever is logged in: the key leaves memory in all tabs, session and screen stay. False: there is no
 * PIN or fingerprint that could open it again.
 */
export async function lockPhone(): Promise<boolean> {
  const user = sessionStore.get();
  if (user === null || !hasVault(user.role)) return false;
  const hooks = await sessionHooks();
  if (!(await hooks.canOpenQuickly(user._id))) return false;
  lockStore.set(true);
  // What was typed last is kept as the screen goes; without the key it could not be.
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  await hooks.lock();
  return true;
}

/** After PIN or fingerprint opened the vault of whoever is logged in: the screen is as it was left. */
export function openScreen(): void {
  extendExpiry();
  passwordDueStore.set(isPasswordDue());
  lockStore.set(false);
}

/** The session is over, but this phone is opened without it: work goes on here, the password is asked for when it suits. */
export async function goOnWithoutSession(user: LoggedInUser): Promise<boolean> {
  if (!hasVault(user.role)) return false;
  const hooks = await sessionHooks();
  if (!(await hooks.canOpenQuickly(user._id))) return false;
  localStorage.removeItem(TOKEN_KEY);
  passwordDueStore.set(true);
  // Was it the password that was changed, or the device that was ended? Then not even that much.
  void hooks.contactNow(user._id);
  return true;
}

/** Follows other tabs, which lock and open the vault too, and how this phone may be opened. */
export function watchPhoneLock(): void {
  void follow();
  if (isWatching) return;
  isWatching = true;
  subscribe(['vault'], () => void follow().catch(() => undefined));
}

async function follow(): Promise<void> {
  const user = sessionStore.get();
  if (user === null) {
    lockStore.set(false);
    return;
  }
  const hooks = await sessionHooks();
  const idleSeconds = await hooks.idleSecondsOf(user._id);
  canLockStore.set(idleSeconds !== null);
  if (idleSeconds === null) clearIdleTime();
  else noteIdleTime(idleSeconds);
  if (idleSeconds !== null && isPasswordDue()) passwordDueStore.set(true);
  if (idleSeconds === null && passwordDueStore.get() && !lockStore.get()) {
    // Opened without the password, which alone may from now on.
    await endSession('ended');
    return;
  }
  const owner = await hooks.openVaultOwner();
  if (owner === null && idleSeconds !== null && sessionStore.get() === user) lockStore.set(true);
  if (owner !== user._id || !lockStore.get()) return;
  // Another tab opened it.
  if ((await hooks.restoreSession())?._id === user._id) openScreen();
}
