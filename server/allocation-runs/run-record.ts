import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AutoAllocationSpec } from '../../contract/allocation-rule.ts';
import type {
  AllocationRun,
  AllocationRunDetail,
  RunState,
  RunSummary,
} from '../../contract/allocation-run.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { countRows, pageLimit } from '../database/list-page.ts';
import { notFound } from '../errors.ts';

/** A run can be taken back, and its loans are listed, for so long after its end, hours. */
export const UNDO_HOURS = 24;

interface RunRow extends Record<string, unknown> {
  id: string;
  kind: AllocationRun['kind'];
  state: RunState;
  spec: AutoAllocationSpec;
  rule_version: number | null;
  done_loans: number;
  total_loans: number | null;
  taken_by_rules: number;
  shared_out: number;
  left_over: number;
  changed_loans: number;
  undone_loans: number;
  kept_loans: number;
  error: string | null;
  created_by: string;
  client_id: string | null;
  created_by_name: string;
  created_at: string;
  confirmed_by: string | null;
  confirmed_by_name: string | null;
  confirmed_at: string | null;
  undone_by: string | null;
  finished_at: string | null;
  undoable_until: string | null;
  summary: RunSummary | null;
}

/** A run as the server knows it: the wire's fields and what only the server needs. */
export interface RunRecord {
  readonly wire: Omit<AllocationRunDetail, 'changedSince'>;
  readonly createdById: string;
  /** The lender that it was begun for; null: the agency's own. */
  readonly clientId: string | null;
  readonly confirmedById: string | null;
  readonly undoneById: string | null;
}

const selectRun = sql`select r.*, u.full_name as created_by_name, c.full_name as confirmed_by_name,
    case when r.has_plan and r.confirmed_at is not null and r.state in ('DONE', 'FAILED')
      then r.finished_at + make_interval(hours => ${UNDO_HOURS}) end as undoable_until
  from allocation_runs r join users u on u.id = r.created_by left join users c on c.id = r.confirmed_by`;

function toRecord(row: RunRow): RunRecord {
  return {
    createdById: row.created_by,
    clientId: row.client_id,
    confirmedById: row.confirmed_by,
    undoneById: row.undone_by,
    wire: {
      _id: row.id,
      kind: row.kind,
      state: row.state,
      spec: row.spec,
      ruleVersion: row.rule_version,
      doneLoans: row.done_loans,
      totalLoans: row.total_loans,
      takenByRules: row.taken_by_rules,
      sharedOut: row.shared_out,
      leftOver: row.left_over,
      changedLoans: row.changed_loans,
      undoneLoans: row.undone_loans,
      keptLoans: row.kept_loans,
      error: row.error,
      createdBy: row.created_by_name,
      createdAt: isoInstant(row.created_at),
      confirmedBy: row.confirmed_by_name,
      confirmedAt: isoInstantOrNull(row.confirmed_at),
      finishedAt: isoInstantOrNull(row.finished_at),
      undoableUntil: isoInstantOrNull(row.undoable_until),
      summary: row.summary,
    },
  };
}

/**
 * Condition on `r`: an admin sees every run, a lender's admin those that were begun for its lender, a manager its own.
 * Whoever began one takes it along to no other lender.
 */
function visibleTo(actor: Actor): SQL {
  if (isAdmin(actor)) return sql`true`;
  if (actor.role === 'CLIENT_ADMIN' && actor.clientId !== null)
    return sql`r.client_id = ${actor.clientId}`;
  return sql`(r.created_by = ${actor.userId} and r.client_id is null)`;
}

/** The run, whoever asks (for jobs), or null. */
export async function findRun(db: Db, id: string): Promise<RunRecord | null> {
  const { rows } = await db.execute<RunRow>(sql`${selectRun} where r.id = ${id}`);
  return rows[0] ? toRecord(rows[0]) : null;
}

/** The run as far as the actor may see it. Throws 404. */
export async function readRun(db: Db, actor: Actor, id: string): Promise<RunRecord> {
  const { rows } = await db.execute<RunRow>(
    sql`${selectRun} where r.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!rows[0]) throw notFound('This sharing-out');
  return toRecord(rows[0]);
}

/** A page of the runs the actor may see, newest first. */
export async function listRuns(
  db: Db,
  actor: Actor,
  page: number,
  pageSize: number,
): Promise<{ data: AllocationRun[]; totalCount: number; page: number; pageSize: number }> {
  const totalCount = await countRows(db, sql`allocation_runs r where ${visibleTo(actor)}`);
  const { rows } = await db.execute<RunRow>(sql`${selectRun} where ${visibleTo(actor)}
    order by r.created_at desc, r.id desc ${pageLimit({ page, pageSize })}`);
  const data = rows.map((row) => toRecord(row).wire);
  return { data, totalCount, page, pageSize };
}

/** Changes the state when it is one of `from`; false when it is not (any more). Progress begins anew. */
export async function moveRun(
  db: Db,
  id: string,
  from: readonly RunState[],
  to: RunState,
  error: string | null = null,
): Promise<boolean> {
  const isEnd = ['DONE', 'FAILED', 'CANCELLED', 'UNDONE'].includes(to);
  const { rowCount } =
    await db.execute(sql`update allocation_runs set state = ${to}, error = ${error},
      finished_at = case when ${isEnd} then coalesce(finished_at, now()) end
    where id = ${id} and state = any(${sql.param(from)}::text[])`);
  return (rowCount ?? 0) > 0;
}
