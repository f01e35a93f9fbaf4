import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row: what this database is. A restored backup gets a new epoch. */
export const organisation = pgTable('organisation', {
  id: integer('id').primaryKey().default(1),
  epoch: uuid('epoch')
    .notNull()
    .default(sql`gen_random_uuid()`),
  /** Which copy of the database this is, as PostgreSQL tells: another one than before was restored from a backup. */
  origin: text('origin'),
  createdAt: instant('created_at').notNull().defaultNow(),
});
