import { nextBatch } from './delivery-batch.ts';
import { deliverFiles, nextFiles } from './delivery-files.ts';
import { underLock } from './delivery-lock.ts';
import { deliverBatch } from './delivery-operations.ts';
import { listGrants, readGrant } from './device-store.ts';
import type { StoredGrant } from './device-store.ts';
import { changeDeliveryState, outboxOf, readDeliveryState } from './outbox-database.ts';
import type { DeliveryState, OutboxDatabase } from './outbox-database.ts';
import { announce } from './signals.ts';
import { dropDeliveredFiles } from './storage.ts';

/** How often a running delivery says that it lives, milliseconds. */
const BEAT_MS = 15_000;
/** Delivered files stay so long for a server that is restored from a backup, milliseconds: 2 days. */
const DELIVERED_FILE_LIFE_MS = 2 * 86_400_000;
const AFTER_FAULT_MS = 30_000;

/** How a delivery ended. */
export interface DeliveryResult {
  /** When to try again, milliseconds; null: nothing is waiting, or only a person can go on. */
  nextTryAt: number | null;
}

/**
 * Delivers everything that waits on this device, of every author, each under the author's own token. Page and worker
 * call the same function; a lock keeps them from doing it twice.
 */
export async function deliverAll(): Promise<DeliveryResult> {
  const results: (number | null)[] = [];
  for (const { userId } of await listGrants()) {
    try {
      results.push(await deliverAuthor(userId));
    } catch {
      // A fault of one author's database, or the lock taken over by another tab, must not hold up the others.
      results.push(Date.now() + AFTER_FAULT_MS);
    }
  }
  return { nextTryAt: earliest(results) };
}

/** Delivers now, whatever the waiting times and pauses say. */
export async function sendNow(): Promise<DeliveryResult> {
  for (const { userId } of await listGrants()) await resume(userId);
  return deliverAll();
}

/** Delivers at a good moment (start, network back, screen looked at): waiting times end, pauses stay. */
export async function deliverAfresh(): Promise<DeliveryResult> {
  for (const { userId } of await listGrants()) await resume(userId, true);
  return deliverAll();
}

/** Ends the waiting times of an author's queue, and its pause unless that is kept. */
export async function resume(userId: string, keepsPause = false): Promise<void> {
  const outbox = outboxOf(userId);
  await outbox.transaction('rw', outbox.operations, outbox.files, outbox.state, async () => {
    await changeDeliveryState(outbox, ({ pause }) => ({
      pause: keepsPause ? pause : null,
      attempts: 0,
      nextTryAt: 0,
    }));
    await outbox.operations.toCollection().modify({ nextTryAt: 0 });
    await outbox.files.where('state').equals('waiting').modify({ nextTryAt: 0 });
  });
}

/** Delivers one author's queue, batch by batch; the lock is free between batches. Returns when to try again. */
export async function deliverAuthor(userId: string): Promise<number | null> {
  const outbox = outboxOf(userId);
  for (;;) {
    const step = await underLock(`recoup-delivery-${userId}`, (beat) =>
      whileBeating(beat, () => deliverStep(outbox, userId)),
    );
    announce('delivery');
    if (step === null) return Date.now() + AFTER_FAULT_MS;
    if (!step.hasMoved) return step.nextTryAt;
    announce('outbox');
  }
}

interface Step {
  hasMoved: boolean;
  nextTryAt: number | null;
}

async function deliverStep(outbox: OutboxDatabase, userId: string): Promise<Step> {
  const now = Date.now();
  const grant = await readGrant(userId);
  const state = await readDeliveryState(outbox);
  if (grant === null || state.pause !== null) return { hasMoved: false, nextTryAt: null };
  if (state.nextTryAt > now) return { hasMoved: false, nextTryAt: state.nextTryAt };
  const waiting = await outbox.operations.toArray();
  const batch = nextBatch(waiting, now, state.batchSize);
  if (batch.entries.length > 0) {
    const hasMoved = await deliverBatch(outbox, grant, batch.entries, waiting);
    if (hasMoved) return { hasMoved, nextTryAt: null };
    return { hasMoved, nextTryAt: await nextTryOf(outbox) };
  }
  return deliverFilesStep(outbox, grant, now);
}

async function deliverFilesStep(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  now: number,
): Promise<Step> {
  const files = await nextFiles(outbox, now);
  if (files.due.length === 0) {
    await dropDeliveredFiles(grant.userId, now - DELIVERED_FILE_LIFE_MS);
    return { hasMoved: false, nextTryAt: await nextTryOf(outbox) };
  }
  const { delivered, isStopped } = await deliverFiles(outbox, grant, files.due);
  const hasMoved = delivered > 0 && !isStopped;
  return { hasMoved, nextTryAt: hasMoved ? null : await nextTryOf(outbox) };
}

/** When the queue can go on by itself: the earliest of its waiting times. */
async function nextTryOf(outbox: OutboxDatabase): Promise<number | null> {
  const now = Date.now();
  const state: DeliveryState = await readDeliveryState(outbox);
  if (state.pause !== null) return null;
  const batch = nextBatch(await outbox.operations.toArray(), now, 1);
  const files = await nextFiles(outbox, now);
  const isReady = batch.entries.length > 0 || files.due.length > 0;
  const soonest = earliest([isReady ? now : null, batch.nextTryAt, files.nextTryAt]);
  return soonest === null ? null : Math.max(soonest, state.nextTryAt);
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
    void beat();
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
