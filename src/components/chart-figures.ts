import { formatCount, formatRupees } from '../lib/money.ts';
import { formatRupeesShort } from '../lib/short-rupees.ts';

/** What a chart's figures are: whole rupees, or how many. */
export type ChartUnit = 'rupees' | 'count';

/** The colour of a series, by what it means: ours (accent), for comparison (info, quiet), or a state. */
export type ChartTone = 'accent' | 'info' | 'quiet' | 'good' | 'warn' | 'danger';

/** One row of figures; `values` stand in the order of the chart's categories, null where there is none. */
export interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
  tone?: ChartTone;
  /** Bars unless told; a dashed line suits a target. */
  look?: 'bar' | 'line' | 'dashed';
}

/** The ends of a chart's value axis. */
export interface ChartBounds {
  min: number;
  max: number;
}

/** The spec's graph bounds (spec 9): room below the smallest nonzero value and above the largest. */
const ROOM_BELOW = 100;
const ROOM_ABOVE = 1000;

/**
 * The ends of a value axis as the spec gives them: the smallest nonzero value minus 100, the largest plus 1000. Null when
 * nothing but zeros is there: then the chart chooses.
 */
export function graphBounds(values: readonly (number | null)[]): ChartBounds | null {
  const nonzero = values.filter((value): value is number => value !== null && value !== 0);
  if (nonzero.length === 0) return null;
  // Not Math.min(...nonzero): a long list would be too many arguments.
  const min = nonzero.reduce((least, value) => Math.min(least, value));
  const max = nonzero.reduce((most, value) => Math.max(most, value));
  return { min: min - ROOM_BELOW, max: max + ROOM_ABOVE };
}

/** The ends of a chart's axis: a bar tells its figure by its length, so that among bars zero is always on it. */
export function axisBounds(
  bounds: ChartBounds | null,
  series: readonly ChartSeries[],
): ChartBounds | null {
  const hasBars = series.some(({ look = 'bar' }) => look === 'bar');
  if (bounds === null || !hasBars) return bounds;
  const values = series.flatMap((each) => each.values);
  const isBelow = values.some((value) => value !== null && value < 0);
  const isAbove = values.some((value) => value !== null && value > 0);
  return { min: isBelow ? bounds.min : 0, max: isAbove ? bounds.max : 0 };
}

/** A figure as tables and tooltips show it: ₹1,23,456 or 1,23,456; a missing one as a dash. */
export function figureText(unit: ChartUnit, value: number | null | undefined): string {
  return unit === 'rupees' ? formatRupees(value) : formatCount(value);
}

/** A figure as an axis shows it: ₹4.2 L, ₹1.25 Cr. */
export function axisText(unit: ChartUnit, value: number): string {
  return unit === 'rupees' ? formatRupeesShort(value) : formatCount(value);
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Hours of the day come in their order, those without a figure between them too; all else stays as it was answered. */
export function hoursInOrder(values: readonly string[]): string[] {
  if (values.length === 0 || !values.every((value) => /^\d\d:00$/.test(value))) return [...values];
  const hours = values.map((value) => Number(value.slice(0, 2)));
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, at) => hourText(first + at));
}
