const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** An amount in whole rupees as it reads everywhere: ₹1,23,456 (Indian grouping), -₹20 below zero. */
export const rupeesText = (amount: number): string => rupees.format(amount);

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** A whole number with Indian grouping: 1,23,456. */
export const countText = (count: number): string => whole.format(count);

/** A number that need not be whole, with Indian grouping and up to two digits: 1,23,456.5. */
export const decimalText = (number: number): string => decimal.format(number);

const exact = new Intl.NumberFormat('en-IN', { maximumSignificantDigits: 12 });

/** A number with all its digits, with Indian grouping: 0.025. */
export const exactText = (number: number): string => exact.format(number);

const withPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Paise as rupees with two digits: ₹1,23,456.50. */
export const paiseText = (paise: number): string => withPaise.format(paise / 100);

/** Number formats of spreadsheets group by thousands only: each size of amounts has one of its own. */
const SIZES = [
  { below: 100_000, digits: '#,##0' },
  { below: 10_000_000, digits: String.raw`##\,##\,##0` },
  { below: 1_000_000_000, digits: String.raw`##\,##\,##\,##0` },
  { below: Infinity, digits: String.raw`##\,##\,##\,##\,##0` },
] as const;

const formatsOf = (decimals: string): readonly string[] =>
  SIZES.map(({ digits }) => `"₹"${digits}${decimals};-"₹"${digits}${decimals}`);

/** The number formats that spreadsheets show amounts in, from the smallest amounts to the largest. */
export const RUPEES_FORMATS = formatsOf('');

/** The same with two digits for paise. */
export const PAISE_FORMATS = formatsOf('.00');

/** Which of `RUPEES_FORMATS` or `PAISE_FORMATS` makes an amount read ₹1,23,456. */
export const rupeesFormatAt = (amount: number): number =>
  SIZES.findIndex(({ below }) => Math.abs(amount) < below);
