/** Off by less, a device's clock is taken at its word, milliseconds: 10 minutes. */
export const MOST_CLOCK_OFFSET_MS = 600_000;

/** Whoever sets a clock by hand is off by less, milliseconds. */
const SET_BY_HAND_MS = 120_000;

/** What the server's clock said last, and how far ahead of this device's it was then, milliseconds. */
export interface HeardClock {
  readonly heardMs: number;
  readonly offsetMs: number;
  /** When this page heard it, as its own `performance.now()` counts; left out: a page before heard it. */
  readonly atMonotonicMs?: number;
}

let known: HeardClock | null = null;

/** From now on days and times of day go by what the server's clock said; null: by this device's. */
export function noteClock(heard: HeardClock | null): void {
  known = heard;
}

/** What a page before, or the service worker, heard: it counts unless this page heard the server since. */
export function recallClock(heard: HeardClock): void {
  if (known === null || heard.heardMs > known.heardMs) known = heard;
}

/**
 * The head of an answer tells the server's clock: what is known is renewed, as a clock may have been set right long since. A
 * browser that never heard the server goes by its own.
 */
export function renewClock(date: string | null): void {
  const heardMs = Date.parse(date ?? '');
  if (known === null || Number.isNaN(heardMs)) return;
  known = { heardMs, offsetMs: heardMs - Date.now(), atMonotonicMs: performance.now() };
}

/**
 * How far this device's clock went since the server was heard, milliseconds, without the time that this page saw pass: what
 * is left was set, or slept through.
 */
function leapSince({ heardMs, offsetMs, atMonotonicMs }: HeardClock, wallMs: number): number {
  const seenMs = atMonotonicMs === undefined ? 0 : performance.now() - atMonotonicMs;
  return wallMs - (heardMs - offsetMs) - seenMs;
}

/** Was a clock that was slow set right since the server was heard? It then leapt as far as it was behind. */
export const isSlowSetRight = (heard: HeardClock, wallMs: number): boolean =>
  heard.offsetMs > MOST_CLOCK_OFFSET_MS &&
  leapSince(heard, wallMs) >= heard.offsetMs - SET_BY_HAND_MS;

/**
 * What must be added for a clock not to be before the time that this page counted since it heard the server: it was set back
 * meanwhile. Ahead of that it may be right, as what is slept through isn't counted.
 */
function notSetBack(offsetMs: number, wallMs: number): number {
  if (known?.atMonotonicMs === undefined) return offsetMs;
  const countedMs = known.heardMs + performance.now() - known.atMonotonicMs;
  const leastMs = Math.round(countedMs - wallMs);
  return leastMs - offsetMs > MOST_CLOCK_OFFSET_MS ? leastMs : offsetMs;
}

/**
 * How far this device's clock must be put forward to be right, milliseconds; 0 while it is about right, or was set right
 * since the server was heard: a slow one then leapt as far as it was behind, a fast one leapt back.
 */
export function clockOffset(wallMs: number = Date.now()): number {
  return notSetBack(heardOffset(wallMs), wallMs);
}

function heardOffset(wallMs: number): number {
  if (known === null || Math.abs(known.offsetMs) <= MOST_CLOCK_OFFSET_MS) return 0;
  const { offsetMs } = known;
  const isSetRight =
    offsetMs > 0 ? isSlowSetRight(known, wallMs) : leapSince(known, wallMs) < -MOST_CLOCK_OFFSET_MS;
  return isSetRight ? 0 : offsetMs;
}

/** The offset that work saved now is sealed with, where the one of the last contact is `keptMs`. */
export const offsetOfSaving = (wallMs: number, keptMs: number): number =>
  notSetBack(setByHand(wallMs) === 0 ? keptMs : 0, wallMs);

/**
 * How far this page saw a wrong clock leap by just what it was off, milliseconds; 0: it didn't. Then somebody set it right; what
 * is slept through leaps by any time.
 */
export function setByHand(wallMs: number): number {
  if (known?.atMonotonicMs === undefined || Math.abs(known.offsetMs) <= MOST_CLOCK_OFFSET_MS)
    return 0;
  const { offsetMs } = known;
  return Math.abs(leapSince(known, wallMs) - offsetMs) <= SET_BY_HAND_MS ? offsetMs : 0;
}

/** Now, also on a device whose clock is wrong, once the server was heard; epoch milliseconds. */
export function clockNow(): number {
  const wallMs = Date.now();
  return wallMs + clockOffset(wallMs);
}

/** What this device noted by its own clock as everybody else's clock says it, so that it is the same time on every screen. */
export const rightTime = (notedMs: number): number => notedMs + clockOffset();
