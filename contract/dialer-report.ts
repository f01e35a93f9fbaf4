import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import {
  choosableSchema,
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  queryIdsSchema,
  queryListSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

const seconds = z.int();

/**
 * What the time at the dialer went into, whole seconds. Logged in = wait + talk + wrap-up + breaks, to the second. Dead
 * time (the borrower had hung up) is part of the talk, as the trade counts it: the customer's talk is without it, and it
 * belongs to the after-call work.
 */
export const seatTimesSchema = z.object({
  loggedInSeconds: seconds,
  waitSeconds: seconds,
  talkSeconds: seconds,
  deadSeconds: seconds,
  customerTalkSeconds: seconds,
  wrapUpSeconds: seconds,
  afterCallSeconds: seconds,
  breakSeconds: seconds,
  /** By reason (spec 9); a reason without time is left out. */
  breaks: z.record(z.string(), seconds),
});

/** What the time at the dialer went into. */
export type SeatTimes = z.infer<typeof seatTimesSchema>;

/** What was done with calls, of our dialer, by hand and of call sheets alike. */
export const callWorkSchema = z.object({
  callCount: z.int(),
  /** Calls to a loan that we know: averages divide by these. */
  leadCallCount: z.int(),
  connectCount: z.int(),
  /** Of the calls, those of an outside dialer's sheets, and their talk, which no seat has. */
  sheetCallCount: z.int(),
  sheetTalkSeconds: seconds,
  promiseCount: z.int(),
  promiseAmount: rupeesSchema,
  /** What borrowers said on these calls that they paid, and no payment confirms yet; null for a lender's people. */
  claimed: rupeesSchema.nullable(),
  /** Null without a call that had a lead. */
  averageTalkSeconds: seconds.nullable(),
  averageAfterCallSeconds: seconds.nullable(),
});

/** What was done with calls. */
export type CallWork = z.infer<typeof callWorkSchema>;

const loginRowSchema = seatTimesSchema.extend({
  userId: idSchema,
  fullName: z.string(),
  managerName: z.string().nullable(),
  day: daySchema,
  firstLoginAt: instantSchema,
  /** Null while the agent has a seat. */
  lastLogoutAt: instantSchema.nullable(),
  loginCount: z.int(),
});

/** Payments of these days that are credited to the agents. */
const verified = rupeesSchema;

const performanceRowSchema = seatTimesSchema.extend(callWorkSchema.shape).extend({
  verified,
  userId: idSchema,
  fullName: z.string(),
  managerName: z.string().nullable(),
});

const processRowSchema = seatTimesSchema.extend(callWorkSchema.shape).extend({
  /** Null: time and calls of no process. */
  processName: z.string().nullable(),
  agentCount: z.int(),
  /** Answered, but no agent was free in time. */
  abandonedCount: z.int(),
});

/** An agent's day at the dialer. */
export type AgentLoginRow = z.infer<typeof loginRowSchema>;
/** An agent's work of a range. */
export type AgentPerformanceRow = z.infer<typeof performanceRowSchema>;
/** A process's work of a range. */
export type ProcessRow = z.infer<typeof processRowSchema>;

const query = z.object({
  ...pageQueryFields,
  /** Days in the business time zone, both included. Default: the current month (spec 9). */
  gte: dayInputSchema.optional(),
  lte: dayInputSchema.optional(),
  collectorId: queryIdsSchema.optional(),
  process: queryListSchema.optional(),
  search: textSchema(100).optional(),
});

const readers = { roles: [...ADMINS, 'CLIENT_ADMIN', 'MANAGER'] } as const;

/** The dialer's reports (spec 2.2). A lender's people see calls to its loans only, and the time in them. */
export const dialerReportCalls = callsOf('dialer-reports', {
  readAgentLoginReport: {
    ...readers,
    method: 'GET',
    path: '/reports/agent-logins',
    summary: 'A row per dialer agent and day: login, logout, and what the time went into.',
    query,
    answer: pageOf(loginRowSchema).extend({ totals: seatTimesSchema }),
  },
  readAgentPerformanceReport: {
    ...readers,
    method: 'GET',
    path: '/reports/agent-performance',
    summary: 'A row per dialer agent: times, calls, connects, promises, amounts.',
    query,
    answer: pageOf(performanceRowSchema).extend({
      totals: seatTimesSchema.extend(callWorkSchema.shape).extend({ verified }),
    }),
  },
  readProcessReport: {
    ...readers,
    method: 'GET',
    path: '/reports/processes',
    summary: 'A row per process: agents, times, calls of all sources, promises, amounts.',
    query,
    answer: pageOf(processRowSchema).extend({
      totals: seatTimesSchema.extend(callWorkSchema.shape),
    }),
  },
  listDialerProcesses: {
    ...readers,
    method: 'GET',
    path: '/reports/processes/names',
    summary: 'The processes and dialer agents that the reports can be narrowed to.',
    answer: z.object({
      processes: z.array(z.string()),
      agents: z.array(choosableSchema),
    }),
  },
});
