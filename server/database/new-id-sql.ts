import { sql } from 'drizzle-orm';

/** A new UUID version 7 for each row, made in the database: beginning with the millisecond, random beyond it. */
export const newIdSql = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
  'hex')::uuid`;
