import { plainSigns } from '../../contract/amount-text.ts';
import { daysBetween, parseDay, today } from './dates.ts';

/** The days that a field takes, first and last. */
export interface DayBounds {
  min?: string | undefined;
  max?: string | undefined;
}

export const isWithin = (day: string, { min, max }: DayBounds): boolean =>
  (min === undefined || day >= min) && (max === undefined || day <= max);

/** A leap day comes again after at most eight years. */
const YEARS_AROUND = 8;
/** So far after the last day that a field takes, a year of two digits is of the last century: nobody means a payment in 1927. */
const YEARS_TOO_LATE = 20;

/**
 * A day as people write it in a hurry, day first: `5-1-27`, `28 2 2027`, `28022027`, `280227`, `5/1`, `0501`, in Indian
 * digits too. Two digits are a year of this century, or of the last where that is long after the field's days. Without a year
 * it is the day nearest to now that the field takes: the next one of a promise, the last one of a payment. What can be
 * read stays what was written, outside the bounds too; null: it is no day.
 */
export function readTypedDay(typed: string, bounds: DayBounds, now = today()): string | null {
  const text = plainSigns(typed).trim();
  const whole = parseDay(text);
  if (whole !== null) return whole;
  const parts =
    /^(\d{1,2})[-/. ]+(\d{1,2})(?:[-/. ]+(\d{2}|\d{4}))?$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(text);
  if (!parts) return null;
  const [, day, month, year] = parts;
  const inYear = (of: number | string) => parseDay(`${day}-${month}-${of}`);
  if (year?.length === 4) return inYear(year);
  if (year !== undefined) {
    const isTooLate =
      bounds.max !== undefined &&
      Number(`20${year}`) > Number(bounds.max.slice(0, 4)) + YEARS_TOO_LATE;
    return inYear(isTooLate ? `19${year}` : `20${year}`);
  }
  return nearest(inYear, bounds, now);
}

function nearest(
  inYear: (year: number) => string | null,
  bounds: DayBounds,
  now: string,
): string | null {
  const thisYear = Number(now.slice(0, 4));
  const days = Array.from({ length: 2 * YEARS_AROUND + 1 }, (_, at) =>
    inYear(thisYear - YEARS_AROUND + at),
  )
    .filter((day) => day !== null)
    .toSorted((one, other) => Math.abs(daysBetween(now, one)) - Math.abs(daysBetween(now, other)));
  return days.find((day) => isWithin(day, bounds)) ?? days[0] ?? null;
}
