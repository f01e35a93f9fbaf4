import { sql } from 'drizzle-orm';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { idArray } from '../database/prepared.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
import { endLineOf } from '../dialer-engine/dialer-engine-service.ts';
import { finishCall, moveSeat } from './agent-state-service.ts';
import { beginManualCall, endManualCalls } from './manual-calls.ts';
import { lockSeat } from './seat.ts';

/** A contact that was just recorded, as far as a seat is concerned. */
interface RecordedContact {
  readonly id: string;
  readonly loanId: string;
  readonly channel: string;
  readonly code: string;
  readonly recordedAt: string | Date;
  readonly dialledNumber?: string | null | undefined;
}

/** The dialer's call with this borrower that the actor's seat is in; undefined without one. */
export async function callToWrapUp(
  tx: Db,
  actor: Actor,
  loanId: string,
): Promise<string | undefined> {
  if (!isDialerAgent(actor)) return undefined;
  const { rows } = await tx.execute<{ id: string }>(sql`select k.id
    from agent_spans s join dialer_calls k on k.id = s.call_id
    where s.user_id = ${actor.userId} and s.ended_at is null and k.agent_id = s.user_id and k.loan_id = ${loanId}
      and k.source = 'ENGINE' and k.connected_at is not null and k.disposition_id is null`);
  return rows[0]?.id;
}

/** Two clocks' rounding between a call's beginning and its outcome, seconds. */
export const TALK_TOLERANCE = 60;

/**
 * The longest that calls of the dialer can have lasted, whatever is said of them; seconds by the outcome's id: as long as
 * the exchange had the line, of a call by hand until its outcome came. Calls of which nobody knows it are left out.
 */
export async function longestTalks(tx: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; seconds: number }>(sql`
    select /* prepared */ k.id, ceil(extract(epoch from case k.source when 'ENGINE' then coalesce(k.ended_at, now()) - k.connected_at
        else k.wrapped_at - k.placed_at + make_interval(secs => ${TALK_TOLERANCE}) end))::int as seconds
    from dialer_calls k where k.id = any(${idArray(ids)})
      and (k.source = 'ENGINE' and k.connected_at is not null or k.source = 'MANUAL' and k.wrapped_at is not null)`);
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
}

/** Calls of the dialer among the ids in which the agent was. */
async function ownCallsOf(tx: Db, agentId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(sql`
    select /* prepared */ id from dialer_calls where id = any(${idArray(ids)}) and agent_id = ${agentId}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The seat follows what its agent records (spec 4.3): a call that begins at the desk, and the outcome that ends a call of
 * any kind. Others have no seat; who was taken from the dialer since its call still ends that.
 */
export async function followRecordedCalls(
  tx: Db,
  actor: Actor,
  contacts: readonly RecordedContact[],
): Promise<void> {
  const agentId = actor.userId;
  const isSeated = isDialerAgent(actor);
  const calls = contacts.filter(
    ({ channel, code }) => channel === 'CALL' && (isSeated || code !== CALL_STARTED),
  );
  const ids = calls.map(({ id }) => id);
  const own = isSeated ? new Set(ids) : await ownCallsOf(tx, agentId, ids);
  for (const { id, loanId, code, recordedAt, dialledNumber = null } of calls) {
    if (!own.has(id)) continue;
    const at = new Date(recordedAt);
    if (code === CALL_STARTED)
      await beginManualCall(tx, { agentId, loanId, callId: id, at, number: dialledNumber });
    else {
      // Whoever says what came of a call has ended it: no borrower stays on a line that nobody hears.
      await endLineOf(tx, id);
      await finishCall(tx, { agentId, loanId, dispositionId: id, at, code });
    }
  }
}

/**
 * The outcome of an agent's own call waits for a manager's decision: line and seat do not wait with it. What the outcome
 * says is taken in when it is accepted.
 */
export async function leaveDoubtfulCall(tx: Db, agentId: string, callId: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from dialer_calls
    where id = ${callId} and agent_id = ${agentId} and disposition_id is null`);
  if (rows.length === 0) return;
  await endLineOf(tx, callId);
  const seat = await lockSeat(tx, agentId);
  if (seat.open?.callId !== callId) return;
  await endManualCalls(tx, agentId, seat.now);
  await moveSeat(tx, seat, { state: 'READY' });
}
