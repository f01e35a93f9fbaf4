import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { REPORT_FILE_STATES } from '../../../contract/report-engine.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { users } from './people.ts';

/** Rows of reports as files that are made in the background and kept for some days. */
export const reportFiles = pgTable(
  'report_files',
  {
    id: uuid('id').primaryKey(),
    /** Who asked for it: it has what this person sees. */
    ownerId: idOf('owner_id', () => users.id).notNull(),
    report: text('report').notNull(),
    /** What it was asked by, days included: later tries give the same days. */
    query: jsonb('query').notNull(),
    name: text('name').notNull(),
    state: text('state', { enum: REPORT_FILE_STATES }).notNull().default('WAITING'),
    rowsDone: integer('rows_done').notNull().default(0),
    rowsTotal: integer('rows_total').notNull(),
    /** Where the bytes lie in the file store; null: not done, or removed. */
    storeKey: text('store_key'),
    size: bigint('size', { mode: 'number' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Why it could not be made; null: it was, or is not known yet. */
    error: text('error'),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    check('report_files_state_check', isOneOf('state', REPORT_FILE_STATES)),
    index('report_files_owner').on(t.ownerId, t.createdAt),
    index('report_files_expiry').on(t.expiresAt),
  ],
);
