import { addFieldAlerts, ensureAlert } from '../alerts/alert-service.ts';
import { instantOf } from '../clock.ts';
import { CALL_STARTED } from '../../contract/disposition.ts';
import { notifyOfVisits } from '../notifications/notification-service.ts';
import type { Db } from '../database/connection.ts';
import type { NewDisposition } from './disposition-row.ts';

/** Makes the reminder of a promise or callback that has a day and a time; nothing for other contacts. */
export async function makeAlert(tx: Db, row: NewDisposition, businessTz: string): Promise<void> {
  const { dispositionClass: kind, onDate, atTime } = row;
  if ((kind !== 'PTP' && kind !== 'CALLBACK') || !onDate || !atTime) return;
  await ensureAlert(tx, {
    loanId: row.loanId,
    dispositionId: row.id,
    ownerId: row.agentId,
    alertType: kind === 'PTP' ? 'PTP' : 'CallBack',
    dueAt: instantOf(businessTz, onDate, atTime),
  });
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
