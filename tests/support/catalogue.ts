import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { Client } from 'pg';

// The generator gives every array a word more, which other files of the same worker would meet in their loops.
Reflect.defineProperty(Array.prototype, 'random', { enumerable: false });

/** What stands in the schema `public`, each thing under its table's name, as PostgreSQL itself writes it. */
const THINGS = `
  select c.relname || '.' || a.attname as what, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
    case when a.attgenerated <> '' then 'generated' end, case when a.attidentity <> '' then 'identity' end) as definition
  from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  union all
  select c.conrelid::regclass || ', ' || c.conname, pg_get_constraintdef(c.oid) from pg_constraint c
  where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f', 'c', 'x')
  union all
  select i.indrelid::regclass || ', ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
  union all
  select 'sequence ' || sequencename, concat_ws(' ', start_value, increment_by, max_value) from pg_sequences
  where schemaname = 'public'`;

/** Of the migrations themselves: kept by server/database/migrate.ts, before there is any other table. */
const isOfMigrations = (what: string): boolean => what.startsWith('schema_migration');

async function on<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Columns, keys, checks, indexes and sequences of a database, by table and name. */
export const catalogueOf = (url: string): Promise<Map<string, string>> =>
  on(url, async (client) => {
    const { rows } = await client.query<{ what: string; definition: string }>(THINGS);
    const things = rows.filter(({ what }) => !isOfMigrations(what));
    return new Map(things.map(({ what, definition }) => [what, definition]));
  });

/** Makes what the schema files (server/database/tables) say in an empty database. */
export const makeTables = (url: string): Promise<void> =>
  on(url, async (client) => {
    const files = import.meta.glob<object>('../../server/database/tables/*.ts', { eager: true });
    const wanted = generateDrizzleJson(Object.assign({}, ...Object.values(files)));
    await client.query('create extension pg_trgm');
    for (const statement of await generateMigration(generateDrizzleJson({}), wanted))
      await client.query(statement);
  });

/** One sentence per thing that is not the same in both. */
export function differences(
  migrated: ReadonlyMap<string, string>,
  described: ReadonlyMap<string, string>,
): string[] {
  const names = [...new Set([...migrated.keys(), ...described.keys()])].sort();
  return names
    .filter((name) => migrated.get(name) !== described.get(name))
    .map((name) => {
      const [is, says] = [migrated.get(name) ?? 'nothing', described.get(name) ?? 'nothing'];
      return `${name}: the migrations make ${is}, server/database/tables says ${says}`;
    });
}
