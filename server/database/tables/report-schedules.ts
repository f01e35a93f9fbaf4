import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { DATE_FORMATS } from '../../../contract/client-export.ts';
import { DELIVERY_STATES, SCHEDULE_RHYTHMS } from '../../../contract/report-schedule.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { clients, users } from './people.ts';
import { reportFiles } from './report-files.ts';

/** How somebody looks at a report: range, filters, groups and columns under a name. */
export const reportViews = pgTable(
  'report_views',
  {
    id: uuid('id').primaryKey(),
    ownerId: idOf('owner_id', () => users.id).notNull(),
    report: text('report').notNull(),
    name: text('name').notNull(),
    /** Roles whose people see it beside its owner. */
    roles: text('roles')
      .array()
      .notNull()
      .default(sql`'{}'`),
    look: jsonb('look').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Removed: what schedules sent by it stays. */
    removedAt: instant('removed_at'),
  },
  (t) => [
    uniqueIndex('report_views_name')
      .on(t.ownerId, t.report, sql`lower(${t.name})`)
      .where(sql`removed_at is null`),
  ],
);

/** Saved views and charts that are sent to people again and again. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: uuid('id').primaryKey(),
    ownerId: idOf('owner_id', () => users.id).notNull(),
    /** What is sent: a saved view, or a saved chart. No reference: who removes a chart ends its schedules by that. */
    viewId: idOf('view_id', () => reportViews.id),
    chartId: uuid('chart_id'),
    rhythm: text('rhythm', { enum: SCHEDULE_RHYTHMS }).notNull(),
    /** Weekly: 1 is Monday. */
    weekday: smallint('weekday'),
    /** Monthly; a month without that day is sent on its last. */
    monthDay: smallint('month_day'),
    /** `HH:mm` in the business time zone. */
    at: text('at').notNull(),
    format: text('format', { enum: ['xlsx', 'csv'] }).notNull(),
    /** The e-mail has the file; otherwise a link that asks for a login. */
    isAttached: boolean('is_attached').notNull(),
    recipientIds: uuid('recipient_ids').array().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    nextAt: instant('next_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Removed: what it sent stays. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    check('report_schedules_one_thing', sql`(view_id is null) <> (chart_id is null)`),
    check('report_schedules_rhythm_check', isOneOf('rhythm', SCHEDULE_RHYTHMS)),
    check(
      'report_schedules_day_check',
      sql`(rhythm = 'WEEKLY') = (weekday is not null) and (rhythm = 'MONTHLY') = (month_day is not null)
        and coalesce(weekday, 1) between 1 and 7 and coalesce(month_day, 1) between 1 and 31`,
    ),
    index('report_schedules_due')
      .on(t.nextAt)
      .where(sql`is_active and ended_at is null`),
    index('report_schedules_owner').on(t.ownerId),
    index('report_schedules_view').on(t.viewId),
  ],
);

/** What a schedule gives one person at one time: made once, mailed once. */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: uuid('id').primaryKey(),
    scheduleId: idOf('schedule_id', () => reportSchedules.id).notNull(),
    dueAt: instant('due_at').notNull(),
    recipientId: idOf('recipient_id', () => users.id).notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('WAITING'),
    fileId: idOf('file_id', () => reportFiles.id, { onDelete: 'set null' }),
    fileName: text('file_name'),
    rowCount: integer('row_count'),
    /** The e-mail: kept whether it left or not. */
    address: text('address'),
    subject: text('subject'),
    body: text('body'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull().defaultNow(),
    claimedUntil: instant('claimed_until'),
    error: text('error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    check('report_deliveries_state_check', isOneOf('state', DELIVERY_STATES)),
    uniqueIndex('report_deliveries_once').on(t.scheduleId, t.dueAt, t.recipientId),
    index('report_deliveries_open')
      .on(t.nextAt)
      .where(sql`state in ('WAITING', 'READY', 'SENDING')`),
    index('report_deliveries_file').on(t.fileId),
  ],
);

/** What a lender asks of files with its loans: its own format, a watermark, masked numbers. */
export const clientExports = pgTable(
  'client_exports',
  {
    clientId: idOf('client_id', () => clients.id, { onDelete: 'cascade' }).primaryKey(),
    /** The last row of every file with its loans; null: none. */
    watermark: text('watermark'),
    /** Roles that get phone numbers masked in files. */
    maskedRoles: text('masked_roles')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Its own format's columns: field and header, in order. */
    columns: jsonb('columns').notNull().default([]),
    dateFormat: text('date_format', { enum: DATE_FORMATS }).notNull().default('DD-MM-YYYY'),
    revision: integer('revision').notNull().default(1),
    updatedBy: idOf('updated_by', () => users.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [check('client_exports_date_format_check', isOneOf('date_format', DATE_FORMATS))],
);
