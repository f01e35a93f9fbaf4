import { authCalls } from '../../contract/auth.ts';
import { TOKEN_KEY, onSessionOver, server } from '../remote/session-client.ts';
import { onUserRenewed, renewStoredUser } from '../remote/stored-user.ts';
import { isExpired, storedExpiry, watchIdle } from './idle-expiry.ts';
import { lockStore } from './lock-store.ts';
import { goOnWithoutSession, lockPhone } from './phone-lock.ts';
import { endSession, renewSession } from './session-commands.ts';
import { hasVault, isOfflineRole, sessionHooks } from './session-hooks.ts';
import { forgetSession, rereadUser, sessionStore } from './session.ts';

/** The server counts idleness by its own calls; a person at work who sends none is made known so often. */
const KEEP_ALIVE_MS = 240_000;

/** Ends a session whose stored expiry has passed before anything is shown (spec 4.1). Call it first. */
export async function checkStoredSession(): Promise<void> {
  const user = sessionStore.get();
  if (user === null) return;
  if (isExpired()) {
    if (!(await lockPhone())) await endSession('idle');
    return;
  }
  if (!hasVault(user.role)) return;
  const hooks = await sessionHooks();
  const restored = await hooks.restoreSession().catch((error: unknown) => {
    if (isOfflineRole(user.role)) throw error;
    return null;
  });
  // The browser kept the session but not the key to what is stored here: only the password opens it. Who only reads
  // here goes on with the network, if there is one.
  const needsKey = isOfflineRole(user.role) || !navigator.onLine;
  if (restored === null && needsKey && !(await lockPhone()))
    forgetSession((await hooks.isStorageCleared()) ? 'cleared' : 'locked');
}

/** Makes the person known to the server as being here, and takes in who they are by now: a lender may have a new name. */
function sayHere(): void {
  server
    .call(authCalls.whoAmI)
    .then(({ userInfo }) => renewStoredUser(userInfo))
    .catch(() => undefined);
}

/** Watches the session while somebody is logged in: idleness, 401s, the network's return. Returns how to stop. */
export function startSessionWatch(): () => void {
  // The bar names the lender. Agents, who may begin on a bad line, are spared the call.
  if (sessionStore.get()?.client && localStorage.getItem(TOKEN_KEY) !== null) sayHere();
  const stops = [
    watchIdle(() => void goIdle()),
    keepAlive(),
    onSessionOver(() => void handleSessionOver()),
    onNetworkBack(() => void renewSession()),
    onUserRenewed(rereadUser),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A phone that can be opened again locks itself; elsewhere the session ends. */
async function goIdle(): Promise<void> {
  if (lockStore.get() || (await lockPhone())) return;
  await endSession('idle');
}

async function handleSessionOver(): Promise<void> {
  const user = sessionStore.get();
  if (user === null) return;
  // Opened without a network, so there was no token to refuse: get one now. On a line that brings no answer to a login
  // the phone stays open, as it was without any.
  const hadToken = localStorage.getItem(TOKEN_KEY) !== null;
  if (!hadToken && (await renewSession()) !== 'none') return;
  // Somebody logged out, or in, while that was asked.
  if (sessionStore.get()?._id !== user._id) return;
  if (!hadToken && localStorage.getItem(TOKEN_KEY) !== null) return;
  if (await goOnWithoutSession(user)) return;
  await endSession('ended');
}

/** Tells the server that the person is at work, when they are and no call has said so. */
function keepAlive(): () => void {
  let lastExpiry = storedExpiry();
  const timer = setInterval(() => {
    const expiry = storedExpiry();
    const wasActive = expiry !== lastExpiry;
    lastExpiry = expiry;
    // Who tries PINs on a locked phone is not at work.
    if (
      wasActive &&
      !lockStore.get() &&
      navigator.onLine &&
      localStorage.getItem(TOKEN_KEY) !== null
    ) {
      sayHere();
    }
  }, KEEP_ALIVE_MS);
  return () => clearInterval(timer);
}

function onNetworkBack(listener: () => void): () => void {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}
