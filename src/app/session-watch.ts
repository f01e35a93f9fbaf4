import { authCalls } from '../../contract/auth.ts';
import { TOKEN_KEY, onSessionOver, server } from '../remote/session-client.ts';
import { isExpired, watchIdle } from './idle-expiry.ts';
import { endSession, renewSession } from './session-commands.ts';
import { isOfflineRole, sessionHooks } from './session-hooks.ts';
import { followOtherTabs, forgetSession, sessionStore } from './session.ts';

/** The server counts idleness by its own calls; a person at work who sends none is made known so often. */
const KEEP_ALIVE_MS = 240_000;

/** Ends a session whose stored expiry has passed before anything is shown (spec 4.1). Call it first. */
export async function checkStoredSession(): Promise<void> {
  const user = sessionStore.get();
  if (user === null) return;
  if (isExpired()) {
    await endSession('idle');
    return;
  }
  if (!isOfflineRole(user.role)) return;
  const hooks = await sessionHooks();
  // The browser kept the session but not the key to what is stored here: only the password opens it.
  if ((await hooks.restoreSession()) === null) forgetSession('ended');
}

/** Watches the session while the app is open: idleness, 401s, other tabs, the network's return. */
export function startSessionWatch(): () => void {
  const stops = [
    watchWhileLoggedIn(),
    onSessionOver(() => void handleSessionOver()),
    followOtherTabs(() => void endSession('ended')),
    onNetworkBack(() => void renewSession()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function handleSessionOver(): Promise<void> {
  if (sessionStore.get() === null) return;
  // Opened without a network, so there was no token to refuse: get one now.
  const hadToken = localStorage.getItem(TOKEN_KEY) !== null;
  if (!hadToken && (await renewSession())) return;
  await endSession('ended');
}

function watchWhileLoggedIn(): () => void {
  let stop: (() => void) | null = null;
  const follow = () => {
    const isIn = sessionStore.get() !== null;
    if (isIn && stop === null) stop = watchOne();
    else if (!isIn && stop !== null) {
      stop();
      stop = null;
    }
  };
  follow();
  const unfollow = sessionStore.subscribe(follow);
  return () => {
    unfollow();
    stop?.();
  };
}

function watchOne(): () => void {
  const stopIdle = watchIdle(() => void endSession('idle'));
  let lastExpiry = localStorage.getItem('recoup.expiry');
  const keepAlive = setInterval(() => {
    const expiry = localStorage.getItem('recoup.expiry');
    const wasActive = expiry !== lastExpiry;
    lastExpiry = expiry;
    if (wasActive && navigator.onLine && localStorage.getItem(TOKEN_KEY) !== null) {
      server.call(authCalls.whoAmI).catch(() => undefined);
    }
  }, KEEP_ALIVE_MS);
  return () => {
    stopIdle();
    clearInterval(keepAlive);
  };
}

function onNetworkBack(listener: () => void): () => void {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}
