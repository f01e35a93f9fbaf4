import { sql } from 'drizzle-orm';
import {
  boolean,
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
import type { LoanStatus } from '../../../contract/loan.ts';
import type { SettlementState } from '../../../contract/settlement.ts';
import { idOf, instant, rupees, xid8 } from './columns.ts';
import { lenderColumns } from './lender-columns.ts';
import { clients, users } from './people.ts';

const notDeleted = sql`status <> 'DELETED'`;

/** Overdue accounts. `revision` and `updatedAt` are kept by a trigger. */
export const loans = pgTable(
  'loans',
  {
    id: uuid('id').primaryKey(),
    loanNumber: text('loan_number').notNull(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    customerName: text('customer_name').notNull(),
    ...lenderColumns(),
    otherColumns: jsonb('other_columns').$type<Record<string, string>>().notNull().default({}),
    collectorId: idOf('collector_id', () => users.id),
    managerId: idOf('manager_id', () => users.id),
    fieldAgentId: idOf('field_agent_id', () => users.id),
    visitDate: date('visit_date', { mode: 'string' }),
    allocationChangedAt: instant('allocation_changed_at'),
    allocationChangedBy: uuid('allocation_changed_by'),
    disposition: text('disposition'),
    dispositionClass: text('disposition_class'),
    dispositionAt: instant('disposition_at'),
    promiseDate: date('promise_date', { mode: 'string' }),
    promiseAmount: rupees('promise_amount'),
    /** The day its last promise was broken, while nothing came of it since: such loans stand on top of work lists. */
    promiseBrokenOn: date('promise_broken_on', { mode: 'string' }),
    /** Its open settlement (trigger): where it stands, and while it is being paid the day and amount to collect next. */
    settlementId: uuid('settlement_id'),
    settlementState: text('settlement_state').$type<SettlementState>(),
    settlementDueOn: date('settlement_due_on', { mode: 'string' }),
    settlementAmount: rupees('settlement_amount'),
    convoxid: text('convoxid'),
    dialledNumber: text('dialled_number'),
    /** The sheet that brought or last changed it, and the one that first brought it (null: the same). */
    batchNo: integer('batch_no'),
    firstBatchNo: integer('first_batch_no'),
    /** Only ACTIVE loans are worked, allocated and counted as stock; DELETED ones are in no list. */
    status: text('status').$type<LoanStatus>().notNull().default('ACTIVE'),
    /** Last day of the lender's allocation to the agency; null: until recalled. */
    periodEndsOn: date('period_ends_on', { mode: 'string' }),
    /** Sum of its posted payments. */
    paidAmount: rupees('paid_amount').notNull().default(0),
    /** What agents collected that no payment confirms yet. */
    unverifiedAmount: rupees('unverified_amount').notNull().default(0),
    revision: integer('revision').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    // A deleted loan's number is free again.
    uniqueIndex('loans_number').on(t.clientId, t.loanNumber).where(notDeleted),
    // Which sheet brought it first; loans from before that was noted count for the one that changed them last.
    index('loans_sheet').on(sql`coalesce(first_batch_no, batch_no)`, t.status),
    index('loans_period')
      .on(t.periodEndsOn)
      .where(sql`status = 'ACTIVE' and period_ends_on is not null`),
    // Lists come with the largest due or the last worked first and rows without a value last: the indexes stand so.
    index('loans_collector').on(
      t.collectorId,
      t.dispositionAt.desc().nullsLast(),
      t.id.desc().nullsFirst(),
      t.totalDueAmount,
    ),
    index('loans_manager').on(
      t.managerId,
      t.totalDueAmount.desc().nullsLast(),
      t.id.desc().nullsFirst(),
      t.status,
    ),
    index('loans_manager_worked').on(
      t.managerId,
      t.dispositionAt.desc().nullsLast(),
      t.id.desc().nullsFirst(),
    ),
    index('loans_field_agent')
      .on(t.fieldAgentId, t.visitDate, t.totalDueAmount)
      .where(sql`field_agent_id is not null`),
    // What is due of a manager's many loans: few have a promise or a callback.
    index('loans_manager_promise')
      .on(t.managerId, t.promiseDate)
      .where(sql`promise_date is not null`),
    index('loans_manager_callback')
      .on(t.managerId)
      .where(sql`disposition_class = 'CALLBACK'`),
    index('loans_broken_collector')
      .on(t.collectorId, t.promiseBrokenOn.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`promise_broken_on is not null`),
    index('loans_broken_manager')
      .on(t.managerId, t.promiseBrokenOn.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`promise_broken_on is not null`),
    // Orders by what work and payments change, of all loans in lists; the others stand in loan-keys.ts.
    index('loans_due')
      .on(t.totalDueAmount.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(notDeleted),
    index('loans_worked')
      .on(t.dispositionAt.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(notDeleted),
    index('loans_visit')
      .on(t.visitDate, t.id)
      .where(sql`status <> 'DELETED' and visit_date is not null`),
    index('loans_promise')
      .on(t.promiseDate, t.id)
      .where(sql`status <> 'DELETED' and promise_date is not null`),
    // One borrower's loans by their tax number, where the lender's file has it in a column of its own.
    index('loans_pan')
      .on(
        sql`upper(trim(coalesce(other_columns ->> 'PAN', other_columns ->> 'PAN No', other_columns ->> 'PAN Number')))`,
      )
      .where(sql`other_columns ?| array['PAN', 'PAN No', 'PAN Number']`),
    index('loans_disposition').on(t.disposition).where(notDeleted),
  ],
);

/**
 * Lower-case name, number, phones, address, city, pincode of each loan: what search looks through (triggers, trigram
 * index). Beside the loans, so that a change of a loan without new words costs this index nothing.
 */
export const loanSearch = pgTable(
  'loan_search',
  { loanId: uuid('loan_id').primaryKey(), words: text('words').notNull() },
  (t) => [index('loan_search_words').using('gin', t.words.op('gin_trgm_ops'))],
);

/** Fields of a loan as they stood at each change by a person: the base that offline edits are merged on. */
export const loanChanges = pgTable(
  'loan_changes',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    /** The loan's revision after the change (or at the time of a conflict). */
    revision: integer('revision').notNull(),
    field: text('field').notNull(),
    oldValue: text('old_value'),
    newValue: text('new_value'),
    /** True: set aside, the old value stands until a manager settles it. */
    isConflict: boolean('is_conflict').notNull().default(false),
    settledAt: instant('settled_at'),
    settledBy: uuid('settled_by'),
    /** True: the offered value was taken. */
    isTaken: boolean('is_taken'),
    changedBy: uuid('changed_by'),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** When it was made, for what a device kept and delivered later; null: when it was written. */
    madeAt: instant('made_at'),
    opId: uuid('op_id'),
  },
  (t) => [
    index('loan_changes_loan').on(t.loanId, t.revision),
    index('loan_changes_open')
      .on(t.changedAt)
      .where(sql`is_conflict and settled_at is null`),
  ],
);

/**
 * Who had which loan from when to when. A row per loan, person and kind (COLLECTOR, MANAGER, FIELD); `endedAt` null is
 * now. `changedXid` is touched (trigger) whenever the loan, its dispositions or the allocation change: the pull reads it.
 */
export const allocations = pgTable(
  'allocations',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    assigneeId: idOf('assignee_id', () => users.id).notNull(),
    kind: text('kind').$type<'COLLECTOR' | 'MANAGER' | 'FIELD'>().notNull(),
    allocatedBy: uuid('allocated_by'),
    allocatedAt: instant('allocated_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    changedXid: xid8('changed_xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (t) => [
    uniqueIndex('allocations_open')
      .on(t.loanId, t.kind)
      .where(sql`ended_at is null`),
    index('allocations_pull').on(t.assigneeId, t.changedXid, t.id),
    index('allocations_loan').on(t.loanId, t.assigneeId),
  ],
);

/**
 * Ends of loans: PAID, WITHDRAWN (the lender recalled it), EXPIRED (its period is over), DELETED. Who had it is kept, so
 * that reopening gives it back. Loans closed by one command share its `commandId`.
 */
export const loanClosures = pgTable(
  'loan_closures',
  {
    id: uuid('id').primaryKey(),
    commandId: uuid('command_id').notNull(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    reason: text('reason').$type<Exclude<LoanStatus, 'ACTIVE'>>().notNull(),
    note: text('note'),
    collectorId: uuid('collector_id'),
    managerId: uuid('manager_id'),
    fieldAgentId: uuid('field_agent_id'),
    visitDate: date('visit_date', { mode: 'string' }),
    /** Where the loan stood before, and its open promise. */
    formerStatus: text('former_status').$type<LoanStatus>().notNull().default('ACTIVE'),
    promiseDate: date('promise_date', { mode: 'string' }),
    promiseAmount: rupees('promise_amount'),
    /** The later closing that took this one's place while the loan stayed closed. */
    supersededBy: uuid('superseded_by'),
    /** Null: the server itself (a period that ended). */
    closedBy: uuid('closed_by'),
    closedAt: instant('closed_at').notNull().defaultNow(),
    reopenedBy: uuid('reopened_by'),
    reopenedAt: instant('reopened_at'),
  },
  (t) => [
    uniqueIndex('loan_closures_open')
      .on(t.loanId)
      .where(sql`reopened_at is null`),
    index('loan_closures_command').on(t.commandId),
    index('loan_closures_loan').on(t.loanId, t.closedAt),
    index('loan_closures_closed').on(t.closedAt),
  ],
);

/**
 * How a loan stood before its lender (or a person) told otherwise, for what is said of past days. A trigger keeps the first
 * change of each `span`: a month, and a quarter of an hour around its ends, so that the beginning of a month is known in
 * every time zone however often a file comes. A loan without a row after a day stands as it did on that day.
 */
export const loanPastFigures = pgTable(
  'loan_past_figures',
  {
    // No reference: a file of a million rows would lock, and so write, as many loans. Loans' rows are never removed.
    loanId: uuid('loan_id').notNull(),
    span: instant('span').notNull(),
    /** Until then it stood so. */
    until: instant('until').notNull(),
    dueDate: date('due_date', { mode: 'string' }),
    dpd: integer('dpd'),
    dueAmount: rupees('due_amount'),
  },
  (t) => [primaryKey({ columns: [t.loanId, t.span] })],
);

/**
 * What the lender last said is due on a loan. The due is worked out from it: less the payments after the end of `asOf`, or,
 * without it, less those posted after `toldAt`. A trigger keeps the figure of a new loan.
 */
export const lenderFigures = pgTable('lender_figures', {
  loanId: idOf('loan_id', () => loans.id, { onDelete: 'cascade' }).primaryKey(),
  amount: rupees('amount').notNull(),
  asOf: date('as_of', { mode: 'string' }),
  toldAt: instant('told_at').notNull(),
});
