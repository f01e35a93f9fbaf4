import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import {
  contactAmountSchema,
  dispositionCodeSchema,
  dispositionSchema,
  dialledNumberSchema,
} from './disposition.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { paymentModeSchema } from './receipt.ts';
import {
  dayInputSchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
  timeInputSchema,
} from './values.ts';

/** What a contact said before a correction, and who corrected it why. */
const dispositionRevisionSchema = z.object({
  /** The revision that this is of: 1 is what was recorded first. */
  revision: z.int(),
  code: z.string(),
  label: z.string(),
  remarks: z.string().nullable(),
  personMet: z.string().nullable(),
  amountCollected: rupeesSchema.nullable(),
  promiseAmount: rupeesSchema.nullable(),
  date: z.string().nullable(),
  time: z.string().nullable(),
  /** Who replaced it, when and why. */
  Changed_By: z.string(),
  changedAt: instantSchema,
  reason: z.string().nullable(),
});

/** What a contact said before a correction. */
export type DispositionRevision = z.infer<typeof dispositionRevisionSchema>;

/** One contact with what it said before, and what the asker may do with it. */
const dispositionRecordSchema = dispositionSchema.extend({
  /** The newest first. */
  revisions: z.array(dispositionRevisionSchema),
  mayCorrect: z.boolean(),
  /** Not its recorder's any more, or not of today: whoever corrects or removes it says why. */
  needsReason: z.boolean(),
});

/** One contact with its past. */
export type DispositionRecord = z.infer<typeof dispositionRecordSchema>;

const reasonSchema = textSchema(300).optional();

/**
 * What a contact should say instead (spec 7.6: `PUT /call-disposition/single`). What is not given stays; null takes it
 * away. `_id` or the spec's `dispositionId` names it.
 */
export const dispositionCorrectionSchema = z
  .object({
    _id: idSchema.optional(),
    dispositionId: idSchema.optional(),
    /** The revision that the person saw; 409 when somebody was faster. Not given: whatever stands is replaced. */
    revision: z.int().min(1).optional(),
    disposition: textSchema(40).min(1).optional(),
    remarks: textSchema(4000).nullable().optional(),
    personMet: textSchema(120).nullable().optional(),
    amountCollected: contactAmountSchema.nullable().optional(),
    /** Why the amount is more than is left; without it the `reason` says so. */
    excessReason: textSchema(300).optional(),
    paymentMode: paymentModeSchema.nullable().optional(),
    paidOn: dayInputSchema.nullable().optional(),
    paymentReference: textSchema(60).nullable().optional(),
    promiseAmount: contactAmountSchema.nullable().optional(),
    date: dayInputSchema.nullable().optional(),
    time: timeInputSchema.nullable().optional(),
    call_status: textSchema(40).min(1).optional(),
    duration: z.coerce.number().pipe(z.int().min(0).max(86_400)).optional(),
    recordlink: z.string().trim().max(2000).optional(),
    dialledNumber: dialledNumberSchema.optional(),
    reason: reasonSchema,
  })
  .refine((given) => given._id !== undefined || given.dispositionId !== undefined, {
    ...says('required'),
    path: ['_id'],
  });

/** What a contact should say instead. */
export type DispositionCorrection = z.input<typeof dispositionCorrectionSchema>;

const removalSchema = z.object({ ids: z.array(idSchema).min(1).max(200), reason: reasonSchema });

const correctors = {
  roles: ['ADMIN', 'SUPER_ADMIN', 'MANAGER', 'COLLECTOR'],
} as const;

/** Contacts read one by one, corrected, removed and brought back (spec 7.6). */
export const dispositionChangeCalls = callsOf('dispositions', {
  listDispositions: {
    method: 'GET',
    path: '/disposition/all',
    section: '7.6',
    summary: 'Every disposition code that a contact may have, those that forms do not offer too.',
    roles: 'any',
    answer: z.object({ data: z.array(dispositionCodeSchema) }),
  },
  getDisposition: {
    method: 'GET',
    path: '/call-disposition/id/:id',
    section: '7.6',
    summary: 'One recorded contact with what it said before its corrections.',
    roles: 'any',
    params: z.object({ id: idSchema }),
    answer: dispositionRecordSchema,
  },
  listLoanDispositions: {
    method: 'GET',
    path: '/call-disposition/by/loan',
    section: '7.6',
    summary: "A page of a loan's calls, newest first (visits are in caseHistory).",
    roles: 'any',
    query: z.object({ loanId: idSchema, ...pageQueryFields }),
    answer: pageOf(dispositionSchema),
  },
  correctDisposition: {
    ...correctors,
    isDoneOnce: true,
    method: 'PUT',
    path: '/call-disposition/single',
    section: '7.6',
    summary:
      'Correct a contact, JSON or form: its recorder on the same day, its manager and admins any day with a reason. What it said before is kept.',
    body: dispositionCorrectionSchema,
    bodyKind: 'multipart',
    files: { screenShot: 10, supportingDoc: 10 },
    bodyLimit: 60_000_000,
    answer: dispositionRecordSchema,
  },
  removeDispositions: {
    ...correctors,
    method: 'DELETE',
    path: '/call-disposition',
    section: '7.6',
    summary:
      'Remove contacts that were recorded by mistake (who may: as with corrections). The body may be the bare list of ids. It can be taken back on the same day.',
    body: z
      .union([
        removalSchema.shape.ids,
        removalSchema,
        z.object({ _id: idSchema, reason: reasonSchema }),
      ])
      .transform((given) =>
        Array.isArray(given)
          ? { ids: given }
          : '_id' in given
            ? { ids: [given._id], reason: given.reason }
            : given,
      ),
    answer: z.object({ removed: z.int() }),
  },
  restoreDispositions: {
    ...correctors,
    method: 'POST',
    path: '/call-disposition/restore',
    summary: 'Bring removed contacts back, on the day of their removal.',
    body: z.object({ ids: z.array(idSchema).min(1).max(200) }),
    answer: z.object({ restored: z.int() }),
  },
});
