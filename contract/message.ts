import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { MESSAGE_TEXT_MAX, messageChannelSchema } from './message-template.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { dayInputSchema, idSchema, instantSchema, textSchema } from './values.ts';

/**
 * Where a message stands. SENT: the provider has it. UNKNOWN: nobody can say whether the provider has it, so it is not
 * sent again by itself; a delivery receipt settles it. REFUSED: the gate said no at the moment of sending.
 */
export const MESSAGE_STATES = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'UNKNOWN',
  'REFUSED',
] as const;
const stateSchema = z.enum(MESSAGE_STATES);

/** Where a message stands. */
export type MessageState = z.infer<typeof stateSchema>;

/** A message to a borrower, as sent. */
export const messageSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  channel: messageChannelSchema,
  number: z.string(),
  text: z.string(),
  segments: z.int(),
  language: z.string(),
  templateName: z.string(),
  version: z.int(),
  state: stateSchema,
  attempts: z.int(),
  /** When it is tried again; while QUEUED after a failed try. */
  nextAt: instantSchema.nullable(),
  /** `recorder`: it was recorded here, nothing left the server. */
  provider: z.string().nullable(),
  providerId: z.string().nullable(),
  error: z.string().nullable(),
  /** Why it was refused: the gate's reason code, or what a sending leaves loans out for. */
  reason: z.string().nullable(),
  runId: idSchema.nullable(),
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
  sentAt: instantSchema.nullable(),
  deliveredAt: instantSchema.nullable(),
  readAt: instantSchema.nullable(),
});

/** A message to a borrower. */
export type Message = z.infer<typeof messageSchema>;

/** Whom to send which template; `_id` makes a repeat harmless. */
const sendMessageSchema = z.object({
  _id: idSchema.optional(),
  loanId: idSchema,
  templateId: idSchema,
  /** The version of the template whose text was seen. */
  version: z.int().optional(),
  /** One of the loan's numbers; without it the first. */
  number: textSchema(20).optional(),
});

/** What a template says of a loan. */
const previewSchema = z.object({
  /** The template's version; null for a text that is being written. */
  version: z.int().nullable(),
  text: z.string(),
  encoding: z.enum(['GSM-7', 'UCS-2']),
  length: z.int(),
  segments: z.int(),
  /** Placeholders that there are not, and those for which this loan has no value. */
  unknown: z.array(z.string()),
  missing: z.array(z.string()),
  /** The loan's numbers that a message may go to. */
  numbers: z.array(z.string()),
  /** The gate's answer for the number that was named, else for the first of them. */
  isAllowed: z.boolean(),
  reason: z.string().nullable(),
  until: instantSchema.nullable(),
});

/** What a template says of a loan. */
export type MessagePreview = z.infer<typeof previewSchema>;

const OVERSEERS = [...ADMINS, 'MANAGER', 'CLIENT_ADMIN'] as const;
const SENDERS = [...ADMINS, 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'] as const;
const send = { section: '7.6', roles: SENDERS } as const;

/** Messages to borrowers (spec 7.6). */
export const messageCalls = callsOf('messages', {
  sendSms: {
    ...send,
    method: 'POST',
    path: '/call-disposition/send-sms',
    summary: 'Queues an SMS to a borrower, after the gate; its state is found on the loan.',
    body: sendMessageSchema,
    answer: messageSchema,
  },
  sendWhatsapp: {
    ...send,
    method: 'POST',
    path: '/call-disposition/whatsapp-message',
    summary: 'Queues a WhatsApp message to a borrower, after the gate.',
    body: sendMessageSchema,
    answer: messageSchema,
  },
  previewMessage: {
    isDoneOnce: false,
    method: 'POST',
    path: '/messages/preview',
    summary: 'What a template, or a text that is being written, says of a loan; sends nothing.',
    roles: [...SENDERS, 'CLIENT_ADMIN'],
    body: z
      .object({
        /** Without a loan: the newest of the caller's active ones. */
        loanId: idSchema.optional(),
        templateId: idSchema.optional(),
        body: textSchema(MESSAGE_TEXT_MAX).optional(),
        channel: messageChannelSchema.default('SMS'),
        /** The number that it would go to; without it the loan's first. */
        number: textSchema(20).optional(),
      })
      .refine(({ templateId, body }) => (templateId === undefined) !== (body === undefined), {
        path: ['templateId'],
        ...says('template-or-text'),
      }),
    answer: previewSchema.extend({ loanId: idSchema, Loan_ID: z.string() }),
  },
  listMessages: {
    method: 'GET',
    path: '/messages',
    summary: 'Messages of the loans the caller may see, newest first.',
    roles: OVERSEERS,
    query: z.object({
      ...pageQueryFields,
      search: textSchema(100).optional(),
      state: stateSchema.optional(),
      channel: messageChannelSchema.optional(),
      runId: idSchema.optional(),
      gte: dayInputSchema.optional(),
      lte: dayInputSchema.optional(),
    }),
    answer: pageOf(messageSchema).extend({
      /** Channels without a provider: their messages are recorded here and leave for nowhere. */
      recorded: z.array(messageChannelSchema),
    }),
  },
  listLoanMessages: {
    method: 'GET',
    path: '/messages/by/loan',
    summary: "A loan's messages, newest first, at most 200.",
    roles: 'any',
    query: z.object({ loanId: idSchema }),
    answer: z.object({ data: z.array(messageSchema) }),
  },
  retryMessage: {
    method: 'POST',
    path: '/messages/:id/retry',
    summary: 'Queues a message that failed for certain once more, after the gate.',
    roles: [...ADMINS, 'MANAGER'],
    params: z.object({ id: idSchema }),
    answer: messageSchema,
  },
});

/** What providers tell of messages. */
export const messageReceiptCalls = callsOf('messages', {
  receiveMessageReceipt: {
    method: 'POST',
    path: '/messages/receipts/:provider',
    summary:
      "A provider's delivery receipt, proved by the shared secret (`X-Recoup-Secret`) or an HMAC-SHA-256 of the body (`X-Recoup-Signature`).",
    access: 'public',
    roles: [],
    params: z.object({ provider: z.enum(['sms', 'whatsapp']) }),
    body: z.union([
      z.record(z.string(), z.unknown()),
      z.array(z.record(z.string(), z.unknown())).max(1000),
    ]),
    answer: z.object({
      /** Receipts that told something new, and all that were understood. */
      taken: z.int(),
      known: z.int(),
    }),
  },
});
