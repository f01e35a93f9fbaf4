import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CAMPAIGN_STATES, LEAD_ORDERS, NEXT_AGENTS, PACINGS } from '../../../contract/campaign.ts';
import { LEAD_STATES, LIST_STATES } from '../../../contract/campaign-list.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { loans } from './loans.ts';
import { clients, users } from './people.ts';

/** A dialer campaign: the spec's process. Its agents are the users whose `predictiveProcess` is its name. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    clientId: idOf('client_id', () => clients.id),
    state: text('state', { enum: CAMPAIGN_STATES }).notNull().default('PAUSED'),
    pacing: text('pacing', { enum: PACINGS }).notNull().default('SURVIVAL'),
    leadOrder: text('lead_order', { enum: LEAD_ORDERS }).notNull().default('PRIORITY'),
    nextAgent: text('next_agent', { enum: NEXT_AGENTS }).notNull().default('LONGEST_WAIT'),
    trunks: integer('trunks').notNull().default(20),
    /** Numbers that calls come from, used in turn; a lender's own series stands in clients.caller_id_series. */
    callerIds: text('caller_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Most of the live-answered calls of 30 days that may be dropped, percent. */
    dropCapPercent: numeric('drop_cap_percent', { precision: 4, scale: 2, mode: 'number' })
      .notNull()
      .default(3),
    maxLevel: numeric('max_level', { precision: 4, scale: 2, mode: 'number' }).notNull().default(3),
    ringSeconds: integer('ring_seconds').notNull().default(25),
    wrapupSeconds: integer('wrapup_seconds').notNull().default(30),
    maxAttempts: integer('max_attempts').notNull().default(6),
    /** Minutes until a lead is called again, by result. */
    recycle: jsonb('recycle')
      .$type<Record<string, number>>()
      .notNull()
      .default(
        sql`'{"BUSY": 15, "NO_ANSWER": 120, "MACHINE": 240, "ABANDONED": 60, "FAILED": 30}'`,
      ),
    /** When the shift ends, business time zone: pacing tapers towards it. */
    shiftEnd: time('shift_end').notNull().default('19:00'),
    revision: integer('revision').notNull().default(1),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [
    check('campaigns_state_check', isOneOf('state', CAMPAIGN_STATES)),
    check('campaigns_pacing_check', isOneOf('pacing', PACINGS)),
    check('campaigns_lead_order_check', isOneOf('lead_order', LEAD_ORDERS)),
    check('campaigns_next_agent_check', isOneOf('next_agent', NEXT_AGENTS)),
    check('campaigns_trunks_check', sql`trunks between 1 and 1000`),
    check('campaigns_drop_cap_percent_check', sql`drop_cap_percent between 0 and 3`),
    check('campaigns_max_level_check', sql`max_level between 1 and 6`),
    check('campaigns_ring_seconds_check', sql`ring_seconds between 15 and 90`),
    check('campaigns_wrapup_seconds_check', sql`wrapup_seconds between 0 and 600`),
    check('campaigns_max_attempts_check', sql`max_attempts between 1 and 50`),
    uniqueIndex('campaigns_name').on(sql`lower(name)`),
  ],
);

/** Uploaded lists of a campaign: each row that names a loan and a number of it makes a lead. */
export const campaignLists = pgTable(
  'campaign_lists',
  {
    id: uuid('id').primaryKey(),
    campaignId: idOf('campaign_id', () => campaigns.id).notNull(),
    name: text('name').notNull(),
    /** Hex digest of the uploaded file: the same file twice adds nothing. */
    fileHash: text('file_hash'),
    isActive: boolean('is_active').notNull().default(true),
    rowCount: integer('row_count').notNull().default(0),
    leadCount: integer('lead_count').notNull().default(0),
    /** Rows that made no lead, with the reason: [{"row": 4, "reason": "..."}], the first 1,000 of them. */
    failedRows: jsonb('failed_rows')
      .$type<{ row: number; reason: string }[]>()
      .notNull()
      .default([]),
    failedCount: integer('failed_count').notNull().default(0),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    state: text('state', { enum: LIST_STATES }).notNull().default('LOADED'),
    error: text('error'),
    fileName: text('file_name'),
    storeKey: text('store_key'),
    sheetName: text('sheet_name'),
    mapping: jsonb('mapping').$type<Record<string, string>>(),
    /** About how many rows the file has, for the progress; null: not known. */
    expectedRows: integer('expected_rows'),
    /** 0 to 9. A lead's priority is its list's times 1,000 plus its own, so that lists come one after another. */
    priority: integer('priority').notNull().default(5),
    /** Its leads are called no more; what was called stays for the reports. */
    removedAt: instant('removed_at'),
  },
  (t) => [
    check('campaign_lists_state_check', isOneOf('state', LIST_STATES)),
    check('campaign_lists_priority_check', sql`priority between 0 and 9`),
    uniqueIndex('campaign_lists_file')
      .on(t.campaignId, t.fileHash)
      .where(sql`file_hash is not null`),
    index('campaign_lists_campaign')
      .on(t.campaignId, t.priority.desc().nullsFirst(), t.createdAt)
      .where(sql`removed_at is null`),
    index('campaign_lists_loading')
      .on(t.createdAt)
      .where(sql`state = 'LOADING'`),
  ],
);

/**
 * A number to call for a loan. READY: waits for its turn at next_at; CALLING: a call is out; DONE: reached or tried
 * often enough; STOPPED: paid, withdrawn, list switched off.
 */
export const campaignLeads = pgTable(
  'campaign_leads',
  {
    id: uuid('id').primaryKey(),
    campaignId: idOf('campaign_id', () => campaigns.id).notNull(),
    listId: idOf('list_id', () => campaignLists.id).notNull(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    number: text('number').notNull(),
    position: integer('position').notNull(),
    priority: integer('priority').notNull().default(0),
    state: text('state', { enum: LEAD_STATES }).notNull().default('READY'),
    attempts: integer('attempts').notNull().default(0),
    lastResult: text('last_result'),
    lastCallAt: instant('last_call_at'),
    nextAt: instant('next_at').notNull().defaultNow(),
    stopReason: text('stop_reason'),
  },
  (t) => [
    check('campaign_leads_state_check', isOneOf('state', LEAD_STATES)),
    unique().on(t.campaignId, t.loanId, t.number),
    index('campaign_leads_due')
      .on(t.campaignId, t.priority.desc().nullsFirst(), t.nextAt, t.id)
      .where(sql`state = 'READY'`),
    index('campaign_leads_list').on(t.listId, t.position),
    index('campaign_leads_loan').on(t.loanId),
    // The engine looks for leads whose time has come every few seconds: most of a large list is put off.
    index('campaign_leads_next')
      .on(t.campaignId, t.nextAt)
      .where(sql`state = 'READY'`),
  ],
);
