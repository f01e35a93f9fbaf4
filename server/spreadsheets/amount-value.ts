import { plainSigns, readAmountText } from '../../contract/amount-text.ts';
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

const side = /\s*(dr|cr)\.?$/i;

const notAnAmount = new Refusal(FILE_WORDS['not-an-amount']);
const tooLarge = new Refusal(FILE_WORDS['amount-too-large']);
const twoSigns = new Refusal(FILE_WORDS['amount-two-signs']);
const signBehind = new Refusal(FILE_WORDS['amount-sign-behind']);
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

function readAmount(given: string, negativeSide: 'dr' | 'cr'): CheckedValue {
  if (isPlainAmount(given)) return given;
  const text = withAllDigits(plainSigns(given));
  if (text === '' || isPlaceholder(text)) return null;
  if (isFormulaError(text)) return formulaError;
  if (isShortenedNumber(text)) return shortenedNumber;
  const told = side.exec(text)?.[1]?.toLowerCase();
  const amount = readAmountText(told === undefined ? text : text.replace(side, ''));
  if (amount === null) return notAnAmount;
  if (told !== undefined && amount.isNegative) return twoSigns;
  if (amount.isSignBehind) return signBehind;
  const rounded = Number(amount.rupees) + (amount.fraction >= '5' ? 1 : 0);
  if (rounded > maxRupees) return tooLarge;
  const isNegative = amount.isNegative || told === negativeSide;
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
