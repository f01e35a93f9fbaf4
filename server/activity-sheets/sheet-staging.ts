import type pg from 'pg';
import type { Context } from '../context.ts';
import { tellPlanner } from '../database/planner-statistics.ts';
import { tryLock } from '../database/locks.ts';
import { copyFileRows } from '../jobs/file-rows.ts';
import { JobCancelled, progressReporter } from '../jobs/job-progress.ts';
import { jobTransaction } from '../loan-imports/import-tools-service.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { actorOfSheet } from './sheet-actor.ts';
import type { SheetRead, SheetTask } from './sheet-file.ts';
import { countWarnings, withWarnings } from './row-warnings.ts';
import { judgeSheet } from './sheet-judging.ts';
import { STAGED_SHEET_COLUMNS } from './sheet-line.ts';
import { dayOfUndated, noteProgress } from './sheet-record.ts';
import type { SheetRecord } from './sheet-record.ts';
import { readInThread } from './sheet-thread.ts';

/** Takes the lock of one sheet for this transaction; false when another process works on it. */
export async function lockSheet(client: pg.PoolClient, sheetId: string): Promise<boolean> {
  return tryLock(client, 'activitySheet', sheetId);
}

const copyStaged = `copy activity_sheet_rows (${STAGED_SHEET_COLUMNS.join(', ')}) from stdin`;

/** Copies a file's rows; once more from the beginning when they prove that dates start with the month. */
async function copyRows(
  context: Context,
  client: pg.PoolClient,
  task: SheetTask,
  signal: AbortSignal,
): Promise<SheetRead> {
  const report = progressReporter((done, total) =>
    noteProgress(context.db, task.sheetId, done, total),
  );
  await client.query('delete from activity_sheet_rows where sheet_id = $1', [task.sheetId]);
  const read = await copyFileRows(client, copyStaged, readInThread(task), report, signal);
  if (read.monthFirst.length === 0) return read;
  return copyRows(context, client, { ...task, monthFirst: read.monthFirst }, signal);
}

async function taskOf(
  { settings }: Context,
  { wire, sheetName }: SheetRecord,
  path: string,
): Promise<SheetTask> {
  const { _id: sheetId, kind, mapping, dayOrder } = wire;
  const source = { path, fileKind: await detectFileKind(path), kind, mapping, sheetName };
  return {
    sheetId,
    source,
    today: dayOfUndated(settings.businessTz, wire),
    dayOrder,
    monthFirst: [],
  };
}

/**
 * Reads a whole sheet and decides over its rows, in one transaction: afterwards it is PENDING (a lender's own list: DONE)
 * with true counts, or as if never begun. Does nothing when another process is at it. Throws FileProblem, JobCancelled,
 * or what the database throws.
 */
export async function stageSheet(
  context: Context,
  record: SheetRecord,
  signal: AbortSignal,
): Promise<void> {
  const sheetId = record.wire._id;
  await context.fileStore.withLocalFile(record.storeKey, async (path) => {
    await jobTransaction(context.database.pool, async (transaction) => {
      const { client, tx } = transaction;
      if (!(await lockSheet(client, sheetId))) return;
      const task = await taskOf(context, record, path);
      const { rows, notes, rounding } = await copyRows(context, client, task, signal);
      await tellPlanner(client, 'activity_sheet_rows', rows);
      const counts = await judgeSheet(
        transaction,
        await actorOfSheet(tx, sheetId),
        record,
        context.settings.businessTz,
      );
      signal.throwIfAborted();
      const isReport = record.wire.kind === 'SYSTEM_EXPORT';
      const { rowCount } = await client.query(
        `update activity_sheets s set state = $2, counts = $3, done_rows = $4, total_rows = $4, error = null, notes = $5, rounding = $6::jsonb, undated_rows = (select count(*)::int from activity_sheet_rows r where r.sheet_id = $1
             and r.on_date is null and r.outcome <> 'FAILED' and s.kind in ('PAYMENT', 'BANK_PAID')),
           finished_at = case when $2 = 'DONE' then now() end where id = $1 and state = 'READING'`,
        [
          sheetId,
          isReport ? 'DONE' : 'PENDING',
          JSON.stringify(counts),
          rows,
          JSON.stringify(withWarnings(notes, await countWarnings(client, record.wire))),
          JSON.stringify(rounding),
        ],
      );
      if (rowCount === 0) throw new JobCancelled();
    });
  });
}
