import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { JobCancelled } from '../jobs/job-progress.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { fileRefusal, whyGivenUp } from '../spreadsheets/file-refusal.ts';
import type { Upkeep } from '../upkeep.ts';
import { postSheet, reverseSheet } from './sheet-posting.ts';
import { findSheet, moveSheet } from './sheet-record.ts';
import { stageSheet } from './sheet-staging.ts';

/** The queue of sheets that wait for reading, posting or reversal. */
export const SHEET_QUEUE = 'activity-sheet';

async function workOn(context: Context, sheetId: string, signal: AbortSignal): Promise<void> {
  const record = await findSheet(context.db, sheetId);
  if (!record) return;
  const { state } = record.wire;
  try {
    if (state === 'READING') await stageSheet(context, record, signal);
    else if (state === 'POSTING') await postSheet(context, record, signal);
    else if (state === 'REVERSING') await reverseSheet(context, record, signal);
  } catch (error) {
    if (error instanceof JobCancelled) return;
    const reason = fileRefusal(error);
    if (reason === null) throw error;
    if (state === 'READING') await moveSheet(context.db, sheetId, ['READING'], 'FAILED', reason);
    // Nothing was posted: it can be confirmed again.
    else await moveSheet(context.db, sheetId, ['POSTING'], 'PENDING', reason);
  }
}

async function giveUp(context: Context, sheetId: string, error: unknown): Promise<void> {
  const why = whyGivenUp(error, 'fault-of-sheet');
  await moveSheet(context.db, sheetId, ['READING'], 'FAILED', why);
  await moveSheet(context.db, sheetId, ['POSTING'], 'PENDING', why);
  await moveSheet(context.db, sheetId, ['REVERSING'], 'DONE', why);
}

/** Takes jobs of sheets in this process, beginning with those that were interrupted. Returns the upkeep that finds them. */
export const startSheetJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: SHEET_QUEUE,
    name: 'sheet jobs',
    open: sql`select id from activity_sheets where state in ('READING', 'POSTING', 'REVERSING')`,
    work: (sheetId, signal) => workOn(context, sheetId, signal),
    giveUp: (sheetId, error) => giveUp(context, sheetId, error),
  });
