import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import { DIALER_LOCATION } from '../../contract/dialer-agent.ts';
import type { dialerReportCalls } from '../../contract/dialer-report.ts';
import { peopleOnceVisibleTo, peopleVisibleTo, userNameFor } from '../access/scope.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { pageLimit } from '../database/list-page.ts';
import { reportTables } from './report-scope.ts';
import type { ReportQuery } from './report-scope.ts';
import { callSums, promiseSums, timesBy, toTimes, toWork } from './report-sums.ts';
import type { TimesRow, WorkRow } from './report-sums.ts';

type Answer = CallAnswer<typeof dialerReportCalls.readProcessReport>;

interface Row extends TimesRow, WorkRow, Record<string, unknown> {
  process_name: string | null;
  agents: number;
}

interface TotalsRow extends TimesRow, WorkRow, Record<string, unknown> {
  rows: number;
}

const isSame = (one: string) =>
  sql`${sql.raw(one)}.process_name is not distinct from w.process_name`;

/** Condition on `u`: a dialer agent, or somebody who was one. */
const isOrWasAtDialer = sql`(u.role = 'COLLECTOR' and u.location = ${DIALER_LOCATION} and u.deleted_at is null
  or exists (select 1 from agent_spans s where s.user_id = u.id))`;

/** `/process-wise-report`: a row per process, by name, what belongs to none last. Throws 400. */
export async function readProcessReport(
  { db, settings }: Context,
  actor: Actor,
  query: ReportQuery,
): Promise<Answer> {
  const { page, pageSize } = query;
  const isLenders = actor.clientId !== null;
  const tables = sql`with ${reportTables(settings.businessTz, actor, query)},
    present as (select process_name, count(distinct user_id)::int as agents from (
        select process_name, user_id from spans union select process_name, agent_id from calls) x group by process_name)`;
  const totals = await db.execute<TotalsRow>(sql`${tables}
    select t.*, k.*, (select count(*)::int from present) as rows
    from (${timesBy(null)}) t, (select ${callSums}, ${promiseSums} from calls) k`);
  const { rows } = await db.execute<Row>(sql`${tables},
    shown as (select * from present order by lower(process_name) nulls last
      ${pageLimit({ page, pageSize })})
    select w.*, t.wait, t.talk, t.dead, t.wrap_up, t.paused, t.breaks, k.calls, k.leads, k.connects, k.abandoned,
      k.sheet_calls, k.sheet_talk, k.sheet_wrap_up, k.promises, k.promise_amount, k.claimed
    from shown w left join (${timesBy(sql`process_name`)}) t on ${isSame('t')}
      left join (select process_name, ${callSums}, ${promiseSums} from calls group by process_name) k on ${isSame('k')}
    order by lower(w.process_name) nulls last`);
  const [all] = totals.rows;
  if (!all) throw new Error('A sum without groups gave no row.');
  const sums = toTimes(all);
  return {
    data: rows.map((row) => {
      const times = toTimes(row);
      return Object.assign(times, toWork(row, times, isLenders), {
        processName: row.process_name,
        agentCount: row.agents,
        abandonedCount: row.abandoned ?? 0,
      });
    }),
    totalCount: all.rows,
    page,
    pageSize,
    totals: Object.assign(sums, toWork(all, sums, isLenders)),
  };
}

/**
 * What the reports can be narrowed to: processes that the actor's agents have or had, and the agents at the dialer, those who
 * were there once too, since reports of days that are over tell of them.
 */
export async function listProcesses(
  { db }: Context,
  actor: Actor,
): Promise<CallAnswer<typeof dialerReportCalls.listDialerProcesses>> {
  const agents = await db.execute<{ _id: string; fullName: string; username: string | null }>(sql`
    select u.id as "_id", u.full_name as "fullName", ${userNameFor(actor)} as username from users u
    where ${isOrWasAtDialer} and ${peopleOnceVisibleTo(actor)}
    order by u.deleted_at is not null, lower(u.full_name), u.id limit 1000`);
  const names = await db.execute<{ name: string }>(sql`
    select distinct name from users u,
      lateral (values (u.manual_process), (u.predictive_process)) p(name)
    where ${isOrWasAtDialer} and name <> '' and ${peopleVisibleTo(actor)}
    order by name limit 500`);
  return { processes: names.rows.map(({ name }) => name), agents: agents.rows };
}
