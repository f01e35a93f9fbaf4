import { addDays, currentMonth } from '../../lib/dates.ts';

/** Days, both included, `YYYY-MM-DD`. */
export interface DayRange {
  gte: string;
  lte: string;
}

/** The month of a day. */
export function monthOf(day: string): DayRange {
  const gte = `${day.slice(0, 7)}-01`;
  const [year = 0, month = 0] = day.split('-').map(Number);
  const next = `${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  return { gte, lte: addDays(next, -1) };
}

/** The whole month so many months after a day's; negative goes back. */
export function monthBeside(day: string, months: number): DayRange {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  const text = `${Math.trunc(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`;
  return monthOf(text);
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
