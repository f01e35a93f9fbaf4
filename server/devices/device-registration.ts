import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeviceGrant, deviceCalls } from '../../contract/device.ts';
import type { Actor } from '../access/actor.ts';
import { OFFLINE_LOGIN_DAYS } from '../access/workable-loan.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { newToken, tokenHash } from '../identity/token-service.ts';
import { currentServerKey } from './server-keys.ts';

/** The database's life: a restored backup has another. */
export async function readEpoch(db: Db): Promise<string> {
  const result = await db.execute<{ epoch: string }>(sql`select epoch from organisation`);
  const epoch = result.rows[0]?.epoch;
  if (epoch === undefined) throw new Error('The table organisation is empty.');
  return epoch;
}

/** Binds a device to the user who just logged in on it. Its old delivery token is dead; a wiped device may begin anew. */
export async function registerDevice(
  context: Context,
  actor: Actor,
  input: z.output<(typeof deviceCalls)['registerDevice']['body']>,
): Promise<DeviceGrant> {
  const serverKey = await currentServerKey(context.db);
  const epoch = await readEpoch(context.db);
  const deliveryToken = newToken();
  const lastSequence = await runCommand(context.db, actor, async ({ tx, audit }) => {
    const stored = await tx.execute<{ last_sequence: number }>(sql`
      insert into devices (id, user_id, token_hash, label, app_version)
      values (${input.deviceId}, ${actor.userId}, ${tokenHash(deliveryToken)}, ${input.label ?? null}, ${input.appVersion})
      on conflict (id, user_id) do update set token_hash = excluded.token_hash,
        label = coalesce(excluded.label, devices.label), app_version = excluded.app_version, last_seen_at = now(),
        revoked_at = null
      returning last_sequence`);
    audit({ action: 'device.register', entity: 'device', entityId: input.deviceId });
    return stored.rows[0]?.last_sequence ?? 0;
  });
  return {
    deviceId: input.deviceId,
    deliveryToken,
    serverKey,
    epoch,
    serverTime: new Date().toISOString(),
    offlineLoginDays: OFFLINE_LOGIN_DAYS,
    lastSequence,
  };
}
