import { sql } from 'drizzle-orm';
import type { AgentState } from '../../contract/agent-seat.ts';
import { isoInstant, startOfToday } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { splitManualCall, wrapUpCall } from './call-wrapup.ts';
import { beginSpan, endSeat, lockSeat, setSeat } from './seat.ts';
import type { OpenSpan, Seat, SpanFacts } from './seat.ts';

export type { AgentState } from '../../contract/agent-seat.ts';

/** Where an agent moves. What is not said is kept from the open span; call and loan end with the states of a call. */
export interface Move {
  readonly state: AgentState | 'LOGGED_OUT';
  readonly breakReason?: string | null;
  readonly callId?: string | null;
  readonly loanId?: string | null;
  readonly processName?: string | null;
  readonly campaignId?: string | null;
  readonly isPredictive?: boolean;
}

/** States in which a call (its line or its wrap-up) belongs to the agent. */
const CALL_STATES: ReadonlySet<string> = new Set(['QUEUE', 'INCALL', 'DEAD', 'DISPO']);

/** Whether an agent in this state has a call, on the line or to be wrapped up. */
export const hasCall = (state: string): boolean => CALL_STATES.has(state);

/** How a seat stands when its agent sits down: by its mode, predictive or manual (spec 4.2). */
export function modeOf(seat: Seat): Pick<SpanFacts, 'processName' | 'campaignId' | 'isPredictive'> {
  if (!seat.isPredictive)
    return { processName: seat.manualProcess, campaignId: null, isPredictive: false };
  return {
    processName: seat.predictiveProcess,
    campaignId: seat.predictiveCampaignId,
    isPredictive: true,
  };
}

const said = <Value>(value: Value | undefined, otherwise: Value): Value =>
  value === undefined ? otherwise : value;

/**
 * The span that follows. A break asked for during a call begins where the agent would become ready. After a call it takes part
 * where its mode and process are by now: they may have been changed meanwhile.
 */
function nextSpan(seat: Seat, to: Move & { state: AgentState }): SpanFacts {
  const before = seat.open ?? { callId: null, loanId: null, breakReason: null };
  const isLeaving = hasCall(seat.open?.state ?? '') && !hasCall(to.state);
  const kept = seat.open === null || isLeaving ? { ...before, ...modeOf(seat) } : seat.open;
  const isWanted =
    to.state === 'READY' && seat.wantedBreak !== null && hasCall(seat.open?.state ?? '');
  const state = isWanted ? 'BREAK' : to.state;
  const breakReason = isWanted ? seat.wantedBreak : said(to.breakReason, kept.breakReason);
  return {
    state,
    breakReason: state === 'BREAK' ? breakReason : null,
    processName: said(to.processName, kept.processName),
    campaignId: said(to.campaignId, kept.campaignId),
    isPredictive: said(to.isPredictive, kept.isPredictive),
    callId: hasCall(state) ? said(to.callId, kept.callId) : null,
    loanId: hasCall(state) ? said(to.loanId, kept.loanId) : null,
  };
}

/** Whether a span says the same as the open one: nothing is to be done. */
function isSame(open: SpanFacts | null, next: SpanFacts): boolean {
  if (open === null) return false;
  const keys = Object.keys(next) as (keyof SpanFacts)[];
  return keys.every((key) => open[key] === next[key]);
}

/** The same as moveAgent, on a seat that is locked already. */
export async function moveSeat(tx: Db, seat: Seat, to: Move): Promise<void> {
  const { state } = to;
  if (state === 'LOGGED_OUT') {
    if (seat.open !== null) await endSeat(tx, seat);
    return;
  }
  const next = nextSpan(seat, { ...to, state });
  if (isSame(seat.open, next)) return;
  await beginSpan(tx, seat, next);
  if (next.state === 'BREAK' && seat.wantedBreak !== null)
    await setSeat(tx, seat.userId, { wantedBreak: null });
}

/**
 * Ends the agent's open span and begins the next at the same instant of the database's clock; the same state with the same
 * call changes nothing. Tells `agent:ID` and its campaign. The seat stays locked until the transaction ends: move one agent
 * per transaction, or several in the order of their ids. Throws for an unknown user.
 */
export async function moveAgent(tx: Db, userId: string, to: Move): Promise<void> {
  await moveSeat(tx, await lockSeat(tx, userId), to);
}

/**
 * Moves an agent who was seen to stand somewhere, when it still stands there once its seat is locked: between the look and the
 * lock it may have recorded its outcome, or got a call. False, and nothing done, when it no longer does.
 */
export async function moveAgentIf(
  tx: Db,
  userId: string,
  isStill: (open: OpenSpan) => boolean,
  to: (open: OpenSpan) => Move,
): Promise<boolean> {
  const seat = await lockSeat(tx, userId);
  if (seat.open === null || !isStill(seat.open)) return false;
  await moveSeat(tx, seat, to(seat.open));
  return true;
}

/** An agent whom the engine may count on. */
export interface CampaignAgent {
  readonly userId: string;
  readonly campaignId: string;
  readonly state: AgentState;
  /** Since when it is in that state. */
  readonly since: Date;
  readonly callId: string | null;
  /** Calls that the agent had on the business day, all sources. */
  readonly callsToday: number;
}

interface CampaignAgentRow extends Record<string, unknown> {
  user_id: string;
  campaign_id: string;
  state: AgentState;
  started_at: string;
  call_id: string | null;
  calls_today: number;
}

/** Everyone who takes calls of the engine now: open spans in predictive mode with a campaign. */
export async function agentsOfCampaigns(db: Db, businessTz: string): Promise<CampaignAgent[]> {
  const result = await db.execute<CampaignAgentRow>(sql`
    select s.user_id, s.campaign_id, s.state, s.started_at, s.call_id, had.calls_today
    from agent_spans s
      cross join lateral (select count(*)::int as calls_today from dialer_calls k
        where k.agent_id = s.user_id and k.placed_at >= ${startOfToday(businessTz)}) had
    where s.ended_at is null and s.is_predictive and s.campaign_id is not null`);
  return result.rows.map((row) => ({
    userId: row.user_id,
    campaignId: row.campaign_id,
    state: row.state,
    since: new Date(isoInstant(row.started_at)),
    callId: row.call_id,
    callsToday: row.calls_today,
  }));
}

/** A call's outcome. */
export interface FinishedCall {
  readonly agentId: string;
  readonly loanId: string;
  readonly dispositionId: string;
  readonly at: Date;
  readonly code: string;
}

async function isEngines(tx: Db, callId: string | null): Promise<boolean> {
  const found = await tx.execute(
    sql`select 1 from dialer_calls where id = ${callId} and source = 'ENGINE'`,
  );
  return found.rows.length > 0;
}

/** An agent who waits has no call by hand any more; false when it still has one of the engine on the line. */
async function lineIsFree(tx: Db, userId: string): Promise<boolean> {
  await tx.execute(sql`update dialer_calls set state = 'ENDED', result = coalesce(result, 'ANSWERED'),
      ended_at = greatest(placed_at, clock_timestamp())
    where agent_id = ${userId} and state = 'CONNECTED' and source = 'MANUAL'`);
  const live = await tx.execute(
    sql`select 1 from dialer_calls where agent_id = ${userId} and state = 'CONNECTED'`,
  );
  return live.rows.length === 0;
}

/**
 * An outcome was recorded: the call of that id is wrapped up, and an agent at the dialer who is in that call, or in one by
 * hand to that loan, becomes ready, or goes on the break it asked for meanwhile. Without such a call nothing happens; repeats change
 * nothing.
 */
export async function finishCall(tx: Db, call: FinishedCall): Promise<void> {
  await wrapUpCall(tx, call);
  // Most who record are at no seat: they take no lock.
  const seated = await tx.execute(sql`select 1 from agent_spans where user_id = ${call.agentId}
    and ended_at is null and state in ('INCALL', 'DEAD', 'DISPO')
    and (call_id = ${call.dispositionId} or loan_id = ${call.loanId})`);
  if (seated.rows.length === 0) return;
  const seat = await lockSeat(tx, call.agentId);
  const { open } = seat;
  if (open === null || open.state === 'QUEUE' || !hasCall(open.state)) return;
  if (open.callId !== call.dispositionId && open.loanId !== call.loanId) return;
  // A call of the engine is over with its own outcome, not with one of an earlier call to the same loan.
  if (open.callId !== call.dispositionId && (await isEngines(tx, open.callId))) return;
  await moveSeat(tx, await splitManualCall(tx, seat, call.dispositionId), { state: 'READY' });
}

/**
 * Puts a call through to an agent who is still ready for the engine's calls: in the call from now on. False, and nothing
 * done, when it no longer is.
 */
export async function takeReadyAgent(
  tx: Db,
  userId: string,
  call: { readonly callId: string; readonly loanId: string },
): Promise<boolean> {
  const seat = await lockSeat(tx, userId);
  if (seat.open?.state !== 'READY' || !seat.open.isPredictive) return false;
  if (!(await lineIsFree(tx, userId))) return false;
  await moveSeat(tx, seat, { state: 'INCALL', ...call });
  return true;
}
