import { z } from 'zod';
import { autoAllocationSpecSchema } from './allocation-rule.ts';
import { callsOf } from './call.ts';
import { loanFilterSchema } from './loan-calls.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { dueFields, idSchema, instantSchema } from './values.ts';

/*
 * Sharings-out of many loans at once (spec 2.2: /loans/auto-allocation, /process-allocation): planned, looked at,
 * confirmed once, carried out in the background, taken back within a day.
 */

/** Where a run stands. A FAILED one that had begun to give loans out can still be taken back. */
export const RUN_STATES = [
  'PLANNING',
  'PLANNED',
  'APPLYING',
  'DONE',
  'FAILED',
  'CANCELLED',
  'UNDOING',
  'UNDONE',
] as const;

/** Where a run stands. */
export type RunState = (typeof RUN_STATES)[number];

/** Why a loan goes to whom it goes: a rule, who had it last, who is nearest, or the spread. */
export const GIVEN_REASONS = [
  'RULE',
  'STICKY',
  'NEAR',
  'EQUAL_COUNT',
  'EQUAL_AMOUNT',
  'CAPACITY',
] as const;

/**
 * Why a loan stays as it is. STAYS: it was dealt to who has it already. When carrying out: CHANGED, somebody changed the
 * loan since it was planned; GONE, its person works here no longer or elsewhere. KEPT: worked since, so not taken back.
 */
export const LEFT_REASONS = [
  'NO_ROOM',
  'NOBODY_FITS',
  'NOT_ALLOWED',
  'NO_RULE',
  'STAYS',
  'CHANGED',
  'GONE',
  'KEPT',
] as const;

const runReasonSchema = z.enum([...GIVEN_REASONS, ...LEFT_REASONS]);

/** Why a loan of a run goes to somebody, or to nobody. */
export type RunReason = z.infer<typeof runReasonSchema>;

/** Loans and the sum of their dues. */
const amountFields = { loans: z.int(), due: z.int() };

/** What a plan means for one person: what it has now, gets and gives up; after = now + gets - givesUp. */
const runAgentSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  /** Most loans at a time; null: no limit. */
  capacity: z.int().nullable(),
  nowLoans: z.int(),
  nowDue: z.int(),
  getsLoans: z.int(),
  getsDue: z.int(),
  givesUpLoans: z.int(),
  givesUpDue: z.int(),
});

/** What a plan means for one person. */
export type RunAgent = z.infer<typeof runAgentSchema>;

/** A plan in figures. */
export const runSummarySchema = z.object({
  agents: z.array(runAgentSchema),
  /** In the order in which they are tried; `_id` null: the loans that no rule took. */
  rules: z.array(z.object({ _id: idSchema.nullable(), name: z.string(), ...amountFields })),
  given: z.array(z.object({ reason: z.enum(GIVEN_REASONS), ...amountFields })),
  left: z.array(z.object({ reason: z.enum(LEFT_REASONS), ...amountFields })),
});

/** A plan in figures. */
export type RunSummary = z.infer<typeof runSummarySchema>;

/** One sharing-out. Counts are loans. */
export const allocationRunSchema = z.object({
  _id: idSchema,
  kind: z.enum(['COLLECTOR', 'FIELD', 'MANAGER']),
  state: z.enum(RUN_STATES),
  // Told, a filter may have fields of a newer server; only who asks must not name one that is not known.
  spec: autoAllocationSpecSchema.extend({ filter: loanFilterSchema.strip().default({}) }),
  /** Which version of the rules it went by; null: none. */
  ruleVersion: z.int().nullable(),
  /** Handled so far in the present state, and all once known. */
  doneLoans: z.int(),
  totalLoans: z.int().nullable(),
  takenByRules: z.int(),
  sharedOut: z.int(),
  leftOver: z.int(),
  /** Planned, but changed by somebody (or its person gone) before it was given out. */
  changedLoans: z.int(),
  /** Taken back, and left because they were worked since. */
  undoneLoans: z.int(),
  keptLoans: z.int(),
  error: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instantSchema,
  confirmedBy: z.string().nullable(),
  confirmedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  /** Until then it can be taken back; null: it can't. */
  undoableUntil: instantSchema.nullable(),
});

/** One sharing-out. */
export type AllocationRun = z.infer<typeof allocationRunSchema>;

/** One sharing-out with its plan in figures; null while it is being planned. */
export const allocationRunDetailSchema = allocationRunSchema.extend({
  summary: runSummarySchema.nullable(),
  /** While the plan waits: loans that it gives out and that somebody changed since. They would be left. Absent from older servers. */
  changedSince: z.int().default(0),
});

/** One sharing-out with its plan in figures. */
export type AllocationRunDetail = z.infer<typeof allocationRunDetailSchema>;

/** A loan of a plan. */
const runLoanSchema = z.object({
  _id: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  City: z.string().nullable(),
  Pincode: z.string().nullable(),
  Bucket: z.string().nullable(),
  ...dueFields,
  assigneeId: idSchema.nullable(),
  assigneeName: z.string().nullable(),
  reason: runReasonSchema,
  ruleName: z.string().nullable(),
});

/** A loan of a plan. */
export type RunLoan = z.infer<typeof runLoanSchema>;

const kindSchema = autoAllocationSpecSchema.shape.kind;
const session = { roles: [...ADMINS, 'MANAGER', 'CLIENT_ADMIN'] } as const;
const byId = z.object({ id: idSchema });

/** Sharing out loans automatically. */
export const allocationRunCalls = callsOf('allocation-runs', {
  countAllocatable: {
    ...session,
    method: 'GET',
    path: '/loans/allocation-runs/count',
    summary: 'How many loans, and how much due, a sharing-out with this filter would look at.',
    query: z.object({
      ...loanFilterSchema.shape,
      kind: kindSchema.default('COLLECTOR'),
      /** `1`: also loans that somebody of the kind has. */
      takesOver: z.enum(['0', '1']).default('0'),
    }),
    answer: z.object(amountFields),
  },
  listUnallocated: {
    ...session,
    method: 'GET',
    path: '/loans/unallocated',
    summary: 'Active loans that nobody of a kind has, by lender and bucket, the most due first.',
    query: z.object({ kind: kindSchema }),
    answer: z.object({
      data: z.array(
        z.object({ Client_Name: z.string(), Bucket: z.string().nullable(), ...amountFields }),
      ),
      ...amountFields,
    }),
  },
  createAllocationRun: {
    ...session,
    method: 'POST',
    path: '/loans/allocation-runs',
    summary: 'Plan a sharing-out in the background; nothing is given out before it is confirmed.',
    body: autoAllocationSpecSchema,
    answer: allocationRunSchema,
  },
  listAllocationRuns: {
    ...session,
    method: 'GET',
    path: '/loans/allocation-runs',
    summary: 'Sharings-out the caller may see, newest first.',
    query: z.object(pageQueryFields),
    answer: pageOf(allocationRunSchema),
  },
  getAllocationRun: {
    ...session,
    method: 'GET',
    path: '/loans/allocation-runs/:id',
    summary: 'One sharing-out: state, progress, the plan in figures.',
    params: byId,
    answer: allocationRunDetailSchema,
  },
  listAllocationRunLoans: {
    ...session,
    method: 'GET',
    path: '/loans/allocation-runs/:id/loans',
    summary:
      'The loans of a plan, of one person or left for one reason, paged. Kept for a day after the run.',
    params: byId,
    query: z.object({
      ...pageQueryFields,
      assigneeId: idSchema.optional(),
      reason: runReasonSchema.optional(),
    }),
    answer: pageOf(runLoanSchema),
  },
  confirmAllocationRun: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/loans/allocation-runs/:id/confirm',
    summary: 'Carry a plan out, in the background. Loans that changed since are left and counted.',
    params: byId,
    answer: allocationRunSchema,
  },
  undoAllocationRun: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/loans/allocation-runs/:id/undo',
    summary:
      'Within a day: give the loans of a run back to who had them, except those changed since.',
    params: byId,
    answer: allocationRunSchema,
  },
  cancelAllocationRun: {
    ...session,
    method: 'DELETE',
    path: '/loans/allocation-runs/:id',
    summary: 'Drop a plan; nothing was given out.',
    params: byId,
    answer: allocationRunSchema,
  },
});
