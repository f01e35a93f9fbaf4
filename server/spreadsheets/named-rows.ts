import { wholeRupees } from '../../contract/amount-text.ts';
import { againstRules } from '../errors.ts';
import { detectFileKind } from './file-kind.ts';
import { readOrRefuse } from './file-refusal.ts';
import { readRows } from './row-reader.ts';
import { isBlankRow } from './sheet-row.ts';

/** A row of a sheet whose first row names its columns. */
export interface NamedRow<Column extends string> {
  /** Where it stands in the sheet, from 1. */
  readonly number: number;
  /** The text of a column; '' when it is empty or not there. */
  readonly cell: (column: Column) => string;
  /** Whether the sheet has a column. */
  readonly has: (column: Column) => boolean;
}

const bare = (text: string): string => text.trim().toLowerCase();

/** The rows of a sheet below the one that names its columns. */
interface NamedTable<Column extends string> {
  /** The columns' places by their bare names; null: the sheet has no row. */
  readonly places: ReadonlyMap<string, number> | null;
  readonly rows: readonly NamedRow<Column>[];
}

async function readAll<Column extends string>(
  path: string,
  most: number,
): Promise<NamedTable<Column>> {
  const rows: NamedRow<Column>[] = [];
  let places: ReadonlyMap<string, number> | null = null;
  for await (const batch of readRows(path, await detectFileKind(path)))
    for (const { number, cells } of batch) {
      if (isBlankRow(cells)) continue;
      if (places === null) {
        places = new Map(cells.map((cell, place) => [bare(cell), place]));
        continue;
      }
      const known = places;
      rows.push({
        number,
        cell: (column) => (cells[known.get(bare(column)) ?? -1] ?? '').trim(),
        has: (column) => known.has(bare(column)),
      });
      if (rows.length > most)
        throw againstRules('TOO_MANY', `A sheet may have at most ${most} rows. Split it.`);
    }
  return { places, rows };
}

/**
 * The rows of a small sheet, by the names of its columns in whatever order and case they stand. Throws 415 for another
 * kind of file, 400 for one that can't be read, 422 without the `needed` column and for more than `most` rows.
 */
export async function readNamedRows<Column extends string>(
  path: string,
  columns: readonly Column[],
  needed: Column,
  most: number,
): Promise<readonly NamedRow<Column>[]> {
  const { places, rows } = await readOrRefuse(() => readAll<Column>(path, most));
  if (places?.has(bare(needed)) !== true)
    throw againstRules(
      'MISSING_COLUMNS',
      `The first row must name the columns: ${columns.join(', ')}.`,
    );
  return rows;
}

/**
 * The amounts in a row's columns, under their names in small letters; NaN for what is none. A column that the sheet lacks is
 * left out: it says nothing of what stands.
 */
export function givenAmounts<Column extends string, Empty>(
  { cell, has }: NamedRow<Column>,
  columns: readonly Column[],
  empty: Empty,
): Record<string, number | Empty> {
  return Object.fromEntries(
    columns.filter(has).map((column) => [column.toLowerCase(), wholeRupees(cell(column)) ?? empty]),
  );
}

/** Tells of each row which earlier one has the same key; null: none has. */
export function earlierRows(): (key: string, number: number) => number | null {
  const rowOf = new Map<string, number>();
  return (key, number) => {
    const earlier = rowOf.get(key);
    if (earlier === undefined) rowOf.set(key, number);
    return earlier ?? null;
  };
}
