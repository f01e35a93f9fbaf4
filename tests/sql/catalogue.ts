import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import { types } from 'pg';
import type { Client } from 'pg';
import { createPool } from '../../server/database/connection.ts';

/** What a value of a column is in JavaScript, as the server's own parsers make it of PostgreSQL's text. */
export type JsKind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'list'
  | 'json'
  | 'object';

/** A type of the database. */
export interface DbType {
  readonly name: string;
  readonly category: string;
  /** Of a list: the type of its items. */
  readonly itemId: number;
}

/** A column of a table. */
export interface DbColumn {
  readonly name: string;
  readonly table: string;
  readonly isNotNull: boolean;
}

/** The types and columns of a database. */
export interface Catalogue {
  readonly types: ReadonlyMap<number, DbType>;
  /** By `table:number`. */
  readonly columns: ReadonlyMap<string, DbColumn>;
}

export async function readCatalogue(client: Client): Promise<Catalogue> {
  const found = await client.query<{ id: number; name: string; category: string; item_id: number }>(
    `select oid::int as id, typname as name, typcategory as category, typelem::int as item_id from pg_type`,
  );
  const columns = await client.query<DbColumn & { key: string }>(`
    select a.attrelid || ':' || a.attnum as key, a.attname as name, c.relname as table, a.attnotnull as "isNotNull"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v') and n.nspname not in ('pg_catalog', 'information_schema')
      and a.attnum > 0 and not a.attisdropped`);
  return {
    types: new Map(
      found.rows.map(({ id, name, category, item_id: itemId }) => [id, { name, category, itemId }]),
    ),
    columns: new Map(columns.rows.map(({ key, ...column }) => [key, column])),
  };
}

type Parsers = { getTypeParser: (id: number, format?: 'text') => (text: string) => unknown };

/** The parsers of both ways to send a statement. */
export interface KindReader {
  readonly drizzle: (id: number, catalogue: Catalogue) => JsKind;
  readonly pg: (id: number, catalogue: Catalogue) => JsKind;
}

/** PostgreSQL's text for some value of a type, by its category and name. */
function sampleOf({ name, category }: DbType): string {
  if (category === 'B') return 't';
  if (category === 'N') return '1';
  if (category === 'A') return '{}';
  if (category === 'D') return '2026-01-01 00:00:00+00';
  if (name === 'bytea') return String.raw`\x00`;
  return name.startsWith('json') ? '{}' : 'a';
}

function kindBy(parsers: Parsers, id: number, catalogue: Catalogue): JsKind {
  const type = catalogue.types.get(id);
  if (type === undefined) return 'string';
  const value = parsers.getTypeParser(id, 'text')(sampleOf(type));
  if (type.name.startsWith('json')) return 'json';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object';
}

/** Asks the parsers that the server's pool and drizzle work with, without a database. */
export async function kindReader(): Promise<KindReader> {
  await createPool('postgres://nowhere/none', 1).end();
  let ofDrizzle: Parsers = types;
  const client = {
    query: async (given: { types: Parsers }) => {
      ofDrizzle = given.types;
      return { rows: [] };
    },
  };
  await drizzle({ client: client as never }).execute(sql`select 1`);
  return {
    drizzle: (id, catalogue) => kindBy(ofDrizzle, id, catalogue),
    pg: (id, catalogue) => kindBy(types, id, catalogue),
  };
}
