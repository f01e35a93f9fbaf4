import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { jobSentence } from '../../contract/job-words.ts';
import type { MessageChannel } from '../../contract/message-template.ts';
import { idSchema } from '../../contract/values.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notifyLive } from '../live-events/live-events.ts';
import { notAllowed, notFound, unavailable } from '../errors.ts';
import type { MessageChannelSettings } from '../message-settings.ts';
import { valueAt } from './providers/value-path.ts';

type ReceiptState = 'SENT' | 'DELIVERED' | 'READ' | 'FAILED';

/** Words that providers use for a state, lower case; a deployment may add its own. */
const WORDS: Readonly<Record<string, ReceiptState>> = {
  sent: 'SENT',
  submitted: 'SENT',
  accepted: 'SENT',
  acceptd: 'SENT',
  enroute: 'SENT',
  delivered: 'DELIVERED',
  delivrd: 'DELIVERED',
  read: 'READ',
  seen: 'READ',
  failed: 'FAILED',
  undelivered: 'FAILED',
  undeliv: 'FAILED',
  rejected: 'FAILED',
  rejectd: 'FAILED',
  expired: 'FAILED',
};

/**
 * From which states a receipt moves a message: never backwards. A failure that is reported after a delivery is not
 * believed; a delivery after a failure is. What the gate refused or still waits for its first try was never out.
 */
const MOVES: Readonly<Record<ReceiptState, readonly string[]>> = {
  SENT: ['SENDING', 'UNKNOWN'],
  FAILED: ['SENDING', 'UNKNOWN', 'SENT'],
  DELIVERED: ['SENDING', 'UNKNOWN', 'SENT', 'FAILED'],
  READ: ['SENDING', 'UNKNOWN', 'SENT', 'FAILED', 'DELIVERED'],
};

const digest = (text: string | Buffer) => createHash('sha256').update(text).digest();
/** Compares in constant time, whatever the lengths. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

const header = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Throws 404 when the channel takes no receipts, 403 when neither the shared secret nor the body's HMAC-SHA-256 proves the
 * sender.
 */
export function refuseUnproven(
  { receiptSecret }: MessageChannelSettings,
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
): void {
  if (receiptSecret === null) throw notFound('This address');
  const expected = createHmac('sha256', receiptSecret).update(rawBody).digest('hex');
  const signature = header(headers, 'x-recoup-signature').replace(/^sha256=/i, '');
  const isSigned = isSame(signature.toLowerCase(), expected);
  const isShared = isSame(header(headers, 'x-recoup-secret'), receiptSecret);
  if (!isSigned && !isShared)
    throw notAllowed('This receipt does not prove where it comes from.', 'WRONG_SECRET');
}

interface Receipt {
  /** Our id, or the provider's. */
  readonly id: string | null;
  readonly providerId: string | null;
  readonly state: ReceiptState;
  readonly error: string | null;
}

const clean = (text: string | null) => text?.replaceAll('\u0000', '').slice(0, 200) ?? null;

/** What a receipt says, as far as it is understood. */
function readReceipt(settings: MessageChannelSettings, given: unknown): Receipt | null {
  const { receiptFields: fields, receiptStates } = settings;
  const word = valueAt(given, fields.state)?.toLowerCase() ?? '';
  const own = Object.hasOwn(receiptStates, word) ? receiptStates[word] : undefined;
  const common = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  const state = (own as ReceiptState | undefined) ?? common;
  const id = valueAt(given, fields.id);
  const providerId = valueAt(given, fields.providerId);
  if (state === undefined || (id === null && providerId === null)) return null;
  return {
    id: id !== null && idSchema.safeParse(id).success ? id : null,
    // Some put the provider's id where ours is expected.
    providerId: clean(providerId ?? id),
    state,
    error: clean(valueAt(given, fields.error)),
  };
}

function moved({ state, error }: Receipt): SQL {
  const at: Readonly<Record<ReceiptState, SQL>> = {
    SENT: sql`sent_at = coalesce(sent_at, now())`,
    FAILED: sql`error = ${error ?? jobSentence('message-not-delivered', {})}`,
    DELIVERED: sql`sent_at = coalesce(sent_at, now()), delivered_at = coalesce(delivered_at, now()), error = null`,
    READ: sql`sent_at = coalesce(sent_at, now()), delivered_at = coalesce(delivered_at, now()),
      read_at = coalesce(read_at, now()), error = null`,
  };
  return at[state];
}

/** Takes one receipt; true when it told something new, null when no message is known by its ids. */
async function take(tx: Db, channel: MessageChannel, receipt: Receipt): Promise<boolean | null> {
  const { id, providerId, state, error } = receipt;
  const { rows } = await tx.execute<{
    id: string;
    loan_id: string;
  }>(sql`select m.id, m.loan_id from messages m
    where m.channel = ${channel} and m.attempts > 0 and (m.id = ${id}::uuid or m.provider_id = ${providerId})
    order by (m.id = ${id}::uuid) desc nulls last limit 1 for update`);
  const [message] = rows;
  if (!message) return null;
  const messageId = message.id;
  const kept =
    await tx.execute(sql`insert into message_receipts (message_id, state, provider_id, error)
    values (${messageId}, ${state}, ${providerId ?? ''}, ${error}) on conflict do nothing`);
  if (kept.rowCount === 0) return false;
  // A try that waits for its repeat (QUEUED again) may have arrived all the same: then it is not repeated.
  const from = state === 'FAILED' ? MOVES[state] : [...MOVES[state], 'QUEUED'];
  const done = await tx.execute(sql`update messages set state = ${state}, claimed_until = null,
      provider_id = coalesce(provider_id, ${providerId === id ? null : providerId}), updated_at = now(), ${moved(receipt)}
    where id = ${messageId} and state = any(${sql.param(from)}::text[])`);
  if (done.rowCount !== 1) return false;
  await notifyLive(tx, `message:${message.loan_id}`);
  return true;
}

/** Takes receipts. Those whose message is not known by their ids are left. */
async function takeKnown(db: Db, channel: MessageChannel, receipts: readonly Receipt[]) {
  const left: Receipt[] = [];
  let taken = 0;
  for (const receipt of receipts) {
    const isNew = await db.transaction((tx) => take(tx, channel, receipt));
    if (isNew === null) left.push(receipt);
    else if (isNew) taken += 1;
  }
  return { taken, left };
}

/** A provider's receipt may overtake its answer, which names the id: so long it is waited for. */
const ANSWER_PATIENCE_MS = 3000;

/** Waits for the answers to what a channel's provider is being asked now; false when some are still to come. */
async function answersCame(db: Db, channel: MessageChannel): Promise<boolean> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from messages where state = 'SENDING' and channel = ${channel}`,
  );
  const asked = sql.param(rows.map(({ id }) => id));
  const last = performance.now() + ANSWER_PATIENCE_MS;
  for (;;) {
    const open = await db.execute(
      sql`select 1 from messages where id = any(${asked}::uuid[]) and state = 'SENDING' limit 1`,
    );
    if (open.rows.length === 0) return true;
    if (performance.now() > last) return false;
    await pause(200);
  }
}

/**
 * Takes a provider's receipts, one or many; replays and what is not understood change nothing. Throws 503 when one may be
 * of a message whose provider's id is not known yet: it is to come again.
 */
export async function takeReceipts(
  { db, settings }: Context,
  channel: MessageChannel,
  body: unknown,
): Promise<{ taken: number; known: number }> {
  const given: unknown[] = Array.isArray(body) ? body : [body];
  const receipts = given
    .map((one) => readReceipt(settings.messages[channel], one))
    .filter((one): one is Receipt => one !== null);
  const { taken, left } = await takeKnown(db, channel, receipts);
  if (left.length === 0) return { taken, known: receipts.length };
  const isSure = await answersCame(db, channel);
  const later = await takeKnown(db, channel, left);
  if (later.left.length > 0 && !isSure)
    throw unavailable('Messages are being sent. Send this receipt again in a moment.');
  return { taken: taken + later.taken, known: receipts.length };
}
