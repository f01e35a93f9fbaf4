import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { loansVisibleTo } from '../access/scope.ts';
import type { Actor } from '../access/actor.ts';
import { collectedAmount, moneyLines } from '../payments/collected-service.ts';
import type { FactsAsk, Report } from './report-definition.ts';

/** Condition on `a` (allocations) and `l`: an agent sees its own, others those of their loans; none of a deleted loan. */
function allocationsVisibleTo(actor: Actor): SQL {
  return actor.role === 'COLLECTOR' || actor.role === 'FIELD_AGENT'
    ? sql`(l.status <> 'DELETED' and a.assignee_id = ${actor.userId})`
    : loansVisibleTo(actor);
}

/** A row per allocation that was there in the days: opening + added - recalled = closing, for each. */
const allocationFacts =
  (kind: 'COLLECTOR' | 'FIELD') =>
  ({ actor, zone, start, end }: FactsAsk): SQL =>
    sql`
    select a.id::text as id, a.loan_id, a.assignee_id as agent_id, l.manager_id, a.allocated_at as at,
      (a.allocated_at at time zone ${zone})::date as day, null::text as note,
      (a.allocated_at < ${start}::timestamptz)::int as opening,
      (a.allocated_at >= ${start}::timestamptz)::int as added,
      (coalesce(a.ended_at, 'infinity') < ${end}::timestamptz)::int as recalled,
      (coalesce(a.ended_at, 'infinity') >= ${end}::timestamptz)::int as closing,
      case when coalesce(a.ended_at, 'infinity') >= ${end}::timestamptz then coalesce(l.total_due_amount, 0) else 0 end
        as closing_due
    from allocations a join loans l on l.id = a.loan_id
    where a.kind = ${kind} and a.allocated_at < ${end}::timestamptz
      and coalesce(a.ended_at, 'infinity') >= ${start}::timestamptz and ${allocationsVisibleTo(actor)}`;

const allocationReport = (kind: 'COLLECTOR' | 'FIELD'): Report => ({
  range: 'month',
  groups: ['agent', 'client', 'bucket', 'city', 'product', 'region', 'manager', 'day'],
  measures: ['opening', 'added', 'recalled', 'closing', 'closingDue'],
  ratios: [],
  details: [
    'loanNumber',
    'customer',
    'client',
    'agent',
    'manager',
    'at',
    'bucket',
    'status',
    'totalDue',
  ],
  facts: allocationFacts(kind),
});

/** Which calling agent holds what. */
export const allocation: Report = allocationReport('COLLECTOR');

/** Which field agent holds what. */
export const fieldAllocation: Report = allocationReport('FIELD');

/** A row per loan that a calling agent held when the first day began, with who had it when the last one ended. */
function retainFacts({ actor, zone, range, start, end }: FactsAsk): SQL {
  return sql`
    select h.id, h.loan_id, h.agent_id, h.manager_id, h.at, h.day, null::text as note, 1 as held, h.due as held_due,
      (h.last_id is not distinct from h.agent_id)::int as retained,
      (h.last_id is distinct from h.agent_id and h.last_id is not null)::int as moved,
      (h.last_id is null)::int as released,
      case when h.last_id is not distinct from h.agent_id then coalesce(p.collected, 0) else 0 end as retained_collected,
      case when h.last_id is distinct from h.agent_id then coalesce(p.collected, 0) else 0 end as moved_collected
    from (
      select a.id::text as id, a.loan_id, a.assignee_id as agent_id, l.manager_id, a.allocated_at as at,
        (a.allocated_at at time zone ${zone})::date as day, coalesce(l.total_due_amount, 0) as due,
        (select b.assignee_id from allocations b where b.loan_id = a.loan_id and b.kind = 'COLLECTOR'
            and b.allocated_at < ${end}::timestamptz and coalesce(b.ended_at, 'infinity') >= ${end}::timestamptz
          order by b.allocated_at desc, b.id limit 1) as last_id
      from allocations a join loans l on l.id = a.loan_id
      where a.kind = 'COLLECTOR' and a.allocated_at < ${start}::timestamptz
        and coalesce(a.ended_at, 'infinity') >= ${start}::timestamptz and ${allocationsVisibleTo(actor)}) h
    left join (select m.loan_id, sum(${collectedAmount(actor)})::bigint as collected
      from ${moneyLines(actor, range)} m group by m.loan_id) p on p.loan_id = h.loan_id`;
}

/** Loans that stay with their agent over a month's end, and how they did against those that moved. */
export const retain: Report = {
  range: 'month',
  groups: ['agent', 'client', 'bucket', 'product', 'manager'],
  measures: [
    'held',
    'heldDue',
    'retained',
    'moved',
    'released',
    'retainedCollected',
    'movedCollected',
  ],
  ratios: ['retainedShare'],
  details: ['loanNumber', 'customer', 'client', 'agent', 'at', 'bucket', 'status', 'totalDue'],
  facts: retainFacts,
};
