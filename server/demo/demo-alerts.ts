import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** What the demo's collectors and agents have not looked at yet, hours. */
const UNSEEN_HOURS = 30;

/**
 * Makes the alerts of an agent's made-up past look like it: word of a visit came when the visit was made, and what is older
 * than yesterday was dealt with.
 */
export async function settleDemoAlerts(tx: Db, agentId: string): Promise<void> {
  await tx.execute(sql`update alerts t
    set due_at = case when t.is_field_disposition then d.recorded_at else t.due_at end
    from dispositions d where d.id = t.disposition_id and d.agent_id = ${agentId}`);
  await tx.execute(sql`update alerts t set deactivated_at = t.due_at
    from dispositions d where d.id = t.disposition_id and d.agent_id = ${agentId}
      and t.deactivated_at is null and t.due_at < now() - make_interval(hours => ${UNSEEN_HOURS})`);
}
