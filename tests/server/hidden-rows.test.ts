import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectFileKind } from '../../server/spreadsheets/file-kind.ts';
import { readRows } from '../../server/spreadsheets/row-reader.ts';

/** A sheet of a heading and five loans, of which the second and the fourth are hidden. */
function bookOf(bookType: 'xlsx' | 'xlsb' | 'xlml' | 'ods'): Buffer {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['Loan_ID', 'Amount'],
    ...['A', 'B', 'C', 'D', 'E'].map((name, at) => [name, at + 1]),
  ]);
  sheet['!rows'] = [{}, {}, { hidden: true }, {}, { hidden: true }];
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, 'Loans');
  const bytes = XLSX.write(book, { type: 'buffer', bookType }) as Buffer;
  return bookType === 'ods' ? hiddenInOds(bytes) : bytes;
}

/** The xlsx package writes no hidden rows into an .ods. A row that is told for two counts as two. */
function hiddenInOds(bytes: Buffer): Buffer {
  const parts = XLSX.CFB.read(bytes, { type: 'buffer' });
  const content = XLSX.CFB.find(parts, '/content.xml');
  if (content === null) throw new Error('The .ods has no content.');
  let row = 0;
  const text = Buffer.from(content.content as Uint8Array)
    .toString('utf8')
    .replaceAll(/<table:table-row/g, (tag) => {
      row += 1;
      if (row === 3) return `${tag} table:visibility="collapse"`;
      return row === 5 ? `${tag} table:visibility="filter"` : tag;
    });
  content.content = Buffer.from(text);
  content.size = content.content.length;
  return XLSX.CFB.write(parts, { fileType: 'zip', type: 'buffer' }) as Buffer;
}

test.each(['xlsx', 'xlsb', 'xlml', 'ods'] as const)(
  'hidden rows of an %s are told',
  async (bookType) => {
    const folder = await mkdtemp(join(tmpdir(), 'recoup-hidden-'));
    try {
      const path = join(folder, 'book');
      await writeFile(path, bookOf(bookType));
      const hidden: string[] = [];
      const all: string[] = [];
      for await (const batch of readRows(path, await detectFileKind(path)))
        for (const { cells, isHidden } of batch) {
          all.push(cells[0] ?? '');
          if (isHidden === true) hidden.push(cells[0] ?? '');
        }
      expect(all).toEqual(['Loan_ID', 'A', 'B', 'C', 'D', 'E']);
      expect(hidden).toEqual(['B', 'D']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
