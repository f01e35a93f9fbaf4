import { fileSentence } from '../../contract/file-words.ts';
import { countText } from '../../contract/rupees.ts';
import type pg from 'pg';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Context } from '../context.ts';
import { tellPlanner } from '../database/planner-statistics.ts';
import { copyFileRows } from '../jobs/file-rows.ts';
import { JobCancelled, progressReporter } from '../jobs/job-progress.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { alikeNumbers, takeImportSpelling } from '../spreadsheets/loan-number.ts';
import { STAGED_COLUMNS } from './import-columns.ts';
import { noteProgress } from './import-record.ts';
import type { ImportRecord } from './import-record.ts';
import { countOutcomes, loansOfOthers, olderFigures, setOutcomes } from './import-sql.ts';
import { jobTransaction, lockImport } from './job-transaction.ts';
import { stageInThread } from './reading-thread.ts';
import type { StagingResult, StagingTask } from './file-reading.ts';

const copyStaged = `copy loan_import_rows (${STAGED_COLUMNS.join(', ')}) from stdin`;

/** Tells how far the work on an upload is, as in this state. */
export const importProgress = (context: Context, importId: string, state: LoanImport['state']) =>
  progressReporter((done, total) => noteProgress(context.db, importId, state, done, total));

/** Copies a file's rows; once more from the beginning when they prove that dates start with the month. */
async function copyAll(
  context: Context,
  client: pg.PoolClient,
  task: StagingTask,
  signal: AbortSignal,
): Promise<StagingResult> {
  const report = importProgress(context, task.importId, 'READING');
  const copy = async (given: StagingTask) =>
    copyFileRows(client, copyStaged, stageInThread(given), report, signal);
  const first = await copy(task);
  if (first.monthFirst.length === 0) return first;
  await client.query('delete from loan_import_rows where import_id = $1', [task.importId]);
  return copy({ ...task, monthFirst: first.monthFirst });
}

/** What to say of a file whose figures are of an earlier day than those that are kept. */
async function olderNotes(client: pg.PoolClient, record: ImportRecord): Promise<string[]> {
  const { rows } = await client.query<{ count: number; day: string }>(olderFigures, [
    record.wire._id,
    record.clientId,
  ]);
  const { count = 0, day = '' } = rows[0] ?? {};
  if (count === 0) return [];
  const word = count === 1 ? 'older-loan' : 'older-loans';
  return [fileSentence(word, { count: countText(count), day })];
}

/** What to say of new loans whose numbers are nearly those of stored ones: they would be stored a second time. */
async function alikeNotes(client: pg.PoolClient, record: ImportRecord): Promise<string[]> {
  const { rows } = await client.query<{ count: number; number: string; stored: string }>(
    alikeNumbers,
    [record.wire._id, record.clientId],
  );
  const { count = 0, number = '', stored = '' } = rows[0] ?? {};
  if (count === 0) return [];
  const word = count === 1 ? 'alike-number' : 'alike-numbers';
  return [fileSentence(word, { count: countText(count), number, stored })];
}

/** What to say of new loans that another client has already: the file may be that client's. */
async function othersNotes(client: pg.PoolClient, record: ImportRecord): Promise<string[]> {
  const { rows } = await client.query<{ count: number; number: string }>(loansOfOthers, [
    record.wire._id,
    record.clientId,
  ]);
  const { count = 0, number = '' } = rows[0] ?? {};
  if (count === 0) return [];
  const word = count === 1 ? 'loan-of-other-client' : 'loans-of-other-client';
  return [fileSentence(word, { count: countText(count), number })];
}

/** Counts of each outcome; 0 where there is none. */
export async function readCounts(client: pg.PoolClient, importId: string) {
  const { rows } = await client.query<{ outcome: string; count: number }>(countOutcomes, [
    importId,
  ]);
  const counts = new Map(rows.map((row) => [row.outcome, row.count]));
  return {
    newRows: counts.get('NEW') ?? 0,
    updateRows: counts.get('UPDATE') ?? 0,
    unchangedRows: counts.get('UNCHANGED') ?? 0,
    duplicateRows: counts.get('DUPLICATE') ?? 0,
    failedRows: counts.get('FAILED') ?? 0,
  };
}

/**
 * Reads a whole upload into the pending list and compares it with the stored loans, all in one transaction: afterwards
 * it is PENDING with true counts, or as if never begun. Does nothing when another process is at it. Throws FileProblem,
 * JobCancelled, or what the database throws.
 */
export async function stageImport(
  context: Context,
  record: ImportRecord,
  signal: AbortSignal,
): Promise<void> {
  const importId = record.wire._id;
  await context.fileStore.withLocalFile(record.storeKey, async (path) => {
    const kind = await detectFileKind(path);
    await jobTransaction(context.database.pool, async ({ client }) => {
      if (!(await lockImport(client, importId))) return;
      await client.query('delete from loan_import_rows where import_id = $1', [importId]);
      const { mapping, sheetName } = record.wire;
      const task = { path, kind, importId, mapping, sheetName, monthFirst: [] };
      const { rows, skippedRows, notes, rounding } = await copyAll(context, client, task, signal);
      await importProgress(context, importId, 'CHECKING')(rows, rows, true);
      await tellPlanner(client, 'loan_import_rows', rows);
      await client.query(takeImportSpelling, [importId, record.clientId]);
      await client.query(setOutcomes, [importId, record.clientId]);
      const counts = await readCounts(client, importId);
      const found = [
        ...(await othersNotes(client, record)),
        ...(await alikeNotes(client, record)),
        ...(await olderNotes(client, record)),
      ];
      const { rowCount } = await client.query(
        `update loan_imports set state = 'PENDING', done_rows = $2, total_rows = $2, new_rows = $3, update_rows = $4,
           unchanged_rows = $5, duplicate_rows = $6, failed_rows = $7, skipped_rows = $8, notes = $9::jsonb, rounding = $10::jsonb
           where id = $1 and state = 'CHECKING'`,
        [
          importId,
          rows,
          counts.newRows,
          counts.updateRows,
          counts.unchangedRows,
          counts.duplicateRows,
          counts.failedRows,
          skippedRows,
          JSON.stringify([...notes, ...found]),
          JSON.stringify(rounding),
        ],
      );
      if (rowCount === 0) throw new JobCancelled();
    });
  });
}
