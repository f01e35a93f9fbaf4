import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What people did under names of their clients', with the answers, for a day: a lost answer is given again. */
export const doneOnce = pgTable(
  'done_once',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    call: text('call').notNull(),
    /** Digest of what was asked for. */
    asked: text('asked').notNull(),
    begunAt: instant('begun_at').notNull().defaultNow(),
    /** As it was sent; null while it is being done. */
    answer: text('answer'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('done_once_begun').on(t.begunAt)],
);
