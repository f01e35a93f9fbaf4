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

type Fields = Readonly<Record<string, unknown>>;

const isFields = (part: unknown): part is Fields =>
  typeof part === 'object' && part !== null && !Array.isArray(part);

const isLenderField = (field: string) => LENDER_FIELDS.has(field.toLowerCase());

const namesIn = (part: Fields): string[] =>
  Object.entries(part).flatMap(([field, value]) => {
    if (isFields(value)) return namesIn(value);
    if (!isLenderField(field)) return [];
    return [value].flat().filter((name): name is string => typeof name === 'string' && name !== '');
  });

function renamed(part: Fields, stored: ReadonlyMap<string, string>): Fields {
  const asStored = (name: unknown) => (typeof name === 'string' && stored.get(name)) || name;
  const changed = Object.entries(part).map(([field, value]): [string, unknown] => {
    if (isFields(value)) return [field, renamed(value, stored)];
    if (!isLenderField(field)) return [field, value];
    return [field, Array.isArray(value) ? [...new Set(value.map(asStored))] : asStored(value)];
  });
  return Object.fromEntries(changed);
}

/**
 * A parsed query, or filters in a body, in which lenders are named as they are stored: people and sheets write them in any
 * letter case.
 */
export async function withStoredLenders(db: Db, part: unknown): Promise<unknown> {
  if (!isFields(part)) return part;
  const names = namesIn(part);
  return names.length === 0 ? part : renamed(part, await storedNames(db, names));
}
