import { z } from 'zod';
import { callsOf } from './call.ts';
import { IMPORT_FIELD_NAMES, importMappingSchema } from './import-mapping.ts';
import type { ImportField } from './import-mapping.ts';
import { filePasswordSchema, pendingLoanSchema, sheetNameSchema } from './loan-import.ts';
import { ADMINS } from './roles.ts';

/** How many rows of a file a mapping is tried on. */
export const TRIAL_ROWS = 200;

/** What a mapping makes of a real file's first rows. */
const mappingTrialSchema = z.object({
  headers: z.array(z.string()),
  /** The sheets of a workbook in their order; empty for a text file. */
  sheets: z.array(z.string()),
  sheetName: z.string().nullable(),
  /** Columns that the mapping names and the file lacks. */
  absentColumns: z.array(z.string()),
  /** Fields without which no loan is stored and that no column of the file feeds. */
  missingFields: z.array(z.enum(IMPORT_FIELD_NAMES as [ImportField, ...ImportField[]])),
  /** Rows looked at, and what became of them. */
  rows: z.int(),
  goodRows: z.int(),
  failedRows: z.int(),
  duplicateRows: z.int(),
  /** The first good rows with their values as they would be stored, and the first refused ones with the reasons. */
  good: z.array(pendingLoanSchema),
  refused: z.array(pendingLoanSchema),
});

/** What a mapping makes of a real file's first rows. */
export type MappingTrial = z.infer<typeof mappingTrialSchema>;

const session = { roles: [...ADMINS, 'CLIENT_ADMIN'] } as const;

/** A mapping of a lender's loans tried before it is used or saved. */
export const loanMappingCalls = callsOf('column-mappings', {
  previewLoanMapping: {
    ...session,
    isDoneOnce: false,
    method: 'POST',
    path: '/loans/mappings/preview',
    summary:
      "What a mapping makes of a file's first rows, as the look into the file answered them: values as they will be stored, refusals included.",
    body: z.object({
      mapping: z.partialRecord(
        z.enum(IMPORT_FIELD_NAMES as [ImportField, ...ImportField[]]),
        z.string().max(500),
      ),
      sample: z
        .array(z.record(z.string(), z.string().max(1000)))
        .min(1)
        .max(50),
      /** Which rows of the file these are; left out: counted from 1. */
      sampleRows: z.array(z.int().min(1)).max(50).optional(),
    }),
    answer: z.object({ rows: z.array(pendingLoanSchema) }),
  },
  tryLoanMapping: {
    ...session,
    isDoneOnce: false,
    method: 'POST',
    path: '/loans/mappings/try',
    summary:
      'Try a mapping on the first rows of a real file: how many are good, which are refused and why. Stores nothing.',
    bodyKind: 'multipart',
    files: { file: 1 },
    bodyLimit: 200_000_000,
    body: z.object({
      mapping: importMappingSchema,
      sheetName: sheetNameSchema,
      password: filePasswordSchema,
    }),
    answer: mappingTrialSchema,
  },
});
