import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';

/** A reminder to be made. */
export interface NewAlert {
  readonly loanId: string;
  /** Null: made by hand. One alert per disposition. */
  readonly dispositionId: string | null;
  readonly ownerId: string;
  readonly alertType: 'PTP' | 'CallBack';
  /** ISO instant. */
  readonly dueAt: string;
}

async function findAlert(tx: Db, alert: NewAlert): Promise<string | null> {
  const result = await tx.execute<{ id: string }>(
    alert.dispositionId === null
      ? sql`select id from alerts where owner_id = ${alert.ownerId} and loan_id = ${alert.loanId}
          and alert_type = ${alert.alertType} and due_at = ${alert.dueAt} and disposition_id is null limit 1`
      : sql`select id from alerts where disposition_id = ${alert.dispositionId}`,
  );
  return result.rows[0]?.id ?? null;
}

/**
 * Makes a reminder and returns its id. One per disposition; by hand one per owner, loan, kind and instant: a repeat
 * returns the one that is there.
 */
export async function ensureAlert(tx: Db, alert: NewAlert): Promise<string> {
  const known = await findAlert(tx, alert);
  if (known !== null) return known;
  const id = newId();
  const made = await tx.execute<{ id: string }>(sql`
    insert into alerts (id, loan_id, disposition_id, owner_id, alert_type, due_at)
    values (${id}, ${alert.loanId}, ${alert.dispositionId}, ${alert.ownerId}, ${alert.alertType}, ${alert.dueAt})
    on conflict (disposition_id) do nothing returning id`);
  return made.rows[0]?.id ?? (await findAlert(tx, alert)) ?? id;
}
