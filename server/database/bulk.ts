import { sql } from 'drizzle-orm';
import type { Db } from './connection.ts';

/** What a statement over a whole month may take of memory: with less it would sort and join in files. */
const MONTH_MEMORY = '48MB';

/** Gives this transaction's statements the memory of a whole month. */
export async function allowMonthMemory(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('work_mem', ${MONTH_MEMORY}, true)`);
}

/**
 * Runs statements of many steps over a whole month. PostgreSQL knows nothing of the steps' sizes, takes them for small and
 * would compare each row with each, or sort them all to group them: here it joins and groups by hashing wherever it can, in
 * more memory than other statements may take.
 */
export async function inBulk<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('enable_nestloop', 'off', true), set_config('enable_sort', 'off', true)`,
    );
    await allowMonthMemory(tx);
    return work(tx);
  });
}
