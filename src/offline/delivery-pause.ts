import { APP_VERSION } from './app-version.ts';
import { readGrant } from './device-store.ts';
import type { StoredGrant } from './device-store.ts';
import { changeDeliveryState } from './outbox-database.ts';
import { eraseQuickUnlock } from './quick-unlock-record.ts';
import type { DeliveryState, LastAnswer, OutboxDatabase } from './outbox-database.ts';

/**
 * Stops an author's whole queue until a login or an update. False: a login meanwhile brought a new token and the old
 * one was refused for that, so there is nothing to stop.
 */
export async function pauseQueue(
  outbox: OutboxDatabase,
  used: StoredGrant,
  pause: 'login' | 'update',
  answer: LastAnswer,
): Promise<boolean> {
  const current = await readGrant(used.userId);
  if (pause === 'login' && current?.deliveryToken !== used.deliveryToken) return false;
  const pausedVersion = pause === 'update' ? APP_VERSION : null;
  await changeDeliveryState(outbox, () => ({ pause, pausedVersion, answer }));
  // Whom the server doesn't know any more from this phone must prove the password.
  if (pause === 'login') await eraseQuickUnlock(used.userId);
  return true;
}

/** Is the queue stopped? A pause for an update ends with the update. */
export function isPaused({ pause, pausedVersion }: DeliveryState): boolean {
  return (
    pause === 'login' || (pause === 'update' && (pausedVersion ?? APP_VERSION) === APP_VERSION)
  );
}
