/** A row of a spreadsheet: its number as a spreadsheet program shows it, and its cells as trimmed text. */
export interface SheetRow {
  readonly number: number;
  readonly cells: string[];
  /** Hidden in the sheet, by hand or by a filter; not told of web pages. */
  readonly isHidden?: true;
  /** What stands in cells that are merged downwards into this row: the column from 0, the first row, the text. */
  readonly above?: readonly { readonly at: number; readonly from: number; readonly text: string }[];
}

/** Most rows of one sheet, as spreadsheet programs have it. */
export const MAX_ROWS = 1_048_576;
/** Most columns that a lender's file may have. */
export const MAX_COLUMNS = 500;

/** Nothing but empty cells. */
export function isBlankRow(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '') return false;
  return true;
}
