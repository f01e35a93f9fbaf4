import { fileSentence } from '../../contract/file-words.ts';
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import { countText, rupeesText } from '../../contract/rupees.ts';
import { amountUnitOf } from '../spreadsheets/amount-unit.ts';
import { isMonthFirst } from '../spreadsheets/day-value.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { HiddenRows, readingNotes } from '../spreadsheets/reading-notes.ts';
import type { Rounding } from '../spreadsheets/rounding.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';
import { glanceAtTable, mappedJudge, readTable } from '../spreadsheets/table-reader.ts';
import type { TableRows, TableWish } from '../spreadsheets/table-reader.ts';
import { suggestMappingOf } from './header-matching.ts';
import { missingFields, rowChecker } from './row-checking.ts';
import type { CheckedRow, RowCheck } from './row-checking.ts';
import { stagedLine } from './staged-line.ts';
import type { FileRows } from '../jobs/file-rows.ts';

/** A first look into a file. */
export interface FileGlance {
  readonly headers: readonly string[];
  /** The visible sheets of a workbook; none for a text file. */
  readonly sheets: readonly string[];
  /** The sheet that was looked at; null for a text file. */
  readonly sheetName: string | null;
  /** The first rows that are not blank, by header. */
  readonly sample: readonly Record<string, string>[];
  /** The numbers of the sample's rows in the file. */
  readonly sampleRows: readonly number[];
  /** Which column feeds which field, by their names. */
  readonly suggested: ImportMapping;
}

/** What to read and check. */
export interface StagingTask {
  readonly path: string;
  readonly kind: FileKind;
  readonly importId: string;
  readonly mapping: ImportMapping;
  /** The sheet of a workbook; null: the first that has the mapping's columns. */
  readonly sheetName: string | null;
  /** Columns whose dates start with the month, as the first reading of the file has proved. */
  readonly monthFirst: readonly string[];
}

/** True counts of a file that was read to its end. */
export interface StagingResult {
  readonly rows: number;
  readonly failedRows: number;
  readonly duplicateRows: number;
  /** Totals and repeated headers: no loans. */
  readonly skippedRows: number;
  /** What people should know about how the file was read. */
  readonly notes: readonly string[];
  readonly rounding: Rounding | null;
  /** Columns whose dates turned out to start with the month: not empty asks for a second reading with them. */
  readonly monthFirst: readonly string[];
}

const mostSampled = 10;
/** Large enough to make few messages, small enough to show progress. */
const pieceCharacters = 262_144;

function wishOf(mapping: ImportMapping | null, sheetName: string | null): TableWish {
  if (mapping) return { sheetName, judge: mappedJudge(mapping) };
  return {
    sheetName,
    judge: (columns) => {
      const found = suggestMappingOf(columns);
      return { known: Object.keys(found).length, isWhole: missingFields(found).length === 0 };
    },
  };
}

function sampleOf(header: TableHeader, row: SheetRow): Record<string, string> {
  return Object.fromEntries(
    header.headers.map((name, index) => [
      name,
      (row.cells[header.positions[index] ?? 0] ?? '').slice(0, 200),
    ]),
  );
}

/** Looks at a file's first rows. Throws FileProblem when it is empty, has no rows or can't be read. */
export async function glanceAtFile(
  path: string,
  kind: FileKind,
  mapping: ImportMapping | null,
  sheetName: string | null = null,
): Promise<FileGlance> {
  const { header, firstRows, ...where } = await glanceAtTable(
    path,
    kind,
    wishOf(mapping, sheetName),
  );
  const sampled = firstRows.slice(0, mostSampled);
  return {
    headers: header.headers,
    sheets: where.sheets,
    sheetName: where.sheetName,
    sample: sampled.map((row) => sampleOf(header, row)),
    sampleRows: sampled.map(({ number }) => number),
    suggested: suggestMappingOf(header.columns),
  };
}

/** The first rows of a file below its header, for trying a mapping. Throws FileProblem as `glanceAtFile` does. */
export async function firstRows(
  path: string,
  kind: FileKind,
  wish: { mapping: ImportMapping; sheetName: string | null },
  most: number,
): Promise<{
  header: TableHeader;
  rows: SheetRow[];
  sheets: readonly string[];
  sheetName: string | null;
  isDate1904: boolean;
}> {
  const rows: SheetRow[] = [];
  let last: TableRows | null = null;
  for await (const batch of readTable(path, kind, wishOf(wish.mapping, wish.sheetName))) {
    last = batch;
    rows.push(...batch.rows);
    if (rows.length >= most) break;
  }
  if (last === null) throw new Error('A table that was read to its end has no rows.');
  return { ...last, rows: rows.slice(0, most) };
}

/** The columns whose dates start with the month and were read with the day first. */
function provedMonthFirst({ days }: RowCheck, known: readonly string[]): string[] {
  return days
    .filter(({ header, column }) => !known.includes(header) && isMonthFirst(column.evidence()))
    .map(({ header }) => header);
}

/** Checks rows that are all at hand, as `stageFile` and a second reading would. */
export function checkRows(
  header: TableHeader,
  mapping: ImportMapping,
  rows: readonly SheetRow[],
  isDate1904: boolean,
): CheckedRow[] {
  const first = rowChecker(header, mapping, { monthFirst: [], isDate1904 });
  const checked = rows.map((row) => first.check(row));
  const monthFirst = provedMonthFirst(first, []);
  if (monthFirst.length === 0) return checked;
  const second = rowChecker(header, mapping, { monthFirst, isDate1904 });
  return rows.map((row) => second.check(row));
}

/** So many columns are told of: a file shifted by one column has wrong cells in all of them. */
const mostNotes = 20;

/** How many loans are stored without a cell, by column. */
function leftOutNotes(leftOut: ReadonlyMap<string, number>): string[] {
  return [...leftOut].slice(0, mostNotes).map(([column, count]) => {
    return fileSentence(count === 1 ? 'cell-left-out' : 'cells-left-out', {
      column,
      count: countText(count),
    });
  });
}

/** Of columns with the same heading one was taken: whoever looks at the list must know which. */
function headingNotes({ headers }: TableHeader, mapping: ImportMapping): string[] {
  const read = new Set<string>(Object.values(mapping));
  return headers
    .map((other) => ({ other, column: other.replace(/ \(\d+\)$/, '') }))
    .filter(({ other, column }) => other !== column && read.has(column) && !read.has(other))
    .slice(0, mostNotes)
    .map((names) => fileSentence('same-heading', names));
}

/** Columns of amounts that hold mobile numbers. */
const phoneNotes = (fields: readonly ImportField[], mapping: ImportMapping): string[] =>
  fields.map((field) => fileSentence('amounts-like-phones', { column: mapping[field] ?? '' }));

/** Columns that tell their amounts in lakhs or thousands. */
function unitNotes(mapping: ImportMapping): string[] {
  return IMPORT_FIELD_NAMES.flatMap((field) => {
    const column = mapping[field] ?? '';
    const unit = IMPORT_FIELDS[field].kind === 'rupees' ? amountUnitOf(column) : 1;
    return unit === 1 ? [] : [fileSentence('amount-unit', { column, unit: rupeesText(unit) })];
  });
}

/**
 * Reads and checks a whole file, streamed: yields its rows in pieces for COPY and returns the true counts. Throws
 * FileProblem when it can't be read to its end or has no rows.
 */
export async function* stageFile(
  task: StagingTask,
): AsyncGenerator<FileRows, StagingResult, undefined> {
  let rowCheck: RowCheck | null = null;
  const leftOut = new Map<string, number>();
  let otherSheets: readonly string[] = [];
  const hidden = new HiddenRows();
  let headings: readonly string[] = [];
  let expectedRows = 0;
  const counts = { rows: 0, failedRows: 0, duplicateRows: 0, skippedRows: 0 };
  let text = '';
  const piece = (): FileRows => {
    // An array of its own: it is handed over to another thread.
    const lines = new TextEncoder().encode(text);
    text = '';
    return { lines, rows: counts.rows, expectedRows };
  };
  const table = readTable(task.path, task.kind, wishOf(task.mapping, task.sheetName));
  for await (const { header, rows, ...where } of table) {
    if (rowCheck === null) {
      rowCheck = rowChecker(header, task.mapping, { ...where, monthFirst: task.monthFirst });
      otherSheets = where.sheets.filter((name) => name !== where.sheetName);
      expectedRows = where.expectedRows;
      headings = headingNotes(header, task.mapping);
    }
    for (const row of rows) {
      const checked = rowCheck.check(row);
      counts.rows += 1;
      hidden.note(row);
      if (checked.outcome === 'NEW')
        for (const { column } of checked.problems ?? [])
          leftOut.set(column, (leftOut.get(column) ?? 0) + 1);
      if (checked.outcome === 'FAILED') counts.failedRows += 1;
      else if (checked.outcome === 'DUPLICATE') counts.duplicateRows += 1;
      else if (checked.outcome === 'SKIPPED') counts.skippedRows += 1;
      text += stagedLine(task.importId, checked);
      if (text.length >= pieceCharacters) yield piece();
    }
  }
  if (text !== '') yield piece();
  const monthFirst = rowCheck === null ? [] : provedMonthFirst(rowCheck, task.monthFirst);
  const notes = readingNotes(rowCheck?.days ?? [], task.monthFirst, otherSheets);
  return {
    ...counts,
    notes: [
      ...phoneNotes(rowCheck?.phoneFields() ?? [], task.mapping),
      ...hidden.notes(),
      ...notes,
      ...headings,
      ...unitNotes(task.mapping),
      ...leftOutNotes(leftOut),
    ],
    monthFirst,
    rounding: rowCheck?.rounding.result ?? null,
  };
}
