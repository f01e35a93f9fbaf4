import type pg from 'pg';
import { setImmediate as turn } from 'node:timers/promises';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { jobTransaction } from '../loan-imports/import-tools-service.ts';
import { databaseJson } from '../spreadsheets/database-json.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import { actorOfSheet } from './sheet-actor.ts';
import { judgeSheet } from './sheet-judging.ts';
import { sheetRows } from './sheet-reading.ts';
import { noteProgress } from './sheet-record.ts';
import type { SheetRecord } from './sheet-record.ts';
import { sheetRowChecker } from './sheet-row-check.ts';
import type { CheckedSheetRow } from './sheet-row-check.ts';

const rowsPerInsert = 2_000;
const progressEveryMs = 300;

/** The sheet was cancelled while a job worked on it: nothing is kept. */
export class SheetCancelled extends Error {
  override readonly name = 'SheetCancelled';
}

/** Takes the lock of one sheet for this transaction; false when another process works on it. */
export async function lockSheet(client: pg.PoolClient, sheetId: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(4806, hashtext($1)) as locked',
    [sheetId],
  );
  return rows[0]?.locked ?? false;
}

const insertRows = `
  insert into activity_sheet_rows (sheet_id, row, outcome, loan_number, amount, on_date, mode, reference, person,
    field_agent, manager, bucket, status, payment_key, cells, problems)
  select $1, r.row, r.outcome, r.loan_number, r.amount::bigint, r.on_date::date, r.mode, r.reference, r.person,
    r.field_agent, r.manager, r.bucket, r.status, r.payment_key, r.cells::jsonb, r.problems::jsonb
  from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[])
    as r(row, outcome, loan_number, amount, on_date, mode, reference, person, field_agent, manager, bucket, status,
      payment_key, cells, problems)`;

const json = (value: unknown): string | null => (value === null ? null : databaseJson(value));

async function storeRows(
  client: pg.PoolClient,
  sheetId: string,
  rows: readonly CheckedSheetRow[],
): Promise<void> {
  const column = (pick: (row: CheckedSheetRow) => string | number | null | undefined) =>
    rows.map((row) => pick(row) ?? null);
  await client.query(insertRows, [
    sheetId,
    column((row) => row.row),
    column((row) => row.outcome),
    column(({ values }) => values.Loan_ID),
    column(({ values }) => values.Amount ?? values.Total_Due_Amount),
    column(({ values }) => values.Payment_Date ?? values.Visit_Date),
    column(({ values }) => values.Payment_Mode),
    column(({ values }) => values.Reference),
    column(({ values }) => values.Collector),
    column(({ values }) => values.Field_Agent),
    column(({ values }) => values.Manager),
    column(({ values }) => values.Bucket),
    column(({ values }) => values.Status),
    column((row) => row.paymentKey),
    column((row) => json(row.cells)),
    column((row) => json(row.problems)),
  ]);
}

async function readFile(
  context: Context,
  client: pg.PoolClient,
  { wire, sheetName }: SheetRecord,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const { _id: sheetId, kind, mapping } = wire;
  const fileKind = await detectFileKind(path);
  const today = businessDay(context.settings.businessTz);
  let check: ((row: SheetRow) => CheckedSheetRow | null) | null = null;
  let waiting: CheckedSheetRow[] = [];
  let count = 0;
  let lastMs = 0;
  for await (const table of sheetRows({ path, fileKind, kind, mapping, sheetName })) {
    check ??= sheetRowChecker(kind, table.header, mapping, today);
    for (const row of table.rows) {
      const checked = check(row);
      if (checked) waiting.push(checked);
    }
    count += table.rows.length;
    signal.throwIfAborted();
    if (waiting.length < rowsPerInsert) continue;
    await storeRows(client, sheetId, waiting);
    waiting = [];
    // Others are served between two pieces of a large file.
    await turn();
    if (Date.now() - lastMs < progressEveryMs) continue;
    lastMs = Date.now();
    const total = table.expectedRows === 0 ? null : Math.max(count, table.expectedRows);
    if (!(await noteProgress(context.db, sheetId, count, total))) throw new SheetCancelled();
  }
  if (waiting.length > 0) await storeRows(client, sheetId, waiting);
  return count;
}

/**
 * Reads a whole sheet and decides over its rows, in one transaction: afterwards it is PENDING (a lender's own list: DONE)
 * with true counts, or as if never begun. Does nothing when another process is at it. Throws FileProblem, SheetCancelled,
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
      await client.query('delete from activity_sheet_rows where sheet_id = $1', [sheetId]);
      const rows = await readFile(context, client, record, path, signal);
      const counts = await judgeSheet(transaction, await actorOfSheet(tx, sheetId), record);
      signal.throwIfAborted();
      const isReport = record.wire.kind === 'SYSTEM_EXPORT';
      const { rowCount } = await client.query(
        `update activity_sheets set state = $2, counts = $3, done_rows = $4, total_rows = $4, error = null,
           finished_at = case when $2 = 'DONE' then now() end where id = $1 and state = 'READING'`,
        [sheetId, isReport ? 'DONE' : 'PENDING', JSON.stringify(counts), rows],
      );
      if (rowCount === 0) throw new SheetCancelled();
    });
  });
}
