import { sql } from 'drizzle-orm';

/**
 * A new UUID version 7 for each row, made in the database: the statement's millisecond, read once, and a version 4's random
 * bits behind it.
 */
export const newIdSql = sql`((select left(h, 8) || '-' || right(h, 4) || '-7'
  from lpad(to_hex((extract(epoch from statement_timestamp()) * 1000)::bigint), 12, '0') as h)
  || substr(gen_random_uuid()::text, 16))::uuid`;
