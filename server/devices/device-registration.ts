import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { deviceCalls } from '../../contract/device.ts';
import type { DeviceGrant } from '../../contract/queued-work.ts';
import type { Actor } from '../access/actor.ts';
import { OFFLINE_LOGIN_DAYS } from '../access/workable-loan.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { bindSession, readPasswordMark } from '../identity/device-session-service.ts';
import { newToken, tokenHash } from '../identity/token-service.ts';
import { openGaps } from './device-gaps.ts';
import { noteReplacement } from './device-replacement.ts';
import { wipePending } from './device-wipe.ts';
import type { DeviceOfUser } from './device-wipe.ts';
import { currentServerKey } from './server-keys.ts';

type RegistrationInput = z.output<(typeof deviceCalls)['registerDevice']['body']>;

/** Days for which a file of stuck work is recognised by a token that a login has replaced. */
const PAST_TOKEN_DAYS = 90;

/** The database's life: a restored backup has another. */
export async function readEpoch(db: Db): Promise<string> {
  const result = await db.execute<{ epoch: string }>(
    sql`select /* prepared */ epoch from organisation`,
  );
  const epoch = result.rows[0]?.epoch;
  if (epoch === undefined) throw new Error('The table organisation is empty.');
  return epoch;
}

/** A wipe that was asked for is carried out first. Locks the device. Throws 403 DEVICE_WIPE_PENDING. */
async function passWipe(
  { tx, audit }: Command,
  { deviceId, userId }: DeviceOfUser,
  isWiped: boolean,
): Promise<void> {
  const result = await tx.execute<{ is_pending: boolean }>(sql`
    select wipe_asked_at is not null and wiped_at is null as is_pending from devices
    where id = ${deviceId} and user_id = ${userId} for no key update`);
  if (result.rows[0]?.is_pending !== true) return;
  if (!isWiped) throw wipePending();
  audit({ action: 'device.wiped', entity: 'device', entityId: deviceId });
}

async function keepPastToken(tx: Db, { deviceId, userId }: DeviceOfUser): Promise<void> {
  await tx.execute(sql`
    insert into past_device_tokens (token_hash, device_id, user_id)
    select token_hash, id, user_id from devices
    where id = ${deviceId} and user_id = ${userId} and token_hash is not null
    on conflict do nothing`);
  await tx.execute(sql`delete from past_device_tokens where device_id = ${deviceId} and user_id = ${userId}
    and ended_at < now() - make_interval(days => ${PAST_TOKEN_DAYS})`);
}

/** The highest number that the device had confirmed, or said that it gave out: a number is never given out twice. */
async function storeDevice(
  tx: Db,
  { userId }: Actor,
  input: RegistrationInput,
  given: { hash: Buffer; keyId: string },
): Promise<{ lastSequence: number; isNew: boolean }> {
  const stored = await tx.execute<{ last_sequence: number; is_new: boolean }>(sql`
    insert into devices (id, user_id, token_hash, label, app_version, key_ids)
    values (${input.deviceId}, ${userId}, ${given.hash}, ${input.label ?? null}, ${input.appVersion},
      array[${given.keyId}::uuid])
    on conflict (id, user_id) do update set token_hash = excluded.token_hash,
      label = coalesce(excluded.label, devices.label), app_version = excluded.app_version, last_seen_at = now(),
      key_ids = array_remove(devices.key_ids, ${given.keyId}::uuid) || excluded.key_ids,
      revoked_at = null, wipe_asked_at = null, wipe_asked_by = null, wiped_at = null
    returning greatest(last_sequence, given_sequence) as last_sequence, xmax = 0 as is_new`);
  const [row] = stored.rows;
  return { lastSequence: row?.last_sequence ?? 0, isNew: row?.is_new === true };
}

/**
 * Binds a device, and the session it comes by, to the user who just logged in on it. Its old delivery token is dead; a
 * wiped device begins anew. Throws 403 DEVICE_WIPE_PENDING while what is cached there has to go first.
 */
export async function registerDevice(
  context: Context,
  actor: Actor,
  input: RegistrationInput,
): Promise<DeviceGrant> {
  const serverKey = await currentServerKey(context.db);
  const epoch = await readEpoch(context.db);
  const deliveryToken = newToken();
  const device = { deviceId: input.deviceId, userId: actor.userId };
  const given = { hash: tokenHash(deliveryToken), keyId: serverKey.keyId };
  const stored = await runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    await passWipe(command, device, input.isWiped === true);
    await keepPastToken(tx, device);
    const { lastSequence, isNew } = await storeDevice(tx, actor, input, given);
    const replaces = isNew
      ? await noteReplacement(command, { ...device, label: input.label ?? null })
      : null;
    if (actor.sessionId !== null) await bindSession(tx, actor.sessionId, input.deviceId);
    audit({ action: 'device.register', entity: 'device', entityId: input.deviceId });
    return { lastSequence, gaps: await openGaps(tx, device), replaces };
  });
  return {
    deviceId: input.deviceId,
    userId: actor.userId,
    deliveryToken,
    serverKey,
    epoch,
    serverTime: new Date().toISOString(),
    offlineLoginDays: OFFLINE_LOGIN_DAYS,
    unlock: {
      ...context.settings.phoneUnlock,
      passwordMark: await readPasswordMark(context.db, actor.userId),
    },
    ...stored,
  };
}
