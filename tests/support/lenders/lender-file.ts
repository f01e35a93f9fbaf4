/** A loan as it must be stored: every column that has a value, by its name in the database. */
export type StoredLoan = Readonly<Record<string, unknown>> & { readonly loan_number: string };

/** A row that must not become a loan: its number in the file, the column, what stands there, and words of the reason. */
export type ToldRow = readonly [row: number, column: string, value: string, reason: string];

/** A file as a lender sends it, with exactly what must become of it. */
export interface LenderFile {
  /** What is special about it. */
  readonly title: string;
  readonly fileName: string;
  readonly content: () => Promise<Buffer> | Buffer;
  /** The sheet that is read; left out for text files. */
  readonly sheetName?: string;
  /** Words of each note about how it was read, in their order. */
  readonly notes?: readonly string[];
  readonly loans: readonly StoredLoan[];
  readonly refused?: readonly ToldRow[];
  readonly skipped?: readonly ToldRow[];
  readonly duplicates?: readonly ToldRow[];
}

/** Words of the reason of a row of totals. */
export const TOTAL = 'holds the totals';
/** Words of the reason of a number that a spreadsheet program has shortened. */
export const SHORTENED = 'last digits are lost';
/** Words of the reason of a formula without a value. */
export const FORMULA = 'no valid result';
