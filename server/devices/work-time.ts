import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { CLOCK_TOLERANCE_MS, meantInstant, outsideOf } from '../../contract/device-time.ts';
import type { Operation, SealedOperation } from '../../contract/queued-work.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { WorkDoubt, WorkOrigin } from '../access/work-origin.ts';
import type { Db } from '../database/connection.ts';
import { askedRows } from '../database/prepared.ts';
import { LARGEST_LEAP } from './device-gaps.ts';

/*
 * Nobody is believed about time. A device numbers its work and says at each contact how far it has counted, so the server
 * knows between which two contacts of its own clock a number was given out. Within that the device is believed; what it says
 * beyond that, or against the server time that it had seen when it saved, goes to a manager.
 */

/** As far as a broken calendar may go before the database cannot hold it. */
const LATEST_MS = Date.UTC(9999, 0, 1);

/** When a piece of work was done, as far as that is known. */
export interface WorkTime {
  /** The device's word, corrected to the server's clock. */
  readonly claimedAt: Date;
  /** Saved between these for certain; null: nothing is known of the beginning. */
  readonly provenFrom: Date | null;
  readonly provenTo: Date;
  readonly toldAt: Date | null;
  readonly doubt: WorkDoubt | null;
}

interface MarkRow extends Record<string, unknown> {
  op_id: string;
  known_from: string | null;
  known_to: string | null;
  told_at: string | null;
  /** Other work came under its number, its phone said before that it has none under it, or it never counted so far. */
  is_reused: boolean;
}

/** What is sealed and what was sealed in it. */
export type OpenedWork = readonly [SealedOperation, Operation];

async function marksOf(
  db: Db,
  { deviceId, actor }: DeviceCaller,
  works: readonly OpenedWork[],
): Promise<Map<string, MarkRow>> {
  const asked = works.map(([{ opId, sequence }]) => ({ op_id: opId, sequence }));
  const { rows } = await db.execute<MarkRow>(sql`
    select /* prepared */ w.op_id, greatest(v.created_at, b.last_at) as known_from, f.first_at as known_to, b.pulled_at as told_at,
      exists (select 1 from operations o where o.device_id = v.id and o.user_id = v.user_id
        and o.sequence = w.sequence and o.op_id <> w.op_id)
      or exists (select 1 from device_gaps g where g.device_id = v.id and g.user_id = v.user_id
        and w.sequence between g.first_sequence and g.last_sequence)
      or w.sequence > greatest(v.given_sequence, v.last_sequence)::bigint + ${LARGEST_LEAP} as is_reused
    from ${askedRows(asked, 'w', 'op_id uuid, sequence int')}
      join devices v on v.id = ${deviceId} and v.user_id = ${actor.userId}
      left join lateral (select max(m.last_at) as last_at, max(m.pulled_at) as pulled_at from device_marks m
        where m.device_id = v.id and m.user_id = v.user_id and m.given_sequence < w.sequence) b on true
      left join lateral (select min(m.first_at) as first_at from device_marks m
        where m.device_id = v.id and m.user_id = v.user_id and m.given_sequence >= w.sequence) f on true`);
  return new Map(rows.map((row) => [row.op_id, row]));
}

const timeOf = (text: string | null | undefined): number | null => {
  const time = text === null || text === undefined ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(time) ? null : time;
};

const dated = (timeMs: number): Date => new Date(Math.max(0, Math.min(LATEST_MS, timeMs)));

/** When the body says that it was recorded; calls of other kinds say only when they were saved. */
function recordedAtOf({ body }: Operation): number | null {
  if (typeof body !== 'object' || body === null || !('recordedAt' in body)) return null;
  return typeof body.recordedAt === 'string' ? timeOf(body.recordedAt) : null;
}

/** The server time that the device had seen when it saved, gone on by its monotonic clock; null: it says nothing usable. */
function seenTimeOf({ seen }: Operation, nowMs: number): number | null {
  if (seen === undefined) return null;
  const at = (timeOf(seen.serverTime) ?? 0) + Math.max(0, seen.sinceMs ?? 0);
  return at > nowMs + CLOCK_TOLERANCE_MS ? null : at;
}

function judge(operation: Operation, row: MarkRow | undefined, nowMs: number): WorkTime {
  const savedMs = timeOf(operation.savedAt) ?? nowMs;
  const recordedMs = recordedAtOf(operation) ?? savedMs;
  const toMs = Math.min(nowMs, timeOf(row?.known_to) ?? nowMs);
  const seenMs = seenTimeOf(operation, nowMs);
  const knownMs = timeOf(row?.known_from);
  const fromMs =
    knownMs === null && seenMs === null
      ? null
      : Math.min(toMs, Math.max(knownMs ?? 0, seenMs ?? 0));
  const span = { fromMs, toMs };
  const claimedMs = meantInstant({ atMs: recordedMs, offsetMs: operation.clockOffsetMs }, span);
  const isTwoTimes = Math.abs(recordedMs - savedMs) > CLOCK_TOLERANCE_MS;
  return {
    claimedAt: dated(claimedMs),
    provenFrom: fromMs === null ? null : dated(fromMs),
    provenTo: dated(toMs),
    toldAt: row?.told_at ? new Date(row.told_at) : null,
    doubt:
      outsideOf(claimedMs, span) !== null || isTwoTimes
        ? 'CLOCK'
        : row?.is_reused === true
          ? 'NUMBER'
          : null,
  };
}

/** The time nearest to the device's word that is proved. */
export function provenTime({
  claimedAt,
  provenFrom,
  provenTo,
}: Pick<WorkTime, 'claimedAt' | 'provenFrom' | 'provenTo'>): Date {
  const latest = Math.min(claimedAt.getTime(), provenTo.getTime());
  return new Date(Math.max(latest, provenFrom?.getTime() ?? 0));
}

/** When each of a device's opened operations was done, and whether that can be believed. */
export async function workTimes(
  db: Db,
  device: DeviceCaller,
  works: readonly OpenedWork[],
): Promise<WorkTime[]> {
  const rows = await marksOf(db, device, works);
  const nowMs = Date.now();
  return works.map(([{ opId }, operation]) => judge(operation, rows.get(opId), nowMs));
}

/** How work of that time came. */
export function originOf(opId: string, time: WorkTime): WorkOrigin {
  return { opId, at: provenTime(time), toldAt: time.toldAt, isApproved: false };
}

/** Up to which number a device has given out its numbers, and when that was known. */
interface GivenMark {
  /** Null: it doesn't say. */
  readonly given: number | null;
  readonly at: Date;
  /** It knew then which loans are its user's. */
  readonly hasPulled: boolean;
}

/** Inserts the mark of devices `v` that `devices` selects, with their numbers as they are by then. */
export function markInsert(devices: SQL, { given, at, hasPulled }: GivenMark): SQL {
  const moment = at.toISOString();
  return sql`
    into device_marks (device_id, user_id, given_sequence, first_at, last_at, pulled_at)
    select v.id, v.user_id, greatest(${given ?? 0}::int, v.last_sequence, (select max(m.given_sequence) from device_marks m
        where m.device_id = v.id and m.user_id = v.user_id)), ${moment}::timestamptz, ${moment}::timestamptz,
      case when ${hasPulled}::boolean then ${moment}::timestamptz end
    from ${devices}
    on conflict (device_id, user_id, given_sequence) do update set
      last_at = greatest(device_marks.last_at, excluded.last_at),
      pulled_at = coalesce(greatest(device_marks.pulled_at, excluded.pulled_at), device_marks.pulled_at, excluded.pulled_at)`;
}

/**
 * Notes that a device has given out its numbers so far at that moment; `hasPulled`: and knew then which loans were its
 * user's. Null: it did not say, so its highest known one is meant.
 */
export async function noteMark(
  tx: Db,
  { deviceId, userId }: { readonly deviceId: string; readonly userId: string },
  mark: GivenMark,
): Promise<void> {
  const device = sql`devices v where v.id = ${deviceId} and v.user_id = ${userId}`;
  await tx.execute(sql`insert /* prepared */ ${markInsert(device, mark)}`);
}
