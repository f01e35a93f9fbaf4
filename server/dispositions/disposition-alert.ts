import { isDeepStrictEqual } from 'node:util';
import { addFieldAlerts, changeAlert, endAlertsOf, ensureAlert } from '../alerts/alert-service.ts';
import type { NewAlert } from '../alerts/alert-service.ts';
import { instantOf } from '../clock.ts';
import { CALL_STARTED } from '../../contract/disposition.ts';
import { notifyOfVisits } from '../notifications/notification-service.ts';
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

/** Makes the reminder of a promise or callback that has a day and a time; nothing for other contacts. */
export async function makeAlert(tx: Db, row: NewDisposition, businessTz: string): Promise<void> {
  const reminder = reminderOf(row, businessTz);
  if (reminder !== null) await ensureAlert(tx, reminder);
}

/** Brings the reminder of a corrected contact up to date; one whose day and time stayed is left alone. */
export async function moveAlert(
  tx: Db,
  before: NewDisposition,
  after: NewDisposition,
  businessTz: string,
): Promise<void> {
  const reminder = reminderOf(after, businessTz);
  if (isDeepStrictEqual(reminder, reminderOf(before, businessTz))) return;
  await (reminder === null ? endAlertsOf(tx, [after.id]) : changeAlert(tx, reminder));
}

/**
 * Tells of visits whose rows were just stored: the loans' collectors by an alert (spec 2.5: 'Disposition updated for …'),
 * collectors and managers by a notification. Calls tell nobody.
 */
export async function tellCollectors(tx: Db, rows: readonly NewDisposition[]): Promise<void> {
  const visits = rows.filter((row) => row.channel === 'FIELD');
  await addFieldAlerts(
    tx,
    visits.map((row) => row.id),
  );
  // One that only began is told of when its outcome comes.
  const ended = visits.filter((row) => row.code !== CALL_STARTED);
  await notifyOfVisits(
    tx,
    ended.map((row) => row.id),
  );
}
