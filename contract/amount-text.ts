/*
 * How an amount is written, for sheets' cells and forms alike: ₹1,23,456.50, Rs 500, ₹ 500/-, (500), -500, 1,200.00-.
 */

const UNIT = /^(₹|rs\.?|inr)\s*|\s*(?:(?:\/-|₹|rs\.?|inr)(?:\s*only)?|only)$/gi;
/** Indian or western grouping: the last group has three digits. */
const AMOUNT = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d*))?$/;

/** Characters that nobody sees: widthless spaces, marks of the direction of writing. */
export const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** What is left of a text for reading it as a number, a day or a phone: Indian digits, signs and spaces in their plain form. */
export function plainSigns(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(UNSEEN, '')
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
    .trim();
}

/** An amount as it was written. */
export interface WrittenAmount {
  /** The rupees' digits, ungrouped. */
  readonly rupees: string;
  /** The digits behind the point; '' when there are none. */
  readonly fraction: string;
  readonly isNegative: boolean;
  /** `1200-`: a programme's credit or a person's `1,200/-`; with a point (`1,200.00-`) it is a programme's. */
  readonly isSignBehind: boolean;
}

/** Takes the unit and one sign (brackets, minus) off; null when there are two. */
function unsigned(text: string): { bare: string; isNegative: boolean; isBehind: boolean } | null {
  const bare = text.replace(UNIT, '');
  const inBrackets = /^\((.+)\)$/.exec(bare)?.[1];
  const inner = inBrackets === undefined ? bare : inBrackets.replace(UNIT, '');
  const signed = /^([-+])\s*(.+)$/.exec(inner) ?? /^(.+?)\s*(-)$/.exec(inner);
  if (!signed) return { bare: inner, isNegative: inBrackets !== undefined, isBehind: false };
  if (inBrackets !== undefined) return null;
  const [, first = '', second = ''] = signed;
  const isBefore = first === '-' || first === '+';
  return {
    bare: (isBefore ? second : first).replace(UNIT, ''),
    isNegative: first === '-' || second === '-',
    isBehind: !isBefore,
  };
}

/** Takes a written amount apart; null when it is none. */
export function readAmountText(text: string): WrittenAmount | null {
  const signed = unsigned(plainSigns(text));
  const match = signed && AMOUNT.exec(signed.bare.replace(/\s/g, ''));
  if (!match) return null;
  const [whole, rupees = '', fraction = ''] = match;
  return {
    rupees: rupees.replaceAll(',', ''),
    fraction,
    isNegative: signed.isNegative,
    isSignBehind: signed.isBehind && !whole.includes('.'),
  };
}

/** Digits as they look while an amount is typed: grouping is not right yet. */
const TYPED = /^(?:₹|rs\.?)?[\d,\s]*$/i;

/** Whole rupees of a text that is complete, as in a sheet: null for nothing, NaN for what is no amount of whole rupees, 0 or more. */
export function wholeRupees(text: string): number | null {
  if (plainSigns(text).trim() === '') return null;
  const amount = readAmountText(text);
  const isWhole = amount !== null && /^0*$/.test(amount.fraction) && !amount.isNegative;
  return isWhole ? Number(amount.rupees) : Number.NaN;
}

/** The same of what a person types or pastes, however it is grouped: whoever types sees what became of it. */
export function typedRupees(typed: string): number | null {
  const text = plainSigns(typed).trim();
  if (!TYPED.test(text)) return wholeRupees(text);
  const digits = text.replace(/\D/g, '');
  return digits === '' ? null : Number(digits);
}

/** A number that a person typed, its unit behind it or not: null for nothing, NaN for what is none. */
export function typedNumber(typed: string, unit = ''): number | null {
  const text = plainSigns(typed).trim();
  const bare = text.endsWith(unit.trim()) ? text.slice(0, text.length - unit.trim().length) : text;
  if (bare.trim() === '') return null;
  const match = /^(-?)\s*(.+)$/.exec(bare.trim());
  const [, sign = '', digits = ''] = match ?? [];
  const amount = AMOUNT.exec(digits.startsWith('.') ? `0${digits}` : digits);
  if (!amount) return Number.NaN;
  const [, whole = '', fraction = ''] = amount;
  return Number(`${sign}${whole.replaceAll(',', '')}.${fraction}`);
}
