import { plainSigns } from '../../contract/amount-text.ts';
import { dayColumn } from '../spreadsheets/day-value.ts';
import type { DayOrder } from '../spreadsheets/day-value.ts';
import { isFormulaError, isPlaceholder, withAllDigits } from '../spreadsheets/refusal.ts';

/** Digits and a point: what most numbers of a file look like. More digits than a double has are a number's name. */
const plain = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,20})?$/;
/** As programs write what is very small or large: the exponent has its sign. */
const scientific = /^-?\d(?:\.\d{1,20})?e[-+]\d{1,2}$/i;
/** A number below one without its zero. */
const pointFirst = /^-?\.\d{1,20}$/;
const unit = /^(?:₹|rs\.?|inr)\s*|\s*(?:\/-|₹|rs\.?|inr|%)$/gi;
/** Indian or western grouping: the last group has three digits. */
const grouped = /^(?:\d{1,15}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d{0,20})?$/;

/** `12.50` and `12.5` are one number. */
const shortest = (digits: string): string =>
  digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;

const signless = (digits: string): string => (digits === '-0' ? '0' : digits);

/** A cell's number as PostgreSQL reads it, paise and all; null for anything else, such as an account's number with leading zeros. */
export function readNumber(given: string): string | null {
  if (plain.test(given)) return signless(shortest(given));
  if (scientific.test(given)) return signless(String(Number(given)));
  if (pointFirst.test(given)) return signless(shortest(given.replace('.', '0.')));
  if (given.length > 40 || !/\d/.test(given)) return null;
  const text = withAllDigits(plainSigns(given)).replace(unit, '');
  const inBrackets = /^\((.+)\)$/.exec(text)?.[1];
  const inner = (inBrackets ?? text).replace(unit, '');
  const signed = /^([-+])\s*(.+)$/.exec(inner) ?? /^(.+?)\s*(-)$/.exec(inner);
  if (signed && inBrackets !== undefined) return null;
  const [, first = '', second = ''] = signed ?? ['', '', inner];
  const isNegative = inBrackets !== undefined || first === '-' || second === '-';
  const bare = (first === '-' || first === '+' || first === '' ? second : first).replace(unit, '');
  if (!grouped.test(bare)) return null;
  const digits = bare.replaceAll(',', '').replace(/\.$/, '');
  return plain.test(digits) ? signless(`${isNegative ? '-' : ''}${shortest(digits)}`) : null;
}

/** Reads the days of a column: `YYYY-MM-DD`, or null for anything else. */
export function dayReader(order: DayOrder, isDate1904: boolean) {
  const column = dayColumn(order, isDate1904);
  return {
    read: (text: string): string | null => {
      // A word is no day; the check of each would be the dearest part of the reading.
      if (text.length < 6 || text.length > 40 || !/\d/.test(text)) return null;
      const day = column.check(text);
      return typeof day === 'string' ? day : null;
    },
    evidence: () => column.evidence(),
  };
}

/** A cell without a value: empty, "N/A", or a formula that failed. */
export const isMissing = (text: string): boolean =>
  text === '' || isPlaceholder(text) || isFormulaError(text);

/** A text without what PostgreSQL's texts can't hold. */
export const storable = (text: string): string =>
  text.includes('\u0000') ? text.replaceAll('\u0000', '') : text;
