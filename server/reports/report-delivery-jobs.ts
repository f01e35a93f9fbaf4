import { sql } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { JOB_WORDS } from '../../contract/job-words.ts';
import { CHART_FILE, mayReadReport } from '../../contract/report-engine.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type { ScheduleTime } from '../../contract/report-schedule.ts';
import type { ReportLook } from '../../contract/report-view.ts';
import type { ChartQuestion } from '../../contract/visualization.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { actorOfUser } from '../identity/actor-service.ts';
import { newId } from '../ids.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { MAIL_PATIENCE_MS, sendMail } from '../mail/mail-service.ts';
import type { MailOutcome } from '../mail/mail-service.ts';
import type { MailSettings } from '../mail-settings.ts';
import { notify } from '../notifications/notification-service.ts';
import type { Upkeep } from '../upkeep.ts';
import { storeChart } from '../visualizations/scheduled-chart-service.ts';
import { MOST_ATTACHED_BYTES, mailWords } from './delivery-words.ts';
import type { StoredFile } from './delivery-words.ts';
import { isLive, timeOf } from './report-schedule-service.ts';
import { latestTime, nextTime } from './schedule-times.ts';
import { storeReport } from './scheduled-file.ts';

/*
 * Once: a delivery's row is locked while its file is made, and the file, its notification and the state READY are one commit.
 * An e-mail is claimed (SENDING, committed) before the mail server is asked; whoever dies in between leaves a claim that runs
 * out, and the delivery becomes UNKNOWN: it is not mailed twice. Its recipient has the file in the app in any case.
 */

const QUEUE = 'report-delivery';
/** Tries of one e-mail before it is given up. */
const MOST_TRIES = 8;
/** Seconds until the second try; three times as long before each further one. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 3600;
/** A claim holds for the mail server's patience and so long, for storing the result. */
const CLAIM_MARGIN_MS = 30_000;
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

/** Whether the delivery `d` is still asked for: its schedule `s` was neither removed nor paused, nor made one for others. */
const isWanted = sql`(s.is_active and ${isLive} and d.recipient_id = any(s.recipient_ids))`;

interface Recipient extends Record<string, unknown> {
  recipientId: string;
  /** Null: a chart is sent. */
  report: ReportName | null;
  isWanted: boolean;
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

/** The recipient as it is now; null when nothing is for it any more, it left or may not read the report. Charts are for everybody. */
async function recipientOf(
  db: Db,
  { recipientId, report, isWanted: isAskedFor }: Recipient,
): Promise<Actor | null> {
  const actor = isAskedFor ? await actorOfUser(db, recipientId) : null;
  return actor !== null && (report === null || mayReadReport(report, actor.role)) ? actor : null;
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
}

interface Claimed extends Recipient {
  address: string;
  subject: string;
  body: string;
  fileName: string;
  attempts: number;
  storeKey: string | null;
  size: number;
  isAttached: boolean;
}

async function claim(db: Db, id: string): Promise<Claimed | null> {
  const { rows } = await db.execute<Claimed>(sql`
    update report_deliveries d set state = 'SENDING', attempts = d.attempts + 1,
      claimed_until = now() + make_interval(secs => ${(MAIL_PATIENCE_MS + CLAIM_MARGIN_MS) / 1000}), address = u.email
    from report_schedules s left join report_views v on v.id = s.view_id, users u
    where d.id = ${id} and s.id = d.schedule_id and u.id = d.recipient_id and d.state = 'READY' and d.next_at <= now()
    returning d.recipient_id as "recipientId", v.report, ${isWanted} as "isWanted", u.email as address,
      coalesce(d.subject, '') as subject, coalesce(d.body, '') as body, coalesce(d.file_name, '') as "fileName", d.attempts,
      (select f.store_key from report_files f where f.id = d.file_id and f.expires_at > now()) as "storeKey",
      coalesce((select f.size from report_files f where f.id = d.file_id), 0) as size, s.is_attached as "isAttached"`);
  return rows[0] ?? null;
}

/** Stores what came of a try, when it is still this one's. */
async function settle(db: Db, id: string, attempts: number, outcome: MailOutcome): Promise<void> {
  const mine = sql`id = ${id} and attempts = ${attempts} and state in ('SENDING', 'UNKNOWN')`;
  if (outcome.kind === 'ACCEPTED') {
    await db.execute(sql`update report_deliveries set state = 'SENT', sent_at = now(), claimed_until = null, error = null
      where ${mine}`);
    return;
  }
  if (outcome.kind === 'RETRY' && attempts < MOST_TRIES) {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 3 ** (attempts - 1));
    await db.execute(sql`update report_deliveries set state = 'READY', error = ${outcome.error}, claimed_until = null,
      next_at = now() + make_interval(secs => ${wait}) where ${mine}`);
    return;
  }
  const state = outcome.kind === 'UNCERTAIN' ? 'UNKNOWN' : 'FAILED';
  await db.execute(sql`update report_deliveries set state = ${state}, error = ${outcome.error}, claimed_until = null
    where ${mine}`);
}

async function mail(context: Context, id: string, settings: MailSettings): Promise<void> {
  const { db, fileStore } = context;
  const claimed = await claim(db, id);
  if (claimed === null) return;
  // Who left since it was made, or got other rights, gets no e-mail of it.
  if (claimed.storeKey === null || (await recipientOf(db, claimed)) === null) {
    await db.execute(
      sql`update report_deliveries set state = 'SKIPPED', claimed_until = null where id = ${id}`,
    );
    return;
  }
  const { address: to, subject, body: text, fileName: name, storeKey, size, isAttached } = claimed;
  const hasFile = isAttached && storeKey !== null && size <= MOST_ATTACHED_BYTES;
  const file = hasFile ? { name, bytes: await buffer(await fileStore.read(storeKey)) } : null;
  const outcome = await sendMail(settings, { id, to, subject, text, file });
  await settle(db, id, claimed.attempts, outcome);
}

async function deliver(context: Context, id: string): Promise<void> {
  const { db, settings } = context;
  await db.execute(sql`update report_deliveries set state = 'UNKNOWN', claimed_until = null,
    error = 'The server stopped while this was being sent.'
    where id = ${id} and state = 'SENDING' and claimed_until < now()`);
  await make(context, id);
  if (settings.mail !== null) await mail(context, id, settings.mail);
  else
    await db.execute(
      sql`update report_deliveries set state = 'RECORDED' where id = ${id} and state = 'READY'`,
    );
}

/** The file can not be made: its recipient gets nothing, and who set it up is told. */
async function giveUp({ db }: Context, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ownerId: string; name: string }>(sql`
      update report_deliveries d set state = 'FAILED', error = ${JOB_WORDS['fault-of-report']} from report_schedules s
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

/** Delivers in this process, beginning with what was interrupted. Returns the upkeep that finds what is open. */
export const startReportDeliveryJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: QUEUE,
    name: 'report deliveries',
    open: sql`select id from report_deliveries where (state in ('WAITING', 'READY') and next_at <= now())
      or (state = 'SENDING' and claimed_until < now())`,
    work: (id) => deliver(context, id),
    giveUp: (id) => giveUp(context, id),
  });

/** Makes the deliveries of schedules whose time has come. */
export const reportSchedules: Upkeep = {
  name: 'report schedules',
  every: 30_000,
  isAtStart: true,
  work: (context) => keepSchedulesDue(context, new Date()),
};
