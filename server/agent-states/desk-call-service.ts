import { sql } from 'drizzle-orm';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
import { endLineOf } from '../dialer-engine/dialer-engine-service.ts';
import { finishCall } from './agent-state-service.ts';
import { beginManualCall } from './manual-calls.ts';

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

/**
 * The seat follows what its agent records (spec 4.3): a call that begins at the desk, and the outcome that ends a call of
 * any kind. For dialer agents only; others have no seat.
 */
export async function followRecordedCalls(
  tx: Db,
  actor: Actor,
  contacts: readonly RecordedContact[],
): Promise<void> {
  if (!isDialerAgent(actor)) return;
  const agentId = actor.userId;
  for (const { id, loanId, channel, code, recordedAt, dialledNumber = null } of contacts) {
    if (channel !== 'CALL') continue;
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
