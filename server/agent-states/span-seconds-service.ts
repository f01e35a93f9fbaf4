import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/**
 * Whole seconds between two instants, such that spans that follow one another without a gap add up to the second: the
 * difference of the instants' own whole seconds, not the rounded difference.
 */
export const wholeSeconds = (from: SQL, to: SQL): SQL =>
  sql`(floor(extract(epoch from ${to})) - floor(extract(epoch from ${from})))::int`;
