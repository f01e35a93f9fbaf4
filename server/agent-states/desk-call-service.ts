import { CALL_STARTED } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
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
    else await finishCall(tx, { agentId, loanId, dispositionId: id, at, code });
  }
}
