import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Months of the business time zone whose contacts are kept by loan. */
export const keptMonths = pgTable('kept_months', {
  startsAt: instant('starts_at').primaryKey(),
  /** Half open. */
  endsAt: instant('ends_at').notNull(),
});

/**
 * What the contacts of a kept month come to for each loan: how many there were, and the best of them. A row says what the
 * contacts said when upkeep wrote it (server/reports/loan-months.ts); of the loans in `loan_months_stale` it says nothing:
 * these are read from their contacts.
 */
export const loanMonths = pgTable(
  'loan_months',
  {
    startsAt: instant('starts_at').notNull(),
    loanId: uuid('loan_id').notNull(),
    contacts: integer('contacts').notNull(),
    rightParty: integer('right_party').notNull(),
    promises: integer('promises').notNull(),
    bestId: uuid('best_id').notNull(),
    bestAgentId: uuid('best_agent_id').notNull(),
    bestManagerId: uuid('best_manager_id'),
    bestCode: text('best_code').notNull(),
    bestClass: text('best_class').notNull(),
    bestAt: instant('best_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.startsAt, t.loanId] })],
);

/** Loans of which a contact was recorded, changed or taken back since: the trigger of `dispositions` adds one for each. */
export const loanMonthsStale = pgTable('loan_months_stale', {
  loanId: uuid('loan_id').notNull(),
  /** When the contact was: its month, and those before it, may say another thing now. */
  at: instant('at').notNull(),
});
