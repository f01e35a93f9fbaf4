import { sql } from 'drizzle-orm';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { refreshPromises } from '../promises/promise-service.ts';

/** Judges the demo's promises as the nights did: who logs in first finds the broken ones in the list, not popping up. */
export async function judgeDemoPromises(context: Context): Promise<void> {
  const { db, settings } = context;
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct loan_id as id from promises order by 1`,
  );
  await runCommand(db, null, async ({ tx, audit }) => {
    await refreshPromises(
      tx,
      rows.map(({ id }) => id),
      settings.businessTz,
    );
    await tx.execute(sql`update alerts set due_at = due_at - interval '12 hours'
      where alert_type = 'PTP' and due_at >= now() - interval '15 minutes' and due_at <= now()`);
    audit({ action: 'promise.judge', entity: 'promise', details: { loans: rows.length } });
  });
}
