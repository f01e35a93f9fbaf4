import { sql } from 'drizzle-orm';
import type { Db } from './connection.ts';

/**
 * Gives this transaction's statements the time that 100,000 loans and more take on a slow machine, not only the moment that
 * calls are given. A job has no limit at all: that stays so.
 */
export async function allowLongWork(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', '120s', true)
    where current_setting('statement_timeout') <> '0'`);
}
