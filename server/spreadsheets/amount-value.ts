import { FILE_WORDS } from '../../contract/file-words.ts';
import {
  formulaError,
  isFormulaError,
  isPlaceholder,
  isShortenedNumber,
  Refusal,
  shortenedNumber,
  withAllDigits,
} from './refusal.ts';
import type { CheckedValue } from './refusal.ts';

const unit = /^(₹|rs\.?|inr)\s*|\s*(?:(?:\/-|₹|rs\.?|inr)(?:\s*only)?|only)$/gi;
/** Indian or western grouping: the last group has three digits. */
const amount = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d*))?$/;
const side = /\s*(dr|cr)\.?$/i;

const notAnAmount = new Refusal(FILE_WORDS['not-an-amount']);
const tooLarge = new Refusal(FILE_WORDS['amount-too-large']);
const twoSigns = new Refusal(FILE_WORDS['amount-two-signs']);
const maxRupees = 1_000_000_000_000;

/** One to twelve digits and nothing else. */
function isPlainAmount(text: string): boolean {
  if (text.length === 0 || text.length > 12) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

interface Signed {
  readonly bare: string;
  readonly isNegative: boolean;
}

/** Takes the unit and one sign (brackets, minus) off; null when there are two. */
function unsigned(text: string): Signed | null {
  const bare = text.replace(unit, '');
  const inBrackets = /^\((.+)\)$/.exec(bare)?.[1];
  const inner = inBrackets === undefined ? bare : inBrackets.replace(unit, '');
  const signed = /^([-+])\s*(.+)$/.exec(inner) ?? /^(.+?)\s*(-)$/.exec(inner);
  if (!signed) return { bare: inner, isNegative: inBrackets !== undefined };
  if (inBrackets !== undefined) return null;
  const [, first = '', second = ''] = signed;
  const isBefore = first === '-' || first === '+';
  return {
    bare: (isBefore ? second : first).replace(unit, ''),
    isNegative: first === '-' || second === '-',
  };
}

function readAmount(given: string, negativeSide: 'dr' | 'cr'): CheckedValue {
  if (isPlainAmount(given)) return given;
  const text = withAllDigits(given);
  if (text === '' || isPlaceholder(text)) return null;
  if (isFormulaError(text)) return formulaError;
  if (isShortenedNumber(text)) return shortenedNumber;
  const told = side.exec(text)?.[1]?.toLowerCase();
  const signed = unsigned(told === undefined ? text : text.replace(side, ''));
  const match = signed && amount.exec(signed.bare.replace(/\s/g, ''));
  if (!match) return notAnAmount;
  if (told !== undefined && signed.isNegative) return twoSigns;
  const whole = Number((match[1] ?? '').replaceAll(',', ''));
  const rounded = whole + ((match[2] ?? '') >= '5' ? 1 : 0);
  if (rounded > maxRupees) return tooLarge;
  const isNegative = signed.isNegative || told === negativeSide;
  return String(isNegative && rounded !== 0 ? -rounded : rounded);
}

/**
 * An amount that is owed as whole rupees, halves rounded away from zero: `₹1,23,456.50`, `(500)`, `-500` and `1200 Dr`
 * are understood; `500 Cr` stands to the borrower's credit and is -500.
 */
export function checkAmount(text: string): CheckedValue {
  return readAmount(text, 'cr');
}

/** An amount that was paid: the same, but `500 Cr` is a payment of 500 and `500 Dr` one that was taken back, -500. */
export function checkPaidAmount(text: string): CheckedValue {
  return readAmount(text, 'dr');
}
