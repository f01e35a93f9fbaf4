import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import {
  idSchema,
  instantSchema,
  queryIntSchema,
  seenRevisionSchema,
  textSchema,
} from './values.ts';
import { chartAnswerSchema } from './visualization.ts';

/** Who may upload a file; everyone else looks at what is shared. */
export const INSIGHT_UPLOADERS = [
  'ADMIN',
  'SUPER_ADMIN',
  'PARTNER',
  'MANAGER',
  'CLIENT_ADMIN',
] as const;

/** READING: a job is at it. FAILED: `error` says why. */
export const INSIGHT_STATES = ['READING', 'READY', 'FAILED'] as const;

/** What a column holds, recognised by its values. */
const INSIGHT_KINDS = ['NUMBER', 'DAY', 'TEXT'] as const;

/** Days for which a file may be kept; 90 unless told. */
export const INSIGHT_MOST_DAYS = 365;

const columnSchema = z.object({
  name: z.string(),
  kind: z.enum(INSIGHT_KINDS),
  /** Cells with a value; `missing` have none; `odd` have one that is not of the column's kind. */
  filled: z.int(),
  missing: z.int(),
  odd: z.int(),
  /** Different values as they are stored: of numbers and days without the odd cells. */
  distinct: z.int(),
  /** False: `distinct` is a close estimate. */
  isExact: z.boolean(),
  /**
   * The most frequent values, 12 at most, each with its exact count. Fewer where there are too many values to watch all, and
   * one that is left out may be as frequent as the next. Values of more than 120 characters that begin alike are one, which
   * ends with `…`. Of days every month (`YYYY-MM`) in order.
   */
  top: z.array(z.object({ value: z.string(), count: z.int() })),
  /** Of numbers and days. */
  least: z.string().nullable(),
  most: z.string().nullable(),
  /** The rest is of numbers only. */
  sum: z.number().nullable(),
  mean: z.number().nullable(),
  deviation: z.number().nullable(),
  quartiles: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  /** The distribution between the outliers: `from` and `to` included at the left, the last one at both ends. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
  /** Numbers more than three times the middle half's spread away from it. */
  outliers: z.int(),
  outlierRows: z.array(z.object({ row: z.int(), value: z.string() })),
});

/** What was found in a column. */
export type InsightColumn = z.infer<typeof columnSchema>;

const profileSchema = z.object({
  rows: z.int(),
  /** Rows of totals, which no figure counts. */
  totalRows: z.int(),
  /** Rows that say the same as one further up. */
  duplicateRows: z.int(),
  columns: z.array(columnSchema),
  /** Names of columns without a heading, which are called by their place. */
  unnamed: z.array(z.string()).default([]),
});

/** What was found in a file. */
export type InsightProfile = z.infer<typeof profileSchema>;

const insightSchema = z.object({
  _id: idSchema,
  name: z.string(),
  fileName: z.string(),
  clientName: z.string(),
  owner: z.string(),
  isOwn: z.boolean(),
  /** Others who may see the client's loans see it too. */
  isShared: z.boolean(),
  /** False: the caller sees only rows of own loans, and no profile. */
  isWhole: z.boolean(),
  state: z.enum(INSIGHT_STATES),
  /** How far the reading is: it goes over the rows twice. */
  doneRows: z.int(),
  totalRows: z.int().nullable(),
  error: z.string().nullable(),
  rows: z.int(),
  sheetName: z.string().nullable(),
  /** The workbook's sheets that have rows. */
  sheets: z.array(z.string()),
  /** The column that names loans, by its place from 0; null: none does. */
  joinColumn: z.int().nullable(),
  /** Rows that name a loan of the client, as of the reading. */
  matchedRows: z.int(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
});

/** A file that was uploaded to be looked into. */
export type Insight = z.infer<typeof insightSchema>;

const insightDetailSchema = insightSchema.extend({
  /** Names and kinds for questions; empty until it is read. */
  fields: z.array(z.object({ name: z.string(), kind: z.enum(INSIGHT_KINDS) })),
  profile: profileSchema.nullable(),
  /** Of its name, who sees it and how long it is kept. */
  revision: z.int(),
});

/** A file with what was found in it. */
export type InsightDetail = z.infer<typeof insightDetailSchema>;

/** Most characters of a value as lists and answers show it; a longer one is cut, ends with `…`, and can't be narrowed to. */
export const MOST_OF_VALUE = 500;

/** What a question to a file counts. LOANS and DUE are about the loans that rows name, each loan once. */
export const INSIGHT_FIGURES = [
  'ROWS',
  'DISTINCT',
  'SUM',
  'AVERAGE',
  'LEAST',
  'MOST',
  'LOANS',
  'DUE',
] as const;

/** What a question to a file counts. */
export type InsightFigure = (typeof INSIGHT_FIGURES)[number];

/** How figures are headed in files and on English screens. */
export const INSIGHT_FIGURE_TITLES = {
  ROWS: 'Rows',
  DISTINCT: 'Different values',
  SUM: 'Sum',
  AVERAGE: 'Average',
  LEAST: 'Smallest',
  MOST: 'Largest',
  LOANS: 'Loans',
  DUE: 'Dues of the loans',
} as const satisfies Record<InsightFigure, string>;

/** Figures of a column of numbers. */
export const NUMBER_FIGURES: ReadonlySet<InsightFigure> = new Set([
  'SUM',
  'AVERAGE',
  'LEAST',
  'MOST',
]);

/** Figures of the loans that rows name. */
export const LOAN_FIGURES: ReadonlySet<InsightFigure> = new Set(['LOANS', 'DUE']);

/** Facts of the loan that a row names. */
export const INSIGHT_LOAN_FACTS = [
  'matched',
  'bucket',
  'product',
  'city',
  'region',
  'manager',
  'agent',
] as const;

/** How facts of the loan are headed there. */
export const INSIGHT_FACT_TITLES = {
  matched: 'Loan known or not',
  bucket: 'Bucket of the loan',
  product: 'Product of the loan',
  city: 'City of the loan',
  region: 'Region of the loan',
  manager: 'Manager of the loan',
  agent: 'Agent of the loan',
} as const satisfies Record<(typeof INSIGHT_LOAN_FACTS)[number], string>;

/** Whether a row names a loan, there. */
export const MATCHED_TITLES = { yes: 'Known loan', no: 'No known loan' } as const;

/**
 * What rows are told apart by: a column's values, bands of its numbers, spans of its days (`value:3`, `month:0`: with the
 * column's place from 0), or a fact of the loan (`loan:bucket`).
 */
const dimensionSchema = z
  .string(says('not-chosen'))
  .regex(
    /^(?:(?:value|band|day|week|month|weekday):(?:0|[1-9]\d{0,2})|loan:(?:matched|bucket|product|city|region|manager|agent))$/,
    says('not-a-choice'),
  );

/** A question to a file, of the shape of a chart's: names of its columns' places, never SQL. */
export const insightQuestionSchema = z
  .object({
    measure: z.enum(INSIGHT_FIGURES, says('not-chosen')),
    /** The column of the figure; null for figures of rows and loans. */
    column: z.int().min(0).max(499).nullable().default(null),
    by: dimensionSchema,
    and: dimensionSchema.nullable().default(null),
    /** Only rows whose column has one of these values. */
    filters: z
      .array(
        z.object({
          column: z.int().min(0).max(499),
          values: z.array(textSchema(MOST_OF_VALUE)).min(1).max(50),
        }),
      )
      .max(10)
      .default([]),
    /** So many of `by`, the largest first; the rest is one row where it can be summed. */
    most: z.int().min(3).max(100).default(12),
  })
  .superRefine(({ measure, column, by, and }, context) => {
    const wrong = (path: 'column' | 'and', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((NUMBER_FIGURES.has(measure) || measure === 'DISTINCT') && column === null)
      wrong('column', says('not-chosen').error);
    if (and !== null && and === by) wrong('and', says('not-a-choice').error);
  });

/** A question to a file. */
export type InsightQuestion = z.output<typeof insightQuestionSchema>;

const insightRowSchema = z.object({
  row: z.int(),
  /** Of a long cell the first 500 characters (fewer in files of more than 40 columns, at least 50) and `…`. */
  cells: z.array(z.string().nullable()),
  /** The loan that the row names, if the caller may see it. */
  loanId: idSchema.nullable(),
});

const any = { roles: 'any' } as const;
const uploaders = { roles: INSIGHT_UPLOADERS } as const;
const byId = z.object({ id: idSchema });
const keptDays = z.int().min(1).max(INSIGHT_MOST_DAYS);

/** Files that are not loans, looked into (spec 2.2: /data-insights, /data-insights-file). */
export const dataInsightCalls = callsOf('data-insights', {
  listInsights: {
    ...any,
    method: 'GET',
    path: '/data-insights',
    summary: 'The files that the caller may look into, newest first.',
    query: z.object({ ...pageQueryFields, search: textSchema(100).optional() }),
    answer: pageOf(insightSchema),
  },
  uploadInsight: {
    ...uploaders,
    method: 'POST',
    path: '/data-insights',
    summary:
      'Upload a CSV or workbook (up to 200 MB) that is not loans. A job reads it: kinds of columns, profile, loans that rows name.',
    bodyKind: 'multipart',
    files: { file: 1 },
    bodyLimit: 200_000_000,
    body: z.object({
      Client_Name: textSchema(200).min(1, says('not-chosen')),
      name: textSchema(120).optional(),
      sheetName: textSchema(120).optional(),
      keptDays: keptDays.default(90),
      isShared: z.union([z.boolean(), z.stringbool()]).default(false),
    }),
    answer: insightDetailSchema,
  },
  getInsight: {
    ...any,
    method: 'GET',
    path: '/data-insights/:id',
    summary: 'One file: how far its reading is, and what was found in it.',
    params: byId,
    answer: insightDetailSchema,
  },
  changeInsight: {
    ...uploaders,
    isDoneOnce: true,
    method: 'PUT',
    path: '/data-insights/:id',
    summary:
      "Change a file's name, who sees it, and how many days from now it is kept (its owner, or an admin). 409 STALE_REVISION when somebody changed it meanwhile.",
    params: byId,
    body: z.object({
      name: textSchema(120).min(1, says('name-missing')),
      isShared: z.boolean(),
      keptDays: keptDays.optional(),
      revision: seenRevisionSchema,
    }),
    answer: insightDetailSchema,
  },
  readInsightAgain: {
    ...uploaders,
    method: 'PUT',
    path: '/data-insights/:id/reading',
    summary:
      'Read the file again: another sheet of the workbook, or loans named by another column (null: none).',
    params: byId,
    body: z.object({
      sheetName: textSchema(120).optional(),
      joinColumn: z.int().min(0).max(499).nullable().optional(),
    }),
    answer: insightDetailSchema,
  },
  removeInsight: {
    ...uploaders,
    method: 'DELETE',
    path: '/data-insights/:id',
    summary: 'Remove a file with all that was found in it (its owner, or an admin).',
    params: byId,
    answer: z.object({ removed: z.boolean() }),
  },
  listInsightRows: {
    ...any,
    method: 'GET',
    path: '/data-insights/:id/rows',
    summary:
      "A file's rows as they stand, long cells by their beginning and …; those of one value of a column, or all.",
    params: byId,
    query: z.object({
      ...pageQueryFields,
      column: queryIntSchema(0, 499).optional(),
      value: textSchema(MOST_OF_VALUE).optional(),
    }),
    answer: pageOf(insightRowSchema).extend({ headers: z.array(z.string()) }),
  },
  askInsight: {
    ...any,
    isDoneOnce: false,
    method: 'POST',
    path: '/data-insights/:id/answer',
    summary:
      'Answer a question to a file, cut to the rows that the caller may see; long values by their beginning and ….',
    params: byId,
    body: insightQuestionSchema,
    answer: chartAnswerSchema,
  },
  exportInsightAnswer: {
    ...any,
    isDoneOnce: false,
    method: 'POST',
    path: '/data-insights/:id/answer/file',
    summary: 'The same answer as a spreadsheet (XLSX).',
    params: byId,
    body: insightQuestionSchema,
    answer: z.unknown(),
    answerKind: 'file',
  },
});
