import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { IMPORT_FIELD_NAMES } from './import-mapping.ts';
import type { ImportField } from './import-mapping.ts';
import { LOAN_EDITABLE_FIELDS, LOAN_STATUSES, loanDetailSchema } from './loan.ts';
import { ADMINS } from './roles.ts';
import type { Role } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** A value as it was typed, checked on the server as a cell of an import is. The empty text is nothing. */
const typedSchema = textSchema(1000);

const fieldSchema = z.enum(IMPORT_FIELD_NAMES as [ImportField, ...ImportField[]]);

/** What is wrong with a field: the code of `PROBLEM_WORDS` that screens translate, and the reason in English. */
const fieldErrorSchema = z.object({ field: z.string(), code: z.string(), reason: z.string() });

/** What is wrong with a field. */
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** What an admin may change: all but the number a loan is known by. */
const ADMIN_LOAN_FIELDS = IMPORT_FIELD_NAMES.filter((field) => field !== 'Loan_ID');

/**
 * What a manager may change: who the borrower is and where. What is due closes a loan, and a settlement is needed to take less;
 * by bucket, days past due and product managers are paid themselves. Those are the lender's to say, and an admin's for it.
 */
const MANAGER_LOAN_FIELDS: readonly ImportField[] = [
  'Customer_Name',
  ...LOAN_EDITABLE_FIELDS,
  'Region',
  'Branch',
  'Latitude',
  'Longitude',
];

/** What the lender's own people may change of their loans: how the borrower is reached, and what is due. */
const CUSTOMER_LOAN_FIELDS: readonly ImportField[] = [
  ...LOAN_EDITABLE_FIELDS,
  'DPD',
  'EMI_Amount',
  'Principal_Outstanding',
  'Interest_Outstanding',
  'Penalty_Amount',
  'Total_Due_Amount',
  'Due_Date',
];

/** The fields of a loan that a role may change where it may change loans; the period too. */
export function loanFieldsOf(role: Role): readonly ImportField[] {
  if (role === 'CUSTOMER') return CUSTOMER_LOAN_FIELDS;
  return role === 'MANAGER' ? MANAGER_LOAN_FIELDS : ADMIN_LOAN_FIELDS;
}

/** One field's change: what the person saw, and what it should be. Amounts and counts as digits, days as `YYYY-MM-DD`. */
const fieldChangeSchema = z.object({ from: typedSchema.nullable(), to: typedSchema.nullable() });

/** What `PUT /loans/single/loan` takes. */
const loanChangeSchema = z
  .object({
    _id: idSchema,
    /** The revision the form was filled in on: another one is looked at field by field. */
    revision: z.int(),
    changes: z.partialRecord(fieldSchema, fieldChangeSchema).optional(),
    /** Left out: stays. */
    periodEndsOn: dayInputSchema.nullable().optional(),
  })
  // Fields put beside `changes` are dropped: success would be said of a change that was never made.
  .refine(
    ({ changes = {}, periodEndsOn }) =>
      Object.keys(changes).length > 0 || periodEndsOn !== undefined,
    { ...says('nothing-changed'), path: ['changes'] },
  );

/** A field that somebody else changed meanwhile; a 409's `details.conflicts`. */
export interface FieldConflict {
  readonly field: string;
  readonly yours: string | null;
  readonly theirs: string | null;
}

/** How a loan came to an end, and whether it came back. */
const closureSchema = z.object({
  _id: idSchema,
  reason: z.enum(LOAN_STATUSES),
  note: z.string().nullable(),
  /** Null: the server itself. */
  closedBy: z.string().nullable(),
  closedAt: instantSchema,
  reopenedBy: z.string().nullable(),
  reopenedAt: instantSchema.nullable(),
});

const allocationSchema = z.object({
  _id: idSchema,
  kind: z.enum(['COLLECTOR', 'MANAGER', 'FIELD']),
  name: z.string(),
  allocatedBy: z.string().nullable(),
  allocatedAt: instantSchema,
  endedAt: instantSchema.nullable(),
});

const changeSchema = z.object({
  _id: idSchema,
  field: z.string(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  changedBy: z.string().nullable(),
  changedAt: instantSchema,
});

const paymentSchema = z.object({
  _id: idSchema,
  amount: rupeesSchema,
  paidOn: daySchema,
  mode: z.string().nullable(),
  reference: z.string().nullable(),
  collectorName: z.string().nullable(),
  fileName: z.string().nullable(),
  row: z.int(),
  reversedAt: instantSchema.nullable(),
});

const sheetSchema = z.object({
  batchNo: z.int(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: instantSchema,
});

/** All that is kept of a loan besides its facts and contacts, newest first. */
const loanRecordSchema = z.object({
  closures: z.array(closureSchema),
  allocations: z.array(allocationSchema),
  changes: z.array(changeSchema),
  payments: z.array(paymentSchema),
  sheets: z.array(sheetSchema),
});

/** All that is kept of a loan besides its facts and contacts. */
export type LoanRecord = z.infer<typeof loanRecordSchema>;

/** One loan by hand (spec 7.5: `PUT /loans/manual/entry`, `PUT /loans/single/loan`). */
export const loanEntryCalls = callsOf('loans', {
  enterLoan: {
    method: 'PUT',
    path: '/loans/manual/entry',
    section: '7.5',
    summary:
      'Enter one loan. `errors` (by field) or `error` say what is to be mended: then nothing was stored.',
    roles: ADMINS,
    body: z.object({
      Client_Name: textSchema(200),
      values: z.partialRecord(fieldSchema, typedSchema),
      periodEndsOn: dayInputSchema.nullable().optional(),
    }),
    answer: z.object({
      success: z.boolean(),
      _id: idSchema.optional(),
      errors: z.array(fieldErrorSchema).optional(),
      error: z.string().optional(),
    }),
  },
  changeLoan: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/loans/single/loan',
    section: '7.5',
    summary:
      'Change one loan. 409 CHANGED_MEANWHILE names the fields that someone else changed, with both values; 422 the fields that are wrong.',
    roles: [...ADMINS, 'MANAGER', 'CUSTOMER'],
    body: loanChangeSchema,
    answer: z.object({ success: z.literal(true), data: loanDetailSchema }),
  },
  getLoanRecord: {
    method: 'GET',
    path: '/loans/record/:id',
    summary:
      'Who had a loan when, what was changed, what was paid, how it ended, and the sheets that brought it.',
    roles: [...ADMINS, 'MANAGER'],
    params: z.object({ id: idSchema }),
    answer: loanRecordSchema,
  },
});

/** A change of one loan as the call takes it. */
export type LoanChange = z.input<typeof loanChangeSchema>;
