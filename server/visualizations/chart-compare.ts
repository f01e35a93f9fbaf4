import { isOfStock } from '../../contract/visualization.ts';
import type { ChartQuestion, ChartRow } from '../../contract/visualization.ts';
import { addDays } from '../clock.ts';

/** Days, both included. */
export interface ChartDays {
  readonly from: string;
  readonly to: string;
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** The days of a range, both included. */
export function chartDays(range: ChartQuestion['range'], today: string): ChartDays {
  const month = monthOf(today);
  const lastMonthEnd = addDays(month, -1);
  switch (range) {
    case 'TODAY':
      return { from: today, to: today };
    case 'DAYS_7':
      return { from: addDays(today, -6), to: today };
    case 'DAYS_30':
      return { from: addDays(today, -29), to: today };
    case 'DAYS_90':
      return { from: addDays(today, -89), to: today };
    case 'MONTH':
      return { from: month, to: today };
    case 'LAST_MONTH':
      return { from: monthOf(lastMonthEnd), to: lastMonthEnd };
  }
}

/**
 * The days that a range is compared with: as many just before it; a month with the month before, one that is not over with
 * that month up to the same day.
 */
export function daysBefore(range: ChartQuestion['range'], days: ChartDays): ChartDays {
  const ends = addDays(days.from, -1);
  if (range === 'LAST_MONTH') return { from: monthOf(ends), to: ends };
  if (range === 'MONTH')
    return { from: monthOf(ends), to: earlier(ends, `${ends.slice(0, 8)}${days.to.slice(8)}`) };
  const count = dayNumber(days.to) - dayNumber(days.from) + 1;
  return { from: addDays(days.from, -count), to: ends };
}

/** Whether a question is answered beside its period before: stock has none, and a second dimension leaves no room. */
export const isCompared = (question: ChartQuestion): boolean =>
  question.isCompared && question.and === null && !isOfStock(question.measure);

/** By which place of its period a time is compared: the third day with the third day. Null: the value itself says. */
function placeOf({ by }: ChartQuestion, value: string, { from }: ChartDays): number | null {
  if (by === 'day') return dayNumber(value) - dayNumber(from);
  if (by === 'week') return Math.ceil((dayNumber(value) - dayNumber(from)) / 7);
  if (by === 'month') return monthNumber(value) - monthNumber(from);
  return null;
}

/** The rows with the figure of the period before; what only that had is a row of nothing now. */
export function withBefore(
  question: ChartQuestion,
  now: { readonly rows: readonly ChartRow[]; readonly days: ChartDays },
  before: { readonly rows: readonly ChartRow[]; readonly days: ChartDays },
): ChartRow[] {
  const keyOf = ({ by, byId, isRest }: ChartRow, days: ChartDays): string =>
    `${isRest} ${(by === null ? null : placeOf(question, by, days)) ?? byId ?? by}`;
  const left = new Map(before.rows.map((row) => [keyOf(row, before.days), row]));
  const rows = now.rows.map((row) => {
    const key = keyOf(row, now.days);
    const known = left.get(key)?.value ?? 0;
    left.delete(key);
    return Object.assign({}, row, { before: known });
  });
  const isOfTime = placeOf(question, now.days.from, now.days) !== null;
  // A day that its period does not have any more (the 31st) has no place to stand at.
  const gone = isOfTime ? [] : [...left.values()];
  return [...rows, ...gone.map((row) => Object.assign({}, row, { value: 0, before: row.value }))];
}
