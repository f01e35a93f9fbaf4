import { sql } from 'drizzle-orm';
import type { ActivityRow, RowOutcome } from '../../contract/activity-sheet.ts';
import type { Page } from '../../contract/paging.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { SheetKind } from '../../contract/sheet-mapping.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { allOf, beginsWith, countRows, pageLimit } from '../database/list-page.ts';
import { isSamePayment } from './same-payment.ts';
import { readSheet } from './sheet-record.ts';

interface StoredRow extends Record<string, unknown> {
  row: number;
  outcome: RowOutcome;
  kind: SheetKind;
  loan_number: string | null;
  loan_id: string | null;
  customer_name: string | null;
  amount: number | null;
  rounded: string | null;
  applied_amount: number | null;
  on_date: string | null;
  mode: string | null;
  reference: string | null;
  person: string | null;
  field_agent: string | null;
  manager: string | null;
  bucket: string | null;
  status: string | null;
  problems: { column: string; value: string; reason: string }[] | null;
  differences: ActivityRow['differences'] | null;
  payment_id: string | null;
  posted_amount: number | null;
  posted_applied: number | null;
  paid_on: string | null;
  collector_name: string | null;
  manager_name: string | null;
  reversed_at: string | null;
  is_chosen: boolean;
  before_on: string | null;
  before_reason: string | null;
}

/** What a page of a sheet's rows is asked by. */
export interface RowsQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly outcome?: RowOutcome | undefined;
  readonly search?: string | undefined;
}

/** Why a row is not taken where the row itself holds no reason. */
const WHY: Partial<Record<RowOutcome, string>> = {
  ALREADY_PAID: ROW_WORDS['already-paid'],
  REVERSED: ROW_WORDS['was-reversed'],
  UNKNOWN_PERSON: ROW_WORDS['nobody-known'],
  UNMATCHED: ROW_WORDS['no-such-loan'],
  NOT_ACTIVE: ROW_WORDS['loan-closed'],
  MISSING_HERE: ROW_WORDS['missing-here'],
  MISSING_THERE: ROW_WORDS['missing-there'],
};

/** Why a row is not taken, in words. */
export function reasonsOf(
  outcome: RowOutcome,
  problems: readonly { column: string; reason: string }[] | null,
): string[] {
  if (problems && problems.length > 0)
    return problems.map(({ column, reason }) => (column === '' ? reason : `${column}: ${reason}`));
  const why = WHY[outcome];
  return why === undefined ? [] : [why];
}

/** Whether it is a row of money: others have no day to miss. */
const isMoney = ({ kind }: StoredRow): boolean => kind === 'PAYMENT' || kind === 'BANK_PAID';

function toWire(stored: StoredRow): ActivityRow {
  return {
    row: stored.outcome === 'MISSING_THERE' ? null : stored.row,
    outcome: stored.outcome,
    Loan_ID: stored.loan_number,
    loanId: stored.loan_id,
    Customer_Name: stored.customer_name,
    amount: stored.posted_amount ?? stored.amount ?? stored.applied_amount,
    appliedAmount: stored.posted_applied ?? stored.applied_amount,
    rounded: stored.rounded,
    isDayMissing: isMoney(stored) && stored.on_date === null,
    onDate: stored.paid_on ?? stored.on_date,
    mode: stored.mode,
    reference: stored.reference,
    collector: stored.collector_name ?? stored.person,
    fieldAgent: stored.field_agent,
    manager: stored.manager_name ?? stored.manager,
    bucket: stored.bucket,
    status: stored.status,
    reasons: reasonsOf(stored.outcome, stored.problems),
    differences: stored.differences ?? [],
    paymentId: stored.payment_id,
    isReversed: stored.reversed_at !== null,
    reversedBefore:
      stored.before_on === null ? null : { on: stored.before_on, reason: stored.before_reason },
    isChosen: stored.is_chosen,
  };
}

/** A page of a sheet's rows in the file's order, of one outcome or all, with the payment that came of each. Throws 404. */
export async function listSheetRows(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  id: string,
  query: RowsQuery,
): Promise<Page<ActivityRow>> {
  const zone = settings.businessTz;
  await readSheet(db, actor, id);
  const { page, pageSize, outcome, search } = query;
  const which = allOf([
    sql`s.sheet_id = ${id}`,
    outcome && sql`s.outcome = ${outcome}`,
    search && beginsWith(search, sql`lower(s.loan_number)`),
  ]);
  const totalCount = await countRows(db, sql`activity_sheet_rows s where ${which}`);
  const { rows } = await db.execute<StoredRow>(sql`
    select s.*, a.kind, l.customer_name, p.id as payment_id, p.amount as posted_amount, p.applied_amount as posted_applied,
      p.paid_on::text as paid_on, p.reversed_at, b.on_day as before_on, b.reverse_reason as before_reason, co.full_name as collector_name, ma.full_name as manager_name
    from (select * from activity_sheet_rows s where ${which} order by s.row ${pageLimit({ page, pageSize })}) s
      join activity_sheets a on a.id = s.sheet_id
      left join loans l on l.id = s.loan_id
      left join payments p on p.sheet_id = s.sheet_id and p.row = s.row
      left join lateral (select (p.reversed_at at time zone ${zone})::date::text as on_day, p.reverse_reason from payments p
        where ${isSamePayment(sql`l.client_id`)} and p.reversed_at is not null and p.sheet_id <> s.sheet_id
        order by p.reversed_at desc limit 1) b on true
      left join users co on co.id = coalesce(p.collector_id, s.person_id)
      left join users ma on ma.id = coalesce(p.manager_id, s.manager_id)
    order by s.row`);
  return { data: rows.map(toWire), totalCount, page, pageSize };
}
