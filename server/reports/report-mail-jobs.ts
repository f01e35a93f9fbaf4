import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { JOB_WORDS } from '../../contract/job-words.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { log } from '../log.ts';
import { MAIL_PATIENCE_MS, sendMail } from '../mail/mail-service.ts';
import type { Mail, MailOutcome } from '../mail/mail-service.ts';
import type { MailSettings } from '../mail-settings.ts';
import type { Upkeep } from '../upkeep.ts';
import { MOST_ATTACHED_BYTES } from './delivery-words.ts';
import { isWanted, recipientOf } from './report-recipients.ts';
import type { Recipient } from './report-recipients.ts';

/** Of its own: a mail server that says nothing for minutes must hold up nobody's file. */
export const MAIL_QUEUE = 'report-mail';
/** Tries of one e-mail before it is given up. */
const MOST_TRIES = 8;
/** Seconds until the second try; three times as long before each further one. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 3600;
/** A claim holds for the mail server's patience and so long, for storing the result. */
const CLAIM_MARGIN_MS = 30_000;

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

/** What is attached: null for an e-mail without a file, undefined when it can not be read at the moment. */
async function attachmentOf(
  { fileStore }: Context,
  { fileName: name, storeKey, size, isAttached }: Claimed,
): Promise<Mail['file'] | undefined> {
  if (!isAttached || storeKey === null || size > MOST_ATTACHED_BYTES) return null;
  try {
    return { name, bytes: await buffer(await fileStore.read(storeKey)) };
  } catch (err) {
    log.error({ err }, 'The file of a report can not be read.');
    return undefined;
  }
}

async function mail(context: Context, id: string, settings: MailSettings): Promise<void> {
  const { db } = context;
  const claimed = await claim(db, id);
  if (claimed === null) return;
  // Who left since it was made, or got other rights, gets no e-mail of it.
  if (claimed.storeKey === null || (await recipientOf(db, claimed)) === null) {
    await db.execute(
      sql`update report_deliveries set state = 'SKIPPED', claimed_until = null where id = ${id}`,
    );
    return;
  }
  const { address: to, subject, body: text } = claimed;
  const file = await attachmentOf(context, claimed);
  // Nothing left: that is told apart from an e-mail of which nobody knows whether it arrived.
  const outcome: MailOutcome =
    file === undefined
      ? { kind: 'RETRY', error: JOB_WORDS['report-not-readable'] }
      : await sendMail(settings, { id, to, subject, text, file });
  await settle(db, id, claimed.attempts, outcome);
}

async function sendMade(context: Context, id: string): Promise<void> {
  const { db, settings } = context;
  await db.execute(sql`update report_deliveries set state = 'UNKNOWN', claimed_until = null,
    error = 'The server stopped while this was being sent.'
    where id = ${id} and state = 'SENDING' and claimed_until < now()`);
  if (settings.mail !== null) await mail(context, id, settings.mail);
  else
    await db.execute(
      sql`update report_deliveries set state = 'RECORDED' where id = ${id} and state = 'READY'`,
    );
}

/** Mails what was made in this process, beginning with what was interrupted. Returns the upkeep that finds what is open. */
export const startReportMailJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: MAIL_QUEUE,
    name: 'report mails',
    open: sql`select id from report_deliveries where (state = 'READY' and next_at <= now())
      or (state = 'SENDING' and claimed_until < now())`,
    work: (id) => sendMade(context, id),
    // It stays ready, and is found again.
    giveUp: async () => undefined,
  });
