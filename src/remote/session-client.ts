import { createServerClient } from './server-client.ts';

/** Local storage's key of the bearer token (design, 4). */
export const TOKEN_KEY = 'recoup.token';

const sessionOverListeners = new Set<() => void>();

/** Calls `listener` when any call answers that the session is over. Returns how to stop. */
export function onSessionOver(listener: () => void): () => void {
  sessionOverListeners.add(listener);
  return () => sessionOverListeners.delete(listener);
}

/** Calls under the logged-in user's session. Pages only: a worker has no local storage. */
export const server = createServerClient({
  token: () => globalThis.localStorage?.getItem(TOKEN_KEY) ?? null,
  onSessionOver: () => {
    for (const listener of sessionOverListeners) listener();
  },
});
