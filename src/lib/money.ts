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

/** A large amount for a tile: ₹4.2 L, ₹1.25 Cr; below one lakh it is written out. */
export function formatRupeesShort(amount: number): string {
  const size = Math.abs(amount);
  if (size < LAKH) return formatRupees(amount);
  const [value, unit] = size < CRORE ? [amount / LAKH, 'L'] : [amount / CRORE, 'Cr'];
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value < 0 ? '-' : ''}₹${decimalText(Number(Math.abs(value).toFixed(digits)))} ${unit}`;
}
