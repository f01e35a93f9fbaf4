import { isDue } from './backoff.ts';
import { deliverBatch } from './delivery-operations.ts';
import { isPaused } from './delivery-pause.ts';
import { countUnsent, readContents } from './device-state.ts';
import type { OutboxContents } from './device-state.ts';
import { listGrants } from './device-store.ts';
import type { StoredGrant } from './device-store.ts';
import { changeDeliveryState, outboxOf } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

/** A device that was silent for longer says how it is, milliseconds: 15 minutes. */
const SILENCE_MS = 900_000;

/** Makes the next delivery say how the device is, whatever was said before. */
export async function askForLifeSign(userId: string): Promise<void> {
  await changeDeliveryState(outboxOf(userId), () => ({ said: null }));
}

/** The same for every author of this device. */
export async function askForLifeSigns(): Promise<void> {
  for (const { userId } of await listGrants()) await askForLifeSign(userId);
}

/** Tells the server how the device is by an empty batch, when what it was told last is old or no longer true. */
export async function sayLifeSign(outbox: OutboxDatabase, grant: StoredGrant): Promise<void> {
  const contents = await readContents(outbox, grant.userId);
  const now = Date.now();
  if (isPaused(contents.state) || !isDue(contents.state.nextTryAt, now)) return;
  if (isLifeSignDue(contents, now)) await deliverBatch(outbox, grant, [], contents);
}

function isLifeSignDue(contents: OutboxContents, nowMs: number): boolean {
  const { said } = contents.state;
  if (said === null || Math.abs(nowMs - said.at) > SILENCE_MS) return true;
  const { unsent, attention } = countUnsent(contents);
  return said.unsent !== unsent || said.attention !== attention;
}
