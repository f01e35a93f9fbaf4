import { openBook } from './book-reader.ts';
import { estimateCsvRows, readCsvRows } from './csv-reader.ts';
import type { FileKind } from './file-kind.ts';
import type { OpenFile } from './open-file.ts';
import type { SheetRow } from './sheet-row.ts';
import { openXlsxSheets } from './xlsx-reader.ts';

/**
 * Opens a spreadsheet file of any kind; a text file is one sheet without a name, of at most `mostTextRows` rows (else as many as
 * a workbook's sheet). Throws FileProblem.
 */
export async function openSheets(
  path: string,
  kind: FileKind,
  mostTextRows?: number,
): Promise<OpenFile> {
  if (kind === 'xlsx') return openXlsxSheets(path);
  if (kind !== 'csv') return openBook(path, kind);
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
