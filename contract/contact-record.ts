import { z } from 'zod';
import { CONTACT_CHANNELS, GATE_REASONS, HOLD_KINDS } from './contact-rules.ts';
import { daySchema, idSchema, instantSchema } from './values.ts';

/** How a borrower is contacted. */
export const channelSchema = z.enum(CONTACT_CHANNELS);

/** What the gate says: whether, why not, and from when it would be allowed. */
export const gateAnswerSchema = z.object({
  isAllowed: z.boolean(),
  reason: z.enum(GATE_REASONS).nullable(),
  until: instantSchema.nullable(),
});

/** The same with the figures that a screen shows beside it. */
export const gateStandingSchema = gateAnswerSchema.extend({
  /** Calls and visits (messages for a message) counted, with their limits; null: no limit. */
  today: z.int(),
  perDay: z.int().nullable(),
  week: z.int(),
  perWeek: z.int().nullable(),
  /** When contacts end that day, `HH:mm` of the borrower's clock. */
  to: z.string(),
  zone: z.string(),
});

/** What the gate says of a contact, with its figures. */
export type GateStanding = z.infer<typeof gateStandingSchema>;

/** A reason to leave a borrower alone, and how it ended. */
export const holdSchema = z.object({
  _id: idSchema,
  kind: z.enum(HOLD_KINDS),
  channel: channelSchema.nullable(),
  startsAt: instantSchema,
  endsAt: instantSchema.nullable(),
  note: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
  endedBy: z.string().nullable(),
  endedAt: instantSchema.nullable(),
  endNote: z.string().nullable(),
});

/** A reason to leave a borrower alone. */
export type ContactHold = z.infer<typeof holdSchema>;

/** When a borrower asked to be left alone, by the borrower’s clock. */
export const avoidTimeSchema = z.object({
  _id: idSchema,
  weekdays: z.array(z.int()),
  from: z.string(),
  to: z.string(),
  untilDay: daySchema.nullable(),
  note: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
});

/** When a borrower asked to be left alone. */
export type AvoidTime = z.infer<typeof avoidTimeSchema>;

/** A number nobody may reach, for one loan or for all. */
export const blockedNumberSchema = z.object({
  _id: idSchema,
  number: z.string(),
  /** Not this borrower's; otherwise nobody may reach it for any loan. */
  isWrong: z.boolean(),
  note: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
});

/** A number nobody may reach. */
export type BlockedNumber = z.infer<typeof blockedNumberSchema>;

/** An agent’s wish to contact somebody against a rule, and what became of it. */
export const exceptionSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  channel: channelSchema,
  rule: z.enum(GATE_REASONS).nullable(),
  reason: z.string(),
  agentName: z.string(),
  askedAt: instantSchema,
  state: z.enum(['OPEN', 'GRANTED', 'REFUSED']),
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  decisionNote: z.string().nullable(),
  endsAt: instantSchema.nullable(),
});

/** An agent's wish to contact somebody against a rule. */
export type ContactException = z.infer<typeof exceptionSchema>;

/** A contact against a rule, and who looked at it. */
export const breachSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  channel: channelSchema,
  agentName: z.string().nullable(),
  at: instantSchema,
  decision: z.enum(['BREACH', 'OVERRIDDEN']),
  reason: z.enum(GATE_REASONS).nullable(),
  overrideReason: z.string().nullable(),
  overrideBy: z.string().nullable(),
  /** It came from a phone that had no network. */
  isReplay: z.boolean(),
  reviewedBy: z.string().nullable(),
  reviewedAt: instantSchema.nullable(),
  reviewNote: z.string().nullable(),
});

/** A contact against a rule: unasked (BREACH) or with a manager's leave (OVERRIDDEN). */
export type ContactBreach = z.infer<typeof breachSchema>;
