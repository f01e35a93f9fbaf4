import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idOf, instant } from './columns.ts';
import { loans } from './loans.ts';
import { users } from './people.ts';

/** What borrowers complained of about agents. Never deleted: an unfounded one is taken back, with a reason. */
export const agentComplaints = pgTable(
  'agent_complaints',
  {
    id: uuid('id').primaryKey(),
    agentId: idOf('agent_id', () => users.id).notNull(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    /** The business day on which the borrower complained. */
    onDay: date('on_day', { mode: 'string' }).notNull(),
    said: text('said').notNull(),
    recordedBy: idOf('recorded_by', () => users.id).notNull(),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
    withdrawnBy: idOf('withdrawn_by', () => users.id),
    withdrawnAt: instant('withdrawn_at'),
    withdrawReason: text('withdraw_reason'),
  },
  (t) => [
    index('agent_complaints_agent').on(t.agentId, t.onDay),
    index('agent_complaints_day').on(t.onDay),
    index('agent_complaints_loan').on(t.loanId),
  ],
);
