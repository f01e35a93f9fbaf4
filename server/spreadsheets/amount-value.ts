import { isPlaceholder, isShortenedNumber, Refusal, shortenedNumber } from './refusal.ts';
import type { CheckedValue } from './refusal.ts';

const wholeNumber = /^\d{1,12}$/;
const unit = /^(₹|rs\.?|inr)\s*|\s*(\/-|₹|rs\.?|inr)$/gi;
/** Indian or western grouping: the last group has three digits. */
const amount = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d*))?$/;

const notAnAmount = new Refusal('Write the amount as a number, such as 12500 or 12,500.00.');
const tooLarge = new Refusal('The amount is too large. Check for digits too many.');
const maxRupees = 1_000_000_000_000;

/** An amount as whole rupees, halves rounded away from zero: `₹1,23,456.50`, `(500)` and `-500` are understood. */
export function checkAmount(text: string): CheckedValue {
  if (wholeNumber.test(text)) return text;
  if (text === '' || isPlaceholder(text)) return null;
  if (isShortenedNumber(text)) return shortenedNumber;
  let bare = text.replace(unit, '');
  const inBrackets = /^\((.+)\)$/.exec(bare)?.[1];
  if (inBrackets !== undefined) bare = inBrackets.replace(unit, '');
  let isNegative = inBrackets !== undefined;
  const signed = /^([-+])\s*(.+)$/.exec(bare) ?? /^(.+?)\s*(-)$/.exec(bare);
  if (signed) {
    const [, first = '', second = ''] = signed;
    if (inBrackets !== undefined) return notAnAmount;
    isNegative = first === '-' || second === '-';
    bare = (first === '-' || first === '+' ? second : first).replace(unit, '');
  }
  const match = amount.exec(bare.replace(/\s/g, ''));
  if (!match) return notAnAmount;
  const whole = Number((match[1] ?? '').replaceAll(',', ''));
  const rounded = whole + ((match[2] ?? '') >= '5' ? 1 : 0);
  if (rounded > maxRupees) return tooLarge;
  return String(isNegative && rounded !== 0 ? -rounded : rounded);
}
