import { sql } from 'drizzle-orm';
import { addDays, businessDay, businessTime, instantOf } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import type { Upkeep } from '../upkeep.ts';
import { tellAdmins } from './backup-notices.ts';
import { backupPlace } from './backup-places.ts';
import { isGoodAndDated } from './backup-record.ts';
import { BACKUP_QUEUE } from './backup-service.ts';

const MINUTE_MS = 60_000;
/** After a failure the day's backup is tried again so much later. */
const AGAIN_MINUTES = 60;

interface Plan extends Record<string, unknown> {
  isScheduled: boolean;
  at: string;
}

/**
 * The day's backup, from its time on, also when the server was down then. Once, whoever looks; one that a person began after
 * that time, before this looked, is the day's.
 */
async function addDue(context: Context, now: Date): Promise<void> {
  const { db, settings, jobs } = context;
  const { rows } = await db.execute<Plan>(
    sql`select is_scheduled as "isScheduled", at from backup_settings where recipient is not null`,
  );
  const [plan] = rows;
  const day = businessDay(settings.businessTz, now);
  if (!plan?.isScheduled) return;
  const dueAt = instantOf(settings.businessTz, day, plan.at);
  if (now < new Date(dueAt)) return;
  await db.transaction(async (tx) => {
    const id = newId();
    const added =
      await tx.execute(sql`insert into backups (id, scheduled_for) select ${id}, ${day}::date
      where not exists (select 1 from backups where scheduled_for = ${day}::date
        and (state <> 'FAILED' or finished_at > now() - make_interval(mins => ${AGAIN_MINUTES})))
        and not exists (select 1 from backups b where b.created_at between ${dueAt}::timestamptz and ${now.toISOString()}::timestamptz
          and (b.state in ('WAITING', 'WRITING', 'DRILLING') or ${isGoodAndDated}))
      on conflict do nothing`);
    if ((added.rowCount ?? 0) > 0) await jobs.add(tx, BACKUP_QUEUE, id);
  });
  jobs.wake(BACKUP_QUEUE);
}

/**
 * Tells admins, once a business day, that the last good backup is older than a day and none is in work. A day is that of the
 * clock on the wall, since the schedule is: it may have 25 hours.
 */
async function tellLate({ db, settings }: Context, now: Date): Promise<void> {
  const zone = settings.businessTz;
  const day = businessDay(zone, now);
  const dayBefore = instantOf(zone, addDays(day, -1), businessTime(zone, now));
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`update backup_settings set told_late_on = ${day}::date
      where recipient is not null and told_late_on is distinct from ${day}::date
        and not exists (select 1 from backups where state in ('WAITING', 'WRITING', 'DRILLING'))
        and coalesce(greatest(case when since <= ${now.toISOString()}::timestamptz then since end,
          (select max(b.snapshot_at) from backups b where ${isGoodAndDated})), '-infinity')
          < ${dayBefore}::timestamptz`);
    if ((rowCount ?? 0) > 0) await tellAdmins(tx, 'BACKUP_LATE');
  });
}

/** What falls due at an instant. */
export async function keepBackupsDue(context: Context, now: Date): Promise<void> {
  await addDue(context, now);
  await tellLate(context, now);
}

/** Makes the day's backup when its time has come. */
export const backupSchedule: Upkeep = {
  name: 'backup schedule',
  every: MINUTE_MS,
  work: (context) => keepBackupsDue(context, new Date()),
};

/**
 * Looks whether the files are where they were put, as long as they were: a folder may be unmounted, emptied by hand, or on
 * another machine, a copy of it cut off.
 */
export const backupFiles: Upkeep = {
  name: 'backup files',
  every: 60 * MINUTE_MS,
  isAtStart: true,
  work: async ({ db, settings }) => {
    const place = backupPlace(settings);
    const { rows } = await db.execute<{
      id: string;
      fileName: string;
      size: number | null;
    }>(sql`select id, file_name as "fileName", size
      from backups where state in ('DONE', 'GONE') and file_name is not null`);
    const gone: string[] = [];
    for (const { id, fileName, size } of rows) {
      const found = await place.sizeOf(fileName);
      if (found === null) gone.push(id);
      else
        await db.execute(
          sql`update backups set state = 'DONE' where id = ${id} and state = 'GONE'`,
        );
      if (found !== null && size !== null && found !== size) await markBad(db, id);
    }
    await markGone(db, gone);
  },
};

/** What went without anybody having removed it: a disk that is not mounted, a hand in the folder. Told once for all of them. */
async function markGone(db: Db, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`update backups set state = 'GONE'
      where id = any(${sql.param(ids)}::uuid[]) and state = 'DONE'`);
    if ((rowCount ?? 0) > 0) await tellAdmins(tx, 'BACKUP_FAILED');
  });
}

/** What is not as long as it was written can't be restored. Told once. */
async function markBad(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } =
      await tx.execute(sql`update backups set check_state = 'BAD', checked_at = now()
      where id = ${id} and state = 'DONE' and check_state is distinct from 'BAD'`);
    if ((rowCount ?? 0) > 0) await tellAdmins(tx, 'BACKUP_FAILED');
  });
}
