import { z } from 'zod';
import { callsOf } from './call.ts';
import { AGENT_STATES, BREAK_REASONS } from './agent-seat.ts';
import { dispositionSchema } from './disposition.ts';
import { loanDetailSchema } from './loan.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** The call that an agent has: its disposition carries the same id. */
const predictiveCallSchema = z.object({
  _id: idSchema,
  number: z.string(),
  campaignName: z.string().nullable(),
  connectedAt: instantSchema,
  /** Null while they speak. */
  endedAt: instantSchema.nullable(),
  /** When the agent's wrap-up began; null before. */
  wrapupSince: instantSchema.nullable(),
  /** Seconds that the campaign gives for it. */
  wrapupSeconds: z.int(),
  recordlink: z.string().nullable(),
});

/** The call that an agent has. */
export type PredictiveCall = z.infer<typeof predictiveCallSchema>;

/** How the agent stands: what the screen shows while it waits. */
const agentStandSchema = z.object({
  /** Null: not logged in at the dialer. */
  state: z.enum(AGENT_STATES).nullable(),
  breakName: z.enum(BREAK_REASONS).nullable(),
  since: instantSchema.nullable(),
  /** The loan of the call that its seat stands on, the dialer's or by hand. Absent from older servers. */
  loanId: idSchema.nullish(),
  /** Predictive mode is on: the engine gives this agent calls. */
  isPredictive: z.boolean(),
  processName: z.string().nullable(),
  campaignName: z.string().nullable(),
  campaignState: z.string().nullable(),
  callsToday: z.int(),
  /** Lines for each free agent, as the engine chose last; null without a decision of today. */
  level: z.number().nullable(),
});

/** How the agent stands. */
export type AgentStand = z.infer<typeof agentStandSchema>;

const username = textSchema(254).min(1);
const own = { roles: ['COLLECTOR'] } as const;

/** The next connected loan of an agent, and what an earlier call left (spec 4.3, 7.2). */
export const predictiveCallCalls = callsOf('predictive-calls', {
  getPredictiveLoan: {
    ...own,
    method: 'GET',
    path: '/predictive-call/get-loan/by/mobile',
    section: '7.2',
    summary:
      "The loan of the agent's connected call with its history: state 0; state 1 and nothing when there is no call.",
    query: z.object({ username: username.optional() }),
    answer: z.object({
      /** The predictive disposition state of spec 4.3: 0 a loan was found, 1 none. */
      state: z.union([z.literal(0), z.literal(1)]),
      loan: loanDetailSchema.nullable(),
      /** Newest first. */
      history: z.array(dispositionSchema),
      call: predictiveCallSchema.nullable(),
      agent: agentStandSchema,
      /** The server's clock, so that timers don't hang on the device's. */
      at: instantSchema,
    }),
  },
  clearPredictiveCall: {
    ...own,
    method: 'PUT',
    path: '/predictive-call/old-data/deactivate',
    section: '7.2',
    summary:
      'Clear what an earlier call left: a seat that still stands on a call whose outcome is recorded becomes ready.',
    query: z.object({ username: username.optional() }),
    answer: z.object({ success: z.boolean(), cleared: z.boolean() }),
  },
  hangUpPredictiveCall: {
    ...own,
    isDoneOnce: false,
    method: 'POST',
    path: '/predictive-call/hang-up',
    summary: "End the agent's own connected call; harmless when it has ended.",
    body: z.object({ callId: idSchema }),
    answer: z.object({ success: z.boolean() }),
  },
});
