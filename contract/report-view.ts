import { z } from 'zod';
import { callsOf } from './call.ts';
import { REPORT_PRESETS } from './report-days.ts';
import { groupSchema, reportFilterFields, reportNameSchema } from './report-fields.ts';
import { ADMINS, roleSchema } from './roles.ts';
import type { Role } from './roles.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** More columns than this no report has. */
const MOST_COLUMNS = 150;

/** How a report is looked at: its range by a word or by days, filters, groups, what is shown of it. */
export const reportLookSchema = z.object({
  ...reportFilterFields,
  /** Stands above days: what it means moves with the day. */
  preset: z.enum(REPORT_PRESETS).optional(),
  by: groupSchema.optional(),
  compare: z.literal('1').optional(),
  view: z.enum(['figures', 'rows']).default('figures'),
  /** Which columns of that view are shown; what is not named is as at first. */
  columns: z
    .record(z.string().max(60), z.boolean())
    .refine((columns) => Object.keys(columns).length <= MOST_COLUMNS)
    .default({}),
});

/** How a report is looked at. */
export type ReportLook = z.output<typeof reportLookSchema>;

/** Who may share views with roles. */
export const VIEW_SHARERS: ReadonlySet<Role> = new Set([...ADMINS, 'MANAGER', 'CLIENT_ADMIN']);

/** Most views that one person keeps of one report. */
export const MOST_VIEWS = 50;

const reportViewSchema = z.object({
  _id: idSchema,
  report: reportNameSchema,
  name: z.string(),
  /** Roles whose people see it too. */
  roles: z.array(roleSchema),
  look: reportLookSchema,
  /** The reader's own: others only use it. */
  isOwn: z.boolean(),
  /** Its owner may, and who shares views where the owner has left. Absent from older servers: its owner alone may. */
  mayRemove: z.boolean().optional(),
  ownerName: z.string(),
  updatedAt: instantSchema,
});

/** How a report is looked at, under a name. */
export type ReportView = z.infer<typeof reportViewSchema>;

const named = z.object({ id: idSchema });
const fields = {
  name: textSchema(80).min(1),
  roles: z.array(roleSchema).max(20).default([]),
  look: reportLookSchema,
};
const session = { roles: 'any' } as const;

/** Saved views of reports: a person's own, and those shared with its role. */
export const reportViewCalls = callsOf('report-views', {
  listReportViews: {
    ...session,
    method: 'GET',
    path: '/report-views',
    summary: 'The saved views that the caller may use, of one report or of all.',
    query: z.object({ report: reportNameSchema.optional() }),
    answer: z.object({ data: z.array(reportViewSchema) }),
  },
  createReportView: {
    ...session,
    method: 'POST',
    path: '/report-views',
    summary:
      'Saves a view of a report under a name; 409 for a name that the caller has already. Roles: an admin’s or manager’s to give.',
    body: z.object({ report: reportNameSchema, ...fields }),
    answer: reportViewSchema,
  },
  changeReportView: {
    ...session,
    method: 'PUT',
    path: '/report-views/:id',
    summary: 'Changes a view of the caller’s own. Schedules that use it go by the change.',
    params: named,
    body: z.object(fields),
    answer: reportViewSchema,
  },
  removeReportView: {
    ...session,
    method: 'DELETE',
    path: '/report-views/:id',
    summary:
      'Removes a view of the caller’s own, or, for who may share views, one that somebody who left had shared; 409 while a schedule uses it.',
    params: named,
    answer: z.object({ _id: idSchema }),
  },
});
