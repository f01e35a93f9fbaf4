import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { filesWaiting } from '../../server/spreadsheets/file-thread.ts';
import { BOMBS, ODD_PDFS, pdfWithContents, saying, textOfPdf } from '../support/pdf-files.ts';
import { SOAK } from '../support/soak.ts';

it('a PDF is read page by page', async () => {
  const pdf = pdfWithContents([saying('Settled for Rs. 9,000'), saying('Annex')]);
  expect(await textOfPdf(pdf)).toEqual({
    pages: ['Settled for Rs. 9,000', 'Annex'],
    isCut: false,
  });
});

it('of thousands of pages the first thirty are read', async () => {
  const pdf = pdfWithContents(Array.from({ length: 5000 }, (_, at) => saying(`Page ${at + 1}`)));
  const text = await textOfPdf(pdf);
  expect(text?.pages).toHaveLength(30);
  expect(text?.pages.at(-1)).toBe('Page 30');
});

it.each(Object.entries(BOMBS))(
  'a page of %s ends at the limit: what was read before it stays',
  async (_, content) => {
    const pdf = pdfWithContents([saying('First page'), content(), saying('Last page')]);
    expect(pdf.length).toBeLessThan(10_000_000);
    expect(await textOfPdf(pdf)).toEqual({ pages: ['First page'], isCut: true });
  },
);

it('streams that are within the limit one by one are counted together', SOAK, async () => {
  const blanks = deflateSync(Buffer.alloc(20_000_000, 0x20));
  const text = await textOfPdf(pdfWithContents(Array.from({ length: 20 }, () => blanks)));
  expect(text?.isCut).toBe(true);
});

const line = (at: number) => `1 0 0 1 60 ${700 - (at % 600)} Tm (${'settled '.repeat(5)}) Tj`;

it('texts of many pages are taken up to a limit', async () => {
  const lines = Array.from({ length: 1500 }, (_, at) => line(at)).join('\n');
  const page = deflateSync(`BT /F1 12 Tf ${lines} ET`);
  const text = await textOfPdf(pdfWithContents(Array.from({ length: 8 }, () => page)));
  expect(text?.isCut).toBe(true);
  expect(text?.pages.join('')).toHaveLength(300_000);
});

it.each(Object.entries(ODD_PDFS))('%s come to nothing, and to no fault', async (_, make) => {
  const text = await textOfPdf(make());
  expect((text?.pages ?? []).join('')).toBe('');
});

it('PDFs that come at once wait for each other, and all are read', async () => {
  const reads = [1, 2, 3].map(async (n) => textOfPdf(pdfWithContents([saying(`Letter ${n}`)])));
  const texts = await Promise.all(reads);
  expect(texts.map((text) => text?.pages)).toEqual([['Letter 1'], ['Letter 2'], ['Letter 3']]);
  expect(filesWaiting()).toBe(0);
});
