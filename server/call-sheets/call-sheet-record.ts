import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { TAKEN_OUTCOMES } from '../../contract/call-sheet.ts';
import type { CallSheet, CallSheetRow, callSheetCalls } from '../../contract/call-sheet.ts';
import type { SheetMapping } from '../../contract/sheet-mapping.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { pageLimit } from '../database/list-page.ts';
import { notFound } from '../errors.ts';

interface SheetRow extends Record<string, unknown> {
  id: string;
  source: string;
  file_name: string;
  store_key: string;
  sheet_name: string | null;
  state: CallSheet['state'];
  mapping: SheetMapping;
  done_rows: number;
  total_rows: number | null;
  counts: CallSheet['counts'];
  error: string | null;
  created_by: string;
  decided_by: string | null;
  created_by_name: string;
  created_at: string;
  finished_at: string | null;
}

/** A call sheet as the server knows it: the wire's fields and what only the server needs. */
export interface CallSheetRecord {
  readonly wire: CallSheet;
  readonly storeKey: string;
  readonly sheetName: string | null;
  /** In whose name its job works: whoever confirmed it, else whoever uploaded it. */
  readonly ownerId: string;
}

const select = sql`select s.*, u.full_name as created_by_name from call_sheets s join users u on u.id = s.created_by`;

/** What a sheet's counts come to. */
function sumsOf(counts: CallSheet['counts']): CallSheet['sums'] {
  const good: readonly string[] = TAKEN_OUTCOMES;
  const sums = { taken: 0, left: 0 };
  for (const [outcome, rows] of Object.entries(counts))
    sums[good.includes(outcome) ? 'taken' : 'left'] += rows;
  return sums;
}

const toRecord = (row: SheetRow): CallSheetRecord => ({
  storeKey: row.store_key,
  sheetName: row.sheet_name,
  ownerId: row.decided_by ?? row.created_by,
  wire: {
    _id: row.id,
    source: row.source,
    fileName: row.file_name,
    state: row.state,
    doneRows: row.done_rows,
    totalRows: row.total_rows,
    counts: row.counts,
    sums: sumsOf(row.counts),
    mapping: row.mapping,
    error: row.error,
    createdBy: row.created_by_name,
    createdAt: isoInstant(row.created_at),
    finishedAt: isoInstantOrNull(row.finished_at),
  },
});

/** The sheet, or null. */
export async function findCallSheet(db: Db, id: string): Promise<CallSheetRecord | null> {
  const { rows } = await db.execute<SheetRow>(sql`${select} where s.id = ${id}`);
  return rows[0] ? toRecord(rows[0]) : null;
}

/** The sheet. Throws 404. */
export async function readCallSheetRecord(db: Db, id: string): Promise<CallSheetRecord> {
  const found = await findCallSheet(db, id);
  if (!found) throw notFound('This sheet');
  return found;
}

/** A page of the sheets, newest first, with the dialers that sheets came from. */
export async function listCallSheets(
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<CallAnswer<typeof callSheetCalls.listCallSheets>> {
  const { rows } = await db.execute<SheetRow>(sql`${select}
    order by s.created_at desc, s.id desc ${pageLimit({ page, pageSize })}`);
  const all = await db.execute<{ count: number; sources: string[] }>(sql`select
    (select count(*)::int from call_sheets) as count,
    array(select m.name from column_mappings m where m.kind = 'CALLS' order by m.updated_at desc limit 50) as sources`);
  const { count = 0, sources = [] } = all.rows[0] ?? {};
  return {
    data: rows.map((row) => toRecord(row).wire),
    totalCount: count,
    page,
    pageSize,
    sources,
  };
}

interface StoredRow extends Omit<CallSheetRow, 'reasons'>, Record<string, unknown> {
  problems: { column: string; reason: string }[] | null;
}

const toWireRow = ({ problems, ...row }: StoredRow): CallSheetRow => ({
  ...row,
  at: isoInstantOrNull(row.at),
  reasons: (problems ?? []).map(({ column, reason }) => `${column}: ${reason}`),
});

/** A page of a sheet's rows in the file's order. Throws 404. */
export async function listCallSheetRows(
  db: Db,
  id: string,
  query: CallRequest<typeof callSheetCalls.listCallSheetRows>['query'],
): Promise<CallAnswer<typeof callSheetCalls.listCallSheetRows>> {
  const { wire } = await readCallSheetRecord(db, id);
  const { page, pageSize, outcome } = query;
  const which = outcome === undefined ? sql`` : sql`and r.outcome = ${outcome}`;
  const { rows } = await db.execute<StoredRow>(sql`
    select r.row, r.outcome, r.external_id as convoxid, r.number as "dialledNumber", r.placed_at as at, r.agent,
      u.full_name as "agentName", r.loan_id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
      r.result, r.talk_seconds as "talkSeconds", r.record_link is not null as "hasRecording", r.problems
    from (select * from call_sheet_rows r where r.sheet_id = ${id} ${which} order by r.row
        ${pageLimit({ page, pageSize })}) r
      left join users u on u.id = r.agent_id left join loans l on l.id = r.loan_id order by r.row`);
  const total = Object.entries(wire.counts)
    .filter(([name]) => outcome === undefined || name === outcome)
    .reduce((sum, [, count]) => sum + count, 0);
  const data = rows.map(toWireRow);
  return { data, totalCount: total, page, pageSize };
}

/** Changes the state when it is one of `from`; false when it is not (any more). */
export async function moveCallSheet(
  db: Db,
  id: string,
  from: readonly CallSheet['state'][],
  to: CallSheet['state'],
  error: string | null = null,
): Promise<boolean> {
  const isEnd = ['DONE', 'FAILED', 'CANCELLED'].includes(to);
  const { rowCount } = await db.execute(sql`update call_sheets set state = ${to}, error = ${error},
      finished_at = case when ${isEnd} then now() end
    where id = ${id} and state = any(${sql.param([...from])}::text[])`);
  return (rowCount ?? 0) > 0;
}

/** Shows how far the work is; false when the sheet was cancelled meanwhile. */
export async function noteCallProgress(
  db: Db,
  id: string,
  doneRows: number,
  totalRows: number | null,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update call_sheets
    set done_rows = ${doneRows}, total_rows = coalesce(${totalRows}, total_rows)
    where id = ${id} and state in ('READING', 'POSTING')`);
  return (rowCount ?? 0) > 0;
}
