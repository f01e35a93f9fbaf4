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

/**
 * Tells the server how the device is by an empty batch, when what it was told last is old or no longer true. A queue that
 * waits for a login asks now and then too: the device may be ended after its account was disabled. True: it was said.
 */
export async function sayLifeSign(outbox: OutboxDatabase, grant: StoredGrant): Promise<boolean> {
  const contents = await readContents(outbox, grant.userId);
  const now = Date.now();
  const { state } = contents;
  if ((isPaused(state) && state.pause !== 'login') || !isDue(state.nextTryAt, now)) return false;
  const isToSay = isPaused(state) ? isOld(state.answer?.at, now) : isLifeSignDue(contents, now);
  if (isToSay) await deliverBatch(outbox, grant, [], contents);
  return isToSay;
}

const isOld = (atMs: number | undefined, nowMs: number): boolean =>
  atMs === undefined || Math.abs(nowMs - atMs) > SILENCE_MS;

function isLifeSignDue(contents: OutboxContents, nowMs: number): boolean {
  const { said } = contents.state;
  if (said === null || isOld(said.at, nowMs)) return true;
  const { unsent, attention } = countUnsent(contents);
  return said.unsent !== unsent || said.attention !== attention;
}
