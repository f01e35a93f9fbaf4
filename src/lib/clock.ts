/** Off by less, a device's clock is taken at its word, milliseconds: 10 minutes. */
export const MOST_CLOCK_OFFSET_MS = 600_000;

/** What the server's clock said last, and how far ahead of this device's it was then, milliseconds. */
export interface HeardClock {
  readonly heardMs: number;
  readonly offsetMs: number;
}

let known: HeardClock | null = null;

/** From now on days and times of day go by what the server's clock said; null: by this device's. */
export function noteClock(heard: HeardClock | null): void {
  known = heard;
}

/**
 * How far this device's clock must be put forward to be right, milliseconds; 0 while it is about right, or was set right
 * since the server was heard: a slow one has then passed what was heard, a fast one would be put back before it.
 */
export function clockOffset(wallMs: number = Date.now()): number {
  if (known === null || Math.abs(known.offsetMs) <= MOST_CLOCK_OFFSET_MS) return 0;
  const { heardMs, offsetMs } = known;
  const isSetRight =
    offsetMs > 0 ? wallMs >= heardMs : wallMs + offsetMs < heardMs - MOST_CLOCK_OFFSET_MS;
  return isSetRight ? 0 : offsetMs;
}

/** Now, also on a device whose clock is wrong, once the server was heard; epoch milliseconds. */
export function clockNow(): number {
  const wallMs = Date.now();
  return wallMs + clockOffset(wallMs);
}
