/** Receipts are numbered with at least so many digits. */
const DIGITS = 6;

/** A receipt's number as it is written on paper: 000123. */
export function shownReceiptNumber(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
