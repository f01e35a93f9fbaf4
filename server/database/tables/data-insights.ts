import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { INSIGHT_STATES } from '../../../contract/data-insight.ts';
import type { InsightProfile } from '../../../contract/data-insight.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { clients, users } from './people.ts';

/** Files that are not loans, uploaded to be looked into. One whose days are over, or that was removed, is seen by nobody. */
export const dataInsights = pgTable(
  'data_insights',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    ownerId: idOf('owner_id', () => users.id).notNull(),
    name: text('name').notNull(),
    fileName: text('file_name').notNull(),
    storeKey: text('store_key').notNull(),
    /** Others who may see the client's loans see it too. */
    isShared: boolean('is_shared').notNull().default(false),
    state: text('state', { enum: INSIGHT_STATES }).notNull().default('READING'),
    /** Which sheet of a workbook; null before it is read, and for a text file. */
    sheetName: text('sheet_name'),
    sheets: jsonb('sheets').$type<string[]>().notNull().default([]),
    doneRows: integer('done_rows').notNull().default(0),
    totalRows: integer('total_rows'),
    error: text('error'),
    profile: jsonb('profile').$type<InsightProfile>(),
    /** The place of the column that names loans. */
    joinColumn: integer('join_column'),
    /** Somebody chose the column, or that there is none. */
    isJoinChosen: boolean('is_join_chosen').notNull().default(false),
    matchedRows: integer('matched_rows').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    check('data_insights_state_check', isOneOf('state', INSIGHT_STATES)),
    index('data_insights_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('data_insights_expiry').on(t.expiresAt),
  ],
);

/** A file's rows. No foreign keys, as in imports: rows are copied in by the ten thousand, and erased in pieces. */
export const dataInsightRows = pgTable(
  'data_insight_rows',
  {
    insightId: uuid('insight_id').notNull(),
    row: integer('row').notNull(),
    /** Each cell as PostgreSQL reads its column's kind: numbers and days can be cast. Null: none, or it is odd. */
    cells: text('cells').array().notNull(),
    /** What is not of its column's kind, as it stood: {"3": "about 500"}. */
    odd: jsonb('odd').$type<Record<string, string>>(),
    /** The loan's number as `sameLoanNumber` has it. */
    loanKey: text('loan_key'),
  },
  (t) => [
    primaryKey({ columns: [t.insightId, t.row] }),
    index('data_insight_rows_loan').on(t.insightId, t.loanKey),
  ],
);
