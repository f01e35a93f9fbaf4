import { sql } from 'drizzle-orm';
import { moveAgent } from '../agent-states/agent-state-service.ts';
import type { Db } from '../database/connection.ts';
import { notifyLive } from '../live-events/live-events.ts';

/** Topic that tells the engine, in whichever process it runs, that a call's line can be given up. */
export const CALL_OVER = 'call-over:';

interface EndingCall extends Record<string, unknown> {
  agent_id: string | null;
  loan_id: string | null;
  state: string;
  is_current: boolean;
}

/** The agent's end of a call; see hangUpCall. */
export async function endByAgent(tx: Db, callId: string): Promise<void> {
  const { rows } = await tx.execute<EndingCall>(sql`select c.agent_id, c.loan_id, c.state,
      exists (select 1 from agent_spans s where s.user_id = c.agent_id and s.ended_at is null and s.call_id = c.id
        and s.state in ('QUEUE', 'INCALL', 'DEAD')) as is_current
    from dialer_calls c where c.id = ${callId} for update of c`);
  const [call] = rows;
  if (!call) return;
  if (call.state === 'CONNECTED') {
    await tx.execute(sql`update dialer_calls set state = 'ENDED', ended_at = now(),
        talk_seconds = greatest(0, round(extract(epoch from now() - connected_at)))::int
      where id = ${callId}`);
    await notifyLive(tx, `${CALL_OVER}${callId}`);
  }
  if (call.agent_id !== null && call.is_current)
    await moveAgent(tx, call.agent_id, { state: 'DISPO', callId, loanId: call.loan_id });
}
