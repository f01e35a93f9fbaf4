import { estimateCsvRows, readCsvRows } from './csv-reader.ts';
import type { FileKind } from './file-kind.ts';
import type { SheetRow } from './sheet-row.ts';
import { estimateXlsxRows, readXlsxRows } from './xlsx-reader.ts';

/** The rows of a spreadsheet file in batches, streamed. Throws FileProblem when it can't be read. */
export function readRows(
  path: string,
  kind: FileKind,
): AsyncGenerator<SheetRow[], void, undefined> {
  return kind === 'csv' ? readCsvRows(path) : readXlsxRows(path);
}

/** About how many rows a file has, the header included: for a progress bar until the true count is known. 0: no idea. */
export async function estimateRows(path: string, kind: FileKind): Promise<number> {
  return kind === 'csv' ? estimateCsvRows(path) : estimateXlsxRows(path);
}
