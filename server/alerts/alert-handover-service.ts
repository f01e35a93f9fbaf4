import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { isStillMeant } from './alert-standing-service.ts';

/** Condition on `a` (alerts): its owner recorded nothing on the loan since it became due, so it still waits for someone. */
const isUnanswered = sql`(a.deactivated_at is null and not exists (select 1 from dispositions d
  where d.loan_id = a.loan_id and d.agent_id = a.owner_id and d.recorded_at >= a.due_at))`;

/** How many promises and callbacks of its loans a person still has to be reminded of. */
export async function countOpenAlerts(db: Db, ownerId: string): Promise<number> {
  const result = await db.execute<{ count: number }>(sql`
    select count(*) as count from alerts a join loans l on l.id = a.loan_id
    where a.owner_id = ${ownerId} and a.alert_type is not null and ${isUnanswered} and ${isStillMeant('a')}
      and ${ownerId}::uuid in (l.collector_id, l.field_agent_id, l.manager_id)`);
  return result.rows[0]?.count ?? 0;
}

/**
 * Gives a person's open alerts to another one; of a disposition that the other is reminded of already, only its own stays.
 * What the person had answered stays its own: the other one did not, and would be told that it missed it. Returns how many
 * were moved.
 */
export async function handOverAlerts(tx: Db, fromId: string, toId: string): Promise<number> {
  await tx.execute(sql`update alerts a set deactivated_at = now()
    where a.owner_id = ${fromId} and a.deactivated_at is null
      and exists (select 1 from alerts b where b.owner_id = ${toId} and b.disposition_id = a.disposition_id)`);
  const moved = await tx.execute(sql`update alerts a set owner_id = ${toId}
    where a.owner_id = ${fromId} and ${isUnanswered}`);
  return moved.rowCount ?? 0;
}

/** Days after which nobody is waiting for a call any more. */
const WAITED_DAYS = 7;

/**
 * Gives the open reminders of loans to who calls for them from now on: a borrower who was promised a call waits for it whoever
 * has the loan. Between two collectors nobody may have had it: the reminder then waits with one who had it before. `w` is a
 * relation (id, collector_id, had_collector_id).
 */
export async function letAlertsFollow(tx: Db, w: SQL): Promise<void> {
  // Of one contact several who had the loan may have a reminder: the next one gets the last of them.
  await tx.execute(sql`update alerts b set owner_id = f.collector_id
    from (select distinct on (w.id, coalesce(a.disposition_id, a.id)) a.id, a.owner_id, w.collector_id
      from ${w} w join alerts a on a.loan_id = w.id
      where w.collector_id <> a.owner_id
        and case when w.had_collector_id is not null then a.owner_id = w.had_collector_id
          else exists (select 1 from allocations h
            where h.loan_id = w.id and h.assignee_id = a.owner_id and h.kind = 'COLLECTOR') end
        and not a.is_field_disposition and a.due_at > now() - make_interval(days => ${WAITED_DAYS}) and ${isUnanswered}
        and not exists (select 1 from alerts o
          where o.owner_id = w.collector_id and o.disposition_id = a.disposition_id)
      order by w.id, coalesce(a.disposition_id, a.id), a.due_at desc, a.id desc) f
    where b.id = f.id and b.owner_id = f.owner_id`);
}
