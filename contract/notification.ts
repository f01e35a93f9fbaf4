import { z } from 'zod';
import { callsOf } from './call.ts';
import { PAGE_SIZE_MAX, pageOf } from './paging.ts';
import { roleSchema } from './roles.ts';
import {
  daySchema,
  idSchema,
  instantSchema,
  monthInputSchema,
  queryIntSchema,
  queryListSchema,
} from './values.ts';

/** What makes a notification. The settlement's steps are made by the settlements themselves. */
export const NOTIFICATION_KINDS = [
  'ALLOCATION',
  'FIELD_DISPOSITION',
  'SETTLEMENT_PROPOSED',
  'SETTLEMENT_APPROVED',
  'SETTLEMENT_REJECTED',
  'SETTLEMENT_LETTER',
  'SETTLEMENT_COUNTERED',
  'SETTLEMENT_WITHDRAWN',
  'SETTLEMENT_CLOSED',
  'SETTLEMENT_WAITS',
  'SETTLEMENT_DUE_SOON',
  'SETTLEMENT_FULFILLED',
  'SETTLEMENT_BROKEN',
  'SETTLEMENT_EXPIRED',
  'SETTLEMENT_RESUMED',
  'SETTLEMENT_REOPENED',
  'SETTLEMENT_BOUNCED',
  'SETTLEMENT_LETTER_DIFFERS',
  'IMPORT_FINISHED',
  'IMPORT_FAILED',
  'CONTACT_BREACH',
  'CONTACT_EXCEPTION',
  'EXCEPTION_GRANTED',
  'EXCEPTION_REFUSED',
  'PROMISE_BROKEN',
  'RECEIPT_CANCEL_ASKED',
  'RECEIPT_CANCELLED',
  'RECEIPT_KEPT',
  'RECEIPT_EXCESS',
  'DEPOSIT_CANCELLED',
  'RECEIPT_TAKEN_OUT',
  'WORK_REVIEW',
  'WORK_REFUSED',
  'BACKUP_FAILED',
  'BACKUP_LATE',
  'BACKUP_KEY_CHANGED',
  'PUT_BACK',
  'REPORT_READY',
  'REPORT_FAILED',
  'SHARING_OUT_FAILED',
  'SENDING_FAILED',
] as const;

/** What makes a notification. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The reason of a SETTLEMENT_WAITS: nobody of the client who could decide can log in. */
export const WAITS_FOR_NOBODY = 'NOBODY';

/** The reason of a SETTLEMENT_REOPENED: an offer came back with its loan. */
export const LOAN_BACK = 'LOAN_BACK';

/** What the words of a notification are made of; which are there depends on its kind. */
export const notificationFactsSchema = z.object({
  /** Loans allocated, rows stored. */
  count: z.int().optional(),
  /** Rows refused. */
  failedCount: z.int().optional(),
  /** Whole rupees. */
  amount: z.int().optional(),
  /** By when it is to be paid. */
  dueOn: daySchema.optional(),
  /** The disposition's code. */
  disposition: z.string().optional(),
  /** Who did it. */
  personName: z.string().optional(),
  fileName: z.string().optional(),
  /** The last that was saved before the server was put back to a backup. */
  savedUntil: instantSchema.optional(),
  importId: idSchema.optional(),
  /** Why it was decided so. */
  reason: z.string().optional(),
  /** Whole rupees that were left to collect. */
  left: z.int().optional(),
  /** What else was taken in, whole rupees. */
  others: z.array(z.object({ personName: z.string(), amount: z.int() })).optional(),
});

/** What the words of a notification are made of. */
export type NotificationFacts = z.infer<typeof notificationFactsSchema>;

/** What a person, or a lender, should know of (spec 3: Notification). */
export const notificationSchema = z.object({
  _id: idSchema,
  /** Null: about no single loan, or one that the reader may not see (any more). */
  loanId: idSchema.nullable(),
  Loan_ID: z.string().nullable(),
  /** The lender it is about; null when it is about several. */
  Client_Name: z.string().nullable(),
  createdAt: instantSchema,
  /** False: deactivated, out of the list and the count. */
  isActive: z.boolean(),
  settalementId: idSchema.nullable(),
  kind: z.enum(NOTIFICATION_KINDS),
  facts: notificationFactsSchema,
  /** The same in English words. */
  message: z.string(),
});

/** What a person, or a lender, should know of. */
export type Notification = z.infer<typeof notificationSchema>;

const emptyIsNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional();

/** Parses to `YYYY-MM`. */
const month = emptyIsNone(monthInputSchema.transform((day) => day.slice(0, 7)));

const listQuery = {
  /** Counts from 0 (spec 9). */
  page: queryIntSchema(0, 1_000_000).default(0),
  /** Rows to leave out, from 0; stands above `page`. */
  offset: queryIntSchema(0, 1_000_000).optional(),
  pageSize: queryIntSchema(1, 1_000_000)
    .default(10)
    .transform((size) => Math.min(size, PAGE_SIZE_MAX)),
  startMonth: month,
  endMonth: month,
  clientsName: queryListSchema.optional(),
  /** Only those that are active, or only those that are not; active ones when left out. */
  isActive: z.enum(['true', 'false']).default('true'),
};

const listQuerySchema = z.object(listQuery);

/** Which notifications are asked for. */
export type NotificationQuery = z.output<typeof listQuerySchema>;

/** `page` counts from 0 here. */
const listAnswer = pageOf(notificationSchema);
const isActiveField = z.enum(['true', 'false']);
const changed = z.object({ success: z.boolean(), count: z.int() });

const any = { roles: 'any' } as const;

/** Notifications (spec 7.4). A lender's people share theirs; nobody else sees or changes them. */
export const notificationCalls = callsOf('notifications', {
  countNotifications: {
    ...any,
    method: 'GET',
    path: '/api/v2/notifications/count',
    section: '7.4',
    summary: 'How many active notifications the caller has.',
    answer: z.object({
      notificationCount: z.int(),
      data: z.object({ notificationCount: z.int() }),
    }),
  },
  listNotificationsOf: {
    ...any,
    method: 'GET',
    path: '/api/v2/notifications/of/:id',
    summary:
      "The caller's notifications, newest first, in pages. `id` is the caller's own id, or its client's for a lender's people (spec 6).",
    params: z.object({ id: idSchema }),
    query: z.object({ ...listQuery, role: roleSchema.optional() }),
    answer: listAnswer,
  },
  listNotificationsOfManager: {
    method: 'GET',
    path: '/notification/getByManagerId',
    section: '7.4',
    summary: "The manager's notifications, newest first, in pages.",
    roles: ['MANAGER'],
    query: z.object({ ...listQuery, managerId: idSchema.optional() }),
    answer: listAnswer,
  },
  listNotificationsOfCollector: {
    method: 'GET',
    path: '/notification/getByCollectorId',
    section: '7.4',
    summary: "The collector's notifications, newest first, in pages.",
    roles: ['COLLECTOR'],
    query: z.object({ ...listQuery, collectorId: idSchema.optional() }),
    answer: listAnswer,
  },
  listNotificationsOfClient: {
    method: 'GET',
    path: '/notification/getByClientUsername',
    section: '7.4',
    summary: "The lender's notifications, newest first, in pages.",
    roles: ['CUSTOMER', 'CLIENT_ADMIN'],
    query: z.object({ ...listQuery, username: z.string().max(200).optional() }),
    answer: listAnswer,
  },
  listNotificationClients: {
    ...any,
    method: 'GET',
    path: '/notification/getDistNotificationClient',
    section: '7.4',
    summary: "The clients that the caller's notifications are about, by name.",
    answer: z.object({ data: z.array(z.string()) }),
  },
  deactivateNotification: {
    ...any,
    method: 'PUT',
    path: '/notification/deactivate',
    section: '7.4',
    summary: 'Deactivate a notification of the caller, or take that back with isActive=true.',
    query: z.object({ _id: idSchema, isActive: isActiveField }),
    answer: changed,
  },
  deactivateSettlementNotifications: {
    method: 'PUT',
    path: '/notification/manager/deactivate',
    section: '7.4',
    summary: "Deactivate the manager's notifications of a settlement, or take that back.",
    roles: ['MANAGER'],
    query: z.object({ settalementId: idSchema, isActive: isActiveField }),
    answer: changed,
  },
  deactivateNotifications: {
    ...any,
    method: 'PUT',
    path: '/api/v2/notifications/deactivate',
    summary: 'Deactivate several notifications of the caller, all or none, or take that back.',
    body: z.object({
      _ids: z.array(idSchema).min(1).max(PAGE_SIZE_MAX),
      isActive: z.boolean(),
    }),
    answer: changed,
  },
});
