import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Alert } from '../../contract/alert.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, shownDateTime } from '../clock.ts';
import type { Db } from '../database/connection.ts';

/** An alert is due from its time on for this long; after that it counts as missed. */
const DUE_MINUTES = 15;
const MOST = 500;

interface AlertRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  loan_number: string;
  alert_type: Alert['alertType'];
  due_at: string;
  disposition_id: string | null;
  customer_name: string;
}

const toAlert = (row: AlertRow, businessTz: string): Alert => {
  const dueAt = isoInstant(row.due_at);
  const { date, time } = shownDateTime(businessTz, dueAt);
  return {
    id: row.id,
    loanId: row.loan_id,
    loanNumber: row.loan_number,
    alertType: row.alert_type,
    alertDate: date,
    alertTime: time,
    dispositionId: row.disposition_id,
    customerName: row.customer_name,
    dueAt,
  };
};

const selectAlerts = sql`select t.id, t.loan_id, l.loan_number, t.alert_type, t.due_at, t.disposition_id, l.customer_name
  from alerts t join loans l on l.id = t.loan_id`;

/** Nobody acted on it yet: not deactivated, and its owner recorded nothing on the loan since it became due. */
const isOpen = sql`t.deactivated_at is null and not exists (select 1 from dispositions d
  where d.loan_id = t.loan_id and d.agent_id = t.owner_id and d.recorded_at >= t.due_at)`;

async function list(db: Db, actor: Actor, when: SQL, businessTz: string): Promise<Alert[]> {
  // A loan that went to someone else is no longer this collector's to call.
  const result = await db.execute<AlertRow>(sql`${selectAlerts}
    where t.owner_id = ${actor.userId} and l.collector_id = ${actor.userId} and ${isOpen} and ${when}
    order by t.due_at desc, t.id limit ${MOST}`);
  return result.rows.map((row) => toAlert(row, businessTz));
}

/** The collector's alerts that became due within the last quarter of an hour and that nobody acted on. */
export async function listDueAlerts(db: Db, actor: Actor, businessTz: string): Promise<Alert[]> {
  const isDue = sql`t.due_at <= now() and t.due_at > now() - make_interval(mins => ${DUE_MINUTES})`;
  return list(db, actor, isDue, businessTz);
}

/** The collector's older alerts that nobody acted on, newest first. */
export async function listMissedAlerts(db: Db, actor: Actor, businessTz: string): Promise<Alert[]> {
  return list(
    db,
    actor,
    sql`t.due_at <= now() - make_interval(mins => ${DUE_MINUTES})`,
    businessTz,
  );
}

/** One alert by its id; it must be there. */
export async function readAlert(db: Db, id: string, businessTz: string): Promise<Alert> {
  const result = await db.execute<AlertRow>(sql`${selectAlerts} where t.id = ${id}`);
  const [row] = result.rows;
  if (!row) throw new Error(`The alert ${id} is gone within its own transaction.`);
  return toAlert(row, businessTz);
}
