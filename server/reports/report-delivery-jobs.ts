import { sql } from 'drizzle-orm';
import { JOB_WORDS } from '../../contract/job-words.ts';
import { CHART_FILE } from '../../contract/report-engine.ts';
import type { ScheduleTime } from '../../contract/report-schedule.ts';
import type { ReportLook } from '../../contract/report-view.ts';
import type { ChartQuestion } from '../../contract/visualization.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { isDiskFull } from '../errors.ts';
import { newId } from '../ids.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { notify } from '../notifications/notification-service.ts';
import type { Upkeep } from '../upkeep.ts';
import { storeChart } from '../visualizations/scheduled-chart-service.ts';
import { mailWords } from './delivery-words.ts';
import type { StoredFile } from './delivery-words.ts';
import { MAIL_QUEUE } from './report-mail-jobs.ts';
import { isWanted, recipientOf } from './report-recipients.ts';
import type { Recipient } from './report-recipients.ts';
import { isLive, timeOf } from './report-schedule-service.ts';
import { latestTime, nextTime } from './schedule-times.ts';
import { storeReport } from './scheduled-file.ts';

/*
 * Once: a delivery's row is locked while its file is made, and the file, its notification and the state READY are one commit.
 * An e-mail is claimed (SENDING, committed) before the mail server is asked; whoever dies in between leaves a claim that runs
 * out, and the delivery becomes UNKNOWN: it is not mailed twice. Its recipient has the file in the app in any case.
 */

const QUEUE = 'report-delivery';
/** Days for which a file is kept. */
const KEPT_DAYS = 7;

interface Planned extends Record<string, unknown> {
  id: string;
  rhythm: ScheduleTime['rhythm'];
  weekday: number | null;
  monthDay: number | null;
  at: string;
  nextAt: string;
}

interface Due extends Planned {
  recipientIds: string[];
}

/** Makes the deliveries of one schedule whose time has come; false when there is none. Whoever comes second finds none. */
async function makeDeliveries({ db, jobs, settings }: Context, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Due>(sql`
      select s.id, s.rhythm, s.weekday, s.month_day as "monthDay", s.at, s.next_at as "nextAt",
        s.recipient_ids as "recipientIds"
      from report_schedules s where s.is_active and ${isLive} and s.next_at <= ${now.toISOString()}::timestamptz
      order by s.next_at, s.id limit 1 for update skip locked`);
    const [due] = rows;
    if (!due) return false;
    const time = timeOf(due);
    const zone = settings.businessTz;
    const dueAt = latestTime(time, zone, new Date(due.nextAt), now);
    for (const recipientId of due.recipientIds) {
      const id = newId();
      await tx.execute(sql`insert into report_deliveries (id, schedule_id, due_at, recipient_id)
        values (${id}, ${due.id}, ${dueAt.toISOString()}::timestamptz, ${recipientId}) on conflict do nothing`);
      await jobs.add(tx, QUEUE, id);
    }
    await tx.execute(sql`update report_schedules set next_at = ${nextTime(time, zone, now).toISOString()}::timestamptz
      where id = ${due.id}`);
    return true;
  });
}

/** A clock that was ahead put the next times as far ahead: without this nothing would be sent until then. */
async function bringNear({ db, settings }: Context, now: Date): Promise<void> {
  const { rows } = await db.execute<Planned>(sql`
    select s.id, s.rhythm, s.weekday, s.month_day as "monthDay", s.at, s.next_at as "nextAt"
    from report_schedules s where s.is_active and ${isLive}
      and s.next_at > ${now.toISOString()}::timestamptz + interval '1 day'`);
  for (const row of rows) {
    const next = nextTime(timeOf(row), settings.businessTz, now);
    if (next >= new Date(row.nextAt)) continue;
    await db.execute(sql`update report_schedules set next_at = ${next.toISOString()}::timestamptz
      where id = ${row.id} and next_at = ${row.nextAt}::timestamptz`);
  }
}

/** Makes what is due at an instant. */
export async function keepSchedulesDue(context: Context, now: Date): Promise<void> {
  await bringNear(context, now);
  while (await makeDeliveries(context, now));
  context.jobs.wake(QUEUE);
}

interface ToMake extends Recipient {
  dueAt: string;
  scheduleId: string;
  isAttached: boolean;
  format: 'xlsx' | 'csv';
  viewName: string;
  look: ReportLook | null;
  question: ChartQuestion | null;
  ownerName: string;
  address: string;
}

async function lockToMake(tx: Db, id: string): Promise<ToMake | null> {
  const { rows } = await tx.execute<ToMake>(sql`
    select d.recipient_id as "recipientId", d.due_at as "dueAt", s.id as "scheduleId", s.is_attached as "isAttached", s.format,
      v.report, coalesce(v.name, c.name, '') as "viewName", v.look, c.question,
      o.full_name as "ownerName", u.email as address, ${isWanted} as "isWanted"
    from report_deliveries d join report_schedules s on s.id = d.schedule_id
      left join report_views v on v.id = s.view_id left join data_visualizations c on c.id = s.chart_id join users o on o.id = s.owner_id join users u on u.id = d.recipient_id
    where d.id = ${id} and d.state = 'WAITING' for update of d skip locked`);
  return rows[0] ?? null;
}

/** Stores what was made: the file, the notification, the e-mail's words. */
async function noteMade(
  { tx, audit }: Command,
  context: Context,
  id: string,
  { wanted, made, key }: { wanted: ToMake; made: StoredFile; key: string },
): Promise<void> {
  const { subject, body } = mailWords(context, wanted, made);
  await tx.execute(sql`insert into report_files (id, owner_id, report, query, name, state, rows_done, rows_total, store_key,
      size, finished_at, expires_at)
    values (${id}, ${wanted.recipientId}, ${wanted.report ?? CHART_FILE}, ${JSON.stringify(made.filter)}::jsonb, ${made.name}, 'DONE',
      ${made.rowCount}, ${made.rowCount}, ${key}, ${made.size}, now(), now() + make_interval(days => ${KEPT_DAYS}))`);
  await tx.execute(sql`update report_deliveries set state = ${context.settings.mail === null ? 'RECORDED' : 'READY'},
      file_id = ${id}, file_name = ${made.name}, row_count = ${made.rowCount}, address = ${wanted.address},
      subject = ${subject}, body = ${body}, next_at = now()
    where id = ${id}`);
  if (context.settings.mail !== null) await context.jobs.add(tx, MAIL_QUEUE, id);
  await notify(tx, [
    {
      to: { userId: wanted.recipientId },
      kind: 'REPORT_READY',
      facts: { fileName: made.name, count: made.rowCount },
    },
  ]);
  audit({
    action: 'report.deliver',
    entity: 'report',
    entityId: wanted.report ?? CHART_FILE,
    details: {
      schedule: wanted.scheduleId,
      to: wanted.recipientId,
      filters: made.filter,
      rows: made.rowCount,
    },
  });
}

/** Makes and stores what is sent; null when it is not there any more: a chart that was removed meanwhile. */
async function storeSent(
  context: Context,
  actor: Actor,
  key: string,
  { report, look, question, format, viewName: name, dueAt }: ToMake,
): Promise<StoredFile | null> {
  const day = businessDay(context.settings.businessTz, new Date(dueAt));
  if (question !== null) return storeChart(context, actor, key, { name, question, format, day });
  if (report === null || look === null) return null;
  return storeReport(context, actor, key, { report, look, format, day });
}

/** Makes the recipient's file and tells it in the app; nothing for who may not have it. */
async function make(context: Context, id: string): Promise<void> {
  await runCommand(context.db, null, async (command) => {
    const wanted = await lockToMake(command.tx, id);
    if (wanted === null) return;
    const actor = await recipientOf(command.tx, wanted);
    const key = `report-files/${id}`;
    const made = actor && (await storeSent(context, actor, key, wanted));
    if (made === null)
      await command.tx.execute(
        sql`update report_deliveries set state = 'SKIPPED' where id = ${id}`,
      );
    else await noteMade(command, context, id, { wanted, made, key });
  });
  context.jobs.wake(MAIL_QUEUE);
}

/** The file can not be made: its recipient gets nothing, and who set it up is told. */
async function giveUp({ db }: Context, id: string, cause: unknown): Promise<void> {
  const error = JOB_WORDS[isDiskFull(cause) ? 'no-room-for-report' : 'fault-of-report'];
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ownerId: string; name: string }>(sql`
      update report_deliveries d set state = 'FAILED', error = ${error} from report_schedules s
        left join report_views v on v.id = s.view_id left join data_visualizations c on c.id = s.chart_id
      where d.id = ${id} and d.state = 'WAITING' and s.id = d.schedule_id
      returning s.owner_id as "ownerId", coalesce(v.name, c.name, '') as name`);
    const [failed] = rows;
    if (failed)
      await notify(tx, [
        { to: { userId: failed.ownerId }, kind: 'REPORT_FAILED', facts: { fileName: failed.name } },
      ]);
  });
}

/** Makes recipients' files in this process, beginning with what was interrupted. Returns the upkeep that finds what is open. */
export const startReportDeliveryJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: QUEUE,
    name: 'report deliveries',
    open: sql`select id from report_deliveries where state = 'WAITING' and next_at <= now()`,
    work: (id) => make(context, id),
    giveUp: (id, error) => giveUp(context, id, error),
  });

/** Makes the deliveries of schedules whose time has come. */
export const reportSchedules: Upkeep = {
  name: 'report schedules',
  every: 30_000,
  isAtStart: true,
  work: (context) => keepSchedulesDue(context, new Date()),
};
