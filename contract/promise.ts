import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { dayInputSchema, daySchema, idSchema, instantSchema, textSchema } from './values.ts';

/**
 * Where a promise to pay stands. OPEN: its last day is not over. KEPT: the money came in time. PART_KEPT, BROKEN: the last
 * day is over, and a part came, or nothing. REPLACED: a newer one was made in time. CLOSED: in time the loan ended, or the
 * borrower refused or disputed.
 */
export const PROMISE_STATES = [
  'OPEN',
  'KEPT',
  'PART_KEPT',
  'BROKEN',
  'REPLACED',
  'CLOSED',
] as const;

/** Where a promise to pay stands. */
export type PromiseState = (typeof PROMISE_STATES)[number];

/** The parts of the list: `due` are open ones whose day has come, `broken` those kept in part too. */
export const PROMISE_VIEWS = ['open', 'due', 'broken', 'kept'] as const;

/** A part of the list of promises. */
export type PromiseView = (typeof PROMISE_VIEWS)[number];

/** A promise to pay, with what came of it. Amounts in whole rupees, days of the business zone. */
const promiseSchema = z.object({
  /** The disposition's. */
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  amount: z.int(),
  dueOn: daySchema,
  /** The last day on which money still keeps it: the promised one and the lender's grace. */
  lastOn: daySchema,
  madeAt: instantSchema,
  agentName: z.string(),
  /** Who has the loan now. */
  collectorName: z.string().nullable(),
  state: z.enum(PROMISE_STATES),
  /** What the lender told of, in time. */
  paidAmount: z.int(),
  /** What agents say they collected, in time. The same money: never added to `paidAmount`. */
  saidAmount: z.int(),
  /** What came after the last day. */
  lateAmount: z.int(),
  /** Kept by what agents say alone: not yet seen at the bank. */
  isUnproven: z.boolean(),
});

/** A promise to pay. */
export type PaymentPromise = z.infer<typeof promiseSchema>;

const tallySchema = z.object({ count: z.int(), amount: z.int() });

/** How a lender's promises are judged. */
const promiseRuleSchema = z.object({
  clientId: idSchema,
  Client_Name: z.string(),
  graceDays: z.int(),
  tolerancePercent: z.int(),
  managerFrom: z.int(),
  /** Counts up with every change; 0: nobody changed it yet. */
  revision: z.int(),
  updatedAt: instantSchema.nullable(),
});

/** How a lender's promises are judged. */
export type PromiseRule = z.infer<typeof promiseRuleSchema>;

/** A lender's rules as a person changes them. */
export const promiseRuleInputSchema = z.object({
  graceDays: z.int().min(0).max(30),
  tolerancePercent: z.int().min(0).max(50),
  managerFrom: z.int(says('not-whole-rupees')).min(0).max(1_000_000_000),
  /** The rules' revision as it was seen. */
  revision: z.int(),
});

const readers = [...ADMINS, 'PARTNER', 'MANAGER', 'COLLECTOR', 'CLIENT_ADMIN'] as const;
const setters = [...ADMINS, 'CLIENT_ADMIN'] as const;

/** Promises to pay and the lenders' rules for them. */
export const promiseCalls = callsOf('promises', {
  listPromises: {
    method: 'GET',
    path: '/promises',
    summary:
      'Promises to pay on the loans that the caller sees: open, due, broken or kept, with count and sum of each.',
    roles: readers,
    query: z.object({
      ...pageQueryFields,
      view: z.enum(PROMISE_VIEWS).default('open'),
      clientName: textSchema(200).optional(),
      collectorId: idSchema.optional(),
      /** Days on which they are due. */
      from: dayInputSchema.optional(),
      to: dayInputSchema.optional(),
      search: textSchema(60).optional(),
    }),
    /** `sums` are over all pages, of each view under the same filters. */
    answer: pageOf(promiseSchema).extend({
      sums: z.object({
        open: tallySchema,
        due: tallySchema,
        broken: tallySchema,
        kept: tallySchema,
      }),
    }),
  },
  listPromisesOfLoan: {
    method: 'GET',
    path: '/promises/of/:loanId',
    summary: 'All promises of a loan that the caller sees, newest first.',
    roles: 'any',
    params: z.object({ loanId: idSchema }),
    answer: z.object({ data: z.array(promiseSchema) }),
  },
  listPromiseRules: {
    method: 'GET',
    path: '/promise-rules',
    summary: 'How promises are judged, lender by lender.',
    roles: setters,
    answer: z.object({ data: z.array(promiseRuleSchema) }),
  },
  changePromiseRule: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/promise-rules/:clientId',
    summary:
      "Change a lender's rules: they count for its open promises and those to come. Older ones keep theirs.",
    roles: setters,
    params: z.object({ clientId: idSchema }),
    body: promiseRuleInputSchema,
    answer: promiseRuleSchema,
  },
});
