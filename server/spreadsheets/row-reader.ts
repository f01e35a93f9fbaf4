import { stat } from 'node:fs/promises';
import { openBook } from './book-reader.ts';
import { estimateCsvRows, readCsvRows } from './csv-reader.ts';
import type { FileKind } from './file-kind.ts';
import { FileProblem } from './file-problem.ts';
import type { OpenFile } from './open-file.ts';
import type { SheetRow } from './sheet-row.ts';
import { openXlsxSheets } from './xlsx-reader.ts';

/** Characters that any workbook's sheet may have, and that the largest one may have. */
const fewestLimited = 100_000_000;
const mostCharacters = 1_000_000_000;
/** A list whose rows are nearly equal has a hundred for each byte of its file. */
const charactersOfByte = 250;

const charactersIn = ({ cells, above }: SheetRow): number => {
  let sum = 0;
  for (const cell of cells) sum += cell.length;
  for (const { text } of above ?? []) sum += text.length;
  return sum;
};

/**
 * Rows up to so many characters. A workbook says a text once and points to it, repeats a cell or merges it over rows: a file of
 * a megabyte could be rows that fill the database's disk. Throws FileProblem.
 */
async function* limitedRows(
  pieces: AsyncIterable<SheetRow[]>,
  most: number,
): AsyncGenerator<SheetRow[], void, undefined> {
  let characters = 0;
  for await (const rows of pieces) {
    for (const row of rows) characters += charactersIn(row);
    if (characters > most) throw new FileProblem('too-many-texts');
    yield rows;
  }
}

/** A workbook whose sheets have no more texts than a list may have. */
async function limitedBook(path: string, file: OpenFile): Promise<OpenFile> {
  const { size } = await stat(path);
  const most = Math.min(mostCharacters, Math.max(fewestLimited, size * charactersOfByte));
  const sheets = file.sheets.map((sheet) => ({
    ...sheet,
    rows: () => limitedRows(sheet.rows(), most),
  }));
  return { ...file, sheets };
}

/**
 * Opens a spreadsheet file of any kind; a text file is one sheet without a name, of at most `mostTextRows` rows (else as many as
 * a workbook's sheet). Throws FileProblem.
 */
export async function openSheets(
  path: string,
  kind: FileKind,
  mostTextRows?: number,
): Promise<OpenFile> {
  if (kind !== 'csv')
    return limitedBook(path, await (kind === 'xlsx' ? openXlsxSheets(path) : openBook(path, kind)));
  const sheet = {
    name: null,
    rows: () => readCsvRows(path, mostTextRows),
    estimateRows: () => estimateCsvRows(path),
  };
  return { sheets: [sheet], isDate1904: false, close: async () => undefined };
}

/**
 * The rows of a spreadsheet file's first visible sheet that has any, in batches, streamed. Throws FileProblem when it
 * can't be read. Where the header may stand below titles or on another sheet use `openTable`.
 */
export async function* readRows(
  path: string,
  kind: FileKind,
): AsyncGenerator<SheetRow[], void, undefined> {
  const file = await openSheets(path, kind);
  try {
    for (const sheet of file.sheets) {
      let hasCells = false;
      for await (const rows of sheet.rows()) {
        hasCells ||= rows.some((row) => row.cells.length > 0);
        yield rows;
      }
      if (hasCells) return;
    }
  } finally {
    await file.close();
  }
}
