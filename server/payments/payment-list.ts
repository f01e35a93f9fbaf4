import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Payment } from '../../contract/payment.ts';
import type { Actor } from '../access/actor.ts';
import { loansInReachOf } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf, pageLimit } from '../database/list-page.ts';
import { sameLoanNumber } from '../spreadsheets/loan-number.ts';
import { sharesOfPayment } from './attribution-service.ts';

interface PaymentRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  loan_number: string;
  customer_name: string;
  client_name: string;
  source: Payment['source'];
  sheet_id: string;
  file_name: string | null;
  row: number;
  amount: number;
  applied_amount: number;
  paid_on: string;
  is_day_missing: boolean;
  mode: string | null;
  reference: string | null;
  collector_id: string | null;
  collector_name: string | null;
  manager_id: string | null;
  manager_name: string | null;
  shares: Payment['shares'];
  created_at: string;
  reversed_at: string | null;
  reversed_by_name: string | null;
  reverse_reason: string | null;
}

/** What payments are asked by. */
export interface PaymentQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly loanId?: string | undefined;
  readonly clientName?: string | undefined;
  readonly collectorId?: string | undefined;
  readonly managerId?: string | undefined;
  readonly sheetId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

const toWire = (row: PaymentRow): Payment => ({
  _id: row.id,
  loanId: row.loan_id,
  Loan_ID: row.loan_number,
  Customer_Name: row.customer_name,
  Client_Name: row.client_name,
  source: row.source,
  sheetId: row.sheet_id,
  fileName: row.file_name ?? '',
  row: row.row,
  amount: row.amount,
  appliedAmount: row.applied_amount,
  paidOn: row.paid_on,
  isDayMissing: row.is_day_missing,
  mode: row.mode,
  reference: row.reference,
  collectorId: row.collector_id,
  collectorName: row.collector_name,
  managerId: row.manager_id,
  managerName: row.manager_name,
  shares: row.shares,
  createdAt: isoInstant(row.created_at),
  reversedAt: isoInstantOrNull(row.reversed_at),
  reversedBy: row.reversed_by_name,
  reverseReason: row.reverse_reason,
});

function conditions(actor: Actor, query: PaymentQuery): SQL {
  const { search } = query;
  return allOf([
    loansInReachOf(actor),
    query.loanId && sql`p.loan_id = ${query.loanId}`,
    query.clientName &&
      sql`p.client_id in (select c.id from clients c where c.name = ${query.clientName})`,
    query.collectorId &&
      sql`(case when p.is_shared then exists (select 1 from payment_shares s where s.payment_id = p.id
        and s.person_id = ${query.collectorId}) else p.collector_id = ${query.collectorId} end)`,
    query.managerId && sql`p.manager_id = ${query.managerId}`,
    query.sheetId && sql`p.sheet_id = ${query.sheetId}`,
    query.from && sql`p.paid_on >= ${query.from}::date`,
    query.to && sql`p.paid_on <= ${query.to}::date`,
    search &&
      sql`(upper(l.loan_number) = ${sameLoanNumber(search)} or upper(p.reference) = ${sameLoanNumber(search)})`,
  ]);
}

const columns = sql`p.id, p.loan_id, l.loan_number, l.customer_name, c.name as client_name, p.source, p.sheet_id,
  s.file_name, p.row, p.amount, p.applied_amount, p.paid_on::text as paid_on,
  exists (select 1 from activity_sheet_rows r where r.sheet_id = p.sheet_id and r.row = p.row and r.on_date is null)
    as is_day_missing, p.mode, p.reference, p.collector_id,
  co.full_name as collector_name, p.manager_id, ma.full_name as manager_name,
  ${sharesOfPayment} as shares, p.created_at, p.reversed_at,
  re.full_name as reversed_by_name, p.reverse_reason`;

const named = sql`left join clients c on c.id = p.client_id left join activity_sheets s on s.id = p.sheet_id
  left join users co on co.id = p.collector_id left join users ma on ma.id = p.manager_id
  left join users re on re.id = p.reversed_by`;

/** A page of the payments on the loans in the actor's reach, the deleted ones' too, newest day first; `amount` sums those that stand. */
export async function listPayments(
  db: Db,
  actor: Actor,
  query: PaymentQuery,
): Promise<{
  data: Payment[];
  totalCount: number;
  amount: number;
  page: number;
  pageSize: number;
}> {
  const { page, pageSize } = query;
  const from = sql`payments p join loans l on l.id = p.loan_id`;
  const where = conditions(actor, query);
  const all = await db.execute<{ count: number; amount: number }>(sql`select count(*)::int as count,
    coalesce(sum(p.amount) filter (where p.reversed_at is null), 0)::bigint as amount from ${from} where ${where}`);
  const { rows } =
    await db.execute<PaymentRow>(sql`select ${columns} from ${from} ${named} where ${where}
    order by p.paid_on desc, p.id desc ${pageLimit({ page, pageSize })}`);
  const { count = 0, amount = 0 } = all.rows[0] ?? {};
  return { data: rows.map(toWire), totalCount: count, amount, page, pageSize };
}

/** One payment as far as the actor may see it, or null. */
export async function findPayment(db: Db, actor: Actor, id: string): Promise<Payment | null> {
  const { rows } = await db.execute<PaymentRow>(sql`select ${columns}
    from payments p join loans l on l.id = p.loan_id ${named} where p.id = ${id} and ${loansInReachOf(actor)}`);
  return rows[0] ? toWire(rows[0]) : null;
}
