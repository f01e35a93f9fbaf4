/**
 * How a piece of an agent's work came: by a call at once, or delivered later by a device that had kept it. The same
 * services serve both; only time and allocation are read differently.
 */
export interface WorkOrigin {
  /** The operation's id, null for a call at once. */
  readonly opId: string | null;
  /** Server clock minus device clock when it was saved, milliseconds. */
  readonly clockOffsetMs: number;
  /** When the device saved it (its clock), null for a call at once. */
  readonly savedAt: string | null;
}

/** Work that comes by a call at once. */
export const atOnce: WorkOrigin = { opId: null, clockOffsetMs: 0, savedAt: null };

/**
 * When the work was done by the server's clock: what the request says (else when it was saved, else now), corrected by the
 * device's offset, never in the server's future, and a date whatever the
 * device says.
 */
export function workedAt(origin: WorkOrigin, given: string | undefined): Date {
  const now = Date.now();
  const text = given ?? origin.savedAt;
  if (text === null) return new Date(now);
  const at = new Date(text).getTime() + origin.clockOffsetMs;
  return new Date(Math.max(0, Math.min(now, at)));
}
