import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { dialerReportCalls } from '../../contract/dialer-report.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import { pageLimit } from '../database/list-page.ts';
import { leadersWithin } from '../identity/team-span-service.ts';
import { reportTables } from './report-scope.ts';
import type { ReportQuery } from './report-scope.ts';
import { timesBy, toTimes } from './report-sums.ts';
import type { TimesRow } from './report-sums.ts';

type Answer = CallAnswer<typeof dialerReportCalls.readAgentLoginReport>;

interface Row extends TimesRow, Record<string, unknown> {
  user_id: string;
  full_name: string;
  manager_name: string | null;
  day: string;
  first_login: string;
  last_logout: string | null;
  logins: number;
}

interface TotalsRow extends TimesRow, Record<string, unknown> {
  rows: number;
}

/** `/agent-login-report`: a row per dialer agent and day, the newest day first. Throws 400. */
export async function readAgentLoginReport(
  { db, settings }: Context,
  actor: Actor,
  query: ReportQuery,
): Promise<Answer> {
  const { page, pageSize } = query;
  const tables = sql`with ${reportTables(settings.businessTz, actor, query)}`;
  const totals = await db.execute<TotalsRow>(sql`${tables}
    select t.*, (select count(*)::int from (select distinct user_id, day from spans) x) as rows
    from (${timesBy(null)}) t`);
  const { rows } = await db.execute<Row>(sql`${tables},
    shown as (select s.user_id, s.day, a.full_name, min(s.from_at) as first_login,
        case when bool_or(s.is_open) then null else max(s.to_at) end as last_logout,
        (count(*) filter (where s.is_login))::int as logins,
        max(s.to_at) as last_at
      from spans s join agents a on a.id = s.user_id group by s.user_id, s.day, a.full_name
      order by s.day desc, lower(a.full_name), s.user_id ${pageLimit({ page, pageSize })})
    select w.user_id, w.full_name, w.day, w.first_login, w.last_logout, w.logins,
      ${leadersWithin(sql`w.user_id`, sql`w.first_login`, sql`w.last_at`)} as manager_name, t.wait, t.talk, t.dead, t.wrap_up, t.paused, t.breaks
    from shown w join (${timesBy(sql`user_id, day`)}) t on t.user_id = w.user_id and t.day = w.day
    order by w.day desc, lower(w.full_name), w.user_id`);
  const [all] = totals.rows;
  return {
    data: rows.map((row) =>
      Object.assign(toTimes(row), {
        userId: row.user_id,
        fullName: row.full_name,
        managerName: row.manager_name,
        day: row.day,
        firstLoginAt: isoInstant(row.first_login),
        lastLogoutAt: isoInstantOrNull(row.last_logout),
        loginCount: row.logins,
      }),
    ),
    totalCount: all?.rows ?? 0,
    page,
    pageSize,
    totals: toTimes(all ?? { wait: 0, talk: 0, dead: 0, wrap_up: 0, paused: 0, breaks: null }),
  };
}
