import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { idOf, instant } from './columns.ts';
import { loans } from './loans.ts';
import { users } from './people.ts';

/** What people want each other to know of a loan. */
export const loanNotes = pgTable(
  'loan_notes',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    authorId: idOf('author_id', () => users.id).notNull(),
    words: text('words').notNull(),
    isPinned: boolean('is_pinned').notNull().default(false),
    /** The lender's people read it too; without it a note stays in the agency. */
    isForLender: boolean('is_for_lender').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    removedAt: instant('removed_at'),
    removedBy: idOf('removed_by', () => users.id),
  },
  (t) => [
    index('loan_notes_loan')
      .on(t.loanId, t.createdAt)
      .where(sql`removed_at is null`),
  ],
);

/** Phone numbers of a borrower that an agent learnt, beside those of the lender's file. */
export const learntNumbers = pgTable(
  'learnt_numbers',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    /** Digits. */
    number: text('number').notNull(),
    /** Whose it is: "brother", "office". */
    holder: text('holder'),
    learntBy: idOf('learnt_by', () => users.id).notNull(),
    learntAt: instant('learnt_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.loanId, t.number)],
);
