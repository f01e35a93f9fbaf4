import { isOfStock } from '../../contract/visualization.ts';
import type { ChartQuestion, ChartRow } from '../../contract/visualization.ts';
import { addDays } from '../clock.ts';
import type { Later } from './chart-sources.ts';

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

const isMonth = (range: ChartQuestion['range']): boolean => range.endsWith('MONTH');

/** How much later a day of the period before has its place in this one: so many days, or that day of the next month. */
export const laterBy = (range: ChartQuestion['range'], { from, to }: ChartDays): Later =>
  isMonth(range) ? 'MONTH' : dayNumber(to) - dayNumber(from) + 1;

const isOfMovement = ({ measure }: ChartQuestion): boolean =>
  measure === 'movedLoans' || measure === 'movedDue';

/**
 * By which place of its period a time is compared: the third day with the third day, the second month of movements with the
 * second. Null: the value itself says; weeks and months of days are those of the days at their place (`laterBy`).
 */
function placeOf(question: ChartQuestion, value: string, { from }: ChartDays): number | null {
  if (question.by === 'day') return dayNumber(value) - dayNumber(from);
  if (question.by === 'month' && isOfMovement(question))
    return monthNumber(value) - monthNumber(from);
  return null;
}

/** The time at a place of a period. */
function timeAt({ by }: ChartQuestion, place: number, { from }: ChartDays): string {
  if (by === 'day') return addDays(from, place);
  const month = monthNumber(from) - 1 + place;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

const NO_FIGURE = {
  and: null,
  byId: null,
  value: 0,
  latitude: null,
  longitude: null,
  isRest: false,
  isAndRest: false,
} as const;

/** Rows and days of a period. */
interface Period {
  readonly rows: readonly ChartRow[];
  readonly days: ChartDays;
}

/** Times with the figure of the same place before. A period before that touches a month more ends in the last one. */
function timesWithBefore(question: ChartQuestion, now: Period, before: Period): ChartRow[] {
  const last = placeOf(question, now.days.to, now.days) ?? 0;
  const figures = new Map<number, number>();
  for (const { by, value } of before.rows) {
    const place = placeOf(question, by ?? '', before.days) ?? 0;
    const at = question.by === 'day' ? place : Math.min(place, last);
    figures.set(at, (figures.get(at) ?? 0) + value);
  }
  const rows = now.rows.map((row) => {
    const place = placeOf(question, row.by ?? '', now.days) ?? 0;
    const known = figures.get(place) ?? 0;
    figures.delete(place);
    return Object.assign({}, row, { before: known });
  });
  // A day that its period does not have any more (the 31st) has no place to stand at.
  const gone = [...figures].filter(([place]) => place <= last);
  return [
    ...rows,
    ...gone.map(([place, figure]) =>
      Object.assign({}, NO_FIGURE, { by: timeAt(question, place, now.days), before: figure }),
    ),
  ];
}

const keyOf = ({ by, byId, isRest }: ChartRow): string => JSON.stringify([isRest, byId ?? by]);

/** The rows with the figure of the period before; what only that had is a row of nothing now. */
export function withBefore(question: ChartQuestion, now: Period, before: Period): ChartRow[] {
  if (placeOf(question, now.days.from, now.days) !== null)
    return timesWithBefore(question, now, before);
  const left = new Map(before.rows.map((row) => [keyOf(row), row]));
  const rows = now.rows.map((row) => {
    const key = keyOf(row);
    const known = left.get(key)?.value ?? 0;
    left.delete(key);
    return Object.assign({}, row, { before: known });
  });
  const gone = [...left.values()];
  return [...rows, ...gone.map((row) => Object.assign({}, row, { value: 0, before: row.value }))];
}

/** Days without figures are figures too: none. */
export function withEveryDay(
  rows: readonly ChartRow[],
  question: ChartQuestion,
  { from, to }: ChartDays,
): ChartRow[] {
  if (question.by !== 'day' || question.and !== null || rows.length === 0) return [...rows];
  const known = new Map(rows.map((row) => [row.by, row]));
  const none = { ...NO_FIGURE, ...(rows[0]?.before !== undefined && { before: 0 }) };
  const every: ChartRow[] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    every.push(known.get(day) ?? Object.assign({ by: day }, none));
  return every;
}
