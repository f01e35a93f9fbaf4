import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** Fields of requests that name lenders, in small letters. */
export const LENDER_FIELDS: ReadonlySet<string> = new Set([
  'client',
  'clientname',
  'clientsname',
  'client_name',
]);

/** The names as lenders are stored, where letter case is all that differs; two lenders may differ in nothing else. */
async function storedNames(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ said: string; name: string }>(sql`
    select n.said, min(c.name) as name from unnest(${sql.param(names)}::text[]) as n(said)
      join clients c on lower(c.name) = lower(btrim(n.said))
    group by n.said having count(*) = 1`);
  return new Map(rows.map(({ said, name }) => [said, name]));
}

/** A parsed query in which lenders are named as they are stored: people and sheets write them in any letter case. */
export async function withStoredLenders(db: Db, query: unknown): Promise<unknown> {
  if (typeof query !== 'object' || query === null) return query;
  const named = Object.entries(query).filter(([field]) => LENDER_FIELDS.has(field.toLowerCase()));
  const names = named.flatMap(([, value]: [string, unknown]) =>
    [value].flat().filter((name): name is string => typeof name === 'string' && name !== ''),
  );
  if (names.length === 0) return query;
  const stored = await storedNames(db, names);
  const asStored = (name: unknown) => (typeof name === 'string' && stored.get(name)) || name;
  const changed = named.map(([field, value]: [string, unknown]) => [
    field,
    Array.isArray(value) ? [...new Set(value.map(asStored))] : asStored(value),
  ]);
  return { ...query, ...Object.fromEntries(changed) };
}
