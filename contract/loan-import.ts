import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { savedMappingSchema } from './column-mapping.ts';
import { importMappingSchema } from './import-mapping.ts';
import { absentLoanSchema, importSummarySchema, ROW_OUTCOMES } from './import-summary.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  roundingSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** Where an import stands: READING the file, CHECKING rows, PENDING a person's verification, SAVING loans, DONE, FAILED or CANCELLED. */
const IMPORT_STATES = [
  'READING',
  'CHECKING',
  'PENDING',
  'SAVING',
  'DONE',
  'FAILED',
  'CANCELLED',
] as const;

/** One upload of a lender's file (a batch): its state and true counts. */
export const loanImportSchema = z.object({
  _id: idSchema,
  batchNo: z.int(),
  fileName: z.string(),
  /** What people call it; the file's name until someone renames it. */
  name: z.string(),
  /** The sheet of the workbook that was read; null: the first that has rows, or a text file. */
  sheetName: z.string().nullable(),
  /** Last day of the lender's allocation of these loans to the agency; null: until recalled. */
  periodEndsOn: daySchema.nullable(),
  /** The day at whose end the lender worked out its figures; null: they are of the upload's instant. */
  asOf: daySchema.nullable(),
  Client_Name: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Rows handled so far in the current state, and in all once known. */
  doneRows: z.int(),
  totalRows: z.int().nullable(),
  /** Rows that will be (or were) stored as new loans. */
  newRows: z.int(),
  /** Rows that update a loan of an earlier file. */
  updateRows: z.int(),
  /** Rows equal to what is stored: nothing to do. */
  unchangedRows: z.int(),
  /** Rows with the loan number of an earlier row of the same file. */
  duplicateRows: z.int(),
  /** Rows refused, with a reason each. */
  failedRows: z.int(),
  /** Rows that are no loans and were left out: totals, repeated headers. */
  skippedRows: z.int(),
  /** Rows whose outcome or due changed since the check: they kept the list from being stored as it was verified. */
  changedRows: z.int(),
  /** What people should know about how the file was read, in sentences: dates read with the month first, sheets left out. */
  notes: z.array(z.string()),
  /** What rounding amounts with paise to whole rupees came to: how many, and by how many paise more in all. */
  rounding: roundingSchema.nullable(),
  headers: z.array(z.string()),
  mapping: importMappingSchema,
  /** Columns kept with the loan as other columns. */
  otherColumns: z.array(z.string()),
  /** Why the whole file failed. */
  error: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** Taken back as a whole: what it brought is deleted, or it was taken off the list of sheets. */
  takenBackAt: instantSchema.nullable(),
});

/** One upload of a lender's file. */
export type LoanImport = z.infer<typeof loanImportSchema>;

/** Why a row was refused: the row's number in the file (header = 1), column, value and reason. */
const importProblemSchema = z.object({
  row: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
});

/** Why a row was refused. */
export type ImportProblem = z.infer<typeof importProblemSchema>;

/** A row of the pending list: what it will do and its values by field. */
export const pendingLoanSchema = z.object({
  row: z.int(),
  outcome: z.enum(ROW_OUTCOMES),
  values: z.record(z.string(), z.string()),
  /** Amounts with paise as the file says them, by field: `values` has them in whole rupees. */
  rounded: z.record(z.string(), z.string()),
  /** What is due on the loan now, and once the row is stored: the row's figure less the payments since. Null: no such loan. */
  dueBefore: rupeesSchema.nullable(),
  dueAfter: rupeesSchema.nullable(),
  /** Of an update: what the loan has now in the fields that the row changes; empty where it has nothing. */
  before: z.record(z.string(), z.string()),
  problems: z.array(importProblemSchema),
});

/** A row of the pending list. */
export type PendingLoan = z.infer<typeof pendingLoanSchema>;

/** The sheet of a workbook to read, by its name; empty or left out: the first that has rows. */
export const sheetNameSchema = textSchema(255)
  .transform((name) => (name === '' ? undefined : name))
  .optional();

/** The password of a locked workbook; it opens the file and is kept nowhere. */
export const filePasswordSchema = z
  .union([z.literal('').transform(() => undefined), z.string().max(255)])
  .optional();

const IMPORTERS = [...ADMINS, 'CLIENT_ADMIN'] as const;
const session = { roles: IMPORTERS } as const;
const byId = z.object({ id: idSchema });

/** A lender's file becomes loans (spec 7.5). */
export const loanImportCalls = callsOf('loan-imports', {
  uploadLoanMapping: {
    ...session,
    isDoneOnce: false,
    method: 'POST',
    path: '/loans/mapping/upload',
    section: '7.5',
    summary:
      'Look into a file: its headers, first rows and the suggested mapping; with `name` and `mapping` also saves the mapping for the client. Stores no loans.',
    bodyKind: 'multipart',
    files: { file: 1 },
    bodyLimit: 200_000_000,
    body: z.object({
      Client_Name: textSchema(200).optional(),
      name: textSchema(120).optional(),
      mapping: importMappingSchema.optional(),
      sheetName: sheetNameSchema,
      password: filePasswordSchema,
    }),
    answer: z.object({
      headers: z.array(z.string()),
      /** The sheets of a workbook in their order, hidden ones left out; empty for a text file. */
      sheets: z.array(z.string()),
      /** Which of them was looked at; null for a text file. */
      sheetName: z.string().nullable(),
      /** First data rows, values as text, by header. */
      sample: z.array(z.record(z.string(), z.string())),
      /** Which rows of the file these are; absent from older servers. */
      sampleRows: z.array(z.int()).optional(),
      suggested: importMappingSchema,
      /** The client's saved mapping whose columns all stand in this file, if any. */
      saved: savedMappingSchema.nullable(),
      /** Columns that the saved mapping has not seen yet; empty without one. */
      newColumns: z.array(z.string()),
      /** What an upload without a mapping is read with: the saved one with what is suggested for new columns, else the suggested. */
      proposed: importMappingSchema,
    }),
  },
  uploadLoanFile: {
    ...session,
    method: 'POST',
    path: '/loans/csv/upload',
    section: '7.5',
    summary:
      'Upload a spreadsheet (CSV, XLSX, XLS, ODS; with its password where it has one): it becomes a pending list, checked row by row in the background. Without a mapping the saved or suggested one is used.',
    bodyKind: 'multipart',
    files: { file: 1 },
    bodyLimit: 200_000_000,
    body: z.object({
      Client_Name: textSchema(200).min(1, says('client-missing')),
      mapping: importMappingSchema.optional(),
      sheetName: sheetNameSchema,
      password: filePasswordSchema,
      /** Last day of the lender's allocation of these loans; left out: until recalled. */
      periodEndsOn: z.union([z.literal('').transform(() => undefined), dayInputSchema]).optional(),
      /** The day at whose end the lender worked out its figures: payments after it are taken off. Left out: the upload's instant. */
      asOf: z.union([z.literal('').transform(() => undefined), dayInputSchema]).optional(),
    }),
    answer: loanImportSchema,
  },
  verifyLoanFile: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/loans/csv/verify',
    section: '7.5',
    summary:
      'Verify a pending list: its good rows become loans, all in one piece. Answers at once; progress by getLoanImport.',
    body: z.object({
      _id: idSchema,
      /** Recall the client's loans that the file does not name: as many as were shown. Other ones by now: nothing is stored. */
      recallAbsent: z.int().min(1).optional(),
    }),
    answer: loanImportSchema,
  },
  cancelLoanImport: {
    ...session,
    method: 'DELETE',
    path: '/loans/imports/:id',
    summary: 'Drop a pending list; no loan was stored.',
    params: byId,
    answer: loanImportSchema,
  },
  getLastBatchNo: {
    ...session,
    method: 'GET',
    path: '/loans/last/upload/batch-no',
    section: '7.5',
    summary: 'The number of the newest upload (0 before the first).',
    answer: z.object({ uploadCount: z.int() }),
  },
  listLoanImports: {
    ...session,
    method: 'GET',
    path: '/loans/imports',
    summary: 'Uploads, newest first.',
    query: z.object(pageQueryFields),
    answer: pageOf(loanImportSchema),
  },
  getLoanImport: {
    ...session,
    method: 'GET',
    path: '/loans/imports/:id',
    summary: 'One upload: state, progress, counts.',
    params: byId,
    answer: loanImportSchema,
  },
  listPendingLoans: {
    ...session,
    method: 'GET',
    path: '/loans/imports/:id/rows',
    summary: 'The rows of an upload, of one outcome or all, paged.',
    params: byId,
    query: z.object({ ...pageQueryFields, outcome: pendingLoanSchema.shape.outcome.optional() }),
    answer: pageOf(pendingLoanSchema),
  },
  getImportSummary: {
    ...session,
    method: 'GET',
    path: '/loans/imports/:id/summary',
    summary:
      'What a pending list comes to: loans and dues by bucket, reasons grouped, and the loans of the client that it does not name.',
    params: byId,
    answer: importSummarySchema,
  },
  listAbsentLoans: {
    ...session,
    method: 'GET',
    path: '/loans/imports/:id/absent',
    summary: 'The active loans of the client that a pending list does not name, paged.',
    params: byId,
    query: z.object(pageQueryFields),
    answer: pageOf(absentLoanSchema),
  },
  lookIntoImport: {
    ...session,
    method: 'GET',
    path: '/loans/imports/:id/look',
    summary: "The headers and first rows of an upload's stored file, for changing its columns.",
    params: byId,
    answer: z.object({
      headers: z.array(z.string()),
      sheets: z.array(z.string()),
      sheetName: z.string().nullable(),
      sample: z.array(z.record(z.string(), z.string())),
      /** Which rows of the file these are; absent from older servers. */
      sampleRows: z.array(z.int()).optional(),
    }),
  },
  getFailedLoanRows: {
    ...session,
    method: 'GET',
    path: '/loans/imports/:id/failed',
    summary:
      "The refused rows as a file: the original columns, the row's number and the reason. Imports again once mended.",
    params: byId,
    query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
