import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import {
  avoidTimeSchema,
  blockedNumberSchema,
  breachSchema,
  channelSchema,
  exceptionSchema,
  gateAnswerSchema,
  gateStandingSchema,
  holdSchema,
} from './contact-record.ts';
import { HOLD_KINDS } from './contact-rules.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import type { Role } from './roles.ts';
import {
  LATEST_DAY,
  dayInputSchema,
  idSchema,
  queryListSchema,
  textSchema,
  timeInputSchema,
} from './values.ts';

export type { ContactChannel, GateReason } from './contact-rules.ts';

/** Longest leave that a manager gives, minutes. */
const MOST_LEAVE_MINUTES = 480;

const untilDaySchema = dayInputSchema
  .refine((day) => day <= LATEST_DAY, says('too-late-a-day'))
  .nullish();

const note = textSchema(500);
const numberSchema = z
  .string()
  .trim()
  .regex(/^\+?(?:[\s()-]*\d){6,15}[\s()-]*$/, says('not-a-phone'))
  // A day in the wrong field.
  .refine((text) => !/^(\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4})$/.test(text), says('not-a-phone'))
  .max(40);
/** 0 is Sunday; a form's choice is text. */
const weekdaysSchema = z.array(z.coerce.number().pipe(z.int().min(0).max(6))).max(7);
const oneOf = z.object({ id: idSchema });

const workers = [
  'COLLECTOR',
  'FIELD_AGENT',
  'MANAGER',
  ...ADMINS,
] as const satisfies readonly Role[];
const deciders = ['MANAGER', ...ADMINS] as const satisfies readonly Role[];
const overseers = [...deciders, 'CLIENT_ADMIN', 'CUSTOMER'] as const satisfies readonly Role[];
const changed = z.object({ _id: idSchema });

/** The gate before every contact (issue 6). All ours. */
export const contactGateCalls = callsOf('contact-rules', {
  readContactGate: {
    roles: [...overseers, 'COLLECTOR', 'FIELD_AGENT'],
    method: 'GET',
    path: '/contact-gate',
    summary:
      'Whether a contact with a loan is allowed now, why not, and until when; records nothing.',
    query: z.object({
      loanId: idSchema,
      channel: channelSchema,
      number: numberSchema.optional(),
    }),
    answer: gateStandingSchema,
  },
  readContactStanding: {
    roles: [...overseers, 'COLLECTOR', 'FIELD_AGENT'],
    method: 'GET',
    path: '/contact-gate/loans/:id',
    summary:
      "A loan's holds, avoid-times, blocked numbers and time zone, with its open exceptions.",
    params: oneOf,
    answer: z.object({
      timeZone: z.string().nullable(),
      zone: z.string(),
      holds: z.array(holdSchema),
      avoidTimes: z.array(avoidTimeSchema),
      numbers: z.array(blockedNumberSchema),
      exceptions: z.array(exceptionSchema),
    }),
  },
  claimContact: {
    roles: workers,
    isDoneOnce: false,
    method: 'POST',
    path: '/contact-gate/claim',
    summary:
      'Asks for a contact that is to be made now and records it: the same attemptId again answers the same. An override needs a manager or an admin.',
    body: z.object({
      attemptId: idSchema,
      loanId: idSchema,
      channel: channelSchema,
      number: numberSchema.optional(),
      toThirdParty: z.boolean().optional(),
      overrideReason: note.min(5, says('reason-missing')).optional(),
    }),
    answer: gateAnswerSchema,
  },
  askException: {
    roles: workers,
    method: 'POST',
    path: '/contact-gate/override-requests',
    summary: 'An agent asks its manager to allow a contact against a rule.',
    body: z.object({
      _id: idSchema.optional(),
      loanId: idSchema,
      channel: channelSchema,
      reason: note.min(5, says('reason-missing')),
    }),
    answer: changed,
  },
  listExceptions: {
    roles: workers,
    method: 'GET',
    path: '/contact-gate/override-requests',
    summary: "Exceptions asked for: an agent's own, a manager's people's; open ones first.",
    query: z.object({
      ...pageQueryFields,
      state: z.enum(['OPEN', 'GRANTED', 'REFUSED']).optional(),
    }),
    answer: pageOf(exceptionSchema),
  },
  decideException: {
    roles: deciders,
    method: 'PUT',
    path: '/contact-gate/override-requests/:id',
    summary:
      'Grants an exception for some minutes, or refuses it; 409 when it was decided already.',
    params: oneOf,
    body: z.object({
      isGranted: z.boolean(),
      minutes: z.int().min(5).max(MOST_LEAVE_MINUTES).default(60),
      note: note.optional(),
    }),
    answer: changed,
  },
  addContactHold: {
    roles: [...workers, 'CLIENT_ADMIN'],
    method: 'POST',
    path: '/contact-holds',
    summary:
      'Holds contacts with a borrower, on one channel or all, until a day or until it is ended.',
    body: z.object({
      _id: idSchema.optional(),
      loanId: idSchema,
      kind: z.enum(HOLD_KINDS),
      channel: channelSchema.nullish(),
      /** Last day of the hold, by the borrower's clock. */
      untilDay: untilDaySchema,
      note: note.optional(),
    }),
    answer: changed,
  },
  endContactHold: {
    roles: [...deciders, 'CLIENT_ADMIN'],
    method: 'PUT',
    path: '/contact-holds/:id/end',
    summary: 'Ends a hold, with the reason; 409 when it is over already.',
    params: oneOf,
    body: z.object({ note: note.min(3, says('reason-missing')) }),
    answer: changed,
  },
  addAvoidTime: {
    roles: workers,
    method: 'POST',
    path: '/contact-avoid-times',
    summary: 'Notes when a borrower asked not to be contacted, by the borrower’s clock.',
    body: z
      .object({
        _id: idSchema.optional(),
        loanId: idSchema,
        weekdays: weekdaysSchema.min(1, says('no-weekday')),
        from: timeInputSchema,
        to: timeInputSchema,
        untilDay: untilDaySchema,
        note: note.optional(),
      })
      .refine(({ from, to }) => from < to, {
        path: ['to'],
        ...says('end-before-start'),
      }),
    answer: changed,
  },
  endAvoidTime: {
    roles: workers,
    method: 'PUT',
    path: '/contact-avoid-times/:id/end',
    summary: 'The borrower no longer asks to be left alone at these times.',
    params: oneOf,
    answer: changed,
  },
  listBlockedNumbers: {
    roles: ADMINS,
    method: 'GET',
    path: '/contact-numbers',
    summary: 'Numbers that nobody may reach for any loan, the newest first.',
    query: z.object({ ...pageQueryFields, search: textSchema(20).optional() }),
    answer: pageOf(blockedNumberSchema),
  },
  blockNumber: {
    roles: workers,
    method: 'POST',
    path: '/contact-numbers',
    summary:
      'With a loan: the number is not its borrower’s. Without (admins): nobody may reach it for any loan.',
    body: z.object({
      _id: idSchema.optional(),
      number: numberSchema,
      loanId: idSchema.nullish(),
      note: note.optional(),
    }),
    answer: changed,
  },
  unblockNumber: {
    roles: deciders,
    method: 'PUT',
    path: '/contact-numbers/:id/end',
    summary: 'The number may be reached again.',
    params: oneOf,
    answer: changed,
  },
  setBorrowerZone: {
    roles: [...deciders, 'CLIENT_ADMIN'],
    method: 'PUT',
    path: '/contact-gate/loans/:id/time-zone',
    summary: 'The time zone the borrower lives in; null: that of the lender’s policy.',
    params: oneOf,
    body: z.object({ timeZone: textSchema(60).nullable() }),
    answer: changed,
  },
  listContactBreaches: {
    roles: overseers,
    method: 'GET',
    path: '/contact-breaches',
    summary: 'Contacts against a rule, unasked or with a manager’s leave, the newest first.',
    query: z.object({
      ...pageQueryFields,
      search: textSchema(100).optional(),
      decision: queryListSchema.optional(),
      reason: queryListSchema.optional(),
      isReviewed: z.enum(['true', 'false']).optional(),
      startDate: dayInputSchema.optional(),
      endDate: dayInputSchema.optional(),
    }),
    answer: pageOf(breachSchema),
  },
  reviewContactBreach: {
    roles: deciders,
    method: 'PUT',
    path: '/contact-breaches/:id/review',
    summary: 'Notes that somebody looked at a breach, and what was done about it.',
    params: oneOf,
    body: z.object({ note: note.optional() }),
    answer: changed,
  },
});
