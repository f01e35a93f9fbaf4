import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { endSessionsWhere } from './session.ts';

/** Notes on which device a session was opened, so that ending the device ends it. */
export async function bindSession(db: Db, sessionId: string, deviceId: string): Promise<void> {
  await db.execute(sql`update sessions set device_id = ${deviceId} where id = ${sessionId}`);
}

/** A session's part of the key to what its device keeps. */
export async function readStartKey(db: Db, sessionId: string | null): Promise<string> {
  const { rows } = await db.execute<{ start_key: string }>(
    sql`select start_key from sessions where id = ${sessionId}`,
  );
  const [found] = rows;
  if (found === undefined) throw notFound('The session');
  return found.start_key;
}

/** A user's part of the key to what its devices keep, the same whatever its password is. */
export async function readVaultKey(db: Db, userId: string): Promise<string> {
  const { rows } = await db.execute<{ vault_key: string }>(
    sql`select vault_key from users where id = ${userId}`,
  );
  const [found] = rows;
  if (found === undefined) throw notFound('The account');
  return found.vault_key;
}

/**
 * What a device knows a user's password by: another mark, another password. Tells nothing of the password: what it is made
 * of holds a random salt.
 */
export const passwordMarkOf = (hash: SQL): SQL =>
  sql`encode(substring(sha256(convert_to('recoup-phone:' || ${hash}, 'UTF8')) for 12), 'hex')`;

/** The mark of a user's password as it is now. */
export async function readPasswordMark(db: Db, userId: string): Promise<string> {
  const { rows } = await db.execute<{ mark: string }>(
    sql`select ${passwordMarkOf(sql`u.password_hash`)} as mark from users u where u.id = ${userId}`,
  );
  const [found] = rows;
  if (found === undefined) throw notFound('The account');
  return found.mark;
}

/** Ends the right to deliver of a user's devices but that of the session named: they wait for a login. */
export async function endDeliveryOf(
  db: Db,
  userId: string,
  exceptSessionId: string | null,
): Promise<void> {
  const isOther = sql`user_id = ${userId} and token_hash is not null and id is distinct from
    (select device_id from sessions where id = ${exceptSessionId}::uuid)`;
  await db.execute(sql`insert into past_device_tokens (token_hash, device_id, user_id)
    select token_hash, id, user_id from devices where ${isOther} on conflict do nothing`);
  await db.execute(sql`update devices set token_hash = null where ${isOther}`);
}

/** Ends a user's sessions of one device; their tokens are dead at once. Returns their ids, none when none was open. */
export async function endDeviceSessions(
  db: Db,
  device: { deviceId: string; userId: string },
  reason: string,
): Promise<string[]> {
  const isOnDevice = sql`user_id = ${device.userId} and device_id = ${device.deviceId}`;
  return endSessionsWhere(db, isOnDevice, reason);
}
