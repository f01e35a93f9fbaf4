import { isDue } from './backoff.ts';
import { nextBatch } from './delivery-batch.ts';
import type { BatchEntry } from './delivery-batch.ts';
import { withPredecessors } from './delivery-predecessor.ts';
import { deliverFiles, nextFiles } from './delivery-files.ts';
import { sayLifeSign } from './delivery-life-sign.ts';
import { underLock } from './delivery-lock.ts';
import { deliverBatch } from './delivery-operations.ts';
import { isPaused } from './delivery-pause.ts';
import { readContents } from './device-state.ts';
import type { OutboxContents } from './device-state.ts';
import { heardTime, listGrants, readGrant } from './device-store.ts';
import { finishWipe } from './device-wipe-steps.ts';
import { resealFiles, resealOperations } from './operation-reseal.ts';
import { changeDeliveryState, outboxOf, readDeliveryState } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';
import { announce } from './signals.ts';
import { dropDeliveredFiles, noteIfRoom } from './storage.ts';
import { keepReserve } from './storage-reserve.ts';
import { openedVaultOrNull } from './vault.ts';

/** How often a running delivery says that it lives, milliseconds. */
const BEAT_MS = 15_000;
/** Delivered files stay so long, by the server's clock, should it be restored from a backup, milliseconds: 2 days. */
const DELIVERED_FILE_LIFE_MS = 2 * 86_400_000;
const AFTER_FAULT_MS = 30_000;

/** What a step did. `tried`: it came no further, but how the queue stands has changed. */
type StepEnd = 'idle' | 'tried' | 'moved';

/** How a delivery ended. */
export interface DeliveryResult {
  /** When to try again, milliseconds; null: nothing is waiting, or only a person can go on. */
  nextTryAt: number | null;
}

/**
 * Delivers everything that waits on this device, of every author, each under the author's own token; who is logged in
 * goes first. Page and worker call the same function; a lock keeps them from doing it twice.
 */
export async function deliverAll(): Promise<DeliveryResult> {
  const results: (number | null)[] = [];
  const first = openedVaultOrNull()?.user._id;
  const authors = (await listGrants()).map(({ userId }) => userId);
  for (const userId of authors.toSorted((one, other) => rank(one, first) - rank(other, first))) {
    try {
      results.push(await deliverAuthor(userId));
    } catch {
      // A fault of one author's database, or the lock taken over by another tab, must not hold up the others.
      results.push(Date.now() + AFTER_FAULT_MS);
    }
  }
  return { nextTryAt: earliest(results) };
}

function rank(userId: string, first: string | undefined): number {
  return userId === first ? 0 : 1;
}

/** Delivers now, whatever the waiting times and pauses say. */
export async function sendNow(): Promise<DeliveryResult> {
  for (const { userId } of await listGrants()) await resume(userId);
  return deliverAll();
}

/**
 * Delivers at a good moment (start, network back, screen looked at): waiting times end; pauses stay, and the time for which
 * the server asked to be left alone.
 */
export async function deliverAfresh(): Promise<DeliveryResult> {
  for (const { userId } of await listGrants()) await resume(userId, true);
  return deliverAll();
}

/** Ends the waiting times of an author's queue; its pause and what the server asked for too, unless they are kept. */
export async function resume(userId: string, keepsPause = false): Promise<void> {
  await noteIfRoom(() => endWaits(outboxOf(userId), keepsPause));
}

async function endWaits(outbox: OutboxDatabase, keepsPause: boolean): Promise<void> {
  const now = Date.now();
  await outbox.transaction('rw', outbox.operations, outbox.files, outbox.state, async () => {
    await changeDeliveryState(outbox, ({ pause, askedUntil }) => ({
      pause: keepsPause ? pause : null,
      attempts: 0,
      nextTryAt: keepsPause && !isDue(askedUntil, now) ? askedUntil : 0,
    }));
    await outbox.operations.toCollection().modify({ nextTryAt: 0 });
    await outbox.files.where('state').equals('waiting').modify({ nextTryAt: 0 });
  });
}

/**
 * Delivers one author's queue: operations batch by batch, then files, whose lock is their own, so that a visit saved
 * while photos go doesn't wait for them. Then says how the device is, where that changed, and carries out a wipe that
 * was asked for (`keepsSession`: the session is newer than that). Returns when to try again.
 */
export async function deliverAuthor(userId: string, keepsSession = false): Promise<number | null> {
  const outbox = outboxOf(userId);
  const keyId = await keyIdOf(userId);
  const [operationsLock, filesLock] = [`recoup-delivery-${userId}`, `recoup-files-${userId}`];
  const steps = [
    await drain(operationsLock, () => operationsStep(outbox, userId)),
    await drain(filesLock, () => filesStep(outbox, userId)),
    await drain(operationsLock, () => lifeStep(outbox, userId)),
  ];
  // With another key to seal to, what was refused for the old one can go.
  if (openedVaultOrNull() !== null && (await keyIdOf(userId)) !== keyId)
    return deliverAuthor(userId, keepsSession);
  await finishWipe(userId, keepsSession);
  await keepReserve().catch(() => false);
  return steps.includes(null) ? Date.now() + AFTER_FAULT_MS : nextTryOf(outbox, userId);
}

async function keyIdOf(userId: string): Promise<string | null> {
  return (await readGrant(userId))?.serverKey.keyId ?? null;
}

/**
 * Repeats a step, each time under the lock, until nothing moves. Null: another tab or the worker is at it. Where nothing
 * was done nothing is told: every tab reads its screens again whenever one of them tells of a delivery.
 */
async function drain(lock: string, step: () => Promise<StepEnd>): Promise<'done' | null> {
  for (;;) {
    const end = await underLock(lock, (beat) => whileBeating(beat, step));
    if (end === null) return null;
    if (end !== 'idle') announce('delivery');
    if (end !== 'moved') return 'done';
    announce('outbox');
  }
}

async function operationsStep(outbox: OutboxDatabase, userId: string): Promise<StepEnd> {
  const grant = await readGrant(userId);
  if (grant === null) return 'idle';
  const { contents, entries } = await readNext(outbox, userId);
  if (await resealOperations(outbox, grant, contents.operations)) return 'moved';
  if (entries.length === 0) return 'idle';
  return (await deliverBatch(outbox, grant, entries, contents)) ? 'moved' : 'tried';
}

/**
 * What goes next, and what comes before it, at one moment: what another tab learned in between may have brought confirmed
 * work back, and the next one's predecessor would be found neither among what waits nor among what is confirmed.
 */
async function readNext(
  outbox: OutboxDatabase,
  userId: string,
): Promise<{ contents: OutboxContents; entries: BatchEntry[] }> {
  const { operations, receipts, files, state } = outbox;
  return outbox.transaction('r', operations, receipts, files, state, async () => {
    const contents = await readContents(outbox, userId);
    const now = Date.now();
    if (isPaused(contents.state) || !isDue(contents.state.nextTryAt, now))
      return { contents, entries: [] };
    const { entries } = nextBatch(contents.operations, now, contents.state.batchSize);
    return { contents, entries: await withPredecessors(outbox, entries) };
  });
}

async function filesStep(outbox: OutboxDatabase, userId: string): Promise<StepEnd> {
  const grant = await readGrant(userId);
  if (grant === null) return 'idle';
  await resealFiles(outbox, grant);
  const now = Date.now();
  const state = await readDeliveryState(outbox);
  if (isPaused(state) || !isDue(state.nextTryAt, now)) return 'idle';
  const { due } = await nextFiles(outbox, now);
  if (due.length === 0) {
    const dropped = await dropDeliveredFiles(userId, (await heardTime()) - DELIVERED_FILE_LIFE_MS);
    return dropped === 0 ? 'idle' : 'tried';
  }
  const { delivered, isStopped, isRenewed } = await deliverFiles(outbox, grant, state.epoch);
  return isRenewed || (delivered > 0 && !isStopped) ? 'moved' : 'tried';
}

async function lifeStep(outbox: OutboxDatabase, userId: string): Promise<StepEnd> {
  const grant = await readGrant(userId);
  return grant !== null && (await sayLifeSign(outbox, grant)) ? 'tried' : 'idle';
}

/** When the queue can go on by itself: the earliest of its waiting times. */
async function nextTryOf(outbox: OutboxDatabase, userId: string): Promise<number | null> {
  const now = Date.now();
  const state = await readDeliveryState(outbox);
  if (isPaused(state) || (await readGrant(userId)) === null) return null;
  const batch = nextBatch(await outbox.operations.toArray(), now, 1);
  const files = await nextFiles(outbox, now);
  const isReady = batch.entries.length > 0 || files.due.length > 0;
  const soonest = earliest([isReady ? now : null, batch.nextTryAt, files.nextTryAt]);
  if (soonest === null) return null;
  return isDue(state.nextTryAt, now) ? soonest : Math.max(soonest, state.nextTryAt);
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

async function whileBeating<Result>(
  beat: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    beat().catch(() => undefined);
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
