import { sql } from 'drizzle-orm';
import type { SeatRow } from '../../contract/agent-seat.ts';
import { DIALER_LOCATION } from '../../contract/dialer-agent.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { processName } from '../campaigns/process-name-service.ts';
import { businessDay, instantOf, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import { wholeSeconds } from './span-seconds-service.ts';

interface Row extends Omit<SeatRow, 'since'>, Record<string, unknown> {
  since: string | null;
}

/**
 * The dialer agents whom the actor supervises, of the named ones when ids are given; by name. A call is named whoever has its
 * loan: the dialer connects agents with loans of others.
 */
export async function readSeatRows(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  ids: readonly string[] | null = null,
): Promise<SeatRow[]> {
  const zone = settings.businessTz;
  const dayStart = sql`${instantOf(zone, businessDay(zone))}::timestamptz`;
  const named = ids === null ? sql`true` : sql`u.id = any(${sql.param(ids)}::uuid[])`;
  const spent = wholeSeconds(sql`greatest(s.started_at, ${dayStart})`, sql`s.ended_at`);
  const isDone = sql`s.ended_at > ${dayStart}`;
  const result = await db.execute<Row>(sql`
    select u.id as "_id", u.full_name as "fullName", coalesce(o.state, 'LOGGED_OUT') as status,
      o.break_reason as "breakName", coalesce(o.started_at, t.left_at) as since,
      coalesce(${processName('o')}, u.manual_process) as "processName",
      coalesce(o.is_predictive, k.is_predictive, false) as "isPredictive", k.wanted_break as "wantedBreak",
      case when ${loansVisibleTo(actor)} then l.id end as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
      c.calls as "callCount", t.talk as "talkSeconds", t.wrap_up as "wrapUpSeconds", t.wait as "waitSeconds",
      t.paused as "breakSeconds", t.breaks as "breakCount", t.logged_in as "loggedInSeconds"
    from users u
      left join agent_spans o on o.user_id = u.id and o.ended_at is null
      left join agent_seats k on k.user_id = u.id
      left join loans l on l.id = o.loan_id and l.status <> 'DELETED'
      cross join lateral (select max(s.ended_at) as left_at,
          coalesce(sum(${spent}) filter (where ${isDone} and s.state in ('INCALL', 'DEAD')), 0)::int as talk,
          coalesce(sum(${spent}) filter (where ${isDone} and s.state = 'DISPO'), 0)::int as wrap_up,
          coalesce(sum(${spent}) filter (where ${isDone} and s.state in ('READY', 'QUEUE')), 0)::int as wait,
          coalesce(sum(${spent}) filter (where ${isDone} and s.state = 'BREAK'), 0)::int as paused,
          coalesce(sum(${spent}) filter (where ${isDone}), 0)::int as logged_in,
          (count(*) filter (where s.state = 'BREAK' and s.started_at >= ${dayStart}))::int as breaks
        from agent_spans s where s.user_id = u.id and s.started_at > ${dayStart} - interval '1 day'
          and (s.ended_at is null or ${isDone})) t
      cross join lateral (select count(*)::int as calls from dialer_calls d
        where d.agent_id = u.id and d.placed_at >= ${dayStart}) c
    where u.role = 'COLLECTOR' and u.location = ${DIALER_LOCATION} and u.deleted_at is null
      and u.disabled_at is null and ${peopleVisibleTo(actor)} and ${named}
    order by lower(u.full_name), u.id`);
  return result.rows.map((row) => Object.assign(row, { since: isoInstantOrNull(row.since) }));
}
