import ExcelJS from 'exceljs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { glanceAtFile } from '../../server/loan-imports/file-reading.ts';
import { writeXlsx } from '../../server/spreadsheets/xlsx-writer.ts';
import { cellsIn } from '../support/lenders/read-cells.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

const cellsOf = async (content: Uint8Array): Promise<string[][]> =>
  cellsIn(join(folder, 'file'), content);

async function workbook(): Promise<string> {
  const book = new ExcelJS.Workbook();
  for (const [name, number] of [
    ['Delhi', 'D1'],
    ['Mumbai', 'M1'],
  ] as const) {
    const sheet = book.addWorksheet(name);
    sheet.addRow(['LAN', 'Borrower', 'Due Amount']);
    sheet.addRow([number, 'Asha', 5]);
  }
  book.addWorksheet('Empty');
  const path = join(folder, 'sheets.xlsx');
  await writeFile(path, new Uint8Array(await book.xlsx.writeBuffer()));
  return path;
}

describe('sheets of a workbook', () => {
  test('are named, and the one that is asked for is read', async () => {
    const path = await workbook();
    const sheets = ['Delhi', 'Mumbai', 'Empty'];
    const first = await glanceAtFile(path, 'xlsx', null);
    expect(first).toMatchObject({ sheets, sheetName: 'Delhi', sample: [{ LAN: 'D1' }] });
    const other = await glanceAtFile(path, 'xlsx', null, 'Mumbai');
    expect(other).toMatchObject({ sheets, sheetName: 'Mumbai', sample: [{ LAN: 'M1' }] });
  });

  test('are refused by name when they are empty or not there', async () => {
    const path = await workbook();
    await expect(glanceAtFile(path, 'xlsx', null, 'Empty')).rejects.toThrow('The sheet is empty');
    await expect(glanceAtFile(path, 'xlsx', null, 'Pune')).rejects.toThrow(
      'no sheet named "Pune". Choose one of: "Delhi", "Mumbai", "Empty"',
    );
  });
});

async function goodWorkbook(): Promise<Buffer> {
  const rows = Array.from({ length: 300 }, (_, at) => [`L${at}`, `Asha ${at}`, at]);
  return buffer(writeXlsx([['LAN', 'Borrower', 'Due Amount'], ...rows], 'Loans'));
}

describe('workbooks that came to harm on their way', () => {
  test('cut off anywhere, they are refused', async () => {
    const bytes = await goodWorkbook();
    for (const share of [0.1, 0.5, 0.9, 0.999])
      await expect(cellsOf(bytes.subarray(0, Math.floor(bytes.length * share)))).rejects.toThrow(
        'damaged',
      );
  });

  test('with one altered byte in the sheet, no amount is taken for another', async () => {
    const bytes = await goodWorkbook();
    const whole = await cellsOf(bytes);
    const sheetAt = bytes.indexOf('xl/worksheets/sheet1.xml') + 200;
    for (let at = sheetAt; at < sheetAt + 400; at += 40) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(cellsOf(changed)).rejects.toThrow('damaged');
    }
    expect(whole).toHaveLength(301);
  });

  test('locked with a password of the zip, they are refused as such', async () => {
    const bytes = await goodWorkbook();
    const directory = bytes.indexOf(Buffer.from('504b0102', 'hex'));
    bytes[directory + 8] = (bytes[directory + 8] ?? 0) | 1;
    await expect(cellsOf(bytes)).rejects.toThrow('protected by a password');
  });
});
