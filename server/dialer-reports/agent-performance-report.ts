import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { dialerReportCalls } from '../../contract/dialer-report.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { pageLimit } from '../database/list-page.ts';
import { reportTables } from './report-scope.ts';
import type { ReportQuery } from './report-scope.ts';
import { callSums, promiseSums, timesBy, toTimes, toWork } from './report-sums.ts';
import type { TimesRow, WorkRow } from './report-sums.ts';

type Answer = CallAnswer<typeof dialerReportCalls.readAgentPerformanceReport>;

interface Row extends TimesRow, WorkRow, Record<string, unknown> {
  user_id: string;
  full_name: string;
  manager_name: string | null;
  verified: number;
}

interface TotalsRow extends TimesRow, WorkRow, Record<string, unknown> {
  rows: number;
  verified: number;
}

/** Who is in the report: agents with time or calls in it. */
const present = sql`present as (select id, full_name, manager_name from agents a
  where exists (select 1 from spans s where s.user_id = a.id) or exists (select 1 from calls k where k.agent_id = a.id))`;

/** `/agent-performance-report`: a row per dialer agent, by name. Throws 400. */
export async function readAgentPerformanceReport(
  { db, settings }: Context,
  actor: Actor,
  query: ReportQuery,
): Promise<Answer> {
  const { page, pageSize } = query;
  const isLenders = actor.clientId !== null;
  const tables = sql`with ${reportTables(settings.businessTz, actor, query)}, ${present}`;
  const totals = await db.execute<TotalsRow>(sql`${tables}
    select t.*, k.*, o.*, (select count(*)::int from present) as rows,
      (select coalesce(sum(verified), 0)::bigint from credited where agent_id in (select id from present)) as verified
    from (${timesBy(null)}) t,
      (select ${callSums} from calls where agent_id in (select id from present)) k,
      (select ${promiseSums} from outcomes where agent_id in (select id from present)) o`);
  const { rows } = await db.execute<Row>(sql`${tables},
    shown as (select p.id as user_id, p.full_name, p.manager_name from present p
      order by lower(p.full_name), p.id ${pageLimit({ page, pageSize })})
    select w.*, t.wait, t.talk, t.dead, t.wrap_up, t.paused, t.breaks, k.calls, k.leads, k.connects, k.abandoned,
      k.sheet_calls, k.sheet_talk, k.sheet_wrap_up, o.promises, o.promise_amount, o.claimed, coalesce(v.verified, 0) as verified
    from shown w left join (${timesBy(sql`user_id`)}) t on t.user_id = w.user_id
      left join (select agent_id, ${callSums} from calls group by agent_id) k on k.agent_id = w.user_id
      left join (select agent_id, ${promiseSums} from outcomes group by agent_id) o on o.agent_id = w.user_id
      left join credited v on v.agent_id = w.user_id
    order by lower(w.full_name), w.user_id`);
  const [all] = totals.rows;
  if (!all) throw new Error('A sum without groups gave no row.');
  const sums = toTimes(all);
  return {
    data: rows.map((row) => {
      const times = toTimes(row);
      const who = { userId: row.user_id, fullName: row.full_name, managerName: row.manager_name };
      return Object.assign(times, toWork(row, times, isLenders), who, {
        verified: row.verified,
      });
    }),
    totalCount: all.rows,
    page,
    pageSize,
    totals: Object.assign(sums, toWork(all, sums, isLenders), { verified: all.verified }),
  };
}
