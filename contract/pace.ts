/** What is left of a target, and what a day has to bring: the same figure wherever it stands. */
export interface Pace {
  /** Whole rupees; 0 when the target is reached. */
  readonly left: number;
  /** Days to the end of the month, today included; 0 when the month is over. */
  readonly daysLeft: number;
  /** Rounded up; null when nothing is left, or no day. */
  readonly perDay: number | null;
}

const DAY_MS = 86_400_000;

/** The last day of a day's month. */
export function monthEnd(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The same day `months` later; the last day of a month that is too short. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** How a month's target stands on a business day. A month to come has all of its days left. */
export function paceOf(ask: {
  readonly target: number;
  readonly achieved: number;
  /** Any day of the target's month. */
  readonly month: string;
  readonly today: string;
}): Pace {
  const { target, achieved, month, today } = ask;
  const left = Math.max(target - achieved, 0);
  const first = `${month.slice(0, 8)}01`;
  const from = today > first ? today : first;
  const days = (Date.parse(monthEnd(month)) - Date.parse(from)) / DAY_MS + 1;
  const daysLeft = Math.max(days, 0);
  return {
    left,
    daysLeft,
    perDay: left === 0 || daysLeft === 0 ? null : Math.ceil(left / daysLeft),
  };
}
