import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { dialerReportCalls } from '../../contract/dialer-report.ts';
import type { Actor } from '../access/actor.ts';
import { isAdmin } from '../access/actor.ts';
import { loansInReachOf, peopleVisibleTo } from '../access/scope.ts';
import { wholeSeconds } from '../agent-states/span-seconds-service.ts';
import { processName } from '../campaigns/process-name-service.ts';
import { dayRange } from '../clock.ts';
import { atMostDays, monthSoFar } from '../day-span.ts';
import { allOf, wordConditions } from '../database/list-page.ts';
import { isConnect } from '../dispositions/contact-measures-service.ts';
import { leadersWithin } from '../identity/team-span-service.ts';
import { isOpenClaim, moneyLines } from '../payments/collected-service.ts';

/** What the reports are narrowed by. */
export type ReportQuery = CallRequest<typeof dialerReportCalls.readAgentLoginReport>['query'];

/** More days than this are no report that anyone reads. */
const MOST_DAYS = 400;

/** Condition on spans of teams: a manager is told of its own team's, and of its own as an agent. */
const isToldOf = (actor: Actor, spans: 't' | 'led'): SQL =>
  actor.role === 'MANAGER'
    ? sql`${actor.userId} in (${sql.raw(spans)}.manager_id, ${sql.raw(spans)}.user_id)`
    : sql`true`;

/**
 * Condition on `t` (team_spans): times in which somebody was a collector under the actor, or one at all. Days that are over
 * stay as they were, whatever role and manager an agent has now.
 */
function timesOf(actor: Actor, { start, end }: ReturnType<typeof dayRange>): SQL {
  return sql`(t.role = 'COLLECTOR' and t.from_at < ${end}::timestamptz and t.to_at > ${start}::timestamptz
    and ${isToldOf(actor, 't')})`;
}

/** The names of those who led `u` in the days, as far as they are told to the actor. */
const leadersOf = (actor: Actor, { start, end }: ReturnType<typeof dayRange>): SQL =>
  leadersWithin(
    sql`u.id`,
    sql`${start}::timestamptz`,
    sql`least(${end}::timestamptz, now())`,
    isToldOf(actor, 'led'),
  );

/** A lender's people see who called its loans then, also when others have them now. */
function agentsOf(
  actor: Actor,
  { collectorId = [], search }: ReportQuery,
  span: ReturnType<typeof dayRange>,
): SQL {
  const { start, end } = span;
  const called = sql`select k.agent_id from dialer_calls k join loans l on l.id = k.loan_id
    where k.placed_at >= ${start}::timestamptz and k.placed_at < ${end}::timestamptz and ${loansInReachOf(actor)}`;
  const isSeen =
    actor.clientId === null
      ? peopleVisibleTo(actor)
      : sql`(${peopleVisibleTo(actor)} or u.id in (${called}))`;
  return allOf([
    sql`u.id in (select t.user_id from team_spans t where ${timesOf(actor, span)})`,
    actor.role === 'MANAGER' ? sql`true` : isSeen,
    collectorId.length === 0 ? sql`true` : sql`u.id = any(${sql.param(collectorId)}::uuid[])`,
    ...wordConditions(sql`lower(concat_ws(' ', u.full_name, u.username))`, search),
  ]);
}

/** Calls that no agent had stand in reports of nobody in particular only. */
function callsOf(actor: Actor, query: ReportQuery): SQL {
  const isOwnAgents = sql`t.user_id is not null`;
  const isOfLoans = sql`exists (select 1 from loans l where l.id = k.loan_id and ${loansInReachOf(actor)})`;
  const isNarrow = (query.collectorId?.length ?? 0) > 0 || (query.search ?? '') !== '';
  const isNobodys = isNarrow
    ? sql`false`
    : sql`(k.agent_id is null and ${isAdmin(actor) ? sql`true` : isOfLoans})`;
  if (actor.clientId !== null) return sql`(${isOfLoans} and ${isNarrow ? isOwnAgents : sql`true`})`;
  return sql`(${isOwnAgents} or ${isNobodys})`;
}

const spanStart = sql`greatest(w.started_at, d.from_at, t.from_at)`;
const spanEnd = sql`least(w.ended_at, d.to_at, t.to_at)`;
/** `whole` cut to days and to whose team an agent was in. */
const spansOfTeams = sql`spans as materialized (
      select w.user_id, d.day, w.state, w.break_reason, w.process_name,
        w.is_open and now() < least(d.to_at, t.to_at) as is_open,
        w.is_login and w.started_at >= greatest(d.from_at, t.from_at) as is_login, ${spanStart} as from_at, ${spanEnd} as to_at,
        ${wholeSeconds(spanStart, spanEnd)} as seconds
      from whole w join days d on w.started_at < d.to_at and (w.ended_at > d.from_at or w.started_at >= d.from_at)
        join teams t on t.user_id = w.user_id and w.started_at < t.to_at
          and (w.ended_at > t.from_at or w.started_at >= t.from_at)
          and d.from_at < t.to_at and d.to_at > t.from_at)`;

/**
 * The common table expressions of every dialer report: `agents` (whom the actor may see), `teams` (when), `days`, `spans` (what they did,
 * cut to days; a lender's people see the time of calls to its loans and of no call), `calls` (of every source) and `outcomes`
 * (what was recorded of calls), `credited` (verified money by agent).
 */
export function reportTables(zone: string, actor: Actor, query: ReportQuery): SQL {
  const { from, to } = atMostDays(MOST_DAYS, monthSoFar(zone, query));
  const span = dayRange(zone, from, to);
  const { start, end } = span;
  const processes = query.process ?? [];
  const isOfProcess = (column: SQL) =>
    processes.length === 0 ? sql`true` : sql`${column} = any(${sql.param(processes)}::text[])`;
  const isLenders = actor.clientId !== null;
  const claimed = isLenders
    ? sql`null::bigint as claimed`
    : sql`coalesce((select r.amount from receipts r where r.disposition_id = d.id and ${isOpenClaim}), 0)::bigint as claimed`;
  const reach = (loan: SQL) =>
    isLenders
      ? sql`exists (select 1 from loans l where l.id = ${loan} and ${loansInReachOf(actor)})`
      : sql`true`;
  const dayEnd = sql`((m.day + 1)::timestamp at time zone ${zone})`;
  return sql`agents as materialized (
      select u.id, u.full_name, ${leadersOf(actor, span)} as manager_name
      from users u where ${agentsOf(actor, query, span)}),
    teams as materialized (
      select t.user_id, t.from_at, t.to_at from team_spans t join agents a on a.id = t.user_id where ${timesOf(actor, span)}),
    days as materialized (
      select d::date as day, d at time zone ${zone} as from_at, (d + interval '1 day') at time zone ${zone} as to_at
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d),
    whole as materialized (
      select w.* from (
        select s.user_id, s.state, s.break_reason, ${processName('s')} as process_name, s.started_at, s.loan_id,
          coalesce(s.ended_at, now()) as ended_at, s.ended_at is null as is_open,
          s.started_at is distinct from lag(s.ended_at) over (partition by s.user_id
            order by s.started_at, s.ended_at nulls last, s.id) as is_login
        from agent_spans s join agents a on a.id = s.user_id
        where s.started_at < ${end}::timestamptz and s.started_at > ${start}::timestamptz - interval '1 day') w
      where ${isOfProcess(sql`w.process_name`)} and (w.loan_id is null or ${reach(sql`w.loan_id`)})),
    ${spansOfTeams},
    calls as materialized (
      select k.agent_id, ${processName('k')} as process_name, k.source, k.loan_id, k.result, k.talk_seconds, k.wrapup_seconds,
        d.disposition_class, d.promise_amount, ${claimed},
        case k.source when 'ENGINE' then k.connected_at is not null
          when 'SHEET' then k.result = 'ANSWERED'
          else coalesce(${isConnect}, false) end as is_connect
      from dialer_calls k left join dispositions d on d.id = k.disposition_id
        left join teams t on t.user_id = k.agent_id and k.placed_at >= t.from_at and k.placed_at < t.to_at
      where k.placed_at >= ${start}::timestamptz and k.placed_at < ${end}::timestamptz
        and ${isOfProcess(processName('k'))} and ${callsOf(actor, query)}),
    outcomes as materialized (
      select d.agent_id, d.disposition_class, d.promise_amount, ${claimed}
      from dispositions d join teams t on t.user_id = d.agent_id and d.recorded_at >= t.from_at and d.recorded_at < t.to_at
      where d.channel = 'CALL' and d.recorded_at >= ${start}::timestamptz and d.recorded_at < ${end}::timestamptz
        and ${reach(sql`d.loan_id`)} and ${
          processes.length === 0
            ? sql`true`
            : sql`exists (select 1 from dialer_calls k where k.disposition_id = d.id and k.agent_id = d.agent_id
                and ${isOfProcess(processName('k'))})`
        }),
    credited as materialized (
      select m.person_id as agent_id, sum(m.verified)::bigint as verified from ${moneyLines(actor, { from, to })} m
        join teams t on t.user_id = m.person_id and t.from_at < ${dayEnd} and t.to_at >= ${dayEnd}
      group by m.person_id)`;
}
