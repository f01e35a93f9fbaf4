import { sql } from 'drizzle-orm';
import type { CampaignAgent } from '../agent-states/agent-state-service.ts';
import type { Db } from '../database/connection.ts';
import { REMEMBERED_CALLS } from './call-memory.ts';
import type { RecentCalls } from './call-memory.ts';
import type { LiveCall } from './call-rows.ts';
import type { EngineCampaign } from './campaign-rows.ts';
import type { DropCounts, FloorView } from './pacing.ts';

/** Days over which the drop cap counts. */
const CAP_DAYS = 30;

interface EarlierDrops {
  readonly answered: number;
  readonly dropped: number;
}

const answeredByPerson = sql`k.result in ('ANSWERED', 'ABANDONED')`;

/** What a campaign's calls came to in the 30 days before today: it changes once a day. */
export async function readEarlierDrops(
  db: Db,
  campaignId: string,
  today: string,
): Promise<EarlierDrops> {
  const { rows } = await db.execute<{ answered: number; dropped: number }>(sql`
    select count(*) filter (where ${answeredByPerson})::int as answered,
      count(*) filter (where k.result = 'ABANDONED')::int as dropped
    from dialer_calls k where k.campaign_id = ${campaignId} and k.source = 'ENGINE' and k.placed_at < ${today}
      and k.placed_at >= ${today}::timestamptz - make_interval(days => ${CAP_DAYS})`);
  return rows[0] ?? { answered: 0, dropped: 0 };
}

interface TodayRow extends Record<string, unknown> {
  calls: number;
  answered: number;
  dropped: number;
  calls_minute: number;
  dropped_minute: number;
}

/** The same, today and before together, with what the last minute brought. */
export async function readDrops(
  db: Db,
  campaignId: string,
  today: string,
  earlier: EarlierDrops,
): Promise<DropCounts> {
  const lastMinute = sql`k.ended_at > now() - interval '1 minute'`;
  const { rows } = await db.execute<TodayRow>(sql`
    select count(*)::int as calls, count(*) filter (where ${answeredByPerson})::int as answered,
      count(*) filter (where k.result = 'ABANDONED')::int as dropped,
      count(*) filter (where ${lastMinute})::int as calls_minute,
      count(*) filter (where ${lastMinute} and k.result = 'ABANDONED')::int as dropped_minute
    from dialer_calls k where k.campaign_id = ${campaignId} and k.source = 'ENGINE' and k.placed_at >= ${today}`);
  const now = rows[0];
  const answeredToday = now?.answered ?? 0;
  const droppedToday = now?.dropped ?? 0;
  return {
    answered: earlier.answered + answeredToday,
    dropped: earlier.dropped + droppedToday,
    callsToday: now?.calls ?? 0,
    answeredToday,
    droppedToday,
    callsLastMinute: now?.calls_minute ?? 0,
    droppedLastMinute: now?.dropped_minute ?? 0,
  };
}

interface RecentRow extends Record<string, unknown> {
  ring_seconds: number | null;
  is_answered: boolean;
  talk_seconds: number | null;
  wrapup_seconds: number | null;
}

/** The newest calls of a campaign, for forecasts; `speed` makes life's seconds of the simulator's. */
export async function readRecentCalls(
  db: Db,
  campaignId: string,
  speed: number,
): Promise<RecentCalls> {
  const { rows } = await db.execute<RecentRow>(sql`
    select extract(epoch from coalesce(k.answered_at, k.ended_at) - k.placed_at)::float8 as ring_seconds,
      k.answered_at is not null as is_answered,
      extract(epoch from k.ended_at - k.connected_at)::float8 as talk_seconds, k.wrapup_seconds
    from dialer_calls k where k.campaign_id = ${campaignId} and k.source = 'ENGINE'
      and coalesce(k.result, '') <> 'CANCELLED' and k.placed_at > now() - interval '14 days'
    order by k.placed_at desc limit ${REMEMBERED_CALLS}`);
  const oldestFirst = rows.toReversed();
  return {
    rings: oldestFirst.flatMap((row) =>
      row.ring_seconds === null
        ? []
        : [{ seconds: row.ring_seconds * speed, isAnswered: row.is_answered }],
    ),
    talks: oldestFirst.flatMap(({ talk_seconds: talk }) => (talk === null ? [] : [talk * speed])),
    wrapups: oldestFirst.flatMap(({ wrapup_seconds: wrapup }) =>
      wrapup === null ? [] : [wrapup * speed],
    ),
  };
}

/** What a view is made of. */
export interface FloorFacts {
  readonly campaign: EngineCampaign;
  readonly agents: readonly CampaignAgent[];
  readonly calls: readonly LiveCall[];
  readonly drops: DropCounts;
  /** On a steady clock, milliseconds. */
  readonly atMs: number;
  readonly speed: number;
}

/** The floor of one campaign as its pacer sees it. */
export function floorView(facts: FloorFacts): FloorView {
  const { campaign, drops, speed } = facts;
  const agents = facts.agents.filter(({ campaignId }) => campaignId === campaign.id);
  const calls = facts.calls.filter(({ campaignId }) => campaignId === campaign.id);
  const now = Date.now();
  const elapsed = (...states: readonly CampaignAgent['state'][]) =>
    agents
      .filter(({ state }) => states.includes(state))
      .map(({ since }) => (Math.max(0, now - since.getTime()) / 1000) * speed);
  const dialing = calls.filter(({ state }) => state === 'DIALING');
  return {
    atSeconds: (facts.atMs / 1000) * speed,
    ready: elapsed('READY'),
    inCall: elapsed('INCALL', 'QUEUE'),
    dead: elapsed('DEAD').length,
    wrapping: elapsed('DISPO'),
    ringing: dialing.map(({ placedSeconds }) => placedSeconds * speed),
    waiting: calls.filter(({ state }) => state === 'ANSWERED').length,
    freeTrunks: campaign.trunks - calls.length,
    maxLevel: campaign.maxLevel,
    capPercent: campaign.dropCapPercent,
    drops,
    minutesToShiftEnd: campaign.minutesToShiftEnd,
  };
}
