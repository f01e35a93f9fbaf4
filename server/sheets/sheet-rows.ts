import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Page } from '../../contract/paging.ts';
import type { Sheet, sheetCalls } from '../../contract/sheet.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay, dayRange, isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { notFound } from '../errors.ts';

type ListQuery = z.output<typeof sheetCalls.listSheets.query>;

interface SheetRow extends Record<string, unknown> {
  _id: string;
  batchNo: number;
  fileName: string;
  name: string;
  sheetName: string | null;
  periodEndsOn: string | null;
  asOf: string | null;
  changedRows: number;
  Client_Name: string;
  uploadState: LoanImport['state'];
  doneRows: number;
  totalRows: number | null;
  newRows: number;
  updateRows: number;
  unchangedRows: number;
  duplicateRows: number;
  failedRows: number;
  skippedRows: number;
  notes: string[];
  rounding: Sheet['rounding'];
  mapping: ImportMapping;
  error: string | null;
  createdBy: string;
  createdAt: string;
  finishedAt: string | null;
  takenBackAt: string | null;
  takenBackBy: string | null;
  hasGivenBack: boolean;
  activeLoans: number;
  closedLoans: number;
}

/**
 * Condition: the loans `l` that a sheet with this number brought first. Loans stored before sheets noted that count for
 * the sheet that changed them last. There is an index on this expression.
 */
export const broughtBy = (batchNo: SQL): SQL =>
  sql`coalesce(l.first_batch_no, l.batch_no) = ${batchNo}`;

/** Sheets whoever asks for them: only the agency's own people are let in, but a lender would see its own. */
const visibleTo = (actor: Actor): SQL =>
  isAdmin(actor) ? sql`true` : sql`i.client_id = ${actor.clientId}`;

const columns = sql`i.id as "_id", i.batch_no as "batchNo", i.file_name as "fileName",
  coalesce(i.name, i.file_name) as name, i.sheet_name as "sheetName", i.period_ends_on as "periodEndsOn",
  i.as_of as "asOf", i.changed_rows as "changedRows",
  c.name as "Client_Name", i.state as "uploadState", i.done_rows as "doneRows", i.total_rows as "totalRows",
  i.new_rows as "newRows", i.update_rows as "updateRows", i.unchanged_rows as "unchangedRows",
  i.duplicate_rows as "duplicateRows", i.failed_rows as "failedRows", i.skipped_rows as "skippedRows",
  i.notes, i.rounding, i.mapping, i.error, u.full_name as "createdBy",
  i.created_at as "createdAt", i.finished_at as "finishedAt", i.taken_back_at as "takenBackAt",
  t.full_name as "takenBackBy", i.taken_back_command is not null as "hasGivenBack",
  coalesce(k.active, 0)::int as "activeLoans", coalesce(k.closed, 0)::int as "closedLoans"`;

const sheets = sql`loan_imports i join clients c on c.id = i.client_id join users u on u.id = i.created_by`;

const joins = sql`left join users t on t.id = i.taken_back_by
  left join lateral (select count(*) filter (where l.status = 'ACTIVE') as active,
      count(*) filter (where l.status not in ('ACTIVE', 'DELETED')) as closed
    from loans l where ${broughtBy(sql`i.batch_no`)}) k on i.state = 'DONE'`;

function toSheet(zone: string, row: SheetRow): Sheet {
  const { uploadState, hasGivenBack, ...shown } = row;
  const isTakenBack = row.takenBackAt !== null;
  const isToday =
    row.takenBackAt !== null &&
    businessDay(zone, new Date(isoInstant(row.takenBackAt))) === businessDay(zone);
  return {
    ...shown,
    state: isTakenBack ? 'TAKEN_BACK' : uploadState,
    createdAt: isoInstant(row.createdAt),
    finishedAt: isoInstantOrNull(row.finishedAt),
    takenBackAt: isoInstantOrNull(row.takenBackAt),
    canUndo: isToday && uploadState === 'DONE' && hasGivenBack,
    canReopen: uploadState === 'FAILED' || uploadState === 'CANCELLED',
  };
}

function stateCondition(state: ListQuery['state']): SQL {
  if (state === 'TAKEN_BACK') return sql`i.taken_back_at is not null`;
  const kept = sql`i.taken_back_at is null`;
  return state === undefined ? kept : sql`${kept} and i.state = ${state}`;
}

function matching(zone: string, query: ListQuery): SQL {
  const { state, search, clientName, from, to } = query;
  return allOf([
    stateCondition(state),
    search &&
      sql`(i.batch_no::text = ${search} or ${contains(search, sql`i.name`, sql`i.file_name`, sql`u.full_name`)})`,
    clientName && sql`c.name = ${clientName}`,
    from && sql`i.created_at >= ${dayRange(zone, from, from).start}`,
    to && sql`i.created_at < ${dayRange(zone, to, to).end}`,
  ]);
}

/** A page of the sheets, newest first; the ones taken back only when asked for. */
export async function listSheets(
  { db, settings }: Context,
  actor: Actor,
  query: ListQuery,
): Promise<Page<Sheet>> {
  const zone = settings.businessTz;
  return listPage(db, query, {
    columns,
    from: sheets,
    joins,
    where: sql`${visibleTo(actor)} and ${matching(zone, query)}`,
    order: sql`i.batch_no desc`,
    // Only the loans of the page's sheets are counted.
    key: sql`i.id`,
    row: (row: SheetRow) => toSheet(zone, row),
  });
}

/** One sheet. Throws 404. */
export async function readSheet(db: Db, zone: string, actor: Actor, id: string): Promise<Sheet> {
  const { rows } = await db.execute<SheetRow>(
    sql`select ${columns} from ${sheets} ${joins} where i.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!rows[0]) throw notFound('This sheet');
  return toSheet(zone, rows[0]);
}

/** A sheet held against other decisions until the transaction's end. */
export interface LockedSheet {
  readonly id: string;
  readonly batchNo: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly name: string;
  readonly fileName: string;
  readonly uploadState: LoanImport['state'];
  readonly takenBackAt: string | null;
  readonly takenBackCommand: string | null;
}

/** Locks a sheet until the transaction's end. Throws 404. */
export async function lockSheet(tx: Db, actor: Actor, id: string): Promise<LockedSheet> {
  const { rows } = await tx.execute<LockedSheet & Record<string, unknown>>(sql`
    select i.id, i.batch_no as "batchNo", i.client_id as "clientId", c.name as "clientName",
      coalesce(i.name, i.file_name) as name, i.file_name as "fileName", i.state as "uploadState",
      i.taken_back_at as "takenBackAt", i.taken_back_command as "takenBackCommand"
    from loan_imports i join clients c on c.id = i.client_id where i.id = ${id} and ${visibleTo(actor)}
    for update of i`);
  if (!rows[0]) throw notFound('This sheet');
  return rows[0];
}
