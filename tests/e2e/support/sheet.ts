import { readFile, writeFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { read, utils } from 'xlsx';

/** A sheet's rows as text, header first, with cells as a spreadsheet program shows them. Reads XLSX and CSV. */
export async function readSheet(path: string): Promise<string[][]> {
  const bytes = await readFile(path);
  if (path.endsWith('.csv')) {
    const text = bytes.toString('utf8').replace(/^\ufeff/, '');
    return Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  }
  const book = read(bytes, { type: 'buffer' });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (sheet === undefined) throw new Error(`${path} has no sheet.`);
  return utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' });
}

/** Writes rows, header first, as the file's ending says: `.xlsx` or `.csv`. */
export async function writeSheet(path: string, rows: readonly string[][]): Promise<void> {
  if (path.endsWith('.csv')) {
    await writeFile(path, Papa.unparse([...rows], { newline: '\r\n' }));
    return;
  }
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Loans').addRows([...rows]);
  await book.xlsx.writeFile(path);
}
