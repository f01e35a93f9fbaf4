import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { INVOICE_ACTIONS, INVOICE_LINE_KINDS, INVOICE_STATES } from '../../../contract/invoice.ts';
import type { InvoiceParties, InvoicingDetails } from '../../../contract/invoice.ts';
import type { StoredTerms } from '../../../contract/fee-agreement.ts';
import { idOf, instant, isOneOf, rupees } from './columns.ts';
import { loans } from './loans.ts';
import { clients, users } from './people.ts';

/** Hundredths of a rupee. */
const paise = (name: string) => bigint(name, { mode: 'number' });

/** What a lender pays from a day on. A version that another one of the same day took the place of stays, marked. */
export const feeAgreements = pgTable(
  'fee_agreements',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    /** The last day; null: until the next agreement begins. */
    validTo: date('valid_to', { mode: 'string' }),
    terms: jsonb('terms').$type<StoredTerms>().notNull(),
    setBy: idOf('set_by', () => users.id),
    setAt: instant('set_at').notNull().defaultNow(),
    replacedAt: instant('replaced_at'),
  },
  (t) => [
    uniqueIndex('fee_agreements_day')
      .on(t.clientId, t.validFrom)
      .where(sql`replaced_at is null`),
    check('fee_agreements_days', sql`valid_to is null or valid_to >= valid_from`),
  ],
);

/** Who sends invoices: one row at most. */
export const invoicingDetails = pgTable('invoicing_details', {
  id: integer('id').primaryKey().default(1),
  details: jsonb('details').$type<InvoicingDetails>().notNull(),
  updatedBy: idOf('updated_by', () => users.id),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** The last number given in a financial year: counted up in the transaction that sends, so that none is left out. */
export const invoiceSeries = pgTable('invoice_series', {
  financialYear: text('financial_year').primaryKey(),
  last: integer('last').notNull(),
});

/** What a lender owes the agency for a month. A draft's lines are worked out when it is read; sending stores them (trigger). */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    /** The month's first day. */
    month: date('month', { mode: 'string' }).notNull(),
    state: text('state', { enum: INVOICE_STATES }).notNull().default('DRAFT'),
    /** From here on given when it is sent. */
    financialYear: text('financial_year'),
    sequence: integer('sequence'),
    number: text('number'),
    sentOn: date('sent_on', { mode: 'string' }),
    sentAt: instant('sent_at'),
    fee: paise('fee'),
    gst: paise('gst'),
    tds: paise('tds'),
    lineCount: integer('line_count'),
    /** Who sends it to whom, as it was then. */
    parties: jsonb('parties').$type<InvoiceParties>(),
    paidOn: date('paid_on', { mode: 'string' }),
    paidReference: text('paid_reference'),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('invoices_month').on(t.clientId, t.month),
    uniqueIndex('invoices_number').on(t.financialYear, t.sequence),
    index('invoices_newest').on(t.month.desc(), t.id),
    check('invoices_state_check', isOneOf('state', INVOICE_STATES)),
    check(
      'invoices_sent_check',
      sql`(state = 'DRAFT') = (number is null) and (number is null) = (fee is null) and (number is null) = (parties is null)
        and (number is null) = (sequence is null) and (number is null) = (sent_on is null)`,
    ),
  ],
);

/** The lines of sent invoices: append-only (trigger). */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    id: uuid('id').primaryKey(),
    invoiceId: idOf('invoice_id', () => invoices.id).notNull(),
    clientId: uuid('client_id').notNull(),
    position: integer('position').notNull(),
    kind: text('kind', { enum: INVOICE_LINE_KINDS }).notNull(),
    /** What it is for, once and never again: a payment, a loan's visits of a day, a settlement, a month, a line. */
    source: text('source').notNull(),
    agreementId: uuid('agreement_id'),
    loanId: idOf('loan_id', () => loans.id),
    loanNumber: text('loan_number'),
    paymentId: uuid('payment_id'),
    settlementId: uuid('settlement_id'),
    /** The line that it takes back. */
    creditsId: uuid('credits_id'),
    onDate: date('on_date', { mode: 'string' }).notNull(),
    /** Collected, whole rupees, and hundredths of a percent of it. */
    base: rupees('base'),
    basisPoints: integer('basis_points'),
    fee: paise('fee').notNull(),
    gst: paise('gst').notNull(),
    tds: paise('tds').notNull(),
  },
  (t) => [
    uniqueIndex('invoice_lines_source').on(t.clientId, t.source),
    uniqueIndex('invoice_lines_position').on(t.invoiceId, t.position),
    index('invoice_lines_payment').on(t.paymentId),
    index('invoice_lines_day').on(t.onDate, t.kind),
    check('invoice_lines_kind_check', isOneOf('kind', INVOICE_LINE_KINDS)),
  ],
);

/** A line that the lender does not accept, and what came of that. */
export const invoiceDisputes = pgTable(
  'invoice_disputes',
  {
    id: uuid('id').primaryKey(),
    invoiceId: idOf('invoice_id', () => invoices.id).notNull(),
    lineId: idOf('line_id', () => invoiceLines.id).notNull(),
    reason: text('reason').notNull(),
    raisedBy: idOf('raised_by', () => users.id).notNull(),
    raisedAt: instant('raised_at').notNull().defaultNow(),
    /** Null while it is open; accepted: the line is credited in the next invoice. */
    outcome: text('outcome', { enum: ['ACCEPTED', 'REJECTED'] }),
    answer: text('answer'),
    decidedBy: idOf('decided_by', () => users.id),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    uniqueIndex('invoice_disputes_open')
      .on(t.lineId)
      .where(sql`outcome is null`),
    index('invoice_disputes_invoice').on(t.invoiceId),
    index('invoice_disputes_line').on(t.lineId),
  ],
);

/** What was done to an invoice: append-only (trigger). */
export const invoiceEvents = pgTable(
  'invoice_events',
  {
    id: uuid('id').primaryKey(),
    invoiceId: idOf('invoice_id', () => invoices.id).notNull(),
    action: text('action', { enum: INVOICE_ACTIONS }).notNull(),
    note: text('note'),
    by: idOf('by', () => users.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('invoice_events_invoice').on(t.invoiceId, t.at)],
);

/** What a person costs in a month, whole rupees, as it was entered. */
export const employeeCosts = pgTable(
  'employee_costs',
  {
    personId: idOf('person_id', () => users.id).notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    salary: rupees('salary').notNull(),
    incentive: rupees('incentive').notNull(),
    calls: rupees('calls').notNull(),
    visits: rupees('visits').notNull(),
    setBy: idOf('set_by', () => users.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.month] })],
);
