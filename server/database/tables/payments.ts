import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AttributionPart, ShareReason } from '../../../contract/attribution.ts';
import { idOf, instant, rupees } from './columns.ts';
import { loans } from './loans.ts';
import { clients, users } from './people.ts';

/** Money that reached the lender, one row per payment. Never edited: a wrong one is reversed. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    source: text('source').$type<'PAYMENT' | 'BANK_PAID'>().notNull(),
    /** The sheet and row that said so. */
    sheetId: uuid('sheet_id').notNull(),
    row: integer('row').notNull(),
    amount: rupees('amount').notNull(),
    /** How much of it lowered the loan's dues; the rest was paid too much. */
    appliedAmount: rupees('applied_amount').notNull(),
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
    mode: text('mode'),
    reference: text('reference'),
    /** Who is credited: the loan's agent on the day of payment, and the manager. */
    collectorId: idOf('collector_id', () => users.id),
    managerId: idOf('manager_id', () => users.id),
    /** Who had the loan on the day of payment, and led it: credited again when a receipt no longer says otherwise. */
    holderId: uuid('holder_id'),
    leaderId: uuid('leader_id'),
    /** Who had the loan on that day, whomever the file names. */
    hadId: uuid('had_id'),
    /** The end of the business day of payment; null: of before this was kept. */
    dayEndsAt: instant('day_ends_at'),
    /** What its loan was when it was posted: fees go by that, whatever later files say. */
    loanThen: jsonb('loan_then').$type<{
      product: string | null;
      bucket: string | null;
      dpd: number | null;
    }>(),
    /** Its lender's rule gives it to others than `collectorId`: `payment_shares` says to whom. */
    isShared: boolean('is_shared').notNull().default(false),
    /** Equal for the same payment in another file: the same file twice posts nothing twice. */
    paymentKey: text('payment_key').notNull(),
    /** The loan's last payment before this one: a reversal gives it back. */
    lastPaidOnBefore: date('last_paid_on_before', { mode: 'string' }),
    lastPaidBefore: rupees('last_paid_before'),
    reversedAt: instant('reversed_at'),
    reversedBy: uuid('reversed_by'),
    reverseReason: text('reverse_reason'),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('payments_key')
      .on(t.clientId, t.paymentKey)
      .where(sql`reversed_at is null`),
    // What was reversed stays so: the same payment in another file is told by its key.
    index('payments_reversed_key')
      .on(t.clientId, t.paymentKey)
      .where(sql`reversed_at is not null`),
    index('payments_loan').on(t.loanId, t.paidOn),
    index('payments_client').on(t.clientId, t.paidOn),
    index('payments_collector').on(t.collectorId, t.paidOn),
    index('payments_sheet').on(t.sheetId, t.row),
    index('payments_day').on(t.paidOn, t.clientId, t.collectorId),
    index('payments_manager').on(t.managerId, t.paidOn),
  ],
);

/** From which day of payment on a lender's payments are whose (contract/attribution.ts). */
export const attributionRules = pgTable(
  'attribution_rules',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    parts: jsonb('parts').$type<AttributionPart[]>().notNull(),
    setBy: idOf('set_by', () => users.id).notNull(),
    setAt: instant('set_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('attribution_rules_day').on(t.clientId, t.validFrom)],
);

/** Whose the payments are that `isShared` marks: the shares of one come to its amount. */
export const paymentShares = pgTable(
  'payment_shares',
  {
    paymentId: idOf('payment_id', () => payments.id).notNull(),
    place: integer('place').notNull(),
    /** Null: nobody's. */
    personId: idOf('person_id', () => users.id),
    amount: rupees('amount').notNull(),
    reason: text('reason').$type<ShareReason>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.place] }),
    index('payment_shares_person').on(t.personId),
    check('payment_shares_amount', sql`amount > 0`),
  ],
);

/** One step is one device's block of numbers. */
export const receiptNumber = pgSequence('receipt_number', { increment: 100 });

/** Receipt numbers given to a device beforehand, so that it can write receipts without a network. */
export const receiptRanges = pgTable(
  'receipt_ranges',
  {
    id: uuid('id').primaryKey(),
    userId: idOf('user_id', () => users.id).notNull(),
    deviceId: uuid('device_id').notNull(),
    /** Both numbers are in the range; ranges never overlap (they come from one sequence). */
    firstNumber: bigint('first_number', { mode: 'number' }).notNull(),
    lastNumber: bigint('last_number', { mode: 'number' }).notNull(),
    givenAt: instant('given_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('receipt_ranges_first').on(t.firstNumber),
    index('receipt_ranges_device').on(t.userId, t.deviceId),
  ],
);

/** What an agent brought to the bank or the office at once: the sum of its receipts. */
export const deposits = pgTable(
  'deposits',
  {
    id: uuid('id').primaryKey(),
    agentId: idOf('agent_id', () => users.id).notNull(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    amount: rupees('amount').notNull(),
    depositedOn: date('deposited_on', { mode: 'string' }).notNull(),
    /** BANK or OFFICE, and the slip's number. */
    place: text('place').notNull(),
    reference: text('reference'),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Who counted it; null: not yet. */
    verifiedBy: uuid('verified_by'),
    verifiedAt: instant('verified_at'),
    /** Undone: its receipts are in hand again. */
    cancelledAt: instant('cancelled_at'),
    cancelledBy: uuid('cancelled_by'),
    cancelReason: text('cancel_reason'),
  },
  (t) => [
    index('deposits_agent').on(t.agentId, t.depositedOn),
    index('deposits_client').on(t.clientId, t.depositedOn),
  ],
);

/** What was taken out of a deposit that stands, as a cheque that came back: its receipt is in hand again, the deposit the less. */
export const depositReturns = pgTable(
  'deposit_returns',
  {
    id: uuid('id').primaryKey(),
    depositId: idOf('deposit_id', () => deposits.id).notNull(),
    receiptId: uuid('receipt_id').notNull(),
    amount: rupees('amount').notNull(),
    reason: text('reason').notNull(),
    takenBy: uuid('taken_by').notNull(),
    takenAt: instant('taken_at').notNull().defaultNow(),
  },
  (t) => [
    index('deposit_returns_deposit').on(t.depositId),
    index('deposit_returns_receipt').on(t.receiptId),
  ],
);

/**
 * What agents say of money: one row that counts per disposition with an amount. Receipts are of what they took in, always:
 * collected = deposited + in hand + cancelled. Claims are of what borrowers say they paid.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid('id').primaryKey(),
    /** From the device's range; null: money that was not taken in by hand (paid online) or came from an older app. */
    number: bigint('number', { mode: 'number' }).unique(),
    /** A number that the device gave and that was not taken, and why (contract/receipt.ts). */
    claimedNumber: bigint('claimed_number', { mode: 'number' }),
    numberProblem: text('number_problem').$type<'NOT_YOURS' | 'USED_TWICE'>(),
    /** Of a removed contact too: no reference. */
    dispositionId: uuid('disposition_id').notNull(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    agentId: idOf('agent_id', () => users.id).notNull(),
    /** The agent's manager when it was collected. */
    managerId: uuid('manager_id'),
    amount: rupees('amount').notNull(),
    /** CASH, CHEQUE, UPI, ONLINE; null: not said. */
    mode: text('mode'),
    /** The business day of collecting. */
    collectedOn: date('collected_on', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    depositId: idOf('deposit_id', () => deposits.id),
    cancelledAt: instant('cancelled_at'),
    cancelledBy: uuid('cancelled_by'),
    cancelReason: text('cancel_reason'),
    /** Its agent asks that it be cancelled, and why; null: not, or no longer. */
    cancelAskedAt: instant('cancel_asked_at'),
    cancelAskedReason: text('cancel_asked_reason'),
    /** The payment that confirms it. */
    paymentId: idOf('payment_id', () => payments.id),
    /** Nobody took it in: by phone, a borrower says that it was paid, on that day under that reference. */
    isClaim: boolean('is_claim').notNull().default(false),
    paidOn: date('paid_on', { mode: 'string' }),
    reference: text('reference'),
    /** How much of it was more than was left to collect when it came into the books. */
    excessAmount: rupees('excess_amount').notNull().default(0),
    /** Why more was taken in; known at: whoever took it in knew all of it, or a manager looked at it. */
    excessReason: text('excess_reason'),
    excessKnownAt: instant('excess_known_at'),
    excessKnownBy: uuid('excess_known_by'),
  },
  (t) => [
    // A changed amount cancels a receipt and makes another: one of them counts.
    uniqueIndex('receipts_disposition')
      .on(t.dispositionId)
      .where(sql`cancelled_at is null`),
    index('receipts_day').on(t.collectedOn, t.clientId, t.agentId),
    index('receipts_manager').on(t.managerId, t.collectedOn),
    index('receipts_agent').on(t.agentId, t.collectedOn),
    index('receipts_client').on(t.clientId, t.collectedOn),
    index('receipts_loan').on(t.loanId),
    index('receipts_unverified')
      .on(t.loanId)
      .where(sql`payment_id is null and cancelled_at is null`),
    index('receipts_cancel_asked')
      .on(t.managerId)
      .where(sql`cancel_asked_at is not null and cancelled_at is null`),
    index('receipts_payment')
      .on(t.paymentId)
      .where(sql`payment_id is not null`),
    index('receipts_deposit').on(t.depositId),
    index('receipts_excess')
      .on(t.managerId)
      .where(sql`excess_amount > 0 and excess_known_at is null and cancelled_at is null`),
    index('receipts_in_hand')
      .on(t.agentId)
      .where(sql`deposit_id is null and cancelled_at is null`),
    check('receipts_claim_not_deposited', sql`not (is_claim and deposit_id is not null)`),
  ],
);
