import { z } from 'zod';
import { callsOf } from './call.ts';
import { LENDER_FIELDS } from './lender-fields.ts';
import type { LenderField } from './lender-fields.ts';
import { ADMINS, roleSchema } from './roles.ts';
import { dayInputSchema, idSchema, textSchema } from './values.ts';

/** How days stand in a lender's own format. */
export const DATE_FORMATS = [
  'DD-MM-YYYY',
  'DD/MM/YYYY',
  'YYYY-MM-DD',
  'DD-MMM-YYYY',
  'MM/DD/YYYY',
  'DDMMYYYY',
] as const;

/** How days stand in a lender's own format. */
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Most columns of a lender's own format. */
const MOST_FORMAT_COLUMNS = 100;

const fieldSchema = z.enum(Object.keys(LENDER_FIELDS) as [LenderField, ...LenderField[]]);

const columnSchema = z.object({
  field: fieldSchema,
  /** As the lender writes it. */
  header: textSchema(120).min(1),
  /** Of `other` the column's name in the lender's file, of `fixed` the text. */
  text: z.string().trim().max(200).default(''),
});

/** A column of a lender's own format. */
export type LenderColumn = z.infer<typeof columnSchema>;

const formatFields = {
  columns: z.array(columnSchema).max(MOST_FORMAT_COLUMNS),
  dateFormat: z.enum(DATE_FORMATS),
};

const rulesSchema = z.object({
  ...formatFields,
  /** The last row of every file with this lender's loans; null: none. */
  watermark: textSchema(300).min(1).nullable(),
  /** Who gets this lender's phone numbers masked in files. */
  maskedRoles: z.array(roleSchema).max(20),
});

const clientExportSchema = z.object({
  clientId: idSchema,
  Client_Name: z.string(),
  ...rulesSchema.shape,
  /** 0: never saved. */
  revision: z.int(),
});

/** What a lender asks of files with its loans. */
export type ClientExport = z.infer<typeof clientExportSchema>;

const named = z.object({ clientId: idSchema });
const days = { gte: dayInputSchema.optional(), lte: dayInputSchema.optional() };
const READERS = [...ADMINS, 'MANAGER', 'COLLECTOR', 'CLIENT_ADMIN', 'CUSTOMER'] as const;

/** What lenders ask of files: their own format of the BOI Reports, watermarks, masked numbers. */
export const clientExportCalls = callsOf('client-exports', {
  listClientExports: {
    method: 'GET',
    path: '/client-exports',
    summary: 'The lenders that the caller may see, with what they ask of files.',
    roles: READERS,
    answer: z.object({ data: z.array(clientExportSchema) }),
  },
  saveClientExport: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/client-exports/:clientId',
    summary: 'Saves what a lender asks of files; 409 when somebody else changed it meanwhile.',
    roles: [...ADMINS],
    params: named,
    body: z.object({ ...rulesSchema.shape, revision: z.int() }),
    answer: clientExportSchema,
  },
  previewLenderFormat: {
    isDoneOnce: false,
    method: 'POST',
    path: '/client-exports/:clientId/preview',
    summary: 'The first rows in a format, saved or not, exactly as the file has them.',
    roles: READERS,
    params: named,
    body: z.object({ ...formatFields, ...days }),
    answer: z.object({
      header: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
      totalCount: z.int(),
    }),
  },
  exportLenderFormat: {
    method: 'GET',
    path: '/client-exports/:clientId/file',
    summary: 'A lender’s loans in its own format: columns, headers, order and dates as saved.',
    roles: READERS,
    params: named,
    query: z.object({ ...days, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
