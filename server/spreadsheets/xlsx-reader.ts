import { FileProblem } from './file-problem.ts';
import { MOST_MERGED, mergedDown, mergedNotes } from './merged-cells.ts';
import type { MergedDown } from './merged-cells.ts';
import type { OpenFile } from './open-file.ts';
import { MAX_COLUMNS, MAX_ROWS } from './sheet-row.ts';
import type { SheetRow } from './sheet-row.ts';
import { cellText, FORMULA_WITHOUT_RESULT, maxCellCharacters } from './xlsx-cell.ts';
import type { CellFacts } from './xlsx-cell.ts';
import {
  openXlsx,
  partText,
  readCellStyles,
  readSharedStrings,
  readWorkbookFacts,
} from './xlsx-parts.ts';
import type { XlsxFile } from './xlsx-parts.ts';
import { attributeOf, xmlScanner } from './xml-scanner.ts';
import type { XmlHandler } from './xml-scanner.ts';

/** `AB12` is column 27, counted from 0; -1 when there is no letter. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** A row's number: as the file says, when it goes on from the row before. Throws FileProblem beyond the last row there can be. */
function numberOf(tag: string, lastNumber: number): number {
  const said = Number(attributeOf(tag, 'r') ?? '0');
  const number = Number.isInteger(said) && said > lastNumber ? said : lastNumber + 1;
  if (number > MAX_ROWS) throw new FileProblem('too-many-rows', { most: MAX_ROWS });
  return number;
}

/** Collects the rows of a sheet's XML into `rows`. */
function rowCollector(facts: CellFacts, rows: SheetRow[]): XmlHandler {
  let row: SheetRow | null = null;
  let lastNumber = 0;
  let column = -1;
  let tag = '';
  let value = '';
  let hasValue = false;
  let hasFormula = false;
  let isValue = false;
  let isPhonetic = false;
  const endCell = (): void => {
    if (!row || !(hasValue || hasFormula)) return;
    const text = hasValue
      ? cellText(facts, attributeOf(tag, 't'), attributeOf(tag, 's'), value)
      : FORMULA_WITHOUT_RESULT;
    if (text === '') return;
    if (column >= MAX_COLUMNS)
      throw new FileProblem('row-too-wide', { row: row.number, most: MAX_COLUMNS });
    while (row.cells.length < column) row.cells.push('');
    row.cells[column] = text;
  };
  return {
    open: (name, raw) => {
      if (name === 'c') {
        tag = raw;
        const reference = attributeOf(raw, 'r');
        const stated = reference === null ? -1 : columnOf(reference);
        column = stated === -1 ? column + 1 : stated;
        value = '';
        hasValue = false;
        hasFormula = false;
      } else if (name === 'v' || name === 't') {
        isValue = row !== null && !isPhonetic;
        hasValue ||= isValue;
      } else if (name === 'f') hasFormula = true;
      else if (name === 'row') {
        lastNumber = numberOf(raw, lastNumber);
        const isHidden = /^(?:1|true)$/.test(attributeOf(raw, 'hidden') ?? '');
        row = { number: lastNumber, cells: [], ...(isHidden && { isHidden }) };
        column = -1;
      } else if (name === 'rPh') isPhonetic = true;
    },
    text: (text) => {
      if (isValue && value.length < maxCellCharacters) value = value === '' ? text : value + text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') endCell();
      else if (name === 'row' && row) {
        rows.push(row);
        row = null;
      }
    },
  };
}

/** Larger sheets were made by programs, which merge nothing: they are not read twice. */
const mostMergedBytes = 60_000_000;

/** The cells of a sheet that are merged downwards; they stand behind its rows. */
async function readMerged(xlsx: XlsxFile, part: string): Promise<MergedDown[]> {
  const merged: MergedDown[] = [];
  if ((xlsx.entries.get(part)?.unpackedSize ?? 0) > mostMergedBytes) return merged;
  let rest = '';
  for await (const text of partText(xlsx, part)) {
    const all = rest + text;
    for (const [, range = ''] of all.matchAll(/<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z\d:]+)"/g)) {
      const down = merged.length < MOST_MERGED ? mergedDown(range) : null;
      if (down !== null) merged.push(down);
    }
    // A tag may be cut in two; what is whole is not looked at again.
    rest = all.slice(Math.max(all.lastIndexOf('>') + 1, all.length - 200));
  }
  return merged;
}

async function* readSheet(
  xlsx: XlsxFile,
  part: string,
  facts: CellFacts,
): AsyncGenerator<SheetRow[], void, undefined> {
  const rows: SheetRow[] = [];
  const scanner = xmlScanner(rowCollector(facts, rows));
  const noted = mergedNotes(await readMerged(xlsx, part));
  for await (const text of partText(xlsx, part)) {
    scanner.feed(text);
    if (rows.length === 0) continue;
    yield rows.splice(0).map(noted);
  }
}

/** About how many rows a sheet has, the header included, as it says itself; 0 when it doesn't. */
async function estimateRows(xlsx: XlsxFile, part: string): Promise<number> {
  for await (const text of partText(xlsx, part)) {
    const last = /<(?:\w+:)?dimension\s[^>]*ref="[A-Z]+\d+:[A-Z]+(\d+)"/.exec(text)?.[1];
    return Math.min(Number(last ?? 0), MAX_ROWS);
  }
  return 0;
}

/**
 * Opens a workbook: its visible sheets (all, when all are hidden). Rows that are not in the file are skipped, dates come as
 * `YYYY-MM-DD`. Opening and reading throw FileProblem for a damaged file, a zip bomb or too many columns.
 */
export async function openXlsxSheets(path: string): Promise<OpenFile> {
  const xlsx = await openXlsx(path);
  try {
    const { sheets, isDate1904 } = await readWorkbookFacts(xlsx);
    const visible = sheets.filter((sheet) => !sheet.isHidden);
    const facts: CellFacts = {
      isDate1904,
      strings: await readSharedStrings(xlsx),
      styles: await readCellStyles(xlsx),
    };
    return {
      isDate1904,
      sheets: (visible.length > 0 ? visible : sheets).map(({ name, part }) => ({
        name,
        rows: () => readSheet(xlsx, part, facts),
        estimateRows: () => estimateRows(xlsx, part),
      })),
      close: () => xlsx.file.close(),
    };
  } catch (error) {
    await xlsx.file.close();
    throw error;
  }
}
