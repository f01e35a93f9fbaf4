import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/**
 * Ends the report and list files of a person that gets other rights (role, lender): they hold what it saw before. What is
 * still being made is kept from it too; expiry removes the bytes.
 */
export async function endFilesOf(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`update report_files set expires_at = now(),
      state = case state when 'WAITING' then 'FAILED' else state end
    where owner_id = ${userId} and expires_at > now()`);
}
