import type { CellObject } from 'xlsx';
import { RUPEES_FORMATS, rupeesFormatAt } from '../../contract/rupees.ts';
import { saveBlob } from './download.ts';
import { formatRupees } from './money.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A cell of a sheet: a text, a number, or an amount in whole rupees (a number that reads ₹1,23,456). */
export type SheetCell = string | number | { readonly rupees: number };

/** Rows of a sheet, the first one being its header. */
export type SheetRows = readonly (readonly SheetCell[])[];

function cellOf(cell: SheetCell): string | number | CellObject {
  if (typeof cell !== 'object') return cell;
  const { rupees } = cell;
  return { t: 'n', v: rupees, z: RUPEES_FORMATS[rupeesFormatAt(rupees)] ?? 'General' };
}

/** Characters of the widest column; a longer text is read in its cell. */
const MOST_WIDE = 48;

/** The width of a column in characters: its longest text fits, with room for the signs of an amount. */
const widthOf = (rows: SheetRows, at: number): number =>
  rows.reduce((most, row) => {
    const cell = row[at] ?? '';
    const length =
      typeof cell === 'object' ? formatRupees(cell.rupees).length : String(cell).length;
    return Math.min(MOST_WIDE, Math.max(most, length + 2));
  }, 8);

/**
 * Saves a small table that the screen already has as a spreadsheet: numbers stay numbers, everything else is text, so that
 * nothing in it can become a formula. The writer is loaded only when it is asked for.
 */
export async function saveSheet(fileName: string, rows: SheetRows): Promise<void> {
  const { utils, write } = await import('xlsx');
  const book = utils.book_new();
  const cells = rows.map((row) => row.map(cellOf));
  const sheet = utils.aoa_to_sheet(cells);
  sheet['!cols'] = (rows[0] ?? []).map((_, at) => ({ wch: widthOf(rows, at) }));
  utils.book_append_sheet(book, sheet, 'Sheet1');
  const bytes = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
  saveBlob({ blob: new Blob([bytes], { type: XLSX_TYPE }), fileName });
}
