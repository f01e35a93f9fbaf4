import { dropCache } from './cache-database.ts';
import { DeviceError } from './errors.ts';
import { outboxOf } from './outbox-database.ts';
import { platform } from './platform.ts';
import { announce } from './signals.ts';

/** Left free for the next visits; below it the phone counts as nearly full. */
const RESERVE_BYTES = 30_000_000;

/** How the browser's storage stands. Zero quota: the browser doesn't tell. */
export interface StorageHealth {
  usageBytes: number;
  quotaBytes: number;
  /** Nearly full: a photo might soon fail. */
  isLow: boolean;
  /** The browser promised not to clear it by itself. */
  isPersisted: boolean;
}

/** Asks the browser not to clear this app's storage by itself; false when it won't promise. */
export async function requestPersistence(): Promise<boolean> {
  const { storage } = platform();
  if (storage === undefined) return false;
  return (await storage.persisted()) || ((await storage.persist?.()) ?? false);
}

/** How the browser's storage stands. */
export async function storageHealth(): Promise<StorageHealth> {
  const { storage } = platform();
  if (storage === undefined)
    return { usageBytes: 0, quotaBytes: 0, isLow: false, isPersisted: false };
  const [{ usage = 0, quota = 0 }, isPersisted] = await Promise.all([
    storage.estimate(),
    storage.persisted(),
  ]);
  const isLow = quota > 0 && quota - usage < RESERVE_BYTES;
  return { usageBytes: usage, quotaBytes: quota, isLow, isPersisted };
}

/** Makes room before something big is saved: gives up delivered files, then the cache. Never anything unsent. */
export async function makeRoom(userId: string, neededBytes: number): Promise<void> {
  const { usageBytes, quotaBytes } = await storageHealth();
  if (quotaBytes === 0 || quotaBytes - usageBytes > neededBytes + RESERVE_BYTES / 3) return;
  await giveUp(userId);
}

/** Runs a durable write; when the phone is full, gives up what can be had again and tries once more. Throws STORAGE_FULL. */
export async function writeOrMakeRoom(userId: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    await giveUp(userId);
    try {
      await write();
    } catch (again) {
      if (isQuotaError(again)) throw new DeviceError('STORAGE_FULL', { cause: again });
      throw again;
    }
  }
}

async function giveUp(userId: string): Promise<void> {
  await dropDeliveredFiles(userId, Number.POSITIVE_INFINITY);
  await dropCache(userId);
  announce('loans');
}

/** Drops the bytes of files delivered before an instant (milliseconds). */
export async function dropDeliveredFiles(userId: string, beforeMs: number): Promise<void> {
  const outbox = outboxOf(userId);
  await outbox.transaction('rw', outbox.files, outbox.fileBytes, async () => {
    const delivered = await outbox.files.where('state').equals('delivered').toArray();
    const ids = delivered.filter((file) => file.deliveredAt < beforeMs).map((file) => file.fileId);
    await outbox.files.bulkDelete(ids);
    await outbox.fileBytes.bulkDelete(ids);
  });
}

/** Is this the browser's "no room left"? Dexie wraps it: an AbortError with the real one inside. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, inner, cause } = error as { name?: unknown; inner?: unknown; cause?: unknown };
  return name === 'QuotaExceededError' || isQuotaError(inner) || isQuotaError(cause);
}
