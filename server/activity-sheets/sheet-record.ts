import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { POSTED_OUTCOMES } from '../../contract/activity-sheet.ts';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../contract/sheet-mapping.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay, isoInstant, isoInstantOrNull } from '../clock.ts';
import { CLIENT_ADMIN_KINDS } from '../column-mappings/column-mapping-service.ts';
import type { Db } from '../database/connection.ts';
import { countRows, pageLimit } from '../database/list-page.ts';
import { notFound } from '../errors.ts';

interface SheetRecordRow extends Record<string, unknown> {
  id: string;
  kind: SheetKind;
  client_id: string;
  client_name: string;
  file_name: string;
  store_key: string;
  state: ActivitySheet['state'];
  done_rows: number;
  total_rows: number | null;
  counts: ActivitySheet['counts'];
  headers: string[];
  mapping: SheetMapping;
  day_order: DayOrder | null;
  notes: string[];
  rounding: ActivitySheet['rounding'];
  undated_rows: number;
  error: string | null;
  created_by_name: string;
  created_at: string;
  finished_at: string | null;
  sheet_name: string | null;
  decided_by: string | null;
  reverse_reason: string | null;
}

/** A sheet as the server knows it: the wire's fields and what only the server needs. */
export interface SheetRecord {
  readonly wire: ActivitySheet;
  readonly storeKey: string;
  readonly clientId: string;
  readonly sheetName: string | null;
  /** Who confirmed or reversed it. */
  readonly decidedBy: string | null;
}

const selectSheet = sql`select s.*, c.name as client_name, u.full_name as created_by_name
  from activity_sheets s join clients c on c.id = s.client_id join users u on u.id = s.created_by`;

/** The day of rows that name none: nobody's list can tell of money that came after it was uploaded, whenever it is confirmed. */
export const dayOfUndated = (
  zone: string,
  { createdAt }: Pick<ActivitySheet, 'createdAt'>,
): string => businessDay(zone, new Date(createdAt));

/** What a sheet's counts come to. */
export function sumsOf({
  kind,
  counts,
}: Pick<ActivitySheet, 'kind' | 'counts'>): ActivitySheet['sums'] {
  const good: readonly string[] = kind === 'SYSTEM_EXPORT' ? ['EQUAL'] : POSTED_OUTCOMES[kind];
  const sums = { taken: 0, left: 0, amount: 0 };
  for (const [outcome, { rows, amount }] of Object.entries(counts))
    if (good.includes(outcome)) {
      sums.taken += rows;
      sums.amount += amount;
    } else sums.left += rows;
  return sums;
}

function toRecord(row: SheetRecordRow): SheetRecord {
  return {
    storeKey: row.store_key,
    clientId: row.client_id,
    sheetName: row.sheet_name,
    decidedBy: row.decided_by,
    wire: {
      _id: row.id,
      kind: row.kind,
      fileName: row.file_name,
      Client_Name: row.client_name,
      state: row.state,
      doneRows: row.done_rows,
      totalRows: row.total_rows,
      counts: row.counts,
      sums: sumsOf(row),
      headers: row.headers,
      mapping: row.mapping,
      dayOrder: row.day_order,
      notes: row.notes,
      rounding: row.rounding,
      undatedRows: row.undated_rows,
      error: row.error,
      createdBy: row.created_by_name,
      createdAt: isoInstant(row.created_at),
      finishedAt: isoInstantOrNull(row.finished_at),
      reverseReason: row.reverse_reason,
    },
  };
}

/** Condition on `s` (activity_sheets): those the actor may see. */
function sheetsVisibleTo(actor: Actor): SQL {
  if (isAdmin(actor)) return sql`true`;
  return sql`s.client_id = ${actor.clientId} and s.kind = any(${sql.param(CLIENT_ADMIN_KINDS)}::text[])`;
}

/** The sheet, whoever asks (for jobs), or null. */
export async function findSheet(db: Db, id: string): Promise<SheetRecord | null> {
  const { rows } = await db.execute<SheetRecordRow>(sql`${selectSheet} where s.id = ${id}`);
  return rows[0] ? toRecord(rows[0]) : null;
}

/** The sheet as far as the actor may see it. Throws 404. */
export async function readSheet(db: Db, actor: Actor, id: string): Promise<SheetRecord> {
  const { rows } = await db.execute<SheetRecordRow>(
    sql`${selectSheet} where s.id = ${id} and ${sheetsVisibleTo(actor)}`,
  );
  if (!rows[0]) throw notFound('This sheet');
  return toRecord(rows[0]);
}

/** A page of the sheets of a kind that the actor may see, newest first. */
export async function listSheets(
  db: Db,
  actor: Actor,
  query: { kind: SheetKind; page: number; pageSize: number },
): Promise<{ data: ActivitySheet[]; totalCount: number; page: number; pageSize: number }> {
  const { kind, page, pageSize } = query;
  const which = sql`s.kind = ${kind} and ${sheetsVisibleTo(actor)}`;
  const totalCount = await countRows(db, sql`activity_sheets s where ${which}`);
  const { rows } = await db.execute<SheetRecordRow>(sql`${selectSheet} where ${which}
    order by s.created_at desc, s.id desc ${pageLimit({ page, pageSize })}`);
  return {
    data: rows.map((row) => toRecord(row).wire),
    totalCount,
    page,
    pageSize,
  };
}

/** What a new sheet is stored with. */
export interface NewSheet {
  readonly id: string;
  readonly kind: SheetKind;
  readonly clientId: string;
  readonly fileName: string;
  readonly storeKey: string;
  readonly sheetName: string | null;
  readonly headers: readonly string[];
  readonly mapping: SheetMapping;
  readonly dayOrder: DayOrder | null;
  readonly createdBy: string;
}

/** Stores a new sheet in the state READING. */
export async function insertSheet(tx: Db, given: NewSheet): Promise<void> {
  await tx.execute(sql`insert into activity_sheets
    (id, kind, client_id, file_name, store_key, sheet_name, state, headers, mapping, day_order,
      created_by, created_at)
    values (${given.id}, ${given.kind}, ${given.clientId}, ${given.fileName}, ${given.storeKey}, ${given.sheetName},
      'READING', ${JSON.stringify(given.headers)}::jsonb, ${JSON.stringify(given.mapping)}::jsonb, ${given.dayOrder},
      ${given.createdBy}, ${new Date().toISOString()})`);
}

/** Changes the state when it is one of `from`; false when it is not (any more). */
export async function moveSheet(
  db: Db,
  id: string,
  from: readonly ActivitySheet['state'][],
  to: ActivitySheet['state'],
  error: string | null = null,
): Promise<boolean> {
  const isEnd = ['DONE', 'FAILED', 'CANCELLED', 'REVERSED'].includes(to);
  const { rowCount } =
    await db.execute(sql`update activity_sheets set state = ${to}, error = ${error},
      finished_at = case when ${isEnd} then now() end
    where id = ${id} and state = any(${sql.param(from)}::text[])`);
  return (rowCount ?? 0) > 0;
}

/** Notes who decided over a sheet, and why. */
export async function noteDecision(
  tx: Db,
  id: string,
  actor: Actor,
  reverseReason: string | null = null,
): Promise<void> {
  await tx.execute(sql`update activity_sheets set decided_by = ${actor.userId}, done_rows = 0,
    reverse_reason = ${reverseReason} where id = ${id}`);
}

/** Shows how far the reading is; false when the sheet was cancelled meanwhile. */
export async function noteProgress(
  db: Db,
  id: string,
  doneRows: number,
  totalRows: number | null,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update activity_sheets
    set done_rows = ${doneRows}, total_rows = ${totalRows}
    where id = ${id} and state in ('READING', 'POSTING', 'REVERSING')`);
  return (rowCount ?? 0) > 0;
}
