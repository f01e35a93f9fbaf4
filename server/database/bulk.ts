import { sql } from 'drizzle-orm';
import type { Db } from './connection.ts';

/**
 * Runs statements of many steps over a whole month. PostgreSQL knows nothing of the steps' sizes, takes them for small and
 * would compare each row with each, or sort them all to group them: here it joins and groups by hashing wherever it can, in
 * more memory than other statements may take.
 */
export async function inBulk<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('enable_nestloop', 'off', true), set_config('enable_sort', 'off', true),
        set_config('work_mem', '48MB', true)`,
    );
    return work(tx);
  });
}
