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

/**
 * Ends the schedules of a person that got other rights and is no admin: those it sends to were its colleagues. Who went to
 * another lender gets nothing any more from schedules of the former one.
 */
export async function endSchedulesOf(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`update report_schedules set ended_at = now(), is_active = false
    where owner_id = ${userId} and ended_at is null
      and not exists (select 1 from users u where u.id = owner_id and u.role in ('ADMIN', 'SUPER_ADMIN'))`);
  await tx.execute(sql`update report_schedules s set recipient_ids = array_remove(s.recipient_ids, ${userId}::uuid),
      is_active = s.is_active and cardinality(array_remove(s.recipient_ids, ${userId}::uuid)) > 0
    from users o, users u where o.id = s.owner_id and u.id = ${userId} and u.id = any(s.recipient_ids)
      and o.client_id is not null and o.client_id is distinct from u.client_id`);
}
