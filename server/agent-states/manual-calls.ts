import { sql } from 'drizzle-orm';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import type { Db } from '../database/connection.ts';
import { hasCall, moveSeat } from './agent-state-service.ts';
import { lockSeat } from './seat.ts';
import type { Seat } from './seat.ts';

/** A start that the server hears of later than this is no live call: it is only counted. Milliseconds. */
const LIVE_MS = 120_000;

/** A call that an agent began by hand. */
export interface ManualCall {
  readonly agentId: string;
  readonly loanId: string;
  /** The disposition's own id. */
  readonly callId: string;
  readonly at: Date;
  /** Digits that were dialled; null: the loan's own number. */
  readonly number: string | null;
}

/**
 * Ends manual calls of an agent that have no outcome yet; true when the agent's open span is in one of them, and in
 * no call of the engine.
 */
export async function endManualCalls(tx: Db, userId: string, at: string): Promise<boolean> {
  await tx.execute(sql`update dialer_calls set state = 'ENDED', result = coalesce(result, 'ANSWERED'),
      ended_at = greatest(placed_at, ${at}::timestamptz)
    where agent_id = ${userId} and source = 'MANUAL' and state <> 'ENDED'`);
  const held = await tx.execute(sql`select 1 from agent_spans s where s.user_id = ${userId}
    and s.ended_at is null and s.call_id is not null
    and exists (select 1 from dialer_calls k where k.id = s.call_id and k.source = 'ENGINE')`);
  return held.rows.length === 0;
}

async function addCall(tx: Db, seat: Seat, call: ManualCall, isLive: boolean): Promise<void> {
  const { agentId, loanId, callId, at } = call;
  const placed = at.toISOString();
  const processName = seat.open?.processName ?? seat.manualProcess;
  const campaignId = seat.open?.processName == null ? null : seat.open.campaignId;
  // A number may ring elsewhere (a co-borrower's, or the engine's): then the call is noted, but holds no line.
  await tx.execute(sql`
    with dialled as (select ${call.number}::text as number),
    asked as (select coalesce(${comparableNumberSql('d.number')}, ${comparableNumberSql('l.mobile_number')},
        ${comparableNumberSql('l.alternate_mobile_number')}, 'unknown') as number
      from loans l, dialled d where l.id = ${loanId}),
    live as (select exists (select 1 from dialer_calls k, asked a where k.number = a.number and k.state <> 'ENDED') as is_taken)
    insert into dialer_calls (id, source, process_name, campaign_id, loan_id, agent_id, number, state, placed_at, connected_at)
    select ${callId}, 'MANUAL', ${processName}, ${campaignId}::uuid, ${loanId}, ${agentId}, a.number,
      case when v.is_taken or not ${isLive} or a.number = 'unknown' then 'ENDED' else 'CONNECTED' end, ${placed}, ${placed}
    from asked a, live v on conflict do nothing`);
}

/**
 * A dialer agent pressed Call at the desk: the call is noted, and its seat is in it. One that the server hears of late, and
 * one begun beside a call of the engine, leave the seat alone.
 */
export async function beginManualCall(tx: Db, call: ManualCall): Promise<void> {
  const seat = await lockSeat(tx, call.agentId);
  const isEngines = !(await endManualCalls(tx, call.agentId, call.at.toISOString()));
  if (isEngines) return;
  const isLive = Date.now() - call.at.getTime() < LIVE_MS;
  await addCall(tx, seat, call, isLive);
  if (!isLive || seat.hasLeft) return;
  const wasCalling = hasCall(seat.open?.state ?? '');
  await moveSeat(tx, wasCalling ? { ...seat, wantedBreak: null } : seat, {
    state: 'INCALL',
    callId: call.callId,
    loanId: call.loanId,
  });
}
