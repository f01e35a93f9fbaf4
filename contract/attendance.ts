import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS, roleSchema } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  queryIdsSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

const sessionSpanSchema = z.object({
  loginAt: instantSchema,
  /** Null while it goes on. */
  logoutAt: instantSchema.nullable(),
  /** `logout`, `idle`, and what else ends a session; null while it goes on. */
  endReason: z.string().nullable(),
});

const breakSpanSchema = z.object({
  /** One of the spec's seven reasons (spec 9). */
  reason: z.string(),
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
});

/** A person's day, from its real sessions. Time in two sessions at once counts once; seconds. */
const attendanceDaySchema = z.object({
  /** In the business time zone. */
  day: daySchema,
  firstLoginAt: instantSchema,
  /** The end of the day's last session; null while one goes on. */
  lastLogoutAt: instantSchema.nullable(),
  loginCount: z.int(),
  /** Logged in, breaks included. */
  loggedInSeconds: z.int(),
  breakSeconds: z.int(),
  /** Logged in and not on break. */
  activeSeconds: z.int(),
  /** Active in half hours of the clock without a call or visit of the person's; null for who makes none. */
  idleSeconds: z.int().nullable(),
  breakCount: z.int(),
});

/** A person's day, with its logins and breaks. */
export const attendanceDetailSchema = attendanceDaySchema.extend({
  sessions: z.array(sessionSpanSchema),
  breaks: z.array(breakSpanSchema),
});

/** A person's day. */
export type AttendanceDay = z.infer<typeof attendanceDetailSchema>;

/** One person's day in the login report. */
export const loginReportRowSchema = attendanceDaySchema.extend({
  userId: idSchema,
  fullName: z.string(),
  role: roleSchema,
  managerName: z.string().nullable(),
});

/** One person's day in the login report. */
export type LoginReportRow = z.infer<typeof loginReportRowSchema>;

/** What a collector holds and how far it is worked (spec 7.3: allocations). */
export const collectorAllocationSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  managerId: idSchema.nullable(),
  managerName: z.string().nullable(),
  isActive: z.boolean(),
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  /** Loans with a contact by anyone since they were allocated to the collector. */
  workedCount: z.int(),
  /** Of them, with an open promise. */
  promiseCount: z.int(),
});

/** What a collector holds. */
export type CollectorAllocation = z.infer<typeof collectorAllocationSchema>;

const range = {
  /** Days in the business time zone, both included. Default: the current month (spec 9). */
  gte: dayInputSchema.optional(),
  lte: dayInputSchema.optional(),
};

/** Who was at work when, and who holds what (spec 2.2 /attendance, /login-report; 7.3). */
export const attendanceCalls = callsOf('attendance', {
  readAttendance: {
    method: 'GET',
    path: '/collector/attendance',
    section: '7.3',
    summary:
      "A person's days: logins, logouts, breaks, active time. Without collectorId the caller's own.",
    roles: [...ADMINS, 'MANAGER', 'COLLECTOR', 'FIELD_AGENT', 'PARTNER'],
    query: z.object({ collectorId: idSchema.optional(), ...range }),
    answer: z.object({
      person: z.object({ _id: idSchema, fullName: z.string(), role: roleSchema }),
      data: z.array(attendanceDetailSchema),
      totals: z.object({
        dayCount: z.int(),
        loggedInSeconds: z.int(),
        breakSeconds: z.int(),
        activeSeconds: z.int(),
        idleSeconds: z.int().nullable(),
      }),
    }),
  },
  readLoginReport: {
    method: 'GET',
    path: '/reports/logins',
    summary: "The team's days: one row per person and day with a login.",
    roles: ['MANAGER', ...ADMINS],
    query: z.object({
      ...pageQueryFields,
      ...range,
      collectorId: queryIdsSchema.optional(),
      search: textSchema(100).optional(),
    }),
    answer: pageOf(loginReportRowSchema).extend({
      totals: z.object({
        personCount: z.int(),
        loggedInSeconds: z.int(),
        breakSeconds: z.int(),
        activeSeconds: z.int(),
        idleSeconds: z.int().nullable(),
      }),
    }),
  },
  listActiveCollectors: {
    method: 'GET',
    path: '/collector/active/by/manager',
    section: '7.3',
    summary:
      "A manager's collectors who can log in and hold loans of the client, each with their number.",
    roles: ['MANAGER', 'PARTNER', ...ADMINS],
    query: z.object({
      managerId: idSchema.optional(),
      Client_Name: z.string().max(200).optional(),
    }),
    answer: z.object({ data: z.array(collectorAllocationSchema) }),
  },
  listCollectorAllocations: {
    method: 'GET',
    path: '/activity/collector/allocations',
    section: '7.3',
    summary: 'What each collector holds and how far it is worked.',
    roles: ['MANAGER', 'PARTNER', ...ADMINS],
    query: z.object({ createdBy: idSchema.optional() }),
    answer: z.object({ data: z.array(collectorAllocationSchema) }),
  },
});
