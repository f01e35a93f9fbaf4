import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { idOf, instant } from './columns.ts';
import { loans } from './loans.ts';
import { users } from './people.ts';

/** What a contact said before each correction. */
export const dispositionRevisions = pgTable(
  'disposition_revisions',
  {
    dispositionId: uuid('disposition_id').notNull(),
    /** The revision that this is of: 1 is what was recorded first. */
    revision: integer('revision').notNull(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    /** The whole row of dispositions as it stood. */
    before: jsonb('before').notNull(),
    reason: text('reason'),
    changedBy: idOf('changed_by', () => users.id).notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.dispositionId, t.revision] })],
);

/** Contacts that were taken out: in no report and no history. Restoring puts the row back as it stood. */
export const dispositionsRemoved = pgTable(
  'dispositions_removed',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    agentId: idOf('agent_id', () => users.id).notNull(),
    managerId: uuid('manager_id'),
    /** The whole row of dispositions as it stood. */
    row: jsonb('row').notNull(),
    reason: text('reason'),
    removedBy: idOf('removed_by', () => users.id).notNull(),
    removedAt: instant('removed_at').notNull().defaultNow(),
  },
  (t) => [index('dispositions_removed_loan').on(t.loanId, t.removedAt)],
);
