import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Alert, MissedAlertsQuery } from '../../contract/alert.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf } from '../access/scope.ts';
import { isoInstant, shownDateTime } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { isStillMeant } from './alert-standing-service.ts';
import { contains, pageLimit } from '../database/list-page.ts';

/** An alert is due from its time on for this long; after that it counts as missed. */
const DUE_MINUTES = 15;
const MOST = 500;

interface AlertRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  loan_number: string;
  alert_type: Alert['alertType'];
  is_field_disposition: boolean;
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
    isFieldDisposition: row.is_field_disposition,
    dueAt,
  };
};

const alertColumns = sql`t.id, t.loan_id, l.loan_number, t.alert_type, t.is_field_disposition, t.due_at, t.disposition_id,
  l.customer_name`;

/**
 * The actor's own alerts of loans that are still its own and worked, that nobody acted on: not deactivated, their owner recorded
 * nothing on the loan since they became due, and what they remind of is still to come.
 */
const openAlertsOf = (actor: Actor): SQL => sql`from alerts t join loans l on l.id = t.loan_id
  where t.owner_id = ${actor.userId} and ${activeLoansOf(actor)} and t.deactivated_at is null
    and not exists (select 1 from dispositions d
      where d.loan_id = t.loan_id and d.agent_id = t.owner_id and d.recorded_at >= t.due_at)
    and ${isStillMeant('t')}`;

const dueSince = sql`now() - make_interval(mins => ${DUE_MINUTES})`;

/** The collector's alerts that became due within the last quarter of an hour and that nobody acted on. */
export async function listDueAlerts(db: Db, actor: Actor, businessTz: string): Promise<Alert[]> {
  const result = await db.execute<AlertRow>(sql`select ${alertColumns} ${openAlertsOf(actor)}
    and t.due_at <= now() and t.due_at > ${dueSince} order by t.due_at desc, t.id limit ${MOST}`);
  return result.rows.map((row) => toAlert(row, businessTz));
}

/** What a search in the missed alerts looks through; `%` and `_` of the words stand for themselves. */
const found = (search: string | undefined): SQL => {
  if (search === undefined || search === '') return sql`true`;
  return contains(search, sql`l.customer_name`, sql`l.loan_number`);
};

/** A page of the collector's older alerts that nobody acted on, newest first. */
export async function listMissedAlerts(
  db: Db,
  actor: Actor,
  { page, pageSize, search }: MissedAlertsQuery,
  businessTz: string,
): Promise<Page<Alert>> {
  const missed = sql`${openAlertsOf(actor)} and t.due_at <= ${dueSince} and ${found(search)}`;
  const [rows, counted] = await Promise.all([
    db.execute<AlertRow>(sql`select ${alertColumns} ${missed}
      order by t.due_at desc, t.id ${pageLimit({ page, pageSize })}`),
    db.execute<{ n: number }>(sql`select count(*)::int as n ${missed}`),
  ]);
  const data = rows.rows.map((row) => toAlert(row, businessTz));
  return { data, totalCount: counted.rows[0]?.n ?? 0, page, pageSize };
}

/** One alert by its id; it must be there. */
export async function readAlert(db: Db, id: string, businessTz: string): Promise<Alert> {
  const result = await db.execute<AlertRow>(
    sql`select ${alertColumns} from alerts t join loans l on l.id = t.loan_id where t.id = ${id}`,
  );
  const [row] = result.rows;
  if (!row) throw new Error(`The alert ${id} is gone within its own transaction.`);
  return toAlert(row, businessTz);
}
