import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import type { CallEvent } from '../telephony/telephony-service.ts';
import { giveToAgent } from './agent-choice.ts';
import { endCall } from './call-ending.ts';
import { lockLiveCall } from './call-rows.ts';
import type { CallResult, LiveCall } from './call-rows.ts';

/** What is to be ordered at the exchange once the transaction is committed. */
export type LineOrder =
  | {
      readonly kind: 'CONNECT';
      readonly callId: string;
      readonly agentId: string;
      readonly extension: string;
    }
  | { readonly kind: 'DROP' | 'HANG_UP'; readonly callId: string };

/** What a step of a call came to. */
export interface CallStep {
  readonly orders: readonly LineOrder[];
  /** The call waits for an agent since then. */
  readonly waitsSince?: Date;
}

const NOTHING: CallStep = { orders: [] };

/** Results of calls that nobody took. */
const UNTAKEN: Partial<Record<CallEvent['kind'], CallResult>> = {
  MACHINE: 'MACHINE',
  BUSY: 'BUSY',
  NO_ANSWER: 'NO_ANSWER',
  FAILED: 'FAILED',
};

/** How a call that was answered is gone on with. */
export interface AnswerRules {
  readonly businessTz: string;
  /** An answered call that no agent took in so long is dropped, milliseconds. */
  readonly graceMs: number;
}

/**
 * What an event changes; told twice, late or out of order it changes nothing more. One that speaks of a call that is over,
 * or was never ours, only has its recording noted.
 */
export async function applyEvent(tx: Db, event: CallEvent, rules: AnswerRules): Promise<CallStep> {
  if (event.recordLink !== undefined)
    await tx.execute(sql`update dialer_calls set record_link = ${event.recordLink}
      where id = ${event.callId} and source = 'ENGINE'`);
  const call = await lockLiveCall(tx, event.callId);
  if (!call || event.kind === 'RINGING') return NOTHING;
  const { at } = event;
  if (event.kind === 'ANSWERED')
    return call.state === 'DIALING' ? answer(tx, call, at, rules) : NOTHING;
  const result = UNTAKEN[event.kind];
  if (result !== undefined) {
    // An exchange that hears a machine only after it told of a person: whoever has the call hears it too.
    if (call.state === 'CONNECTED') return NOTHING;
    await endCall(tx, call, { result, at, agentState: 'DISPO' });
    return result === 'MACHINE' ? { orders: [{ kind: 'HANG_UP', callId: call.id }] } : NOTHING;
  }
  // A hang-up tells that somebody had taken the call, though the word of that may be lost.
  const isCut = event.kind === 'ENDED' && call.state === 'DIALING';
  await endCall(tx, call, {
    result: isCut ? 'CANCELLED' : 'ABANDONED',
    at,
    agentState: event.kind === 'HUNG_UP' ? 'DEAD' : 'DISPO',
  });
  return NOTHING;
}

/** Told too late (the database was away) it is a dropped call: nobody is joined to a borrower who waited for long. */
async function answer(
  tx: Db,
  call: LiveCall,
  at: Date,
  { businessTz, graceMs }: AnswerRules,
): Promise<CallStep> {
  await tx.execute(sql`update dialer_calls set state = 'ANSWERED',
      answered_at = greatest(placed_at, least(${at.toISOString()}::timestamptz, clock_timestamp()))
    where id = ${call.id}`);
  if (Date.now() - at.getTime() > graceMs) return drop(tx, call, at);
  const step = await connect(tx, { ...call, state: 'ANSWERED' }, businessTz);
  return step ?? { orders: [], waitsSince: at };
}

interface NextAgentRow extends Record<string, unknown> {
  next_agent: 'LONGEST_WAIT' | 'FEWEST_CALLS' | 'RANDOM';
}

async function connect(tx: Db, call: LiveCall, businessTz: string): Promise<CallStep | null> {
  const { rows } = await tx.execute<NextAgentRow>(
    sql`select next_agent from campaigns where id = ${call.campaignId}`,
  );
  const nextAgent = rows[0]?.next_agent ?? 'LONGEST_WAIT';
  const agentId = await giveToAgent(tx, { nextAgent }, call, businessTz);
  if (agentId === null) return null;
  const connected = await tx.execute<{ extension: string }>(sql`
    update dialer_calls c set state = 'CONNECTED', result = 'ANSWERED', agent_id = u.id,
      connected_at = greatest(c.answered_at, clock_timestamp())
    from users u where c.id = ${call.id} and u.id = ${agentId}
    returning coalesce(u.extension, u.username) as extension`);
  const extension = connected.rows[0]?.extension ?? '';
  return { orders: [{ kind: 'CONNECT', callId: call.id, agentId, extension }] };
}

/** A call that waits gets an agent who became ready; null when there is none, or when it waits no more. */
export async function connectWaiting(
  tx: Db,
  callId: string,
  businessTz: string,
): Promise<CallStep | null> {
  const call = await lockLiveCall(tx, callId);
  if (call?.state !== 'ANSWERED') return NOTHING;
  return connect(tx, call, businessTz);
}

/** Nobody came in time: the borrower hears the recorded message, the call counts as dropped. */
export async function giveUpWaiting(tx: Db, callId: string): Promise<CallStep> {
  const call = await lockLiveCall(tx, callId);
  return call?.state === 'ANSWERED' ? drop(tx, call, new Date()) : NOTHING;
}

async function drop(tx: Db, call: LiveCall, at: Date): Promise<CallStep> {
  await endCall(tx, call, { result: 'ABANDONED', at, agentState: 'DISPO' });
  return { orders: [{ kind: 'DROP', callId: call.id }] };
}
