import { z } from 'zod';
import { says } from './errors.ts';
import { callsOf } from './call.ts';
import { IMPORT_FIELDS } from './import-mapping.ts';
import { ADMINS } from './roles.ts';
import { SHEET_KINDS, dayOrderSchema, sheetFields, sheetMappingSchema } from './sheet-mapping.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** What a file with a saved mapping brings: a lender's loans, or what a sheet says about loans that exist. */
export const MAPPING_KINDS = ['LOANS', ...SHEET_KINDS] as const;

/** What a file with a saved mapping brings. */
export type MappingKind = (typeof MAPPING_KINDS)[number];

/** A field that columns of a file can feed, and whether it needs one. */
export type MappingField = readonly [name: string, rule: { readonly required: boolean }];

/** The fields of files of a kind, in order. */
export const mappingFields = (kind: MappingKind): readonly MappingField[] =>
  kind === 'LOANS' ? Object.entries(IMPORT_FIELDS) : sheetFields(kind);

/** A mapping saved for a lender's next file of the kind. */
export const savedMappingSchema = z.object({
  _id: idSchema,
  kind: z.enum(MAPPING_KINDS),
  name: z.string(),
  Client_Name: z.string(),
  mapping: sheetMappingSchema,
  dayOrder: dayOrderSchema.nullable(),
  /** Columns of the files that it was made for or read with, mapped or not; null: nobody knows. */
  columns: z.array(z.string()).nullable(),
  /** Who saved it last, where that is known. */
  updatedBy: z.string().nullable(),
  updatedAt: instantSchema,
});

/** A mapping saved for a lender's next file of the kind. */
export type SavedMapping = z.infer<typeof savedMappingSchema>;

const session = { roles: [...ADMINS, 'CLIENT_ADMIN'] } as const;
const byId = z.object({ id: idSchema });
const content = {
  name: textSchema(120).min(1, says('name-missing')),
  mapping: sheetMappingSchema,
};

/**
 * Saved mappings are kept in order (spec 2.2: /loan/update-import-mapping). A lender's admin has those of its loans, payments
 * and allocations.
 */
export const columnMappingCalls = callsOf('column-mappings', {
  listColumnMappings: {
    ...session,
    method: 'GET',
    path: '/column-mappings',
    summary:
      'The saved mappings of a kind, of the clients the caller may see, newest first (at most 500).',
    query: z.object({
      kind: z.enum(MAPPING_KINDS),
      Client_Name: z.string().max(200).optional(),
    }),
    answer: z.object({ data: z.array(savedMappingSchema) }),
  },
  saveColumnMapping: {
    ...session,
    method: 'PUT',
    path: '/column-mappings',
    summary: 'Save a mapping under a name for a client; the same name replaces it.',
    body: z.object({
      ...content,
      kind: z.enum(MAPPING_KINDS),
      Client_Name: textSchema(200).min(1, says('client-missing')),
      dayOrder: dayOrderSchema.nullable().default(null),
      /** All columns of the file that it is made for: others are new ones to a later file. */
      columns: z.array(z.string().max(1000)).max(5000).optional(),
    }),
    answer: savedMappingSchema,
  },
  changeColumnMapping: {
    ...session,
    method: 'PUT',
    path: '/column-mappings/:id',
    summary: 'Rename a saved mapping or change its columns and how its dates are written.',
    params: byId,
    body: z.object({
      ...content,
      dayOrder: dayOrderSchema.nullable(),
      /** As it was when it was looked at: someone else's change since is not overwritten. */
      updatedAt: instantSchema,
    }),
    answer: savedMappingSchema,
  },
  removeColumnMapping: {
    ...session,
    method: 'DELETE',
    path: '/column-mappings/:id',
    summary: 'Delete a saved mapping; loans and sheets that were read with it stay as they are.',
    params: byId,
    answer: z.object({ success: z.literal(true) }),
  },
});
