import { sql } from 'drizzle-orm';
import { POSTED_OUTCOMES } from '../../contract/activity-sheet.ts';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import type { SheetKind } from '../../contract/sheet-mapping.ts';
import type { Actor } from '../access/actor.ts';
import { writeAudit } from '../audit/audit-trail.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, badInput, conflict } from '../errors.ts';
import { jobTransaction } from '../loan-imports/import-tools-service.ts';
import { isSamePayment } from './same-payment.ts';
import { actorOfSheet } from './sheet-actor.ts';
import { SHEET_QUEUE } from './sheet-jobs.ts';
import { judgeSheet } from './sheet-judging.ts';
import { findSheet, moveSheet, noteDecision, readSheet } from './sheet-record.ts';
import { lockSheet } from './sheet-staging.ts';

const whyNotPending: Readonly<Record<ActivitySheet['state'], string>> = {
  READING: 'The file is still being read. Wait until its rows are ready.',
  PENDING: 'Someone decided about this sheet at the same moment. Look at it again.',
  POSTING: 'This sheet was confirmed already; its rows are being posted.',
  DONE: 'This sheet was confirmed already; its rows are posted.',
  FAILED: 'This file could not be read. Upload it again.',
  CANCELLED: 'This sheet was dropped. Upload the file again.',
  REVERSING: 'This sheet is being reversed.',
  REVERSED:
    'This sheet was reversed. Upload the file again and choose the rows that are to be posted anew.',
};

/**
 * Confirms a sheet: a job posts its good rows, all in one piece. A bank's list is confirmed by a call of its own. Throws
 * 400 for another kind, 404, 409 or 422.
 */
export async function confirmSheet(
  context: Context,
  actor: Actor,
  id: string,
  kinds: readonly SheetKind[],
): Promise<ActivitySheet> {
  const { wire } = await readSheet(context.db, actor, id);
  if (!kinds.includes(wire.kind))
    throw badInput('This is a sheet of another kind. Confirm it where it was uploaded.');
  if (wire.state !== 'PENDING') throw conflict('NOT_PENDING', whyNotPending[wire.state]);
  if (POSTED_OUTCOMES[wire.kind].every((outcome) => (wire.counts[outcome]?.rows ?? 0) === 0))
    throw againstRules(
      'NOTHING_TO_POST',
      'No row of this sheet can be posted. Look at the reasons, mend the file and upload it again.',
    );
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveSheet(tx, id, ['PENDING'], 'POSTING')))
      throw conflict('NOT_PENDING', whyNotPending.PENDING);
    await noteDecision(tx, id, actor);
    await context.jobs.add(tx, SHEET_QUEUE, id);
    audit({
      action: 'activity-sheet.confirm',
      entity: 'activity-sheet',
      entityId: id,
      details: { kind: wire.kind, client: wire.Client_Name, counts: wire.counts },
    });
  });
  context.jobs.wake(SHEET_QUEUE);
  return (await readSheet(context.db, actor, id)).wire;
}

/**
 * Chooses a row whose payment was reversed before, or leaves it out again, and decides over the sheet's rows anew. Throws
 * 404, 409 when it is too late or at work, 422 for a row whose payment was not reversed.
 */
export async function chooseSheetRow(
  context: Context,
  actor: Actor,
  { id, row }: { id: string; row: number },
  isChosen: boolean,
): Promise<ActivitySheet> {
  await readSheet(context.db, actor, id);
  await jobTransaction(context.database.pool, async (transaction) => {
    const { client, tx } = transaction;
    const isLocked = await lockSheet(client, id);
    const sheet = await findSheet(tx, id);
    if (!isLocked || sheet?.wire.state !== 'PENDING')
      throw conflict('NOT_PENDING', whyNotPending[sheet?.wire.state ?? 'PENDING']);
    const { rowCount } = await tx.execute(sql`
      update activity_sheet_rows s set is_chosen = ${isChosen} where s.sheet_id = ${id} and s.row = ${row}
        and exists (select 1 from payments p where ${isSamePayment(sql`${sheet.clientId}`)}
          and p.reversed_at is not null)`);
    if ((rowCount ?? 0) === 0)
      throw againstRules('NOT_REVERSED', 'The payment of this row was not reversed.');
    const zone = context.settings.businessTz;
    const counts = await judgeSheet(transaction, await actorOfSheet(tx, id), sheet, zone);
    await tx.execute(
      sql`update activity_sheets set counts = ${JSON.stringify(counts)}::jsonb where id = ${id}`,
    );
    const action = isChosen ? 'activity-sheet.choose-row' : 'activity-sheet.leave-row';
    await writeAudit(tx, actor, [
      { action, entity: 'activity-sheet', entityId: id, details: { row } },
    ]);
  });
  return (await readSheet(context.db, actor, id)).wire;
}

/** Drops a sheet that is not confirmed yet, with its rows and file. Throws 404, or 409 when it is too late. */
export async function cancelSheet(
  context: Context,
  actor: Actor,
  id: string,
): Promise<ActivitySheet> {
  const { wire, storeKey } = await readSheet(context.db, actor, id);
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveSheet(tx, id, ['READING', 'PENDING'], 'CANCELLED')))
      throw conflict('NOT_PENDING', whyNotPending[wire.state]);
    await tx.execute(sql`delete from activity_sheet_rows where sheet_id = ${id}`);
    audit({
      action: 'activity-sheet.cancel',
      entity: 'activity-sheet',
      entityId: id,
      details: { kind: wire.kind, client: wire.Client_Name },
    });
  });
  await context.fileStore.remove(storeKey);
  return (await readSheet(context.db, actor, id)).wire;
}

/** Has all payments of a posted sheet reversed. Throws 404, 409 when it is not posted, 422 for sheets without payments. */
export async function reverseWholeSheet(
  context: Context,
  actor: Actor,
  id: string,
  reason: string,
): Promise<ActivitySheet> {
  const { wire } = await readSheet(context.db, actor, id);
  if (wire.kind !== 'PAYMENT' && wire.kind !== 'BANK_PAID')
    throw againstRules('NOT_MONEY', 'Only sheets with payments can be reversed.');
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveSheet(tx, id, ['DONE'], 'REVERSING')))
      throw conflict('NOT_POSTED', 'Only a posted sheet can be reversed. Look at it again.');
    await noteDecision(tx, id, actor, reason);
    await context.jobs.add(tx, SHEET_QUEUE, id);
    audit({
      action: 'activity-sheet.order-reversal',
      entity: 'activity-sheet',
      entityId: id,
      details: { kind: wire.kind, client: wire.Client_Name, reason },
    });
  });
  context.jobs.wake(SHEET_QUEUE);
  return (await readSheet(context.db, actor, id)).wire;
}
