import { LARGEST_PART, SMALLEST_PART } from './delivery-line.ts';
import { retryWaitMs } from './backoff.ts';
import { heardTime } from './device-store.ts';
import { readDeliveryState } from './outbox-database.ts';
import type { LastAnswer, OutboxDatabase, StoredFile } from './outbox-database.ts';

/** A file that failed so often goes in ever smaller parts. */
const SMALLER_AFTER_ATTEMPTS = 3;

/** Changes a file that still waits; one that somebody else delivered or parked meanwhile stays as it is. */
async function changeWaiting(
  outbox: OutboxDatabase,
  { fileId }: StoredFile,
  change: Partial<StoredFile>,
): Promise<number> {
  return outbox.files
    .where('fileId')
    .equals(fileId)
    .and((file) => file.state === 'waiting')
    .modify(change);
}

/**
 * Notes that the server has a file. False: the server's life is another one by now, and the restored server may not
 * have it, so it is offered it again.
 */
export async function markDelivered(
  outbox: OutboxDatabase,
  file: StoredFile,
  epoch: string | null,
): Promise<boolean> {
  const deliveredAt = await heardTime();
  return outbox.transaction('rw', outbox.files, outbox.fileBytes, outbox.state, async () => {
    const now = await readDeliveryState(outbox);
    if (now.epoch !== epoch) return false;
    await changeWaiting(outbox, file, { state: 'delivered', deliveredAt, answer: null });
    await outbox.fileBytes.update(file.fileId, { own: null });
    return true;
  });
}

/** On a phone without any room: a file that the server has goes at once. */
export async function dropDelivered(
  outbox: OutboxDatabase,
  { fileId }: StoredFile,
): Promise<boolean> {
  await outbox.transaction('rw', outbox.files, outbox.fileBytes, async () => {
    await outbox.files.delete(fileId);
    await outbox.fileBytes.delete(fileId);
  });
  return true;
}

/** Notes that the server may have part of a file from now on. */
export async function noteBegun(outbox: OutboxDatabase, file: StoredFile): Promise<void> {
  if (file.isStarted !== true) await changeWaiting(outbox, file, { isStarted: true });
}

/** What is shown of a file on its way. What was in the way before is over, but for a limit, which chooses the way. */
export async function noteSent(
  outbox: OutboxDatabase,
  file: StoredFile,
  sentBytes: number,
): Promise<void> {
  const isLimit = file.answer?.status === 413;
  await changeWaiting(outbox, file, { sentBytes, ...(!isLimit && { answer: null }) });
}

/** This file goes in the bodies of requests from now on, at once. */
export async function sendInBodies(
  outbox: OutboxDatabase,
  file: StoredFile,
  answer: LastAnswer,
): Promise<void> {
  await changeWaiting(outbox, file, { isInBodies: true, nextTryAt: 0, answer });
}

/** A person must look at this file. */
export async function parkFile(
  outbox: OutboxDatabase,
  file: StoredFile,
  answer: LastAnswer,
): Promise<void> {
  await changeWaiting(outbox, file, { state: 'parked', nextTryAt: 0, answer });
}

/** This file goes again later: after `waitMs`, or the longer the more often it failed. */
export async function tryFileLater(
  outbox: OutboxDatabase,
  file: StoredFile,
  answer: LastAnswer,
  waitMs: number | null,
): Promise<void> {
  const attempts = file.attempts + 1;
  const nextTryAt = Date.now() + (waitMs ?? retryWaitMs(attempts));
  const isTooMuch = answer.status === 413 || attempts >= SMALLER_AFTER_ATTEMPTS;
  const smaller = Math.max(SMALLEST_PART, (file.partBytes ?? LARGEST_PART / 2) / 2);
  const change = isTooMuch ? { partBytes: smaller } : {};
  await changeWaiting(outbox, file, { attempts, nextTryAt, answer, ...change });
}
