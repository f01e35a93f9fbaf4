import { z } from 'zod';
import { callsOf } from './call.ts';
import { LOAN_EDITABLE_FIELDS } from './loan.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** A correction that met another change of the same field: the server's value stands until a manager settles it. */
export const loanConflictSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string().nullable(),
  field: z.enum(LOAN_EDITABLE_FIELDS),
  /** The loan's value now. */
  stands: z.string().nullable(),
  /** Who last changed that value (null: an import) and when. */
  standsBy: z.string().nullable(),
  standsSince: instantSchema.nullable(),
  /** The empty text would empty the field. */
  offered: z.string(),
  offeredBy: z.object({ _id: idSchema, name: z.string() }).nullable(),
  offeredAt: instantSchema,
});

/** A correction that met another change of the same field. */
export type LoanConflict = z.infer<typeof loanConflictSchema>;

const settler = {
  roles: ['ADMIN', 'SUPER_ADMIN', 'MANAGER'],
} as const;

/** Settling what two people corrected differently. All ours. */
export const loanConflictCalls = callsOf('loan-conflicts', {
  listLoanConflicts: {
    ...settler,
    method: 'GET',
    path: '/loan-conflicts',
    summary: 'Open conflicts of the loans the caller may see, oldest first.',
    query: z.object({ ...pageQueryFields, search: textSchema(100).optional() }),
    answer: pageOf(loanConflictSchema),
  },
  settleLoanConflict: {
    ...settler,
    method: 'POST',
    path: '/loan-conflicts/settle',
    summary:
      'Keep the standing value or take the offered one. 409 CHANGED_MEANWHILE when the loan no longer has the value that was seen; 409 ALREADY_SETTLED.',
    body: z.object({
      _id: idSchema,
      takes: z.enum(['STANDING', 'OFFERED']),
      /** The value that stood on the screen. */
      stands: z.string().max(1000).nullable(),
    }),
    answer: z.object({
      _id: idSchema,
      field: z.enum(LOAN_EDITABLE_FIELDS),
      value: z.string().nullable(),
    }),
  },
});
