import type { FileKind } from './file-kind.ts';
import { FileProblem } from './file-problem.ts';
import { filledDown } from './merged-cells.ts';
import type { OpenFile, OpenSheet } from './open-file.ts';
import { openSheets } from './row-reader.ts';
import { isBlankRow } from './sheet-row.ts';
import type { SheetRow } from './sheet-row.ts';
import { findHeader } from './table-header.ts';
import type { HeaderJudge, TableHeader } from './table-header.ts';

/*
 * How to read any kind of sheet (loans, payments, allocations, exports), with titles above its header, a header in two
 * rows, and several sheets in the workbook:
 *
 *   const match = headerMatcher(FIELDS, SYNONYMS);              // header-words.ts: once per kind of sheet
 *   const judge = (columns) => { const found = match(columns); return { known: count, isWhole: nothing missing }; };
 *   const kind = await detectFileKind(path);                    // file-kind.ts: FileProblem with isWrongType
 *   const glance = await glanceAtTable(path, kind, { sheetName, judge });
 *   match(glance.header.columns)                                // the suggested mapping: field -> header
 *   for await (const { header, rows } of readTable(path, kind, wish)) // blank rows and the header are left out
 *     for (const row of rows) row.cells[header.positions[header.headers.indexOf(name)]]
 *
 * Cells are checked by checkAmount, checkPaidAmount, dayColumn/checkDay, checkPhone, loanNumberCheck (all *-value.ts): a
 * text as PostgreSQL reads it, null for an empty cell, or a Refusal with the reason. `totals.ts` tells rows of totals.
 * With a mapping that was chosen, `judge` is `mappedJudge(mapping)`. Large files are read in a thread, see
 * file-thread.ts.
 */

/** What to look for in a file. */
export interface TableWish {
  /** The sheet to read; null: the first whose header is whole, else the one that fits best. Text files have none. */
  readonly sheetName: string | null;
  readonly judge: HeaderJudge;
  /** Rows that a text file may have; without it as many as a workbook's sheet. */
  readonly mostTextRows?: number;
}

/** A first look into a file. */
export interface TableGlance {
  /** The visible sheets of a workbook in their order; none for a text file. */
  readonly sheets: readonly string[];
  /** The sheet that is read; null for a text file. */
  readonly sheetName: string | null;
  readonly header: TableHeader;
  /** The first rows below the header that are not blank. At least one. */
  readonly firstRows: readonly SheetRow[];
}

/** A batch of rows below the header, blank ones left out. The header and its sheet are the same in every batch. */
export interface TableRows {
  readonly header: TableHeader;
  readonly sheetName: string | null;
  /** The workbook's other visible sheets that have rows, as far as they were looked at. */
  readonly sheets: readonly string[];
  /** About how many rows the sheet has below the header; 0: no idea. */
  readonly expectedRows: number;
  readonly isDate1904: boolean;
  readonly rows: readonly SheetRow[];
}

/** So many rows that are not blank are looked at before a header is decided on. */
const headRows = 60;

/** The judge for a mapping that someone has chosen: the more of its columns stand there, the better. */
export function mappedJudge(mapping: Readonly<Record<string, string | undefined>>): HeaderJudge {
  const wanted = new Set(Object.values(mapping));
  return (columns) => {
    const names = new Set(columns.map(({ name }) => name));
    const known = [...wanted].filter((name) => name !== undefined && names.has(name)).length;
    return { known, isWhole: known === wanted.size };
  };
}

interface Opened {
  readonly sheet: OpenSheet;
  /** Goes on after `first`. */
  readonly rest: AsyncGenerator<SheetRow[], void, undefined>;
  readonly first: readonly SheetRow[];
  readonly header: TableHeader;
  readonly fit: { readonly known: number; readonly isWhole: boolean };
}

async function lookAt(sheet: OpenSheet, judge: HeaderJudge): Promise<Opened | null> {
  const rest = sheet.rows();
  let first: SheetRow[] = [];
  while (first.length < headRows) {
    const next = await rest.next();
    if (next.done) break;
    first = first.concat(next.value.filter((row) => !isBlankRow(row.cells)));
  }
  const found = findHeader(first.slice(0, headRows), judge);
  if (found) return { sheet, rest, first, ...found };
  await rest.return();
  return null;
}

function namedSheet(file: OpenFile, name: string): OpenSheet {
  const sheet = file.sheets.find((one) => one.name === name);
  if (sheet) return sheet;
  const names = file.sheets.map((one) => `"${one.name}"`).join(', ');
  throw new FileProblem('no-such-sheet', { name, names });
}

/** The sheet to read: the one that is named, the first that is whole, or the one that fits best. */
async function chooseSheet(file: OpenFile, wish: TableWish): Promise<Opened> {
  const isText = file.sheets[0]?.name === null;
  const candidates =
    wish.sheetName === null || isText ? file.sheets : [namedSheet(file, wish.sheetName)];
  let best: Opened | null = null;
  for (const sheet of candidates) {
    const opened = await lookAt(sheet, wish.judge);
    if (!opened) continue;
    if (best && !(opened.fit.isWhole || opened.fit.known > best.fit.known)) {
      await opened.rest.return();
      continue;
    }
    await best?.rest.return();
    best = opened;
    if (opened.fit.isWhole) break;
  }
  if (best) return best;
  throw new FileProblem(candidates.length < file.sheets.length ? 'empty-sheet' : 'empty-file');
}

function sheetNames(file: OpenFile): string[] {
  return file.sheets.flatMap(({ name }) => (name === null ? [] : [name]));
}

const noRows = () => new FileProblem('no-rows');

function below(header: TableHeader, rows: readonly SheetRow[]): SheetRow[] {
  return rows
    .filter((row) => row.number > header.rowNumber && !isBlankRow(row.cells))
    .map((row) => filledDown(row, header.rowNumber));
}

/** Looks at a file's first rows. Throws FileProblem when it is empty, has no rows or can't be read. */
export async function glanceAtTable(
  path: string,
  kind: FileKind,
  wish: TableWish,
): Promise<TableGlance> {
  const file = await openSheets(path, kind, wish.mostTextRows);
  try {
    const { sheet, first, rest, header } = await chooseSheet(file, wish);
    await rest.return();
    const firstRows = below(header, first);
    if (firstRows.length === 0) throw noRows();
    return { sheets: sheetNames(file), sheetName: sheet.name, header, firstRows };
  } finally {
    await file.close();
  }
}

/**
 * All rows of a sheet below its header in batches, streamed. Throws FileProblem when the file can't be read to its end or
 * has no rows; what was yielded before is then of no use.
 */
export async function* readTable(
  path: string,
  kind: FileKind,
  wish: TableWish,
): AsyncGenerator<TableRows, void, undefined> {
  const file = await openSheets(path, kind, wish.mostTextRows);
  try {
    const { sheet, first, rest, header } = await chooseSheet(file, wish);
    const expectedRows = Math.max(0, (await sheet.estimateRows()) - header.rowNumber);
    const shared = {
      header,
      sheetName: sheet.name,
      sheets: sheetNames(file),
      expectedRows,
      isDate1904: file.isDate1904,
    };
    let count = 0;
    const batch = (rows: readonly SheetRow[]): TableRows => {
      const kept = below(header, rows);
      count += kept.length;
      return { ...shared, rows: kept };
    };
    try {
      yield batch(first);
      for await (const rows of rest) yield batch(rows);
    } finally {
      await rest.return();
    }
    if (count === 0) throw noRows();
  } finally {
    await file.close();
  }
}
