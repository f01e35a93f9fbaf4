import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  LETTER_CHECKS,
  LETTER_LANGUAGES,
  OPEN_SETTLEMENT_STATES,
  SETTLEMENT_ACTIONS,
  SETTLEMENT_KINDS,
  SETTLEMENT_REASONS,
  SETTLEMENT_SIDES,
  SETTLEMENT_STATES,
  SETTLEMENT_WAITS,
} from '../../../contract/settlement.ts';
import type { SettlementTerms } from '../../../contract/settlement.ts';
import type { SettlementLevel } from '../../../contract/settlement-authority.ts';
import { portfolios } from './client-contracts.ts';
import { idOf, instant, isOneOf, rupees } from './columns.ts';
import { loans } from './loans.ts';
import { clients, users } from './people.ts';

/** Who may approve which waiver of a client's loans; without a row: the defaults of server/settlements. */
export const settlementRules = pgTable(
  'settlement_rules',
  {
    clientId: idOf('client_id', () => clients.id).primaryKey(),
    /** Percent of the due and rupees (null: no bound); the stricter holds. */
    managerPercent: integer('manager_percent').notNull(),
    managerAmount: rupees('manager_amount'),
    adminPercent: integer('admin_percent').notNull(),
    adminAmount: rupees('admin_amount'),
    clientPercent: integer('client_percent').notNull(),
    clientAmount: rupees('client_amount'),
    /** Waivers up to it the agency approves without the client. */
    delegatedAmount: rupees('delegated_amount').notNull(),
    graceDays: integer('grace_days').notNull(),
    /** An offer is valid for at most so many days. */
    validDays: integer('valid_days').notNull(),
    /** The RBI's framework for compromise settlements. */
    isRbi: boolean('is_rbi').notNull(),
    /** Under it: loans of this amount on were sanctioned by the client's own level; null: none were. */
    sanctionAmount: rupees('sanction_amount'),
    coolingMonths: integer('cooling_months').notNull(),
    /** Drafts of the letters are offered in these languages; who signs them, and what the client says in them beside the terms. */
    letterLanguages: text('letter_languages', { enum: LETTER_LANGUAGES })
      .array()
      .notNull()
      .default(['en', 'hi']),
    letterSignatory: text('letter_signatory'),
    letterOpening: text('letter_opening'),
    letterClause: text('letter_clause'),
    /** The same of drafts in Hindi; null: as above, for the opening our own words. */
    letterSignatoryHi: text('letter_signatory_hi'),
    letterOpeningHi: text('letter_opening_hi'),
    letterClauseHi: text('letter_clause_hi'),
    revision: integer('revision').notNull().default(1),
    updatedBy: idOf('updated_by', () => users.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [
    check(
      'settlement_rules_percents',
      sql`manager_percent between 0 and 100 and admin_percent between 0 and 100 and client_percent between 0 and 100`,
    ),
    check(
      'settlement_rules_days',
      sql`grace_days between 0 and 30 and valid_days between 1 and 365 and cooling_months between 0 and 60`,
    ),
  ],
);

/** Limits of their own for a part of a client's loans; what is not named is any. */
export const settlementLimits = pgTable(
  'settlement_limits',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    portfolioId: idOf('portfolio_id', () => portfolios.id),
    product: text('product'),
    bucket: text('bucket'),
    managerPercent: integer('manager_percent').notNull(),
    managerAmount: rupees('manager_amount'),
    adminPercent: integer('admin_percent').notNull(),
    adminAmount: rupees('admin_amount'),
    clientPercent: integer('client_percent').notNull(),
    clientAmount: rupees('client_amount'),
    delegatedAmount: rupees('delegated_amount').notNull(),
    revision: integer('revision').notNull().default(1),
    updatedBy: idOf('updated_by', () => users.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('settlement_limits_part', sql`num_nonnulls(portfolio_id, product, bucket) > 0`),
    check(
      'settlement_limits_percents',
      sql`manager_percent between 0 and 100 and admin_percent between 0 and 100 and client_percent between 0 and 100`,
    ),
    uniqueIndex('settlement_limits_named').on(
      t.clientId,
      sql`coalesce(portfolio_id::text, '')`,
      sql`lower(coalesce(product, ''))`,
      sql`lower(coalesce(bucket, ''))`,
    ),
    index('settlement_limits_portfolio').on(t.portfolioId),
  ],
);

/**
 * Settlements. What stands now; how it came to that is in `settlement_events`, where nothing is overwritten. A loan has one
 * open settlement at most.
 */
export const settlements = pgTable(
  'settlements',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    state: text('state', { enum: SETTLEMENT_STATES }).notNull(),
    waitsFor: text('waits_for', { enum: SETTLEMENT_WAITS }),
    waitsSince: instant('waits_since').notNull().defaultNow(),
    kind: text('kind', { enum: SETTLEMENT_KINDS }).notNull(),
    offeredAmount: rupees('offered_amount').notNull(),
    dueAmount: rupees('due_amount').notNull(),
    principalAmount: rupees('principal_amount'),
    interestAmount: rupees('interest_amount'),
    chargesAmount: rupees('charges_amount'),
    waiverAmount: rupees('waiver_amount')
      .notNull()
      .generatedAlwaysAs(sql`due_amount - offered_amount`),
    validUntil: date('valid_until', { mode: 'string' }).notNull(),
    instalments: jsonb('instalments').$type<SettlementTerms['instalments']>().notNull(),
    reason: text('reason', { enum: SETTLEMENT_REASONS }).notNull(),
    remarks: text('remarks'),
    proposedBy: idOf('proposed_by', () => users.id).notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /** The business day; payments from it on count. */
    offeredOn: date('offered_on', { mode: 'string' }).notNull(),
    /** When it reached the server: payments posted before are part of the due. */
    createdAt: instant('created_at').notNull().defaultNow(),
    makerId: idOf('maker_id', () => users.id).notNull(),
    makerLevel: text('maker_level').$type<SettlementLevel>(),
    counteredBy: text('countered_by', { enum: SETTLEMENT_SIDES }),
    isFlagged: boolean('is_flagged').notNull(),
    isRestructuring: boolean('is_restructuring').notNull(),
    isDelegated: boolean('is_delegated').notNull().default(false),
    /** Days after the agreed one in which money still counts, as they were when it was offered. */
    graceDays: integer('grace_days').notNull(),
    paidAmount: rupees('paid_amount').notNull().default(0),
    nextDueOn: date('next_due_on', { mode: 'string' }),
    nextAmount: rupees('next_amount'),
    /** The letter came, the borrower has it: from then on payments and days decide. */
    letterAt: instant('letter_at'),
    handedOverAt: instant('handed_over_at'),
    /** What was written off, and on which business day. */
    waivedAmount: rupees('waived_amount'),
    fulfilledAt: instant('fulfilled_at'),
    fulfilledOn: date('fulfilled_on', { mode: 'string' }),
    coolingUntil: date('cooling_until', { mode: 'string' }),
    /** On this day the passing of days may change it; null: never. */
    judgeOn: date('judge_on', { mode: 'string' }),
    /** Its payments changed: to be followed anew. */
    isStale: boolean('is_stale').notNull().default(false),
    /** Of what bounced before the letter came so much was told. */
    bouncedTold: rupees('bounced_told').notNull().default(0),
    /** Who must act was reminded of its end; the client was reminded by hand so often, last at. */
    remindedAt: instant('reminded_at'),
    nudgeCount: integer('nudge_count').notNull().default(0),
    nudgedAt: instant('nudged_at'),
    opId: uuid('op_id'),
    revision: integer('revision').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('settlements_state_check', isOneOf('state', SETTLEMENT_STATES)),
    check('settlements_kind_check', isOneOf('kind', SETTLEMENT_KINDS)),
    check('settlements_reason_check', isOneOf('reason', SETTLEMENT_REASONS)),
    check(
      'settlements_waits_check',
      sql`(waits_for is null) = (state in ('FULFILLED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'BROKEN'))`,
    ),
    check('settlements_amounts_check', sql`offered_amount > 0 and offered_amount < due_amount`),
    check('settlements_waived_check', sql`(waived_amount is null) = (state <> 'FULFILLED')`),
    uniqueIndex('settlements_open').on(t.loanId).where(isOneOf('state', OPEN_SETTLEMENT_STATES)),
    index('settlements_loan').on(t.loanId, t.proposedAt),
    index('settlements_client').on(t.clientId, t.proposedAt.desc(), t.id.desc()),
    index('settlements_newest').on(t.proposedAt.desc(), t.id.desc()),
    index('settlements_proposer').on(t.proposedBy, t.proposedAt),
    index('settlements_waiting')
      .on(t.waitsFor, t.waitsSince, t.id)
      .where(sql`waits_for is not null`),
    index('settlements_to_judge')
      .on(t.judgeOn)
      .where(sql`judge_on is not null`),
    index('settlements_stale')
      .on(t.loanId)
      .where(sql`is_stale`),
  ],
);

/** Everything that was done to a settlement, with the terms after it: append-only (trigger). */
export const settlementEvents = pgTable(
  'settlement_events',
  {
    id: uuid('id').primaryKey(),
    settlementId: idOf('settlement_id', () => settlements.id).notNull(),
    /** The settlement's revision after it. */
    revision: integer('revision').notNull(),
    action: text('action', { enum: SETTLEMENT_ACTIONS }).notNull(),
    fromState: text('from_state', { enum: SETTLEMENT_STATES }),
    toState: text('to_state', { enum: SETTLEMENT_STATES }).notNull(),
    /** Null: payments or days. */
    actorId: idOf('actor_id', () => users.id),
    actorRole: text('actor_role'),
    /** The level that approved or countered. */
    level: text('level').$type<SettlementLevel>(),
    at: instant('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    remarks: text('remarks'),
    offeredAmount: rupees('offered_amount').notNull(),
    waiverAmount: rupees('waiver_amount').notNull(),
    validUntil: date('valid_until', { mode: 'string' }).notNull(),
    instalments: jsonb('instalments').$type<SettlementTerms['instalments']>().notNull(),
    paidAmount: rupees('paid_amount').notNull(),
  },
  (t) => [
    check('settlement_events_action_check', isOneOf('action', SETTLEMENT_ACTIONS)),
    uniqueIndex('settlement_events_revision').on(t.settlementId, t.revision),
    index('settlement_events_approved')
      .on(t.at)
      .where(sql`action = 'APPROVE'`),
  ],
);

/** Letters of the client; the bytes lie in the file store. A replaced one stays. */
export const settlementLetters = pgTable(
  'settlement_letters',
  {
    id: uuid('id').primaryKey(),
    settlementId: idOf('settlement_id', () => settlements.id).notNull(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    storeKey: text('store_key').notNull(),
    check: text('check', { enum: LETTER_CHECKS }).notNull(),
    findings: text('findings').array().notNull(),
    confirmReason: text('confirm_reason'),
    uploadedBy: idOf('uploaded_by', () => users.id).notNull(),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
    replacedAt: instant('replaced_at'),
  },
  (t) => [
    check('settlement_letters_check_check', isOneOf('"check"', LETTER_CHECKS)),
    index('settlement_letters_settlement').on(t.settlementId, t.uploadedAt),
    uniqueIndex('settlement_letters_standing')
      .on(t.settlementId)
      .where(sql`replaced_at is null`),
  ],
);
