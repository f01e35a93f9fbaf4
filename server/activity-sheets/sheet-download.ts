import { sql } from 'drizzle-orm';
import { POSTED_OUTCOMES } from '../../contract/activity-sheet.ts';
import type { ActivitySheet, RowOutcome } from '../../contract/activity-sheet.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { FileAnswer } from '../http/serve.ts';
import type { Db } from '../database/connection.ts';
import { againstRules } from '../errors.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import { readableDay } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { FAILED_REASON_COLUMN, FAILED_ROW_COLUMN } from '../spreadsheets/table-header.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { readSheet } from './sheet-record.ts';
import { reasonsOf } from './sheet-rows.ts';

type FileFormat = 'csv' | 'xlsx';

interface DownloadedRow extends Record<string, unknown> {
  row: number;
  outcome: RowOutcome;
  loan_number: string | null;
  amount: number | null;
  day: string | null;
  bucket: string | null;
  status: string | null;
  cells: string[] | null;
  problems: { column: string; reason: string }[] | null;
  differences: { field: string; theirs: string; ours: string }[] | null;
}

const rowsPerRead = 2_000;
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

function explanation({ outcome, problems, differences }: DownloadedRow): string {
  const told = (differences ?? []).map(
    ({ field, theirs, ours }) =>
      `${field.replaceAll('_', ' ')}: the client has ${theirs}, we have ${ours === '' ? 'nothing' : ours}.`,
  );
  return [outcome, ...reasonsOf(outcome, problems), ...told].join(' · ');
}

/**
 * The original cells, a day as it was read; of a loan that the file lacks, what we have, in the columns that its fields are
 * mapped to.
 */
function cellsOf(sheet: ActivitySheet, row: DownloadedRow, format: FileFormat): SheetCell[] {
  const { cells, day } = row;
  if (cells) {
    const dayColumn = sheet.mapping['Payment_Date'] ?? sheet.mapping['Visit_Date'];
    return sheet.headers.map((header, index) =>
      day !== null && header === dayColumn ? readableDay(day, format) : (cells[index] ?? ''),
    );
  }
  const ours = new Map<string | undefined, SheetCell>([
    [sheet.mapping['Loan_ID'], row.loan_number],
    [sheet.mapping['Total_Due_Amount'], row.amount],
    [sheet.mapping['Bucket'], row.bucket],
    [sheet.mapping['Status'], row.status],
  ]);
  return sheet.headers.map((header) => ours.get(header) ?? '');
}

async function* wantedRows(
  db: Db,
  sheet: ActivitySheet,
  outcomes: readonly string[],
  format: FileFormat,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  yield [...sheet.headers, FAILED_ROW_COLUMN, FAILED_REASON_COLUMN];
  let after = 0;
  for (;;) {
    const { rows } = await db.execute<DownloadedRow>(sql`
      select row, outcome, loan_number, amount, on_date::text as day, bucket, status, cells, problems, differences
      from activity_sheet_rows
      where sheet_id = ${sheet._id} and outcome = any(${sql.param(outcomes)}::text[]) and row > ${after}
      order by row limit ${rowsPerRead}`);
    for (const row of rows) {
      const number = row.outcome === 'MISSING_THERE' ? '' : row.row;
      yield [...cellsOf(sheet, row, format), number, explanation(row)];
      after = row.row;
    }
    if (rows.length < rowsPerRead) return;
  }
}

/**
 * Rows of a sheet with their original columns, row numbers, outcome and reasons, streamed: of one outcome, or all that are
 * not posted (of a lender's list: all that are not equal). Mended, the file uploads again. Leaves an audit row. Throws
 * 404, or 422 when there are none.
 */
export async function downloadSheetRows(
  context: Context,
  actor: Actor,
  id: string,
  query: { format: FileFormat; outcome?: RowOutcome | undefined },
): Promise<FileAnswer> {
  const { format, outcome } = query;
  const { wire } = await readSheet(context.db, actor, id);
  const left = Object.keys(wire.counts).filter(
    (one) => one !== 'EQUAL' && !(POSTED_OUTCOMES[wire.kind] as readonly string[]).includes(one),
  );
  const outcomes = outcome === undefined ? left : [outcome];
  const rows = outcomes.reduce((sum, one) => sum + (wire.counts[one]?.rows ?? 0), 0);
  if (rows === 0) throw againstRules('NO_ROWS', 'There are no such rows: nothing to download.');
  await runCommand(context.db, actor, async ({ audit }) => {
    audit({
      action: 'activity-sheet.export',
      entity: 'activity-sheet',
      entityId: id,
      details: { kind: wire.kind, client: wire.Client_Name, outcomes, rows, format },
    });
  });
  const lines = wantedRows(context.db, wire, outcomes, format);
  const name = (outcome ?? 'rows-not-taken').toLowerCase().replaceAll('_', '-');
  return {
    name: `${name}-${wire.createdAt.slice(0, 10)}.${format}`,
    contentType: contentTypes[format],
    bytes: format === 'csv' ? writeCsv(lines) : writeXlsx(lines, 'Rows'),
  };
}
