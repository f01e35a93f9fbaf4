import { z } from 'zod';
import { callsOf } from './call.ts';
import { reportFileSchema } from './report-engine.ts';
import { textSchema } from './values.ts';

/** Larger lists are made into files in the background. */
export const MOST_DIRECT_LIST_ROWS = 5000;

const nameSchema = z.string().max(60);
const scalarSchema = z.union([z.string().max(2000), z.number(), z.boolean()]);

const columnSchema = z.object({
  /** A field of the list's rows by the contract: `Client_Name`, `loan.City`. */
  path: z.string().max(120),
  /** Its heading, as the screen has it. */
  title: textSchema(120).min(1),
  /** A number that is an amount in rupees. */
  isMoney: z.boolean().optional(),
  /** A number that is an amount in paise: the file has it in rupees. */
  isPaise: z.boolean().optional(),
  /** What its codes are called on the screen; '' is what stands there for nothing. */
  words: z.record(nameSchema, textSchema(200)).optional(),
});

/** A column of a list's file. */
export type ListFileColumn = z.infer<typeof columnSchema>;

const listFileSchema = z.object({
  /** The call that answers the list. */
  call: nameSchema,
  /** What the list is asked by, as the screen asks it: filters and order. */
  params: z.record(nameSchema, z.string().max(300)).default({}),
  query: z.record(nameSchema, z.union([scalarSchema, z.array(scalarSchema).max(500)])).default({}),
  columns: z.array(columnSchema).min(1).max(100),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
});

/** What a list's file is made of. */
export type ListFileAsk = z.output<typeof listFileSchema>;

/** Any list of the contract as a file: the rows that its own call answers to the same person for the same filters. */
export const listExportCalls = callsOf('reports', {
  exportList: {
    isDoneOnce: false,
    method: 'POST',
    path: '/list-exports',
    summary:
      'All rows of a list with its filters as XLSX or CSV. 422 TOO_MANY_ROWS for more than 5,000.',
    roles: 'any',
    body: listFileSchema,
    answer: z.unknown(),
    answerKind: 'file',
  },
  markFile: {
    isDoneOnce: false,
    method: 'POST',
    path: '/file-marks',
    summary:
      'Notes that a table of a screen is saved as a file, and answers the watermarks that belong below it.',
    roles: 'any',
    body: z.object({
      /** The screen whose table it is. */
      screen: nameSchema,
      rows: z.int().min(0),
      /** The lenders that it is narrowed to; without any, those whose loans the person sees. */
      clientName: z.array(textSchema(200)).max(200).default([]),
    }),
    answer: z.object({ marks: z.array(z.string()) }),
  },
  startListFile: {
    method: 'POST',
    path: '/list-exports/files',
    summary: 'Has all rows of a list made into a file in the background; its reader is notified.',
    roles: 'any',
    body: listFileSchema,
    answer: reportFileSchema,
  },
});
