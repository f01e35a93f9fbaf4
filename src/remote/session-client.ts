import { pageStorage } from '../lib/page-storage.ts';
import { createServerClient } from './server-client.ts';
import { storedUser } from './stored-user.ts';

/** Local storage's key of the bearer token (design, 4). */
export const TOKEN_KEY = 'recoup.token';

const sessionOverListeners = new Set<() => void>();

/** Calls `listener` when any call answers that the session is over. Returns how to stop. */
export function onSessionOver(listener: () => void): () => void {
  sessionOverListeners.add(listener);
  return () => sessionOverListeners.delete(listener);
}

function storedToken(): string | null {
  return pageStorage()?.getItem(TOKEN_KEY) ?? null;
}

/** Is there a session to call under? Not after a login without a network. */
export function hasSession(): boolean {
  return storedToken() !== null;
}

/** Ends a user's session in this browser, when it is that user's: its data here was ended by a manager. */
export function endSessionOf(userId: string): void {
  if (storedUser()?._id !== userId) return;
  // Who listens forgets token and user, and leaves the screens.
  for (const listener of sessionOverListeners) listener();
  pageStorage()?.removeItem(TOKEN_KEY);
}

/** Calls under the logged-in user's session. Pages only: a worker has no local storage. */
export const server = createServerClient({
  token: storedToken,
  onSessionOver: () => {
    for (const listener of sessionOverListeners) listener();
  },
});
