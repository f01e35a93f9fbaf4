import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { JobCancelled } from '../jobs/job-progress.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { fileRefusal, whyGivenUp } from '../spreadsheets/file-refusal.ts';
import type { Upkeep } from '../upkeep.ts';
import { postCallSheet } from './call-sheet-posting.ts';
import { findCallSheet, moveCallSheet } from './call-sheet-record.ts';
import { stageCallSheet } from './call-sheet-staging.ts';

/** The queue of call sheets that wait for reading or posting. */
export const CALL_SHEET_QUEUE = 'call-sheet';

async function workOn(context: Context, sheetId: string, signal: AbortSignal): Promise<void> {
  const record = await findCallSheet(context.db, sheetId);
  if (!record) return;
  const { state } = record.wire;
  try {
    if (state === 'READING') await stageCallSheet(context, record, signal);
    else if (state === 'POSTING') await postCallSheet(context, record, signal);
  } catch (error) {
    if (error instanceof JobCancelled) return;
    const reason = fileRefusal(error);
    if (reason === null) throw error;
    if (state === 'READING')
      await moveCallSheet(context.db, sheetId, ['READING'], 'FAILED', reason);
    else await moveCallSheet(context.db, sheetId, ['POSTING'], 'PENDING', reason);
  }
}

async function giveUp(context: Context, sheetId: string, error: unknown): Promise<void> {
  const why = whyGivenUp(error, 'fault-of-sheet');
  await moveCallSheet(context.db, sheetId, ['READING'], 'FAILED', why);
  // What was taken in is known by its call id: it can be confirmed again.
  await moveCallSheet(context.db, sheetId, ['POSTING'], 'PENDING', why);
}

/** Takes jobs of call sheets in this process, beginning with those that were interrupted. Returns the upkeep that finds them. */
export const startCallSheetJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: CALL_SHEET_QUEUE,
    name: 'call sheet jobs',
    open: sql`select id from call_sheets where state in ('READING', 'POSTING')`,
    work: (sheetId, signal) => workOn(context, sheetId, signal),
    giveUp: (sheetId, error) => giveUp(context, sheetId, error),
  });
