import { sql } from 'drizzle-orm';
import { FILE_WORDS } from '../../contract/file-words.ts';
import type pg from 'pg';
import { writeAudit } from '../audit/audit-trail.ts';
import type { AuditEntry } from '../audit/audit-trail.ts';
import { businessDay } from '../clock.ts';
import type { Command } from '../command.ts';
import { holdLoansOfDead } from '../contact-gate/dead-borrower-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { tellPlanner } from '../database/planner-statistics.ts';
import { closeLoans } from '../loan-closures/loan-closing-service.ts';
import { bringBackLoans } from '../loan-closures/loan-return-service.ts';
import { refreshDues } from '../payments/due-service.ts';
import { tellOfImport } from './import-notices.ts';
import { findImport } from './import-record.ts';
import type { ImportRecord } from './import-record.ts';
import {
  insertLoans,
  loansComingBack,
  prolongUnchanged,
  loansNotNamed,
  loansWithNothingDue,
  noteFigureTime,
  resetOutcomes,
  setOutcomes,
  tellFigures,
  updateLoans,
} from './import-sql.ts';
import { takeImportSpelling } from '../spreadsheets/loan-number.ts';
import { importProgress, readCounts } from './import-staging.ts';
import { jobTransaction, lockClientLoans, lockImport } from './job-transaction.ts';

/** Rows stored between two reports of progress. */
const rowsPerStep = 5_000;

async function lastRow(client: pg.PoolClient, importId: string): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    'select coalesce(max(row), 0)::int as last from loan_import_rows where import_id = $1',
    [importId],
  );
  return rows[0]?.last ?? 0;
}

async function storeRows(
  context: Context,
  client: pg.PoolClient,
  record: ImportRecord,
  signal: AbortSignal,
): Promise<void> {
  const { _id: importId, batchNo, totalRows, periodEndsOn } = record.wire;
  const report = importProgress(context, importId, 'SAVING');
  const last = await lastRow(client, importId);
  let newLoans = 0;
  for (let from = 0; from < last; from += rowsPerStep) {
    signal.throwIfAborted();
    const range = [importId, record.clientId, batchNo, from, from + rowsPerStep, periodEndsOn];
    const { rowCount } = await client.query(insertLoans, range);
    newLoans += rowCount ?? 0;
    await tellPlanner(client, 'lender_figures', newLoans);
    await tellPlanner(client, 'loans', newLoans);
    await client.query(updateLoans, range);
    await report(Math.min(from + rowsPerStep, totalRows ?? last), totalRows);
  }
  if (periodEndsOn !== null)
    await client.query(prolongUnchanged, [importId, record.clientId, periodEndsOn]);
}

/** Ids that a statement over the import and its client finds. */
async function idsOf(
  client: pg.PoolClient,
  statement: string,
  record: ImportRecord,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(statement, [
    record.wire._id,
    record.clientId,
  ]);
  return rows.map(({ id }) => id);
}

/** Recalls the loans that the file does not name, where that was asked for. */
async function recallNotNamed(
  command: Command,
  client: pg.PoolClient,
  record: ImportRecord,
): Promise<void> {
  if (record.recallAbsent === null) return;
  await closeLoans(command, record.decidedById, {
    loanIds: await idsOf(client, loansNotNamed, record),
    reason: 'WITHDRAWN',
    note: record.wire.fileName,
    commandId: record.wire._id,
  });
}

/**
 * Loans follow what the file says of them: recalled, expired and paid ones of which something is due again are worked by
 * who had them; those with nothing due are paid. Returns the audit rows.
 */
async function followFigures(
  { client, tx }: { client: pg.PoolClient; tx: Db },
  record: ImportRecord,
  today: string,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const command = { tx, audit: (entry: AuditEntry) => entries.push(entry) };
  await recallNotNamed(command, client, record);
  await refreshDues(tx, await idsOf(client, tellFigures, record));
  await bringBackLoans(command, record.decidedById, {
    loanIds: await idsOf(client, loansComingBack, record),
    today,
  });
  await closeLoans(command, record.decidedById, {
    loanIds: await idsOf(client, loansWithNothingDue, record),
    reason: 'PAID',
    note: record.wire.fileName,
    commandId: record.wire._id,
  });
  return entries;
}

/**
 * Compares the rows with the loans once more. What a person verified is what is stored: when payments or other files
 * changed what a row does, the list is pending again with the new counts. Returns whether it still stands as verified.
 */
async function stillStands(client: pg.PoolClient, record: ImportRecord): Promise<boolean> {
  const given = [record.wire._id, record.clientId];
  await client.query(takeImportSpelling, given);
  const reset = await client.query(resetOutcomes, given);
  const set = await client.query(setOutcomes, given);
  const changedRows = (reset.rowCount ?? 0) + (set.rowCount ?? 0);
  const isRecallAsShown =
    record.recallAbsent === null ||
    (await idsOf(client, loansNotNamed, record)).length === record.recallAbsent;
  if (changedRows === 0 && isRecallAsShown) return true;
  const counts = await readCounts(client, record.wire._id);
  await client.query(
    `update loan_imports set state = 'PENDING', done_rows = total_rows, changed_rows = $2, new_rows = $3,
       update_rows = $4, unchanged_rows = $5, error = $6 where id = $1`,
    [
      record.wire._id,
      changedRows,
      counts.newRows,
      counts.updateRows,
      counts.unchangedRows,
      isRecallAsShown ? null : FILE_WORDS['other-loans-now'],
    ],
  );
  return false;
}

/**
 * Makes loans of a verified pending list, unless the loans changed since the check: stores all good rows and counts them,
 * in one transaction with its audit row. A kill leaves every row or none. Refused rows stay for their download. Does
 * nothing when another process is at it.
 */
export async function saveImport(
  context: Context,
  record: ImportRecord,
  signal: AbortSignal,
): Promise<void> {
  const importId = record.wire._id;
  await jobTransaction(context.database.pool, async ({ client, tx }) => {
    if (!(await lockImport(client, importId))) return;
    await lockClientLoans(client, record.clientId);
    const current = await findImport(tx, importId);
    if (current?.wire.state !== 'SAVING') return;
    await tellPlanner(client, 'loan_import_rows', current.wire.totalRows ?? 0);
    if (!(await stillStands(client, current))) return tellOfImport(tx, current, 'IMPORT_FAILED');
    // The trigger that notes changed contact fields asks who changes them.
    await client.query(`select set_config('recoup.actor', $1, true)`, [current.decidedById]);
    await client.query(noteFigureTime, [importId]);
    const counts = await readCounts(client, importId);
    await storeRows(context, client, record, signal);
    const today = businessDay(context.settings.businessTz);
    await holdLoansOfDead(
      tx,
      sql`select l.id from loans l where l.client_id = ${record.clientId} and l.batch_no = ${record.wire.batchNo}`,
    );
    const followed = await followFigures({ client, tx }, current, today);
    await client.query(
      `delete from loan_import_rows where import_id = $1 and outcome not in ('FAILED', 'DUPLICATE', 'SKIPPED')`,
      [importId],
    );
    await client.query(
      `update loan_imports set state = 'DONE', finished_at = now(), done_rows = total_rows, new_rows = $2,
         update_rows = $3, unchanged_rows = $4 where id = $1`,
      [importId, counts.newRows, counts.updateRows, counts.unchangedRows],
    );
    await tellOfImport(tx, current, 'IMPORT_FINISHED', {
      count: counts.newRows + counts.updateRows,
      failedCount: counts.failedRows,
    });
    await writeAudit(tx, null, [
      ...followed,
      {
        action: 'loan-import.save',
        entity: 'loan-import',
        entityId: importId,
        details: { batchNo: record.wire.batchNo, client: record.wire.Client_Name, ...counts },
      },
    ]);
  });
}
