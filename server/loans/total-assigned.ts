import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { loanCalls } from '../../contract/loan-calls.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf, peopleVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { personLoads } from './loan-loads-service.ts';

type Assigned = CallAnswer<typeof loanCalls.totalAssigned>;

interface AssignedRow extends Record<string, unknown> {
  readonly people: Assigned['data'];
  readonly total: Assigned['total'];
  readonly unassigned: Assigned['unassigned'];
}

const NONE = { loanCount: 0, dueAmount: 0 };

/**
 * What each person has of the active loans that the actor may see, all of them, and those that nobody works (spec 7.5,
 * whose answer isn't told). A loan counts with its manager and with its collector or field agent; the totals count it once.
 */
export async function totalAssigned(context: Context, actor: Actor): Promise<Assigned> {
  const { rows } = await context.db.execute<AssignedRow>(sql`
    with loads as materialized (${personLoads(actor)}),
    people as (
      select u.id, u.full_name, u.role, u.manager_id, w.loans, w.due from loads w join users u on u.id = w.id
      where ${peopleVisibleTo(actor)})
    select
      (select coalesce(json_agg(json_build_object('_id', p.id, 'fullName', p.full_name, 'role', p.role,
        'managerId', p.manager_id, 'loanCount', p.loans, 'dueAmount', p.due) order by p.loans desc, p.full_name, p.id), '[]')
       from people p) as people,
      (select json_build_object('loanCount', coalesce(sum(w.loans), 0), 'dueAmount', coalesce(sum(w.due), 0))
       from loads w where w.kind = 'MANAGER') as total,
      (select json_build_object('loanCount', count(*), 'dueAmount', coalesce(sum(l.total_due_amount), 0))
       from loans l where l.collector_id is null and l.field_agent_id is null and ${activeLoansOf(actor)}) as unassigned`);
  const row = rows[0];
  return {
    data: row?.people ?? [],
    total: row?.total ?? NONE,
    unassigned: row?.unassigned ?? NONE,
  };
}
