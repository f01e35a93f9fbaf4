import type Fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test, vi } from 'vitest';
import type { PrintedDocument } from '../../server/documents/document-parts.ts';
import { makePdf } from '../../server/documents/pdf.ts';

const paper = (more: Partial<PrintedDocument>): PrintedDocument => ({
  title: 'Statement',
  letterhead: { name: 'Asha Finance Ltd', lines: ['12 MG Road, Pune 411001'] },
  aside: ['05-12-2026'],
  parts: [],
  footer: 'LN-00012',
  ...more,
});

async function read(document: PrintedDocument) {
  const bytes = await makePdf(document);
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  return { bytes, pages: pdf.numPages, text };
}

test('a document says its letterhead, facts and amounts as text that can be searched', async () => {
  const { text, pages } = await read(
    paper({ parts: [{ kind: 'facts', rows: [['Amount', '₹1,30,000']] }] }),
  );
  expect(pages).toBe(1);
  for (const said of ['Asha Finance Ltd', '12 MG Road', '05-12-2026', 'Amount', '₹1,30,000'])
    expect(text).toContain(said);
});

test('a long table goes on over pages, with its headings and a foot on each', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`Row ${at + 1}`, '₹10']);
  const columns = [{ heading: 'What' }, { heading: 'How much', isFigure: true }];
  const { text, pages } = await read(
    paper({ parts: [{ kind: 'table', columns, rows, total: ['In all', '₹1,200'] }] }),
  );
  expect(pages).toBeGreaterThan(2);
  expect(text.match(/How much/g)).toHaveLength(pages);
  expect(text).toContain(`Page ${pages} of ${pages}`);
  expect(text).toContain('Row 120');
  expect(text).toContain('₹1,200');
});

test('a long table reads each font once, and lets others have their turn meanwhile', async () => {
  const reads = vi.spyOn(createRequire(import.meta.url)('node:fs') as typeof Fs, 'readFileSync');
  syncBuiltinESMExports();
  let turns = 0;
  let others = setImmediate(function take() {
    turns += 1;
    others = setImmediate(take);
  });
  const rows = Array.from({ length: 1000 }, (_, at) => [`Row ${at}`]);
  await makePdf(paper({ parts: [{ kind: 'table', columns: [{ heading: 'What' }], rows }] }));
  clearImmediate(others);
  expect(reads.mock.calls.filter(([file]) => String(file).endsWith('.ttf'))).toHaveLength(2);
  expect(turns).toBeGreaterThan(40);
  reads.mockRestore();
  syncBuiltinESMExports();
});

test('of many that are asked for at once, one is drawn after the other, also after one that fails', async () => {
  const story: string[] = [];
  const make = async (name: string, fails = false) => {
    const letterhead = {
      get name() {
        story.push(`begins ${name}`);
        if (fails) throw new Error('no letterhead');
        return name;
      },
      lines: [],
    };
    await makePdf({ ...paper({}), letterhead }).catch(() => undefined);
    story.push(`ended ${name}`);
  };
  await Promise.all([make('A', true), make('B'), make('C')]);
  expect(story.filter((each, at) => each !== story[at - 1])).toEqual(
    ['A', 'B', 'C'].flatMap((name) => [`begins ${name}`, `ended ${name}`]),
  );
});

test('its fonts are embedded, Devanagari is shaped: a conjunct is drawn as one glyph', async () => {
  const { bytes } = await read(paper({ parts: [{ kind: 'text', text: 'क्ष श्री निपटान' }] }));
  const raw = bytes.toString('latin1');
  expect(raw).toContain('/FontFile2');
  expect(raw).not.toContain('/BaseFont /Helvetica');
});

test('a text longer than a page goes on on the next', async () => {
  const { pages, text } = await read(
    paper({ parts: [{ kind: 'text', text: 'Pay in time. '.repeat(1500) + 'The end.' }] }),
  );
  expect(pages).toBeGreaterThan(2);
  expect(text).toContain('The end.');
});

test('a name of a script that the fonts lack is not left out in silence, a picture is', async () => {
  const { text } = await read(paper({ parts: [{ kind: 'text', text: 'Dear செல்வி 🙂Devi,' }] }));
  expect(text).toContain('Dear ?????? Devi,');
});
