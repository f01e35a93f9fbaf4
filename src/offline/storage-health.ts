import { cacheOf } from './cache-database.ts';
import { readDeviceValue, writeDeviceValue } from './device-store.ts';
import { outboxOf } from './outbox-database.ts';
import { platform } from './platform.ts';
import { wasRefused, wasShort } from './storage-probe.ts';
import { openedVaultOrNull } from './vault.ts';

/** Left free for the next visits; below it the phone counts as nearly full. */
const RESERVE_BYTES = 30_000_000;
/** Below it a photo fails. */
const FULL_BYTES = 2_000_000;
/** A browser that would not promise is asked again after so long, milliseconds: 7 days. */
const ASK_AGAIN_MS = 7 * 86_400_000;
const ASKED = 'persistence-asked';
/** A block of a hundred loans with their histories, about. */
const BLOCK_BYTES = 250_000;

/** How the browser's storage stands. Zero quota: the browser doesn't tell. */
export interface StorageHealth {
  usageBytes: number;
  quotaBytes: number;
  /** Null: the browser doesn't tell. */
  freeBytes: number | null;
  /** Nearly full: a photo might soon fail. */
  isLow: boolean;
  /** The next photo fails. */
  isFull: boolean;
  /** The browser promised not to clear it by itself. */
  isPersisted: boolean;
  /** Files of the logged-in author still to be sent: sending them frees this. */
  waitingBytes: number;
  /** What can be given up without loss, about: files already delivered, and loans that a pull brings again. */
  spareBytes: number;
}

/** Asks the browser now not to clear this app's storage by itself; false when it won't promise. For a button. */
export async function requestPersistence(): Promise<boolean> {
  const { storage } = platform();
  if (storage === undefined) return false;
  if (await storage.persisted()) return true;
  await writeDeviceValue(ASKED, Date.now());
  return (await storage.persist?.()) ?? false;
}

/**
 * Asks the same at a moment when there is something to lose; not again for a week when the browser (or the person it
 * asked) would not. False when it isn't promised.
 */
export async function keepPersistent(): Promise<boolean> {
  const { storage } = platform();
  if (storage === undefined) return false;
  if (await storage.persisted()) return true;
  const askedAt = (await readDeviceValue<number>(ASKED)) ?? 0;
  return Math.abs(Date.now() - askedAt) < ASK_AGAIN_MS ? false : requestPersistence();
}

/** How the browser's storage stands. */
export async function storageHealth(): Promise<StorageHealth> {
  const { storage } = platform();
  const [estimate, isPersisted, own] = await Promise.all([
    storage?.estimate() ?? { usage: 0, quota: 0 },
    storage?.persisted() ?? false,
    ownBytes(),
  ]);
  const { usage = 0, quota = 0 } = estimate;
  const freeBytes = quota > 0 ? Math.max(0, quota - usage) : null;
  return {
    usageBytes: usage,
    quotaBytes: quota,
    freeBytes,
    isLow: wasRefused() || wasShort() || (freeBytes !== null && freeBytes < RESERVE_BYTES),
    isFull: wasRefused() || (freeBytes !== null && freeBytes < FULL_BYTES),
    isPersisted,
    ...own,
  };
}

async function ownBytes(): Promise<Pick<StorageHealth, 'waitingBytes' | 'spareBytes'>> {
  const userId = openedVaultOrNull()?.user._id;
  if (userId === undefined) return { waitingBytes: 0, spareBytes: 0 };
  const files = await outboxOf(userId).files.toArray();
  const sizes = (isDelivered: boolean) =>
    files
      .filter((file) => (file.state === 'delivered') === isDelivered)
      .reduce((sum, file) => sum + file.size, 0);
  const blocks = await cacheOf(userId).loanBlocks.count();
  return { waitingBytes: sizes(false), spareBytes: sizes(true) + blocks * BLOCK_BYTES };
}
