import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { loans } from './loans.ts';
import { users } from './people.ts';

/** What borrowers complained of about agents. Never deleted: an unfounded one is taken back, with a reason. */
export const agentComplaints = pgTable(
  'agent_complaints',
  {
    id: uuid('id').primaryKey(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => users.id),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    /** The business day on which the borrower complained. */
    onDay: date('on_day', { mode: 'string' }).notNull(),
    said: text('said').notNull(),
    recordedBy: uuid('recorded_by')
      .notNull()
      .references(() => users.id),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
    withdrawnBy: uuid('withdrawn_by').references(() => users.id),
    withdrawnAt: instant('withdrawn_at'),
    withdrawReason: text('withdraw_reason'),
  },
  (t) => [
    index('agent_complaints_agent').on(t.agentId, t.onDay),
    index('agent_complaints_day').on(t.onDay),
    index('agent_complaints_loan').on(t.loanId),
  ],
);
