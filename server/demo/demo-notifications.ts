import { sql } from 'drizzle-orm';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';

/** Older ones were read by somebody, days. */
const readAfterDays = 1;

/**
 * Gives the notifications of made-up visits the times of those visits, and takes the older ones as read: an organisation
 * that worked for weeks is not told of all of it this morning.
 */
export async function ageDemoNotifications({ db }: Context): Promise<void> {
  await runCommand(db, null, async ({ tx, audit }) => {
    const { rowCount } = await tx.execute(sql`
      update notifications n set created_at = d.recorded_at, pushed_at = d.recorded_at,
        deactivated_at = case when d.recorded_at < now() - make_interval(days => ${readAfterDays})
          then d.recorded_at + interval '1 hour' end
      from (select loan_id, max(recorded_at) as recorded_at from dispositions where channel = 'FIELD' group by loan_id) d
      where n.kind = 'FIELD_DISPOSITION' and n.loan_id = d.loan_id`);
    audit({ action: 'demo.notifications', details: { count: rowCount } });
  });
}
