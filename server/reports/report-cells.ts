import { LOAN_STATUS_TITLES } from '../../contract/loan.ts';
import { FILE_WORDS } from '../../contract/report-names.ts';
import type { ColumnKind } from '../../contract/report-columns.ts';
import { businessDay, businessTime, shownDateTime } from '../clock.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { shownDay } from './report-range.ts';

/** The content type of an XLSX file. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Value = string | number | null;

const WIDTHS: Readonly<Record<ColumnKind, number>> = {
  text: 22,
  word: 22,
  status: 13,
  count: 12,
  money: 16,
  percent: 12,
  ratio: 12,
  seconds: 12,
  day: 13,
  instant: 20,
};

/** The width of a file's column, in characters. */
export const widthOf = ({ kind, title }: { kind: ColumnKind; title: string }): number =>
  Math.max(WIDTHS[kind], title.length + 2);

/** What a key of words is called in files. */
export const fileWord = (key: string, words: object = FILE_WORDS): string =>
  Object.hasOwn(words, key) ? (Reflect.get(words, key) as string) : key;

function wordOf(kind: ColumnKind, value: string): string {
  if (kind === 'status') return fileWord(value, LOAN_STATUS_TITLES);
  return kind === 'word' ? fileWord(value) : value;
}

/** What stands in a column of days need not be one. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text);

/** A value as a cell of its kind. */
export function cellOf(kind: ColumnKind, value: Value, zone: string): SheetCell {
  if (typeof value === 'number' && kind === 'money') return { rupees: value };
  if (typeof value === 'number' && kind === 'seconds') return { seconds: value };
  if (typeof value !== 'string') return value;
  if (kind === 'day') return isDay(value) ? { day: value.slice(0, 10) } : value;
  if (kind !== 'instant') return wordOf(kind, value);
  const at = new Date(value);
  return { at: `${businessDay(zone, at)}T${businessTime(zone, at)}` };
}

/** The sum of a column as a cell of its kind. */
export const totalOf = (kind: ColumnKind, total: number): SheetCell => ({
  total,
  isRupees: kind === 'money',
  isSeconds: kind === 'seconds',
});

/** The same as text or number: days as DD-MM-YYYY, times as hh:mm A (spec 9). */
export function plainCell(kind: ColumnKind, value: Value, zone: string): Value {
  if (typeof value !== 'string') return value;
  if (kind === 'day') return isDay(value) ? shownDay(value.slice(0, 10)) : value;
  if (kind !== 'instant') return wordOf(kind, value);
  const { date, time } = shownDateTime(zone, value);
  return `${date} ${time}`;
}
