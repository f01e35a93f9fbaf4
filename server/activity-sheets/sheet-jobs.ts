import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { CallError } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import type { Part } from '../lifecycle.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { postSheet, reverseSheet } from './sheet-posting.ts';
import { findSheet, moveSheet } from './sheet-record.ts';
import { SheetCancelled, stageSheet } from './sheet-staging.ts';

/** The queue of sheets that wait for reading, posting or reversal. */
export const SHEET_QUEUE = 'activity-sheet';

/** Sheets that a killed process left behind are looked for this often. */
const rescueEveryMs = 10_000;
const ourFault =
  'The sheet could not be taken because of a fault on our side; nothing of it was posted. Try again, and tell your administrator if it happens again.';

/** Why a sheet came to nothing, in words; null for a fault of ours. */
function reasonOf(error: unknown): string | null {
  if (error instanceof FileProblem || error instanceof CallError) return error.message;
  if (error instanceof FileMissingError)
    return 'The uploaded file is no longer there. Upload it again.';
  return null;
}

async function workOn(context: Context, sheetId: string, signal: AbortSignal): Promise<void> {
  const record = await findSheet(context.db, sheetId);
  if (!record) return;
  const { state } = record.wire;
  try {
    if (state === 'READING') await stageSheet(context, record, signal);
    else if (state === 'POSTING') await postSheet(context, record, signal);
    else if (state === 'REVERSING') await reverseSheet(context, record, signal);
  } catch (error) {
    if (error instanceof SheetCancelled) return;
    const reason = reasonOf(error);
    if (reason === null) throw error;
    if (state === 'READING') await moveSheet(context.db, sheetId, ['READING'], 'FAILED', reason);
    // Nothing was posted: it can be confirmed again.
    else await moveSheet(context.db, sheetId, ['POSTING'], 'PENDING', reason);
  }
}

async function giveUp(context: Context, sheetId: string): Promise<void> {
  await moveSheet(context.db, sheetId, ['READING'], 'FAILED', ourFault);
  await moveSheet(context.db, sheetId, ['POSTING'], 'PENDING', ourFault);
  await moveSheet(context.db, sheetId, ['REVERSING'], 'DONE', ourFault);
}

/** Adds a job for every sheet that is in work by its state; one that a living process works on is left alone by its lock. */
async function rescue(context: Context): Promise<void> {
  const { rows } = await context.db.execute<{ id: string }>(
    sql`select id from activity_sheets where state in ('READING', 'POSTING', 'REVERSING')`,
  );
  for (const { id } of rows) await context.jobs.add(context.db, SHEET_QUEUE, id);
  if (rows.length > 0) context.jobs.wake(SHEET_QUEUE);
}

/** Takes jobs of sheets in this process, beginning with those that were interrupted. Returns the part to stop. */
export async function startSheetJobs(context: Context): Promise<Part> {
  await context.jobs.handle(SHEET_QUEUE, {
    work: (sheetId, signal) => workOn(context, sheetId, signal),
    giveUp: (sheetId) => giveUp(context, sheetId),
  });
  const look = (): void => {
    rescue(context).catch((error: Error) => console.error(`Sheet rescue: ${error.message}`));
  };
  await rescue(context);
  const timer = setInterval(look, rescueEveryMs);
  timer.unref();
  return { name: 'sheet jobs', stop: async () => clearInterval(timer) };
}
