import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallFigures } from '../../contract/predictive-report.ts';
import type { Actor } from '../access/actor.ts';
import { campaignsVisibleTo } from '../access/scope.ts';
import { businessDay, dayRange } from '../clock.ts';
import { atMostDays } from '../day-span.ts';

/** The longest range of a report: a quarter. */
const MOST_DAYS = 92;

/** Days of a report, both included, and the instants they span. */
export interface ReportDays {
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
}

/** What is asked of the reports. */
export interface ReportAsk {
  readonly campaignId?: string | undefined;
  readonly gte?: string | undefined;
  readonly lte?: string | undefined;
}

/** The days that are asked for; today when none are. Throws 422 when they are too many. */
export function reportDays(zone: string, { gte, lte }: ReportAsk): ReportDays {
  const today = businessDay(zone);
  const to = lte ?? (gte !== undefined && gte > today ? gte : today);
  const from = gte ?? to;
  return { ...atMostDays(MOST_DAYS, { from, to }), ...dayRange(zone, from, to) };
}

/** Condition on `m`: the campaigns that are asked for and that the actor may see. */
export function askedCampaigns(actor: Actor, { campaignId }: ReportAsk): SQL {
  const one = campaignId === undefined ? sql`true` : sql`m.id = ${campaignId}`;
  return sql`(${campaignsVisibleTo(actor)} and ${one})`;
}

/** Sums of counted lines. */
export interface LineSums {
  placed: number;
  connected: number;
  abandoned: number;
  machines: number;
  busy: number;
  noAnswer: number;
  failed: number;
  talkSeconds: number;
  wrapupSeconds: number;
  waitSeconds: number;
  breakSeconds: number;
  busySeconds: number;
}

/** A line as it is read. */
export interface LineRow extends LineSums, Record<string, unknown> {
  campaignId: string;
  campaignName: string;
  day: string;
  hour: number | null;
}

/** The sums over `lines` of everything that is counted; nothing counts as zero. */
export const lineSums = sql`coalesce(sum(placed), 0)::int as placed, coalesce(sum(connected), 0)::int as connected,
  coalesce(sum(abandoned), 0)::int as abandoned, coalesce(sum(machines), 0)::int as machines,
  coalesce(sum(busy), 0)::int as busy, coalesce(sum(no_answer), 0)::int as "noAnswer",
  coalesce(sum(failed), 0)::int as failed, coalesce(sum(talk), 0)::int as "talkSeconds",
  coalesce(sum(wrapup), 0)::int as "wrapupSeconds", coalesce(round(sum(wait)), 0)::int as "waitSeconds",
  coalesce(round(sum(on_break)), 0)::int as "breakSeconds", coalesce(round(sum(at_work)), 0)::int as "busySeconds"`;

/**
 * `lines`: what happened per campaign and day or hour. Calls count where they were placed; agents' times are cut at the
 * bounds, so that the lines of a day's hours sum up to the day's.
 */
export function reportLines(
  zone: string,
  actor: Actor,
  ask: ReportAsk,
  { start, end }: ReportDays,
  unit: 'day' | 'hour',
): SQL {
  const step = unit === 'day' ? sql`interval '1 day'` : sql`interval '1 hour'`;
  const cut = (at: SQL) => sql`date_trunc(${unit}, ${at} at time zone ${zone})`;
  return sql`asked as (select m.id, m.name from campaigns m where ${askedCampaigns(actor, ask)}),
    calls as (
      select k.campaign_id, ${cut(sql`k.placed_at`)} as span, count(*) as placed,
        count(*) filter (where k.connected_at is not null) as connected,
        count(*) filter (where k.result = 'ABANDONED') as abandoned,
        count(*) filter (where k.result = 'MACHINE') as machines, count(*) filter (where k.result = 'BUSY') as busy,
        count(*) filter (where k.result = 'NO_ANSWER') as no_answer,
        count(*) filter (where k.result in ('FAILED', 'CANCELLED') and k.connected_at is null) as failed,
        sum(k.talk_seconds) as talk, sum(k.wrapup_seconds) as wrapup
      from dialer_calls k join asked a on a.id = k.campaign_id
      where k.source = 'ENGINE' and k.placed_at >= ${start} and k.placed_at < ${end} group by 1, 2),
    pieces as (
      select s.campaign_id, g.span, s.state, extract(epoch from
          least(coalesce(s.ended_at, now()), (g.span + ${step}) at time zone ${zone}, ${end}::timestamptz)
          - greatest(s.started_at, g.span at time zone ${zone}, ${start}::timestamptz)) as seconds
      from agent_spans s join asked a on a.id = s.campaign_id
        cross join lateral generate_series(${cut(sql`greatest(s.started_at, ${start}::timestamptz)`)},
          least(coalesce(s.ended_at, now()), ${end}::timestamptz) at time zone ${zone}, ${step}) as g(span)
      where s.is_predictive and s.started_at < ${end} and coalesce(s.ended_at, now()) > ${start}),
    seats as (
      select campaign_id, span, sum(seconds) filter (where state in ('READY', 'QUEUE')) as wait,
        sum(seconds) filter (where state = 'BREAK') as on_break,
        sum(seconds) filter (where state in ('INCALL', 'DEAD', 'DISPO')) as at_work
      from pieces where seconds > 0 group by 1, 2),
    lines as (
      select coalesce(c.campaign_id, e.campaign_id) as campaign_id, coalesce(c.span, e.span) as span, c.placed,
        c.connected, c.abandoned, c.machines, c.busy, c.no_answer, c.failed, c.talk, c.wrapup, e.wait, e.on_break,
        e.at_work
      from calls c full join seats e on e.campaign_id = c.campaign_id and e.span = c.span)`;
}

const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;

/** A line's figures as the wire has them. */
export function toFigures(row: LineSums): CallFigures {
  const { placed, connected, abandoned, machines, busy, noAnswer, failed } = row;
  const { talkSeconds, wrapupSeconds, waitSeconds, breakSeconds, busySeconds } = row;
  const answered = connected + abandoned;
  return {
    placed,
    answered,
    connected,
    abandoned,
    abandonedPercent: percent(abandoned, answered),
    machines,
    busy,
    noAnswer,
    failed,
    talkSeconds,
    wrapupSeconds,
    waitSeconds,
    breakSeconds,
    occupancyPercent: percent(busySeconds, busySeconds + waitSeconds),
  };
}
