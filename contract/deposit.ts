import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { RECEIPT_KEEPERS } from './receipt.ts';
import { ADMINS } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** Where collected money is brought to. */
export const DEPOSIT_PLACES = ['BANK', 'OFFICE'] as const;

/** OPEN: nobody has counted it yet. */
export const DEPOSIT_STATES = ['OPEN', 'VERIFIED', 'CANCELLED'] as const;

/** Money that one agent brought away at once, of one client: the sum of the receipts in it, whole rupees. */
export const depositSchema = z.object({
  _id: idSchema,
  agentId: idSchema,
  Agent_Name: z.string(),
  Client_Name: z.string(),
  amount: rupeesSchema,
  receiptCount: z.int(),
  depositedOn: daySchema,
  place: z.enum(DEPOSIT_PLACES),
  /** The slip's number. */
  reference: z.string().nullable(),
  createdAt: instantSchema,
  state: z.enum(DEPOSIT_STATES),
  Verified_By: z.string().nullable(),
  verifiedAt: instantSchema.nullable(),
  cancelledAt: instantSchema.nullable(),
  cancelReason: z.string().nullable(),
  /** What was taken out of it since, newest first: its slip says so much more. Absent from older servers. */
  takenOut: z
    .array(
      z.object({
        amount: rupeesSchema,
        reason: z.string(),
        Taken_By: z.string(),
        takenAt: instantSchema,
      }),
    )
    .default([]),
  takenOutAmount: rupeesSchema.default(0),
  /** What the asker may do with it now. */
  mayVerify: z.boolean(),
  /** For who may verify it: other deposits that stand under the same slip and were not made together with it, the newest five. Absent from older servers. */
  sameSlip: z
    .array(
      z.object({
        /** Null: of people whom the asker does not see. */
        Agent_Name: z.string().nullable(),
        amount: rupeesSchema,
        depositedOn: daySchema,
      }),
    )
    .default([]),
  mayCancel: z.boolean(),
});

/** Money that one agent brought away at once, of one client. */
export type Deposit = z.infer<typeof depositSchema>;

/** Receipts that one deposit may have. */
const MOST_RECEIPTS = 500;

/** What is deposited, and where. A bank's slip has a number; the office may give one. */
export const depositInputSchema = z
  .object({
    receiptIds: z.array(idSchema).min(1).max(MOST_RECEIPTS),
    place: z.enum(DEPOSIT_PLACES, says('not-chosen')),
    reference: textSchema(60).optional(),
    /** Default: today. */
    depositedOn: dayInputSchema.optional(),
  })
  .superRefine(({ place, reference }, context) => {
    if (place === 'BANK' && !reference)
      context.addIssue({
        code: 'custom',
        path: ['reference'],
        message: says('slip-missing').error,
      });
  });

/** Deposits of collected money (ours). */
export const depositCalls = callsOf('deposits', {
  listDeposits: {
    method: 'GET',
    path: '/deposits',
    summary: 'Deposits of collected money, newest first.',
    roles: [...ADMINS, ...RECEIPT_KEEPERS],
    query: z.object({
      ...pageQueryFields,
      state: z.enum(DEPOSIT_STATES).optional(),
      gte: dayInputSchema.optional(),
      lte: dayInputSchema.optional(),
      agentId: idSchema.optional(),
    }),
    answer: pageOf(depositSchema).extend({
      /** Of all that match and are not cancelled. */
      totals: z.object({ amount: rupeesSchema, openCount: z.int() }),
    }),
  },
  createDeposits: {
    method: 'POST',
    path: '/deposits',
    summary:
      'Deposit receipts that are in hand: one deposit per agent and client, all of them or none. 409: one of them is no longer in hand.',
    roles: RECEIPT_KEEPERS,
    body: depositInputSchema,
    answer: z.object({ data: z.array(depositSchema) }),
  },
  verifyDeposit: {
    method: 'PUT',
    path: '/deposits/verify',
    summary:
      'Say that a deposit was counted and is right. Nobody verifies what they brought or recorded. 409 DEPOSIT_CHANGED: it is no longer the amount that was seen.',
    roles: [...ADMINS, 'MANAGER'],
    body: z.object({
      depositId: idSchema,
      /** What was counted; older apps do not say. */
      amount: rupeesSchema.optional(),
    }),
    answer: z.object({ data: depositSchema }),
  },
  cancelDeposit: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/deposits/cancel',
    summary:
      'Undo a deposit with a reason: its receipts are in hand again. The agent may until it is verified, a manager any time.',
    roles: [...ADMINS, ...RECEIPT_KEEPERS],
    body: z.object({
      depositId: idSchema,
      reason: textSchema(300).min(3, says('reason-missing')),
    }),
    answer: z.object({ data: depositSchema }),
  },
  takeOutOfDeposit: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/deposits/take-out',
    summary:
      'Take one receipt out of its deposit with a reason, as for a cheque that came back: it is in hand again, the rest of the deposit stands as it was. Whoever may undo the deposit may. The last one undoes it.',
    roles: [...ADMINS, ...RECEIPT_KEEPERS],
    body: z.object({
      receiptId: idSchema,
      reason: textSchema(300).min(3, says('reason-missing')),
    }),
    answer: z.object({ data: depositSchema }),
  },
});
