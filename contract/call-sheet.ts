import { z } from 'zod';
import { CALL_RESULTS } from './call-recording.ts';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { sheetMappingSchema } from './sheet-mapping.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** What a call sheet's columns can feed; the first three need one. Call_ID is the spec's convoxid, Number its dialledNumber. */
export const CALL_SHEET_FIELDS = [
  'Call_ID',
  'Number',
  'Start_Time',
  'Call_Date',
  'Answer_Time',
  'End_Time',
  'Talk_Time',
  'Agent',
  'Result',
  'Recording',
  'Process',
] as const;

/** A field that a call sheet's column can feed. */
export type CallSheetField = (typeof CALL_SHEET_FIELDS)[number];

/** Fields without which a row says nothing. */
export const CALL_SHEET_REQUIRED: readonly CallSheetField[] = ['Call_ID', 'Number', 'Start_Time'];

/**
 * What becomes of a row. Taken as calls: READY; NO_LOAN (no worked loan has the number); AMBIGUOUS (several have, and the
 * agent has none of them, or several); UNKNOWN_AGENT. COMPLETES: we have the call, the row adds its recording. Left: KNOWN
 * (loaded before), DUPLICATE (its call id stands further up), FAILED (refused, with a reason).
 */
export const CALL_SHEET_OUTCOMES = [
  'READY',
  'COMPLETES',
  'UNKNOWN_AGENT',
  'NO_LOAN',
  'AMBIGUOUS',
  'KNOWN',
  'DUPLICATE',
  'FAILED',
] as const;

/** What becomes of a row of a call sheet. */
export type CallSheetOutcome = (typeof CALL_SHEET_OUTCOMES)[number];

/** The outcomes that a confirmation takes in. */
export const TAKEN_OUTCOMES: readonly CallSheetOutcome[] = [
  'READY',
  'COMPLETES',
  'UNKNOWN_AGENT',
  'NO_LOAN',
  'AMBIGUOUS',
];

const STATES = ['READING', 'PENDING', 'POSTING', 'DONE', 'FAILED', 'CANCELLED'] as const;

/** A call sheet: its state and its true counts. */
const callSheetSchema = z.object({
  _id: idSchema,
  /** Which dialer it comes from. */
  source: z.string(),
  fileName: z.string(),
  state: z.enum(STATES),
  doneRows: z.int(),
  totalRows: z.int().nullable(),
  /** Rows by outcome. */
  counts: z.record(z.string(), z.int()),
  /** Rows that a confirmation takes in, and the others. */
  sums: z.object({ taken: z.int(), left: z.int() }),
  mapping: sheetMappingSchema,
  error: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});

/** A call sheet. */
export type CallSheet = z.infer<typeof callSheetSchema>;

const callSheetRowSchema = z.object({
  row: z.int(),
  outcome: z.enum(CALL_SHEET_OUTCOMES),
  convoxid: z.string().nullable(),
  dialledNumber: z.string().nullable(),
  at: instantSchema.nullable(),
  /** As the sheet writes it, and whom we know by it. */
  agent: z.string().nullable(),
  agentName: z.string().nullable(),
  loanId: idSchema.nullable(),
  Loan_ID: z.string().nullable(),
  Customer_Name: z.string().nullable(),
  result: z.enum(CALL_RESULTS).nullable(),
  talkSeconds: z.int().nullable(),
  hasRecording: z.boolean(),
  /** Why it is refused, in words. */
  reasons: z.array(z.string()),
});

/** A row of a call sheet. */
export type CallSheetRow = z.infer<typeof callSheetRowSchema>;

const admins = { roles: ADMINS } as const;
const byId = z.object({ id: idSchema });
const source = textSchema(60).min(1);
const form = { bodyKind: 'multipart', files: { file: 1 }, bodyLimit: 200_000_000 } as const;

/** Call sheets of outside dialers: read and checked, looked at, taken in. */
export const callSheetCalls = callsOf('call-sheets', {
  lookIntoCallSheet: {
    ...admins,
    ...form,
    isDoneOnce: false,
    method: 'POST',
    path: '/call-sheets/look',
    summary: "Look into a call sheet's file: headers, first rows and the mapping. Stores nothing.",
    body: z.object({ source, sheetName: textSchema(120).optional() }),
    answer: z.object({
      sheets: z.array(z.string()),
      headers: z.array(z.string()),
      sample: z.array(z.record(z.string(), z.string())),
      /** The dialer's own of last time where it fits, else what the headers say. */
      mapping: sheetMappingSchema,
      isSaved: z.boolean(),
    }),
  },
  uploadCallSheet: {
    ...admins,
    ...form,
    method: 'POST',
    path: '/call-sheets',
    summary:
      'Upload a call sheet: read and checked in the background, it waits for confirmation. The mapping is kept for the next sheet of this dialer.',
    body: z.object({
      source,
      sheetName: textSchema(120).optional(),
      mapping: sheetMappingSchema.optional(),
    }),
    answer: callSheetSchema,
  },
  listCallSheets: {
    ...admins,
    method: 'GET',
    path: '/call-sheets',
    summary: 'Call sheets, newest first, and the dialers they came from.',
    query: z.object(pageQueryFields),
    answer: pageOf(callSheetSchema).extend({ sources: z.array(z.string()) }),
  },
  getCallSheet: {
    ...admins,
    method: 'GET',
    path: '/call-sheets/:id',
    summary: 'One call sheet: state, progress, counts.',
    params: byId,
    answer: callSheetSchema,
  },
  listCallSheetRows: {
    ...admins,
    method: 'GET',
    path: '/call-sheets/:id/rows',
    summary: 'The rows of a call sheet, of one outcome or all, paged.',
    params: byId,
    query: z.object({ ...pageQueryFields, outcome: z.enum(CALL_SHEET_OUTCOMES).optional() }),
    answer: pageOf(callSheetRowSchema),
  },
  confirmCallSheet: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/call-sheets/:id/confirm',
    summary: 'Confirm a call sheet: its calls are taken in.',
    params: byId,
    answer: callSheetSchema,
  },
  cancelCallSheet: {
    ...admins,
    method: 'DELETE',
    path: '/call-sheets/:id',
    summary: 'Drop a call sheet that is not confirmed; nothing was taken in.',
    params: byId,
    answer: callSheetSchema,
  },
});
