import { z } from 'zod';
import { callsOf } from './call.ts';
import { loanFilterSchema } from './loan-calls.ts';
import { messageChannelSchema } from './message-template.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { idSchema, instantSchema } from './values.ts';

/** Most loans of one sending. */
export const MESSAGE_RUN_MAX = 10_000;

const namedSchema = z.array(idSchema).min(1).max(MESSAGE_RUN_MAX);

/**
 * The loans of a sending: named one by one, or all that match a filter. With both, those named that match it still: what a
 * preview counted, without what came since.
 */
const choiceSchema = z.union([
  z.object({ matching: loanFilterSchema, loanIds: namedSchema.optional() }),
  z.object({ loanIds: namedSchema }),
]);

/** The loans of a sending. */
export type MessageRunChoice = z.infer<typeof choiceSchema>;

const runBodySchema = z.object({ templateId: idSchema, choice: choiceSchema });

/** Loans that get none, by reason: the gate's codes, `NO_NUMBER`, `NO_VALUE`, `NOT_ACTIVE`,
 * `NOTHING_LEFT` (all collected, not verified yet), `OTHER_LENDER`, `SAME_TODAY` (another sending brought this template's
 * text today), `OUT_OF_USE` (the template, meanwhile), `NO_MATCH` (no longer of the filter), `CANCELLED` (not reached when it was stopped); with those who get
 * one they make up all. */
const leftOutSchema = z.array(z.object({ reason: z.string(), loans: z.int() }));

/** A sending of one template to many loans. */
export const messageRunSchema = z.object({
  _id: idSchema,
  channel: messageChannelSchema,
  templateName: z.string(),
  state: z.enum(['QUEUEING', 'DONE', 'CANCELLED', 'FAILED']),
  totalLoans: z.int(),
  doneLoans: z.int(),
  /** Messages it made. */
  queued: z.int(),
  /** Of them, those that wait to be sent: stopping keeps them back. Absent from older servers. */
  waiting: z.int().default(0),
  leftOut: leftOutSchema,
  createdBy: z.string(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});

/** A sending of one template to many loans. */
export type MessageRun = z.infer<typeof messageRunSchema>;

const session = { roles: [...ADMINS, 'MANAGER'] } as const;
const byId = z.object({ id: idSchema });
/** 10,000 loans by name. */
const bodyLimit = 1_500_000;

/** Messages to many borrowers at once. */
export const messageRunCalls = callsOf('messages', {
  previewMessageRun: {
    ...session,
    isDoneOnce: false,
    method: 'POST',
    path: '/messages/runs/preview',
    summary: 'Who would get a message and who not, by reason; sends nothing.',
    body: runBodySchema,
    bodyLimit,
    answer: z.object({
      /** The template's version. */
      version: z.int(),
      totalLoans: z.int(),
      /** The worked ones that match a filter: the sending names them. Empty for loans that were named, and from older servers. */
      loanIds: z.array(idSchema).default([]),
      willGet: z.int(),
      /** Segments of all messages together. */
      segments: z.int(),
      leftOut: leftOutSchema,
      /** The text of the first who gets one; null: nobody does. */
      sample: z.string().nullable(),
    }),
  },
  createMessageRun: {
    ...session,
    method: 'POST',
    path: '/messages/runs',
    summary: 'Queues a message to each loan that the gate allows, in the background.',
    body: runBodySchema.extend({
      _id: idSchema.optional(),
      /** The version of the template whose text was seen. */
      version: z.int().optional(),
    }),
    bodyLimit,
    answer: messageRunSchema,
  },
  listMessageRuns: {
    ...session,
    method: 'GET',
    path: '/messages/runs',
    summary: 'Sendings the caller may see, newest first.',
    query: z.object(pageQueryFields),
    answer: pageOf(messageRunSchema),
  },
  getMessageRun: {
    ...session,
    method: 'GET',
    path: '/messages/runs/:id',
    summary: 'One sending with its progress.',
    params: byId,
    answer: messageRunSchema,
  },
  cancelMessageRun: {
    ...session,
    method: 'DELETE',
    path: '/messages/runs/:id',
    summary:
      'Stops a sending: loans not reached yet get none, messages still waiting are not sent.',
    params: byId,
    answer: messageRunSchema,
  },
});
