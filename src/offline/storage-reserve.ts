import { randomBytes } from './bytes.ts';
import { isQuotaError } from './database-errors.ts';
import { DeviceError } from './errors.ts';
import { readDeviceValue, removeDeviceValue, writeDeviceValue } from './device-store.ts';

/** Room kept for delivery, and for opening the phone, bytes: what it writes down of some hundred operations. */
const RESERVE_BYTES = 393_216;
/** As many random bytes as the browser gives at once; what can be compressed would keep no room. */
const PART_BYTES = 65_536;
const BYTES = 'reserve';
const IS_KEPT = 'reserve-kept';

/** Keeps a reserve while there is room, so that a phone that fills up can still send. True: it is there. */
export async function keepReserve(): Promise<boolean> {
  if ((await readDeviceValue<boolean>(IS_KEPT)) === true) return true;
  const parts = Array.from({ length: RESERVE_BYTES / PART_BYTES }, () => randomBytes(PART_BYTES));
  try {
    await writeDeviceValue(BYTES, parts);
    await writeDeviceValue(IS_KEPT, true);
    return true;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    // Half of it would be room that nobody gives back.
    await removeDeviceValue(BYTES);
    return false;
  }
}

/** Gives the reserve's room to a delivery. */
export async function dropReserve(): Promise<void> {
  await removeDeviceValue(IS_KEPT);
  await removeDeviceValue(BYTES);
}

/**
 * Writes what the opening of this phone needs written, on a full phone in the reserve's place, then in that of what `giveMore`
 * gives up. May be done more than once. Throws STORAGE_FULL.
 */
export async function writeToOpen<Result>(
  write: () => Promise<Result>,
  giveMore: () => Promise<unknown> = async () => undefined,
): Promise<Result> {
  for (const give of [dropReserve, giveMore]) {
    try {
      return await write();
    } catch (error) {
      if (!isQuotaError(error)) throw error;
    }
    await give();
  }
  return write().catch((error: unknown) => {
    throw isQuotaError(error) ? new DeviceError('STORAGE_FULL', { cause: error }) : error;
  });
}
