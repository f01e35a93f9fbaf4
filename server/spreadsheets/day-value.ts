import { plainSigns } from '../../contract/amount-text.ts';
import { FILE_WORDS } from '../../contract/file-words.ts';
import { isPlaceholder, formulaError, isFormulaError, Refusal } from './refusal.ts';
import type { CheckedValue } from './refusal.ts';
import { serialToText } from './xlsx-cell.ts';

/** Which number of `05/11/2026` is the day. */
export type DayOrder = 'DAY_FIRST' | 'MONTH_FIRST';

const months: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  may: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  nov: 11,
  dec: 12,
};
/** Hindi names of months as the first letters of the English ones; two spellings of some. */
const hindiMonths: readonly (readonly [RegExp, string])[] = [
  [/जनवरी/, 'jan'],
  [/फ(?:़)?रवरी/, 'feb'],
  [/मार्च/, 'mar'],
  [/अप्रैल/, 'apr'],
  [/मई/, 'may'],
  [/जून/, 'jun'],
  [/जुलाई/, 'jul'],
  [/अगस्त/, 'aug'],
  [/सित(?:ंबर|म्बर)/, 'sep'],
  [/अक(?:्टू|्तू)बर/, 'oct'],
  [/नव(?:ंबर|म्बर)/, 'nov'],
  [/दिस(?:ंबर|म्बर)/, 'dec'],
];
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[,.\s]+/i;
/** `00/00/0000`: a program's way to say that there is none. */
const noDay = /^0+(?:[-/.]0+){0,2}$/;
const timePart = /[T\s]\d{1,2}[:.]\d{2}([:.]\d{2}([.:]\d+)?)?\s*([ap]m)?(z|[+-]\d{2}:?\d{2})?$/i;
const spacedSign = /\s*([-/.])\s*/g;
const yearFirst = /^\d{4}-\d{2}-\d{2}$/;
const twoNumbersFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** Day numbers of spreadsheets from 1950 to 2100. */
const serialRange = { from: 18_264, to: 73_415 } as const;
const daysBetweenCalendars = 1462;

const notADate = new Refusal(FILE_WORDS['not-a-date']);
const otherOrder: Readonly<Record<DayOrder, Refusal>> = {
  DAY_FIRST: new Refusal(FILE_WORDS['seems-month-first']),
  MONTH_FIRST: new Refusal(FILE_WORDS['seems-day-first']),
};
const noSuchDay = new Refusal(FILE_WORDS['no-such-day']);
const absurdYear = new Refusal(FILE_WORDS['absurd-year']);

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

function toDay(year: number, month: number, day: number): CheckedValue {
  if (year < 1950 || year > 2100) return absurdYear;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !isLeap ? 28 : (daysOfMonth[month - 1] ?? 0);
  return day < 1 || day > last ? noSuchDay : `${year}-${two(month)}-${two(day)}`;
}

/** Of two digits only the century is open: 70 to 99 are of the last one. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year + (year < 70 ? 2000 : 1900);
}

function inEnglish(text: string): string {
  if (!/[\u0900-\u097f]/.test(text)) return text;
  return hindiMonths.reduce((words, [hindi, month]) => words.replace(hindi, month), text);
}

function fromMonthName(given: string): CheckedValue {
  const text = inEnglish(given);
  const match =
    /^(\d{1,2})(?:st|nd|rd|th)?[-/.\s]*([a-z]{3,9})[-/.,\s']*(\d{4}|\d{2})$/i.exec(text) ??
    monthNameFirst(text);
  const month = months[(match?.[2] ?? '').toLowerCase().slice(0, 3)];
  if (!match || month === undefined) return notADate;
  return toDay(fullYear(match[3] ?? ''), month, Number(match[1]));
}

/** `Nov 5, 2026` in the order of `5 Nov 2026`. */
function monthNameFirst(text: string): readonly string[] | null {
  const match = /^([a-z]{3,9})[.\s-]+(\d{1,2})(?:,\s*|[\s-]+)(\d{4})$/i.exec(text);
  return match && ['', match[2] ?? '', match[1] ?? '', match[3] ?? ''];
}

function fromOtherForms(text: string, isDate1904: boolean): CheckedValue {
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const serial = Math.floor(Number(text)) + (isDate1904 ? daysBetweenCalendars : 0);
    if (serial < serialRange.from || serial > serialRange.to) return absurdYear;
    return serialToText(serial, false);
  }
  const together = /^(\d{2})(\d{2})((?:19|20)\d{2})$/.exec(text);
  if (together && Number(together[2]) <= 12 && !/^(?:19|20)/.test(text))
    return toDay(Number(together[3]), Number(together[2]), Number(together[1]));
  const parts =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (parts) return toDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return fromMonthName(text);
}

/** What the dates of a column that are written in numbers, the year last, prove about their order. Counts. */
export interface OrderEvidence {
  /** The first number can only be a day. */
  readonly dayFirst: number;
  /** The second number can only be a day. */
  readonly monthFirst: number;
  /** Two readings, and nothing to tell which. */
  readonly either: number;
}

/** A column of dates: the check of a cell, and what its cells prove so far. */
export interface DayColumn {
  check(text: string): CheckedValue;
  evidence(): OrderEvidence;
}

/**
 * Checks a column of dates: a day as `YYYY-MM-DD` from DD-MM-YYYY, DD/MM/YY, YYYY-MM-DD, DD-MMM-YYYY and day numbers of
 * spreadsheets; a time is dropped. With MONTH_FIRST also MM/DD/YYYY instead of the day first: only where the whole column
 * proves it (`isMonthFirst`), so it takes a second reading of the file.
 */
export function dayColumn(order: DayOrder, isDate1904 = false): DayColumn {
  const evidence = { dayFirst: 0, monthFirst: 0, either: 0 };
  const fromTwoNumbers = (match: RegExpExecArray): CheckedValue => {
    const first = Number(match[1]);
    const second = Number(match[2]);
    if (first > 12 && second <= 12) evidence.dayFirst += 1;
    else if (second > 12 && first <= 12) evidence.monthFirst += 1;
    else if (first !== second && first <= 12) evidence.either += 1;
    const [day, month] = order === 'DAY_FIRST' ? [first, second] : [second, first];
    if (month > 12) return day <= 12 ? otherOrder[order] : noSuchDay;
    return month < 1 ? noSuchDay : toDay(fullYear(match[3] ?? ''), month, day);
  };
  return {
    check: (given) => {
      // As the readers write the dates of a workbook.
      if (given.length === 10 && given.charCodeAt(4) === 45 && yearFirst.test(given))
        return toDay(Number(given.slice(0, 4)), Number(given.slice(5, 7)), Number(given.slice(8)));
      const text = plainSigns(given);
      const plain = twoNumbersFirst.exec(text);
      if (plain && !noDay.test(text)) return fromTwoNumbers(plain);
      if (text === '' || isPlaceholder(text) || noDay.test(text)) return null;
      if (isFormulaError(text)) return formulaError;
      const bare = text
        .replace(/^'/, '')
        .replace(weekday, '')
        .replace(timePart, '')
        .replaceAll(spacedSign, '$1')
        .trim();
      const match = twoNumbersFirst.exec(bare);
      return match ? fromTwoNumbers(match) : fromOtherForms(bare, isDate1904);
    },
    evidence: () => ({ ...evidence }),
  };
}

/** Whether the whole column proves that its dates start with the month: a second number above 12, and no first one. */
export function isMonthFirst({ dayFirst, monthFirst }: OrderEvidence): boolean {
  return monthFirst > 0 && dayFirst === 0;
}

/** One day by itself, as in a column of its own with the day first. */
export function checkDay(text: string): CheckedValue {
  return dayColumn('DAY_FIRST').check(text);
}
