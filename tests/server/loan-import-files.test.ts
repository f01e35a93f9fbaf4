import { randomUUID } from 'node:crypto';
import ExcelJS from 'exceljs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { rupeesText } from '../../contract/rupees.ts';
import { glanceAtFile, stageFile } from '../../server/loan-imports/file-reading.ts';
import { sampleRows } from '../../server/sample/sample-service.ts';
import { writeCsv } from '../../server/spreadsheets/csv-writer.ts';
import { writeXlsx } from '../../server/spreadsheets/xlsx-writer.ts';
import { cellsIn } from '../support/lenders/read-cells.ts';
import { packedZip } from '../support/ugly/stored-zip.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

const cellsOf = async (content: string | Uint8Array): Promise<string[][]> =>
  cellsIn(join(folder, 'file'), content);

describe('text files', () => {
  const rows = [
    ['Name', 'Amount'],
    ['José, रवि', '5'],
  ];

  test('UTF-8 with a mark, quotes and Windows line ends', async () => {
    expect(await cellsOf('\uFEFFName,Amount\r\n"José, रवि",5\r\n')).toEqual(rows);
  });

  test('UTF-16 of both orders', async () => {
    const text = '\uFEFFName\tAmount\nJosé, रवि\t5';
    const little = Buffer.from(text, 'utf16le');
    expect(await cellsOf(little)).toEqual(rows);
    expect(await cellsOf(Buffer.from(little).swap16())).toEqual(rows);
  });

  test('Windows-1252 with semicolons', async () => {
    expect(await cellsOf(Buffer.from('Name;Amount\nJos\u00e9;5', 'latin1'))).toEqual([
      ['Name', 'Amount'],
      ['José', '5'],
    ]);
  });

  test('a cell with line ends and doubled quotes in it', async () => {
    expect(await cellsOf('a,b\n"x\r\n""y""",2')).toEqual([
      ['a', 'b'],
      ['x\n"y"', '2'],
    ]);
  });
});

describe('workbooks', () => {
  const day = new Date(Date.UTC(2026, 10, 5));

  test('as exceljs writes them: rich text, formulas, dates, hidden sheets', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('Notes', { state: 'hidden' }).addRow(['not this']);
    const sheet = book.addWorksheet('Loans');
    sheet.addRow(['A', 'B', 'C', 'D']);
    sheet.addRow([
      { richText: [{ text: 'As' }, { text: 'ha & <co>' }] },
      { formula: '1+1', result: 2 },
      day,
      true,
    ]);
    sheet.addRow([]);
    sheet.addRow([null, 1234.5]);
    sheet.getCell('C2').numFmt = 'dd/mm/yyyy';
    expect(await cellsOf(new Uint8Array(await book.xlsx.writeBuffer()))).toEqual([
      ['A', 'B', 'C', 'D'],
      ['Asha & <co>', '2', '2026-11-05', 'TRUE'],
      ['', '1234.5'],
    ]);
  });

  test('as SheetJS writes them', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([
      ['A', 'B'],
      ['919812345678', 919812345678],
    ]);
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, sheet, 'Loans');
    expect(
      await cellsOf(new Uint8Array(XLSX.write(book, { type: 'array' }) as ArrayBuffer)),
    ).toEqual([
      ['A', 'B'],
      ['919812345678', '919812345678'],
    ]);
  });

  test('our own files are read by other programs, and text stays text there', async () => {
    const bytes = await buffer(
      writeXlsx([['Head'], ['=1+1', -5, { day: '2026-11-05' }, '<&">']], 'Mine'),
    );
    const book = XLSX.read(bytes, { cellDates: true, UTC: true });
    const sheet = book.Sheets['Mine'];
    expect(sheet?.['A2']).toMatchObject({ t: 's', v: "'=1+1" });
    expect(sheet?.['B2']).toMatchObject({ t: 'n', v: -5 });
    expect(sheet?.['D2']).toMatchObject({ v: '<&">' });
    const other = new ExcelJS.Workbook();
    await other.xlsx.load(new Uint8Array(bytes).buffer);
    expect(other.getWorksheet('Mine')?.getCell('C2').value).toEqual(day);
  });

  test('what a sheet cannot hold goes on in another one, under the same header and summed as a whole', async () => {
    const rows = [['Who', 'Due'], ...[1, 2, 3, 4, 5].map((due) => ['x'.repeat(40_000), due])];
    const bytes = await buffer(writeXlsx([...rows, ['Total', { total: 15 }]], "Asha's", [], 3));
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(new Uint8Array(bytes).buffer);
    expect(book.worksheets.map(({ name }) => name)).toEqual(['Asha s', 'Asha s 2', 'Asha s 3']);
    expect(book.worksheets.map((sheet) => sheet.getCell('B1').value)).toEqual(Array(3).fill('Due'));
    expect(book.worksheets.map((sheet) => sheet.getCell('B2').value)).toEqual([1, 3, 5]);
    const formula = "SUM('Asha s'!B2:B3,'Asha s 2'!B2:B3,B2:B2)";
    expect(book.worksheets[2]?.getCell('B3').value).toEqual({ formula, result: 15 });
    expect(book.worksheets[0]?.getCell('A2').value).toHaveLength(32_767);
    // What fits to the line needs no second one.
    const exact = XLSX.read(await buffer(writeXlsx(rows, 'Rows', [], 6)));
    expect(exact.SheetNames).toEqual(['Rows']);
  });

  test('whatever the rows come from is closed when nobody reads the file on', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (let row = 0; ; row += 1) yield [randomUUID(), row];
      } finally {
        isClosed = true;
      }
    }
    let read = 0;
    for await (const piece of writeXlsx(endless(), 'Rows')) {
      read += (piece as Buffer).length;
      if (read > 300_000) break;
    }
    await expect.poll(() => isClosed).toBe(true);
  });

  test('amounts in our files are numbers that read as on our screens, their totals too', async () => {
    const amounts = [0, 999, 1234, 30_000, 123_456, 12_345_678, 1_234_567_890, -20];
    const rows = [
      ['Due'],
      ...amounts.map((rupees) => [{ rupees }]),
      [{ total: 5, isRupees: true }],
    ];
    const sheet = XLSX.read(await buffer(writeXlsx(rows, 'Mine')), { cellNF: true }).Sheets['Mine'];
    const cells = Array.from({ length: 9 }, (_, at) => sheet?.[`A${at + 2}`] as XLSX.CellObject);
    expect(cells.map(({ t, v }) => [t, v])).toEqual([...amounts, 5].map((amount) => ['n', amount]));
    expect(cells.map(({ w }) => w)).toEqual([...amounts, 5].map((amount) => rupeesText(amount)));
    expect(await buffer(writeCsv(rows.slice(0, 3)))).toEqual(
      Buffer.from('\uFEFFDue\r\n0\r\n999\r\n'),
    );
  });
});

describe('zip bombs and foreign zips', () => {
  const workbook = { name: 'xl/workbook.xml', data: Buffer.from('<workbook/>') };
  const bomb = Buffer.alloc(30_000_000);

  test('what unpacks to far too much is refused before it is unpacked', async () => {
    const zip = packedZip([workbook, { name: 'xl/worksheets/sheet1.xml', data: bomb }]);
    await expect(cellsOf(zip)).rejects.toThrow('unpacks to far more');
  });

  test('a directory that lies about the size stops the reading', async () => {
    const rels = `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`;
    const zip = packedZip([
      {
        name: 'xl/workbook.xml',
        data: Buffer.from(
          '<workbook xmlns:r="x"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
        ),
      },
      { name: 'xl/_rels/workbook.xml.rels', data: Buffer.from(rels) },
      { name: 'xl/worksheets/sheet1.xml', data: bomb, declared: 1000 },
    ]);
    await expect(cellsOf(zip)).rejects.toThrow('damaged');
  });

  test('thousands of entries are refused', async () => {
    const many = Array.from({ length: 2_100 }, (_, at) => ({
      name: `f${at}`,
      data: Buffer.from('x'),
    }));
    await expect(cellsOf(packedZip([workbook, ...many]))).rejects.toThrow('far fewer');
  });

  test('entity definitions are refused', async () => {
    const data = Buffer.from('<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook/>');
    await expect(cellsOf(packedZip([{ name: 'xl/workbook.xml', data }]))).rejects.toThrow(
      'definitions',
    );
  });

  test('a document is not a workbook', async () => {
    const zip = packedZip([{ name: 'word/document.xml', data: Buffer.from('<x/>') }]);
    await expect(cellsOf(zip)).rejects.toThrow('not a workbook');
  });
});

test('the header is found below title lines, and our own extra columns are left out', async () => {
  const path = join(folder, 'titled.csv');
  await writeFile(
    path,
    'Suryodaya Housing\nReport of,1 Nov\n\nLAN,Borrower,Due Amount,Row in the file (Recoup),Reason (Recoup)\nL1,Asha,5,3,why\n',
  );
  expect(await glanceAtFile(path, 'csv', null)).toEqual({
    headers: ['LAN', 'Borrower', 'Due Amount'],
    sheets: [],
    sheetName: null,
    sample: [{ LAN: 'L1', Borrower: 'Asha', 'Due Amount': '5' }],
    sampleRows: [5],
    suggested: { Loan_ID: 'LAN', Customer_Name: 'Borrower', Total_Due_Amount: 'Due Amount' },
  });
});

/** The notes of a file whose columns of phones and dues may have changed places. */
async function notesOf(...rows: readonly string[]): Promise<readonly string[]> {
  const path = join(folder, 'changed-places.csv');
  await writeFile(path, ['LAN,Name,Mobile,Total Due', ...rows, ''].join('\n'));
  const pieces = stageFile({
    path,
    kind: 'csv',
    importId: 'x',
    mapping: { Loan_ID: 'LAN', Customer_Name: 'Name', Total_Due_Amount: 'Total Due' },
    sheetName: null,
    monthFirst: [],
  });
  let next = await pieces.next();
  while (!next.done) next = await pieces.next();
  return next.value.notes;
}

test('amounts that are mobile numbers are told: columns have changed places under their headings', async () => {
  expect(
    await notesOf('L1,Asha,1200,9822010024', 'L2,Babu,900,9822010025', 'L3,Dev,9822010026,70'),
  ).toEqual([
    'Most amounts of "Total Due" look like mobile numbers. Check that the columns of the file have not changed places.',
  ]);
  expect(await notesOf('L1,Asha,9822010024,1200', 'L2,Babu,9822010025,9822010025')).toEqual([]);
});

test('a sample of both formats is taken whole, but for the errors asked for', async () => {
  const wish = { rows: 400, client: 'Suryodaya Housing', seed: 3, errors: 8 };
  expect([...sampleRows(wish)]).toEqual([...sampleRows(wish)]);
  const path = join(folder, 'sample.xlsx');
  await writeFile(path, writeXlsx(sampleRows(wish), 'Loans'));
  const { headers } = await glanceAtFile(path, 'xlsx', null);
  expect(headers).toHaveLength(30);
  const { suggestMapping } = await import('../../server/loan-imports/header-matching.ts');
  const mapping = suggestMapping(headers);
  expect(Object.keys(mapping)).toHaveLength(26);
  const pieces = stageFile({
    path,
    kind: 'xlsx',
    importId: 'x',
    mapping,
    sheetName: null,
    monthFirst: [],
  });
  let next = await pieces.next();
  while (!next.done) next = await pieces.next();
  expect(next.value).toEqual({
    rows: 400,
    failedRows: 8,
    duplicateRows: 0,
    skippedRows: 0,
    notes: [],
    rounding: { cells: 0, paise: 0 },
    monthFirst: [],
  });
});
