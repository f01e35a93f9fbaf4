import { sql } from 'drizzle-orm';
import type { AgentState } from '../../contract/agent-seat.ts';
import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { newId } from '../ids.ts';
import { notifyLive } from '../live-events/live-events.ts';

/** What a span says beside its times. */
export interface SpanFacts {
  readonly state: AgentState;
  readonly breakReason: string | null;
  readonly processName: string | null;
  readonly campaignId: string | null;
  readonly isPredictive: boolean;
  readonly callId: string | null;
  readonly loanId: string | null;
}

/** A span that goes on; instants as PostgreSQL writes them, to the microsecond. */
export interface OpenSpan extends SpanFacts {
  readonly id: string;
  readonly startedAt: string;
}

/** An agent's seat under its lock. */
export interface Seat {
  readonly userId: string;
  /** The database's clock under the lock, never before the open span's begin. */
  readonly now: string;
  /** Null: logged out. */
  readonly open: OpenSpan | null;
  readonly isPredictive: boolean;
  readonly wantedBreak: string | null;
  readonly wantedProcess: string | null;
  readonly hasLeft: boolean;
  readonly manualProcess: string | null;
  readonly predictiveProcess: string | null;
  /** The campaign of that name that has not ended. */
  readonly predictiveCampaignId: string | null;
}

interface SeatRow extends Record<string, unknown> {
  now: string;
  id: string | null;
  state: AgentState;
  break_reason: string | null;
  process_name: string | null;
  campaign_id: string | null;
  is_predictive: boolean;
  call_id: string | null;
  loan_id: string | null;
  started_at: string;
  seat_predictive: boolean;
  wanted_break: string | null;
  wanted_process: string | null;
  has_left: boolean;
  manual_process: string | null;
  predictive_process: string | null;
  predictive_campaign: string | null;
}

/**
 * Locks an agent's seat until the transaction ends and reads it: whoever changes it does so one after the other. Throws
 * for an unknown user.
 */
export async function lockSeat(tx: Db, userId: string): Promise<Seat> {
  await holdLocks(tx, 'seat', [userId]);
  // The clock is read after the lock: spans of one agent follow one another in the order in which they are made.
  const result = await tx.execute<SeatRow>(sql`
    select greatest(clock_timestamp(), s.started_at) as now, s.id, s.state, s.break_reason, s.process_name,
      s.campaign_id, s.is_predictive, s.call_id, s.loan_id, s.started_at,
      coalesce(k.is_predictive, false) as seat_predictive, k.wanted_break, k.wanted_process,
      coalesce(k.has_left, false) as has_left, u.manual_process,
      coalesce(c.name, u.predictive_process) as predictive_process, c.id as predictive_campaign
    from users u left join agent_spans s on s.user_id = u.id and s.ended_at is null
      left join agent_seats k on k.user_id = u.id
      left join campaigns c on lower(c.name) = lower(u.predictive_process) and c.state <> 'ENDED'
    where u.id = ${userId}`);
  const [row] = result.rows;
  if (!row) throw new Error(`There is no user ${userId} to be seated.`);
  return {
    userId,
    now: row.now,
    open: row.id === null ? null : openSpan(row.id, row),
    isPredictive: row.seat_predictive,
    wantedBreak: row.wanted_break,
    wantedProcess: row.wanted_process,
    hasLeft: row.has_left,
    manualProcess: row.manual_process,
    predictiveProcess: row.predictive_process,
    predictiveCampaignId: row.predictive_campaign,
  };
}

function openSpan(id: string, row: SeatRow): OpenSpan {
  return {
    id,
    state: row.state,
    breakReason: row.break_reason,
    processName: row.process_name,
    campaignId: row.campaign_id,
    isPredictive: row.is_predictive,
    callId: row.call_id,
    loanId: row.loan_id,
    startedAt: row.started_at,
  };
}

/** What of an agent's seat is set beside its spans. */
export interface SeatSettings {
  readonly isPredictive?: boolean;
  readonly wantedBreak?: { readonly reason: string; readonly processName: string | null } | null;
  readonly hasLeft?: boolean;
}

/** Sets what is named, leaves the rest. */
export async function setSeat(tx: Db, userId: string, settings: SeatSettings): Promise<void> {
  const { isPredictive, wantedBreak, hasLeft } = settings;
  const isBreakSaid = wantedBreak !== undefined;
  await tx.execute(sql`
    insert into agent_seats as k (user_id, is_predictive, wanted_break, wanted_process, has_left)
    values (${userId}, ${isPredictive ?? false}, ${wantedBreak?.reason ?? null},
      ${wantedBreak?.processName ?? null}, ${hasLeft ?? false})
    on conflict (user_id) do update set
      is_predictive = coalesce(${isPredictive ?? null}::boolean, k.is_predictive),
      wanted_break = case when ${isBreakSaid} then excluded.wanted_break else k.wanted_break end,
      wanted_process = case when ${isBreakSaid} then excluded.wanted_process else k.wanted_process end,
      has_left = coalesce(${hasLeft ?? null}::boolean, k.has_left)`);
}

/** Tells whoever watches that the agent's state changed, and the campaigns that gain or lose it. */
async function tell(tx: Db, userId: string, campaigns: readonly (string | null)[]): Promise<void> {
  await notifyLive(tx, `agent:${userId}`);
  for (const id of new Set(campaigns)) if (id !== null) await notifyLive(tx, `campaign:${id}`);
}

/** Ends the open span, and a break with it, at an instant (PostgreSQL's text), never before its begin. */
async function closeSpan(tx: Db, { userId, open }: Seat, at: string): Promise<void> {
  if (open === null) return;
  await tx.execute(sql`update agent_spans set ended_at = greatest(started_at, ${at}::timestamptz)
    where id = ${open.id}`);
  if (open.state === 'BREAK') await endBreakRows(tx, userId, at);
}

/** Attendance and dashboards read breaks from rows of their own. */
async function endBreakRows(tx: Db, userId: string, at: string): Promise<void> {
  await tx.execute(sql`update agent_breaks set ended_at = greatest(started_at, ${at}::timestamptz)
    where user_id = ${userId} and ended_at is null`);
}

/** Ends the seat's open span at an instant and begins the next at the same one. */
export async function beginSpan(
  tx: Db,
  seat: Seat,
  next: SpanFacts,
  at: string = seat.now,
): Promise<void> {
  const { userId, open } = seat;
  await (open === null ? endBreakRows(tx, userId, at) : closeSpan(tx, seat, at));
  await tx.execute(sql`insert into agent_spans (id, user_id, state, break_reason, process_name, campaign_id,
      is_predictive, call_id, loan_id, started_at)
    values (${newId()}, ${userId}, ${next.state}, ${next.breakReason}, ${next.processName}, ${next.campaignId},
      ${next.isPredictive}, ${next.callId}, ${next.loanId}, ${at}::timestamptz)`);
  if (next.state === 'BREAK')
    await tx.execute(sql`insert into agent_breaks (id, user_id, reason, process_name, started_at)
      values (${newId()}, ${userId}, ${next.breakReason ?? 'lunch'}, ${next.processName}, ${at}::timestamptz)`);
  await tell(tx, userId, [open?.campaignId ?? null, next.campaignId]);
}

/** Ends the seat's open span at an instant, the clock's or an earlier one: the agent is logged out. */
export async function endSeat(tx: Db, seat: Seat, at: string = seat.now): Promise<void> {
  await (seat.open === null ? endBreakRows(tx, seat.userId, at) : closeSpan(tx, seat, at));
  if (seat.wantedBreak !== null) await setSeat(tx, seat.userId, { wantedBreak: null });
  await tell(tx, seat.userId, [seat.open?.campaignId ?? null]);
}
