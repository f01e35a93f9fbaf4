import { sql } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { tokenHash } from './token-service.ts';

/** Days since last contact after which a delivery token is dead. */
const DELIVERY_TOKEN_DAYS = 30;

/** A device and its user as `callerColumns` gives them. */
export interface CallerRow extends Record<string, unknown> {
  device_id: string;
  user_id: string;
  role: Role;
  username: string;
  full_name: string;
  manager_id: string | null;
  client_id: string | null;
  location: string | null;
  is_barred: boolean;
}

/** What a caller needs of devices `v` and users `u`. */
export const callerColumns = sql`v.id as device_id, u.id as user_id, u.role, u.username, u.full_name, u.manager_id,
  u.client_id, u.location, u.disabled_at is not null as is_barred`;

/** A device's user as whoever delivers. */
export const toDeviceCaller = (row: CallerRow): DeviceCaller => ({
  deviceId: row.device_id,
  isBarred: row.is_barred,
  actor: {
    userId: row.user_id,
    role: row.role,
    username: row.username,
    fullName: row.full_name,
    managerId: row.manager_id,
    clientId: row.client_id,
    clientName: null,
    location: row.location,
    sessionId: null,
  },
});

/**
 * The device and user of a delivery token, or null when it is unknown, revoked, too old, or its user was disabled: barred
 * then, as long as the device has not heard that it is to be wiped.
 */
export async function deviceOfToken(db: Db, token: string): Promise<DeviceCaller | null> {
  const result = await db.execute<CallerRow>(sql`
    select /* prepared */ ${callerColumns} from devices v join users u on u.id = v.user_id
    where v.token_hash = ${tokenHash(token)} and v.revoked_at is null
      and (u.disabled_at is null or (v.wipe_asked_at is not null and v.wiped_at is null))
      and v.last_seen_at > now() - make_interval(days => ${DELIVERY_TOKEN_DAYS})`);
  const row = result.rows[0];
  return row ? toDeviceCaller(row) : null;
}
