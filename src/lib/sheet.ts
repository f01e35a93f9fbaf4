import { saveBlob } from './download.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Saves a small table that the screen already has as a spreadsheet: numbers stay numbers, everything else is text, so that
 * nothing in it can become a formula. The writer is loaded only when it is asked for.
 */
export async function saveSheet(
  fileName: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const { utils, write } = await import('xlsx');
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet1');
  const bytes = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
  saveBlob({ blob: new Blob([bytes], { type: XLSX_TYPE }), fileName });
}
