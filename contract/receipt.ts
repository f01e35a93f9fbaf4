import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** How a borrower paid. Cash and cheques are in the agent's hand; UPI and online money went straight to the lender. */
export const PAYMENT_MODES = ['CASH', 'CHEQUE', 'UPI', 'ONLINE'] as const;

/** How a borrower paid. */
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** How a borrower paid, as it travels. */
export const paymentModeSchema = z.enum(PAYMENT_MODES, says('not-chosen'));

/** A receipt's number, as a device takes it from its range. */
export const receiptNumberSchema = z.int().min(1).max(9_000_000_000_000);

/**
 * Where collected money is. Every receipt is in exactly one state, so that collected = deposited (DEPOSITED and DIRECT)
 * + in hand + cancelled holds by its nature.
 */
export const RECEIPT_STATES = ['IN_HAND', 'DIRECT', 'DEPOSITED', 'CANCELLED'] as const;

/** How a receipt stands in its contact's history: taken in, confirmed by a payment, asked to be cancelled, cancelled. */
export const RECEIPT_STANDINGS = ['COLLECTED', 'VERIFIED', 'CANCEL_ASKED', 'CANCELLED'] as const;

/** How a receipt stands in its contact's history. */
export type ReceiptStanding = (typeof RECEIPT_STANDINGS)[number];

/** Where collected money is. */
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** Why a number that a device gave a receipt was not taken: the receipt stands without one. */
const NUMBER_PROBLEMS = ['NOT_YOURS', 'USED_TWICE'] as const;

/** Receipts of more than was left to collect: those that wait for a manager, or all. */
export const RECEIPT_EXCESSES = ['OPEN', 'ALL'] as const;

/** What a disposition with an amount collected says was taken in. Amounts in whole rupees. */
export const collectionReceiptSchema = z.object({
  _id: idSchema,
  number: z.int().nullable(),
  /** The number that the device gave, and why it was not taken. */
  claimedNumber: z.int().nullable(),
  numberProblem: z.enum(NUMBER_PROBLEMS).nullable(),
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  agentId: idSchema,
  Agent_Name: z.string(),
  amount: rupeesSchema,
  /** Null: not said. */
  mode: paymentModeSchema.nullable(),
  collectedOn: daySchema,
  createdAt: instantSchema,
  state: z.enum(RECEIPT_STATES),
  depositId: idSchema.nullable(),
  /** Why it was last taken out of a deposit, while it is in hand; absent from older servers. */
  takenOutReason: z.string().nullable().default(null),
  cancelledAt: instantSchema.nullable(),
  Cancelled_By: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** Its agent asks that it be cancelled, and why. */
  cancelAskedAt: instantSchema.nullable(),
  cancelAskedReason: z.string().nullable(),
  /** How much of it was more than was left to collect when it came into the books; 0: nothing. */
  excessAmount: rupeesSchema,
  /** Why; null: nobody says. */
  excessReason: z.string().nullable(),
  /** Whoever took it in knew that, or a manager looked at it; null: it waits for a manager. */
  excessKnownAt: instantSchema.nullable(),
  Excess_Known_By: z.string().nullable(),
  /** What else was taken in on the loan around its day and stands, of a receipt with an excess. */
  others: z.array(
    z.object({ Agent_Name: z.string(), amount: rupeesSchema, collectedOn: daySchema }),
  ),
  /** Whether the reader may say why more than was owed stands. */
  mayExplain: z.boolean(),
  /** Whether the reader may cancel it now: nobody cancels money that they took in. */
  mayCancel: z.boolean(),
  /** Whether the reader, who took the money in, may ask that it be cancelled. */
  mayAskToCancel: z.boolean(),
  /** Whether the reader may take it out of its deposit; absent from older servers. */
  mayTakeOut: z.boolean().default(false),
});

/** What a disposition with an amount collected says was taken in. */
export type CollectionReceipt = z.infer<typeof collectionReceiptSchema>;

/** Who takes money in, and who answers for those who do. */
export const RECEIPT_KEEPERS = ['FIELD_AGENT', 'COLLECTOR', 'MANAGER'] as const;

const receiptSums = z.object({
  collected: rupeesSchema,
  /** By slip and straight to the lender. */
  deposited: rupeesSchema,
  inHand: rupeesSchema,
  inHandCount: z.int(),
  cancelled: rupeesSchema,
});

/** Receipts of collected money (ours; field anchors: receipt cancel, deposit batches). */
export const receiptCalls = callsOf('receipts', {
  listReceipts: {
    method: 'GET',
    path: '/receipts',
    summary:
      'Receipts of collected money, newest first, with the sums of all that match: collected = deposited + in hand + cancelled.',
    roles: [...ADMINS, ...RECEIPT_KEEPERS],
    query: z.object({
      ...pageQueryFields,
      state: z.enum(RECEIPT_STATES).optional(),
      /** Days of collecting, both included. */
      gte: dayInputSchema.optional(),
      lte: dayInputSchema.optional(),
      agentId: idSchema.optional(),
      depositId: idSchema.optional(),
      /** Only the reader's and its people's, which it may deposit; else also what others took in on its loans. */
      own: z.literal('1').optional(),
      /** Only those whose agents ask that they be cancelled; 0: only the others. */
      asked: z.enum(['0', '1']).optional(),
      /** Only those of more than was left: which wait for a manager, or all. */
      excess: z.enum(RECEIPT_EXCESSES).optional(),
      /** Only those whose number was not taken. */
      problems: z.literal('1').optional(),
      /** Receipt number, loan number or borrower. */
      search: z.string().trim().max(200).optional(),
    }),
    answer: pageOf(collectionReceiptSchema).extend({
      totals: receiptSums,
      /**
       * Cash and cheques of the reader's and its people's visits, or of one agent's, that a manager has yet to decide on: in the
       * agents' hands, in no receipt and no sum.
       */
      inReview: z.object({ amount: rupeesSchema, count: z.int() }),
    }),
  },
  cancelReceipt: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/receipts/cancel',
    summary:
      'Cancel a receipt with a reason, before it is deposited. Who took the money in only asks for it: whoever is over them decides.',
    roles: [...ADMINS, ...RECEIPT_KEEPERS],
    body: z
      .object({
        receiptId: idSchema.optional(),
        /** The contact in which the money was taken in: a phone without a network knows its receipt by it. */
        dispositionId: idSchema.optional(),
        reason: textSchema(300).min(3, says('reason-missing')),
      })
      .refine((body) => (body.receiptId === undefined) !== (body.dispositionId === undefined), {
        path: ['receiptId'],
        ...says('not-chosen'),
      }),
    answer: z.object({ data: collectionReceiptSchema }),
  },
  keepReceipt: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/receipts/keep',
    summary: 'Refuse to cancel a receipt whose agent asked for it: it stands.',
    roles: [...ADMINS, 'MANAGER'],
    body: z.object({ receiptId: idSchema }),
    answer: z.object({ data: collectionReceiptSchema }),
  },
  explainExcess: {
    method: 'PUT',
    path: '/receipts/excess',
    summary:
      'Say why a receipt of more than was owed stands: it waits for nobody any more. 409 NO_EXCESS when it does not wait.',
    roles: [...ADMINS, 'MANAGER'],
    body: z.object({
      receiptId: idSchema,
      reason: textSchema(300).min(3, says('reason-missing')),
    }),
    answer: z.object({ data: collectionReceiptSchema }),
  },
  takeReceiptNumbers: {
    isDoneOnce: false,
    method: 'POST',
    path: '/device/receipt-numbers',
    summary:
      'A range of receipt numbers for this user on this device, to write receipts without a network. Never given twice. 404: register the device first.',
    roles: ['FIELD_AGENT'],
    body: z.object({ deviceId: idSchema }),
    answer: z.object({
      firstNumber: receiptNumberSchema,
      /** The last one, included. */
      lastNumber: receiptNumberSchema,
      /** The life of the database that gave them. */
      epoch: idSchema,
    }),
  },
});
