import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS, roleSchema } from './roles.ts';
import { idSchema, instantSchema, rupeesSchema, textSchema } from './values.ts';
import {
  CHART_DIMENSIONS,
  CHART_KINDS,
  CHART_MEASURES,
  CHART_RANGES,
  chartAnswerSchema,
  chartQuestionSchema,
  DIMENSIONS_OF,
} from './visualization.ts';

/** Names in a query, repeated for several (`clients=A&clients=B`): a comma may stand in one. */
const namesSchema = z
  .union([textSchema(200), z.array(textSchema(200)).max(50)])
  .transform((given) => [given].flat())
  .default([]);

const chartLoansQuery = z
  .object({
    ...pageQueryFields,
    measure: z.enum(CHART_MEASURES, says('not-chosen')),
    by: z.enum(CHART_DIMENSIONS, says('not-chosen')),
    range: z.enum(CHART_RANGES).default('DAYS_30'),
    clients: namesSchema,
    buckets: namesSchema,
    products: namesSchema,
    /** The row's value as the answer has it; of people and clients their id. Without it: the row that has none. */
    of: textSchema(200).optional(),
  })
  .refine(({ measure, by }) => DIMENSIONS_OF[measure].includes(by), {
    path: ['by'],
    ...says('not-a-choice'),
  });

const chartLoanSchema = z.object({
  _id: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  Bucket: z.string().nullable(),
  City: z.string().nullable(),
  Total_Due_Amount: rupeesSchema,
  /** Its part of the row's figure. */
  figure: z.number(),
});

/** A loan behind a row of an answer. */
export type ChartLoan = z.infer<typeof chartLoanSchema>;

const savedChartFields = {
  name: textSchema(80).min(1, says('name-missing')),
  /** The role on whose board it stands. */
  category: roleSchema,
  kind: z.enum(CHART_KINDS),
  question: chartQuestionSchema,
  isWide: z.boolean().default(false),
};

const savedChartSchema = z.object({
  _id: idSchema,
  name: z.string(),
  category: roleSchema,
  kind: z.enum(CHART_KINDS),
  question: z.object({
    measure: z.enum(CHART_MEASURES),
    by: z.enum(CHART_DIMENSIONS),
    and: z.enum(CHART_DIMENSIONS).nullable(),
    range: z.enum(CHART_RANGES),
    isCompared: z.boolean().default(false),
    filters: z.object({
      clients: z.array(z.string()),
      buckets: z.array(z.string()),
      products: z.array(z.string()),
    }),
    most: z.int(),
  }),
  isWide: z.boolean(),
  position: z.int(),
  revision: z.int(),
  createdBy: z.string().nullable(),
  updatedAt: instantSchema,
});

/** A saved chart. */
export type SavedChart = z.infer<typeof savedChartSchema>;

const admin = { roles: ADMINS } as const;
const ofAll = { roles: 'any' } as const;

/** Charts over named measures (spec 7.1: those of a role's board; the rest is ours). */
export const visualizationCalls = callsOf('visualizations', {
  listChartsOfCategory: {
    method: 'GET',
    path: '/data-visualization/by/category',
    section: '7.1',
    roles: 'any',
    summary: "The charts of a role's board, in its order. Without a category: the caller's own.",
    query: z.object({ category: roleSchema.optional() }),
    answer: z.object({ data: z.array(savedChartSchema) }),
  },
  listCharts: {
    ...admin,
    method: 'GET',
    path: '/data-visualizations',
    summary: 'Every saved chart, by role and in the order of its board.',
    answer: z.object({ data: z.array(savedChartSchema) }),
  },
  askChart: {
    ...ofAll,
    isDoneOnce: false,
    method: 'POST',
    path: '/data-visualizations/answer',
    summary:
      'Answer a question of named measures and dimensions, cut to what the caller may see. 403: a measure that is not for its role.',
    body: chartQuestionSchema,
    answer: chartAnswerSchema,
  },
  listChartLoans: {
    ...ofAll,
    method: 'GET',
    path: '/data-visualizations/loans',
    summary:
      'The loans behind one row of an answer, each with its part of the figure, as far as the caller may see them now.',
    query: chartLoansQuery,
    answer: pageOf(chartLoanSchema).extend({
      /** The row's value as it is called: names of people and clients. */
      name: z.string().nullable(),
      /** The row's figure, of the loans that are not listed too. */
      figure: z.number(),
      /** Loans behind it that the caller may not see now: they were moved, closed or deleted. */
      unlisted: z.int(),
    }),
  },
  exportChart: {
    ...ofAll,
    isDoneOnce: false,
    method: 'POST',
    path: '/data-visualizations/export',
    summary: 'The same answer as a spreadsheet (XLSX).',
    body: z.object({ name: textSchema(80).default('chart'), question: chartQuestionSchema }),
    answer: z.unknown(),
    answerKind: 'file',
  },
  createChart: {
    ...admin,
    method: 'POST',
    path: '/data-visualizations',
    summary: "Save a chart at the end of a role's board. 422: a measure that the role may not see.",
    body: z.object(savedChartFields),
    answer: savedChartSchema,
  },
  changeChart: {
    ...admin,
    isDoneOnce: true,
    method: 'PUT',
    path: '/data-visualizations/:id',
    summary: 'Change a saved chart. 409: somebody else changed it meanwhile.',
    params: z.object({ id: idSchema }),
    body: z.object({ ...savedChartFields, revision: z.int() }),
    answer: savedChartSchema,
  },
  moveChart: {
    ...admin,
    method: 'PUT',
    path: '/data-visualizations/:id/place',
    summary: 'Move a chart one place up or down on its board.',
    params: z.object({ id: idSchema }),
    body: z.object({ direction: z.enum(['UP', 'DOWN']) }),
    answer: z.object({ data: z.array(savedChartSchema) }),
  },
  removeChart: {
    ...admin,
    method: 'DELETE',
    path: '/data-visualizations/:id',
    summary: 'Remove a saved chart.',
    params: z.object({ id: idSchema }),
    answer: z.object({ removed: z.boolean() }),
  },
});
