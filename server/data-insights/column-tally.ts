import type { InsightColumn } from '../../contract/data-insight.ts';
import { isMonthFirst } from '../spreadsheets/day-value.ts';
import type { DayOrder } from '../spreadsheets/day-value.ts';
import { wholeCharacters } from '../spreadsheets/whole-characters.ts';
import { dayReader, isMissing, readNumber, storable } from './cell-kinds.ts';
import { recount, sampler, valueTally } from './sketches.ts';
import type { WatchedValues } from './sketches.ts';

/** So much of a column's values must be of a kind for the column to be of it; the rest of its cells are odd. */
const KIND_SHARE = 0.95;
/** Shares of memory that all columns of a file have together; of values one for texts, one for numbers, one for days of each order. */
const ALL_VALUES = 100_000;
const ALL_NUMBERS = 4_000_000;
const MOST_VALUES = 5000;
const MOST_NUMBERS = 100_000;
const LEAST_NUMBERS = 2000;
/** So many cells are looked up among loans' numbers. */
const JOIN_SAMPLE = 300;
const SHOWN = 12;
const SHOWN_CHARACTERS = 120;
/** Whole numbers from so many digits on, all of one length and hardly one twice, are names of things. */
const NAME_DIGITS = 8;

/** What the second reading of a column needs. */
export interface ColumnPlan {
  readonly kind: InsightColumn['kind'];
  readonly dayOrder: DayOrder;
  /** Numbers below the first or above the second are outliers; null where the column has no spread. */
  readonly fences: readonly [number, number] | null;
  /** The edges of the distribution's bins, ascending. */
  readonly edges: readonly number[];
  /** The values to be counted again; null where the first reading could count all. */
  readonly watched: WatchedValues | null;
}

/** What the first reading of a column gives. */
export interface TalliedColumn {
  readonly plan: ColumnPlan;
  readonly column: InsightColumn;
  /** Cells to look up among loans' numbers. */
  readonly sample: readonly string[];
}

interface NumberSums {
  count: number;
  sum: number;
  mean: number;
  squares: number;
  least: number;
  most: number;
  leastDigits: number;
  mostDigits: number;
  isWhole: boolean;
}

function addNumber(sums: NumberSums, text: string): number {
  const value = Number(text);
  sums.count += 1;
  sums.sum += value;
  const away = value - sums.mean;
  sums.mean += away / sums.count;
  sums.squares += away * (value - sums.mean);
  sums.least = Math.min(sums.least, value);
  sums.most = Math.max(sums.most, value);
  sums.leastDigits = Math.min(sums.leastDigits, text.length);
  sums.mostDigits = Math.max(sums.mostDigits, text.length);
  sums.isWhole &&= !text.includes('.') && !text.startsWith('-');
  return value;
}

/** The value below which a share of the sorted numbers lies. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}

const BINS = 12;
/** A number as far from the middle half as three times its spread is an outlier. */
const FENCE = 3;
/** Steps that people count in, times a power of ten. */
const ROUND = [1, 2, 2.5, 5, 10] as const;

/** Edges of at most a few more than `BINS` bands in steps that people count in; of whole numbers whole ones. */
function edgesBetween(least: number, most: number, isWhole: boolean): number[] {
  if (!(most > least)) return [];
  const rough = (most - least) / BINS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ROUND.map((each) => each * power).find(
    (each) => each >= rough * (1 - 1e-9) && (!isWhole || each % 1 === 0),
  );
  const step = Math.max(round ?? rough, isWhole ? 1 : 0);
  const first = Math.floor(least / step);
  const count = Math.ceil(most / step) - first;
  // Amounts beyond what a double holds exactly, or hardly apart: equal parts are all that is left.
  if (!Number.isSafeInteger(first) || count < 1 || count > BINS + 1) return [least, most];
  return Array.from({ length: count + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

function spreadOf(sums: NumberSums, values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const quartiles: [number, number, number] = [
    quantile(sorted, 0.25),
    quantile(sorted, 0.5),
    quantile(sorted, 0.75),
  ];
  const spread = quartiles[2] - quartiles[0];
  const fences: [number, number] | null =
    spread > 0 ? [quartiles[0] - FENCE * spread, quartiles[2] + FENCE * spread] : null;
  // Bands reach as far as there are numbers between the fences; where some were not sampled, as far as the fences.
  const isAll = sums.count === sorted.length;
  const inside =
    fences === null ? sorted : sorted.filter((value) => value >= fences[0] && value <= fences[1]);
  const least = (isAll ? inside[0] : undefined) ?? Math.max(sums.least, fences?.[0] ?? sums.least);
  const most = (isAll ? inside.at(-1) : undefined) ?? Math.min(sums.most, fences?.[1] ?? sums.most);
  return { quartiles, fences, edges: edgesBetween(least, most, sums.isWhole) };
}

const noNumbers = {
  sum: null,
  mean: null,
  deviation: null,
  quartiles: null,
  bins: [],
  outliers: 0,
  outlierRows: [],
};

/** Months of a column's days in their order. */
function monthsOf(days: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...days]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
}

function dayTally(order: DayOrder, isDate1904: boolean, most: number) {
  const reader = dayReader(order, isDate1904);
  const values = valueTally(most);
  const months = new Map<string, number>();
  const found = { count: 0, least: '9999', most: '' };
  return {
    add: (text: string): void => {
      const day = reader.read(text);
      if (day === null) return;
      found.count += 1;
      values.add(day);
      if (day < found.least) found.least = day;
      if (day > found.most) found.most = day;
      const month = day.slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + 1);
    },
    found,
    months,
    values,
    evidence: reader.evidence,
  };
}

const newSums = (): NumberSums => ({
  count: 0,
  sum: 0,
  mean: 0,
  squares: 0,
  least: Infinity,
  most: -Infinity,
  leastDigits: Infinity,
  mostDigits: 0,
  isWhole: true,
});

const within = (least: number, wanted: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(wanted)));

/** A value as it is told: a long one by its beginning. */
const shownValue = (value: string): string =>
  value.length > SHOWN_CHARACTERS ? `${wholeCharacters(value.slice(0, SHOWN_CHARACTERS))}…` : value;

/** Counts the most frequent values of a column in the second reading: cells as they are stored. */
export function topTally(watched: WatchedValues) {
  const values = recount(watched);
  return {
    add: (value: string): void => values.add(shownValue(value)),
    top: () => values.top(SHOWN),
  };
}

/** Watches a column's cells in the first reading, of `width` columns in all; `missing` rows before had none. */
export function columnTally(name: string, width: number, isDate1904: boolean, missing: number) {
  const counts = { filled: 0, missing };
  const most = within(50, ALL_VALUES / width, MOST_VALUES);
  // The kind is known at the end only, and values are counted as cells of the kind are stored.
  const texts = valueTally(most);
  const numberValues = valueTally(most);
  const sample = sampler<string>(JOIN_SAMPLE);
  const numbers = sampler<number>(within(LEAST_NUMBERS, ALL_NUMBERS / width, MOST_NUMBERS));
  const sums = newSums();
  const dayFirst = dayTally('DAY_FIRST', isDate1904, most);
  const monthFirst = dayTally('MONTH_FIRST', isDate1904, most);
  const add = (text: string): void => {
    if (isMissing(text)) {
      counts.missing += 1;
      return;
    }
    counts.filled += 1;
    const stored = storable(text);
    texts.add(stored, shownValue(stored));
    if (text.length <= 60) sample.add(text);
    const number = readNumber(text);
    if (number === null) {
      dayFirst.add(text);
      monthFirst.add(text);
    } else {
      numberValues.add(number);
      numbers.add(addNumber(sums, number));
    }
  };
  const done = (): TalliedColumn => {
    const days = isMonthFirst(dayFirst.evidence()) ? monthFirst : dayFirst;
    const kind = kindOf(counts.filled, numberValues.distinct(), sums, days.found.count);
    const values = { NUMBER: numberValues, DAY: days.values, TEXT: texts }[kind];
    const base: Base = {
      name,
      kind,
      ...counts,
      distinct: values.distinct(),
      isExact: values.isExact(),
      top: values.top(SHOWN),
      watched: kind === 'DAY' ? null : values.watched(),
      sample: sample.values(),
    };
    if (kind === 'NUMBER') return numberColumn(base, sums, numbers.values());
    return plainColumn(base, days, days === monthFirst ? 'MONTH_FIRST' : 'DAY_FIRST');
  };
  return { add, done };
}

function kindOf(
  filled: number,
  differentNumbers: number,
  sums: NumberSums,
  days: number,
): InsightColumn['kind'] {
  const { isWhole, leastDigits, mostDigits } = sums;
  const isName =
    isWhole &&
    leastDigits === mostDigits &&
    mostDigits >= NAME_DIGITS &&
    differentNumbers > sums.count * 0.9;
  if (filled > 0 && sums.count >= filled * KIND_SHARE && !isName) return 'NUMBER';
  return filled > 0 && days >= filled * KIND_SHARE ? 'DAY' : 'TEXT';
}

function plainColumn(
  { sample, watched, ...base }: Base,
  { found, months }: ReturnType<typeof dayTally>,
  dayOrder: DayOrder,
): TalliedColumn {
  const isDay = base.kind === 'DAY';
  return {
    plan: { kind: base.kind, dayOrder, fences: null, edges: [], watched },
    sample,
    column: {
      ...base,
      ...noNumbers,
      top: isDay ? monthsOf(months) : base.top,
      odd: isDay ? base.filled - found.count : 0,
      least: isDay ? found.least : null,
      most: isDay ? found.most : null,
    },
  };
}

type Base = Pick<
  InsightColumn,
  'name' | 'kind' | 'filled' | 'missing' | 'distinct' | 'isExact' | 'top'
> &
  Pick<ColumnPlan, 'watched'> & { readonly sample: readonly string[] };

function numberColumn(
  { sample, watched, ...base }: Base,
  sums: NumberSums,
  values: readonly number[],
): TalliedColumn {
  const { quartiles, fences, edges } = spreadOf(sums, values);
  return {
    plan: { kind: 'NUMBER', dayOrder: 'DAY_FIRST', fences, edges, watched },
    sample,
    column: {
      ...base,
      odd: base.filled - sums.count,
      least: String(sums.least),
      most: String(sums.most),
      sum: sums.sum,
      mean: sums.mean,
      deviation: Math.sqrt(sums.squares / sums.count),
      quartiles,
      bins: [],
      outliers: 0,
      outlierRows: [],
    },
  };
}
