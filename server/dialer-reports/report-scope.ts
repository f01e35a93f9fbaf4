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
import { hadRoleAfter } from '../identity/past-role-service.ts';
import { isOpenClaim, moneyLines } from '../payments/collected-service.ts';

/** What the reports are narrowed by. */
export type ReportQuery = CallRequest<typeof dialerReportCalls.readAgentLoginReport>['query'];

/** More days than this are no report that anyone reads. */
const MOST_DAYS = 400;

/** Days that are over stay as they were, whatever role an agent has now: a lender's people see who called its loans then, also when others have them now. */
function agentsOf(
  actor: Actor,
  { collectorId = [], search }: ReportQuery,
  { start, end }: ReturnType<typeof dayRange>,
): SQL {
  const called = sql`select k.agent_id from dialer_calls k join loans l on l.id = k.loan_id
    where k.placed_at >= ${start}::timestamptz and k.placed_at < ${end}::timestamptz and ${loansInReachOf(actor)}`;
  return allOf([
    hadRoleAfter('COLLECTOR', start),
    actor.clientId === null
      ? peopleVisibleTo(actor)
      : sql`(${peopleVisibleTo(actor)} or u.id in (${called}))`,
    collectorId.length === 0 ? sql`true` : sql`u.id = any(${sql.param(collectorId)}::uuid[])`,
    ...wordConditions(sql`lower(concat_ws(' ', u.full_name, u.username))`, search),
  ]);
}

/** Calls that no agent had stand in reports of nobody in particular only. */
function callsOf(actor: Actor, query: ReportQuery): SQL {
  const isOwnAgents = sql`k.agent_id in (select id from agents)`;
  const isOfLoans = sql`exists (select 1 from loans l where l.id = k.loan_id and ${loansInReachOf(actor)})`;
  const isNarrow = (query.collectorId?.length ?? 0) > 0 || (query.search ?? '') !== '';
  const isNobodys = isNarrow
    ? sql`false`
    : sql`(k.agent_id is null and ${isAdmin(actor) ? sql`true` : isOfLoans})`;
  if (actor.clientId !== null) return sql`(${isOfLoans} and ${isNarrow ? isOwnAgents : sql`true`})`;
  return sql`(${isOwnAgents} or ${isNobodys})`;
}

/**
 * The common table expressions of every dialer report: `agents` (whom the actor may see), `days`, `spans` (what they did,
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
  return sql`agents as materialized (
      select u.id, u.full_name, m.full_name as manager_name from users u left join users m on m.id = u.manager_id
      where ${agentsOf(actor, query, span)}),
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
    spans as materialized (
      select w.user_id, d.day, w.state, w.break_reason, w.process_name, w.is_open and now() < d.to_at as is_open,
        w.is_login and w.started_at >= d.from_at as is_login,
        greatest(w.started_at, d.from_at) as from_at, least(w.ended_at, d.to_at) as to_at,
        ${wholeSeconds(sql`greatest(w.started_at, d.from_at)`, sql`least(w.ended_at, d.to_at)`)} as seconds
      from whole w join days d on w.started_at < d.to_at and (w.ended_at > d.from_at or w.started_at >= d.from_at)),
    calls as materialized (
      select k.agent_id, ${processName('k')} as process_name, k.source, k.loan_id, k.result, k.talk_seconds, k.wrapup_seconds,
        d.disposition_class, d.promise_amount, ${claimed},
        case k.source when 'ENGINE' then k.connected_at is not null
          when 'SHEET' then k.result = 'ANSWERED'
          else coalesce(${isConnect}, false) end as is_connect
      from dialer_calls k left join dispositions d on d.id = k.disposition_id
      where k.placed_at >= ${start}::timestamptz and k.placed_at < ${end}::timestamptz
        and ${isOfProcess(processName('k'))} and ${callsOf(actor, query)}),
    outcomes as materialized (
      select d.agent_id, d.disposition_class, d.promise_amount, ${claimed}
      from dispositions d join agents a on a.id = d.agent_id
      where d.channel = 'CALL' and d.recorded_at >= ${start}::timestamptz and d.recorded_at < ${end}::timestamptz
        and ${reach(sql`d.loan_id`)} and ${
          processes.length === 0
            ? sql`true`
            : sql`exists (select 1 from dialer_calls k where k.disposition_id = d.id and k.agent_id = d.agent_id
                and ${isOfProcess(processName('k'))})`
        }),
    credited as materialized (
      select m.person_id as agent_id, sum(m.verified)::bigint as verified from ${moneyLines(actor, { from, to })} m
      group by m.person_id)`;
}
