import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { importMappingSchema } from './import-mapping.ts';
import { loanImportSchema, sheetNameSchema } from './loan-import.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { dayInputSchema, dueFields, idSchema, rupeesSchema, textSchema } from './values.ts';

/** Where a sheet stands: as its upload does, or taken back as a whole. */
export const SHEET_STATES = [...loanImportSchema.shape.state.options, 'TAKEN_BACK'] as const;

/** A sheet of loans: one upload with what it brought and what has become of that. */
const sheetSchema = loanImportSchema.omit({ headers: true, otherColumns: true }).extend({
  state: z.enum(SHEET_STATES),
  /** Loans that this sheet brought first, by where they stand now; loans of other sheets that it updated are not among them. */
  activeLoans: z.int(),
  closedLoans: z.int(),
  takenBackBy: z.string().nullable(),
  /** Taken back today: it can be undone until the business day ends. */
  canUndo: z.boolean(),
  /** Failed or dropped with its file still there: it can be read again. */
  canReopen: z.boolean(),
});

/** A sheet of loans. */
export type Sheet = z.infer<typeof sheetSchema>;

/** What taking back a whole sheet would do. Loans by number; a loan may be counted under several reasons. */
const sheetRemovalSchema = z.object({
  _id: idSchema,
  name: z.string(),
  Client_Name: z.string(),
  state: z.enum(SHEET_STATES),
  /** Loans that the sheet brought first. */
  broughtLoans: z.int(),
  /** Of those: untouched ones, which go. */
  freeLoans: z.int(),
  /** Of those: worked, promised or given to someone; kept unless that is confirmed. */
  keptLoans: z.int(),
  workedLoans: z.int(),
  promisedLoans: z.int(),
  allocatedLoans: z.int(),
  /** Money was taken for them: they are never taken back. */
  paidLoans: z.int(),
  /** Paid with money, withdrawn, expired or deleted before: they stay as they are. */
  endedLoans: z.int(),
  /** Rows that changed loans of earlier sheets: those changes can't be taken back. */
  updatedLoans: z.int(),
  /** What is due on the untouched ones and on the kept ones, whole rupees. */
  freeDues: rupeesSchema,
  keptDues: rupeesSchema,
});

/** What taking back a whole sheet would do. */
export type SheetRemoval = z.infer<typeof sheetRemovalSchema>;

/** A loan of a sheet that is not taken back by itself, and why. */
const keptLoanSchema = z.object({
  _id: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  ...dueFields,
  /** Who has it, agents first. */
  holderName: z.string().nullable(),
  isWorked: z.boolean(),
  isPromised: z.boolean(),
  isAllocated: z.boolean(),
  isPaid: z.boolean(),
});

/** A loan of a sheet that is not taken back by itself. */
export type KeptLoan = z.infer<typeof keptLoanSchema>;

const session = { roles: ADMINS } as const;
const byId = z.object({ id: idSchema });
const day = z.union([z.literal('').transform(() => undefined), dayInputSchema]).optional();

/** The sheets that loans came by (spec 7.5). */
export const sheetCalls = callsOf('sheets', {
  listSheets: {
    ...session,
    method: 'GET',
    path: '/activity/loan/all',
    section: '7.5',
    summary:
      'Sheets of loans, newest first: who, when, counts, state, errors. Those taken back are shown only when asked for.',
    query: z.object({
      ...pageQueryFields,
      /** Part of the name, the file's name, the number or who uploaded it. */
      search: textSchema(100).optional(),
      clientName: z.string().max(200).optional(),
      state: z.enum(SHEET_STATES).optional(),
      /** Days of uploading, both included. */
      from: day,
      to: day,
    }),
    answer: pageOf(sheetSchema),
  },
  changeSheet: {
    ...session,
    // Who uploads may also read a failed file again; what was taken back is given back by the agency only.
    roles: [...ADMINS, 'CLIENT_ADMIN'],
    method: 'PUT',
    path: '/activity/loan/sheet',
    section: '7.5',
    summary:
      'Rename a sheet; with `reopen` read a failed or dropped one again, or give back the loans of one taken back today.',
    body: z.object({
      _id: idSchema,
      name: textSchema(200).min(1, says('name-missing')).optional(),
      reopen: z.literal(true).optional(),
      /** For reading it again: other columns, another sheet of the workbook. */
      mapping: importMappingSchema.optional(),
      sheetName: sheetNameSchema,
    }),
    answer: sheetSchema.extend({
      /** Loans given back, and those that could not be (their number belongs to another loan by now). */
      givenBack: z.int(),
      notGivenBack: z.int(),
    }),
  },
  previewSheetRemoval: {
    ...session,
    method: 'GET',
    path: '/activity/loan/sheet/:id/removal',
    summary: 'What taking back a whole sheet would do, counted. Changes nothing.',
    params: byId,
    answer: sheetRemovalSchema,
  },
  listKeptLoans: {
    ...session,
    method: 'GET',
    path: '/activity/loan/sheet/:id/kept',
    summary: 'The loans of a sheet that are worked, promised, given to someone or paid, by number.',
    params: byId,
    query: z.object({
      ...pageQueryFields,
      search: textSchema(100).optional(),
    }),
    answer: pageOf(keptLoanSchema),
  },
  removeSheet: {
    ...session,
    method: 'DELETE',
    path: '/activity/delete-loan/by/sheet',
    section: '7.5',
    summary:
      'Take back a whole sheet: its untouched loans go, with `includeWorked` those that were worked too, never those with money taken. Undone by `changeSheet` within the business day.',
    body: z.object({ _id: idSchema, includeWorked: z.boolean().default(false) }),
    answer: z.object({
      success: z.boolean(),
      /** Loans that went, that were kept because they were worked, and because money was taken for them. */
      takenBack: z.int(),
      kept: z.int(),
      paid: z.int(),
    }),
  },
});
