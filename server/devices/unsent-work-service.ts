import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** How many pieces of a person's work are on its phones and not here, as the phones last said; ended phones don't count. */
export async function countUnsentWork(db: Db, userId: string): Promise<number> {
  const result = await db.execute<{ count: number }>(sql`
    select coalesce(sum(unsent_count), 0)::int as count from devices
    where user_id = ${userId} and revoked_at is null`);
  return result.rows[0]?.count ?? 0;
}
