import { z } from 'zod';
import { callsOf } from './call.ts';
import { ADMINS } from './roles.ts';
import { idSchema, queryIntSchema } from './values.ts';

/** Most rows of a sample file. */
export const SAMPLE_ROWS_MOST = 100_000;

/** Made-up files for trying things out (spec 2.2: /test/createfile). */
export const sampleFileCalls = callsOf('sample-files', {
  makeSampleFile: {
    roles: ADMINS,
    method: 'GET',
    path: '/loans/sample-file',
    summary:
      "A made-up lender's file: with our own column names or those of a saved mapping, with mistakes in some rows when wished. Stores nothing.",
    query: z.object({
      rows: queryIntSchema(1, SAMPLE_ROWS_MOST).default(100),
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      /** How many of the rows have something wrong with them, at most all. */
      mistakes: queryIntSchema(0, SAMPLE_ROWS_MOST).default(0),
      /** The saved mapping whose column names the file has. */
      mappingId: idSchema.optional(),
      /** Other numbers give other people and loans. */
      seed: queryIntSchema(0, 2_147_483_647).default(1),
    }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
