import { retryWaitMs } from './backoff.ts';
import { readDeliveryState } from './outbox-database.ts';
import type { LastAnswer, OutboxDatabase, StoredFile } from './outbox-database.ts';

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
  return outbox.transaction('rw', outbox.files, outbox.fileBytes, outbox.state, async () => {
    const now = await readDeliveryState(outbox);
    if (now.epoch !== epoch) return false;
    const deliveredAt = Date.now();
    await changeWaiting(outbox, file, { state: 'delivered', deliveredAt, answer: null });
    await outbox.fileBytes.update(file.fileId, { own: null });
    return true;
  });
}

/** Notes that the server may have part of a file from now on. */
export async function noteBegun(outbox: OutboxDatabase, file: StoredFile): Promise<void> {
  if (file.isStarted !== true) await changeWaiting(outbox, file, { isStarted: true });
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
  await changeWaiting(outbox, file, { attempts, nextTryAt, answer });
}
