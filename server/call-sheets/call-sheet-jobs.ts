import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { CallError } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import type { Part } from '../lifecycle.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { postCallSheet } from './call-sheet-posting.ts';
import { findCallSheet, moveCallSheet } from './call-sheet-record.ts';
import { CallSheetCancelled, stageCallSheet } from './call-sheet-staging.ts';

/** The queue of call sheets that wait for reading or posting. */
export const CALL_SHEET_QUEUE = 'call-sheet';

/** Sheets that a killed process left behind are looked for this often. */
const rescueEveryMs = 10_000;
const ourFault =
  'The sheet could not be taken because of a fault on our side. Try again, and tell your administrator if it happens again.';

/** Why a sheet came to nothing, in words; null for a fault of ours. */
function reasonOf(error: unknown): string | null {
  if (error instanceof FileProblem || error instanceof CallError) return error.message;
  if (error instanceof FileMissingError)
    return 'The uploaded file is no longer there. Upload it again.';
  return null;
}

async function workOn(context: Context, sheetId: string, signal: AbortSignal): Promise<void> {
  const record = await findCallSheet(context.db, sheetId);
  if (!record) return;
  const { state } = record.wire;
  try {
    if (state === 'READING') await stageCallSheet(context, record, signal);
    else if (state === 'POSTING') await postCallSheet(context, record, signal);
  } catch (error) {
    if (error instanceof CallSheetCancelled) return;
    const reason = reasonOf(error);
    if (reason === null) throw error;
    if (state === 'READING')
      await moveCallSheet(context.db, sheetId, ['READING'], 'FAILED', reason);
    else await moveCallSheet(context.db, sheetId, ['POSTING'], 'PENDING', reason);
  }
}

async function giveUp(context: Context, sheetId: string): Promise<void> {
  await moveCallSheet(context.db, sheetId, ['READING'], 'FAILED', ourFault);
  // What was taken in is known by its call id: it can be confirmed again.
  await moveCallSheet(context.db, sheetId, ['POSTING'], 'PENDING', ourFault);
}

async function rescue(context: Context): Promise<void> {
  const { rows } = await context.db.execute<{ id: string }>(
    sql`select id from call_sheets where state in ('READING', 'POSTING')`,
  );
  for (const { id } of rows) await context.jobs.add(context.db, CALL_SHEET_QUEUE, id);
  if (rows.length > 0) context.jobs.wake(CALL_SHEET_QUEUE);
}

/** Takes jobs of call sheets in this process, beginning with those that were interrupted. Returns the part to stop. */
export async function startCallSheetJobs(context: Context): Promise<Part> {
  await context.jobs.handle(CALL_SHEET_QUEUE, {
    work: (sheetId, signal) => workOn(context, sheetId, signal),
    giveUp: (sheetId) => giveUp(context, sheetId),
  });
  const look = (): void => {
    rescue(context).catch((error: Error) => console.error(`Call sheet rescue: ${error.message}`));
  };
  await rescue(context);
  const timer = setInterval(look, rescueEveryMs);
  timer.unref();
  return { name: 'call sheet jobs', stop: async () => clearInterval(timer) };
}
