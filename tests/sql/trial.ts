import type { Client } from 'pg';
import type { Checker } from './checker.ts';
import { numbered } from './describe.ts';

/** A change of the schema that some statement or type can't survive. */
export interface Change {
  readonly table: string;
  readonly column: string;
  readonly what: 'rename' | 'drop' | 'type' | 'null';
}

interface Candidate {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNotNull: boolean;
}

/** Numbers from 0 to below `count`, always the same ones for a seed. */
export function lots(seed: number): (count: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (count) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
}

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z_][a-z0-9_]*/g));

/**
 * The columns that some statement surely names: it has the column's name, and of the tables that it names only this one has
 * such a column.
 */
export async function usedColumns(checker: Checker, client: Client): Promise<Candidate[]> {
  const { rows } = await client.query<Candidate>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isNotNull"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`);
  const texts = checker.expansion.statements.map(({ pieces }) => words(numbered(pieces)));
  const tables = new Map<string, Set<string>>();
  for (const { table, column } of rows)
    tables.set(column, (tables.get(column) ?? new Set()).add(table));
  return rows.filter(({ table, column }) =>
    texts.some(
      (text) =>
        text.has(table) &&
        text.has(column) &&
        [...(tables.get(column) ?? [])].every((other) => other === table || !text.has(other)),
    ),
  );
}

const SQL: Readonly<Record<Change['what'], (table: string, column: string) => string>> = {
  rename: (table, column) =>
    `alter table ${table} rename column "${column}" to "${column}_renamed"`,
  drop: (table, column) => `alter table ${table} drop column "${column}" cascade`,
  type: (table, column) =>
    `alter table ${table} alter column "${column}" type text using "${column}"::text`,
  null: (table, column) => `alter table ${table} alter column "${column}" drop not null`,
};

/** Makes the change; false when something in the database stands against it. */
export async function make(client: Client, { table, column, what }: Change): Promise<boolean> {
  try {
    await client.query(SQL[what](table, column));
    return true;
  } catch {
    return false;
  }
}

/**
 * Columns whose change so must be noticed. A column that is only written takes a parameter of any type: what it was
 * changed to shows where it is read.
 */
export function fit(
  what: Change['what'],
  columns: readonly Candidate[],
  isRead: (one: Candidate) => boolean,
): Candidate[] {
  if (what === 'type')
    return columns.filter((one) => ['integer', 'bigint'].includes(one.type) && isRead(one));
  return what === 'null' ? columns.filter((one) => one.isNotNull && isRead(one)) : [...columns];
}
