import { sql } from 'drizzle-orm';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { FileAnswer } from '../http/serve.ts';
import type { Db } from '../database/connection.ts';
import { againstRules } from '../errors.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import { readableDay } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { FAILED_REASON_COLUMN, FAILED_ROW_COLUMN } from '../spreadsheets/table-header.ts';
import { readImport } from './import-record.ts';
import type { RowProblem } from './field-cells.ts';

interface FailedRow extends Record<string, unknown> {
  row: number;
  cells: string[] | null;
  problems: RowProblem[] | null;
  Disbursal_Date: string | null;
  Due_Date: string | null;
  Last_Payment_Date: string | null;
}

const DAY_FIELDS = ['Disbursal_Date', 'Due_Date', 'Last_Payment_Date'] as const;

type FailedFormat = 'csv' | 'xlsx';

const rowsPerRead = 2_000;
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

function reasonOf(problems: readonly RowProblem[] | null): string {
  return (problems ?? []).map((problem) => `${problem.column}: ${problem.reason}`).join(' ');
}

/** The row's own cells; days that were read stay what they were. */
function cellsOf(
  failed: FailedRow,
  { headers, mapping }: Pick<LoanImport, 'headers' | 'mapping'>,
  format: FailedFormat,
): SheetCell[] {
  const cells: SheetCell[] = headers.map((_, index) => failed.cells?.[index] ?? '');
  for (const field of DAY_FIELDS) {
    const day = failed[field];
    const index = headers.indexOf(mapping[field] ?? '');
    if (day !== null && index >= 0) cells[index] = readableDay(day, format);
  }
  return cells;
}

async function* failedRows(
  db: Db,
  upload: LoanImport,
  format: FailedFormat,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  const { _id: id, headers } = upload;
  yield [...headers, FAILED_ROW_COLUMN, FAILED_REASON_COLUMN];
  let after = 0;
  for (;;) {
    const { rows } =
      await db.execute<FailedRow>(sql`select row, cells, problems, disbursal_date::text as "Disbursal_Date",
        due_date::text as "Due_Date", last_payment_date::text as "Last_Payment_Date" from loan_import_rows
      where import_id = ${id} and outcome = 'FAILED' and row > ${after} order by row limit ${rowsPerRead}`);
    for (const failed of rows) {
      yield [...cellsOf(failed, upload, format), failed.row, reasonOf(failed.problems)];
      after = failed.row;
    }
    if (rows.length < rowsPerRead) return;
  }
}

/**
 * The refused rows of an upload with their original columns (days as they were read), row numbers and reasons, streamed; mended, the file imports
 * again. Leaves an audit row. Throws 404, or 422 when there are none.
 */
export async function downloadFailedRows(
  context: Context,
  actor: Actor,
  id: string,
  format: FailedFormat,
): Promise<FileAnswer> {
  const { wire } = await readImport(context.db, actor, id);
  if (wire.failedRows === 0)
    throw againstRules(
      'NO_FAILED_ROWS',
      'No row of this upload was refused: there is nothing to download.',
    );
  await runCommand(context.db, actor, async ({ audit }) => {
    audit({
      action: 'loan-import.export-failed',
      entity: 'loan-import',
      entityId: id,
      details: { client: wire.Client_Name, batchNo: wire.batchNo, rows: wire.failedRows, format },
    });
  });
  const rows = failedRows(context.db, wire, format);
  return {
    name: `refused-rows-batch-${wire.batchNo}.${format}`,
    contentType: contentTypes[format],
    bytes: format === 'csv' ? writeCsv(rows) : writeXlsx(rows, 'Refused rows'),
  };
}
