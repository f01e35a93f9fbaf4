import { z } from 'zod';
import { says } from './errors.ts';
import { savedSheetMappingSchema } from './activity-sheet.ts';
import { callsOf } from './call.ts';
import { ADMINS } from './roles.ts';
import { SHEET_KINDS, dayOrderSchema, sheetMappingSchema } from './sheet-mapping.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

const session = { roles: [...ADMINS, 'CLIENT_ADMIN'] } as const;
const byId = z.object({ id: idSchema });

/** The saved mappings of payment, allocation and bank files: looked through, changed, removed. */
export const sheetMappingCalls = callsOf('sheet-mappings', {
  listSheetMappings: {
    ...session,
    method: 'GET',
    path: '/activity-sheet-mappings',
    summary: 'The saved mappings of a kind of sheet, newest first (at most 500).',
    query: z.object({ kind: z.enum(SHEET_KINDS) }),
    answer: z.object({ data: z.array(savedSheetMappingSchema) }),
  },
  changeSheetMapping: {
    ...session,
    method: 'PUT',
    path: '/activity-sheet-mappings/:id',
    summary: 'Rename a saved mapping or change its columns and how its dates are written.',
    params: byId,
    body: z.object({
      name: textSchema(120).min(1, says('name-missing')),
      mapping: sheetMappingSchema,
      dayOrder: dayOrderSchema.nullable(),
      /** As it was when it was looked at: someone else's change since is not overwritten. */
      updatedAt: instantSchema,
    }),
    answer: savedSheetMappingSchema,
  },
  removeSheetMapping: {
    ...session,
    method: 'DELETE',
    path: '/activity-sheet-mappings/:id',
    summary: 'Delete a saved mapping; sheets that were read with it keep theirs.',
    params: byId,
    answer: z.object({ success: z.literal(true) }),
  },
});
