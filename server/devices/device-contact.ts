import { sql } from 'drizzle-orm';
import type { DeviceState, Receipt, SealedOperation } from '../../contract/queued-work.ts';
import type { SequenceRanges } from '../../contract/queued-work.ts';
import type { DeviceCaller } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { passwordMarkOf } from '../identity/device-session-service.ts';
import { LARGEST_LEAP, noteGaps, openGaps } from './device-gaps.ts';
import type { SequenceMarks } from './device-gaps.ts';
import { endWipedToken } from './device-wipe.ts';
import { markInsert } from './work-time.ts';
import { rangesOf } from './sequence-ranges.ts';

/** What a device said and brought, and what it is answered. */
export interface Contact {
  readonly said: DeviceState;
  readonly operations: readonly SealedOperation[];
  readonly receipts: readonly Receipt[];
  /** When the request came, by the server's clock, epoch milliseconds: work on it may take long. */
  readonly receivedAt: number;
  /** The server key that the answer hands out. */
  readonly keyId: string;
  /** The server's life: gaps are told only when the device knows of no other. */
  readonly epoch: string;
}

/** What the device is told after its contact was written down. */
export interface NotedContact {
  /** The highest number it ever had confirmed. */
  readonly lastSequence: number;
  readonly gaps: SequenceRanges;
  /** A manager ended this device. */
  readonly wipe: boolean;
  /** Which password its user has now. */
  readonly passwordMark: string;
}

interface DeviceRow extends Record<string, unknown> {
  last_sequence: number;
  given_sequence: number;
  settled_sequence: number;
  key_ids: string[];
  has_gaps: boolean;
  is_wipe_asked: boolean;
  is_wiped: boolean;
  password_mark: string;
}

async function lockDevice(tx: Db, { deviceId, actor }: DeviceCaller): Promise<DeviceRow | null> {
  const result = await tx.execute<DeviceRow>(sql`
    select /* prepared */ last_sequence, given_sequence, settled_sequence, key_ids, wipe_asked_at is not null as is_wipe_asked,
      wiped_at is not null as is_wiped, exists (select 1 from device_gaps g where g.device_id = v.id
        and g.user_id = v.user_id and g.seen_at is null) as has_gaps,
      ${passwordMarkOf(sql`u.password_hash`)} as password_mark
    from devices v join users u on u.id = v.user_id
    where v.id = ${deviceId} and v.user_id = ${actor.userId} for no key update of v`);
  return result.rows[0] ?? null;
}

/**
 * Keys that must stay readable for the device: those of what it holds, the one handed out now, and the one handed out
 * before, which it still seals to when this answer gets lost. The last is the newest. A device that doesn't say what it
 * holds keeps all.
 */
function keysOf(row: DeviceRow, { said, keyId }: Contact): string[] {
  const held = said.sealedTo === undefined ? row.key_ids : [...said.sealedTo];
  const before = row.key_ids.slice(-1);
  return [...new Set([...held, ...before].filter((id) => id !== keyId)), keyId];
}

async function writeDown(
  tx: Db,
  device: DeviceCaller,
  contact: Contact,
  facts: { marks: SequenceMarks; keyIds: string[]; lastSequence: number },
): Promise<void> {
  const { said, operations, receipts, receivedAt } = contact;
  const done = confirmedOf(contact);
  const unsent = atMost(said.unsentCount, LARGEST_COUNT) + operations.length - done.length;
  const refused = receipts.filter((receipt) => receipt.outcome === 'REFUSED').length;
  const clockOffsetMs =
    said.deviceTime === undefined ? null : new Date(said.deviceTime).getTime() - receivedAt;
  const { usageBytes, quotaBytes, isPersisted } = said.storage ?? {};
  const mark = {
    given: givenOf(contact, facts.lastSequence, facts.marks),
    at: new Date(receivedAt),
    hasPulled: false,
  };
  await tx.execute(sql`
    with /* prepared */ told as (update devices set last_seen_at = now(), app_version = ${said.appVersion}, unsent_count = ${unsent},
      oldest_unsent_at = case when ${unsent}::int = 0 then null else coalesce(${sensibleInstant(said.oldestUnsentAt)}::timestamptz,
        oldest_unsent_at, now()) end,
      attention_count = least(${atMost(said.attentionCount ?? 0, LARGEST_COUNT) + refused}::int, ${unsent}::int),
      last_delivered_at = case when ${done.length}::int > 0 then now() else last_delivered_at end,
      last_sequence = ${facts.lastSequence}::int,
      given_sequence = ${facts.marks.given}, settled_sequence = ${facts.marks.settled},
      key_ids = ${sql.param(facts.keyIds)}::uuid[],
      clock_offset_ms = coalesce(${clockOffsetMs}::bigint, clock_offset_ms),
      storage_usage = coalesce(${wholeBytes(usageBytes)}::bigint, storage_usage),
      storage_quota = coalesce(${wholeBytes(quotaBytes)}::bigint, storage_quota),
      is_persisted = coalesce(${isPersisted ?? null}::boolean, is_persisted)
    where id = ${device.deviceId} and user_id = ${device.actor.userId} returning id, user_id, last_sequence)
    insert ${markInsert(sql`told v`, mark)}`);
}

/** How far the device has counted; an older app doesn't say, so what it holds counts on from what it brought. */
function givenOf(
  { said, operations }: Contact,
  lastSequence: number,
  marks: SequenceMarks,
): number {
  const brought = highestOf(operations, marks);
  if (said.givenSequence === undefined)
    return Math.max(lastSequence, brought) + Math.min(said.unsentCount, MOST_HELD);
  const isSensible = said.givenSequence <= marks.given + LARGEST_LEAP;
  return Math.max(isSensible ? said.givenSequence : marks.given, brought);
}

/** The highest number that the device may have given out: a made-up one must not spoil those that follow. */
const highestOf = (operations: readonly SealedOperation[], { given }: SequenceMarks): number =>
  Math.max(
    0,
    ...operations.map(({ sequence }) => sequence).filter((n) => n <= given + LARGEST_LEAP),
  );

/** A phone that doesn't say how far it counted holds no more than this. */
const MOST_HELD = 100_000;

/** No phone holds so much; what it says must never keep its work from being taken. */
const LARGEST_COUNT = 1_000_000_000;

const atMost = (number: number, most: number) => Math.min(number, most);

/** Browsers give estimates, even broken ones. */
const wholeBytes = (bytes: number | undefined): number | null =>
  bytes === undefined ? null : atMost(Math.round(bytes), Number.MAX_SAFE_INTEGER);

/** An instant that the database takes, whatever the phone's calendar says. */
function sensibleInstant(text: string | null): string | null {
  const at = text === null ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? null : new Date(Math.max(0, at)).toISOString();
}

function confirmedOf({ operations, receipts }: Contact): SealedOperation[] {
  const done = new Set(receipts.filter((r) => r.outcome === 'DONE').map((r) => r.opId));
  return operations.filter(({ opId }) => done.has(opId));
}

async function note(
  command: Command,
  device: DeviceCaller,
  contact: Contact,
): Promise<NotedContact> {
  const { tx } = command;
  const row = await lockDevice(tx, device);
  if (!row) throw new Error('The device is gone although its token was good.');
  const known = { given: row.given_sequence, settled: row.settled_sequence };
  const delivered = rangesOf(contact.operations.map(({ sequence }) => sequence));
  const isSameLife = contact.said.epoch === contact.epoch;
  const marks = isSameLife
    ? await noteGaps(command, device, contact.said, delivered, known)
    : { ...known, hasMissing: false };
  const lastSequence = Math.max(row.last_sequence, highestOf(confirmedOf(contact), marks));
  await writeDown(tx, device, contact, { marks, keyIds: keysOf(row, contact), lastSequence });
  const numbered = { deviceId: device.deviceId, userId: device.actor.userId };
  const gaps = row.has_gaps || marks.hasMissing ? await openGaps(tx, numbered) : [];
  const hasAll = confirmedOf(contact).length === contact.operations.length;
  if (row.is_wiped && hasAll && contact.said.unsentCount === 0)
    await endWipedToken(command, device);
  return {
    lastSequence,
    gaps,
    wipe: row.is_wipe_asked && !row.is_wiped,
    passwordMark: row.password_mark,
  };
}

/**
 * Writes down what a device said of itself at a contact: what it holds, how far its numbers are accounted for, its clock
 * and storage. One short transaction; two contacts of one device go one after the other.
 */
export async function noteContact(
  db: Db,
  device: DeviceCaller,
  contact: Contact,
): Promise<NotedContact> {
  return runCommand(db, device.actor, (command) => note(command, device, contact));
}
