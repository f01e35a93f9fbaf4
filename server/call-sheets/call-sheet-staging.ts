import type pg from 'pg';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { tryLock } from '../database/locks.ts';
import { copyFileRows } from '../jobs/file-rows.ts';
import { JobCancelled, progressReporter } from '../jobs/job-progress.ts';
import { jobTransaction } from '../loan-imports/import-tools-service.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { STAGED_CALL_COLUMNS } from './call-row-check.ts';
import type { CallSheetTask } from './call-sheet-file.ts';
import { judgeCalls } from './call-sheet-judging.ts';
import { noteCallProgress } from './call-sheet-record.ts';
import type { CallSheetRecord } from './call-sheet-record.ts';
import { readCallsInThread } from './call-sheet-thread.ts';

const copyStaged = `copy call_sheet_rows (${STAGED_CALL_COLUMNS.join(', ')}) from stdin`;

/** Takes the lock of one sheet for this transaction; false when another process works on it. */
export async function lockCallSheet(client: pg.PoolClient, sheetId: string): Promise<boolean> {
  return tryLock(client, 'callSheet', sheetId);
}

/** Copies a file's rows, and returns how many; once more from the beginning when they prove that days start with the month. */
async function copyRows(
  context: Context,
  client: pg.PoolClient,
  task: CallSheetTask,
  signal: AbortSignal,
): Promise<number> {
  const report = progressReporter((done, total) =>
    noteCallProgress(context.db, task.sheetId, done, total),
  );
  await client.query('delete from call_sheet_rows where sheet_id = $1', [task.sheetId]);
  const read = await copyFileRows(client, copyStaged, readCallsInThread(task), report, signal);
  if (!read.isOtherOrder) return read.rows;
  const dates = { ...task.dates, order: 'MONTH_FIRST' } as const;
  return copyRows(context, client, { ...task, dates }, signal);
}

/**
 * Reads a whole call sheet and decides over its rows, in one transaction: afterwards it is PENDING with true counts, or as
 * if never begun. Does nothing when another process is at it. Throws FileProblem, JobCancelled, or what the database
 * throws.
 */
export async function stageCallSheet(
  context: Context,
  { wire, storeKey, sheetName }: CallSheetRecord,
  signal: AbortSignal,
): Promise<void> {
  const sheetId = wire._id;
  await context.fileStore.withLocalFile(storeKey, async (path) => {
    await jobTransaction(context.database.pool, async ({ client }) => {
      if (!(await lockCallSheet(client, sheetId))) return;
      const task: CallSheetTask = {
        sheetId,
        path,
        fileKind: await detectFileKind(path),
        mapping: wire.mapping,
        sheetName,
        dates: { order: 'DAY_FIRST', today: businessDay(context.settings.businessTz) },
      };
      // Times without an offset are of the business zone.
      await client.query("select set_config('TimeZone', $1, true)", [context.settings.businessTz]);
      const rows = await copyRows(context, client, task, signal);
      await client.query("select set_config('TimeZone', 'UTC', true)");
      const counts = await judgeCalls(client, sheetId);
      signal.throwIfAborted();
      const { rowCount } = await client.query(
        `update call_sheets set state = 'PENDING', counts = $2, done_rows = $3, total_rows = $3, error = null
         where id = $1 and state = 'READING'`,
        [sheetId, JSON.stringify(counts), rows],
      );
      if (rowCount === 0) throw new JobCancelled();
    });
  });
}
