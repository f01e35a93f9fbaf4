import { createRequire } from 'node:module';
import { setImmediate, setTimeout as later } from 'node:timers/promises';
import PdfKit from 'pdfkit';
import type { DocumentPart, DocumentTable, PrintedDocument } from './document-parts.ts';
import { printed } from './printed-letters.ts';

/*
 * Documents as PDF. The fonts are embedded (the glyphs that are used) and have Latin and Devanagari both; fontkit, which
 * pdfkit draws with, shapes Devanagari: conjuncts, reordered vowel signs.
 */

const { resolve } = createRequire(import.meta.url);
const fontFile = (name: string): string =>
  resolve(`@expo-google-fonts/noto-sans-devanagari/${name}`);
const FONTS = {
  plain: fontFile('400Regular/NotoSansDevanagari_400Regular.ttf'),
  strong: fontFile('600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
} as const;

type Doc = InstanceType<typeof PdfKit>;

/** Points. */
const MARGIN = 56;
const TEXT_SIZE = 10.5;
const SMALL_SIZE = 8.5;
const CELL_PADDING = 6;
const CELL_GAP = 4;
const FOOT_HEIGHT = 34;

const INK = '#0f172a';
const QUIET = '#475569';
const LINE = '#cbd5e1';
const ACCENT = '#0f766e';

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;

/** A new page when a thing of this height does not fit on this one. */
function makeRoom(doc: Doc, height: number): boolean {
  if (doc.y + height <= doc.page.maxY()) return false;
  doc.addPage();
  return true;
}

interface Style {
  readonly font?: keyof typeof FONTS;
  readonly size?: number;
  readonly color?: string;
}

/** By the font's file, which is then read once: by a name of ours it would be opened anew each time (pdfkit 0.20). */
const styled = (doc: Doc, { font = 'plain', size = TEXT_SIZE, color = INK }: Style): Doc =>
  doc.font(FONTS[font]).fontSize(size).fillColor(color);

function paragraph(doc: Doc, text: string, style: Style, gap: number): void {
  const given = styled(doc, style);
  makeRoom(given, given.heightOfString(text, { width: widthOf(doc) }));
  styled(doc, style).text(text, MARGIN, doc.y, { width: widthOf(doc) });
  doc.y += gap;
}

function rule(doc: Doc, y: number, color = LINE): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.75)
    .strokeColor(color)
    .stroke();
}

function letterhead(doc: Doc, { letterhead: head, aside = [], title }: PrintedDocument): void {
  const half = widthOf(doc) / 2;
  const top = doc.y;
  styled(doc, { font: 'strong', size: 15, color: ACCENT }).text(head.name, MARGIN, top, {
    width: half,
  });
  for (const line of head.lines)
    styled(doc, { size: SMALL_SIZE, color: QUIET }).text(line, { width: half });
  const left = doc.y;
  doc.y = top + 4;
  for (const line of aside)
    styled(doc, { size: 9.5 }).text(line, MARGIN + half, doc.y, { width: half, align: 'right' });
  doc.y = Math.max(left, doc.y) + 8;
  rule(doc, doc.y, ACCENT);
  doc.y += 16;
  paragraph(doc, title, { font: 'strong', size: 15 }, 8);
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly isFigure: boolean;
}

const heightOfCells = (doc: Doc, cells: readonly Cell[], style: Style): number =>
  Math.max(
    ...cells.map(({ text, width }) =>
      styled(doc, style).heightOfString(text, { width: width - 2 * CELL_PADDING }),
    ),
  ) +
  2 * CELL_GAP;

function drawCells(doc: Doc, cells: readonly Cell[], style: Style): void {
  const height = heightOfCells(doc, cells, style);
  const top = doc.y;
  let left = MARGIN;
  for (const { text, width, isFigure } of cells) {
    styled(doc, style).text(text, left + CELL_PADDING, top + CELL_GAP, {
      width: width - 2 * CELL_PADDING,
      align: isFigure ? 'right' : 'left',
    });
    left += width;
  }
  doc.y = top + height;
  rule(doc, doc.y);
}

/** Others have their turn after so many rows: hundreds take a good part of a second. */
const ROWS_AT_ONCE = 20;

async function table(doc: Doc, { columns, rows, total }: DocumentTable): Promise<void> {
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0);
  const cellsOf = (texts: readonly string[]): Cell[] =>
    columns.map(({ share = 1, isFigure = false }, at) => ({
      text: texts[at] ?? '',
      width: (widthOf(doc) * share) / shares,
      isFigure,
    }));
  const heading = cellsOf(columns.map((column) => column.heading));
  const headed: Style = { font: 'strong', size: 9, color: QUIET };
  const plain: Style = { size: columns.length > 5 ? 8.5 : 9.5 };
  makeRoom(doc, heightOfCells(doc, heading, headed) * 3);
  drawCells(doc, heading, headed);
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    const cells = cellsOf(row);
    if (makeRoom(doc, heightOfCells(doc, cells, plain))) drawCells(doc, heading, headed);
    drawCells(doc, cells, plain);
  }
  if (total !== undefined) {
    const strong: Style = { font: 'strong', size: 9.5 };
    makeRoom(doc, heightOfCells(doc, cellsOf(total), strong));
    drawCells(doc, cellsOf(total), strong);
  }
  doc.y += 12;
}

function facts(doc: Doc, rows: readonly (readonly [string, string])[]): void {
  const label = widthOf(doc) * 0.4;
  for (const [name, value] of rows) {
    const valueWidth = widthOf(doc) - label;
    const height = Math.max(
      styled(doc, { color: QUIET }).heightOfString(name, { width: label - 12 }),
      styled(doc, { font: 'strong' }).heightOfString(value, { width: valueWidth }),
    );
    makeRoom(doc, height + 4);
    const top = doc.y;
    styled(doc, { color: QUIET }).text(name, MARGIN, top, { width: label - 12 });
    styled(doc, { font: 'strong' }).text(value, MARGIN + label, top, { width: valueWidth });
    doc.y = top + height + 4;
  }
  doc.y += 10;
}

function signature(doc: Doc, lines: readonly string[]): void {
  makeRoom(doc, 56 + 14 * lines.length);
  doc.y += 48;
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + 200, doc.y)
    .lineWidth(0.75)
    .strokeColor(QUIET)
    .stroke();
  doc.y += 5;
  for (const line of lines)
    styled(doc, { size: 9.5 }).text(line, MARGIN, doc.y, { width: widthOf(doc) / 2 });
  doc.y += 8;
}

async function draw(doc: Doc, part: DocumentPart): Promise<void> {
  switch (part.kind) {
    case 'text':
      return paragraph(doc, part.text, { font: part.isStrong === true ? 'strong' : 'plain' }, 9);
    case 'heading':
      doc.y += 4;
      return paragraph(doc, part.text, { font: 'strong', size: 11.5 }, 5);
    case 'note':
      return paragraph(doc, part.text, { size: SMALL_SIZE, color: QUIET }, 6);
    case 'facts':
      return facts(doc, part.rows);
    case 'table':
      return table(doc, part);
    case 'signature':
      return signature(doc, part.lines);
  }
}

/** Below each page, and across it; nothing of it may begin a page of its own. */
function finishPages(doc: Doc, { footer, watermark, pageOf }: PrintedDocument): void {
  const { start, count } = doc.bufferedPageRange();
  const numbered = pageOf ?? ((page: number, pages: number) => `Page ${page} of ${pages}`);
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at);
    const { width, height } = doc.page;
    const bottom = height - MARGIN;
    doc.page.margins.bottom = 0;
    rule(doc, bottom - 18);
    const small = { size: 8, color: QUIET } as const;
    const line = { width: widthOf(doc), lineBreak: false } as const;
    styled(doc, small).text(footer, MARGIN, bottom - 12, line);
    styled(doc, small).text(numbered(at - start + 1, count), MARGIN, bottom - 12, {
      ...line,
      align: 'right',
    });
    if (watermark !== undefined) {
      doc.save().rotate(-45, { origin: [width / 2, height / 2] });
      styled(doc, { font: 'strong', size: 84 })
        .fillOpacity(0.07)
        .text(watermark, 0, height / 2 - 50, { width, align: 'center', lineBreak: false });
      doc.restore();
    }
  }
}

async function drawn(given: PrintedDocument): Promise<Buffer> {
  const document = printed(given);
  const doc = new PdfKit({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT_HEIGHT },
    bufferPages: true,
    font: FONTS.plain,
    info: { Title: document.title, Author: document.letterhead.name, Creator: 'Recoup' },
  });
  const pieces: Buffer[] = [];
  const written = new Promise<Buffer>((done, failed) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece));
    doc.on('end', () => done(Buffer.concat(pieces)));
    doc.on('error', failed);
  });
  letterhead(doc, document);
  for (const part of document.parts) await draw(doc, part);
  finishPages(doc, document);
  doc.end();
  return written;
}

/** Resolves when the next one may be drawn. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * The bytes of a document as PDF (A4, fonts embedded). One is drawn after the other, and after each the rest of the server has
 * as much time as it took: twenty at once would hold up everybody for as long as all of them take.
 */
export async function makePdf(given: PrintedDocument): Promise<Buffer> {
  let begunAt = 0;
  const mine = turn.then(async () => {
    begunAt = performance.now();
    return drawn(given);
  });
  const pause = async () => later(performance.now() - begunAt);
  turn = mine.then(pause, pause);
  return mine;
}
