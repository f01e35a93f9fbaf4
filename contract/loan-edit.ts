import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { loanDetailSchema } from './loan.ts';
import type { LoanEditableField } from './loan.ts';
import { emailSchema, emailTextSchema, idSchema, textSchema } from './values.ts';

const texts = {
  Mobile_Number: textSchema(20),
  Alternate_Mobile_Number: textSchema(20),
  Email: emailTextSchema,
  Address: textSchema(1000),
  City: textSchema(120),
  State: textSchema(120),
  Pincode: textSchema(10),
} satisfies Record<LoanEditableField, z.ZodType>;

const phone = texts.Mobile_Number.regex(/^(\+?\d[\d -]{5,18})?$/, says('not-a-phone'));

/**
 * What a value must be that differs from the one that stands; the empty text empties the field. One that a lender's file
 * brought and nobody changes may be odd.
 */
export const changedFieldsSchema = z
  .object({
    ...texts,
    Mobile_Number: phone,
    Alternate_Mobile_Number: phone,
    Email: z.union([z.literal(''), emailSchema], says('not-an-email')),
    Pincode: texts.Pincode.regex(/^(\d{6})?$/, says('not-a-pincode')),
  })
  .partial();

/** One correction of a loan: only fields given change. `revision` is the one it was made on. */
export const loanEditInputSchema = z.object({
  _id: idSchema,
  revision: z.int(),
  /** Those that change anything must fit `changedFieldsSchema`. */
  changes: z
    .object(texts)
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, says('nothing-changed')),
});

/** One correction of a loan. */
export type LoanEditInput = z.input<typeof loanEditInputSchema>;

/** Corrections by agents. */
export const loanEditCalls = callsOf('loans', {
  editLoan: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/loans/edit',
    summary:
      "Correct a loan's contact fields: what is changed must be a phone number, an e-mail, a pincode. A field changed by someone else since the named revision keeps the server's value; both are kept for a manager to settle.",
    roles: ['COLLECTOR', 'MANAGER', 'FIELD_AGENT'],
    body: loanEditInputSchema,
    answer: z.object({
      loan: loanDetailSchema,
      /** Fields whose change was set aside, with the value that stands. */
      conflicts: z.array(
        z.object({ field: z.string(), stands: z.string().nullable(), offered: z.string() }),
      ),
    }),
  },
});
