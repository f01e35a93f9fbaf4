import type { Client } from 'pg';

/*
 * What would slow a load down or forbid its order is taken off the tables and put back as it was: indexes are built once
 * over all rows, foreign keys checked once.
 */

const OURS = `(select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'))`;

/** Foreign keys first: they hang on the others. */
const CONSTRAINTS = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as "on",
    contype = 'f' as "isForeign"
  from pg_constraint where conrelid in ${OURS} and contype in ('f', 'p', 'u', 'x')
  order by (contype = 'f') desc, conrelid::regclass::text, conname`;

/** Those of constraints go with them. */
const INDEXES = `select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as "on", false as "isForeign"
  from pg_index i where i.indrelid in ${OURS}
    and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
  order by i.indexrelid::regclass::text`;

const TABLES = `select oid::regclass::text as name from pg_class where oid in ${OURS} order by 1`;

async function each(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

/** Takes triggers, constraints and indexes off all tables and empties them. Returns what puts them back, in this transaction. */
export async function bareTables(client: Client): Promise<() => Promise<void>> {
  type Pair = { off: string; on: string; isForeign: boolean };
  const constraints = (await client.query<Pair>(CONSTRAINTS)).rows;
  const indexes = (await client.query<Pair>(INDEXES)).rows;
  const tables = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
  await each(
    client,
    tables.map((name) => `alter table ${name} disable trigger user`),
  );
  const truncation = `truncate ${tables.join(', ')}`;
  if (tables.length > 0) await client.query(truncation);
  const taken = [...constraints, ...indexes];
  await each(
    client,
    taken.map(({ off }) => off),
  );
  return async () => {
    const inOrder = [
      ...taken.filter(({ isForeign }) => !isForeign),
      ...taken.filter(({ isForeign }) => isForeign),
    ];
    await each(
      client,
      inOrder.map(({ on }) => on),
    );
    await each(
      client,
      tables.map((name) => `alter table ${name} enable trigger user`),
    );
  };
}
