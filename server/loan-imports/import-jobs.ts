import { FILE_WORDS } from '../../contract/file-words.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { JobCancelled } from '../jobs/job-progress.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { whyGivenUp } from '../spreadsheets/file-refusal.ts';
import type { Upkeep } from '../upkeep.ts';
import { tellOfImport } from './import-notices.ts';
import { findImport, moveImport } from './import-record.ts';
import type { ImportRecord } from './import-record.ts';
import { saveImport } from './import-saving.ts';
import { stageImport } from './import-staging.ts';

/** The queue of uploads that wait for reading or saving. */
export const IMPORT_QUEUE = 'loan-import';

/** Ends an upload that came to nothing, and tells of it. */
async function fail(context: Context, record: ImportRecord, reason: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const from = ['READING', 'CHECKING'] as const;
    if (await moveImport(tx, record.wire._id, from, 'FAILED', reason))
      await tellOfImport(tx, record, 'IMPORT_FAILED');
  });
}

async function workOn(context: Context, importId: string, signal: AbortSignal): Promise<void> {
  const record = await findImport(context.db, importId);
  if (!record) return;
  try {
    if (record.wire.state === 'SAVING') await saveImport(context, record, signal);
    else if (record.wire.state === 'READING' || record.wire.state === 'CHECKING')
      await stageImport(context, record, signal);
  } catch (error) {
    if (error instanceof JobCancelled) return;
    if (!(error instanceof FileProblem) && !(error instanceof FileMissingError)) throw error;
    const reason = error instanceof FileProblem ? error.message : FILE_WORDS['file-gone'];
    await fail(context, record, reason);
  }
}

async function giveUp(context: Context, importId: string, error: unknown): Promise<void> {
  const record = await findImport(context.db, importId);
  if (!record) return;
  await context.db.transaction(async (tx) => {
    // A pending list that could not be saved can be verified again: nothing of it was stored.
    const why = whyGivenUp(error, 'fault-of-saving');
    if (await moveImport(tx, importId, ['SAVING'], 'PENDING', why))
      await tellOfImport(tx, record, 'IMPORT_FAILED');
  });
  await fail(context, record, whyGivenUp(error, 'fault-of-import'));
}

/**
 * Takes import jobs in this process, beginning with those that were interrupted. Returns the
 * upkeep that finds them.
 */
export const startImportJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: IMPORT_QUEUE,
    name: 'import jobs',
    open: sql`select id from loan_imports where state in ('READING', 'CHECKING', 'SAVING')`,
    work: (importId, signal) => workOn(context, importId, signal),
    giveUp: (importId, error) => giveUp(context, importId, error),
  });
