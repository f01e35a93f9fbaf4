import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { reportNameSchema } from './report-fields.ts';
import { ADMINS, roleSchema } from './roles.ts';
import { idSchema, instantSchema, seenRevisionSchema } from './values.ts';

/** How often a schedule sends. */
export const SCHEDULE_RHYTHMS = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;

/**
 * Where a delivery stands. READY: the file is there, the e-mail waits. RECORDED: it would have left, but no e-mail server is
 * set. SKIPPED: the recipient left or may not read the report. UNKNOWN: whether the e-mail arrived is not known, and it is
 * not sent twice.
 */
export const DELIVERY_STATES = [
  'WAITING',
  'READY',
  'SENDING',
  'SENT',
  'RECORDED',
  'SKIPPED',
  'FAILED',
  'UNKNOWN',
] as const;

/** Most people that one schedule sends to. */
const MOST_RECIPIENTS = 50;

const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, says('not-a-time'));

/** When a schedule sends. */
export const scheduleTimeSchema = z.discriminatedUnion('rhythm', [
  z.object({ rhythm: z.literal('DAILY'), at: clockSchema }),
  /** 1 is Monday. */
  z.object({ rhythm: z.literal('WEEKLY'), weekday: z.int().min(1).max(7), at: clockSchema }),
  /** A month without that day sends on its last. */
  z.object({ rhythm: z.literal('MONTHLY'), monthDay: z.int().min(1).max(31), at: clockSchema }),
]);

/** When a schedule sends, in the business time zone. */
export type ScheduleTime = z.infer<typeof scheduleTimeSchema>;

const fields = {
  time: scheduleTimeSchema,
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  /** The e-mail has the file; otherwise a link that asks for a login. */
  isAttached: z.boolean().default(false),
  recipientIds: z.array(idSchema).min(1).max(MOST_RECIPIENTS),
  isActive: z.boolean().default(true),
};

const personSchema = z.object({ _id: idSchema, fullName: z.string(), role: roleSchema });

/** Somebody to whom reports can be sent. */
export type ScheduleRecipient = z.infer<typeof personSchema>;

const scheduleSchema = z.object({
  _id: idSchema,
  /** Null: it sends a chart. */
  report: reportNameSchema.nullable(),
  /** The saved view or the saved chart that it sends: one of both. */
  viewId: idSchema.nullable(),
  chartId: idSchema.nullable(),
  /** Of the view or the chart. */
  viewName: z.string(),
  ownerName: z.string(),
  time: scheduleTimeSchema,
  format: z.enum(['xlsx', 'csv']),
  isAttached: z.boolean(),
  recipients: z.array(personSchema),
  isActive: z.boolean(),
  /** False: somebody who left had it sent, and the reader may only remove it. */
  mayChange: z.boolean().optional(),
  /** Of what people set; sending does not move it. */
  revision: z.int(),
  nextAt: instantSchema,
  /** What came of the last time; null: it has not sent yet. */
  last: z
    .object({ dueAt: instantSchema, sentCount: z.int(), openCount: z.int(), failedCount: z.int() })
    .nullable(),
});

/** A saved view or chart that is sent to people again and again. */
export type ReportSchedule = z.infer<typeof scheduleSchema>;

const deliverySchema = z.object({
  _id: idSchema,
  dueAt: instantSchema,
  recipientName: z.string(),
  address: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  fileName: z.string().nullable(),
  rowCount: z.int().nullable(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  error: z.string().nullable(),
  attempts: z.int(),
  sentAt: instantSchema.nullable(),
});

/** What a schedule gave one person at one time. */
export type ReportDelivery = z.infer<typeof deliverySchema>;

const named = z.object({ id: idSchema });
const session = {
  roles: [...ADMINS, 'MANAGER', 'CLIENT_ADMIN'],
} as const;

/** Who has the screen of schedules: super admins have the home route only (spec 6). */
export const SCHEDULES_SCREEN = { roles: ['ADMIN', 'MANAGER', 'CLIENT_ADMIN'] } as const;

/** Reports and charts that are sent to people by themselves. */
export const reportScheduleCalls = callsOf('report-schedules', {
  listReportSchedules: {
    ...session,
    method: 'GET',
    path: '/report-schedules',
    summary: 'The caller’s schedules; an admin sees all.',
    query: z.object(pageQueryFields),
    answer: pageOf(scheduleSchema).extend({
      /** Whether e-mails leave; otherwise they are recorded. */
      hasMail: z.boolean(),
    }),
  },
  listScheduleRecipients: {
    ...session,
    method: 'GET',
    path: '/report-schedules/recipients',
    summary:
      'To whom the caller may have a report or (without one) a chart sent: its own people who may read it.',
    query: z.object({ report: reportNameSchema.optional() }),
    answer: z.object({ data: z.array(personSchema.extend({ username: z.string() })) }),
  },
  createReportSchedule: {
    ...session,
    method: 'POST',
    path: '/report-schedules',
    summary: 'Has a saved view or a saved chart sent to people daily, weekly or monthly.',
    body: z
      .object({ viewId: idSchema.optional(), chartId: idSchema.optional(), ...fields })
      .refine(({ viewId, chartId }) => (viewId === undefined) !== (chartId === undefined), {
        path: ['viewId'],
        ...says('not-chosen'),
      }),
    answer: z.object({ _id: idSchema }),
  },
  changeReportSchedule: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/report-schedules/:id',
    summary:
      'Changes or pauses a schedule of the caller’s own; an admin any. 409 STALE_REVISION when somebody changed it meanwhile.',
    params: named,
    body: z.object({ ...fields, revision: seenRevisionSchema }),
    answer: z.object({ _id: idSchema }),
  },
  endReportSchedule: {
    ...session,
    method: 'DELETE',
    path: '/report-schedules/:id',
    summary: 'Removes a schedule; what it sent stays.',
    params: named,
    answer: z.object({ _id: idSchema }),
  },
  listReportDeliveries: {
    ...session,
    method: 'GET',
    path: '/report-schedules/:id/deliveries',
    summary: 'What a schedule sent to whom, newest first, with what came of it.',
    params: named,
    query: z.object(pageQueryFields),
    answer: pageOf(deliverySchema),
  },
});
