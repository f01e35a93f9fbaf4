import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { idSchema, instantSchema } from './values.ts';

/**
 * How a dialer agent stands. READY: waits; QUEUE: a call is on its way to it; INCALL; DEAD: the borrower hung up, the
 * agent has not; DISPO: wrap-up until an outcome is chosen; BREAK.
 */
export const AGENT_STATES = ['READY', 'QUEUE', 'INCALL', 'DEAD', 'DISPO', 'BREAK'] as const;

/** How a dialer agent stands. */
export type AgentState = (typeof AGENT_STATES)[number];

/** The same, with who has no seat. */
export const SEAT_STATES = [...AGENT_STATES, 'LOGGED_OUT'] as const;

/** Why a dialer agent takes a break (spec 9); the words are in the catalogue. */
export const BREAK_REASONS = [
  'lunch',
  'tea',
  'bio',
  'teammeeting',
  'assistances',
  'QAF',
  'training',
] as const;

/** Why a dialer agent takes a break. */
export type BreakReason = (typeof BREAK_REASONS)[number];

/** One agent at the monitor. Sums are of today in the business time zone; whole seconds, up to `since`. */
export const seatRowSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  status: z.enum(SEAT_STATES),
  breakName: z.string().nullable(),
  /** Since when it is in that state; for who is logged out, since when, null: not today. */
  since: instantSchema.nullable(),
  processName: z.string().nullable(),
  isPredictive: z.boolean(),
  /** A break that it asked for during a call. */
  wantedBreak: z.string().nullable(),
  /** Of the call on the line or to be wrapped up; null also where its number and name are there but the loan is another's. */
  loanId: idSchema.nullable(),
  Loan_ID: z.string().nullable(),
  Customer_Name: z.string().nullable(),
  callCount: z.int(),
  talkSeconds: z.int(),
  wrapUpSeconds: z.int(),
  waitSeconds: z.int(),
  breakSeconds: z.int(),
  breakCount: z.int(),
  loggedInSeconds: z.int(),
});

/** One agent at the monitor. */
export type SeatRow = z.infer<typeof seatRowSchema>;

/** What a monitor's stream sends: `seats` first and after an interruption, then `changed` with single rows. */
export const seatEventSchema = z.object({
  data: z.array(seatRowSchema),
  /** The server's clock: the page's may be off. */
  serverTime: instantSchema,
});

/** What a supervisor does with an agent's seat. */
export const SEAT_ACTIONS = ['BREAK', 'READY', 'LOGOUT'] as const;

const watched = { roles: ['MANAGER'] } as const;
const ownHeader = z.object({ managerid: idSchema.optional() });

/** The live monitor of dialer agents (spec 2.2 /agent-monitor, 7.2). */
export const agentSeatCalls = callsOf('agent-seats', {
  readAgentStatus: {
    ...watched,
    method: 'GET',
    path: '/api/v2/dialer/agentStatus',
    section: '7.2',
    summary: "How each of the manager's dialer agents stands, with the day's sums.",
    headers: ownHeader,
    answer: seatEventSchema,
  },
  followAgentStatus: {
    ...watched,
    method: 'GET',
    path: '/api/v2/dialer/agentStatus/events',
    summary:
      "Server-sent events of the same: 'seats' (all) at first, 'changed' (single rows) as they change, 'beat' every 15 s.",
    headers: ownHeader,
    answer: z.unknown(),
    answerKind: 'file',
  },
  changeSeat: {
    ...watched,
    method: 'PUT',
    path: '/api/v2/dialer/agents/:id/seat',
    summary: 'A supervisor puts an agent on a break, makes it ready, or logs it out.',
    params: z.object({ id: idSchema }),
    body: z
      .object({ action: z.enum(SEAT_ACTIONS), breakName: z.enum(BREAK_REASONS).optional() })
      .refine(({ action, breakName }) => action !== 'BREAK' || breakName !== undefined, {
        ...says('break-name-missing'),
        path: ['breakName'],
      }),
    answer: z.object({ data: seatRowSchema }),
  },
});
