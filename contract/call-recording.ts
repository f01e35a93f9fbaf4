import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { dayInputSchema, idSchema, instantSchema, textSchema } from './values.ts';

/** Where a call comes from: our dialer, an agent's own, an outside dialer's sheet. */
export const CALL_SOURCES = ['ENGINE', 'MANUAL', 'SHEET'] as const;

/** What a call came to at the telephone. */
export const CALL_RESULTS = [
  'ANSWERED',
  'ABANDONED',
  'BUSY',
  'NO_ANSWER',
  'MACHINE',
  'FAILED',
  'CANCELLED',
] as const;

/** What a call came to at the telephone. */
export type CallResult = (typeof CALL_RESULTS)[number];

/** A call with its recording; it is played by its id (`GET /recordings/:id`). */
const callRecordingSchema = z.object({
  _id: idSchema,
  source: z.enum(CALL_SOURCES),
  at: instantSchema,
  /** The spec's dialledNumber. */
  dialledNumber: z.string(),
  /** The outside dialer's call id. */
  convoxid: z.string().nullable(),
  agentName: z.string().nullable(),
  processName: z.string().nullable(),
  loanId: idSchema.nullable(),
  Loan_ID: z.string().nullable(),
  Customer_Name: z.string().nullable(),
  Client_Name: z.string().nullable(),
  /** Null for a call that an agent made itself. */
  result: z.enum(CALL_RESULTS).nullable(),
  /** Code of what was recorded of it. */
  disposition: z.string().nullable(),
  talkSeconds: z.int().nullable(),
});

/** A call with its recording. */
export type CallRecording = z.infer<typeof callRecordingSchema>;

/** Calls with recordings, of every source. */
export const callRecordingCalls = callsOf('call-recordings', {
  listCallRecordings: {
    method: 'GET',
    path: '/call-recordings',
    summary: 'Calls with a recording that the caller may hear, newest first.',
    roles: [...ADMINS, 'CLIENT_ADMIN', 'MANAGER'],
    query: z.object({
      ...pageQueryFields,
      /** Days, both included; the current month without them. */
      gte: dayInputSchema.optional(),
      lte: dayInputSchema.optional(),
      collectorId: idSchema.optional(),
      process: textSchema(100).optional(),
      result: z.enum(CALL_RESULTS).optional(),
      source: z.enum(CALL_SOURCES).optional(),
      /** Part of the number, or of the loan number. */
      search: textSchema(60).optional(),
    }),
    /** `processes`: what the filter offers, of these days. */
    answer: pageOf(callRecordingSchema).extend({ processes: z.array(z.string()) }),
  },
  getRecording: {
    method: 'GET',
    path: '/call-recordings/:id',
    summary:
      "A call's recording, streamed from the configured recording host to those who may see the call: the id of a disposition or of a dialer call.",
    roles: 'any',
    params: z.object({ id: idSchema }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
