import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { idOf, instant, isOneOf } from './columns.ts';
import { users } from './people.ts';

const SHEET_STATES = ['READING', 'PENDING', 'POSTING', 'DONE', 'FAILED', 'CANCELLED'] as const;

/** Call sheets of outside dialers: read with a mapping of their own, looked at, then taken in as calls. */
export const callSheets = pgTable(
  'call_sheets',
  {
    id: uuid('id').primaryKey(),
    /** Which dialer it comes from, in the words of who uploads it. */
    source: text('source').notNull(),
    fileName: text('file_name').notNull(),
    storeKey: text('store_key').notNull(),
    /** Which sheet of a workbook; null: the first that fits. */
    sheetName: text('sheet_name'),
    state: text('state', { enum: SHEET_STATES }).notNull(),
    mapping: jsonb('mapping').$type<Record<string, string>>().notNull(),
    doneRows: integer('done_rows').notNull().default(0),
    totalRows: integer('total_rows'),
    /** Rows by outcome: {"READY": 40}. */
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    error: text('error'),
    createdBy: idOf('created_by', () => users.id).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    decidedBy: idOf('decided_by', () => users.id),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('call_sheets_state_check', isOneOf('state', SHEET_STATES)),
    index('call_sheets_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('call_sheets_at_work')
      .on(t.id)
      .where(sql`state in ('READING', 'POSTING')`),
  ],
);

/** No foreign keys, as in imports: rows are copied in by the ten thousand. */
export const callSheetRows = pgTable(
  'call_sheet_rows',
  {
    sheetId: uuid('sheet_id').notNull(),
    row: integer('row').notNull(),
    outcome: text('outcome').notNull(),
    externalId: text('external_id'),
    number: text('number'),
    placedAt: instant('placed_at'),
    answeredAt: instant('answered_at'),
    endedAt: instant('ended_at'),
    talkSeconds: integer('talk_seconds'),
    agent: text('agent'),
    result: text('result'),
    recordLink: text('record_link'),
    processName: text('process_name'),
    loanId: uuid('loan_id'),
    agentId: uuid('agent_id'),
    /** The call we have already, which the row completes. */
    callId: uuid('call_id'),
    problems: jsonb('problems').$type<{ column: string; value: string; reason: string }[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.sheetId, t.row] }),
    index('call_sheet_rows_outcome').on(t.sheetId, t.outcome, t.row),
  ],
);
