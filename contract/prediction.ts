import { z } from 'zod';
import { callsOf } from './call.ts';
import { instantSchema, rupeesSchema, textSchema } from './values.ts';

/** Days past due at the beginning of a month; UNKNOWN: the lender told no due date. */
export const STAGES = ['D0_30', 'D31_60', 'D61_90', 'D91_180', 'D181', 'UNKNOWN'] as const;

/** What became of a loan within a month. */
export const ROLLS = ['SETTLED', 'PAID_PART', 'STAYED', 'ROLLED', 'CLOSED'] as const;

/** A stage in the words of screens and files. */
export const STAGE_TITLES = {
  D0_30: '0–30 days',
  D31_60: '31–60 days',
  D61_90: '61–90 days',
  D91_180: '91–180 days',
  D181: 'Over 180 days',
  UNKNOWN: 'No due date',
} as const satisfies Readonly<Record<(typeof STAGES)[number], string>>;

/** What became of a loan in the words of screens and files. */
export const ROLL_TITLES = {
  SETTLED: 'Paid in full',
  PAID_PART: 'Paid a part',
  STAYED: 'Stayed',
  ROLLED: 'Rolled on',
  CLOSED: 'Taken back',
} as const satisfies Readonly<Record<(typeof ROLLS)[number], string>>;

/** What is known of a loan on the day on which it is judged. */
export const SIGNS = [
  'dueAmount',
  'daysPastDue',
  'daysSincePaid',
  'paymentsBefore',
  'contactsLately',
  'reachedLately',
  'visitsLately',
  'daysSinceContact',
  'promisesKept',
  'promisesBroken',
  'promiseOpen',
] as const;

/** What the advanced predictor knows besides. Who a borrower is (religion, caste, gender, health) is no sign. */
export const MODEL_SIGNS = [
  ...SIGNS,
  'paidShare',
  'lastPaidAmount',
  'paymentsLately',
  'reachedShare',
  'promisesMade',
  'daysSinceBroken',
  'daysInStock',
] as const;

/** A stage of days past due. */
export type Stage = (typeof STAGES)[number];

/** What became of a loan. */
export type Roll = (typeof ROLLS)[number];

/** A sign. */
export type Sign = (typeof SIGNS)[number];

/** A sign of the advanced predictor. */
export type ModelSign = (typeof MODEL_SIGNS)[number];

const shareSchema = z.object({
  outcome: z.enum(ROLLS),
  count: z.int(),
  /** 0 to 1, and its 95 % interval (Wilson). */
  share: z.number(),
  low: z.number(),
  high: z.number(),
});

const rollRowSchema = z.object({
  stage: z.enum(STAGES),
  count: z.int(),
  outcomes: z.array(shareSchema),
});

const segmentSchema = z.object({
  /** Null: the model of the whole portfolio. */
  stage: z.enum(STAGES).nullable(),
  /** Loan-months it learned from, and of them those that paid within 30 days. */
  count: z.int(),
  payers: z.int(),
  /** On the latest month, which it did not learn from; null: too few loans there. */
  auc: z.number().nullable(),
  brier: z.number().nullable(),
  tested: z.int(),
  /** The weightiest first. `odds`: by how much the odds of paying change per standard deviation. */
  reasons: z.array(z.object({ sign: z.enum(SIGNS), odds: z.number() })),
});

const expectedSchema = z.object({
  stage: z.enum(STAGES),
  loans: z.int(),
  dueAmount: rupeesSchema,
  /** Mean chance of a payment within 30 days; null: too little history. */
  chance: z.number().nullable(),
  expectedAmount: rupeesSchema.nullable(),
  /** STAGE: its own model; PORTFOLIO: too little history of its own; RATE: the share that paid so far; NONE. */
  basis: z.enum(['STAGE', 'PORTFOLIO', 'RATE', 'NONE']),
});

/** The basic predictor's answer (`/Recovery`). */
export const basicPredictionSchema = z.object({
  asOf: instantSchema,
  /** First days of the months behind it, oldest first. */
  months: z.array(z.string()),
  /** Share of the loans that was looked at, 0 to 1. */
  sample: z.number(),
  rolls: z.array(rollRowSchema),
  segments: z.array(segmentSchema),
  expected: z.array(expectedSchema),
  /** What the latest month was expected to bring by the months before it, and what it brought; null: too little history. */
  tried: z
    .object({ month: z.string(), expectedAmount: rupeesSchema, paidAmount: rupeesSchema })
    .nullable(),
});

/** The basic predictor's answer. */
export type BasicPrediction = z.infer<typeof basicPredictionSchema>;

/** Recovery prediction (ours; spec 2.2 has the screens). */
export const predictionCalls = callsOf('predictions', {
  readBasicPrediction: {
    method: 'GET',
    path: '/recovery/basic',
    summary:
      'Roll rates by days past due, who pays within 30 days and why, and what the stock will bring: from the history of the loans that the caller may see.',
    roles: 'any',
    query: z.object({
      client: textSchema(200).optional(),
      product: textSchema(200).optional(),
    }),
    answer: basicPredictionSchema,
  },
});
