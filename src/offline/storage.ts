import { cacheOf, cachedBytes, dropCache } from './cache-database.ts';
import { isQuotaError } from './database-errors.ts';
import { DeviceError } from './errors.ts';
import { repeated } from './lasting-database.ts';
import { outboxOf } from './outbox-database.ts';
import { storageHealth } from './storage-health.ts';
import { findsRoom, fits, noteRoom } from './storage-probe.ts';
import { dropReserve } from './storage-reserve.ts';
import { openedVaultOrNull } from './vault.ts';

export { keepPersistent, requestPersistence, storageHealth } from './storage-health.ts';
export type { StorageHealth } from './storage-health.ts';

/** A picture as the camera screen makes it, sealed, with its author's copy and what the database adds. */
const PHOTO_BYTES = 900_000;
/** Below this the browser's own estimate is too rough to rely on. */
const MARGIN_BYTES = 10_000_000;

/** Is there room for one more photo? low: yes, but not for many more, or only where the loans are; full: it would fail. */
export type PhotoRoom = 'enough' | 'low' | 'full';

/**
 * Asked before a photo is taken, so that the agent hears of a full phone before and not after. Files that were delivered
 * are given up when that helps; the loans only when a save needs their room, so with them there it is low, not full.
 * Without an open vault: enough.
 */
export async function roomForPhoto(bytes = PHOTO_BYTES): Promise<PhotoRoom> {
  const userId = openedVaultOrNull()?.user._id;
  if (userId === undefined) return 'enough';
  const hasRoom = async () => {
    const { freeBytes } = await storageHealth();
    return (freeBytes === null || freeBytes >= bytes) && findsRoom(bytes);
  };
  if (!(await hasRoom())) {
    await dropDeliveredFiles(userId, Number.POSITIVE_INFINITY);
    if (!(await hasRoom())) {
      const blocks = await cacheOf(userId).loanBlocks.count();
      return blocks > 0 ? 'low' : 'full';
    }
  }
  return (await storageHealth()).isLow ? 'low' : 'enough';
}

/** A browser that counts anew, as after a kill, may take long to tell. */
const PATIENCE_MS = 2000;

/** How much is free, as far as the browser tells it soon: saving does not wait for a figure. */
async function freeBytesSoon(): Promise<number | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const told = storageHealth().then(({ freeBytes }) => freeBytes);
  return Promise.race([told, late]).finally(() => clearTimeout(timer));
}

/** Makes room before something big is saved: gives up delivered files. The loans stay until a write finds no room. */
export async function makeRoom(userId: string, neededBytes: number): Promise<void> {
  const freeBytes = await freeBytesSoon();
  if (freeBytes === null || freeBytes > neededBytes + MARGIN_BYTES) return;
  await dropDeliveredFiles(userId, Number.POSITIVE_INFINITY);
}

/**
 * Runs a durable write that may be repeated (it checks what is there already): again when the connection was lost
 * under it, and again after giving up what can be had again when the phone is full. `bytes`: about what it takes. Throws
 * STORAGE_FULL, STORAGE_BROKEN.
 */
export async function writeOrMakeRoom(
  userId: string,
  write: () => Promise<void>,
  bytes = 0,
): Promise<void> {
  const outbox = outboxOf(userId);
  for (const give of [...GIVING, null]) {
    try {
      await repeated(outbox, write);
      noteRoom(true, bytes);
      return;
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      noteRoom(false);
      if (give === null) throw new DeviceError('STORAGE_FULL', { cause: error });
      await give(userId, bytes);
    }
  }
}

/**
 * Runs a write of delivery after the server took something, which must go on on a full phone: gives up what can be had again,
 * then the reserve. `lean`: what to do when even that was not enough; it may delete, but write nothing.
 */
export async function writeToDeliver<Result>(
  userId: string,
  write: () => Promise<Result>,
  lean: () => Promise<Result>,
): Promise<Result> {
  for (const give of [...GIVING, dropReserve, null]) {
    try {
      return await write();
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      noteRoom(false);
      await give?.(userId);
    }
  }
  return lean();
}

/** A write of delivery that a full phone does without, by `lean`: nothing is given up for it that an agent may still need. */
export async function writeIfRoom<Result>(
  write: () => Promise<Result>,
  lean: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    noteRoom(false);
    return lean();
  }
}

/** A note of delivery that is left out on a full phone. */
export async function noteIfRoom(write: () => Promise<unknown>): Promise<void> {
  await writeIfRoom<unknown>(write, async () => undefined);
}

/** What is given up, in this order, before anything fails. */
const GIVING: readonly ((userId: string, neededBytes?: number) => Promise<unknown>)[] = [
  (userId) => dropDeliveredFiles(userId, Number.POSITIVE_INFINITY),
  giveCache,
];

/** Gives up the cached loans, but not for what would not fit in their place either: an agent without a network needs them. */
async function giveCache(userId: string, neededBytes = 0): Promise<void> {
  const missing = neededBytes - (await cachedBytes(userId));
  if (missing <= 0 || (await fits(missing))) await dropCache(userId);
}

/** Drops the bytes of files delivered before an instant of the server's clock (milliseconds). */
export async function dropDeliveredFiles(userId: string, beforeMs: number): Promise<number> {
  const outbox = outboxOf(userId);
  return outbox.transaction('rw', outbox.files, outbox.fileBytes, async () => {
    const delivered = await outbox.files.where('state').equals('delivered').toArray();
    const ids = delivered.filter((file) => file.deliveredAt < beforeMs).map((file) => file.fileId);
    await outbox.files.bulkDelete(ids);
    await outbox.fileBytes.bulkDelete(ids);
    return ids.length;
  });
}
