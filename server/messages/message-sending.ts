import { sql } from 'drizzle-orm';
import { setTimeout as pause } from 'node:timers/promises';
import { jobSentence } from '../../contract/job-words.ts';
import type { MessageChannel } from '../../contract/message-template.ts';
import { decideContacts } from '../contact-gate/contact-gate-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notifyLive } from '../live-events/live-events.ts';
import { log } from '../log.ts';
import type { MessageProvider, OutgoingMessage, SendOutcome } from './providers/provider.ts';
import { refillMessages } from './message-refilling.ts';
import type { Refilled, WaitingMessage } from './message-refilling.ts';

/*
 * Never twice: a message is claimed (SENDING, committed) before its provider is asked, and what the answer means is stored
 * after it. Whoever dies in between leaves a claim that runs out: the message becomes UNKNOWN and is not sent again, unless
 * its provider knows a message again by its id. Never lost: each message is in exactly one state, and due ones are looked
 * for again and again.
 */

/** The queue on which each channel's messages are sent, so that a slow provider holds up no other channel. */
export const MESSAGE_QUEUES: Readonly<Record<MessageChannel, string>> = {
  SMS: 'message-sms',
  WHATSAPP: 'message-whatsapp',
};

/** So many are handed over at a time, per process and channel. */
const AT_ONCE = 16;
/** Tries of one message before it is given up. */
const MOST_TRIES = 8;
/** Seconds until the second try; three times as long before each further one, at most a quarter of an hour. */
const FIRST_WAIT = 5;
const LONGEST_WAIT = 900;
/** A claim holds for the provider's patience and so long, for storing the result. */
const CLAIM_MARGIN_MS = 30_000;
/** So often a result is stored anew while the database is away. */
const STORING_TRIES = 20;

interface Claimed extends OutgoingMessage, WaitingMessage, Record<string, unknown> {
  /** Which try this is, from 1: whose result it is. */
  readonly attempts: number;
  /** The rule against which somebody allowed it. */
  readonly overridden: string | null;
  /** Its sending was stopped while it was with the provider, who did not take it. */
  readonly isStopped: boolean;
}

/** Why a message is not sent, by what the gate and its loan say now; null: it is. */
function refusalOf(
  { overridden, isStopped }: Claimed,
  gateReason: string | null,
  { problem }: Refilled,
): string | null {
  if (isStopped) return 'CANCELLED';
  // Its own place among the day's messages was claimed when it was queued.
  const isPassed =
    gateReason === null || gateReason === 'MESSAGE_LIMIT' || gateReason === overridden;
  return isPassed ? problem : gateReason;
}

/** Takes messages whose time has come out of the queue, with their text as of now; those that are forbidden by now become REFUSED. */
async function claimDue(
  { db, settings }: Context,
  channel: MessageChannel,
  provider: MessageProvider,
): Promise<{ claimed: Claimed[]; found: number }> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Claimed>(sql`
      select m.id, m.channel, m.number, m.text, m.registered_id as "registeredId", m.sender, m.language,
        m.loan_id as "loanId", m.template_id as "templateId", m.version, m.run_id as "runId", m.attempts + 1 as attempts,
        (select a.reason from contact_attempts a where a.id = m.id and a.decision = 'OVERRIDDEN') as overridden,
        m.error is not null and exists (select 1 from message_runs r
          where r.id = m.run_id and r.state = 'CANCELLED') as "isStopped"
      from messages m where m.state = 'QUEUED' and m.channel = ${channel} and m.next_at <= now()
      order by (m.run_id is not null), m.next_at limit ${AT_ONCE} for update of m skip locked`);
    if (rows.length === 0) return { claimed: [], found: 0 };
    const answers = await decideContacts(
      tx,
      rows.map(({ loanId, number }) => ({ loanId, channel, number })),
      settings.businessTz,
    );
    const refilled = await refillMessages(tx, rows);
    const claimed: Claimed[] = [];
    for (const [place, message] of rows.entries()) {
      const now = refilled[place] ?? { problem: 'NOT_ACTIVE' };
      const reason = refusalOf(message, answers[place]?.reason ?? null, now);
      if (reason !== null) {
        await tx.execute(sql`update messages set state = 'REFUSED', reason = ${reason}, updated_at = now()
          where id = ${message.id}`);
        continue;
      }
      // What its provider may have under this id already is not told in other words.
      const isKnown = provider.isIdempotent && message.attempts > 1;
      if (now.problem !== null || now.text === message.text || isKnown) {
        claimed.push(message);
        continue;
      }
      claimed.push({ ...message, text: now.text });
      await tx.execute(sql`update messages set text = ${now.text}, segments = ${now.segments}
        where id = ${message.id}`);
    }
    await tx.execute(sql`update messages set state = 'SENDING', attempts = attempts + 1, provider = ${provider.name},
        claimed_until = now() + make_interval(secs => ${(provider.patienceMs + CLAIM_MARGIN_MS) / 1000}),
        updated_at = now()
      where id = any(${sql.param(claimed.map(({ id }) => id))}::uuid[])`);
    // This try may fail like the last one: under our own id both say the same.
    await tx.execute(sql`delete from message_receipts where state = 'FAILED'
      and message_id = any(${sql.param(claimed.map(({ id }) => id))}::uuid[])
      and provider_id in ('', message_id::text)`);
    return { claimed, found: rows.length };
  });
}

function waitSeconds(tries: number, asked: number | undefined): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 3 ** (tries - 1));
  return Math.max(wait, asked ?? 0);
}

/** Condition on a message: this try's claim still waits for its result; a receipt may have told more already. */
const ofThisTry = ({ id, attempts }: Claimed) =>
  sql`id = ${id} and attempts = ${attempts} and state in ('SENDING', 'UNKNOWN')`;

/** Stores what came of a try. */
async function settle(
  db: Db,
  message: Claimed,
  outcome: SendOutcome,
  provider: MessageProvider,
): Promise<void> {
  if (outcome.kind === 'ACCEPTED') {
    // Who names a try as it named one that failed may tell of this one's failure in the same words.
    await db.execute(sql`with taken as (
        update messages set provider_id = coalesce(${outcome.providerId}, provider_id),
          sent_at = coalesce(sent_at, now()), claimed_until = null, error = null, updated_at = now(),
          state = case when state in ('SENDING', 'UNKNOWN', 'QUEUED') then 'SENT' else state end
        where id = ${message.id} and attempts = ${message.attempts} and state <> 'FAILED'
        returning id, provider_id)
      delete from message_receipts r using taken t
      where r.message_id = t.id and r.state = 'FAILED' and r.provider_id = t.provider_id`);
    return;
  }
  const { error } = outcome;
  const mayRepeat =
    outcome.kind === 'RETRY' || (outcome.kind === 'UNCERTAIN' && provider.isIdempotent);
  if (mayRepeat && message.attempts < MOST_TRIES) {
    const asked = outcome.kind === 'RETRY' ? outcome.afterSeconds : undefined;
    const wait = waitSeconds(message.attempts, asked);
    await db.execute(sql`update messages set state = 'QUEUED', error = ${error}, claimed_until = null,
        next_at = now() + make_interval(secs => ${wait}), updated_at = now()
      where ${ofThisTry(message)}`);
    return;
  }
  const state = outcome.kind === 'UNCERTAIN' ? 'UNKNOWN' : 'FAILED';
  await db.execute(sql`update messages set state = ${state}, error = ${error}, claimed_until = null, updated_at = now()
    where ${ofThisTry(message)}`);
}

/** Hands one message over and stores the result, waiting for a database that is away. */
async function handOver(context: Context, message: Claimed, provider: MessageProvider) {
  const outcome = await provider.send(message);
  for (let tries = 1; ; tries += 1) {
    try {
      await settle(context.db, message, outcome, provider);
      await notifyLive(context.db, `message:${message.loanId}`);
      return;
    } catch (error) {
      // What is never stored becomes UNKNOWN when the claim runs out.
      if (tries === STORING_TRIES) throw error;
      await pause(1000);
    }
  }
}

/** Sends a channel's due messages until there are none. What was begun is finished when the process is asked to end. */
export async function sendDue(
  context: Context,
  channel: MessageChannel,
  provider: MessageProvider,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { claimed, found } = await claimDue(context, channel, provider);
    if (found === 0) return;
    const results = await Promise.allSettled(
      claimed.map((message) => handOver(context, message, provider)),
    );
    for (const result of results)
      if (result.status === 'rejected')
        log.error({ err: result.reason }, 'A message result was lost.');
  }
}

/** Settles claims whose process died. Returns whether messages of the channel are due. */
export async function resolveStale(
  db: Db,
  channel: MessageChannel,
  provider: MessageProvider,
): Promise<boolean> {
  // Only a provider that knows it again may be asked again.
  const state = provider.isIdempotent ? 'QUEUED' : 'UNKNOWN';
  await db.execute(sql`update messages set state = ${state}, next_at = now(), claimed_until = null, updated_at = now(),
      error = ${jobSentence('message-cut-off', {})}
    where state = 'SENDING' and channel = ${channel} and claimed_until < now()`);
  const { rows } = await db.execute<{ is_due: boolean }>(sql`select exists (select 1 from messages
    where state = 'QUEUED' and channel = ${channel} and next_at <= now()) as is_due`);
  return rows[0]?.is_due ?? false;
}
