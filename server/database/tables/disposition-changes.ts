import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { loans } from './loans.ts';
import { users } from './people.ts';

/** What a contact said before each correction. */
export const dispositionRevisions = pgTable(
  'disposition_revisions',
  {
    dispositionId: uuid('disposition_id').notNull(),
    /** The revision that this is of: 1 is what was recorded first. */
    revision: integer('revision').notNull(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    /** The whole row of dispositions as it stood. */
    before: jsonb('before').notNull(),
    reason: text('reason'),
    changedBy: uuid('changed_by')
      .notNull()
      .references(() => users.id),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.dispositionId, t.revision] })],
);

/** Contacts that were taken out: in no report and no history. Restoring puts the row back as it stood. */
export const dispositionsRemoved = pgTable(
  'dispositions_removed',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => users.id),
    managerId: uuid('manager_id'),
    /** The whole row of dispositions as it stood. */
    row: jsonb('row').notNull(),
    reason: text('reason'),
    removedBy: uuid('removed_by')
      .notNull()
      .references(() => users.id),
    removedAt: instant('removed_at').notNull().defaultNow(),
  },
  (t) => [index('dispositions_removed_loan').on(t.loanId, t.removedAt)],
);
