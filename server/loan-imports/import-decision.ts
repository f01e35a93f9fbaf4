import { sql } from 'drizzle-orm';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import { rememberMapping } from '../column-mappings/column-mapping-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, conflict } from '../errors.ts';
import { IMPORT_QUEUE } from './import-jobs.ts';
import { moveImport, readImport } from './import-record.ts';

const whyNotPending: Readonly<Record<LoanImport['state'], string>> = {
  READING: 'The file is still being read. Wait until the list is ready.',
  CHECKING: 'The rows are still being checked. Wait until the list is ready.',
  PENDING: 'Someone decided about this list at the same moment. Look at it again.',
  SAVING: 'This list was verified already; its loans are being stored.',
  DONE: 'This list was verified already; its loans are stored.',
  FAILED: 'This file could not be read. Upload it again.',
  CANCELLED: 'This list was dropped. Upload the file again.',
};

/**
 * Verifies a pending list: a job makes its good rows loans, all in one piece, and recalls the loans that it does not name
 * where their number, as it was shown, is given. The mapping is remembered for the client's next file. Throws 404, 409 or
 * 422.
 */
export async function verifyImport(
  context: Context,
  actor: Actor,
  id: string,
  recallAbsent: number | null = null,
): Promise<LoanImport> {
  const { wire, clientId } = await readImport(context.db, actor, id);
  if (wire.state !== 'PENDING') throw conflict('NOT_PENDING', whyNotPending[wire.state]);
  if (wire.newRows + wire.updateRows + wire.unchangedRows === 0)
    throw againstRules(
      'NOTHING_TO_STORE',
      'No row of this list can be stored. Download the refused rows, mend them and upload that file.',
    );
  await runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    if (!(await moveImport(tx, id, ['PENDING'], 'SAVING')))
      throw conflict('NOT_PENDING', whyNotPending.PENDING);
    await tx.execute(sql`update loan_imports set done_rows = 0, changed_rows = 0,
      recall_absent = ${recallAbsent}, decided_by = ${actor.userId} where id = ${id}`);
    await rememberMapping(command, actor, {
      kind: 'LOANS',
      owner: { id: clientId, name: wire.Client_Name },
      mapping: wire.mapping,
      columns: wire.headers,
      fileName: wire.fileName,
    });
    await context.jobs.add(tx, IMPORT_QUEUE, id);
    audit({
      action: 'loan-import.verify',
      entity: 'loan-import',
      entityId: id,
      details: {
        client: wire.Client_Name,
        batchNo: wire.batchNo,
        ...(recallAbsent !== null && { recallAbsent }),
      },
    });
  });
  context.jobs.wake(IMPORT_QUEUE);
  return (await readImport(context.db, actor, id)).wire;
}

/**
 * Drops an upload that is not verified yet, with its rows; the file stays, so that it can be read again. Throws 404, or 409
 * when it is too late.
 */
export async function cancelImport(
  context: Context,
  actor: Actor,
  id: string,
): Promise<LoanImport> {
  const { wire } = await readImport(context.db, actor, id);
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveImport(tx, id, ['READING', 'CHECKING', 'PENDING'], 'CANCELLED')))
      throw conflict('NOT_PENDING', whyNotPending[wire.state]);
    await tx.execute(sql`delete from loan_import_rows where import_id = ${id}`);
    audit({
      action: 'loan-import.cancel',
      entity: 'loan-import',
      entityId: id,
      details: { client: wire.Client_Name, batchNo: wire.batchNo },
    });
  });
  return (await readImport(context.db, actor, id)).wire;
}
