import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { endByAgent } from './call-ending.ts';

export { endConnected as endLineOf } from './call-ending.ts';

/**
 * The agent's Hang up, in whichever server process it is asked: a connected call ends and its agent is in wrap-up; an agent
 * whose borrower hung up first (DEAD) is in wrap-up too. A call that is over already stays as it is. Whether it is the
 * caller's own call is the route's to check.
 */
export async function hangUpCall(context: Context, callId: string): Promise<void> {
  await context.db.transaction((tx) => endByAgent(tx, callId));
}

/**
 * The talk of a call of the engine ended in a call back (or, corrected, in none, or at another time than it said). A loan that
 * somebody has is that person's to call; for one that nobody has the dialer keeps the word: the lead's turn comes again at the
 * time (ISO) that was agreed, once more though all its attempts are used up; of a list that is off, when that is on again. One
 * that the gate put off since its time came is still that call back.
 */
export async function callBackLead(
  tx: Db,
  callId: string,
  at: string | null,
  before: string | null,
): Promise<void> {
  await tx.execute(sql`update campaign_leads d
    set state = case when w.at is null then 'DONE' when i.is_active then 'READY' else 'STOPPED' end,
      stop_reason = case when w.at is not null and not i.is_active then 'LIST_OFF' end,
      next_at = coalesce(w.at, d.next_at),
      attempts = case when w.at is null then d.attempts else least(d.attempts, c.max_attempts - 1) end
    from (select ${at}::timestamptz as at, ${before}::timestamptz as before) w, dialer_calls k, campaign_lists i,
      campaigns c, loans l
    where k.id = ${callId} and d.id = k.lead_id and i.id = d.list_id and c.id = d.campaign_id and l.id = d.loan_id
      and (d.state = 'DONE' and w.at is not null or (d.state = 'READY' or d.stop_reason = 'LIST_OFF')
        and (d.next_at = w.before or d.stop_reason is not null and d.next_at > w.before))
      and not exists (select 1 from dialer_calls x where x.lead_id = d.id and x.placed_at > k.placed_at)
      and i.removed_at is null and l.status = 'ACTIVE' and l.collector_id is null`);
}
