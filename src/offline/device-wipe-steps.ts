import { deviceCalls } from '../../contract/device.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { createServerClient } from '../remote/server-client.ts';
import { endSessionOf } from '../remote/session-client.ts';
import { dropCache } from './cache-database.ts';
import { underLock } from './delivery-lock.ts';
import { deviceState, readContents } from './device-state.ts';
import type { OutboxContents } from './device-state.ts';
import { keepGrant, readGrant, readVault, removeGrant } from './device-store.ts';
import type { StoredGrant } from './device-store.ts';
import { forgetWipe, isWipeAsked, noteWipeAsked } from './device-wipe-note.ts';
import { dropDrafts } from './drafts.ts';
import { outboxOf } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';
import { forgetAllCopies } from './outbox-copies.ts';
import { announce } from './signals.ts';
import { writeToDeliver } from './storage.ts';
import { destroyVault } from './vault.ts';

/**
 * A manager ended this device for a user: noted, to be carried out when the running delivery has sent what it can. A full phone
 * makes room for the note with what goes anyway; where that is not enough it is carried out now, and told when the next
 * contact asks again.
 */
export async function takeWipe(userId: string): Promise<void> {
  await writeToDeliver(
    userId,
    () => noteWipeAsked(userId),
    () => dropReadable(userId),
  );
}

/**
 * Drops everything of a user that can be read on this device: vault, cache, drafts, copies of own work, local session.
 * What was not delivered stays, sealed, with the right to deliver it. The vault goes first: should this be cut short,
 * nothing of the rest can be read any more. What one step can't remove now keeps none of the others; it throws then.
 */
export async function dropReadable(userId: string, keepsSession = false): Promise<void> {
  const steps = [
    () => destroyVault(userId),
    async () => (keepsSession ? undefined : endSessionOf(userId)),
    () => dropDrafts(userId),
    () => dropCache(userId),
    () => forgetAllCopies(outboxOf(userId)),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  announce('vault');
  announce('loans');
  announce('outbox');
  if (failures.length > 0) throw failures[0];
}

/**
 * Carries out a wipe that was asked for, after a delivery sent what it could, and tells the server. Without an answer
 * it is told again after the next delivery. The right to deliver ends with the last that waits. Tabs and worker do it
 * one after the other, so that it is told once.
 */
export async function finishWipe(userId: string, keepsSession = false): Promise<void> {
  // The usual case needs no turn: nothing was asked, and who has a vault may go on delivering.
  if (!(await isWipeAsked(userId)) && (await readVault(userId)) !== null) return;
  await underLock(`recoup-wipe-${userId}`, async () => wipeNow(userId, keepsSession));
}

async function wipeNow(userId: string, keepsSession: boolean): Promise<void> {
  const grant = await readGrant(userId);
  const outbox = outboxOf(userId);
  if (await isWipeAsked(userId)) {
    await dropReadable(userId, keepsSession);
    const contents = await readContents(outbox, userId);
    if (grant !== null && !(await confirm(grant, outbox, contents))) return;
    await forgetWipe(userId);
  }
  // Every login makes a vault first: without one the user was wiped here.
  if (grant === null || (await readVault(userId)) !== null) return;
  if (await hasWaiting(outbox, userId)) return;
  await removeGrant(userId);
  // Saved between the look and the end.
  if (await hasWaiting(outbox, userId)) await keepGrant(grant);
}

async function hasWaiting(outbox: OutboxDatabase, userId: string): Promise<boolean> {
  const { operations, files } = await readContents(outbox, userId);
  return operations.length + files.length > 0;
}

/** False: the server didn't hear it. */
async function confirm(
  { deliveryToken, epoch }: StoredGrant,
  outbox: OutboxDatabase,
  contents: OutboxContents,
): Promise<boolean> {
  const client = createServerClient({ token: () => deliveryToken });
  const device = await deviceState(outbox, contents, epoch, new Set());
  try {
    await client.call(deviceCalls.confirmWipe, { body: { device } });
    return true;
  } catch (error) {
    // A dead token can't confirm: the next registration does.
    return error instanceof RefusedError && error.status === 401;
  }
}
