import { z } from 'zod';
import { paymentShareSchema } from './attribution.ts';
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

/** Money that reached the lender. Never edited: a wrong one is reversed. */
export const paymentSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  source: z.enum(['PAYMENT', 'BANK_PAID']),
  /** The sheet and row that said so. */
  sheetId: idSchema,
  fileName: z.string(),
  row: z.int(),
  amount: rupeesSchema,
  /** How much of it lowered the dues; the rest was paid too much. */
  appliedAmount: rupeesSchema,
  paidOn: daySchema,
  /** Its file said no day: `paidOn` is the day on which it was uploaded. */
  isDayMissing: z.boolean(),
  mode: z.string().nullable(),
  reference: z.string().nullable(),
  /** Who is credited: named by the sheet, else who had the loan on that day. */
  collectorId: idSchema.nullable(),
  collectorName: z.string().nullable(),
  managerId: idSchema.nullable(),
  managerName: z.string().nullable(),
  /** Whose it is and why; together its amount. Nobody's once it is reversed. */
  shares: z.array(paymentShareSchema),
  createdAt: instantSchema,
  reversedAt: instantSchema.nullable(),
  reversedBy: z.string().nullable(),
  reverseReason: z.string().nullable(),
});

/** Money that reached the lender. */
export type Payment = z.infer<typeof paymentSchema>;

/** Payments posted from sheets. */
export const paymentCalls = callsOf('payments', {
  listPayments: {
    method: 'GET',
    path: '/payments',
    summary:
      'Payments on the loans that the caller sees, newest day first: of a loan, client, person, sheet or span of days.',
    roles: 'any',
    query: z.object({
      ...pageQueryFields,
      loanId: idSchema.optional(),
      clientName: textSchema(200).optional(),
      collectorId: idSchema.optional(),
      managerId: idSchema.optional(),
      sheetId: idSchema.optional(),
      from: dayInputSchema.optional(),
      to: dayInputSchema.optional(),
      search: textSchema(60).optional(),
    }),
    /** `amount` is the sum of those that are not reversed, over all pages. */
    answer: pageOf(paymentSchema).extend({ amount: z.int() }),
  },
  reversePayment: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/payments/:id/reverse',
    summary: 'Reverse a payment with a reason: the dues and the state of its loan are as before.',
    roles: [...ADMINS, 'CLIENT_ADMIN'],
    params: z.object({ id: idSchema }),
    body: z.object({ reason: textSchema(500).min(3, says('reason-missing')) }),
    answer: paymentSchema,
  },
});
