import { z } from 'zod';
import { says } from './errors.ts';
import { CLIENT_SIDE } from './roles.ts';
import type { Role } from './roles.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** How an answer may be drawn. */
export const CHART_KINDS = ['BAR', 'LINE', 'HEAT', 'FUNNEL', 'SANKEY', 'MAP', 'TABLE'] as const;

/** A map of fewer known places is an empty paper: their bars say more. */
export const LEAST_MAP_PLACES = 3;

/** What is counted or summed; each has one definition (server/visualizations/chart-measures.ts). */
export const CHART_MEASURES = [
  'loans',
  'dueAmount',
  'contacts',
  'calls',
  'visits',
  'loansContacted',
  'promises',
  'promisedAmount',
  'promisesKept',
  'receipted',
  'verified',
  'collected',
  'movedLoans',
  'movedDue',
] as const;

/** What figures are told apart by. */
export const CHART_DIMENSIONS = [
  'client',
  'bucket',
  'product',
  'city',
  'region',
  'manager',
  'agent',
  'outcome',
  'openingStage',
  'becameOf',
  'day',
  'week',
  'month',
  'weekday',
  'hour',
] as const;

/** The days of a question, counted back from today in the business time zone. Stock has no days: it is as of now. */
export const CHART_RANGES = [
  'TODAY',
  'DAYS_7',
  'DAYS_30',
  'DAYS_90',
  'MONTH',
  'LAST_MONTH',
] as const;

/** A measure. */
export type ChartMeasure = (typeof CHART_MEASURES)[number];

/** A dimension. */
export type ChartDimension = (typeof CHART_DIMENSIONS)[number];

/** How measures are headed in files and on English screens. */
export const MEASURE_TITLES = {
  loans: 'Loans in stock',
  dueAmount: 'Dues in stock',
  contacts: 'Contacts',
  calls: 'Calls',
  visits: 'Visits',
  loansContacted: 'Loans contacted',
  promises: 'Promises',
  promisedAmount: 'Promised amount',
  promisesKept: 'Promises kept',
  receipted: 'Receipted',
  verified: 'Verified',
  collected: 'Collected',
  movedLoans: 'Loans moved between buckets',
  movedDue: 'Dues moved between buckets',
} as const satisfies Record<ChartMeasure, string>;

/** How dimensions are headed there. */
export const DIMENSION_TITLES = {
  openingStage: 'Opening bucket',
  becameOf: 'Result after 30 days',
  client: 'Client',
  bucket: 'Bucket',
  product: 'Product',
  city: 'City',
  region: 'Region',
  manager: 'Manager',
  agent: 'Agent',
  outcome: 'Outcome',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  weekday: 'Weekday',
  hour: 'Hour',
} as const satisfies Record<ChartDimension, string>;

/** What an answer leaves out, as one row: no value of a file is called so. */
export const REST_TITLE = 'All others';

/** Weekdays by their number, `d1` is Monday. */
export const WEEKDAY_TITLES = {
  d1: 'Mon',
  d2: 'Tue',
  d3: 'Wed',
  d4: 'Thu',
  d5: 'Fri',
  d6: 'Sat',
  d7: 'Sun',
} as const;

/** How an answer is drawn. */
export type ChartKind = (typeof CHART_KINDS)[number];

/** Measures of amounts in whole rupees; the others count. */
export const AMOUNT_MEASURES: ReadonlySet<ChartMeasure> = new Set([
  'dueAmount',
  'promisedAmount',
  'receipted',
  'verified',
  'collected',
  'movedDue',
]);

const OF_LOAN = ['client', 'bucket', 'product', 'city', 'region', 'manager'] as const;
const OF_DAY = ['day', 'week', 'month', 'weekday'] as const;
const OF_CONTACT = [...OF_LOAN, 'agent', 'outcome', ...OF_DAY, 'hour'] as const;
const OF_PROMISE = [...OF_LOAN, 'agent', ...OF_DAY] as const;
/** Loans at the beginning of each month of the days, by their bucket then and what became of them in 30 days. */
const OF_MOVEMENT = [...OF_LOAN, 'openingStage', 'becameOf', 'month'] as const;
const OF_MONEY = [...OF_LOAN, 'agent', ...OF_DAY] as const;

/** What each measure can be told apart by. */
export const DIMENSIONS_OF: Readonly<Record<ChartMeasure, readonly ChartDimension[]>> = {
  loans: [...OF_LOAN, 'agent'],
  dueAmount: [...OF_LOAN, 'agent'],
  contacts: OF_CONTACT,
  calls: OF_CONTACT,
  visits: OF_CONTACT,
  loansContacted: OF_CONTACT,
  promises: OF_PROMISE,
  promisedAmount: OF_PROMISE,
  promisesKept: OF_PROMISE,
  receipted: OF_MONEY,
  verified: OF_MONEY,
  collected: OF_MONEY,
  movedLoans: OF_MOVEMENT,
  movedDue: OF_MOVEMENT,
};

/** What agents took in is the agency's own: of money a lender's people see what is verified (contract/collected.ts). */
export const maySeeMeasure = (role: Role, measure: ChartMeasure): boolean =>
  measure !== 'receipted' || !CLIENT_SIDE.some((each) => each === role);

/** A measure that is as of now: its range is not asked for. */
export const isOfStock = (measure: ChartMeasure): boolean =>
  measure === 'loans' || measure === 'dueAmount';

/** A question to the product's own figures: never SQL, only names. */
export const chartQuestionSchema = z
  .object({
    measure: z.enum(CHART_MEASURES, says('not-chosen')),
    by: z.enum(CHART_DIMENSIONS, says('not-chosen')),
    /** Told apart once more: series, the hours of a heat map, the other end of a flow. */
    and: z.enum(CHART_DIMENSIONS).nullable().default(null),
    range: z.enum(CHART_RANGES).default('DAYS_30'),
    /** Beside the period before, where the figure has days and `and` is null. */
    isCompared: z.boolean().default(false),
    /** Only these; empty: all. */
    filters: z
      .object({
        clients: z.array(textSchema(200)).max(50).default([]),
        buckets: z.array(textSchema(200)).max(50).default([]),
        products: z.array(textSchema(200)).max(50).default([]),
      })
      .prefault({}),
    /** So many of `by`, the largest first; the rest is one row. */
    most: z.int().min(3).max(100).default(12),
  })
  .superRefine(({ measure, by, and }, context) => {
    const offered = DIMENSIONS_OF[measure];
    const wrong = (path: 'by' | 'and') =>
      context.addIssue({ code: 'custom', path: [path], message: says('not-a-choice').error });
    if (!offered.includes(by)) wrong('by');
    if (and !== null && (and === by || !offered.includes(and))) wrong('and');
  });

/** A question to the product's own figures. */
export type ChartQuestion = z.output<typeof chartQuestionSchema>;

/** One figure of an answer. Names of people and places as they stand; null: without one; days as `YYYY-MM-DD`. */
const chartRowSchema = z.object({
  by: z.string().nullable(),
  and: z.string().nullable(),
  /** The id of a person or client that `by` names. */
  byId: idSchema.nullable(),
  value: z.number(),
  /** The same of the period before, where that was asked for. */
  before: z.number().optional(),
  /** Where it is, for maps: the mean of the loans' coordinates. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** What was left out to keep the answer readable, summed: of `by`, and of `and`. */
  isRest: z.boolean(),
  isAndRest: z.boolean(),
});

/** What a question found. */
export const chartAnswerSchema = z.object({
  rows: z.array(chartRowSchema),
  /** Over all rows, those left out too; distinct loans can be fewer than the sum of the rows. */
  total: z.number(),
  /** The days it is about, both included; null: as of now. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The period before with its total, where that was asked for. */
  before: z.object({ total: z.number(), from: z.string(), to: z.string() }).optional(),
  asOf: instantSchema,
  /** How the answer is best drawn. */
  suggested: z.enum(CHART_KINDS),
});

/** What a question found. */
export type ChartAnswer = z.infer<typeof chartAnswerSchema>;

/** One figure of an answer. */
export type ChartRow = ChartAnswer['rows'][number];
