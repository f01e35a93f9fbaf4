import type { LoanImport } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { takeLoanFile } from './file-upload.ts';
import type { ReceivedFile } from '../http/uploads.ts';
import { verifyImport } from './import-decision.ts';
import { readImport } from './import-record.ts';

const lookEveryMs = 25;

async function comeToRest(context: Context, actor: Actor, id: string): Promise<LoanImport> {
  for (;;) {
    const { wire } = await readImport(context.db, actor, id);
    if (!['READING', 'CHECKING', 'SAVING'].includes(wire.state)) return wire;
    await new Promise((resolve) => {
      setTimeout(resolve, lookEveryMs);
    });
  }
}

/** Uploads a file for a client and waits for its pending list. Throws what the upload throws, or why the file failed. */
export async function importToPending(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  clientName: string,
): Promise<LoanImport> {
  const taken = await takeLoanFile(context, actor, file, { Client_Name: clientName });
  const pending = await comeToRest(context, actor, taken._id);
  if (pending.state !== 'PENDING') throw new Error(pending.error ?? 'The upload was dropped.');
  return pending;
}

/** The same, then verifies the list and waits until its loans are stored. */
export async function importToLoans(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  clientName: string,
): Promise<LoanImport> {
  const pending = await importToPending(context, actor, file, clientName);
  await verifyImport(context, actor, pending._id);
  const done = await comeToRest(context, actor, pending._id);
  if (done.state !== 'DONE') throw new Error(done.error ?? 'The loans were not stored.');
  return done;
}
