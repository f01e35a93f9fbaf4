import { randomBytes } from './bytes.ts';
import { isQuotaError } from './database-errors.ts';
import { removeDeviceValue, writeDeviceValue } from './device-store.ts';

/** What was proven stays so for a while: a probe costs a write. Milliseconds. */
const PROVEN_FOR_MS = 600_000;
/** As many as the browser gives at once. */
const RANDOM_BYTES = 65_536;
const KEY = 'room-probe';

/** Tried for at once: a warning has to come some photos before the first refusal. */
const AHEAD_BYTES = 2_000_000;

let provenAt = Number.NEGATIVE_INFINITY;
let provenBytes = 0;
let isRefused = false;
let isShort = false;

/** The last durable write found no room, and none has since. */
export function wasRefused(): boolean {
  return isRefused;
}

/** There is room for the next photo, but not for some more. */
export function wasShort(): boolean {
  return isShort;
}

/** Notes whether a durable write found room, and how much it took. */
export function noteRoom(isThere: boolean, bytes = 0): void {
  isRefused = !isThere;
  provenBytes -= bytes;
  if (!isThere) provenAt = Number.NEGATIVE_INFINITY;
}

/**
 * Would so many bytes find room? Tried by writing them, because browsers name a generous quota however little is left.
 * What can't be compressed is written, and removed again. What was proven holds for a while, less what was saved since.
 */
export async function findsRoom(bytes: number): Promise<boolean> {
  const now = performance.now();
  if (now - provenAt < PROVEN_FOR_MS && provenBytes >= bytes) return true;
  const ahead = Math.max(bytes, AHEAD_BYTES);
  isShort = !(await fits(ahead));
  const hasRoom = !isShort || (ahead > bytes && (await fits(bytes)));
  noteRoom(hasRoom);
  // Where room is short each photo is tried for anew.
  provenAt = isShort ? Number.NEGATIVE_INFINITY : now;
  provenBytes = ahead;
  return hasRoom;
}

/** Would so many bytes find room just now? */
export async function fits(bytes: number): Promise<boolean> {
  const parts = Array.from({ length: Math.ceil(bytes / RANDOM_BYTES) }, () =>
    randomBytes(RANDOM_BYTES),
  );
  try {
    await writeDeviceValue(KEY, parts);
    await removeDeviceValue(KEY);
    return true;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    return false;
  }
}
