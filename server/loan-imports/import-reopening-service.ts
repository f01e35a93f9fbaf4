import { sql } from 'drizzle-orm';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import { refuseUnfitMapping } from '../column-mappings/mapping-fitness-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { tryLock } from '../database/locks.ts';
import { conflict } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import type { FileGlance } from './file-reading.ts';
import { glance } from './file-upload.ts';
import { IMPORT_QUEUE } from './import-jobs.ts';
import { moveImport, readImport } from './import-record.ts';

const fileGone = () =>
  conflict('FILE_GONE', 'The file of this upload is no longer there. Upload it again.');

/** A pending list is made anew when its columns were wrong; nothing of it is stored. */
const REOPENABLE: readonly LoanImport['state'][] = ['PENDING', 'FAILED', 'CANCELLED'];

/** What a failed, dropped or pending upload is read again with; what is left out stays as it was. */
export interface Reopening {
  readonly mapping?: ImportMapping | undefined;
  readonly sheetName?: string | undefined;
}

/**
 * Reads the stored file of a failed, dropped or pending upload again, into a new pending list. Throws 404; 409 when the upload is
 * in another state or its file is gone; 400 or 422 when file and mapping don't fit.
 */
export async function reopenImport(
  context: Context,
  actor: Actor,
  id: string,
  given: Reopening,
): Promise<void> {
  const { wire, storeKey } = await readImport(context.db, actor, id);
  const mapping = given.mapping ?? wire.mapping;
  const look = async (path: string): Promise<FileGlance> =>
    glance({ path }, mapping, given.sheetName ?? wire.sheetName);
  if (!REOPENABLE.includes(wire.state)) throw notReopenable();
  const seen = await context.fileStore.withLocalFile(storeKey, look).catch((error: unknown) => {
    throw error instanceof FileMissingError ? fileGone() : error;
  });
  refuseUnfitMapping('LOANS', mapping, seen.headers);
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveImport(tx, id, REOPENABLE, 'READING'))) throw notReopenable();
    await tx.execute(sql`delete from loan_import_rows where import_id = ${id}`);
    await tx.execute(sql`update loan_imports set mapping = ${JSON.stringify(mapping)}::jsonb,
      headers = ${JSON.stringify(seen.headers)}::jsonb, sheet_name = ${seen.sheetName}, done_rows = 0, total_rows = null,
      new_rows = 0, update_rows = 0, unchanged_rows = 0, duplicate_rows = 0, failed_rows = 0,
      skipped_rows = 0, changed_rows = 0, recall_absent = null, notes = '[]'::jsonb,
      taken_back_at = null, taken_back_by = null, taken_back_command = null where id = ${id}`);
    await context.jobs.add(tx, IMPORT_QUEUE, id);
    audit({
      action: 'loan-import.reopen',
      entity: 'loan-import',
      entityId: id,
      details: { client: wire.Client_Name, batchNo: wire.batchNo, sheetName: seen.sheetName },
    });
  });
  context.jobs.wake(IMPORT_QUEUE);
}

const notReopenable = () =>
  conflict(
    'NOT_REOPENABLE',
    'Only an upload that is not verified can be read again. Look at it anew.',
  );

/**
 * The headers and first rows of an upload's stored file, read with its mapping. Throws 404, 409 when the file is gone, 400
 * when it can't be read.
 */
export async function lookIntoStored(
  context: Context,
  actor: Actor,
  id: string,
): Promise<{
  headers: string[];
  sheets: string[];
  sheetName: string | null;
  sample: Record<string, string>[];
  sampleRows: number[];
}> {
  const { wire, storeKey } = await readImport(context.db, actor, id);
  const seen = await context.fileStore
    .withLocalFile(storeKey, async (path) => glance({ path }, wire.mapping, wire.sheetName))
    .catch((error: unknown) => {
      throw error instanceof FileMissingError ? fileGone() : error;
    });
  return {
    headers: [...seen.headers],
    sheets: [...seen.sheets],
    sheetName: seen.sheetName,
    sample: [...seen.sample],
    sampleRows: [...seen.sampleRows],
  };
}

/** Drops an upload that holds no loans yet, its pending rows with it; false when it was decided about meanwhile. */
export async function dropUnsavedImport(tx: Db, id: string): Promise<boolean> {
  if (!(await moveImport(tx, id, ['READING', 'CHECKING', 'PENDING'], 'CANCELLED'))) return false;
  await tx.execute(sql`delete from loan_import_rows where import_id = ${id}`);
  return true;
}

/**
 * Keeps files of a client from being stored until the transaction's end; false when one is being stored right now.
 * The same lock that the storing takes.
 */
export async function holdStoring(tx: Db, clientId: string): Promise<boolean> {
  return tryLock(tx, 'clientLoans', clientId);
}
