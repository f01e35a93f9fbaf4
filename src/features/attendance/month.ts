import { monthEnd, monthsAfter } from '../../../contract/pace.ts';
import { currentMonth } from '../../lib/dates.ts';

/** Days, both included, `YYYY-MM-DD`. */
export interface DayRange {
  gte: string;
  lte: string;
}

/** The month of a day. */
export function monthOf(day: string): DayRange {
  return { gte: `${day.slice(0, 8)}01`, lte: monthEnd(day) };
}

/** The whole month so many months after a day's; negative goes back. */
export function monthBeside(day: string, months: number): DayRange {
  return monthOf(monthsAfter(day, months));
}

/** The days a report shows: those of the address; an end that is not given is that of the other's month. */
export function rangeOf(
  values: { gte: string | null; lte: string | null },
  now?: string,
): DayRange {
  const { gte, lte } = values;
  if (gte !== null && lte !== null) return gte <= lte ? { gte, lte } : { gte: lte, lte: gte };
  if (gte !== null) return { gte, lte: monthOf(gte).lte };
  if (lte !== null) return { gte: monthOf(lte).gte, lte };
  const { from, to } = currentMonth(now);
  return { gte: from, lte: to };
}
