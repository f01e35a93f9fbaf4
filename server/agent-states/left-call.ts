import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { modeOf } from './agent-state-service.ts';
import type { Move } from './agent-state-service.ts';
import type { Seat } from './seat.ts';

/** An outcome is owed for a shift: who comes back later does not remember the call. */
const OWED_HOURS = 12;

interface LeftRow extends Record<string, unknown> {
  id: string;
  state: 'CONNECTED' | 'ENDED';
  loan_id: string;
  campaign_id: string | null;
  process_name: string | null;
}

/**
 * How a seat begins: ready, in its mode. Who left in the midst of a call of the engine, or before its outcome was chosen,
 * goes on with that one first, since every call gets an outcome; a supervisor who sent the agent out freed it from that. An
 * outcome that waits for a manager's decision is one; refused, it is owed anew.
 */
export async function begunAnew(tx: Db, seat: Seat): Promise<Move> {
  const ready = { state: 'READY', ...modeOf(seat) } as const;
  if (seat.open !== null) return ready;
  const { rows } = await tx.execute<LeftRow>(sql`
    select k.id, k.state, k.loan_id, k.campaign_id, k.process_name from dialer_calls k
    where k.agent_id = ${seat.userId} and k.placed_at > now() - make_interval(hours => ${OWED_HOURS})
      and k.source = 'ENGINE' and k.state in ('CONNECTED', 'ENDED')
      and k.connected_at is not null and k.loan_id is not null
      and k.disposition_id is null
      and not exists (select 1 from dispositions d where d.id = k.id and d.code <> 'CALL_STARTED')
      and not exists (select 1 from audit_log a where a.entity = 'user' and a.entity_id = k.agent_id::text
        and a.action = 'dialer.sent_out' and a.at > k.connected_at)
      and not exists (select 1 from work_reviews w where w.user_id = k.agent_id and w.loan_id = k.loan_id
        and w.said->>'_id' = k.id::text and w.is_accepted is not false)
    order by k.placed_at desc limit 1`);
  const [left] = rows;
  if (!left) return ready;
  return {
    state: left.state === 'CONNECTED' ? 'INCALL' : 'DISPO',
    callId: left.id,
    loanId: left.loan_id,
    campaignId: left.campaign_id,
    processName: left.process_name,
    isPredictive: true,
  };
}
