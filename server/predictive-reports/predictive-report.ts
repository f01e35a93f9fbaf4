import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type {
  DropShare,
  PredictiveReportRow,
  predictiveReportCalls,
} from '../../contract/predictive-report.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { pageLimit } from '../database/list-page.ts';
import { askedCampaigns, lineSums, reportDays, reportLines, toFigures } from './report-lines.ts';
import type { LineRow, LineSums, ReportAsk } from './report-lines.ts';

type Query = z.output<typeof predictiveReportCalls.getPredictiveReport.query>;

/** The last 30 days of each campaign against its cap: what the law counts. */
async function readDrops(db: Db, actor: Actor, ask: ReportAsk): Promise<DropShare[]> {
  const { rows } = await db.execute<DropShare & Record<string, unknown>>(sql`
    select m.id as "campaignId", m.name as "campaignName", m.drop_cap_percent::float8 as "capPercent",
      counted.answered, counted.abandoned,
      round(100.0 * counted.abandoned / nullif(counted.answered, 0), 2)::float8 as percent
    from campaigns m cross join lateral (
      select count(*) filter (where k.connected_at is not null or k.result = 'ABANDONED')::int as answered,
        count(*) filter (where k.result = 'ABANDONED')::int as abandoned
      from dialer_calls k where k.campaign_id = m.id and k.source = 'ENGINE'
        and k.placed_at >= now() - interval '30 days') counted
    where ${askedCampaigns(actor, ask)} and (m.state <> 'ENDED' or counted.answered > 0)
    order by percent desc nulls last, m.name limit 100`);
  return rows;
}

function toRow(row: LineRow): PredictiveReportRow {
  const { campaignId, campaignName, day, hour } = row;
  return { campaignId, campaignName, day, hour, ...toFigures(row) };
}

/** Calls and times per campaign and day or hour, newest first, with sums over all of them. Throws 400. */
export async function getPredictiveReport(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<CallAnswer<typeof predictiveReportCalls.getPredictiveReport>> {
  const { page, pageSize, by } = query;
  const zone = settings.businessTz;
  const days = reportDays(zone, query);
  const lines = reportLines(zone, actor, query, days, by);
  const summed = await db.execute<LineSums & Record<string, unknown> & { total: number }>(
    sql`with ${lines} select count(*)::int as total, ${lineSums} from lines`,
  );
  const { rows } = await db.execute<LineRow>(sql`with ${lines}
    select a.id as "campaignId", a.name as "campaignName", to_char(n.span, 'YYYY-MM-DD') as day,
      ${by === 'hour' ? sql`extract(hour from n.span)::int` : sql`null::int`} as hour, ${lineSums}
    from lines n join asked a on a.id = n.campaign_id group by a.id, a.name, n.span
    order by n.span desc, a.name, a.id ${pageLimit({ page, pageSize })}`);
  const [sums] = summed.rows;
  if (!sums) throw new Error('Sums over lines are one row.');
  return {
    data: rows.map(toRow),
    totalCount: sums.total,
    page,
    pageSize,
    totals: toFigures(sums),
    drops: await readDrops(db, actor, query),
  };
}
