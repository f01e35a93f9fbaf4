import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { letAlertsFollow } from '../alerts/alert-handover-service.ts';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import { newIdSql } from '../database/new-id-sql.ts';
import { shareLock } from '../database/locks.ts';

/*
 * Who has which loan, changed for any number of loans at once: by one person's command, or by a run in pieces.
 */

/** Announces the allocation to readers of lists and returns its instant. */
export async function beginAllocation(tx: Db): Promise<string> {
  await allowLongWork(tx);
  return shareLock(tx, 'allocation');
}

/**
 * Puts locked loans into new hands: ends the allocations that are over, changes the loans, opens the new ones, and has the
 * reminders follow.
 * `w` is a relation (id, collector_id, manager_id, field_agent_id, visit_date: who has each loan from now on; and
 * had_collector_id, had_manager_id, had_field_agent_id: who had it). It is read several times, so it must not depend on
 * the loans' holders.
 */
export async function giveHoldings(
  tx: Db,
  w: SQL,
  allocatedBy: string,
  at: string,
): Promise<number> {
  await tx.execute(sql`
    update allocations a set ended_at = ${at}::timestamptz from ${w} w
    where a.loan_id = w.id and a.ended_at is null and a.assignee_id is distinct from
      case a.kind when 'COLLECTOR' then w.collector_id when 'MANAGER' then w.manager_id else w.field_agent_id end`);
  const { rowCount } = await tx.execute(sql`
    update loans l set collector_id = w.collector_id, manager_id = w.manager_id, field_agent_id = w.field_agent_id,
      visit_date = w.visit_date, allocation_changed_at = ${at}::timestamptz, allocation_changed_by = ${allocatedBy}
    from ${w} w where l.id = w.id`);
  await tx.execute(sql`
    insert into allocations (id, loan_id, assignee_id, kind, allocated_by, allocated_at)
    select ${newIdSql}, n.id, n.assignee_id, n.kind, ${allocatedBy}::uuid, ${at}::timestamptz
    from (select w.id, k.assignee_id, k.kind from ${w} w cross join lateral (values
        ('COLLECTOR', w.collector_id, w.had_collector_id), ('MANAGER', w.manager_id, w.had_manager_id),
        ('FIELD', w.field_agent_id, w.had_field_agent_id)) as k(kind, assignee_id, had_id)
      where k.assignee_id is not null and k.assignee_id is distinct from k.had_id) n
    on conflict (loan_id, kind) where ended_at is null do nothing`);
  await letAlertsFollow(tx, w);
  return rowCount ?? 0;
}
