import { z } from 'zod';
import { BREAK_REASONS, SEAT_STATES } from './agent-seat.ts';
import { callsOf } from './call.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** The location of collectors who work at the dialer (spec 9). */
export const DIALER_LOCATION = 'D';

/** How a dialer agent stands. */
export const dialerStatusSchema = z.object({
  status: z.enum(SEAT_STATES),
  /** Null when not on break. */
  breakName: z.enum(BREAK_REASONS).nullable(),
  /** Since when; null while logged out. */
  since: instantSchema.nullable(),
  /** Predictive mode is on (spec 4.2). */
  isPredictive: z.boolean(),
  /** A break asked for during a call: it begins with the call's outcome. */
  wantedBreak: z.enum(BREAK_REASONS).nullable(),
  processName: z.string().nullable(),
  /** The call on the line or to be wrapped up, and its loan. */
  callId: idSchema.nullable(),
  loanId: idSchema.nullable(),
  /** The dialer placed that call: it is worked at `/predictive-call`. Absent from older servers. */
  isDialersCall: z.boolean().optional(),
});

/** How a dialer agent stands. */
export type DialerStatus = z.infer<typeof dialerStatusSchema>;

/** The dialer's process of an agent in both modes (spec 3: Collector process). */
const collectorProcessSchema = z.object({
  manualProcess: z.string().nullable(),
  assignedPredictiveProcess: z.string().nullable(),
});

/** The dialer's process of an agent in both modes. */
export type CollectorProcess = z.infer<typeof collectorProcessSchema>;

/** The caller's own user name; anybody else's is refused. */
const usernameSchema = textSchema(254).min(1);
const usernameHeader = z.object({ username: usernameSchema.optional() });
const done = z.object({ success: z.boolean() });
const own = { roles: ['COLLECTOR'] } as const;

/** Readiness of collectors at location D (spec 4.2, 7.2). Anybody else is refused with 403. */
export const dialerAgentCalls = callsOf('dialer', {
  takeBreak: {
    ...own,
    isDoneOnce: false,
    method: 'POST',
    path: '/api/v2/dialer/break',
    section: '7.2',
    summary:
      'Begin a break. During a break: the old one ends, the new one begins; the same again changes nothing. During a call: it begins with the outcome.',
    body: z.object({
      username: usernameSchema,
      breakName: z.enum(BREAK_REASONS),
      processName: z.string().trim().max(100).nullish(),
    }),
    answer: done,
  },
  readyCall: {
    ...own,
    isDoneOnce: false,
    method: 'POST',
    path: '/api/v2/dialer/readyCall',
    section: '7.2',
    summary: 'End the break; harmless without one.',
    body: z.object({ username: usernameSchema }),
    answer: done,
  },
  readDialerStatus: {
    ...own,
    method: 'GET',
    path: '/api/v2/dialer/agent/agentStatus',
    section: '7.2',
    summary: 'How the agent stands: ready, in which call, on which break, in which mode.',
    headers: usernameHeader,
    answer: z.object({ data: dialerStatusSchema }),
  },
  readCollectorProcess: {
    ...own,
    method: 'GET',
    path: '/api/v2/dialer/process',
    section: '7.2',
    summary: "The agent's process in manual and in predictive mode.",
    headers: usernameHeader,
    answer: z.object({ data: collectorProcessSchema }),
  },
  takeSeat: {
    ...own,
    isDoneOnce: false,
    method: 'POST',
    path: '/api/v2/dialer/seat',
    summary:
      "The agent's app runs: it is seated, ready, unless it has a seat or left the dialer. Answers how it stands.",
    body: z.object({ username: usernameSchema }),
    answer: z.object({ data: dialerStatusSchema }),
  },
  setDialerMode: {
    ...own,
    method: 'PUT',
    path: '/api/v2/dialer/mode',
    summary:
      'Predictive mode on: the agent takes calls of its assigned predictive process. Off: its own, under the manual process.',
    body: z.object({ username: usernameSchema, isPredictive: z.boolean() }),
    answer: z.object({ data: dialerStatusSchema }),
  },
  followOwnSeat: {
    ...own,
    method: 'GET',
    path: '/api/v2/dialer/events',
    summary:
      "Server-sent events of the agent's own seat: 'status' now and whenever it changes, 'beat' every 15 s.",
    headers: usernameHeader,
    answer: z.unknown(),
    answerKind: 'file',
  },
  logoutDialer: {
    ...own,
    isDoneOnce: false,
    method: 'POST',
    path: '/api/v2/dialer/logout',
    section: '7.1',
    summary:
      'The agent leaves the dialer: an open break ends. Sent before the logout, whose session goes on.',
    body: z.object({ username: usernameSchema }),
    answer: done,
  },
});
