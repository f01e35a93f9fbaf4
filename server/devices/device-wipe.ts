import { sql } from 'drizzle-orm';
import type { Actor, DeviceCaller } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notAllowed, notFound } from '../errors.ts';
import { endDeviceSessions } from '../identity/device-session-service.ts';

/** A device of one user: a phone that two agents share is two of them. */
export interface DeviceOfUser {
  readonly deviceId: string;
  readonly userId: string;
}

interface WipeRow extends Record<string, unknown> {
  is_asked: boolean;
  is_wiped: boolean;
}

/** Locks a device that the actor watches over. Throws 404 for anyone else's. */
async function lockWatched(
  tx: Db,
  actor: Actor,
  { deviceId, userId }: DeviceOfUser,
): Promise<WipeRow> {
  const result = await tx.execute<WipeRow>(sql`
    select v.wipe_asked_at is not null as is_asked, v.wiped_at is not null as is_wiped
    from devices v join users u on u.id = v.user_id
    where v.id = ${deviceId} and v.user_id = ${userId} and ${peopleVisibleTo(actor)} for no key update of v`);
  const [row] = result.rows;
  if (!row) throw notFound('This device');
  return row;
}

/**
 * Ends a device for its user: its sessions end at once, what is cached there goes at its next contact, after what waits
 * was delivered. Repeating it changes nothing. Throws 404.
 */
export async function wipeDevice(
  { tx, audit }: Command,
  actor: Actor,
  device: DeviceOfUser,
): Promise<void> {
  const row = await lockWatched(tx, actor, device);
  if (row.is_asked) return;
  const { deviceId, userId } = device;
  await tx.execute(sql`update devices set wipe_asked_at = now(), wipe_asked_by = ${actor.userId}
    where id = ${deviceId} and user_id = ${userId}`);
  const ended = await endDeviceSessions(tx, device, 'device wiped');
  const details = { userId, sessions: ended.length };
  audit({ action: 'device.wipe', entity: 'device', entityId: deviceId, details });
  for (const sessionId of ended)
    audit({ action: 'session.end', entity: 'session', entityId: sessionId, details: { deviceId } });
}

/** Takes a wipe back; nothing happens when none was asked for. Throws 404, 409 ALREADY_WIPED once it was carried out. */
export async function cancelWipe(
  { tx, audit }: Command,
  actor: Actor,
  device: DeviceOfUser,
): Promise<void> {
  const row = await lockWatched(tx, actor, device);
  if (row.is_wiped)
    throw conflict('ALREADY_WIPED', 'The device was wiped already. Its agent can log in again.');
  if (!row.is_asked) return;
  const { deviceId, userId } = device;
  await tx.execute(sql`update devices set wipe_asked_at = null, wipe_asked_by = null
    where id = ${deviceId} and user_id = ${userId}`);
  const details = { userId };
  audit({ action: 'device.wipe-cancel', entity: 'device', entityId: deviceId, details });
}

/** The device says that what was cached there is gone. Saying it again, or after the wipe was taken back, is harmless. */
export async function noteWiped(
  { tx, audit }: Command,
  { deviceId, actor }: DeviceCaller,
): Promise<void> {
  const done = await tx.execute(sql`update devices set wiped_at = now()
    where id = ${deviceId} and user_id = ${actor.userId} and wipe_asked_at is not null and wiped_at is null
    returning id`);
  if (done.rows.length > 0) audit({ action: 'device.wiped', entity: 'device', entityId: deviceId });
}

/**
 * Ends the delivery token of a wiped device that says nothing waits there any more, unless a file that one of its visits
 * announced is still to come. Its server keys are let go.
 */
export async function endWipedToken(
  { tx, audit }: Command,
  { deviceId, actor }: DeviceCaller,
): Promise<void> {
  const ended = await tx.execute(sql`
    update devices set revoked_at = now(), key_ids = '{}'
    where id = ${deviceId} and user_id = ${actor.userId} and wiped_at is not null and revoked_at is null
      and not exists (select 1 from operations o join dispositions d on d.op_id = o.op_id
        join files f on f.disposition_id = d.id
        where o.device_id = ${deviceId} and o.user_id = ${actor.userId} and f.delivered_at is null)
    returning id`);
  if (ended.rows.length > 0)
    audit({ action: 'device.token-end', entity: 'device', entityId: deviceId });
}

/** Refuses to give anything to a device that is to be wiped. Throws 403 DEVICE_WIPE_PENDING. */
export async function refuseWipedDevice(db: Db, device: DeviceOfUser): Promise<void> {
  const result = await db.execute(sql`select 1 from devices
    where id = ${device.deviceId} and user_id = ${device.userId} and wipe_asked_at is not null and wiped_at is null`);
  if (result.rows.length > 0) throw wipePending();
}

/** 403: what is cached on the device must go first. */
export const wipePending = () =>
  notAllowed(
    'This device was ended by your manager. It has to be emptied first.',
    'DEVICE_WIPE_PENDING',
  );
