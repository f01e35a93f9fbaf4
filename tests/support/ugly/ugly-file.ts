import * as XLSX from 'xlsx';
import type { ImportField } from '../../../contract/import-mapping.ts';

/** A loan as a file must give it: the fields that have a value, whole rupees and days as they are stored. */
export type GivenLoan = { readonly [Field in ImportField]?: string | undefined };

/** An ugly file as lenders send them, with all that must come of it. */
export interface UglyFile {
  readonly title: string;
  readonly content: () => Promise<Buffer> | Buffer;
  readonly password?: string;
  /** The sheet that is read by itself; left out for text files. */
  readonly sheetName?: string;
  readonly loans: readonly GivenLoan[];
  /** Rows that are no loans and are left out: their numbers. */
  readonly skipped?: readonly number[];
  /** Rows that are refused, with words of the first reason. */
  readonly refused?: readonly (readonly [row: number, words: string])[];
  /** Cells that are left out of loans that are stored: row, column, words of the reason. */
  readonly remarks?: readonly (readonly [row: number, column: string, words: string])[];
  readonly duplicates?: readonly number[];
  /** What is kept with a loan beside its fields, by loan number; left out: not looked at. */
  readonly kept?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type Cell = string | number | boolean | Date | null;

/** A sheet to be written: its rows, number formats by cell (`B2`), merged ranges, the numbers of hidden rows, and whether it is hidden itself. */
export interface UglySheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly formats?: Readonly<Record<string, string>>;
  readonly merged?: readonly string[];
  readonly hiddenRows?: readonly number[];
  readonly isHidden?: boolean;
}

/** Text lines with an end after each. */
export const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** A file of text lines. */
export const text = (...rows: readonly string[]) => ({
  content: () => Buffer.from(lines(...rows)),
});

/** A loan that owes so much, as the lender wrote it. */
export const owing = (
  number: string,
  name: string,
  due: string,
  more: GivenLoan = {},
): GivenLoan => ({
  Loan_ID: number,
  Customer_Name: name,
  Total_Due_Amount: due,
  ...more,
});

/** A workbook as another program writes it. */
export function workbook(
  bookType: 'xlsx' | 'xlsb' | 'biff8' | 'biff5' | 'ods',
  sheets: readonly UglySheet[],
  isDate1904 = false,
): Buffer {
  const book = XLSX.utils.book_new();
  for (const { name, rows, formats = {}, merged = [], hiddenRows = [] } of sheets) {
    const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => row.slice()));
    for (const [cell, format] of Object.entries(formats)) {
      const found = sheet[cell] as XLSX.CellObject | undefined;
      if (found) found.z = format;
    }
    if (merged.length > 0) sheet['!merges'] = merged.map((range) => XLSX.utils.decode_range(range));
    sheet['!rows'] = rows.map((_, at) => ({ hidden: hiddenRows.includes(at + 1) }));
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = {
    Sheets: sheets.map(({ isHidden = false }) => ({ Hidden: isHidden ? 1 : 0 })),
    WBProps: { date1904: isDate1904 },
  };
  return XLSX.write(book, { type: 'buffer', bookType }) as Buffer;
}
