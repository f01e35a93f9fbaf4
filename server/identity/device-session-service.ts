import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';

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

/** Ends a user's sessions of one device; their tokens are dead at once. Returns their ids, none when none was open. */
export async function endDeviceSessions(
  db: Db,
  device: { deviceId: string; userId: string },
  reason: string,
): Promise<string[]> {
  const ended = await db.execute<{ id: string }>(sql`
    update sessions set ended_at = now(), end_reason = ${reason}
    where user_id = ${device.userId} and device_id = ${device.deviceId} and ended_at is null returning id`);
  return ended.rows.map((row) => row.id);
}
