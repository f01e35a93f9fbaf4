import { countText, decimalText, paiseText, rupeesText } from '../../contract/rupees.ts';

const LAKH = 100_000;
const CRORE = 10_000_000;

/** An amount in whole rupees as ₹1,23,456 (Indian grouping); a missing or unreadable one as a dash. */
export function formatRupees(amount: number | null | undefined): string {
  return amount === null || amount === undefined || Number.isNaN(amount) ? '–' : rupeesText(amount);
}

/** Paise in rupees with two digits, ₹1,23,456.50: for what rounding came to, for fees and taxes; nothing else has paise. */
export const formatPaise = (paise: number | null | undefined): string =>
  paise === null || paise === undefined ? '–' : paiseText(paise);

/** A whole number with Indian grouping, 1,23,456; a missing one as a dash. */
export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined ? '–' : countText(count);
}

/** A number that need not be whole, 1,23,456.5; a missing one as a dash. */
export const formatDecimal = (number: number | null | undefined): string =>
  number === null || number === undefined ? '–' : decimalText(number);

/** A large amount under the words for lakh and crore: ₹4.2 L, ₹1.25 Cr; below one lakh it is written out. */
export function shortenRupees(amount: number, words: { lakh: string; crore: string }): string {
  const size = Math.abs(amount);
  if (size < LAKH) return formatRupees(amount);
  const [value, unit] = size < CRORE ? [size / LAKH, words.lakh] : [size / CRORE, words.crore];
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${amount < 0 ? '-' : ''}₹${decimalText(Number(value.toFixed(digits)))} ${unit}`;
}
