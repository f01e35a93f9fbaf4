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
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Position } from '../../../contract/disposition.ts';
import { idOf, instant, rupees } from './columns.ts';
import { users } from './people.ts';
import { loans } from './loans.ts';

/** Disposition codes. */
export const dispositionCodes = pgTable('disposition_codes', {
  code: text('code').primaryKey(),
  label: text('label').notNull(),
  channel: text('channel').$type<'CALL' | 'FIELD'>().notNull(),
  dispositionClass: text('disposition_class').notNull(),
  needsAmount: boolean('needs_amount').notNull().default(false),
  needsDate: boolean('needs_date').notNull().default(false),
  needsTime: boolean('needs_time').notNull().default(false),
  needsPersonMet: boolean('needs_person_met').notNull().default(false),
  sortOrder: integer('sort_order').notNull(),
});

/** Recorded contacts: append-only events. The id is made by whoever records, so a replay is the same row. */
export const dispositions = pgTable(
  'dispositions',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    channel: text('channel').$type<'CALL' | 'FIELD'>().notNull(),
    agentId: idOf('agent_id', () => users.id).notNull(),
    /** The agent's manager when it was recorded: reports by manager stay true when people move. */
    managerId: uuid('manager_id'),
    /** The allocation under which it was done; null for a manager's own. */
    allocationId: uuid('allocation_id'),
    code: text('code')
      .notNull()
      .references(() => dispositionCodes.code),
    dispositionClass: text('disposition_class').notNull(),
    callStatus: text('call_status'),
    /** Seconds. */
    duration: integer('duration'),
    recordLink: text('record_link'),
    personMet: text('person_met'),
    remarks: text('remarks'),
    amountCollected: rupees('amount_collected'),
    promiseAmount: rupees('promise_amount'),
    onDate: date('on_date', { mode: 'string' }),
    atTime: time('at_time'),
    position: jsonb('position').$type<Position>(),
    recordedAt: instant('recorded_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    opId: uuid('op_id'),
    /** The number that was called. */
    dialledNumber: text('dialled_number'),
    /** Counts up with every correction. */
    revision: integer('revision').notNull().default(1),
  },
  (t) => [
    index('dispositions_loan').on(t.loanId, t.recordedAt),
    index('dispositions_report').on(t.channel, t.recordedAt, t.id),
    index('dispositions_agent').on(t.agentId, t.recordedAt),
    index('dispositions_manager').on(t.managerId, t.recordedAt),
    // The recordings of a span of days.
    index('dispositions_recorded')
      .on(t.recordedAt, t.id)
      .where(sql`record_link is not null`),
    // What was had of each borrower: allocation rules ask for the best result.
    index('dispositions_results')
      .on(t.dispositionClass, t.loanId)
      .where(sql`code <> 'CALL_STARTED'`),
    // Calls of some days that have only begun: beside the sums of all others (contact-sums.ts).
    index('dispositions_begun')
      .on(t.recordedAt)
      .where(sql`code = 'CALL_STARTED'`),
    // What was collected on which day: a landing screen sums weeks of it.
    index('dispositions_collected')
      .on(t.recordedAt)
      .where(sql`amount_collected > 0`),
  ],
);

/** Files attached to dispositions: announced first, delivered when the bytes' sha256 equals. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    /** Of a removed contact too: no reference. */
    dispositionId: uuid('disposition_id'),
    /** Of a settlement instead; delivered before either, of neither. */
    settlementId: uuid('settlement_id'),
    loanId: idOf('loan_id', () => loans.id),
    ownerId: idOf('owner_id', () => users.id).notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** Where the bytes lie in the file store; null until delivered. */
    storeKey: text('store_key'),
    deliveredAt: instant('delivered_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('files_disposition').on(t.dispositionId),
    // On which other visits a picture stands.
    index('files_content').on(t.sha256),
    index('files_settlement')
      .on(t.settlementId)
      .where(sql`settlement_id is not null`),
  ],
);

/**
 * Reminders of promises and callbacks, and word to a loan's collector that its field agent was there. One of a disposition
 * and owner.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    dispositionId: uuid('disposition_id'),
    ownerId: idOf('owner_id', () => users.id).notNull(),
    /** Null: a visit that ended in neither. */
    alertType: text('alert_type').$type<'PTP' | 'CallBack'>(),
    isFieldDisposition: boolean('is_field_disposition').notNull().default(false),
    dueAt: instant('due_at').notNull(),
    deactivatedAt: instant('deactivated_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('alerts_owner')
      .on(t.ownerId, t.dueAt)
      .where(sql`deactivated_at is null`),
    check('alerts_type_known', sql`is_field_disposition or alert_type is not null`),
    uniqueIndex('alerts_disposition').on(t.dispositionId, t.ownerId),
  ],
);
