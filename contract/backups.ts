import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { idSchema, instantSchema, seenRevisionSchema, timeInputSchema } from './values.ts';

/* Copies of the whole organisation that it can be restored from (spec 1, 2.2: /backup). */

/** WAITING, WRITING, DRILLING: in work. GONE: its file is no longer where it was put. */
export const BACKUP_STATES = ['WAITING', 'WRITING', 'DRILLING', 'DONE', 'FAILED', 'GONE'] as const;

/** Where a backup stands. */
export type BackupState = (typeof BACKUP_STATES)[number];

/** What came of restoring a backup into a scratch database. */
export const DRILL_STATES = ['PASSED', 'FAILED', 'NOT_POSSIBLE'] as const;

/** What came of a drill. */
export type DrillState = (typeof DRILL_STATES)[number];

/** What came of reading the stored file again. */
export const CHECK_STATES = ['WAITING', 'GOOD', 'BAD'] as const;

/** What came of reading the stored file again. */
export type CheckState = (typeof CHECK_STATES)[number];

const backupSchema = z.object({
  _id: idSchema,
  state: z.enum(BACKUP_STATES),
  /** Made by the schedule, not by a person. */
  isScheduled: z.boolean(),
  /** Who asked for it; null: the schedule. */
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  /** What was saved before is in it. */
  snapshotAt: instantSchema.nullable(),
  fileName: z.string().nullable(),
  /** Of the file, in bytes. */
  size: z.int().nullable(),
  doneRows: z.int(),
  /** About how many there are, while it is made. */
  expectedRows: z.int().nullable(),
  fileCount: z.int().nullable(),
  problem: z.string().nullable(),
  drillState: z.enum(DRILL_STATES).nullable(),
  drillAt: instantSchema.nullable(),
  drillProblem: z.string().nullable(),
  checkState: z.enum(CHECK_STATES).nullable(),
  checkedAt: instantSchema.nullable(),
  mayRemove: z.boolean(),
});

/** One backup. */
export type Backup = z.infer<typeof backupSchema>;

const kept = (least: number) => z.int().min(least).max(1000);

const settingsFields = {
  /** The public key that backups are made for (age1...); null: none is set up, and none is made. */
  recipient: z
    .string()
    .trim()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, says('not-a-backup-key'))
    .nullable(),
  isScheduled: z.boolean(),
  /** Time of day in the business time zone. */
  at: timeInputSchema,
  keepDaily: kept(1),
  keepWeekly: kept(0),
  keepMonthly: kept(0),
};

const settingsSchema = z.object({ ...settingsFields, revision: seenRevisionSchema });

const settingsAnswer = z.object({
  ...settingsFields,
  revision: z.int(),
  /** The folder of the server where files are put. */
  place: z.string(),
  /** When the newest backup that can be relied on was made. */
  lastGoodAt: instantSchema.nullable(),
  /** When a restore drill last passed. */
  lastDrillAt: instantSchema.nullable(),
});

/** How backups are made and kept. */
export type BackupSettings = z.infer<typeof settingsAnswer>;

const admins = { roles: ADMINS } as const;
const byId = z.object({ id: idSchema });

/** Backups of the whole organisation. */
export const backupCalls = callsOf('backups', {
  listBackups: {
    ...admins,
    method: 'GET',
    path: '/backups',
    summary: 'Backups, the newest first.',
    query: z.object(pageQueryFields),
    answer: pageOf(backupSchema),
  },
  makeBackup: {
    ...admins,
    method: 'POST',
    path: '/backups',
    summary: 'Make a backup now, in the background. One that is in work is not made twice.',
    body: z.object({}),
    answer: backupSchema,
  },
  getBackupSettings: {
    ...admins,
    method: 'GET',
    path: '/backups/settings',
    summary: 'How backups are made and kept, and when the last good one was made.',
    answer: settingsAnswer,
  },
  saveBackupSettings: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/backups/settings',
    summary: 'Change how backups are made and kept. Backups of another key stay with that key.',
    body: settingsSchema,
    answer: settingsAnswer,
  },
  checkBackup: {
    ...admins,
    method: 'PUT',
    path: '/backups/:id/check',
    summary: 'Read the stored file again, in the background, and compare it with what was written.',
    params: byId,
    answer: backupSchema,
  },
  downloadBackup: {
    ...admins,
    method: 'GET',
    path: '/backups/:id/file',
    summary: 'The encrypted file of a backup.',
    params: byId,
    answer: z.unknown(),
    answerKind: 'file',
  },
  removeBackup: {
    ...admins,
    method: 'DELETE',
    path: '/backups/:id',
    summary: 'Remove a backup and its file. The last good one stays.',
    params: byId,
    answer: z.object({ success: z.literal(true) }),
  },
});
