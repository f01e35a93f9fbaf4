import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { PROMISE_STATES } from '../../../contract/promise.ts';
import { idOf, instant, isOneOf, rupees } from './columns.ts';
import { loans } from './loans.ts';
import { clients, users } from './people.ts';

/** How the promises of a lender's borrowers are judged; without a row: by the defaults. */
export const promiseRules = pgTable(
  'promise_rules',
  {
    clientId: idOf('client_id', () => clients.id).primaryKey(),
    /** Days after the promised one in which the money may still come. */
    graceDays: integer('grace_days').notNull().default(0),
    /** So much of the amount, percent, may be missing. */
    tolerancePercent: integer('tolerance_percent').notNull().default(0),
    /** Its manager is told of a broken promise of this many rupees or more. */
    managerFrom: rupees('manager_from').notNull().default(10000),
    revision: integer('revision').notNull().default(1),
    updatedBy: idOf('updated_by', () => users.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [
    check('promise_rules_grace_days_check', sql`grace_days between 0 and 30`),
    check('promise_rules_tolerance_percent_check', sql`tolerance_percent between 0 and 50`),
    check('promise_rules_manager_from_check', sql`manager_from >= 0`),
  ],
);

/** One row per disposition that promised a day and an amount; its id is the disposition's. */
export const promises = pgTable(
  'promises',
  {
    id: uuid('id').primaryKey(),
    loanId: idOf('loan_id', () => loans.id).notNull(),
    /** Who took the promise. */
    agentId: idOf('agent_id', () => users.id).notNull(),
    amount: rupees('amount').notNull(),
    madeAt: instant('made_at').notNull(),
    /** Business days. */
    madeOn: date('made_on', { mode: 'string' }).notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** The rules it is judged by: those of the lender while it was open. */
    graceDays: integer('grace_days').notNull().default(0),
    tolerancePercent: integer('tolerance_percent').notNull().default(0),
    /** Last day on which money still keeps it. */
    lastOn: date('last_on', { mode: 'string' }).generatedAlwaysAs(sql`due_on + grace_days`),
    state: text('state', { enum: PROMISE_STATES }).notNull().default('OPEN'),
    /**
     * What came in its time, whole rupees: payments the lender told of, and what agents say they collected. They are
     * the same money told twice, so that they are never added.
     */
    paidAmount: rupees('paid_amount').notNull().default(0),
    saidAmount: rupees('said_amount').notNull().default(0),
    /** What came after its last day, the greater of both. */
    lateAmount: rupees('late_amount').notNull().default(0),
    /** Facts or rules changed: to be judged again. */
    isStale: boolean('is_stale').notNull().default(false),
    /** When its collector and manager were told that it is broken: once. */
    toldAt: instant('told_at'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('promises_amount_check', sql`amount > 0`),
    check('promises_state_check', isOneOf('state', PROMISE_STATES)),
    index('promises_loan').on(t.loanId, t.madeAt, t.id),
    index('promises_state').on(t.state, t.dueOn, t.id),
    index('promises_agent').on(t.agentId, t.dueOn),
    // What days that pass may break.
    index('promises_open')
      .on(t.lastOn, t.loanId)
      .where(sql`state = 'OPEN'`),
    index('promises_stale')
      .on(t.loanId)
      .where(sql`is_stale`),
  ],
);
