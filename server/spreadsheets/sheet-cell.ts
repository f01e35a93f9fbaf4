/**
 * A cell to be written: text, a number, a day (`YYYY-MM-DD`), an instant as the wall clock shows it (`YYYY-MM-DDTHH:mm`), a
 * share (0.25: 25 %), a length of time in seconds (0:12:22), an amount in whole rupees (a number that reads ₹1,23,456) or in
 * paise (₹1,23,456.50), the sum of the column above (a formula, with the sum as its value), or nothing.
 */
export type SheetCell =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly at: string }
  | { readonly share: number }
  | { readonly seconds: number }
  | { readonly rupees: number }
  | { readonly paise: number }
  | {
      readonly total: number;
      readonly isRupees?: boolean;
      readonly isPaise?: boolean;
      readonly isSeconds?: boolean;
    };

/** An amount in whole rupees as a cell; nothing for a missing one. */
export const rupeesCell = (amount: number | null): SheetCell =>
  amount === null ? null : { rupees: amount };

/**
 * A day for a file that is read again: without the other rows of its column nothing says whether 05/12/2026 begins with the
 * day.
 */
export const readableDay = (day: string, format: 'csv' | 'xlsx'): SheetCell =>
  format === 'csv' ? day : { day };

/** Rows to be written, the first one being the header. */
export type SheetRows = Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>;
