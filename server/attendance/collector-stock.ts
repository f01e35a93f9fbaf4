import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CollectorAllocation } from '../../contract/attendance.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { allOf } from '../database/list-page.ts';
import { clientCondition } from '../loans/loan-filter-service.ts';
import { visiblePerson } from '../people/person-scope-service.ts';

interface StockRow extends CollectorAllocation, Record<string, unknown> {}

/** Collectors of a condition on `u` with their loans of a condition on `l`, in one go for all of them. */
async function readStock(
  { db, settings }: Context,
  who: SQL,
  which: SQL,
  isHolding: boolean,
): Promise<{ data: CollectorAllocation[] }> {
  const today = businessDay(settings.businessTz);
  const { rows } = await db.execute<StockRow>(sql`
    with team as materialized (
      select u.id, u.full_name, u.manager_id, u.disabled_at is null as is_active from users u where ${who}),
    -- Counted and summed from the index by collector alone; only what was worked is read.
    stock as (
      select l.collector_id as id, count(*) as loans, coalesce(sum(l.total_due_amount), 0)::bigint as due
      from loans l where l.collector_id in (select id from team) and ${which} group by l.collector_id),
    work as (
      select l.collector_id as id, count(*) as worked,
        count(*) filter (where l.promise_date >= ${today}::date) as promised
      from loans l join allocations a on a.loan_id = l.id and a.kind = 'COLLECTOR' and a.ended_at is null
      where l.collector_id in (select id from team) and l.disposition_at >= a.allocated_at and ${which}
      group by l.collector_id)
    select t.id as "_id", t.full_name as "fullName", t.manager_id as "managerId", m.full_name as "managerName",
      t.is_active as "isActive", coalesce(s.loans, 0) as "loanCount", coalesce(s.due, 0) as "dueAmount",
      coalesce(w.worked, 0) as "workedCount", coalesce(w.promised, 0) as "promiseCount"
    from team t left join stock s on s.id = t.id left join work w on w.id = t.id left join users m on m.id = t.manager_id
    where ${isHolding ? sql`s.loans > 0` : sql`true`} order by lower(t.full_name), t.id`);
  return { data: rows };
}

/** What each collector holds and how far it is worked (spec 7.3: `/activity/collector/allocations`). */
export async function listCollectorAllocations(
  context: Context,
  actor: Actor,
  createdBy: string | undefined,
): Promise<{ data: CollectorAllocation[] }> {
  const made = createdBy === undefined ? sql`true` : sql`u.created_by = ${createdBy}`;
  return readStock(
    context,
    sql`${visiblePerson(actor, ['COLLECTOR'])} and ${made}`,
    sql`true`,
    false,
  );
}

/** A manager's collectors who can log in and hold loans of the lender (of any when none is named). */
export async function listActiveCollectors(
  context: Context,
  actor: Actor,
  query: { managerId?: string | undefined; Client_Name?: string | undefined },
): Promise<{ data: CollectorAllocation[] }> {
  const conditions = [visiblePerson(actor, ['COLLECTOR']), sql`u.disabled_at is null`];
  const managerId = query.managerId ?? (actor.role === 'MANAGER' ? actor.userId : undefined);
  if (managerId !== undefined) conditions.push(sql`u.manager_id = ${managerId}`);
  const which = query.Client_Name ? clientCondition([query.Client_Name]) : sql`true`;
  return readStock(context, allOf(conditions), which, true);
}
