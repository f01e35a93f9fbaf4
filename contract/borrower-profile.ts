import { z } from 'zod';
import { callsOf } from './call.ts';
import { dialledNumberSchema } from './disposition.ts';
import { LOAN_STATUSES } from './loan.ts';
import {
  daySchema,
  dueFields,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** Where a number comes from: the lender's file, an agent who learnt it, or a call that went there. */
const NUMBER_SOURCES = ['MOBILE', 'ALTERNATE', 'LEARNT', 'DIALLED'] as const;

const borrowerNumberSchema = z.object({
  /** As it was given; calls of the same last ten digits are counted together. */
  number: z.string(),
  sources: z.array(z.enum(NUMBER_SOURCES)),
  /** Whose it is, when somebody said. */
  holder: z.string().nullable(),
  /** It is not this borrower's, by the outcome of a call or somebody's word: no channel reaches it until that is corrected. */
  isWrong: z.boolean(),
  calls: z.int(),
  /** Calls in which somebody was spoken to. */
  reached: z.int(),
  lastResult: z
    .object({
      code: z.string(),
      label: z.string(),
      disposition_class: z.string(),
      at: instantSchema,
    })
    .nullable(),
});

/** A number of the borrower with what came of calling it. */
export type BorrowerNumber = z.infer<typeof borrowerNumberSchema>;

/** When somebody was reached, of all tried: hours of the day, business time zone. */
const slotSchema = z.object({
  /** ISO: 1 is Monday; null: any day. */
  weekday: z.int().min(1).max(7).nullable(),
  fromHour: z.int(),
  toHour: z.int(),
  calls: z.int(),
  reached: z.int(),
});

const bestTimeSchema = z.object({
  /** What it rests on: calls of the last 180 days whose outcome is known. */
  calls: z.int(),
  reached: z.int(),
  /** Null: too few calls to claim anything. */
  best: slotSchema.nullable(),
  /** By hour, whatever the day. */
  hours: z.array(slotSchema),
});

/** When the borrower is best called. */
export type BestTime = z.infer<typeof bestTimeSchema>;

/** What to do next. */
const NEXT_ACTIONS = [
  'WAIT',
  'CLOSED',
  'CALL_NOW',
  'CALL_AT',
  'FIND_NUMBER',
  'VISIT',
  'SETTLE',
  'MANAGER',
  'CALL',
] as const;

/** Why: every reason stands in words in the catalogue (`borrower.reason`). */
export const NEXT_REASONS = [
  'LOAN_CLOSED',
  'CONTACT_HELD',
  'PROMISE_DUE_TODAY',
  'PROMISE_BROKEN',
  'PROMISE_AHEAD',
  'CALLBACK_DUE',
  'CALLBACK_AHEAD',
  'NEVER_REACHED',
  'ALL_NUMBERS_WRONG',
  'NO_NUMBER',
  'REFUSED',
  'DISPUTED',
  'SETTLEMENT_ASKED',
  'SETTLEMENT_OPEN',
  'SETTLEMENT_DUE',
  'DECEASED',
  'NEVER_CALLED',
  'BEST_TIME_NOW',
  'BEST_TIME_LATER',
  'ROUTINE',
] as const;

/** Why something is next. */
export type NextReason = (typeof NEXT_REASONS)[number];

const nextActionSchema = z.object({
  action: z.enum(NEXT_ACTIONS),
  reasons: z.array(
    z.object({
      reason: z.enum(NEXT_REASONS),
      /** A promise's, settlement's or callback's day and time, when the reason has one. */
      date: daySchema.nullable(),
      time: z.string().nullable(),
      amount: rupeesSchema.nullable(),
      count: z.int().nullable(),
      /** The gate's reason, when contact is held. */
      gate: z.string().nullable(),
    }),
  ),
  /** Not before then. */
  until: instantSchema.nullable(),
});

/** What to do next and why. */
export type NextAction = z.infer<typeof nextActionSchema>;

const otherLoanSchema = z.object({
  _id: idSchema,
  Loan_ID: z.string(),
  Client_Name: z.string(),
  Customer_Name: z.string(),
  Product: z.string().nullable(),
  ...dueFields,
  DPD: z.int().nullable(),
  status: z.enum(LOAN_STATUSES),
  disposition: z.string().nullable(),
  disposition_class: z.string().nullable(),
  /** What both loans have in common. */
  sameBy: z.enum(['NUMBER', 'PAN']),
});

/** Another loan of the same borrower. */
export type OtherLoan = z.infer<typeof otherLoanSchema>;

/** What calling this borrower has taught (spec 7.6). */
export const borrowerProfileSchema = z.object({
  loanId: idSchema,
  Customer_Name: z.string(),
  /** As the lender's file names them; empty: not told. */
  languages: z.array(z.string()),
  numbers: z.array(borrowerNumberSchema),
  bestTime: bestTimeSchema,
  nextAction: nextActionSchema,
  promises: z.object({ open: z.int(), kept: z.int(), broken: z.int() }),
  calls: z.object({
    total: z.int(),
    reached: z.int(),
    visits: z.int(),
    lastReachedAt: instantSchema.nullable(),
  }),
  otherLoans: z.array(otherLoanSchema),
});

/** What calling this borrower has taught. */
export type BorrowerProfile = z.infer<typeof borrowerProfileSchema>;

/** The borrower's profile (spec 7.6). */
export const borrowerProfileCalls = callsOf('borrower-profiles', {
  getBorrowerProfile: {
    method: 'GET',
    path: '/borrowerProfile/getBorrowerProfile',
    section: '7.6',
    summary:
      "A loan's borrower: numbers with their last result, best time to call, what to do next and why, promises, other loans.",
    roles: 'any',
    query: z.object({ loanId: idSchema }),
    answer: borrowerProfileSchema,
  },
  addLearntNumber: {
    isDoneOnce: false,
    method: 'POST',
    path: '/borrowerProfile/numbers',
    summary:
      'Note another number of the borrower that was learnt. The same number again changes whose it is.',
    roles: ['ADMIN', 'SUPER_ADMIN', 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    body: z.object({
      loanId: idSchema,
      number: dialledNumberSchema,
      holder: textSchema(80).optional(),
    }),
    answer: borrowerProfileSchema,
  },
});
