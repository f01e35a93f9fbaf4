import { sql } from 'drizzle-orm';
import { statfs } from 'node:fs/promises';
import { readBackupStanding } from '../backups/backup-service.ts';
import type { Context } from '../context.ts';
import { filesWaiting } from '../spreadsheets/file-thread.ts';
import type { Finding } from './health-service.ts';
import {
  LATE_MINUTES,
  isInUse,
  readDialer,
  readMessageQueues,
  readPhonesBySyncAge,
  readQueues,
  readUnsentByAge,
} from './work-figures-service.ts';

/** An upload waits for a person no longer than this. */
const FORGOTTEN_UPLOAD_HOURS = 24;
/** Hours without contact after which a device with unsent work counts as silent, and days after which any does. */
const SILENT_HOURS = 24;
const UNSEEN_DAYS = 7;
/** Hours after which the day's backup is missed, and after which backups count as broken. */
const LATE_BACKUP_HOURS = 26;
const LOST_BACKUP_HOURS = 72;
const GIGABYTE = 1_073_741_824;
const MEGABYTE = 1_048_576;

const isLate = ({ oldestSeconds }: { readonly oldestSeconds: number }) =>
  oldestSeconds > LATE_MINUTES * 60;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Long work: what waits, what runs, what failed within a week. */
export async function checkJobs({ db }: Context): Promise<Finding> {
  const queues = await readQueues(db);
  const { rows } = await db.execute<{ failed: number }>(sql`
    select count(*) as failed from jobs.job where state = 'failed' and created_on > now() - interval '7 days'`);
  const failed = rows[0]?.failed ?? 0;
  const late = queues.filter(isLate).length;
  const facts = {
    waiting: sum(queues.map(({ waiting }) => waiting)),
    active: sum(queues.map(({ active }) => active)),
    failed,
    late,
  };
  return { state: late > 0 ? 'BROKEN' : failed > 0 ? 'WATCH' : 'GOOD', facts };
}

/** Messages to borrowers: what is due and not sent, and what nobody can say the fate of. */
export async function checkMessages({ db }: Context): Promise<Finding> {
  const queues = await readMessageQueues(db);
  const late = queues.filter(isLate).length;
  const facts = {
    waiting: sum(queues.map(({ waiting }) => waiting)),
    failed: sum(queues.map(({ failed }) => failed)),
    unknown: sum(queues.map(({ unknown }) => unknown)),
    late,
  };
  const isWatched = facts.failed > 0 || facts.unknown > 0;
  return { state: late > 0 ? 'BROKEN' : isWatched ? 'WATCH' : 'GOOD', facts };
}

/** The dialer: who is at it, and that one process leads it while a campaign runs. */
export async function checkDialer({ db }: Context): Promise<Finding> {
  const { campaigns, agents, calls, leaderless } = await readDialer(db);
  return {
    state: campaigns > 0 && leaderless > 0 ? 'BROKEN' : 'GOOD',
    facts: { campaigns, agents, calls },
  };
}

/** Uploads at work, waiting for a person, and failed within a week. */
export async function checkImports({ db }: Context): Promise<Finding> {
  const { rows } = await db.execute<{
    running: number;
    pending: number;
    forgotten: number;
    failed: number;
  }>(sql`
    select count(*) filter (where state in ('READING', 'CHECKING', 'SAVING')) as running,
      count(*) filter (where state = 'PENDING') as pending,
      count(*) filter (where state = 'PENDING'
        and created_at < now() - make_interval(hours => ${FORGOTTEN_UPLOAD_HOURS})) as forgotten,
      count(*) filter (where state = 'FAILED' and created_at > now() - interval '7 days') as failed
    from loan_imports`);
  const counted = rows[0] ?? { running: 0, pending: 0, forgotten: 0, failed: 0 };
  const facts = { ...counted, queued: filesWaiting() };
  return { state: facts.failed > 0 || facts.forgotten > 0 ? 'WATCH' : 'GOOD', facts };
}

/** Devices that may deliver, those of them that should have spoken by now, and what they hold unsent. */
export async function checkDevices({ db }: Context): Promise<Finding> {
  const { rows } = await db.execute<{ devices: number; silent: number; unseen: number }>(sql`
    select count(*) as devices,
      count(*) filter (where v.unsent_count > 0
        and v.last_seen_at < now() - make_interval(hours => ${SILENT_HOURS})) as silent,
      count(*) filter (where v.last_seen_at < now() - make_interval(days => ${UNSEEN_DAYS})) as unseen
    from devices v join users u on u.id = v.user_id where ${isInUse}`);
  const found = rows[0] ?? { devices: 0, silent: 0, unseen: 0 };
  const unsent = sum((await readUnsentByAge(db)).map(({ value }) => value));
  const stale = (await readPhonesBySyncAge(db)).filter(
    ({ age }) => age === 'week' || age === 'older',
  );
  const facts = { ...found, unsent, unsynced: sum(stale.map(({ value }) => value)) };
  return { state: facts.silent > 0 || facts.unseen > 0 ? 'WATCH' : 'GOOD', facts };
}

/** Whether messages can be pushed to browsers, and to how many. */
export async function checkPushKeys({ db }: Context): Promise<Finding> {
  const { rows } = await db.execute<{ keys: number; subscriptions: number }>(sql`
    select (select count(*) from push_keys) as keys, (select count(*) from push_subscriptions) as subscriptions`);
  const facts = rows[0] ?? { keys: 0, subscriptions: 0 };
  // They are made by themselves on first need: missing ones are no fault.
  return { state: 'GOOD', facts };
}

/** Room on the disk of the files (and of the embedded database). */
export async function checkDisk({ settings }: Context): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(settings.dataDir);
  const free = bavail * bsize;
  const percent = blocks === 0 ? 0 : Math.round((bavail / blocks) * 100);
  const isFull = free < GIGABYTE;
  const isTight = percent < 10 && free < 50 * GIGABYTE;
  return {
    state: isFull ? 'BROKEN' : isTight ? 'WATCH' : 'GOOD',
    facts: { freeMegabytes: Math.floor(free / MEGABYTE), percent },
  };
}

/** Whether the organisation could be restored from a backup of the last day that was tried out. */
export async function checkBackups({ db }: Context): Promise<Finding> {
  const { isSetUp, lastGoodAt, hours, isDrilled } = await readBackupStanding(db);
  const isGood = lastGoodAt !== null && isDrilled && hours < LATE_BACKUP_HOURS;
  const isBroken = isSetUp && hours >= LOST_BACKUP_HOURS;
  return {
    state: isBroken ? 'BROKEN' : isGood ? 'GOOD' : 'WATCH',
    facts: { keys: isSetUp ? 1 : 0, lastGoodAt, hours, drilled: isDrilled ? 1 : 0 },
  };
}
