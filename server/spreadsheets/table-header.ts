import { FileProblem } from './file-problem.ts';
import type { ColumnName } from './header-words.ts';
import { isBlankRow, MAX_COLUMNS } from './sheet-row.ts';
import type { SheetRow } from './sheet-row.ts';
import { wholeCharacters } from './whole-characters.ts';

/** The columns that our own files of refused rows add: a mended file may still have them, they are never read. */
export const FAILED_ROW_COLUMN = 'Row in the file (Recoup)';
/** The reason's column of the file of refused rows. */
export const FAILED_REASON_COLUMN = 'Reason (Recoup)';

/** A sheet's header: the names of its columns and where each stands. */
export interface TableHeader {
  /** The header row's number; of a header in two rows the lower one's. */
  readonly rowNumber: number;
  /** Unique, none empty. */
  readonly headers: readonly string[];
  /** The same, with what stands in the lower row of a header in two rows: for `headerMatcher`. */
  readonly columns: readonly ColumnName[];
  /** The cell index of each header. */
  readonly positions: readonly number[];
  /** Those of them without a heading, named by their place. */
  readonly placed: readonly number[];
  /** Cell indexes below `width` that no column has: unnamed, with nothing in the first rows. */
  readonly unnamed: readonly number[];
  /** How many cells the header row has; a cell beyond belongs to no column. */
  readonly width: number;
}

/** How well columns fit what is looked for: how many are known, and whether nothing that is needed is missing. */
export interface HeaderFit {
  readonly known: number;
  readonly isWhole: boolean;
}

/** Judges the columns of a possible header. */
export type HeaderJudge = (columns: readonly ColumnName[]) => HeaderFit;

/** Title lines may stand above the header; it is looked for in this many rows. */
const headerSearchRows = 40;
/** So many rows below a header show what kind of values its columns hold. */
const valueRows = 30;
const maxNameCharacters = 200;
/** A row of values may look like one or two names by accident. */
const leastKnown = 3;

function uniqueName(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  for (let count = 2; ; count += 1)
    if (!used.has(`${name} (${count})`)) return `${name} (${count})`;
}

/** What a column without a heading is called: by its place among `used` names. */
export const placeName = (position: number, used: ReadonlySet<string>): string =>
  uniqueName(`Column ${position + 1}`, used);

function nameText(text: string): string {
  return wholeCharacters(text.replace(/\s+/g, ' ').slice(0, maxNameCharacters));
}

interface HeaderRow {
  readonly number: number;
  readonly columns: readonly ColumnName[];
}

function toHeader(row: HeaderRow, below: readonly SheetRow[]): TableHeader {
  const columns: ColumnName[] = [];
  const positions: number[] = [];
  const placed: number[] = [];
  const unnamed: number[] = [];
  const used = new Set<string>();
  for (const [position, { name, below: lower, values }] of row.columns.entries()) {
    const text = nameText(name);
    if (text === FAILED_ROW_COLUMN || text === FAILED_REASON_COLUMN) continue;
    if (text === '' && below.every((one) => (one.cells[position] ?? '') === '')) {
      unnamed.push(position);
      continue;
    }
    if (text === '') placed.push(position);
    const unique = text === '' ? placeName(position, used) : uniqueName(text, used);
    used.add(unique);
    columns.push({ name: unique, below: lower, values });
    positions.push(position);
  }
  const headers = columns.map((column) => column.name);
  return {
    rowNumber: row.number,
    headers,
    columns,
    positions,
    placed,
    unnamed,
    width: row.columns.length,
  };
}

/** Up to the last cell that is not empty; one more than may be is enough to tell that there are too many. */
function headerWidth(cells: readonly string[]): number {
  let width = Math.min(cells.length, MAX_COLUMNS + 1);
  while (width > 0 && cells[width - 1] === '') width -= 1;
  return width;
}

function singleRow({ number, cells }: SheetRow): HeaderRow {
  return { number, columns: cells.slice(0, headerWidth(cells)).map((name) => ({ name })) };
}

const valueLike = /^[\d.,:/₹()\s-]+$/;

/**
 * A header of two rows: "Dues" merged over "Principal" and "Interest" names the columns "Dues Principal" and "Dues
 * Interest". Null when the lower row can't be a header's.
 */
function doubleRow(top: SheetRow, low: SheetRow): HeaderRow | null {
  if (low.number !== top.number + 1 || low.cells.some((cell) => valueLike.test(cell))) return null;
  const width = Math.max(headerWidth(top.cells), headerWidth(low.cells));
  let group = '';
  const columns = Array.from({ length: width }, (_, at): ColumnName => {
    const above = top.cells[at] ?? '';
    const below = low.cells[at] ?? '';
    // A name that is merged downwards stands alone; one with words below spreads to the right.
    if (above !== '' || below === '') group = below === '' ? '' : above;
    if (below === '' || below === above) return { name: above };
    return group === '' ? { name: below } : { name: `${group} ${below}`, below };
  });
  return { number: low.number, columns };
}

interface Candidate {
  readonly row: HeaderRow;
  readonly fit: HeaderFit;
  /** The place of its last row. */
  readonly at: number;
  readonly isDouble: boolean;
}

/**
 * Finds the header among a sheet's first rows that are not blank: the row (or two rows) whose names `judge` knows best,
 * else the first. Null when there is no row. Throws FileProblem when it has too many columns.
 */
export function findHeader(
  rows: readonly SheetRow[],
  judge: HeaderJudge,
): { header: TableHeader; fit: HeaderFit } | null {
  const filled = rows.filter((row) => !isBlankRow(row.cells));
  let best: Candidate | null = null;
  const consider = (row: HeaderRow | null, at: number, isDouble: boolean): void => {
    if (row === null) return;
    const rowsBelow = filled.slice(at + 1, at + 1 + valueRows);
    const columns = row.columns.map(({ name, ...more }, position) => ({
      ...more,
      name: nameText(name),
      values: rowsBelow.map(({ cells }) => cells[position] ?? ''),
    }));
    const fit = judge(columns);
    // A title above a header makes no name of its columns better: one row is enough then.
    const isBetter =
      best === null ||
      fit.known > best.fit.known ||
      (fit.known === best.fit.known && best.isDouble && !isDouble);
    if (best === null || (isBetter && fit.known >= leastKnown))
      best = { row: { ...row, columns }, fit, at, isDouble };
  };
  for (const [at, row] of filled.slice(0, headerSearchRows).entries()) {
    consider(singleRow(row), at, false);
    const next = filled[at + 1];
    if (next) consider(doubleRow(row, next), at + 1, true);
  }
  const found = best as Candidate | null;
  if (found === null) return null;
  const header = toHeader(found.row, filled.slice(found.at + 1));
  if (header.headers.length > MAX_COLUMNS)
    throw new FileProblem('too-many-columns', { most: MAX_COLUMNS });
  return { header, fit: found.fit };
}
