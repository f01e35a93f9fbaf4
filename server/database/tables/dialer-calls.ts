import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CALL_RESULTS, CALL_SOURCES } from '../../../contract/call-recording.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { campaignLeads, campaigns } from './campaigns.ts';
import { loans } from './loans.ts';
import { users } from './people.ts';

const CALL_STATES = ['DIALING', 'ANSWERED', 'CONNECTED', 'ENDED'] as const;

/**
 * One row per call of any source. The id of a call that an agent had is its disposition's id too: exactly one each.
 */
export const dialerCalls = pgTable(
  'dialer_calls',
  {
    id: uuid('id').primaryKey(),
    /** ENGINE: our pacing engine; MANUAL: an agent pressed Call; SHEET: an outside dialer's call sheet. */
    source: text('source', { enum: CALL_SOURCES }).notNull(),
    /** The outside dialer's call id (spec 3: convoxid). */
    externalId: text('external_id'),
    sheetId: uuid('sheet_id'),
    campaignId: idOf('campaign_id', () => campaigns.id),
    leadId: idOf('lead_id', () => campaignLeads.id),
    processName: text('process_name'),
    loanId: idOf('loan_id', () => loans.id),
    agentId: idOf('agent_id', () => users.id),
    /** The spec's dialledNumber, digits. */
    number: text('number').notNull(),
    callerId: text('caller_id'),
    /** DIALING: placed; ANSWERED: a person waits for an agent; CONNECTED: with its agent; ENDED. */
    state: text('state', { enum: CALL_STATES }).notNull(),
    /**
     * ANSWERED is the result of a call that was connected to an agent; ABANDONED of one that was answered and got
     * none in time.
     */
    result: text('result', { enum: CALL_RESULTS }),
    placedAt: instant('placed_at').notNull(),
    answeredAt: instant('answered_at'),
    connectedAt: instant('connected_at'),
    endedAt: instant('ended_at'),
    /** When the agent's disposition of it was saved. */
    wrappedAt: instant('wrapped_at'),
    dispositionId: uuid('disposition_id'),
    /** Seconds, connected until ended. */
    talkSeconds: integer('talk_seconds'),
    wrapupSeconds: integer('wrapup_seconds'),
    recordLink: text('record_link'),
    /** Which engine placed it: a successor tells its predecessor's calls by it. */
    engineEpoch: bigint('engine_epoch', { mode: 'number' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('dialer_calls_source_check', isOneOf('source', CALL_SOURCES)),
    check('dialer_calls_state_check', isOneOf('state', CALL_STATES)),
    check('dialer_calls_result_check', isOneOf('result', CALL_RESULTS)),
    uniqueIndex('dialer_calls_external')
      .on(t.externalId)
      .where(sql`external_id is not null`),
    // Nobody is called twice at once, no agent has two calls.
    uniqueIndex('dialer_calls_live_number')
      .on(t.number)
      .where(sql`state <> 'ENDED'`),
    uniqueIndex('dialer_calls_live_agent')
      .on(t.agentId)
      .where(sql`state = 'CONNECTED'`),
    index('dialer_calls_live')
      .on(t.campaignId)
      .where(sql`state <> 'ENDED'`),
    index('dialer_calls_campaign').on(t.campaignId, t.placedAt),
    index('dialer_calls_agent').on(t.agentId, t.placedAt),
    index('dialer_calls_loan').on(t.loanId, t.placedAt),
    index('dialer_calls_day').on(t.placedAt, t.id),
    index('dialer_calls_sheet')
      .on(t.sheetId)
      .where(sql`sheet_id is not null`),
    // A number's calls by time: a sheet completes the calls that we placed ourselves.
    index('dialer_calls_number').on(t.number, t.placedAt),
    // The recordings of a span of days.
    index('dialer_calls_recorded')
      .on(t.placedAt, t.id)
      .where(sql`record_link is not null`),
  ],
);

/** Why so many lines were called: every decision of the pacing engine with its figures. */
export const pacingDecisions = pgTable(
  'pacing_decisions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    campaignId: idOf('campaign_id', () => campaigns.id).notNull(),
    at: instant('at').notNull().defaultNow(),
    pacing: text('pacing').notNull(),
    level: numeric('level', { precision: 6, scale: 3, mode: 'number' }).notNull(),
    ready: integer('ready').notNull(),
    inCall: integer('in_call').notNull(),
    wrapping: integer('wrapping').notNull(),
    inFlight: integer('in_flight').notNull(),
    waiting: integer('waiting').notNull(),
    goal: integer('goal').notNull(),
    placed: integer('placed').notNull(),
    /** Share of live-answered calls dropped in 30 days, percent. */
    dropPercent: numeric('drop_percent', { precision: 6, scale: 3, mode: 'number' }).notNull(),
    figures: jsonb('figures').notNull().default({}),
  },
  (t) => [index('pacing_decisions_campaign').on(t.campaignId, t.at)],
);

/** One engine over all server processes: whoever holds the lease. Each taking over raises the epoch. */
export const dialerEngine = pgTable(
  'dialer_engine',
  {
    onlyOne: boolean('only_one').primaryKey().default(true),
    holder: uuid('holder'),
    epoch: bigint('epoch', { mode: 'number' }).notNull().default(0),
    expiresAt: instant('expires_at')
      .notNull()
      .default(sql`'-infinity'`),
  },
  () => [check('dialer_engine_only_one_check', sql`only_one`)],
);
