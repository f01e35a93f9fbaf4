import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { AGENT_STATES } from '../../../contract/agent-seat.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { campaigns } from './campaigns.ts';
import { users } from './people.ts';

/**
 * What a dialer agent did from when to when, without a gap from login to logout. The open one is how the agent stands
 * now. READY: waits; QUEUE: a call is on its way to the agent; INCALL; DEAD: the borrower hung up, the agent has not;
 * DISPO: wrap-up; BREAK with its reason (spec 9). Logged out: no open span.
 */
export const agentSpans = pgTable(
  'agent_spans',
  {
    id: uuid('id').primaryKey(),
    userId: idOf('user_id', () => users.id).notNull(),
    state: text('state', { enum: AGENT_STATES }).notNull(),
    breakReason: text('break_reason'),
    processName: text('process_name'),
    campaignId: idOf('campaign_id', () => campaigns.id),
    /** Takes calls of the engine: predictive mode is on (spec 4.2). */
    isPredictive: boolean('is_predictive').notNull().default(false),
    callId: uuid('call_id'),
    loanId: uuid('loan_id'),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    check('agent_spans_state_check', isOneOf('state', AGENT_STATES)),
    check('agent_spans_check', sql`ended_at is null or ended_at >= started_at`),
    uniqueIndex('agent_spans_open')
      .on(t.userId)
      .where(sql`ended_at is null`),
    index('agent_spans_user').on(t.userId, t.startedAt),
    index('agent_spans_day').on(t.startedAt, t.userId),
    index('agent_spans_campaign_open')
      .on(t.campaignId)
      .where(sql`ended_at is null`),
    // A row per span that goes on or ended lately: reports read a range of ends.
    index('agent_spans_ended')
      .on(t.endedAt, t.userId)
      .where(sql`ended_at is not null`),
  ],
);

/** Seats: what a dialer agent has set or asked for, beside what it does now (agent_spans). */
export const agentSeats = pgTable('agent_seats', {
  userId: idOf('user_id', () => users.id).primaryKey(),
  /** Predictive mode (spec 4.2): takes calls of the engine. */
  isPredictive: boolean('is_predictive').notNull().default(false),
  /** A break asked for during a call: it begins when the call is wrapped up. */
  wantedBreak: text('wanted_break'),
  wantedProcess: text('wanted_process'),
  /** The last sign of life of the agent's live stream; null: it never had one. */
  heardAt: instant('heard_at'),
  /** It left the dialer by itself or was sent: a stream that comes back does not seat it again. */
  hasLeft: boolean('has_left').notNull().default(false),
});
