import type { ImportMapping } from '../../contract/import-mapping.ts';
import { isBlankRow, MAX_COLUMNS } from '../spreadsheets/sheet-row.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { suggestMapping } from './header-matching.ts';

/** The columns that our own file of refused rows adds: a mended file may still have them. */
export const FAILED_ROW_COLUMN = 'Row in the file (Recoup)';
/** The reason's column of the file of refused rows. */
export const FAILED_REASON_COLUMN = 'Reason (Recoup)';

/** A file's header: the names of its columns and where each stands. */
export interface FileHeader {
  /** The header row's number. */
  readonly rowNumber: number;
  /** Unique, none empty. */
  readonly headers: readonly string[];
  /** The cell index of each header. */
  readonly positions: readonly number[];
  /** How many cells the header row has; a cell beyond belongs to no column. */
  readonly width: number;
}

/** Title lines may stand above the header; it is looked for in this many rows. */
const headerSearchRows = 20;

function uniqueName(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  for (let count = 2; ; count += 1)
    if (!used.has(`${name} (${count})`)) return `${name} (${count})`;
}

function toHeader(row: SheetRow): FileHeader {
  const headers: string[] = [];
  const positions: number[] = [];
  const used = new Set<string>();
  for (const [position, cell] of row.cells.entries()) {
    const text = cell.replace(/\s+/g, ' ').slice(0, 200);
    if (text === FAILED_ROW_COLUMN || text === FAILED_REASON_COLUMN) continue;
    const name = uniqueName(text === '' ? `Column ${position + 1}` : text, used);
    used.add(name);
    headers.push(name);
    positions.push(position);
  }
  return { rowNumber: row.number, headers, positions, width: row.cells.length };
}

function trimmedEnd(row: SheetRow): SheetRow {
  let width = row.cells.length;
  while (width > 0 && row.cells[width - 1] === '') width -= 1;
  return { number: row.number, cells: row.cells.slice(0, width) };
}

function fitOf(header: FileHeader, mapping: ImportMapping | null): number {
  const names = new Set(header.headers);
  return mapping
    ? Object.values(mapping).filter((column) => names.has(column)).length
    : Object.keys(suggestMapping(header.headers)).length;
}

/**
 * Finds the header among a file's first rows: the one whose names we know best (or that has the mapping's columns),
 * else the first that is not blank. Throws FileProblem when all are blank or it has too many columns.
 */
export function findHeader(rows: readonly SheetRow[], mapping: ImportMapping | null): FileHeader {
  const candidates = rows
    .filter((row) => !isBlankRow(row.cells))
    .slice(0, headerSearchRows)
    .map((row) => toHeader(trimmedEnd(row)));
  let best = candidates[0];
  if (!best) throw new FileProblem('The file is empty. Choose the file with the loans.');
  let bestFit = fitOf(best, mapping);
  for (const candidate of candidates.slice(1)) {
    const fit = fitOf(candidate, mapping);
    // A row of values may look like one or two names by accident.
    if (fit > bestFit && fit >= 3) [best, bestFit] = [candidate, fit];
  }
  if (best.headers.length > MAX_COLUMNS)
    throw new FileProblem(
      `The file has ${best.headers.length} columns. Keep at most ${MAX_COLUMNS} and upload it again.`,
    );
  return best;
}
