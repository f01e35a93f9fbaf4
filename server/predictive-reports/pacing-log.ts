import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { Page } from '../../contract/paging.ts';
import type { PacingDecision, predictiveReportCalls } from '../../contract/predictive-report.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import { listPage } from '../database/list-page.ts';
import { askedCampaigns, reportDays } from './report-lines.ts';
import type { ReportAsk } from './report-lines.ts';

type Query = z.output<typeof predictiveReportCalls.listPacingDecisions.query>;

/** A chart has at most so many points. */
const POINTS = 200;

interface DecisionRow extends Omit<PacingDecision, 'why'>, Record<string, unknown> {}

/** The reason's key, when the engine wrote one among its figures. */
const whyOf = ({ why }: Record<string, unknown>): string | null =>
  typeof why === 'string' ? why : null;

const toDecision = (row: DecisionRow): PacingDecision => ({
  ...row,
  at: isoInstant(row.at),
  why: whyOf(row.figures),
});

/** A page of the engine's decisions, newest first. Throws 400. */
export async function listPacingDecisions(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<Page<PacingDecision>> {
  const { start, end } = reportDays(settings.businessTz, query);
  return listPage(db, query, {
    columns: sql`p.id::int as "_id", p.campaign_id as "campaignId", m.name as "campaignName", p.at, p.pacing,
      p.level::float8 as level, p.ready, p.in_call as "inCall", p.wrapping, p.in_flight as "inFlight", p.waiting,
      p.goal, p.placed, p.drop_percent::float8 as "dropPercent", p.figures`,
    from: sql`pacing_decisions p join campaigns m on m.id = p.campaign_id`,
    where: sql`p.at >= ${start} and p.at < ${end} and ${askedCampaigns(actor, query)}`,
    order: sql`p.at desc, p.id desc`,
    row: toDecision,
  });
}

interface LevelRow extends Record<string, unknown> {
  at: string;
  level: number;
  ready: number;
  inCall: number;
  dropPercent: number;
}

const toLevel = (row: LevelRow): LevelRow => ({ ...row, at: isoInstant(row.at) });

/** The level over time, in equal spans between the first decision and the last. Throws 400. */
export async function getPacingLevels(
  { db, settings }: Context,
  actor: Actor,
  ask: ReportAsk,
): Promise<CallAnswer<typeof predictiveReportCalls.getPacingLevels>> {
  const { start, end } = reportDays(settings.businessTz, ask);
  const { rows } = await db.execute<LevelRow>(sql`
    with chosen as (select p.at, p.level, p.ready, p.in_call, p.drop_percent from pacing_decisions p
        join campaigns m on m.id = p.campaign_id
        where p.at >= ${start} and p.at < ${end} and ${askedCampaigns(actor, ask)}),
      bounds as (select extract(epoch from min(at)) as least, extract(epoch from max(at)) + 0.001 as most from chosen)
    select min(c.at) as at, round(avg(c.level), 3)::float8 as level, round(avg(c.ready), 1)::float8 as ready,
      round(avg(c.in_call), 1)::float8 as "inCall", round(max(c.drop_percent), 2)::float8 as "dropPercent"
    from chosen c cross join bounds b
    group by width_bucket(extract(epoch from c.at), b.least, b.most, ${POINTS}) order by 1`);
  return { data: rows.map(toLevel) };
}
