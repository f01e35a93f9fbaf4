import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { BACKUP_STATES, CHECK_STATES, DRILL_STATES } from '../../../contract/backups.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { users } from './people.ts';

/** Backups made, being made and failed. The files lie elsewhere, encrypted. */
export const backups = pgTable(
  'backups',
  {
    id: uuid('id').primaryKey(),
    state: text('state', { enum: BACKUP_STATES }).notNull().default('WAITING'),
    /** The business day whose backup it is; null: a person asked for it. */
    scheduledFor: date('scheduled_for'),
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    snapshotAt: instant('snapshot_at'),
    /** Its name in the place where backups are put. */
    fileName: text('file_name'),
    size: bigint('size', { mode: 'number' }),
    /** Of the encrypted file. */
    sha256: text('sha256'),
    /** The key that opens it is that of this recipient. */
    recipient: text('recipient'),
    doneRows: bigint('done_rows', { mode: 'number' }).notNull().default(0),
    expectedRows: bigint('expected_rows', { mode: 'number' }),
    fileCount: integer('file_count'),
    problem: text('problem'),
    drillState: text('drill_state', { enum: DRILL_STATES }),
    drillAt: instant('drill_at'),
    drillProblem: text('drill_problem'),
    checkState: text('check_state', { enum: CHECK_STATES }),
    checkedAt: instant('checked_at'),
    /** Of before this database was restored or copied: another copy may rely on its file, so that only a person removes it. */
    isEarlier: boolean('is_earlier').notNull().default(false),
  },
  (t) => [
    check('backups_state_check', isOneOf('state', BACKUP_STATES)),
    check('backups_drill_state_check', isOneOf('drill_state', DRILL_STATES)),
    check('backups_check_state_check', isOneOf('check_state', CHECK_STATES)),
    index('backups_newest').on(t.createdAt.desc(), t.id.desc()),
    // A day's backup is made once, but for those that failed.
    uniqueIndex('backups_day')
      .on(t.scheduledFor)
      .where(sql`state <> 'FAILED'`),
  ],
);

/** One row: how backups are made and kept. */
export const backupSettings = pgTable(
  'backup_settings',
  {
    id: integer('id').primaryKey().default(1),
    /** The organisation's public key (age); its private key never comes to the server. */
    recipient: text('recipient'),
    isScheduled: boolean('is_scheduled').notNull().default(true),
    /** Time of day in the business time zone, `HH:mm`. */
    at: text('at').notNull().default('02:00'),
    keepDaily: integer('keep_daily').notNull().default(7),
    keepWeekly: integer('keep_weekly').notNull().default(4),
    keepMonthly: integer('keep_monthly').notNull().default(12),
    /** From then on there should be backups: when the key was first given. */
    since: instant('since'),
    /** The business day on which admins were last told that the last good one is old. */
    toldLateOn: date('told_late_on'),
  },
  () => [check('backup_settings_one', sql`id = 1`)],
);
