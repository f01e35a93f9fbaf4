import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { MESSAGE_STATES } from '../../../contract/message.ts';
import { MESSAGE_CHANNELS } from '../../../contract/message-template.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { loans } from './loans.ts';
import { clients, users } from './people.ts';

const RUN_STATES = ['QUEUEING', 'DONE', 'CANCELLED', 'FAILED'] as const;

/**
 * One text of one channel and language; a name groups the languages. The words stand in its versions.
 */
export const messageTemplates = pgTable(
  'message_templates',
  {
    id: uuid('id').primaryKey(),
    /** Null: for every lender. */
    clientId: idOf('client_id', () => clients.id),
    channel: text('channel', { enum: MESSAGE_CHANNELS }).notNull(),
    /** BCP 47: en, hi, mr, ... */
    language: text('language').notNull(),
    name: text('name').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    version: integer('version').notNull().default(1),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('message_templates_channel_check', isOneOf('channel', MESSAGE_CHANNELS)),
    uniqueIndex('message_templates_name').on(
      sql`coalesce(client_id, '00000000-0000-0000-0000-000000000000')`,
      t.channel,
      sql`lower(name)`,
      t.language,
    ),
  ],
);

/** The words of the templates, version by version: none is ever changed. */
export const messageTemplateVersions = pgTable(
  'message_template_versions',
  {
    templateId: idOf('template_id', () => messageTemplates.id).notNull(),
    version: integer('version').notNull(),
    body: text('body').notNull(),
    /** What the regulator (DLT) or WhatsApp registered the text under, and the sender's header. */
    registeredId: text('registered_id'),
    sender: text('sender'),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.version] })],
);

/** A sending of one template to many loans, confirmed once, carried out by a job. */
export const messageRuns = pgTable(
  'message_runs',
  {
    id: uuid('id').primaryKey(),
    channel: text('channel').notNull(),
    templateId: idOf('template_id', () => messageTemplates.id).notNull(),
    version: integer('version').notNull(),
    state: text('state', { enum: RUN_STATES }).notNull().default('QUEUEING'),
    totalLoans: integer('total_loans').notNull(),
    doneLoans: integer('done_loans').notNull().default(0),
    queued: integer('queued').notNull().default(0),
    /** Loans that got none, by reason: {"HOURS": 12, "NO_NUMBER": 3}. */
    leftOut: jsonb('left_out').$type<Record<string, number>>().notNull().default({}),
    createdBy: idOf('created_by', () => users.id).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('message_runs_state_check', isOneOf('state', RUN_STATES)),
    index('message_runs_open')
      .on(t.id)
      .where(sql`state = 'QUEUEING'`),
    index('message_runs_created').on(t.createdAt.desc().nullsFirst(), t.id),
  ],
);

/**
 * The loans of a sending while it is queued; the message's id is chosen here, so that a job that begins anew makes
 * none twice.
 */
export const messageRunLoans = pgTable(
  'message_run_loans',
  {
    runId: idOf('run_id', () => messageRuns.id).notNull(),
    loanId: uuid('loan_id').notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.loanId] })],
);

/**
 * QUEUED: waits for next_at; SENDING: claimed, the provider is being asked; SENT: the provider has it; UNKNOWN:
 * nobody can say whether the provider has it, so it is not sent again; REFUSED: the gate said no at the last moment.
 */
export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    channel: text('channel', { enum: MESSAGE_CHANNELS }).notNull(),
    number: text('number').notNull(),
    /** The text as sent. */
    text: text('text').notNull(),
    segments: integer('segments').notNull().default(1),
    language: text('language').notNull(),
    templateId: idOf('template_id', () => messageTemplates.id).notNull(),
    version: integer('version').notNull(),
    registeredId: text('registered_id'),
    sender: text('sender'),
    state: text('state', { enum: MESSAGE_STATES }).notNull().default('QUEUED'),
    /** How often the provider was asked. */
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull().defaultNow(),
    /** A claim that is not followed by a result until then is of a process that died. */
    claimedUntil: instant('claimed_until'),
    provider: text('provider'),
    providerId: text('provider_id'),
    error: text('error'),
    /** The gate's reason code of a refused one. */
    reason: text('reason'),
    runId: idOf('run_id', () => messageRuns.id),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    readAt: instant('read_at'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('messages_channel_check', isOneOf('channel', MESSAGE_CHANNELS)),
    check('messages_state_check', isOneOf('state', MESSAGE_STATES)),
    index('messages_due')
      .on(t.channel, sql`(run_id IS NOT NULL)`, t.nextAt)
      .where(sql`state = 'QUEUED'`),
    index('messages_claimed')
      .on(t.claimedUntil)
      .where(sql`state = 'SENDING'`),
    index('messages_loan').on(t.loanId, t.createdAt),
    index('messages_created').on(t.createdAt.desc().nullsFirst(), t.id),
    index('messages_client').on(t.clientId, t.createdAt.desc().nullsFirst(), t.id),
    index('messages_provider_id')
      .on(t.providerId)
      .where(sql`provider_id is not null`),
    index('messages_run')
      .on(t.runId)
      .where(sql`run_id is not null`),
  ],
);

/** Every delivery receipt once: a repeated one changes nothing. */
export const messageReceipts = pgTable(
  'message_receipts',
  {
    messageId: idOf('message_id', () => messages.id).notNull(),
    state: text('state').notNull(),
    providerId: text('provider_id').notNull().default(''),
    error: text('error'),
    arrivedAt: instant('arrived_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.state, t.providerId] })],
);
