import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import PdfKit from 'pdfkit';
import { readPdfText } from '../../server/settlements/pdf-reader.ts';
import type { PdfText } from '../../server/settlements/pdf-reader.ts';
import { pdfOfObjects } from './letter.ts';

/** A PDF made by a library, with its pages. */
export async function pdfOf(pages: readonly string[], password?: string): Promise<Buffer> {
  const doc = new PdfKit({
    autoFirstPage: false,
    ...(password !== undefined && { userPassword: password, pdfVersion: '1.7' as const }),
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isDone = new Promise<void>((resolve) => {
    doc.on('end', () => resolve());
  });
  for (const text of pages) doc.addPage().text(text);
  doc.end();
  await isDone;
  return Buffer.concat(chunks);
}

/** What the server reads of a PDF. */
export async function textOfPdf(bytes: Uint8Array): Promise<PdfText | null> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-pdf-'));
  try {
    const path = join(folder, 'letter.pdf');
    await writeFile(path, bytes);
    return await readPdfText(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF of pages, each with its content as a compressed stream. */
export function pdfWithContents(contents: readonly Buffer[]): Buffer {
  const kids = contents.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    FONT,
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`,
    ]),
  ]);
}

/** The content of a page that says this. */
export const saying = (text: string): Buffer =>
  deflateSync(`BT /F1 12 Tf 60 760 Td (${text}) Tj ET`);

/** Contents of a page, each of less than a megabyte, that unfold to more than a letter may. */
export const BOMBS = {
  'blanks without end': () => deflateSync(Buffer.alloc(300_000_000, 0x20), { level: 9 }),
  'texts without end': () =>
    deflateSync(`BT /F1 12 Tf ${'(settled) Tj T* '.repeat(12_000_000)} ET`),
} as const;

/** A chain of page trees, each in another. */
function nestedPages(depth: number): Buffer {
  const inner = Array.from(
    { length: depth },
    (_, at) => `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 >>`,
  );
  return pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', ...inner, '<< /Type /Page >>']);
}

/** Whole files that are no letters. */
export const ODD_PDFS = {
  'arrays in arrays': () =>
    pdfWithContents([deflateSync(Buffer.alloc(20_000_000, '['), { level: 9 })]),
  'a catalogue of arrays in arrays': () =>
    pdfOfObjects([`<< /Type /Catalog /Pages ${'['.repeat(2_000_000)} >>`]),
  'page trees in page trees': () => nestedPages(50_000),
  'a page tree in itself': () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>',
    ]),
} as const;
