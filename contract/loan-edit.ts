import { z } from 'zod';
import { callsOf, defineCall } from './call.ts';
import { says } from './errors.ts';
import { loanDetailSchema } from './loan.ts';
import type { LoanEditableField } from './loan.ts';
import { idSchema, textSchema } from './values.ts';

const phone = textSchema(20).regex(/^(\+?\d[\d -]{5,18})?$/, says('not-a-phone'));

/** One correction of a loan: only fields given change. `revision` is the one it was made on. */
export const loanEditInputSchema = z.object({
  _id: idSchema,
  revision: z.int(),
  changes: z
    .object({
      Mobile_Number: phone,
      Alternate_Mobile_Number: phone,
      Email: textSchema(254),
      Address: textSchema(1000),
      City: textSchema(120),
      State: textSchema(120),
      Pincode: textSchema(10).regex(/^(\d{6})?$/, says('not-a-pincode')),
    } satisfies Record<LoanEditableField, z.ZodType>)
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, says('nothing-changed')),
});

/** One correction of a loan. */
export type LoanEditInput = z.input<typeof loanEditInputSchema>;

/** Corrections by agents. */
export const loanEditCalls = callsOf('loans', {
  editLoan: defineCall({
    name: 'editLoan',
    isDoneOnce: true,
    method: 'PUT',
    path: '/loans/edit',
    section: 'ours',
    summary:
      "Correct a loan's contact fields. A field changed by someone else since the named revision keeps the server's value; both are kept for a manager to settle.",
    access: 'session',
    roles: ['COLLECTOR', 'MANAGER', 'FIELD_AGENT'],
    body: loanEditInputSchema,
    answer: z.object({
      loan: loanDetailSchema,
      /** Fields whose change was set aside, with the value that stands. */
      conflicts: z.array(
        z.object({ field: z.string(), stands: z.string().nullable(), offered: z.string() }),
      ),
    }),
  }),
});
