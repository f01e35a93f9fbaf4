import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { savedMappingSchema } from './column-mapping.ts';
import { SHEET_KINDS, dayOrderSchema, sheetMappingSchema } from './sheet-mapping.ts';
import type { SheetKind } from './sheet-mapping.ts';
import {
  daySchema,
  idSchema,
  instantSchema,
  roundingSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** Where a sheet stands. SYSTEM_EXPORT sheets are DONE once they are read: nothing is posted. */
const SHEET_STATES = [
  'READING',
  'PENDING',
  'POSTING',
  'DONE',
  'FAILED',
  'CANCELLED',
  'REVERSING',
  'REVERSED',
] as const;

/**
 * What becomes (or became) of a row. Money: MATCHED pays the dues whole, PART_PAID a part, OVER_PAID more than is due, LATE
 * belongs to a loan that is closed and is kept, INCLUDED came before the day of the lender's figure and lowers it no more,
 * ALREADY_PAID changes nothing (the loan is paid, or the payment is known), REVERSED is a payment that was reversed: it is
 * left out unless that very row is chosen,
 * UNKNOWN_PERSON credits nobody we know.
 * Allocation: READY, UNCHANGED, UNKNOWN_PERSON, WRONG_PERSON, NOT_ACTIVE. Export: EQUAL, DIFFERENT, MISSING_HERE,
 * MISSING_THERE. All: UNMATCHED (this client has no such loan), DUPLICATE, FAILED (refused, with a reason).
 */
export const ROW_OUTCOMES = {
  PAYMENT: [
    'MATCHED',
    'PART_PAID',
    'OVER_PAID',
    'LATE',
    'INCLUDED',
    'ALREADY_PAID',
    'REVERSED',
    'UNKNOWN_PERSON',
    'UNMATCHED',
    'DUPLICATE',
    'FAILED',
  ],
  BANK_PAID: [
    'MATCHED',
    'PART_PAID',
    'OVER_PAID',
    'LATE',
    'INCLUDED',
    'ALREADY_PAID',
    'REVERSED',
    'UNMATCHED',
    'DUPLICATE',
    'FAILED',
  ],
  ALLOCATION: [
    'READY',
    'UNCHANGED',
    'UNKNOWN_PERSON',
    'WRONG_PERSON',
    'NOT_ACTIVE',
    'UNMATCHED',
    'DUPLICATE',
    'FAILED',
  ],
  SYSTEM_EXPORT: ['DIFFERENT', 'MISSING_HERE', 'MISSING_THERE', 'EQUAL', 'DUPLICATE', 'FAILED'],
} as const satisfies Record<SheetKind, readonly string[]>;

/** What becomes of a row. */
export type RowOutcome = (typeof ROW_OUTCOMES)[SheetKind][number];

const outcomeSchema = z.enum([
  ...new Set<RowOutcome>(Object.values(ROW_OUTCOMES).flat()),
] as unknown as [RowOutcome, ...RowOutcome[]]);

/** The outcomes that a confirmation posts. */
export const POSTED_OUTCOMES: Readonly<Record<SheetKind, readonly RowOutcome[]>> = {
  PAYMENT: ['MATCHED', 'PART_PAID', 'OVER_PAID', 'LATE', 'INCLUDED'],
  BANK_PAID: ['MATCHED', 'PART_PAID', 'OVER_PAID', 'LATE', 'INCLUDED'],
  ALLOCATION: ['READY'],
  SYSTEM_EXPORT: [],
};

/** One sheet: its state and its true counts. */
const activitySheetSchema = z.object({
  _id: idSchema,
  kind: z.enum(SHEET_KINDS),
  fileName: z.string(),
  Client_Name: z.string(),
  state: z.enum(SHEET_STATES),
  /** Rows handled so far in the current state, and in all once known. */
  doneRows: z.int(),
  totalRows: z.int().nullable(),
  /** Rows and rupees by outcome, and how much of money that is taken is more than is due, where any is. */
  counts: z.record(
    z.string(),
    z.object({ rows: z.int(), amount: z.int(), excess: z.int().optional() }),
  ),
  /** Rows that are posted (of a lender's list: that are equal) and rows that are not, and the rupees posted. */
  sums: z.object({ taken: z.int(), left: z.int(), amount: rupeesSchema }),
  headers: z.array(z.string()),
  mapping: sheetMappingSchema,
  /** How its dates are written, where somebody said so; null: found out from the file. */
  dayOrder: dayOrderSchema.nullable(),
  /** What people should know about how it was read: the order of dates, other sheets of the workbook. */
  notes: z.array(z.string()),
  /** What rounding amounts with paise to whole rupees came to: how many, and by how many paise more in all. */
  rounding: roundingSchema.nullable(),
  /** Payments of which the file says no day. */
  undatedRows: z.int(),
  /** Why it failed, or why a confirmation came to nothing. */
  error: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  reverseReason: z.string().nullable(),
});

/** One sheet. */
export type ActivitySheet = z.infer<typeof activitySheetSchema>;

/** A row of a sheet as it was read, with what becomes of it and why. */
const activityRowSchema = z.object({
  /** The row's number in the file; null where the file lacks the loan (MISSING_THERE). */
  row: z.int().nullable(),
  outcome: outcomeSchema,
  Loan_ID: z.string().nullable(),
  loanId: idSchema.nullable(),
  Customer_Name: z.string().nullable(),
  amount: rupeesSchema.nullable(),
  /** The amount as the file says it, where it has paise. */
  rounded: z.string().nullable(),
  /** A payment of which the file says no day: it counts as of the day it is confirmed. */
  isDayMissing: z.boolean(),
  /** How much of it lowers (or lowered) the dues. */
  appliedAmount: rupeesSchema.nullable(),
  onDate: daySchema.nullable(),
  mode: z.string().nullable(),
  reference: z.string().nullable(),
  collector: z.string().nullable(),
  fieldAgent: z.string().nullable(),
  manager: z.string().nullable(),
  bucket: z.string().nullable(),
  status: z.string().nullable(),
  /** Why it is not taken, in words. */
  reasons: z.array(z.string()),
  /** What the lender's list says otherwise than ours. */
  differences: z.array(z.object({ field: z.string(), theirs: z.string(), ours: z.string() })),
  /** The payment that came of it. */
  paymentId: idSchema.nullable(),
  isReversed: z.boolean(),
  /** The same payment was reversed before, on that day; this row is posted all the same when it is chosen. */
  reversedBefore: z.object({ on: daySchema, reason: z.string().nullable() }).nullable(),
  isChosen: z.boolean(),
});

/** A row of a sheet. */
export type ActivityRow = z.infer<typeof activityRowSchema>;

const session = { roles: [...ADMINS, 'CLIENT_ADMIN'] } as const;
const byId = z.object({ id: idSchema });
const clientName = textSchema(200).min(1, says('client-missing'));
const fileForm = {
  bodyKind: 'multipart',
  files: { file: 1 },
  bodyLimit: 200_000_000,
} as const;
const reason = textSchema(500).min(3, says('reason-missing'));

/** Sheets about loans that exist: read and checked, looked at, confirmed in one piece. Client admins: payments and allocations. */
export const activitySheetCalls = callsOf('activity-sheets', {
  lookIntoSheet: {
    ...session,
    ...fileForm,
    isDoneOnce: false,
    method: 'POST',
    path: '/activity-sheets/look',
    summary: "Look into a sheet's file: headers, first rows and the mapping. Stores nothing.",
    body: z.object({
      kind: z.enum(SHEET_KINDS),
      Client_Name: clientName,
      sheetName: textSchema(120).optional(),
    }),
    answer: z.object({
      /** The sheets of a workbook; none for a text file. */
      sheets: z.array(z.string()),
      headers: z.array(z.string()),
      sample: z.array(z.record(z.string(), z.string())),
      suggested: sheetMappingSchema,
      saved: savedMappingSchema.nullable(),
    }),
  },
  uploadSheet: {
    ...session,
    ...fileForm,
    method: 'POST',
    path: '/activity-sheets',
    summary:
      'Upload a sheet: read and checked in the background, it waits for confirmation. `saveAs` saves the mapping for the client’s next sheet of the kind.',
    body: z.object({
      kind: z.enum(SHEET_KINDS),
      Client_Name: clientName,
      sheetName: textSchema(120).optional(),
      mapping: sheetMappingSchema.optional(),
      dayOrder: dayOrderSchema.optional(),
      saveAs: textSchema(120).optional(),
    }),
    answer: activitySheetSchema,
  },
  listActivitySheets: {
    ...session,
    method: 'GET',
    path: '/activity-sheets',
    summary: 'Sheets of a kind, newest first.',
    query: z.object({ ...pageQueryFields, kind: z.enum(SHEET_KINDS) }),
    answer: pageOf(activitySheetSchema),
  },
  getSheet: {
    ...session,
    method: 'GET',
    path: '/activity-sheets/:id',
    summary: 'One sheet: state, progress, counts.',
    params: byId,
    answer: activitySheetSchema,
  },
  listSheetRows: {
    ...session,
    method: 'GET',
    path: '/activity-sheets/:id/rows',
    summary: 'The rows of a sheet, of one outcome or all, by loan number if wanted, paged.',
    params: byId,
    query: z.object({
      ...pageQueryFields,
      outcome: outcomeSchema.optional(),
      search: textSchema(60).optional(),
    }),
    answer: pageOf(activityRowSchema),
  },
  chooseSheetRow: {
    ...session,
    method: 'PUT',
    path: '/activity-sheets/:id/rows/:row',
    summary:
      'Choose a row whose payment was reversed before to be posted all the same, or leave it out again; before the sheet is confirmed.',
    params: byId.extend({ row: z.coerce.number().pipe(z.int().min(1).max(10_000_000)) }),
    body: z.object({ isChosen: z.boolean() }),
    answer: activitySheetSchema,
  },
  downloadSheetRows: {
    ...session,
    method: 'GET',
    path: '/activity-sheets/:id/file',
    summary:
      'Rows of a sheet as a file: the original columns, the row’s number, its outcome and the reason; without an outcome those that are not posted.',
    params: byId,
    query: z.object({
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      outcome: outcomeSchema.optional(),
    }),
    answer: z.unknown(),
    answerKind: 'file',
  },
  confirmSheet: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/activity-sheets/:id/confirm',
    summary: 'Confirm a sheet of payments or allocations: its good rows are posted in one piece.',
    params: byId,
    answer: activitySheetSchema,
  },
  verifyBankPaid: {
    roles: ADMINS,
    method: 'POST',
    path: '/loans/bankpaid/verify',
    section: '7.5',
    summary: 'Confirm a bank-paid sheet: its payments are posted and paid loans are closed.',
    body: z.object({ _id: idSchema }),
    answer: activitySheetSchema,
  },
  cancelSheet: {
    ...session,
    method: 'DELETE',
    path: '/activity-sheets/:id',
    summary: 'Drop a sheet that is not confirmed; nothing was posted.',
    params: byId,
    answer: activitySheetSchema,
  },
  reverseSheet: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/activity-sheets/:id/reverse',
    summary: 'Reverse all payments of a posted sheet: dues and states of its loans are as before.',
    params: byId,
    body: z.object({ reason }),
    answer: activitySheetSchema,
  },
});
