import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { filesWaiting, startFileThread } from '../../server/spreadsheets/file-thread.ts';
import { zipPieces } from '../../server/spreadsheets/zip-writer.ts';
import { cellsIn } from '../support/lenders/read-cells.ts';
import { readUgly } from '../support/ugly/read-ugly.ts';
import { rc4Stream } from '../../server/spreadsheets/rc4.ts';
import { lockedAgile, lockedBook, lockedOds, officeFile } from '../support/ugly/locked-workbook.ts';
import { storedZip } from '../support/ugly/stored-zip.ts';
import { workbook } from '../support/ugly/ugly-file.ts';
import { testFolder } from '../support/test-folder.ts';

/* Workbooks made to bring the server down, or to make it do what it should not: each ends in a clear refusal. */

const folder = testFolder();

const cellsOf = async (content: Buffer): Promise<string[][]> =>
  cellsIn(join(folder, 'file'), content);

const ods = (rows: string): Promise<Buffer> =>
  buffer(
    Readable.from(
      zipPieces([
        { name: 'mimetype', text: ['application/vnd.oasis.opendocument.spreadsheet'] },
        { name: 'META-INF/manifest.xml', text: ['<manifest:manifest/>'] },
        {
          name: 'content.xml',
          text: [
            `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
          ],
        },
      ]),
    ),
  );

const xlsxOf = (texts: string, sheet: string): Buffer =>
  storedZip([
    {
      name: 'xl/workbook.xml',
      data: Buffer.from(
        '<workbook xmlns:r="x"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: Buffer.from(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', data: Buffer.from(`<worksheet>${sheet}</worksheet>`) },
    { name: 'xl/sharedStrings.xml', data: Buffer.from(`<sst>${texts}</sst>`) },
  ]);

describe('is refused within bounded memory:', () => {
  test('an .ods whose one cell is repeated a thousand million times', async () => {
    const bomb = await ods(
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string" table:number-columns-repeated="1024"><text:p>x</text:p></table:table-cell></table:table-row>',
    );
    await expect(cellsOf(bomb)).rejects.toThrow('far more cells');
  });

  test.each([
    ['a web page', '<td colspan="2000000000">x</td><td>y</td>'],
    ['many cells of a web page', `<td colspan="1000000">x</td>`.repeat(9)],
  ])('%s that is wider than any sheet', async (_, cells) => {
    const page = Buffer.from(`<html><table><tr>${cells}</tr></table></html>`);
    await expect(cellsOf(page)).rejects.toThrow(/far more cells|more than \d+ columns/);
  });

  test('XML of Excel 2003 whose one cell stands in column one thousand million', async () => {
    const book = Buffer.from(
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table><Row ss:Index="900000000"><Cell ss:Index="1000000000"><Data ss:Type="String">x</Data></Cell></Row></Table></Worksheet></Workbook>',
    );
    await expect(cellsOf(book)).rejects.toThrow(/far more cells|more than \d+ columns|damaged/);
  });

  test('millions of shared texts', async () => {
    const book = xlsxOf('<si/>'.repeat(9_000_001), '');
    await expect(cellsOf(book)).rejects.toThrow('far more texts');
  });

  test.each([
    ['told once and pointed to by all rows', '<c t="s"><v>0</v></c>', ''],
    [
      'merged over all rows',
      '<c><v>1</v></c>',
      '<mergeCells><mergeCell ref="B1:B9000"/></mergeCells>',
    ],
  ])('a long text that is %s', async (_, cell, merged) => {
    const first = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>0</v></c></row>';
    const rows = `${first}${`<row>${cell}</row>`.repeat(8999)}`;
    const book = xlsxOf(
      `<si><t>${'x'.repeat(32_000)}</t></si>`,
      `<sheetData>${rows}</sheetData>${merged}`,
    );
    await expect(cellsOf(book)).rejects.toThrow('far more texts');
  });

  test('an old workbook whose chain of sectors never ends', async () => {
    const bytes = officeFile('Workbook', Buffer.alloc(40_000));
    // Every sector follows itself.
    const table = bytes.readUInt32LE(76);
    for (let at = 0; at < 128; at += 1) bytes.writeUInt32LE(at, (table + 1) * 512 + at * 4);
    await expect(cellsOf(bytes)).rejects.toThrow('damaged');
  });

  test('a lock that asks for more rounds of hashing than Excel would', async () => {
    const locked = lockedAgile(Buffer.from('x'), 'secret', 10);
    const at = locked.indexOf('spinCount="10"');
    locked.write('spinCount="9999999999"', at);
    await expect(
      readUgly(join(folder, 'file'), { content: () => locked, password: 'secret' }),
    ).rejects.toThrow('can not be opened here');
  });

  test('a locked workbook that holds something else', async () => {
    const locked = lockedAgile(Buffer.from('%PDF-1.7'), 'secret');
    await expect(
      readUgly(join(folder, 'file'), { content: () => locked, password: 'secret' }),
    ).rejects.toThrow('document');
  });
});

test('the stream of RC4 is the published one', () => {
  const stream = rc4Stream(Buffer.from('Key'), 9);
  const plain = Buffer.from('Plaintext');
  expect(Buffer.from(plain.map((byte, at) => byte ^ (stream[at] ?? 0))).toString('hex')).toBe(
    'bbf316e8d940af0ad3',
  );
});

/** Enough rows for many blocks of a cipher. */
const MANY = 200;

const bookOf = (kind: 'xlsx' | 'biff8' | 'ods') =>
  workbook(kind, [
    {
      name: 'A',
      rows: [
        ['LAN', 'Name', 'Dues'],
        ...Array.from({ length: MANY }, (_, n) => [`${n + 1}`, `Asha वर्मा ${n + 1}`, 500 + n]),
      ],
    },
  ]);

const readOf = async (content: Buffer, password: string | null) =>
  readUgly(join(folder, 'file'), {
    content: () => content,
    ...(password !== null && { password }),
  });

test.each([
  ['than it says', 100, 0],
  ['than any file may, and says so', 30_000_000, 30_000_000],
])('a locked .ods that unfolds to more %s', async (_, said, more) => {
  const locked = lockedOds(bookOf('ods'), 'Right 1', said, more);
  await expect(readOf(locked, 'Right 1')).rejects.toMatchObject({ word: 'unpacks-too-large' });
});

describe.each([
  ['.xlsx', (password: string) => lockedAgile(bookOf('xlsx'), password)],
  ['.xls of Excel 97', (password: string) => lockedBook(bookOf('biff8'), password, 'md5')],
  ['.xls of Excel 2002', (password: string) => lockedBook(bookOf('biff8'), password, 'sha1')],
  ['.ods', (password: string) => lockedOds(bookOf('ods'), password)],
])('a locked %s', (_, lock) => {
  const read = async (password: string | null) => readOf(lock('Right 1'), password);

  test('asks for its password, and says when it is wrong', async () => {
    await expect(read(null)).rejects.toMatchObject({ lock: 'locked', isWrongType: false });
    await expect(read('right 1')).rejects.toMatchObject({ lock: 'wrong-password' });
    await expect(read('')).rejects.toMatchObject({ lock: 'wrong-password' });
    const { rows } = await read('Right 1');
    expect(rows).toHaveLength(MANY);
    expect(JSON.stringify(rows.at(-1))).toContain(`Asha वर्मा ${MANY}`);
  });

  test('opens by itself where Excel locked it with its own', async () => {
    expect((await readOf(lock('VelvetSweatshop'), null)).rows).toHaveLength(MANY);
  });
});

test('two files are read at once, whoever sent them; the others wait in a line that is told', async () => {
  const files = Array.from({ length: 5 }, () =>
    startFileThread('spreadsheets/book-worker', { path: join(folder, 'nowhere') }),
  );
  expect(filesWaiting()).toBe(3);
  // Whoever waits may go, and leaves no place behind.
  await files[4]?.end();
  expect(filesWaiting()).toBe(2);
  await files[0]?.end();
  await expect.poll(filesWaiting).toBe(1);
  await files[1]?.end();
  await expect.poll(filesWaiting).toBe(0);
  await Promise.all(files.slice(2).map((file) => file.end()));
});
