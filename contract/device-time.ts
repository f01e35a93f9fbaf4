/** A device's clock may be a little off even after correction, milliseconds. */
export const CLOCK_TOLERANCE_MS = 600_000;

/** Phones begin at the year they were made in when their battery was empty; a clock further off is no clock, milliseconds: 10 years. */
const MOST_OFF_MS = 10 * 365 * 86_400_000;

/** What a device noted by its own clock, and how far that was behind the server's when the device last heard it, milliseconds. */
export interface NotedInstant {
  readonly atMs: number;
  readonly offsetMs: number;
}

/** Between which instants of the server's clock it was for certain; `fromMs` null: nothing is known of the beginning. */
export interface ProvenSpan {
  readonly fromMs: number | null;
  readonly toMs: number;
}

/** Is an instant outside of what is proved, and on which side? */
export function outsideOf(atMs: number, { fromMs, toMs }: ProvenSpan): 'before' | 'after' | null {
  if (fromMs !== null && atMs < fromMs - CLOCK_TOLERANCE_MS) return 'before';
  return atMs > toMs + CLOCK_TOLERANCE_MS ? 'after' : null;
}

/**
 * The instant that was meant, by the server's clock. Where only what the device's clock says by itself can be, that was set right
 * since the device heard the server.
 */
export function meantInstant({ atMs, offsetMs }: NotedInstant, span: ProvenSpan): number {
  const putRight = atMs + offsetMs;
  const isSetRight =
    Math.abs(offsetMs) < MOST_OFF_MS &&
    outsideOf(putRight, span) !== null &&
    outsideOf(atMs, span) === null;
  return isSetRight ? atMs : putRight;
}
