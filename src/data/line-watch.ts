import type { Query, QueryClient } from '@tanstack/react-query';
import { notificationCalls } from '../../contract/notification.ts';
import { isBusyError } from '../lib/busy.ts';
import { isOfflineError } from '../lib/error-words.ts';
import { hasSession, server } from '../remote/session-client.ts';

/** How long after a call that got no answer, and how often from then on, the server is asked for a sign of life, milliseconds. */
const LOOK_MS = 15_000;
/** What was hung up on after its whole time limit is not asked again sooner: the server may take too long for just that. */
const AFTER_SILENCE_MS = 60_000;

/** Is this without an answer because the server was out of reach, and may it be asked again by itself? */
function isCut({ state, meta }: Query): boolean {
  const { error, data, errorUpdatedAt } = state;
  if (!isOfflineError(error) || isBusyError(error)) return false;
  if (meta?.isReadOnce === true && data !== undefined) return false;
  const isTimeout = error?.cause instanceof Error && error.cause.name === 'TimeoutError';
  return !isTimeout || Math.abs(Date.now() - errorUpdatedAt) >= AFTER_SILENCE_MS;
}

async function isServerThere(): Promise<boolean> {
  if (document.visibilityState !== 'visible' || !navigator.onLine || !hasSession()) return false;
  return server
    .call(notificationCalls.countNotifications, {}, { isBackground: true, timeoutMs: LOOK_MS })
    .then(() => true)
    .catch((error: unknown) => !isOfflineError(error));
}

/**
 * Reads again by itself what is shown when the server can be reached again. The browser tells only of a network that it lost
 * itself: of a cell without a line, a portal or a server that was away it knows nothing. One small call asks for all; what is
 * shown stays until there is an answer. Returns how to stop.
 */
export function watchLine(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const isShownCut = () =>
    client
      .getQueryCache()
      .findAll({ type: 'active' })
      .some(({ state }) => isOfflineError(state.error));
  const look = async () => {
    if (isShownCut() && (await isServerThere()))
      await client.refetchQueries({ type: 'active', predicate: isCut });
    timer = null;
    plan();
  };
  const plan = () => {
    if (isShownCut()) timer ??= setTimeout(() => void look(), LOOK_MS);
  };
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') plan();
  });
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}
