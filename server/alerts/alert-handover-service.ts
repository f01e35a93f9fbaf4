import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** How many promises and callbacks a person still has to be reminded of. */
export async function countOpenAlerts(db: Db, ownerId: string): Promise<number> {
  const result = await db.execute<{ count: number }>(sql`
    select count(*) as count from alerts
    where owner_id = ${ownerId} and deactivated_at is null and alert_type is not null`);
  return result.rows[0]?.count ?? 0;
}

/**
 * Gives a person's open alerts to another one; of a disposition that the other is reminded of already, only its own stays.
 * Returns how many were moved.
 */
export async function handOverAlerts(tx: Db, fromId: string, toId: string): Promise<number> {
  await tx.execute(sql`update alerts a set deactivated_at = now()
    where a.owner_id = ${fromId} and a.deactivated_at is null
      and exists (select 1 from alerts b where b.owner_id = ${toId} and b.disposition_id = a.disposition_id)`);
  const moved = await tx.execute(sql`update alerts set owner_id = ${toId}
    where owner_id = ${fromId} and deactivated_at is null`);
  return moved.rowCount ?? 0;
}
