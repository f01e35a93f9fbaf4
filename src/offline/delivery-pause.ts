import { readGrant } from './device-store.ts';
import type { StoredGrant } from './device-store.ts';
import { changeDeliveryState } from './outbox-database.ts';
import type { LastAnswer, OutboxDatabase } from './outbox-database.ts';

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
  await changeDeliveryState(outbox, () => ({ pause, answer }));
  return true;
}
