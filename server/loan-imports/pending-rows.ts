import { sql } from 'drizzle-orm';
import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { PendingLoan } from '../../contract/loan-import.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { columnOf } from './import-columns.ts';
import { readImport } from './import-record.ts';
import type { RowProblem } from './row-checking.ts';

interface StagedRow extends Record<string, unknown> {
  row: number;
  outcome: PendingLoan['outcome'];
  problems: RowProblem[] | null;
}

/** What a page of the pending list is asked by. */
export interface PendingQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly outcome?: PendingLoan['outcome'] | undefined;
}

function toWire(staged: StagedRow): PendingLoan {
  const values: Record<string, string> = {};
  for (const field of IMPORT_FIELD_NAMES) {
    const value = staged[columnOf(field)];
    if (typeof value === 'string' || typeof value === 'number') values[field] = String(value);
  }
  const problems = (staged.problems ?? []).map(({ column, value, reason }) => ({
    row: staged.row,
    column,
    value,
    reason,
  }));
  return { row: staged.row, outcome: staged.outcome, values, problems };
}

/** A page of an upload's rows in the file's order, of one outcome or all. After saving only refused rows are left. */
export async function listPendingRows(
  db: Db,
  actor: Actor,
  id: string,
  query: PendingQuery,
): Promise<Page<PendingLoan>> {
  await readImport(db, actor, id);
  const which = query.outcome
    ? sql`import_id = ${id} and outcome = ${query.outcome}`
    : sql`import_id = ${id}`;
  const count = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from loan_import_rows where ${which}`,
  );
  const { rows } = await db.execute<StagedRow>(sql`select * from loan_import_rows where ${which}
    order by row limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`);
  return {
    data: rows.map(toWire),
    totalCount: count.rows[0]?.count ?? 0,
    page: query.page,
    pageSize: query.pageSize,
  };
}
