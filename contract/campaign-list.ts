import { z } from 'zod';
import { says } from './errors.ts';
import { CALL_RESULTS } from './call-recording.ts';
import { loanFilterSchema } from './loan-calls.ts';
import { dueFields, idSchema, instantSchema, textSchema } from './values.ts';

/** Where a list stands: its file is being read, it is loaded, or reading failed. */
export const LIST_STATES = ['LOADING', 'LOADED', 'FAILED'] as const;
/** Where a lead stands (its number for a loan). */
export const LEAD_STATES = ['READY', 'CALLING', 'DONE', 'STOPPED'] as const;
/** Why a lead is called no more, or, the last, waits; one that waits may carry the contact gate's reason instead. */
export const STOP_REASONS = [
  'LIST_OFF',
  'LIST_REMOVED',
  'BAD_NUMBER',
  'NOT_OF_LOAN',
  'PAID',
  'SETTLED',
  'SETTLEMENT',
  'DISPUTE',
  'WITHDRAWN',
  'EXPIRED',
  'DELETED',
  'NUMBER_IN_CALL',
] as const;
/** One of them. */
export type StopReason = (typeof STOP_REASONS)[number];
/** Columns of a list's file. */
export const LIST_FIELDS = ['Loan_ID', 'Mobile_Number', 'Client_Name', 'Priority'] as const;

/** A column of a list's file. */
export type ListField = (typeof LIST_FIELDS)[number];

const column = z.string().min(1).max(200).optional();

/** Which column of the file feeds which field. */
export const listMappingSchema = z.object({
  Loan_ID: column,
  Mobile_Number: column,
  Client_Name: column,
  Priority: column,
});

/** Which column of the file feeds which field. */
export type ListMapping = z.infer<typeof listMappingSchema>;

/** A list of a campaign, with how far it has been called. */
export const campaignListSchema = z.object({
  _id: idSchema,
  campaignId: idSchema,
  name: z.string(),
  fileName: z.string().nullable(),
  state: z.enum(LIST_STATES),
  /** Why reading failed. */
  error: z.string().nullable(),
  isActive: z.boolean(),
  /** 0 to 9: the lists with a higher one are called first. */
  priority: z.int(),
  /** Rows read so far; what they brought: leads, rows already in the campaign, refused rows. */
  rowCount: z.int(),
  expectedRows: z.int().nullable(),
  leadCount: z.int(),
  knownCount: z.int(),
  failedCount: z.int(),
  /** The first of them with the reason. */
  failedRows: z.array(z.object({ row: z.int(), reason: z.string() })),
  readyCount: z.int(),
  callingCount: z.int(),
  doneCount: z.int(),
  stoppedCount: z.int(),
  /** Leads that were called at least once, and that an agent spoke with. */
  triedCount: z.int(),
  reachedCount: z.int(),
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
});

/** A list of a campaign. */
export type CampaignList = z.infer<typeof campaignListSchema>;

/** A lead: a number to call for a loan. */
export const campaignLeadSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  ...dueFields,
  number: z.string(),
  listName: z.string(),
  priority: z.int(),
  state: z.enum(LEAD_STATES),
  stopReason: z.string().nullable(),
  attempts: z.int(),
  lastResult: z.enum(CALL_RESULTS).nullable(),
  lastCallAt: instantSchema.nullable(),
  nextAt: instantSchema.nullable(),
});

/** A lead. */
export type CampaignLead = z.infer<typeof campaignLeadSchema>;

/** A first look into a list's file. */
export const listLookSchema = z.object({
  sheets: z.array(z.string()),
  headers: z.array(z.string()),
  sample: z.array(z.record(z.string(), z.string())),
  suggested: listMappingSchema,
});

/** A first look into a list's file. */
export type ListLook = z.infer<typeof listLookSchema>;

const listName = textSchema(120).min(1, says('name-missing'));
/** Most leads that one choice by filter makes. */
export const MOST_CHOSEN = 100_000;

/** What a list that comes by a file is told. */
export const listUploadSchema = z.object({
  campaignId: idSchema,
  name: listName,
  sheetName: textSchema(120).optional(),
  mapping: listMappingSchema.optional(),
});

/** A list made of the loans that match. */
export const listByFilterSchema = z.object({
  campaignId: idSchema,
  name: listName,
  matching: loanFilterSchema,
  /** At most so many, the largest dues first. */
  most: z.int().min(1).max(MOST_CHOSEN),
});

/** Which leads to begin anew. */
export const leadResetSchema = z.object({
  campaignId: idSchema,
  listId: idSchema.optional(),
  leadIds: z.array(idSchema).max(1000).optional(),
  /** Only those whose last call came to this. */
  lastResult: z.enum(CALL_RESULTS).optional(),
});
