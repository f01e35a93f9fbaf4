import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { POLICY_PROFILES } from '../../../contract/contact-policy.ts';
import { CONTACT_CHANNELS, HOLD_KINDS } from '../../../contract/contact-rules.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { loans } from './loans.ts';
import { clients, users } from './people.ts';

const DECISIONS = ['ALLOWED', 'OVERRIDDEN', 'REFUSED', 'BREACH'] as const;
const EXCEPTION_STATES = ['OPEN', 'GRANTED', 'REFUSED'] as const;

/**
 * One row per contact that was tried (spec 4.3 and our gate): what counts towards a borrower's limits, and who broke
 * a rule.
 */
export const contactAttempts = pgTable(
  'contact_attempts',
  {
    /** The disposition's, message's or dialer call's own id: asking twice is the same attempt. */
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    channel: text('channel', { enum: CONTACT_CHANNELS }).notNull(),
    number: text('number'),
    agentId: idOf('agent_id', () => users.id),
    at: instant('at').notNull(),
    /**
     * BREACH: it had happened, against a rule, when the server heard of it (delivered work, calls outside the
     * product).
     */
    decision: text('decision', { enum: DECISIONS }).notNull(),
    reason: text('reason'),
    until: instant('until'),
    overrideReason: text('override_reason'),
    overrideBy: idOf('override_by', () => users.id),
    /** Somebody was spoken to: rules about talks count these. */
    isConversation: boolean('is_conversation').notNull().default(false),
    isReplay: boolean('is_replay').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('contact_attempts_channel_check', isOneOf('channel', CONTACT_CHANNELS)),
    check('contact_attempts_decision_check', isOneOf('decision', DECISIONS)),
    index('contact_attempts_loan').on(t.loanId, t.at),
    index('contact_attempts_number')
      .on(t.number, t.at)
      .where(sql`number is not null`),
    index('contact_attempts_looked_at')
      .on(t.at, t.id)
      .where(sql`decision in ('BREACH', 'OVERRIDDEN')`),
  ],
);

/** Who looked at a breach or an override, and what was done about it. */
export const contactReviews = pgTable('contact_reviews', {
  attemptId: idOf('attempt_id', () => contactAttempts.id).primaryKey(),
  note: text('note'),
  reviewedBy: idOf('reviewed_by', () => users.id).notNull(),
  reviewedAt: instant('reviewed_at').notNull().defaultNow(),
});

/** An agent asks to contact somebody against a rule; its manager grants it for some minutes, or not. */
export const contactExceptions = pgTable(
  'contact_exceptions',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    channel: text('channel', { enum: CONTACT_CHANNELS }).notNull(),
    /** What the gate said when it was asked for. */
    rule: text('rule'),
    reason: text('reason').notNull(),
    agentId: idOf('agent_id', () => users.id).notNull(),
    askedAt: instant('asked_at').notNull().defaultNow(),
    state: text('state', { enum: EXCEPTION_STATES }).notNull().default('OPEN'),
    decidedBy: idOf('decided_by', () => users.id),
    decidedAt: instant('decided_at'),
    decisionNote: text('decision_note'),
    endsAt: instant('ends_at'),
  },
  (t) => [
    check('contact_exceptions_channel_check', isOneOf('channel', CONTACT_CHANNELS)),
    check('contact_exceptions_state_check', isOneOf('state', EXCEPTION_STATES)),
    check(
      'contact_exceptions_check',
      sql`state <> 'GRANTED' or (decided_by is not null and ends_at is not null)`,
    ),
    index('contact_exceptions_loan').on(t.loanId, t.agentId, t.channel),
    index('contact_exceptions_asked').on(t.askedAt, t.id),
  ],
);

/** What a lender lets be done. One without a row has the India profile, whose hours stand in clients.contact_from and contact_to. */
export const contactPolicies = pgTable(
  'contact_policies',
  {
    clientId: idOf('client_id', () => clients.id, { onDelete: 'cascade' }).primaryKey(),
    profile: text('profile', { enum: POLICY_PROFILES }).notNull(),
    /** Hours of the profile OWN; 23:59 is the end of the day. */
    ownFrom: time('own_from').notNull().default('08:00'),
    ownTo: time('own_to').notNull().default('19:00'),
    /** Calls and visits per borrower, by days of the borrower's time zone; null: no limit. */
    perDay: integer('per_day'),
    perWeek: integer('per_week'),
    /** Days, the one of the talk included, on which nobody calls or visits after a talk; 0: none. */
    daysAfterTalk: integer('days_after_talk').notNull().default(0),
    messagesPerDay: integer('messages_per_day'),
    /** Null: the business time zone. */
    timeZone: text('time_zone'),
    closedWeekdays: integer('closed_weekdays')
      .array()
      .notNull()
      .default(sql`'{}'`),
    festivalDays: date('festival_days', { mode: 'string' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    allowsThirdParties: boolean('allows_third_parties').notNull().default(false),
    holdsOnDispute: boolean('holds_on_dispute').notNull().default(true),
    revision: integer('revision').notNull().default(1),
    updatedBy: idOf('updated_by', () => users.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [
    check('contact_policies_profile_check', isOneOf('profile', POLICY_PROFILES)),
    check('contact_policies_per_day_check', sql`per_day between 1 and 100`),
    check('contact_policies_per_week_check', sql`per_week between 1 and 500`),
    check('contact_policies_days_after_talk_check', sql`days_after_talk between 0 and 30`),
    check('contact_policies_messages_per_day_check', sql`messages_per_day between 1 and 100`),
    check('contact_policies_check', sql`own_from < own_to`),
  ],
);

/** Reasons to leave a borrower alone, from `startsAt` until `endsAt` (null: until it is ended by a person). */
export const contactHolds = pgTable(
  'contact_holds',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    kind: text('kind', { enum: HOLD_KINDS }).notNull(),
    /** Null: every channel. */
    channel: text('channel', { enum: CONTACT_CHANNELS }),
    startsAt: instant('starts_at').notNull().defaultNow(),
    endsAt: instant('ends_at'),
    note: text('note'),
    /** The contact in which the debt was disputed, or that told of the borrower's death. */
    dispositionId: uuid('disposition_id'),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    endedBy: idOf('ended_by', () => users.id),
    endNote: text('end_note'),
  },
  (t) => [
    check('contact_holds_kind_check', isOneOf('kind', HOLD_KINDS)),
    check('contact_holds_channel_check', isOneOf('channel', CONTACT_CHANNELS)),
    index('contact_holds_loan').on(t.loanId, t.startsAt),
    uniqueIndex('contact_holds_disposition')
      .on(t.dispositionId, t.loanId)
      .where(sql`disposition_id is not null`),
  ],
);

/**
 * When a borrower asked not to be contacted: wall clock of the borrower's time zone, on these weekdays (0 is Sunday).
 */
export const contactAvoidTimes = pgTable(
  'contact_avoid_times',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    weekdays: integer('weekdays').array().notNull(),
    fromTime: time('from_time').notNull(),
    toTime: time('to_time').notNull(),
    /** Last day on which it counts; null: until it is ended. */
    untilDay: date('until_day', { mode: 'string' }),
    note: text('note'),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    endedBy: idOf('ended_by', () => users.id),
  },
  (t) => [
    check('contact_avoid_times_check', sql`from_time < to_time`),
    index('contact_avoid_times_loan').on(t.loanId),
  ],
);

/**
 * Numbers never to be contacted: for all loans, or (`loanId`) because they are not this borrower's. Last ten digits.
 */
export const contactNumbers = pgTable(
  'contact_numbers',
  {
    id: uuid('id').primaryKey(),
    number: text('number').notNull(),
    loanId: idOf('loan_id', () => loans.id),
    note: text('note'),
    /** The contact whose outcome says so; null: somebody marked it by hand. */
    dispositionId: uuid('disposition_id'),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    endedBy: idOf('ended_by', () => users.id),
  },
  (t) => [
    uniqueIndex('contact_numbers_open')
      .on(t.number, sql`coalesce(loan_id, '00000000-0000-0000-0000-000000000000')`)
      .where(sql`ended_at is null`),
    index('contact_numbers_loan')
      .on(t.loanId)
      .where(sql`loan_id is not null`),
    index('contact_numbers_disposition')
      .on(t.dispositionId)
      .where(sql`disposition_id is not null`),
    index('contact_numbers_listed')
      .on(t.createdAt, t.id)
      .where(sql`loan_id is null`),
  ],
);

/** A borrower's own time zone, where it is not the lender's. */
export const contactZones = pgTable('contact_zones', {
  loanId: idOf('loan_id', () => loans.id).primaryKey(),
  timeZone: text('time_zone').notNull(),
  updatedBy: idOf('updated_by', () => users.id),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
