import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { LoanStatus } from '../../../contract/loan.ts';
import { instant, rupees } from './columns.ts';

const isListed = sql`status <> 'DELETED'`;

/**
 * What a lender tells of each loan, as far as lists order and narrow by it (triggers keep it; columns are named as in
 * `loans`). Beside the loans, so that an allocation or a contact costs these indexes nothing. Each order stands once: the
 * other direction is read backwards.
 */
export const loanKeys = pgTable(
  'loan_keys',
  {
    id: uuid('id').primaryKey(),
    clientId: uuid('client_id').notNull(),
    status: text('status').$type<LoanStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    customerName: text('customer_name').notNull(),
    loanNumber: text('loan_number').notNull(),
    city: text('city'),
    product: text('product'),
    bucket: text('bucket'),
    dpd: integer('dpd'),
    principalOutstanding: rupees('principal_outstanding'),
    dueDate: date('due_date', { mode: 'string' }),
    batchNo: integer('batch_no'),
  },
  (t) => [
    index('loan_keys_created').on(t.createdAt, t.id).where(isListed),
    index('loan_keys_customer').on(t.customerName, t.id).where(isListed),
    index('loan_keys_number').on(t.loanNumber, t.id).where(isListed),
    index('loan_keys_client').on(t.clientId, t.loanNumber, t.id).where(isListed),
    /** Sheets name loans in any letter case (server/spreadsheets/loan-number.ts). */
    index('loan_keys_same')
      .on(sql`upper(loan_number)`, t.clientId)
      .where(isListed),
    index('loan_keys_city').on(t.city, t.id).where(isListed),
    index('loan_keys_bucket').on(t.bucket, t.id).where(isListed),
    index('loan_keys_dpd').on(t.dpd, t.id).where(isListed),
    index('loan_keys_principal').on(t.principalOutstanding, t.id).where(isListed),
    index('loan_keys_due_date').on(t.dueDate, t.id).where(isListed),
    index('loan_keys_product').on(t.product).where(isListed),
    index('loan_keys_batch').on(t.batchNo).where(isListed),
    index('loan_keys_closed')
      .on(t.status)
      .where(sql`status <> 'ACTIVE'`),
  ],
);
