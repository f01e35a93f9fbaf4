import { FileProblem } from './file-problem.ts';
import { MAX_COLUMNS } from './sheet-row.ts';
import type { SheetRow } from './sheet-row.ts';
import { cellText } from './xlsx-cell.ts';
import type { CellFacts } from './xlsx-cell.ts';
import {
  openXlsx,
  partText,
  readDateStyles,
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

/** Collects the rows of a sheet's XML into `rows`. */
function rowCollector(facts: CellFacts, rows: SheetRow[]): XmlHandler {
  let row: { number: number; cells: string[] } | null = null;
  let lastNumber = 0;
  let column = -1;
  let tag = '';
  let value = '';
  let hasValue = false;
  let isValue = false;
  let isPhonetic = false;
  const endCell = (): void => {
    if (!row || !hasValue) return;
    const text = cellText(facts, attributeOf(tag, 't'), attributeOf(tag, 's'), value);
    if (text === '') return;
    if (column >= MAX_COLUMNS)
      throw new FileProblem(
        `Row ${row.number} has more than ${MAX_COLUMNS} columns. Keep the columns you need and upload the file again.`,
      );
    while (row.cells.length < column) row.cells.push('');
    row.cells[column] = text;
  };
  return {
    open: (name, raw) => {
      if (name === 'c') {
        tag = raw;
        const reference = attributeOf(raw, 'r');
        column = reference === null ? column + 1 : columnOf(reference);
        value = '';
        hasValue = false;
      } else if (name === 'v' || name === 't') {
        isValue = row !== null && !isPhonetic;
        hasValue ||= isValue;
      } else if (name === 'row') {
        lastNumber = Number(attributeOf(raw, 'r') ?? lastNumber + 1);
        row = { number: lastNumber, cells: [] };
        column = -1;
      } else if (name === 'rPh') isPhonetic = true;
    },
    text: (text) => {
      if (isValue) value = value === '' ? text : value + text;
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

async function* readSheet(
  xlsx: XlsxFile,
  part: string,
  facts: CellFacts,
): AsyncGenerator<SheetRow[], void, undefined> {
  const rows: SheetRow[] = [];
  const scanner = xmlScanner(rowCollector(facts, rows));
  for await (const text of partText(xlsx, part)) {
    scanner.feed(text);
    if (rows.length === 0) continue;
    yield rows.splice(0);
  }
}

/**
 * The rows of a workbook's first visible sheet that has any, in batches; rows that are not in the file are skipped, dates
 * come as `YYYY-MM-DD`. Throws FileProblem for a damaged file, a zip bomb or too many columns.
 */
export async function* readXlsxRows(path: string): AsyncGenerator<SheetRow[], void, undefined> {
  const xlsx = await openXlsx(path);
  try {
    const { sheets, isDate1904 } = await readWorkbookFacts(xlsx);
    const facts: CellFacts = {
      isDate1904,
      strings: await readSharedStrings(xlsx),
      dateStyles: await readDateStyles(xlsx),
    };
    const visible = sheets.filter((sheet) => !sheet.isHidden);
    for (const sheet of visible.length > 0 ? visible : sheets) {
      let hasCells = false;
      for await (const rows of readSheet(xlsx, sheet.part, facts)) {
        hasCells ||= rows.some((row) => row.cells.length > 0);
        yield rows;
      }
      if (hasCells) return;
    }
  } finally {
    await xlsx.file.close();
  }
}

/** About how many rows the workbook's first visible sheet has, the header included, as it says itself; 0 when it doesn't. */
export async function estimateXlsxRows(path: string): Promise<number> {
  const xlsx = await openXlsx(path);
  try {
    const { sheets } = await readWorkbookFacts(xlsx);
    const sheet = sheets.find((one) => !one.isHidden) ?? sheets[0];
    for await (const text of partText(xlsx, sheet?.part ?? '')) {
      const last = /<(?:\w+:)?dimension\s[^>]*ref="[A-Z]+\d+:[A-Z]+(\d+)"/.exec(text)?.[1];
      return Number(last ?? 0);
    }
    return 0;
  } finally {
    await xlsx.file.close();
  }
}
