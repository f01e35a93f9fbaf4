import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { Db } from '../database/connection.ts';

/**
 * The role in which a user was last logged in before an instant, on that device rather than on another one; null: nobody
 * was logged in by then.
 */
export async function roleAt(
  db: Db,
  { deviceId, userId }: { readonly deviceId: string; readonly userId: string },
  at: Date,
): Promise<Role | null> {
  const { rows } = await db.execute<{ role: Role }>(sql`select role from sessions
    where user_id = ${userId} and created_at <= ${at.toISOString()}
    order by device_id is not distinct from ${deviceId}::uuid desc, created_at desc limit 1`);
  return rows[0]?.role ?? null;
}

/** The last day of a former role or maker `f`: that of its change, which still goes by it. */
export const lastDayOf = (zone: string): SQL => sql`(f.ended_at at time zone ${zone})::date`;

/** The role that a user `u` had on a day. */
export const roleOn = (day: SQL, zone: string): SQL => sql`coalesce((select f.role
  from former_roles f where f.user_id = u.id and ${lastDayOf(zone)} >= ${day} order by f.ended_at limit 1), u.role)`;

/** Who had made a user `u` as of a day: the partner whose it was. */
export const makerOn = (day: SQL, zone: string): SQL => sql`coalesce((select f.maker_id
  from former_makers f where f.user_id = u.id and ${lastDayOf(zone)} >= ${day} order by f.ended_at limit 1), u.created_by)`;
