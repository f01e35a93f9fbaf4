import { FILE_WORDS } from '../../contract/file-words.ts';
import { sql } from 'drizzle-orm';
import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportField } from '../../contract/import-mapping.ts';
import type { LoanStatus } from '../../contract/loan.ts';
import type { PendingLoan } from '../../contract/loan-import.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { countRows, pageLimit } from '../database/list-page.ts';
import { columnOf } from './import-columns.ts';
import { isOlder } from './import-sql.ts';
import { readImport } from './import-record.ts';
import type { RowProblem } from './field-cells.ts';

interface StagedRow extends Record<string, unknown> {
  row: number;
  outcome: PendingLoan['outcome'];
  problems: RowProblem[] | null;
  rounded: Record<string, string> | null;
  due_before: number | null;
  due_after: number | null;
  /** The loan as it is, of an update; null otherwise. */
  loan: Record<string, string | number | null> | null;
  /** Where the loan of this number stands now; null when there is none. */
  loan_status: LoanStatus | null;
  /** The file is of an earlier day than what is kept of the loan: it only fills what is empty. */
  is_older: boolean | null;
}

/** What a row about a closed loan is told to do with it; nothing for others. */
const STANDING: Partial<Readonly<Record<LoanStatus, string>>> = {
  PAID: FILE_WORDS['loan-paid'],
  SETTLED: FILE_WORDS['loan-settled'],
  WITHDRAWN: FILE_WORDS['loan-recalled'],
  EXPIRED: FILE_WORDS['loan-expired'],
};

const DUE_AGAIN = FILE_WORDS['due-again'];

/** What a page of the pending list is asked by. */
export interface PendingQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly outcome?: PendingLoan['outcome'] | undefined;
}

const notCompared: ReadonlySet<ImportField> = new Set(['Loan_ID', 'Total_Due_Amount']);

/** What the loan of an update has now in the fields that the row changes. The due stands in fields of its own. */
function valuesBefore(
  loan: StagedRow['loan'],
  values: Readonly<Record<string, string>>,
  isOlder: boolean,
): Record<string, string> {
  if (loan === null) return {};
  return Object.fromEntries(
    IMPORT_FIELD_NAMES.flatMap((field) => {
      const now = String(loan[columnOf(field)] ?? '');
      const next = values[field];
      return next === undefined || next === now || notCompared.has(field) || (isOlder && now !== '')
        ? []
        : [[field, now]];
    }),
  );
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
  const isDueAgain = staged.loan_status === 'PAID' && (staged.due_after ?? 0) > 0;
  const reason = isDueAgain
    ? DUE_AGAIN
    : staged.loan_status === null
      ? undefined
      : STANDING[staged.loan_status];
  if (reason !== undefined)
    problems.push({ row: staged.row, column: 'status', value: staged.loan_status ?? '', reason });
  return {
    row: staged.row,
    outcome: staged.outcome,
    values,
    rounded: staged.rounded ?? {},
    dueBefore: staged.due_before,
    dueAfter: staged.due_after,
    before: valuesBefore(staged.loan, values, staged.is_older === true),
    problems,
  };
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
  const totalCount = await countRows(db, sql`loan_import_rows where ${which}`);
  const { rows } = await db.execute<StagedRow>(sql`
    select p.*, (select l.status from loans l where l.client_id = i.client_id and l.loan_number = p.loan_number
      and l.status <> 'DELETED' and p.outcome in ('UPDATE', 'UNCHANGED')) as loan_status,
      (select to_jsonb(l) from loans l where l.client_id = i.client_id and l.loan_number = p.loan_number
        and l.status <> 'DELETED' and p.outcome = 'UPDATE') as loan,
      (select ${sql.raw(isOlder)} from loans l join lender_figures f on f.loan_id = l.id
        where l.client_id = i.client_id and l.loan_number = p.loan_number and l.status <> 'DELETED') as is_older
    from (select * from loan_import_rows where ${which}) p join loan_imports i on i.id = p.import_id
    order by p.row ${pageLimit(query)}`);
  return {
    data: rows.map(toWire),
    totalCount,
    page: query.page,
    pageSize: query.pageSize,
  };
}
