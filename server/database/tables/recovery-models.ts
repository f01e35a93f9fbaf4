import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { MODEL_STATES, SCORING_STATES } from '../../../contract/recovery-model.ts';
import { idOf, instant, isOneOf, rupees } from './columns.ts';
import { clients, users } from './people.ts';

/** Models of the advanced predictor, kept for good: whoever goes back needs them. */
export const recoveryModels = pgTable(
  'recovery_models',
  {
    id: uuid('id').primaryKey(),
    version: integer('version').notNull(),
    state: text('state', { enum: MODEL_STATES }).notNull().default('WAITING'),
    /** One at most. */
    isUsed: boolean('is_used').notNull().default(false),
    problem: text('problem'),
    card: jsonb('card'),
    /** Trees, calibration and bins (server/predictions/stored-model.ts). */
    model: jsonb('model'),
    /** Null: the server itself. */
    askedBy: idOf('asked_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('recovery_models_state_check', isOneOf('state', MODEL_STATES)),
    uniqueIndex('recovery_models_version').on(t.version),
    uniqueIndex('recovery_models_used')
      .on(t.isUsed)
      .where(sql`is_used`),
    // One is trained at a time.
    uniqueIndex('recovery_models_open')
      .on(sql`(1)`)
      .where(sql`state in ('WAITING', 'TRAINING')`),
  ],
);

/** What each loan is expected to bring within 30 days, by the model in use. Beside the loans: nobody pulls them anew. */
export const loanScores = pgTable('loan_scores', {
  // No reference: writing a million scores would lock, and so write, as many loans. Loans' rows are never removed.
  loanId: uuid('loan_id').primaryKey(),
  modelVersion: integer('model_version').notNull(),
  chance: real('chance').notNull(),
  expectedAmount: rupees('expected_amount').notNull(),
  /** `sign+value` or `sign-value` (server/predictions/reason-text.ts), the weightiest first. */
  reasons: text('reasons').notNull(),
  scoredAt: instant('scored_at').notNull(),
});

/**
 * What a loan was expected to bring within 30 days when it was first scored in a month: the leadership board holds agents
 * against that, not against a score that their own work has moved.
 */
export const monthExpectations = pgTable(
  'month_expectations',
  {
    /** The month's first day. */
    month: date('month', { mode: 'string' }).notNull(),
    // No reference, as for loan_scores.
    loanId: uuid('loan_id').notNull(),
    expectedAmount: rupees('expected_amount').notNull(),
    scoredAt: instant('scored_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.loanId] })],
);

/** When the borrower of each called loan answers (server/predictions/best-time-service.ts). */
export const loanBestHours = pgTable('loan_best_hours', {
  // No reference, as with scores.
  loanId: uuid('loan_id').primaryKey(),
  /** The hour of the day, business time zone, in which its best two begin; null: its calls do not tell. */
  fromHour: smallint('from_hour'),
  /** Calls in those hours, and how many were answered. */
  calls: integer('calls').notNull(),
  answered: integer('answered').notNull(),
  countedAt: instant('counted_at').notNull(),
});

/** Scorings of all loans: one at a time. */
export const recoveryScorings = pgTable(
  'recovery_scorings',
  {
    id: uuid('id').primaryKey(),
    state: text('state', { enum: SCORING_STATES }).notNull().default('WAITING'),
    modelVersion: integer('model_version'),
    /** Loans up to this one are scored: whoever follows a killed process goes on from there. */
    lastLoanId: uuid('last_loan_id'),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    /** How the signs lay so far: counts over the model's bins. */
    bins: jsonb('bins').notNull().default([]),
    drift: jsonb('drift').notNull().default([]),
    /** Asked for once more while it ran: another one follows. */
    isAgain: boolean('is_again').notNull().default(false),
    askedBy: idOf('asked_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('recovery_scorings_state_check', isOneOf('state', SCORING_STATES)),
    index('recovery_scorings_created').on(t.createdAt),
    uniqueIndex('recovery_scorings_open')
      .on(sql`(1)`)
      .where(sql`state in ('WAITING', 'RUNNING')`),
  ],
);

/** Whether and how a client's loans are scored; without a row: they are. */
export const predictionSwitches = pgTable(
  'prediction_switches',
  {
    clientId: idOf('client_id', () => clients.id).primaryKey(),
    isUsed: boolean('is_used').notNull().default(true),
    groupColumn: text('group_column'),
    /** Who works its loans sees the likeliest to pay first, unless another order is chosen. */
    ordersWork: boolean('orders_work').notNull().default(false),
    /** Percent of its loans that keep the usual order (server/predictions/score-order-service.ts). */
    controlShare: smallint('control_share').notNull().default(0),
    /** Since when that experiment runs as it is now; null: none does. */
    experimentFrom: instant('experiment_from'),
    updatedBy: idOf('updated_by', () => users.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [check('prediction_switches_control_share_check', sql`control_share between 0 and 100`)],
);
