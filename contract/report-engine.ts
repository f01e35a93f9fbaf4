import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { REPORT_MEASURES, REPORT_RATIOS } from './report-columns.ts';
import { REPORT_DETAILS } from './report-details.ts';
import { groupSchema, keysOf, reportFilterFields, reportNameSchema } from './report-fields.ts';
import { REPORT_TITLES } from './report-names.ts';
import type { Measure, Ratio } from './report-columns.ts';
import type { Detail } from './report-details.ts';
import type { ReportName } from './report-names.ts';
import { CALL_READERS, FIELD_READERS } from './report.ts';
import { ADMINS } from './roles.ts';
import type { Role } from './roles.ts';
import { dayInputSchema, idSchema, instantSchema, queryListSchema } from './values.ts';

const measureSchema = z.enum(keysOf<Measure>(REPORT_MEASURES));
const ratioSchema = z.enum(keysOf<Ratio>(REPORT_RATIOS));
const detailSchema = z.enum(keysOf<Detail>(REPORT_DETAILS));

const STAFF = [...ADMINS, 'MANAGER', 'COLLECTOR', 'CLIENT_ADMIN', 'CUSTOMER'] as const;

/** Who may read which report: those whom the routes of its screens let in (spec 2.2). */
const REPORT_ROLES: Readonly<Record<ReportName, readonly Role[] | 'any'>> = {
  dailyCalls: CALL_READERS,
  dailyVisits: FIELD_READERS,
  collections: STAFF,
  allocation: STAFF,
  fieldAllocation: [...ADMINS, 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'],
  workable: STAFF,
  lastInteraction: 'any',
  bestDisposition: [...ADMINS, 'CLIENT_ADMIN', 'MANAGER', 'COLLECTOR'],
  retain: ['COLLECTOR', 'MANAGER', 'CUSTOMER'],
  additional: STAFF,
  callStatus: STAFF,
  fieldStatus: [...ADMINS, 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'],
  performance: STAFF,
  promiseAgeing: STAFF,
  rollRate: STAFF,
};

/** The report of a name; null when there is none. */
export const reportNamed = (name: string): ReportName | null =>
  Object.hasOwn(REPORT_TITLES, name) ? (name as ReportName) : null;

/** Whether a role may read a report. */
export function mayReadReport(name: ReportName, role: Role): boolean {
  const roles = REPORT_ROLES[name];
  return roles === 'any' || roles.includes(role);
}

const groupsQuery = z.object({
  ...reportFilterFields,
  ...pageQueryFields,
  by: groupSchema.optional(),
  /** `1`: the totals of the period before, too. */
  compare: z.literal('1').optional(),
});

const rowsQuery = z.object({
  ...reportFilterFields,
  ...pageQueryFields,
  /** The rows behind one figure of one group. */
  measure: measureSchema.optional(),
  by: groupSchema.optional(),
  group: z.string().max(300).optional(),
});

/** What a report is asked by. */
export type ReportFilter = Omit<
  z.output<typeof groupsQuery>,
  'page' | 'pageSize' | 'compare' | 'by'
>;

const dayRangeSchema = z.object({ from: z.string(), to: z.string() });
const sumsSchema = z.array(z.number().nullable());
const cellSchema = z.union([z.string(), z.number(), z.null()]);

const groupsAnswer = z.object({
  report: reportNameSchema,
  by: groupSchema,
  groups: z.array(groupSchema),
  /** Null: as things stand now. */
  range: dayRangeSchema.nullable(),
  measures: z.array(measureSchema),
  ratios: z.array(ratioSchema),
  /** Per group the sums of `measures`; null: not for this reader. */
  data: z.array(z.object({ group: z.string(), label: z.string().nullable(), sums: sumsSchema })),
  totals: sumsSchema,
  before: z.object({ range: dayRangeSchema, totals: sumsSchema }).nullable(),
  totalCount: z.int(),
  page: z.int(),
  pageSize: z.int(),
});

/** A report: figures by group, and their totals over all groups. */
export type ReportAnswer = z.infer<typeof groupsAnswer>;

const rowsAnswer = z.object({
  report: reportNameSchema,
  range: dayRangeSchema.nullable(),
  details: z.array(detailSchema),
  measures: z.array(measureSchema),
  data: z.array(
    z.object({ _id: z.string(), loanId: idSchema, cells: z.array(cellSchema), sums: sumsSchema }),
  ),
  /** Sums over all pages: the figure that was opened is among them. */
  totals: sumsSchema,
  totalCount: z.int(),
  page: z.int(),
  pageSize: z.int(),
});

/** The rows behind a report. */
export type ReportRows = z.infer<typeof rowsAnswer>;

/** Any name parses: who asks is looked at before what it asks for. */
const named = z.object({ report: z.string().max(60) });

/** What chooses the rows of a file that is made in the background. */
const fileQuery = z.object({
  ...reportFilterFields,
  measure: measureSchema.optional(),
  by: groupSchema.optional(),
  group: z.string().max(300).optional(),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  hidden: queryListSchema.optional(),
});
const exportFields = {
  /** Columns that are left out, by the keys of the screen's columns. */
  hidden: queryListSchema.optional(),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  view: z.enum(['groups', 'rows']).default('groups'),
};

const specQuery = z.object({ ...groupsQuery.shape });

const specCall = (path: string, summary: string, roles: readonly Role[]) =>
  ({
    method: 'GET',
    path,
    section: '7.7',
    summary,
    roles,
    query: specQuery,
    answer: groupsAnswer,
  }) as const;

/** What can be exported whole (spec 2.6). */
export const EXPORT_MODELS = ['Loan', 'CallDisposition', 'DataInsight', 'Target'] as const;

/** What can be exported whole. */
export type ExportModel = (typeof EXPORT_MODELS)[number];

/** `Loan`, or as the screen says it: `Loan Model`. */
const modelSchema = z.preprocess(
  (given) =>
    typeof given === 'string' ? given.replace(/ ?Model$/, '').replaceAll(' ', '') : given,
  z.enum(EXPORT_MODELS),
);

const modelQuery = z.object({ model: modelSchema, gte: dayInputSchema, lte: dayInputSchema });

/** Where a file that is made in the background stands. */
export const REPORT_FILE_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const;

/** What stands in place of a report's name where a file is that of a chart. */
export const CHART_FILE = 'CHART';

/** What stands in place of a report's name where a file is that of a list. */
export const LIST_FILE = 'list';

/** A file that is made in the background. */
export const reportFileSchema = z.object({
  _id: idSchema,
  report: z.union([reportNameSchema, z.literal(LIST_FILE), z.literal(CHART_FILE)]),
  name: z.string(),
  state: z.enum(REPORT_FILE_STATES),
  rowsDone: z.int(),
  rowsTotal: z.int(),
  /** Bytes; null until it is done. */
  size: z.int().nullable(),
  /** Why it could not be made. Absent from older servers. */
  error: z.string().nullable().optional(),
  createdAt: instantSchema,
  /** It is removed then. */
  expiresAt: instantSchema,
});

/** The rows of a report or a list as a file that is made in the background. */
export type ReportFile = z.infer<typeof reportFileSchema>;

/** Reports that the engine makes (spec 7.7). */
export const reportEngineCalls = callsOf('reports', {
  getAllocationReport: specCall(
    '/call-disposition/allocation-reports',
    'Who holds what: opening, added, recalled, closing.',
    STAFF,
  ),
  getAdditionalReport: {
    method: 'GET',
    path: '/call-disposition/additionalreports',
    section: '7.7',
    summary: 'Loans with their last contact and payments, a page of rows.',
    roles: STAFF,
    query: rowsQuery,
    answer: rowsAnswer,
  },
  getDispositionReport: specCall(
    '/call-disposition/getDispositionReport',
    'The best outcome of each loan in a range, by agent.',
    [...ADMINS, 'CLIENT_ADMIN', 'MANAGER', 'COLLECTOR'],
  ),
  getDailyCallStatus: specCall(
    '/activity/daily-call/status',
    'Calls, connects, promises and money of a day or range, by agent.',
    STAFF,
  ),
  getDailyFieldAgentStatus: specCall(
    '/activity/daily-field-agent/status',
    'Visits, promises and money of a day or range, by field agent.',
    [...ADMINS, 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'],
  ),
  getExport: {
    method: 'GET',
    path: '/activity/get-export',
    section: '7.7',
    summary:
      'Rows of a model in a range, under their headers; more rows than these, and long cells of uploaded files, are whole in the file.',
    roles: 'any',
    query: modelQuery,
    answer: z.object({
      data: z.array(z.record(z.string(), cellSchema)),
      totalCount: z.int(),
      /** False: there are more, to be had as a file. */
      isWhole: z.boolean(),
      /** The headers whose numbers are amounts in rupees. */
      amounts: z.array(z.string()),
    }),
  },
  exportModel: {
    method: 'GET',
    path: '/activity/get-export/file',
    summary: 'All rows of a model in a range, streamed as XLSX or CSV.',
    roles: 'any',
    query: z.object({ ...modelQuery.shape, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    answer: z.unknown(),
    answerKind: 'file',
  },
  readReport: {
    method: 'GET',
    path: '/reports/:report',
    summary: 'A report: figures by group with totals. 403 for a role that the report is not for.',
    roles: 'any',
    params: named,
    query: groupsQuery,
    answer: groupsAnswer,
  },
  readReportRows: {
    method: 'GET',
    path: '/reports/:report/rows',
    summary: 'The rows behind a report, or behind one figure of one group.',
    roles: 'any',
    params: named,
    query: rowsQuery,
    answer: rowsAnswer,
  },
  exportReport: {
    method: 'GET',
    path: '/reports/:report/export',
    summary: 'Exactly what a report shows, all groups or all rows, as XLSX or CSV.',
    roles: 'any',
    params: named,
    query: z.object({ ...rowsQuery.shape, ...exportFields }),
    answer: z.unknown(),
    answerKind: 'file',
  },
  startReportFile: {
    method: 'POST',
    path: '/reports/:report/files',
    summary: 'Has all rows of a report made into a file in the background; its reader is notified.',
    roles: 'any',
    params: named,
    body: fileQuery,
    answer: reportFileSchema,
  },
  listReportFiles: {
    method: 'GET',
    path: '/report-files',
    summary: 'The files that the person asked for and that are still kept, newest first.',
    roles: 'any',
    query: z.object(pageQueryFields),
    answer: pageOf(reportFileSchema),
  },
  downloadReportFile: {
    method: 'GET',
    path: '/report-files/:id',
    summary:
      'A file that is done. 404 for another person’s, one that is not done and one that expired.',
    roles: 'any',
    params: z.object({ id: idSchema }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
