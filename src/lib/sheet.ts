import type { CellObject } from 'xlsx';
import { RUPEES_FORMATS, rupeesFormatAt } from '../../contract/rupees.ts';
import { formatDay } from './dates.ts';
import { saveBlob } from './download.ts';
import { formatHours } from './duration.ts';
import { formatRupees } from './money.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A cell of a sheet: a text, a number, an amount in whole rupees (it reads ₹1,23,456), a time (it reads h:mm:ss), or a day (`YYYY-MM-DD`). */
export type SheetCell =
  | string
  | number
  | { readonly rupees: number }
  | { readonly seconds: number }
  | { readonly day: string };

/** A line of a sheet. */
export type SheetLine = readonly SheetCell[];

/** A small table that a screen already has. */
export interface SheetTable {
  readonly head: readonly string[];
  readonly rows: readonly SheetLine[];
  /** Below the rows: what is the sum of its column becomes a formula. */
  readonly totals?: SheetLine;
  /** Below all, such as watermarks. */
  readonly notes?: readonly string[];
}

const DAY_SECONDS = 86_400;
/** Spreadsheets count days from this one. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30);

const numberOf = (cell: SheetCell): number | null => {
  if (typeof cell === 'string') return null;
  if (typeof cell === 'number') return cell;
  if ('day' in cell) return null;
  return 'rupees' in cell ? cell.rupees : cell.seconds;
};

const textOf = (cell: SheetCell): string => {
  if (typeof cell !== 'object') return String(cell);
  if ('day' in cell) return formatDay(cell.day);
  return 'rupees' in cell ? formatRupees(cell.rupees) : formatHours(cell.seconds);
};

function cellOf(cell: SheetCell): string | CellObject {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return { t: 'n', v: cell };
  if ('seconds' in cell) return { t: 'n', v: cell.seconds / DAY_SECONDS, z: '[h]:mm:ss' };
  if ('day' in cell) {
    const days = (Date.parse(cell.day) - FIRST_DAY_MS) / (DAY_SECONDS * 1000);
    return { t: 'n', v: days, z: 'dd\\-mm\\-yyyy' };
  }
  const { rupees } = cell;
  return { t: 'n', v: rupees, z: RUPEES_FORMATS[rupeesFormatAt(rupees)] ?? 'General' };
}

/** Characters of the widest column; a longer text is read in its cell. */
const MOST_WIDE = 48;

/** The width of a column in characters: its longest text fits, with room for the signs of an amount. */
const widthOf = (lines: readonly SheetLine[], at: number): number =>
  lines.reduce(
    (most, line) => Math.min(MOST_WIDE, Math.max(most, textOf(line[at] ?? '').length + 2)),
    8,
  );

/** A total as a formula where it is the sum of its column, so that it follows when somebody deletes a line. */
function totalOf(cell: SheetCell, at: number, { rows }: SheetTable, letters: string) {
  const made = cellOf(cell);
  const numbers = rows.map((row) => numberOf(row[at] ?? ''));
  const sum = numbers.reduce<number>((all, number) => all + (number ?? 0), 0);
  if (typeof made === 'string' || numberOf(cell) !== sum) return made;
  return { ...made, f: `SUM(${letters}2:${letters}${rows.length + 1})` };
}

interface ZipEntry {
  content: Uint8Array;
}

/** The library can't say that the header stays: it is said in the sheet's own XML. */
const UNSPLIT = '<sheetView workbookViewId="0"/>';
const SPLIT =
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>';

/**
 * Saves a table as a spreadsheet: numbers stay numbers, everything else is text, so that nothing in it can become a
 * formula; the header stays while it scrolls. The writer is loaded only when it is asked for.
 */
export async function saveSheet(fileName: string, table: SheetTable): Promise<void> {
  const { CFB, utils, write } = await import('xlsx');
  const { head, rows, totals, notes = [] } = table;
  const lines = [head, ...rows, ...(totals ? [totals] : [])];
  const sheet = utils.aoa_to_sheet([
    [...head],
    ...rows.map((row) => row.map(cellOf)),
    ...(totals ? [totals.map((cell, at) => totalOf(cell, at, table, utils.encode_col(at)))] : []),
    ...notes.map((note) => [note]),
  ]);
  sheet['!cols'] = head.map((_, at) => ({ wch: widthOf(lines, at) }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Sheet1');
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
  const zip: unknown = CFB.read(bytes, { type: 'array' });
  const entry = CFB.find(zip, '/xl/worksheets/sheet1.xml') as ZipEntry;
  const xml = new TextDecoder().decode(entry.content).replace(UNSPLIT, SPLIT);
  entry.content = new TextEncoder().encode(xml);
  const split = CFB.write(zip, { type: 'array', fileType: 'zip', compression: true }) as BlobPart;
  saveBlob({ blob: new Blob([split], { type: XLSX_TYPE }), fileName });
}
