import { serialToText } from './xlsx-cell.ts';
import { isPlaceholder, Refusal } from './refusal.ts';
import type { CheckedValue } from './refusal.ts';

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
const timePart = /[T\s]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]m)?(z|[+-]\d{2}:?\d{2})?$/i;
/** Day numbers of spreadsheets from 1950 to 2100. */
const serialRange = { from: 18_264, to: 73_415 } as const;

const notADate = new Refusal('Write the date as DD-MM-YYYY, such as 05-11-2026.');
const twoDigitYear = new Refusal(
  'The year has two digits, so the date can be read in several ways. Write it as DD-MM-YYYY.',
);
const monthFirst = new Refusal(
  'There is no such month: the date seems to start with the month. Write it as DD-MM-YYYY.',
);
const noSuchDay = new Refusal('There is no such day. Write the date as DD-MM-YYYY.');
const absurdYear = new Refusal('The year is not between 1950 and 2100. Correct the date.');

function toDay(year: number, month: number, day: number): CheckedValue {
  if (month > 12 && day <= 12) return monthFirst;
  if (year < 1950 || year > 2100) return absurdYear;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || day < 1) return noSuchDay;
  return date.toISOString().slice(0, 10);
}

function fromNumbers(text: string): CheckedValue | undefined {
  const yearFirst =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (yearFirst) return toDay(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text);
  if (!dayFirst) return undefined;
  if (dayFirst[3]?.length === 2) return twoDigitYear;
  return toDay(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]));
}

function fromMonthName(text: string): CheckedValue {
  const match = /^(\d{1,2})[-/.\s]*([a-z]{3,9})[-/.,\s]*(\d{4}|\d{2})$/i.exec(text);
  const name = match?.[2]?.toLowerCase() ?? '';
  const month = months[name.slice(0, 3)];
  if (!match || month === undefined) return notADate;
  const year = Number(match[3]);
  // With the month in letters only the century is open: 70 to 99 are of the last one.
  const full = match[3]?.length === 4 ? year : year + (year < 70 ? 2000 : 1900);
  return toDay(full, month, Number(match[1]));
}

/** A day as `YYYY-MM-DD`, from the usual Indian and ISO forms and from day numbers of spreadsheets. A time is dropped. */
export function checkDay(text: string): CheckedValue {
  if (text === '' || isPlaceholder(text)) return null;
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const serial = Number(text);
    if (serial < serialRange.from || serial > serialRange.to) return absurdYear;
    return serialToText(Math.floor(serial), false);
  }
  const bare = text.replace(timePart, '').trim();
  return fromNumbers(bare) ?? fromMonthName(bare);
}
