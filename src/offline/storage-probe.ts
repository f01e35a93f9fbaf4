import { randomBytes } from './bytes.ts';
import { isQuotaError } from './database-errors.ts';
import { removeDeviceValue, writeDeviceValue } from './device-store.ts';

/** What was proven stays so for a while: a probe costs a write. Milliseconds. */
const PROVEN_FOR_MS = 600_000;
/** As many as the browser gives at once. */
const RANDOM_BYTES = 65_536;
const KEY = 'room-probe';

let provenAt = Number.NEGATIVE_INFINITY;
let isRefused = false;

/** The last durable write found no room, and none has since. */
export function wasRefused(): boolean {
  return isRefused;
}

/** Notes whether a durable write found room. */
export function noteRoom(isThere: boolean): void {
  isRefused = !isThere;
  if (!isThere) provenAt = Number.NEGATIVE_INFINITY;
}

/**
 * Would so many bytes find room? Tried by writing them, because browsers name a generous quota however little is left.
 * What can't be compressed is written, and removed again.
 */
export async function findsRoom(bytes: number): Promise<boolean> {
  const now = performance.now();
  if (now - provenAt < PROVEN_FOR_MS) return true;
  const parts = Array.from({ length: Math.ceil(bytes / RANDOM_BYTES) }, () =>
    randomBytes(RANDOM_BYTES),
  );
  try {
    await writeDeviceValue(KEY, parts);
    await removeDeviceValue(KEY);
    noteRoom(true);
    provenAt = now;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    noteRoom(false);
  }
  return !isRefused;
}
