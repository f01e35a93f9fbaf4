import type { InsightProfile } from '../../contract/data-insight.ts';
import { COPY_NULL, copyJson, copyText } from '../spreadsheets/copy-text.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { sameLoanNumber } from '../spreadsheets/loan-number.ts';
import { withAllDigits } from '../spreadsheets/refusal.ts';
import { MAX_COLUMNS } from '../spreadsheets/sheet-row.ts';
import { placeName } from '../spreadsheets/table-header.ts';
import type { HeaderJudge, TableHeader } from '../spreadsheets/table-header.ts';
import { readTable } from '../spreadsheets/table-reader.ts';
import type { TableRows, TableWish } from '../spreadsheets/table-reader.ts';
import { isTotalLabel } from '../spreadsheets/total-rows.ts';
import { dayReader, isMissing, readNumber, storable } from './cell-kinds.ts';
import { columnTally, topTally } from './column-tally.ts';
import type { ColumnPlan } from './column-tally.ts';
import { textHash } from './sketches.ts';

/** A file to read. */
export interface InsightFile {
  readonly path: string;
  readonly fileKind: FileKind;
  readonly sheetName: string | null;
}

/** What the first reading found: the profile without what needs the fences of outliers, or counting again. */
export interface FirstReading {
  readonly profile: InsightProfile;
  readonly plans: readonly ColumnPlan[];
  /** By column: where its cells stand in a row. */
  readonly positions: readonly number[];
  /** By column: cells to look up among loans' numbers. */
  readonly samples: readonly (readonly string[])[];
  readonly sheetName: string | null;
  readonly sheets: readonly string[];
}

/** The second reading: rows for the database, and the rest of the profile. */
export interface RowsTask extends InsightFile {
  readonly insightId: string;
  readonly profile: InsightProfile;
  readonly plans: readonly ColumnPlan[];
  readonly positions: readonly number[];
  readonly joinColumn: number | null;
}

/** A piece of rows, ready to be copied into the database. */
export interface InsightPiece {
  readonly lines: Uint8Array<ArrayBuffer>;
  /** Rows read so far. */
  readonly rows: number;
}

/** How far the first reading is. */
export interface InsightProgress {
  readonly rows: number;
  readonly expectedRows: number;
}

const valueLike = /^[\d.,:/₹()%\s-]+$/;
const isNumeric = (text: string): boolean => valueLike.test(text);

/** A header is the row with the most names; one in two rows stands above numbers. */
const judge: HeaderJudge = (columns) => {
  const names = columns.filter(({ name }) => name !== '' && !valueLike.test(name));
  const isDouble = columns.some(({ below }) => below !== undefined);
  const hasNumbers = columns.some(({ values = [] }) => {
    const filled = values.filter((value) => value !== '');
    return filled.length > 0 && filled.filter(isNumeric).length > filled.length / 2;
  });
  const known = isDouble && !hasNumbers ? 0 : new Set(names.map(({ name }) => name)).size;
  return { known, isWhole: false };
};

/** A text file of 200 MB has more rows than a workbook's sheet can have: 2.8 million of 70 characters. */
const MOST_TEXT_ROWS = 5_000_000;

/** How a file's table is looked for: the sheet that is named, else the one with the most columns. */
export const insightWish = (sheetName: string | null): TableWish => ({
  sheetName,
  judge,
  mostTextRows: MOST_TEXT_ROWS,
});

/** The cells of each row at `positions`; rows of totals are told apart. */
function* rowsOf({ rows }: TableRows, positions: readonly number[]) {
  for (const { number, cells } of rows) {
    const values = positions.map((position) => cells[position] ?? '');
    const first = values.find((value) => value !== '');
    yield { number, values, isTotal: first !== undefined && isTotalLabel(first) };
  }
}

/** Values up to the last that is not empty. */
const filledPart = (values: readonly string[]): readonly string[] =>
  values.slice(0, values.findLastIndex((value) => value !== '') + 1);

interface WatchedColumn {
  readonly name: string;
  readonly position: number;
  readonly hasHeading: boolean;
  readonly tally: ReturnType<typeof columnTally>;
}

/**
 * A file's columns in the first reading. A column without a heading is one from its first value on: most are of programs that
 * leave the last heading blank.
 */
function watchColumns(header: TableHeader, isDate1904: boolean) {
  const watch = (name: string, position: number, missing: number | null): WatchedColumn => ({
    name,
    position,
    hasHeading: missing === null && !header.placed.includes(position),
    tally: columnTally(name, header.headers.length, isDate1904, missing ?? 0),
  });
  const columns = header.headers.map((name, at) => watch(name, header.positions[at] ?? at, null));
  const positions = [...header.positions];
  const unnamed = new Set(header.unnamed);
  const find = (cells: readonly string[], missing: number): void => {
    const isNew = (position: number) => (cells[position] ?? '') !== '';
    const found = [...unnamed].filter(isNew);
    for (let at = header.width; at < cells.length; at += 1)
      if (isNew(at) && !positions.includes(at)) found.push(at);
    for (const position of found) {
      unnamed.delete(position);
      positions.push(position);
      const used = new Set(columns.map(({ name }) => name));
      columns.push(watch(placeName(position, used), position, missing));
    }
    if (columns.length > MAX_COLUMNS)
      throw new FileProblem('too-many-columns', { most: MAX_COLUMNS });
  };
  return { columns, positions, find };
}

const tooFew = new FileProblem('only-totals');

/** Reads a file for the first time: kinds of columns, profile, sheets. Yields how far it is. Throws FileProblem. */
export async function* profileFile(
  file: InsightFile,
): AsyncGenerator<InsightProgress, FirstReading, undefined> {
  const wish = insightWish(file.sheetName);
  const seen = new Set<number>();
  const count = { rows: 0, totalRows: 0, duplicateRows: 0 };
  let watched: ReturnType<typeof watchColumns> | null = null;
  const found: { sheetName: string | null; sheets: readonly string[] } = {
    sheetName: null,
    sheets: [],
  };
  for await (const table of readTable(file.path, file.fileKind, wish)) {
    if (watched === null) {
      watched = watchColumns(table.header, table.isDate1904);
      found.sheetName = table.sheetName;
      found.sheets = table.sheets;
    }
    const { columns, positions, find } = watched;
    for (const { cells } of table.rows) find(cells, count.rows);
    for (const { values, isTotal } of rowsOf(table, positions)) {
      if (isTotal) {
        count.totalRows += 1;
        continue;
      }
      count.rows += 1;
      // Columns that are found later are empty up to here.
      const hash = textHash(filledPart(values).join('\u001f'));
      if (seen.has(hash)) count.duplicateRows += 1;
      else seen.add(hash);
      for (const [at, { tally }] of columns.entries()) tally.add(values[at] ?? '');
    }
    yield { rows: count.rows, expectedRows: table.expectedRows };
  }
  if (count.rows === 0 || watched === null) throw tooFew;
  const inOrder = watched.columns.toSorted((a, b) => a.position - b.position);
  const columns = inOrder.map(({ tally }) => tally.done());
  const unnamed = inOrder.filter(({ hasHeading }) => !hasHeading);
  return {
    ...found,
    profile: {
      ...count,
      columns: columns.map(({ column }) => column),
      unnamed: unnamed.map(({ name }) => name),
    },
    plans: columns.map(({ plan }) => plan),
    positions: inOrder.map(({ position }) => position),
    samples: columns.map(({ sample }) => sample),
  };
}

/** Outliers that are shown. */
const MOST_OUTLIERS = 8;

/** Counts a column of numbers between its fences, and what lies beyond. */
function distribution({ fences, edges }: ColumnPlan) {
  const counts = edges.slice(1).map(() => 0);
  const outlierRows: { row: number; value: string }[] = [];
  let outliers = 0;
  const [least = 0] = edges;
  const most = edges.at(-1) ?? 0;
  const width = (most - least) / Math.max(1, counts.length);
  return {
    add: (row: number, text: string): void => {
      const value = Number(text);
      if (fences !== null && (value < fences[0] || value > fences[1])) {
        outliers += 1;
        if (outlierRows.length < MOST_OUTLIERS) outlierRows.push({ row, value: text });
        return;
      }
      if (counts.length === 0 || value < least || value > most) return;
      let at = Math.min(counts.length - 1, Math.floor((value - least) / width));
      // Division is not exact: the edges themselves say.
      while (at > 0 && value < (edges[at] ?? 0)) at -= 1;
      while (at < counts.length - 1 && value >= (edges[at + 1] ?? 0)) at += 1;
      counts[at] = (counts[at] ?? 0) + 1;
    },
    done: () => ({
      bins: counts.map((count, at) => ({
        from: edges[at] ?? 0,
        to: edges[at + 1] ?? 0,
        count,
      })),
      outliers,
      outlierRows,
    }),
  };
}

type Reader = (text: string) => string | null;

/** A cell as PostgreSQL reads its column's kind. */
function readerOf({ kind, dayOrder }: ColumnPlan, isDate1904: boolean): Reader {
  if (kind === 'NUMBER') return readNumber;
  return kind === 'DAY' ? dayReader(dayOrder, isDate1904).read : storable;
}

const arrayElement = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const loanKey = (text: string): string => {
  const key = sameLoanNumber(withAllDigits(text));
  return isMissing(text) || key.length > 200 ? COPY_NULL : copyText(storable(key));
};

/** Large enough to make few messages, small enough to show progress. */
const pieceCharacters = 262_144;

/** Makes a row a line of COPY, and counts what the first reading could not. */
function lineMaker({ insightId, plans, joinColumn }: RowsTask, isDate1904: boolean) {
  const readers = plans.map((plan) => readerOf(plan, isDate1904));
  const spreads = plans.map((plan) => (plan.kind === 'NUMBER' ? distribution(plan) : null));
  const tops = plans.map(({ watched }) => (watched === null ? null : topTally(watched)));
  const line = (row: number, values: readonly string[]): string => {
    const odd: Record<string, string> = {};
    const cells = readers.map((read, at) => {
      const text = values[at] ?? '';
      if (isMissing(text)) return 'NULL';
      const value = read(text);
      if (value === null) {
        odd[at] = storable(text);
        return 'NULL';
      }
      tops[at]?.add(value);
      spreads[at]?.add(row, value);
      return arrayElement(value);
    });
    const oddities = Object.keys(odd).length === 0 ? COPY_NULL : copyJson(odd);
    const key = joinColumn === null ? COPY_NULL : loanKey(values[joinColumn] ?? '');
    return `${insightId}\t${row}\t${copyText(`{${cells.join(',')}}`)}\t${oddities}\t${key}\n`;
  };
  const found = (at: number) => {
    const top = tops[at]?.top();
    return { ...spreads[at]?.done(), ...(top && { top }) };
  };
  return { line, found };
}

/** The columns of `readInsightRows`, in their order. */
export const INSIGHT_ROW_COLUMNS = ['insight_id', 'row', 'cells', 'odd', 'loan_key'] as const;

/** Reads a file for the second time: yields its rows in pieces for COPY, and returns the whole profile. Throws FileProblem. */
export async function* readInsightRows(
  task: RowsTask,
): AsyncGenerator<InsightPiece, InsightProfile, undefined> {
  let maker: ReturnType<typeof lineMaker> | null = null;
  let rows = 0;
  let text = '';
  for await (const table of readTable(task.path, task.fileKind, insightWish(task.sheetName))) {
    maker ??= lineMaker(task, table.isDate1904);
    for (const { number, values, isTotal } of rowsOf(table, task.positions)) {
      if (isTotal) continue;
      text += maker.line(number, values);
      rows += 1;
      if (text.length < pieceCharacters) continue;
      yield { lines: new TextEncoder().encode(text), rows };
      text = '';
    }
  }
  if (text !== '') yield { lines: new TextEncoder().encode(text), rows };
  const columns = task.profile.columns.map((column, at) => ({
    ...column,
    ...maker?.found(at),
  }));
  return { ...task.profile, columns };
}
