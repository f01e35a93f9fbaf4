import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { changedMeanwhile } from '../errors.ts';
import type { Db } from './connection.ts';

/**
 * The revision of what no counter stands beside: another one whenever one of the rows was changed, added or taken away, by
 * whichever way; 0: there are none. `rows` is a whole select.
 */
export const revisionOf = (rows: SQL): SQL =>
  sql`coalesce((select hashtextextended(string_agg(x::text, '|' order by x::text), 0) & 281474976710655
    from (${rows}) x), 0)`;

/**
 * Throws 409 STALE_REVISION when the rows are no longer those that the caller saw; without a revision it is not asked. The
 * caller holds a lock that keeps others from changing them until its commit. `what` ends "this ...".
 */
export async function refuseStale(
  tx: Db,
  seen: number | undefined,
  rows: SQL,
  what: string,
): Promise<void> {
  if (seen === undefined) return;
  const { rows: found } = await tx.execute<{ revision: number }>(
    sql`select ${revisionOf(rows)} as revision`,
  );
  if (found[0]?.revision !== seen) throw changedMeanwhile(what);
}
