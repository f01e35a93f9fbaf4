/** The wall clock of a zone at an instant. */
export interface WallClock {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Minutes since the day began by its clock; seconds are left out. */
  readonly minute: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter is slow, and a ledger asks for the same few zones all the time. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(zone, made);
  return made;
}

/** Whether the name is a time zone that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The day `days` after a day; negative goes back. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** What the zone's clock shows at an instant (milliseconds of the epoch). Throws a RangeError for an unknown zone. */
export function wallClock(zone: string, atMs: number): WallClock {
  const shown = clockOf(zone).format(atMs);
  const day = shown.slice(0, 10);
  const minute = Number(shown.slice(11, 13)) * 60 + Number(shown.slice(14, 16));
  return { day, weekday: weekdayOf(day), minute };
}

/** `HH:mm` as minutes since midnight; `24:00` is 1440. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** What the zone's clock shows, as if it were UTC: comparable, and it jumps where the clock does. */
function shownMs(zone: string, atMs: number): number {
  const { day, minute } = wallClock(zone, atMs);
  return Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
}

/**
 * The first instant (milliseconds of the epoch) later than `laterThan` at which the zone's clock shows this minute of this
 * day. Where the clock jumps over it, the instant of the jump; where it comes twice, the first of the two that is later.
 */
export function instantOfWallClock(
  zone: string,
  day: string,
  minute: number,
  laterThan = -Infinity,
): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  // A jump of the clock lies within a day of it or there is none.
  const offsets = [wanted - 1.5 * DAY_MS, wanted + 1.5 * DAY_MS].map(
    (atMs) => shownMs(zone, atMs) - atMs,
  );
  const guesses = offsets.map((offset) => wanted - offset).toSorted((a, b) => a - b);
  const exact = guesses.find((guess) => guess > laterThan && shownMs(zone, guess) === wanted);
  if (exact !== undefined) return exact;
  let [before = wanted, after = wanted] = guesses;
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (shownMs(zone, middle) >= wanted) after = middle;
    else before = middle;
  }
  return after;
}
