import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { moveAgentIf } from '../agent-states/agent-state-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { hangUpCall } from '../dialer-engine/dialer-engine-service.ts';
import { notFound } from '../errors.ts';

interface LeftRow extends Record<string, unknown> {
  id: string;
  call_id: string | null;
  state: string;
}

/**
 * Clears what an earlier call left (spec 7.2): a seat that still stands on a call that is over and has its outcome, or on
 * none at all, becomes ready. A call whose outcome is missing stays: every call gets one. True when something was cleared.
 */
export async function clearOldCall({ db }: Context, actor: Actor): Promise<boolean> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute<LeftRow>(sql`
      select s.id, s.call_id, s.state from agent_spans s left join dialer_calls k on k.id = s.call_id
      where s.user_id = ${actor.userId} and s.ended_at is null and s.state in ('QUEUE', 'INCALL', 'DEAD', 'DISPO')
        and s.is_predictive
        and (k.id is null or (k.state = 'ENDED' and (k.connected_at is null or k.disposition_id is not null
          or exists (select 1 from dispositions d where d.id = k.id and d.code <> 'CALL_STARTED'))))`);
    const [left] = rows;
    if (!left) return false;
    const isLeft = (open: { id: string }) => open.id === left.id;
    if (!(await moveAgentIf(tx, actor.userId, isLeft, () => ({ state: 'READY' })))) return false;
    const details = { state: left.state, callId: left.call_id };
    audit({ action: 'dialer.clear', entity: 'agent_span', entityId: left.id, details });
    return true;
  });
}

/** Ends the actor's own call; one that is over stays as it is. Throws 404 for another's. */
export async function hangUpOwnCall(context: Context, actor: Actor, callId: string): Promise<void> {
  const { rows } = await context.db.execute(
    sql`select 1 from dialer_calls where id = ${callId} and agent_id = ${actor.userId}`,
  );
  if (rows.length === 0) throw notFound('This call');
  await hangUpCall(context, callId);
}
