import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type {
  DEVICE_CONCERNS,
  WatchedDevice,
  deviceWatchCalls,
} from '../../contract/device-watch.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import type { DeviceOfUser } from './device-wipe.ts';
import { toGap, toWatchedDevice } from './device-watch-row.ts';
import type { GapRow, WatchedRow } from './device-watch-row.ts';

type DevicesQuery = CallRequest<typeof deviceWatchCalls.listDevices>['query'];

/** Hours without contact after which a device with unsent work counts as silent. */
const SILENT_HOURS = 24;
/** Work that waits so long on the server for what came before it won't go by itself: it counts as refused. */
const HELD_HOURS = 24;
/** Gaps shown of one device; more is no list to read. */
const MOST_GAPS = 50;

/** Numbers of a gap `g` that have not arrived since. */
const missingOfGap = sql`(g.last_sequence - g.first_sequence + 1 - (select count(distinct o.sequence)::int
  from operations o where o.device_id = g.device_id and o.user_id = g.user_id
    and o.sequence between g.first_sequence and g.last_sequence))`;

/** Devices `v` of users `u` with their managers `m`, and in `w` what makes one need looking at. */
const fromDevices = sql`devices v join users u on u.id = v.user_id left join users m on m.id = u.manager_id
  cross join lateral (select
    (select count(*)::int from operations o where o.device_id = v.id and o.user_id = v.user_id
      and o.outcome = 'REFUSED' and o.code is distinct from 'REVIEW_REFUSED')
    + (select count(*)::int from operations o where o.device_id = v.id and o.user_id = v.user_id
      and o.outcome = 'HELD' and o.waits_for is not null and o.delivered_at < now() - make_interval(hours => ${HELD_HOURS})) as refused_count,
    exists (select 1 from device_gaps g where g.device_id = v.id and g.user_id = v.user_id and g.seen_at is null
      and ${missingOfGap} > 0) as has_gaps,
    v.unsent_count > 0 and v.last_seen_at < now() - make_interval(hours => ${SILENT_HOURS}) as is_silent) w`;

const columns = sql`v.id as "deviceId", v.user_id as "userId", u.full_name as "agentName", u.username, u.role,
  m.full_name as "managerName", v.label, v.app_version as "appVersion", v.created_at as "createdAt",
  v.last_seen_at as "lastSeenAt", v.last_delivered_at as "lastDeliveredAt", v.last_pulled_at as "lastPulledAt",
  v.unsent_count as "unsentCount", v.attention_count as "attentionCount", v.oldest_unsent_at as "oldestUnsentAt",
  w.refused_count as "refusedCount", v.clock_offset_ms as "clockOffsetMs", v.storage_usage as "storageUsage",
  v.storage_quota as "storageQuota", v.is_persisted as "isPersisted", v.wipe_asked_at as "wipeAskedAt",
  v.wiped_at as "wipedAt"`;

const CONCERNS: Readonly<Record<(typeof DEVICE_CONCERNS)[number], SQL>> = {
  UNSENT: sql`v.unsent_count > 0`,
  SILENT: sql`w.is_silent`,
  GAPS: sql`w.has_gaps`,
  REFUSED: sql`w.refused_count > 0`,
  WIPE: sql`v.wipe_asked_at is not null and v.wiped_at is null`,
};

async function withGaps(db: Db, rows: readonly WatchedRow[]): Promise<WatchedDevice[]> {
  if (rows.length === 0) return [];
  const places = rows.map(({ deviceId, userId }) => ({ device: deviceId, author: userId }));
  const result = await db.execute<GapRow>(sql`
    select * from (
      select g.id as "_id", g.device_id as "deviceId", g.user_id as "userId", g.first_sequence as "firstSequence",
        g.last_sequence as "lastSequence", ${missingOfGap} as missing, g.noticed_at as "noticedAt", g.seen_at as "seenAt"
      from device_gaps g
        join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(device uuid, author uuid)
          on p.device = g.device_id and p.author = g.user_id) as gaps
    where missing > 0 order by "seenAt" is not null, "firstSequence" desc`);
  return rows.map((row) => {
    const own = result.rows.filter(
      (gap) => gap.deviceId === row.deviceId && gap.userId === row.userId,
    );
    return toWatchedDevice(row, own.slice(0, MOST_GAPS).map(toGap));
  });
}

/**
 * Devices of the people the actor is responsible for. First those with lost work, then with refused work, silent for a
 * day with unsent work, with unsent work, then by last contact.
 */
export async function listDevices(
  { db }: Context,
  actor: Actor,
  { search, concern, ...page }: DevicesQuery,
): Promise<Page<WatchedDevice>> {
  const found = await listPage(db, page, {
    columns,
    from: fromDevices,
    where: allOf([
      sql`u.deleted_at is null`,
      peopleVisibleTo(actor),
      concern && CONCERNS[concern],
      search && contains(search, sql`u.full_name`, sql`u.username`, sql`v.label`),
    ]),
    order: sql`w.has_gaps desc, w.refused_count > 0 desc, w.is_silent desc, v.unsent_count > 0 desc,
      v.last_seen_at desc, v.id, v.user_id`,
    row: (row: WatchedRow) => row,
  });
  return { ...found, data: await withGaps(db, found.data) };
}

/** One device as its manager watches over it. Throws 404 for anyone else's. */
export async function readDevice(
  db: Db,
  actor: Actor,
  { deviceId, userId }: DeviceOfUser,
): Promise<WatchedDevice> {
  const result = await db.execute<WatchedRow>(sql`select ${columns} from ${fromDevices}
    where v.id = ${deviceId} and v.user_id = ${userId} and ${peopleVisibleTo(actor)}`);
  const [device] = await withGaps(db, result.rows);
  if (!device) throw notFound('This device');
  return device;
}

/** Notes that the agent was asked about lost work; again is harmless. Returns its device. Throws 404. */
export async function markGapSeen(
  { tx, audit }: Command,
  actor: Actor,
  gapId: string,
): Promise<WatchedDevice> {
  const found = await tx.execute<DeviceOfUser & Record<string, unknown>>(sql`
    update device_gaps g set seen_at = coalesce(g.seen_at, now()), seen_by = coalesce(g.seen_by, ${actor.userId})
    from users u where u.id = g.user_id and g.id = ${gapId} and ${peopleVisibleTo(actor)}
    returning g.device_id as "deviceId", g.user_id as "userId"`);
  const [device] = found.rows;
  if (!device) throw notFound('This gap');
  audit({ action: 'device.gap-seen', entity: 'device', entityId: device.deviceId });
  return readDevice(tx, actor, device);
}
