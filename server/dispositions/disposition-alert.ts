import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import {
  changeAlert,
  endAlertsOf,
  ensureAlert,
  fieldAlertInsert,
} from '../alerts/alert-service.ts';
import type { NewAlert } from '../alerts/alert-service.ts';
import { instantOf } from '../clock.ts';
import { CALL_STARTED } from '../../contract/disposition.ts';
import { callBackLead } from '../dialer-engine/dialer-engine-service.ts';
import { visitNoticeInsert } from '../notifications/notification-service.ts';
import type { Db } from '../database/connection.ts';
import type { NewDisposition } from './disposition-row.ts';

/** The reminder that a contact asks for; null for one that has no day and time to be reminded of. */
function reminderOf(row: NewDisposition, businessTz: string): NewAlert | null {
  const { dispositionClass: kind, onDate, atTime } = row;
  if ((kind !== 'PTP' && kind !== 'CALLBACK') || !onDate || !atTime) return null;
  return {
    loanId: row.loanId,
    dispositionId: row.id,
    ownerId: row.agentId,
    alertType: kind === 'PTP' ? 'PTP' : 'CallBack',
    dueAt: instantOf(businessTz, onDate, atTime.slice(0, 5)),
  };
}

/** When the borrower is to be called back; null: no call back was agreed. */
const callBackOf = (reminder: NewAlert | null): string | null =>
  reminder?.alertType === 'CallBack' ? reminder.dueAt : null;

/**
 * Who calls for the loan is reminded: an agent whom the dialer connected, or whose work comes when its loan has gone to
 * another, would not find it any more. Visits are told of by themselves.
 */
async function withKeeper(tx: Db, reminder: NewAlert, { channel }: NewDisposition) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select l.collector_id as id from loans l where l.id = ${reminder.loanId} and ${channel} = 'CALL'
      and l.collector_id is not null
      and (${reminder.ownerId}::uuid in (l.collector_id, l.field_agent_id, l.manager_id)) is not true`);
  return { ...reminder, ownerId: rows[0]?.id ?? reminder.ownerId };
}

/**
 * Makes the reminder of a promise or callback that has a day and a time; nothing for other contacts. After the contact's call
 * has ended: its lead may come again.
 */
export async function makeAlert(tx: Db, row: NewDisposition, businessTz: string): Promise<void> {
  const reminder = reminderOf(row, businessTz);
  if (reminder === null) return;
  await ensureAlert(tx, await withKeeper(tx, reminder, row));
  await callBackLead(tx, row.id, callBackOf(reminder), null);
}

/** Brings the reminder of a corrected contact up to date; one whose day and time stayed is left alone. */
export async function moveAlert(
  tx: Db,
  before: NewDisposition,
  after: NewDisposition,
  businessTz: string,
): Promise<void> {
  const reminder = reminderOf(after, businessTz);
  const said = reminderOf(before, businessTz);
  if (isDeepStrictEqual(reminder, said)) return;
  await callBackLead(tx, after.id, callBackOf(reminder), callBackOf(said));
  if (reminder === null) return endAlertsOf(tx, [after.id]);
  await changeAlert(tx, await withKeeper(tx, reminder, after));
}

/**
 * Tells of visits whose rows were just stored: the loans' collectors by an alert (spec 2.5: 'Disposition updated for …'),
 * collectors and managers by a notification. Calls tell nobody.
 */
export async function tellCollectors(tx: Db, rows: readonly NewDisposition[]): Promise<void> {
  const visits = rows.filter((row) => row.channel === 'FIELD');
  if (visits.length === 0) return;
  const alerts = fieldAlertInsert(visits.map(({ id }) => id));
  // One that only began is told of when its outcome comes.
  const ended = visits.filter((row) => row.code !== CALL_STARTED);
  const notices = visitNoticeInsert(ended.map(({ id }) => id));
  await tx.execute(sql`with /* prepared */ alerted as (${alerts}) ${notices}`);
}
