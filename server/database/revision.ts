import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/**
 * The revision of what no counter stands beside: another one whenever one of the rows was changed, added or taken away, by
 * whichever way; 0: there are none. `rows` is a whole select.
 */
export const revisionOf = (rows: SQL): SQL =>
  sql`coalesce((select hashtextextended(string_agg(x::text, '|' order by x::text), 0) & 281474976710655
    from (${rows}) x), 0)`;
