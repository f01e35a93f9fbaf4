import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { findFileWords } from '../../contract/file-words.ts';
import type { FileWord } from '../../contract/file-words.ts';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { LoanImport } from '../../contract/loan-import.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { countRows, pageLimit } from '../database/list-page.ts';
import { notFound } from '../errors.ts';

interface ImportRow extends Record<string, unknown> {
  id: string;
  batch_no: number;
  file_name: string;
  name: string | null;
  sheet_name: string | null;
  period_ends_on: string | null;
  as_of: string | null;
  changed_rows: number;
  recall_absent: number | null;
  store_key: string;
  client_id: string;
  client_name: string;
  state: LoanImport['state'];
  done_rows: number;
  total_rows: number | null;
  new_rows: number;
  update_rows: number;
  unchanged_rows: number;
  duplicate_rows: number;
  failed_rows: number;
  skipped_rows: number;
  notes: string[];
  rounding: LoanImport['rounding'];
  headers: string[];
  mapping: ImportMapping;
  error: string | null;
  created_by: string;
  decided_by: string | null;
  created_by_name: string;
  created_at: string;
  finished_at: string | null;
  taken_back_at: string | null;
}

/** An upload as the server knows it: the wire's fields and what only the server needs. */
export interface ImportRecord {
  readonly wire: LoanImport;
  readonly storeKey: string;
  readonly clientId: string;
  readonly createdById: string;
  /** In whose name it is stored: whoever verified it. Before that, whoever uploaded it. */
  readonly decidedById: string;
  /** Verified with the recall of so many loans that the file does not name; null: without. */
  readonly recallAbsent: number | null;
}

const selectImport = sql`select i.*, c.name as client_name, u.full_name as created_by_name
  from loan_imports i join clients c on c.id = i.client_id join users u on u.id = i.created_by`;

function toRecord(row: ImportRow): ImportRecord {
  const used = new Set<string>(Object.values(row.mapping));
  return {
    storeKey: row.store_key,
    clientId: row.client_id,
    createdById: row.created_by,
    decidedById: row.decided_by ?? row.created_by,
    recallAbsent: row.recall_absent,
    wire: {
      _id: row.id,
      batchNo: row.batch_no,
      fileName: row.file_name,
      name: row.name ?? row.file_name,
      sheetName: row.sheet_name,
      periodEndsOn: row.period_ends_on,
      asOf: row.as_of,
      Client_Name: row.client_name,
      state: row.state,
      doneRows: row.done_rows,
      totalRows: row.total_rows,
      newRows: row.new_rows,
      updateRows: row.update_rows,
      unchangedRows: row.unchanged_rows,
      duplicateRows: row.duplicate_rows,
      failedRows: row.failed_rows,
      skippedRows: row.skipped_rows,
      changedRows: row.changed_rows,
      notes: row.notes,
      rounding: row.rounding,
      headers: row.headers,
      mapping: row.mapping,
      otherColumns: row.headers.filter((header) => !used.has(header)),
      error: row.error,
      createdBy: row.created_by_name,
      createdAt: isoInstant(row.created_at),
      finishedAt: isoInstantOrNull(row.finished_at),
      takenBackAt: isoInstantOrNull(row.taken_back_at),
    },
  };
}

function visibleTo(actor: Actor): SQL {
  return isAdmin(actor) ? sql`true` : sql`i.client_id = ${actor.clientId}`;
}

/** Tell of other lenders' loans. */
const OF_OTHERS: ReadonlySet<FileWord> = new Set(['loan-of-other-client', 'loans-of-other-client']);

/** A lender's people see the agency's uploads for their lender, without what those tell of other lenders' loans. */
function recordFor(actor: Actor, row: ImportRow): ImportRecord {
  const record = toRecord(row);
  if (isAdmin(actor)) return record;
  const notes = record.wire.notes.filter(
    (note) => findFileWords(note)?.some(({ word }) => OF_OTHERS.has(word)) !== true,
  );
  return { ...record, wire: { ...record.wire, notes } };
}

/** The upload, whoever asks (for jobs), or null. */
export async function findImport(db: Db, id: string): Promise<ImportRecord | null> {
  const { rows } = await db.execute<ImportRow>(sql`${selectImport} where i.id = ${id}`);
  return rows[0] ? toRecord(rows[0]) : null;
}

/** The upload as far as the actor may see it. Throws 404. */
export async function readImport(db: Db, actor: Actor, id: string): Promise<ImportRecord> {
  const { rows } = await db.execute<ImportRow>(
    sql`${selectImport} where i.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!rows[0]) throw notFound('This upload');
  return recordFor(actor, rows[0]);
}

/** A page of the uploads the actor may see, newest first. */
export async function listImports(
  db: Db,
  actor: Actor,
  page: number,
  pageSize: number,
): Promise<{ data: LoanImport[]; totalCount: number }> {
  const totalCount = await countRows(db, sql`loan_imports i where ${visibleTo(actor)}`);
  const { rows } = await db.execute<ImportRow>(sql`${selectImport} where ${visibleTo(actor)}
    order by i.batch_no desc ${pageLimit({ page, pageSize })}`);
  return { data: rows.map((row) => recordFor(actor, row).wire), totalCount };
}

/** The newest batch number the actor may see; 0 before the first. */
export async function lastBatchNo(db: Db, actor: Actor): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(
    sql`select coalesce(max(i.batch_no), 0)::int as last from loan_imports i where ${visibleTo(actor)}`,
  );
  return rows[0]?.last ?? 0;
}

/** What a new upload is stored with. */
export interface NewImport {
  readonly id: string;
  readonly fileName: string;
  readonly storeKey: string;
  readonly clientId: string;
  readonly headers: readonly string[];
  readonly mapping: ImportMapping;
  /** The sheet of a workbook to read; null: the first with rows. */
  readonly sheetName: string | null;
  /** Last day of the lender's allocation; null: until recalled. */
  readonly periodEndsOn: string | null;
  /** The day as of which it speaks; null: when it was uploaded. */
  readonly asOf: string | null;
  readonly createdBy: string;
}

/** Stores a new upload in the state READING and gives it the next batch number. */
export async function insertImport(tx: Db, given: NewImport): Promise<void> {
  await tx.execute(sql`insert into loan_imports
    (id, batch_no, file_name, store_key, client_id, state, headers, mapping, sheet_name,
      period_ends_on, as_of, created_by)
    values (${given.id}, nextval('loan_import_batch'), ${given.fileName}, ${given.storeKey}, ${given.clientId},
      'READING', ${JSON.stringify(given.headers)}::jsonb, ${JSON.stringify(given.mapping)}::jsonb, ${given.sheetName},
      ${given.periodEndsOn}, ${given.asOf}, ${given.createdBy})`);
}

/** Changes the state when it is one of `from`; false when it is not (any more). */
export async function moveImport(
  db: Db,
  id: string,
  from: readonly LoanImport['state'][],
  to: LoanImport['state'],
  error: string | null = null,
): Promise<boolean> {
  const isEnd = to === 'DONE' || to === 'FAILED' || to === 'CANCELLED';
  const { rowCount } = await db.execute(sql`update loan_imports set state = ${to}, error = ${error},
      finished_at = case when ${isEnd} then now() end,
      done_rows = case when ${to === 'PENDING'} then coalesce(total_rows, done_rows) else done_rows end
    where id = ${id} and state = any(${sql.param(from)}::text[])`);
  return (rowCount ?? 0) > 0;
}

/** Shows how far the work is; false when the upload was cancelled meanwhile. */
export async function noteProgress(
  db: Db,
  id: string,
  state: LoanImport['state'],
  doneRows: number,
  totalRows: number | null,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update loan_imports
    set state = ${state}, done_rows = ${doneRows}, total_rows = ${totalRows}
    where id = ${id} and state in ('READING', 'CHECKING', 'SAVING')`);
  return (rowCount ?? 0) > 0;
}
