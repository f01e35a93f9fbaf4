import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';

/*
 * Statements marked as prepared by a comment behind their first word are planned once per connection instead of each time: for
 * those that every call needs and that look rows up by their keys, planning costs several times what running does. Not for
 * lists that are asked for in many ways: their best plan depends on what is asked.
 */

/** The mark, to stand behind a statement's first word, where it is always asked for alike. */
export const plannedOnce = (isAlike: boolean): SQL => (isAlike ? sql`/* prepared */` : sql``);

const MARK = /^\s*\w+ \/\* prepared \*\/ /;
/** More texts than are marked, whatever their fragments: the plans of each connection have to stay few. */
const MOST_NAMES = 150;

/**
 * Ids as an array of a length that the planner can't see: it takes it for ten. A plan for a given array always looks cheaper
 * than one for any array, so that a marked statement that reads `any($1)` of one id would be planned anew each time.
 */
export const idArray = (ids: readonly string[]): SQL =>
  sql`array(select unnest(${sql.param(ids)}::uuid[]))`;

/**
 * Rows given as one parameter, called `name`, with `columns` as in `place int, loan_id uuid`; the condition is always true. The planner takes
 * what it does not know for a hundred rows: each time the tables have grown, a plan for any parameter then looks dearer than
 * the first ones did, and a marked statement is planned anew for some hundred times on each connection. It takes these for one.
 */
export const askedRows = (rows: readonly object[], name: string, columns: string): SQL =>
  sql`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.raw(name)}(${sql.raw(columns)})
    where case when ${sql.raw(name)} is null then 0 else 1 end = 1) ${sql.raw(name)}`;

type Query = (...given: unknown[]) => unknown;

const names = new Map<string, string>();
/** Names change when a migration changes what statements give: plans made before it are refused from then on. */
let generation = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const made = `recoup_${generation}_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, made);
  return made;
}

const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000';

function forgetNames(): void {
  generation += 1;
  names.clear();
}

function prepareMarked(client: PoolClient): void {
  const send: Query = client.query.bind(client);
  const prepared: Query = (asked, ...rest) => {
    const isText = typeof asked === 'string' && Array.isArray(rest[0]);
    const query = isText ? { text: asked, values: rest[0] } : asked;
    const more = isText ? rest.slice(1) : rest;
    const isPlain = typeof query === 'object' && query !== null && 'text' in query;
    if (!isPlain || typeof query.text !== 'string' || !MARK.test(query.text))
      return send(asked, ...rest);
    const result = send({ ...query, name: nameOf(query.text) }, ...more);
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (isOutdated(error)) forgetNames();
      });
    return result;
  };
  client.query = prepared as typeof client.query;
}

/** Keeps the plans of marked statements on each connection of a pool. */
export function keepPlans(pool: Pool): void {
  pool.on('connect', prepareMarked);
}
