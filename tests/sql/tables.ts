import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { is } from 'drizzle-orm';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

const folder = 'server/database/tables';

interface Stored {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNotNull: boolean;
}

/** PostgreSQL's name of a type, where drizzle writes another. */
const NAMES: Readonly<Record<string, string>> = {
  bigserial: 'bigint',
  serial: 'integer',
  time: 'time without time zone',
};

/**
 * Where the tables that drizzle's builder reads and writes differ from the database's, a line each: those statements are made
 * of nothing else.
 */
export async function tableLines(root: string, client: Client): Promise<string[]> {
  const { rows } = await client.query<Stored>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isNotNull"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`);
  const stored = new Map(rows.map((row) => [`${row.table}.${row.name}`, row]));
  const files = (await readdir(join(root, folder))).filter((name) => name.endsWith('.ts'));
  const lines = await Promise.all(files.map((file) => linesOf(root, file, stored)));
  return lines.flat().sort();
}

async function linesOf(root: string, file: string, stored: Map<string, Stored>): Promise<string[]> {
  const path = join(root, folder, file);
  const text = await readFile(path, 'utf8');
  const module = (await import(path)) as Record<string, unknown>;
  return Object.values(module).flatMap((table) => {
    if (!is(table, PgTable)) return [];
    const { name, columns } = getTableConfig(table);
    const from = Math.max(0, text.indexOf(`'${name}'`));
    return columns.flatMap((column) => {
      const at = text.indexOf(`'${column.name}'`, from);
      const line = text.slice(0, Math.max(at, from)).split('\n').length;
      const found = stored.get(`${name}.${column.name}`);
      const type = column.getSQLType().replaceAll(', ', ',');
      const wanted = NAMES[type] ?? type;
      const place = `${folder}/${file}:${line}: ${name}.${column.name}`;
      if (found === undefined) return [`${place} is no column of the database`];
      if (found.type !== wanted) return [`${place} is ${found.type}, not ${wanted}`];
      if (found.isNotNull !== column.notNull)
        return [`${place} ${found.isNotNull ? 'is never null' : 'may be null'} in the database`];
      return [];
    });
  });
}
