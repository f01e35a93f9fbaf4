import { open, readFile } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import { read, set_cptable } from 'xlsx';
import type { CellObject, WorkBook, WorkSheet } from 'xlsx';
import * as codePages from 'xlsx/dist/cpexcel.full.mjs';
import type { BookMessage, BookQuestion, BookTask } from './book-reader.ts';
import { FileProblem } from './file-problem.ts';
import { answerQuestions, runFileTask, tell } from './file-worker.ts';
import { MOST_MERGED, mergedNotes } from './merged-cells.ts';
import { MAX_COLUMNS } from './sheet-row.ts';
import type { SheetRow } from './sheet-row.ts';
import { decodeText, inspectText } from './text-decoding.ts';
import { wholeCharacters } from './whole-characters.ts';
import { plainText, styledNumber } from './xlsx-cell.ts';
import type { CellStyle } from './xlsx-cell.ts';
import { formatStyle } from './xlsx-parts.ts';
import { attributeOf, xmlScanner } from './xml-scanner.ts';
import type { XmlHandler } from './xml-scanner.ts';
import { readZipDirectory } from './zip-directory.ts';
import { readZipEntry } from './zip-entry.ts';

/* The thread that reads .xls and other files with the xlsx package: see book-reader.ts. */

const rowsPerAnswer = 2_000;
const maxCells = 6_000_000;
/** What spreadsheet programs have; a row far beyond them takes long to get to. */
const mostRows = 1_048_576;
/** An .ods is one text; longer ones don't fit into the thread. */
const maxContentBytes = 250_000_000;

const tooMany = () => new FileProblem('too-many-cells');
const notRead = () => new FileProblem('damaged');

type DenseRow = readonly (CellObject | undefined)[];

const rowsOf = (sheet: WorkSheet): readonly (DenseRow | undefined)[] =>
  (sheet['!data'] as readonly (DenseRow | undefined)[] | undefined) ?? [];

const repeated = (tag: string, attribute: string): number =>
  Math.max(1, Number(attributeOf(tag, attribute) ?? '1') || 1);

/** Rows of a sheet from one to another, counted from 0. */
interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** The hidden rows of each sheet of an .ods, which the xlsx package does not tell. */
type HiddenSpans = RowSpan[][];

/** Notes the rows of an .ods that are hidden by hand or by a filter. */
function hiddenNoter(spans: HiddenSpans): Pick<XmlHandler, 'open'> {
  let row = 0;
  return {
    open: (name, tag) => {
      if (name === 'table') {
        spans.push([]);
        row = 0;
      } else if (name === 'table-row') {
        const from = row;
        row += repeated(tag, 'table:number-rows-repeated');
        if (/^(?:collapse|filter)$/.test(attributeOf(tag, 'table:visibility') ?? ''))
          spans.at(-1)?.push({ from, to: row - 1 });
      }
    },
  };
}

/** Counts the cells that an .ods unfolds to: one that is told once may stand for a million. Throws FileProblem. */
function cellCounter(hidden: Pick<XmlHandler, 'open'>): XmlHandler {
  let all = 0;
  let inRow = 0;
  let rows = 1;
  let columns = 1;
  let isFilled = false;
  return {
    open: (name, tag) => {
      hidden.open(name, tag);
      if (name === 'table-row') {
        rows = repeated(tag, 'table:number-rows-repeated');
        inRow = 0;
      } else if (name === 'table-cell') {
        columns = repeated(tag, 'table:number-columns-repeated');
        isFilled = tag.includes('value-type');
      } else if (name === 'p') isFilled = true;
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'table-cell' && isFilled) inRow += columns;
      else if (name === 'table-row') all += inRow * rows;
      if (all > maxCells) throw tooMany();
    },
  };
}

/** Throws FileProblem for what unfolds to too much; returns the hidden rows of an .ods. */
async function refuseLarge({ path, kind }: BookTask): Promise<HiddenSpans> {
  const hidden: HiddenSpans = [];
  if (kind !== 'ods' && kind !== 'xlsb') return hidden;
  const file = await open(path, 'r');
  try {
    const entries = await readZipDirectory(file);
    if (kind === 'xlsb') {
      const unpacked = entries.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0);
      if (unpacked > maxContentBytes) throw tooMany();
      return hidden;
    }
    const content = entries.find(({ name }) => name === 'content.xml');
    if (content === undefined) throw notRead();
    if (content.unpackedSize > maxContentBytes) throw tooMany();
    const counter = xmlScanner(cellCounter(hiddenNoter(hidden)));
    const decoder = new TextDecoder('utf-8');
    for await (const piece of readZipEntry(file, path, content))
      counter.feed(decoder.decode(piece, { stream: true }));
    return hidden;
  } finally {
    await file.close();
  }
}

async function textIn(path: string): Promise<string> {
  const { encoding } = await inspectText(path);
  let text = '';
  for await (const piece of decodeText(path, encoding)) text += piece;
  return text;
}

async function readBook(task: BookTask): Promise<WorkBook> {
  set_cptable(codePages);
  const isText = task.kind === 'html' || task.kind === 'xml';
  const content = isText ? await textIn(task.path) : await readFile(task.path);
  try {
    return read(content, {
      type: isText ? 'string' : 'buffer',
      // What a web page shows is kept as it stands: 0012 is no 12.
      raw: task.kind === 'html',
      dense: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellDates: false,
      nodim: true,
      WTF: false,
    });
  } catch (error) {
    if (error instanceof RangeError) throw tooMany();
    throw notRead();
  }
}

function refuseMany(book: WorkBook): void {
  let cells = 0;
  for (const sheet of Object.values(book.Sheets)) {
    if (rowsOf(sheet).length > mostRows) throw tooMany();
    for (const row of rowsOf(sheet)) {
      cells += row?.length ?? 0;
      if (cells > maxCells) throw tooMany();
    }
  }
}

const styles = new Map<string, CellStyle>();

function styleOf(format: unknown): CellStyle | undefined {
  if (typeof format !== 'string' || format === 'General') return undefined;
  let style = styles.get(format);
  if (style === undefined) {
    style = formatStyle(format);
    styles.set(format, style);
  }
  return style;
}

function textOf(cell: CellObject | undefined, isDate1904: boolean): string {
  if (cell === undefined || cell.v === undefined || cell.t === 'z') return '';
  if (cell.t === 'n') return styledNumber(styleOf(cell.z), String(cell.v), isDate1904);
  if (cell.t === 'b') return cell.v === true ? 'TRUE' : 'FALSE';
  if (cell.t === 'e') return cell.w ?? '#VALUE!';
  return plainText(String(cell.v));
}

function toRow(row: DenseRow, index: number, isDate1904: boolean, isHidden: boolean): SheetRow {
  const cells = Array.from(row, (cell) => textOf(cell, isDate1904));
  while (cells.length > 0 && cells.at(-1) === '') cells.pop();
  if (cells.length > MAX_COLUMNS)
    throw new FileProblem('row-too-wide', { row: index + 1, most: MAX_COLUMNS });
  return { number: index + 1, cells, ...(isHidden && { isHidden }) };
}

/** Tells whether rows that are asked for from the first one on are hidden; `spans` are those that the sheet itself does not tell. */
function hiddenIn(sheet: WorkSheet, spans: readonly RowSpan[]): (at: number) => boolean {
  const told = sheet['!rows'] ?? [];
  let next = 0;
  return (at) => {
    while ((spans[next]?.to ?? at) < at) next += 1;
    return told[at]?.hidden === true || (spans[next]?.from ?? at + 1) <= at;
  };
}

/** Tells rows that are asked for from the first one on what is merged into them from above. */
function mergedIn(sheet: WorkSheet): (row: SheetRow) => SheetRow {
  const ranges = (sheet['!merges'] ?? []).filter(({ s, e }) => s.c === e.c && e.r > s.r);
  return mergedNotes(
    ranges.slice(0, MOST_MERGED).map(({ s, e }) => ({ at: s.c, from: s.r + 1, to: e.r + 1 })),
  );
}

await runFileTask(async () => {
  const hidden = await refuseLarge(workerData as BookTask);
  const book = await readBook(workerData as BookTask);
  refuseMany(book);
  const isDate1904 = book.Workbook?.WBProps?.date1904 === true;
  const all = book.SheetNames.map((name, index) => ({
    name: wholeCharacters(name.slice(0, 255)),
    sheet: book.Sheets[name] ?? {},
    spans: hidden[index] ?? [],
    isHidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
  }));
  const visible = all.filter(({ isHidden }) => !isHidden);
  const sheets = visible.length > 0 ? visible : all;
  if (sheets.length === 0) throw notRead();
  let noted = mergedIn({});
  let isHidden = hiddenIn({}, []);
  answerQuestions((question): BookMessage => {
    const { sheet, from } = question as BookQuestion;
    if (from === 0) {
      noted = mergedIn(sheets[sheet]?.sheet ?? {});
      isHidden = hiddenIn(sheets[sheet]?.sheet ?? {}, sheets[sheet]?.spans ?? []);
    }
    const rows = rowsOf(sheets[sheet]?.sheet ?? {});
    const to = Math.min(rows.length, from + rowsPerAnswer);
    const found: SheetRow[] = [];
    for (let at = from; at < to; at += 1) {
      const row = rows[at];
      if (row !== undefined) found.push(noted(toRow(row, at, isDate1904, isHidden(at))));
    }
    return { is: 'rows', rows: found, next: to < rows.length ? to : null };
  });
  const message: BookMessage = {
    is: 'book',
    isDate1904,
    sheets: sheets.map(({ name, sheet }) => ({ name, rows: rowsOf(sheet).length })),
  };
  tell(message);
});
