import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LOAN_SORTS } from '../../contract/loan-calls.ts';

type LoanSort = (typeof LOAN_SORTS)[number];

/** The lender stands in every row by its id: `Client_Name` sorts by a lookup of the few names there are. */
const sortColumns: Readonly<Record<LoanSort, SQL>> = {
  Customer_Name: sql`l.customer_name`,
  Loan_ID: sql`l.loan_number`,
  Client_Name: sql`(select c.name from clients c where c.id = l.client_id)`,
  City: sql`l.city`,
  Bucket: sql`l.bucket`,
  DPD: sql`l.dpd`,
  Total_Due_Amount: sql`l.total_due_amount`,
  Principal_Outstanding: sql`l.principal_outstanding`,
  Due_Date: sql`l.due_date`,
  visitDate: sql`l.visit_date`,
  promiseDate: sql`l.promise_date`,
  disCreatedAt: sql`l.disposition_at`,
  createdAt: sql`l.created_at`,
};

const isSort = (name: string): name is LoanSort => name in sortColumns;

/**
 * The order of a loan list, by a sort of the contract (`-` before it: descending), else by `fallback`. Rows without a
 * value come last either way; equal rows keep one order by their id, so that pages neither repeat nor skip.
 */
export function loanOrder(sort: string | undefined, fallback: LoanSort | `-${LoanSort}`): SQL {
  const chosen = sort ?? fallback;
  const name = chosen.replace(/^-/, '');
  const column = sortColumns[isSort(name) ? name : 'createdAt'];
  if (!chosen.startsWith('-')) return sql`${column}, l.id`;
  // Never null: said so, the index on it could not be read backwards.
  if (name === 'createdAt') return sql`${column} desc, l.id desc`;
  return sql`${column} desc nulls last, l.id desc`;
}
