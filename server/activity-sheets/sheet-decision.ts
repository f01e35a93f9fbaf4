import { sql } from 'drizzle-orm';
import { POSTED_OUTCOMES } from '../../contract/activity-sheet.ts';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import type { SheetKind } from '../../contract/sheet-mapping.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, badInput, conflict } from '../errors.ts';
import { SHEET_QUEUE } from './sheet-jobs.ts';
import { moveSheet, noteDecision, readSheet } from './sheet-record.ts';

const whyNotPending: Readonly<Record<ActivitySheet['state'], string>> = {
  READING: 'The file is still being read. Wait until its rows are ready.',
  PENDING: 'Someone decided about this sheet at the same moment. Look at it again.',
  POSTING: 'This sheet was confirmed already; its rows are being posted.',
  DONE: 'This sheet was confirmed already; its rows are posted.',
  FAILED: 'This file could not be read. Upload it again.',
  CANCELLED: 'This sheet was dropped. Upload the file again.',
  REVERSING: 'This sheet is being reversed.',
  REVERSED: 'This sheet was reversed. Upload the file again to post it anew.',
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
