import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { estimateRows, readRows } from '../spreadsheets/row-reader.ts';
import { isBlankRow } from '../spreadsheets/sheet-row.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import { findHeader } from './file-table.ts';
import type { FileHeader } from './file-table.ts';
import { rowChecker } from './row-checking.ts';
import { stagedLine } from './staged-line.ts';

/** A first look into a file. */
export interface FileGlance {
  readonly headers: readonly string[];
  /** The first rows that are not blank, by header. */
  readonly sample: readonly Record<string, string>[];
}

/** What to read and check. */
export interface StagingTask {
  readonly path: string;
  readonly kind: FileKind;
  readonly importId: string;
  readonly mapping: ImportMapping;
}

/** A piece of staged rows, ready to be copied into the database. */
export interface StagedPiece {
  readonly lines: Uint8Array<ArrayBuffer>;
  /** Rows read so far. */
  readonly rows: number;
  /** A guess of all rows, 0 without one. */
  readonly expectedRows: number;
}

/** True counts of a file that was read to its end. */
export interface StagingResult {
  readonly rows: number;
  readonly failedRows: number;
  readonly duplicateRows: number;
}

const sampleRows = 10;
const glanceRows = 60;
/** Large enough to make few messages, small enough to show progress. */
const pieceCharacters = 262_144;

const noRows = () =>
  new FileProblem('The file has a header but no rows below it. Choose the file with the loans.');

/** Looks at a file's first rows. Throws FileProblem when it is empty, has no rows or can't be read. */
export async function glanceAtFile(
  path: string,
  kind: FileKind,
  mapping: ImportMapping | null,
): Promise<FileGlance> {
  const first: SheetRow[] = [];
  for await (const batch of readRows(path, kind)) {
    for (const row of batch) if (!isBlankRow(row.cells)) first.push(row);
    if (first.length >= glanceRows) break;
  }
  const header = findHeader(first, mapping);
  const rows = first.filter((row) => row.number > header.rowNumber).slice(0, sampleRows);
  if (rows.length === 0) throw noRows();
  const sample = rows.map((row) =>
    Object.fromEntries(
      header.headers.map((name, index) => [
        name,
        (row.cells[header.positions[index] ?? 0] ?? '').slice(0, 200),
      ]),
    ),
  );
  return { headers: header.headers, sample };
}

function dataOf(header: FileHeader, rows: readonly SheetRow[]): SheetRow[] {
  return rows.filter((row) => row.number > header.rowNumber && !isBlankRow(row.cells));
}

/** All rows below the header that are not blank, the header found first. */
async function* dataRows(
  task: StagingTask,
): AsyncGenerator<{ header: FileHeader; rows: readonly SheetRow[] }, void, undefined> {
  let header: FileHeader | null = null;
  let waiting: SheetRow[] = [];
  for await (const batch of readRows(task.path, task.kind)) {
    if (header) {
      yield { header, rows: dataOf(header, batch) };
      continue;
    }
    waiting = waiting.concat(batch.filter((row) => !isBlankRow(row.cells)));
    if (waiting.length < glanceRows) continue;
    header = findHeader(waiting.slice(0, glanceRows), task.mapping);
    yield { header, rows: dataOf(header, waiting) };
  }
  if (header) return;
  header = findHeader(waiting, task.mapping);
  yield { header, rows: dataOf(header, waiting) };
}

/**
 * Reads and checks a whole file, streamed: yields its rows in pieces for COPY and returns the true counts. Throws
 * FileProblem when it can't be read to its end or has no rows.
 */
export async function* stageFile(
  task: StagingTask,
): AsyncGenerator<StagedPiece, StagingResult, undefined> {
  const expectedRows = Math.max(0, (await estimateRows(task.path, task.kind)) - 1);
  let check: ((row: SheetRow) => ReturnType<ReturnType<typeof rowChecker>>) | null = null;
  const counts = { rows: 0, failedRows: 0, duplicateRows: 0 };
  let text = '';
  const piece = (): StagedPiece => {
    // An array of its own: it is handed over to another thread.
    const lines = new TextEncoder().encode(text);
    text = '';
    return { lines, rows: counts.rows, expectedRows };
  };
  for await (const { header, rows } of dataRows(task)) {
    check ??= rowChecker(header, task.mapping);
    for (const row of rows) {
      const checked = check(row);
      counts.rows += 1;
      if (checked.outcome === 'FAILED') counts.failedRows += 1;
      else if (checked.outcome === 'DUPLICATE') counts.duplicateRows += 1;
      text += stagedLine(task.importId, checked);
      if (text.length >= pieceCharacters) yield piece();
    }
  }
  if (counts.rows === 0) throw noRows();
  if (text !== '') yield piece();
  return counts;
}
