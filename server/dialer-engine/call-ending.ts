import { sql } from 'drizzle-orm';
import { moveAgentIf } from '../agent-states/agent-state-service.ts';
import type { AgentState } from '../agent-states/agent-state-service.ts';
import type { Db } from '../database/connection.ts';
import { notifyLive } from '../live-events/live-events.ts';
import type { Telephony } from '../telephony/telephony-service.ts';
import { recycleMinutes } from './campaign-rows.ts';
import { lockLiveCall } from './call-rows.ts';
import type { CallResult, LiveCall } from './call-rows.ts';

/** Topic that tells the engine, in whichever process it runs, that a call's line can be given up. */
export const CALL_OVER = 'call-over:';

/** How a call ends. */
export interface Ending {
  /** Of a call that had its agent it is ANSWERED whatever ends it. */
  readonly result: CallResult;
  readonly at: Date;
  /** Where its agent goes: DEAD when the borrower hung up first. */
  readonly agentState: Extract<AgentState, 'DEAD' | 'DISPO'>;
}

/**
 * Ends a call that its caller has locked: the row, the lead's next turn, the agent's state. Its times never go backwards,
 * though the exchange's clock may.
 */
export async function endCall(tx: Db, call: LiveCall, ending: Ending): Promise<void> {
  const { rows } = await tx.execute<{ result: CallResult }>(sql`
    update dialer_calls c set state = 'ENDED', result = coalesce(c.result, ${ending.result}), ended_at = t.ended,
      answered_at = case when ${ending.result} = 'ABANDONED' then coalesce(c.answered_at, t.ended) else c.answered_at end,
      talk_seconds = floor(extract(epoch from t.ended)) - floor(extract(epoch from c.connected_at))
    from (select greatest(k.placed_at, k.answered_at, k.connected_at,
        least(${ending.at.toISOString()}::timestamptz, clock_timestamp())) as ended
      from dialer_calls k where k.id = ${call.id}) t
    where c.id = ${call.id} returning c.result`);
  const result = rows[0]?.result ?? ending.result;
  await releaseLead(tx, call, result);
  if (call.agentId !== null) await freeAgent(tx, call.agentId, call, ending.agentState);
}

/** The lead's turn comes again by the campaign's minutes; a talk, or enough attempts, ends it. */
async function releaseLead(tx: Db, call: LiveCall, result: CallResult): Promise<void> {
  if (call.leadId === null) return;
  const { rows } = await tx.execute<{ recycle: unknown }>(
    sql`select recycle from campaigns where id = ${call.campaignId}`,
  );
  const minutes = recycleMinutes(rows[0]?.recycle, result);
  const isOver = sql`(${result} = 'ANSWERED' or d.attempts >= c.max_attempts)`;
  await tx.execute(sql`
    update campaign_leads d set last_result = ${result},
      stop_reason = case when d.state <> 'CALLING' then d.stop_reason when i.removed_at is not null then 'LIST_REMOVED'
        when ${isOver} then d.stop_reason when not i.is_active then 'LIST_OFF' else d.stop_reason end,
      state = case when d.state <> 'CALLING' then d.state when i.removed_at is not null then 'STOPPED'
        when ${isOver} then 'DONE' when not i.is_active then 'STOPPED' else 'READY' end,
      next_at = now() + make_interval(mins => ${minutes})
    from campaigns c, campaign_lists i
    where c.id = d.campaign_id and i.id = d.list_id and d.id = ${call.leadId}`);
  // Who was spoken to is not called at the next number of the same loan.
  if (result === 'ANSWERED')
    await tx.execute(sql`update campaign_leads set state = 'DONE'
      where campaign_id = ${call.campaignId} and loan_id = ${call.loanId} and state = 'READY'`);
}

const ON_THE_LINE: ReadonlySet<AgentState> = new Set(['QUEUE', 'INCALL', 'DEAD']);

/** Moves the agent on, when the call is still the one it is in. */
async function freeAgent(
  tx: Db,
  agentId: string,
  call: Pick<LiveCall, 'id' | 'loanId'>,
  state: 'DEAD' | 'DISPO',
): Promise<void> {
  // Most have moved on by themselves: they take no lock.
  const current = await tx.execute(sql`select 1 from agent_spans where user_id = ${agentId}
    and ended_at is null and call_id = ${call.id}`);
  if (current.rows.length === 0) return;
  await moveAgentIf(
    tx,
    agentId,
    (open) => open.callId === call.id && ON_THE_LINE.has(open.state),
    () => ({ state, callId: call.id, loanId: call.loanId }),
  );
}

/** Gives up the line of a call that is over. Whoever may log in to the database can tell a topic: the row is believed. */
export async function giveUpLine(
  db: Db,
  telephony: Pick<Telephony, 'hangUp'>,
  callId: string,
): Promise<void> {
  const { rows } = await db.execute(
    sql`select 1 from dialer_calls where id = ${callId} and state = 'ENDED'`,
  );
  if (rows.length > 0) await telephony.hangUp(callId);
}

/** Ends a call of the engine that is connected, its line too: its agent is in wrap-up. False for every other. */
export async function endConnected(tx: Db, callId: string): Promise<boolean> {
  const call = await lockLiveCall(tx, callId);
  if (call?.state !== 'CONNECTED') return false;
  await endCall(tx, call, { result: 'ANSWERED', at: new Date(), agentState: 'DISPO' });
  await notifyLive(tx, `${CALL_OVER}${callId}`);
  return true;
}

/** The agent's end of a call; see hangUpCall. */
export async function endByAgent(tx: Db, callId: string): Promise<void> {
  if (!(await endConnected(tx, callId))) await wrapUpDead(tx, callId);
}

interface EndedCall extends Record<string, unknown> {
  agent_id: string;
  loan_id: string;
}

/** An agent whose borrower hung up first hangs up too: the wrap-up begins. */
export async function wrapUpDead(tx: Db, callId: string): Promise<void> {
  const { rows } = await tx.execute<EndedCall>(sql`select agent_id, loan_id from dialer_calls
    where id = ${callId} and agent_id is not null and loan_id is not null and state = 'ENDED' and source = 'ENGINE'`);
  const [call] = rows;
  if (call) await freeAgent(tx, call.agent_id, { id: callId, loanId: call.loan_id }, 'DISPO');
}
