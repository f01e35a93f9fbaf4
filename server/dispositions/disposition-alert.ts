import { addFieldAlerts, ensureAlert } from '../alerts/alert-service.ts';
import { instantOf } from '../clock.ts';
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

/** Tells the collectors of the loans that were visited (spec 2.5: 'Disposition updated for …'); calls tell nobody. */
export async function tellCollectors(tx: Db, rows: readonly NewDisposition[]): Promise<void> {
  await addFieldAlerts(
    tx,
    rows.filter((row) => row.channel === 'FIELD').map((row) => row.id),
  );
}
