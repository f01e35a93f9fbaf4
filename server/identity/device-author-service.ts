import { sql } from 'drizzle-orm';
import type { DeviceCaller } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { callerColumns, toDeviceCaller } from './device-token.ts';
import type { CallerRow } from './device-token.ts';

/** Whose device it is, whether its token is still good or not, and whether that user may work at all. */
export interface DeviceAuthor {
  readonly caller: DeviceCaller;
  /** Disabled, but still there to be enabled; of a deleted one the work that comes late is taken as it is. */
  readonly isDisabled: boolean;
}

/** A device's author by the device's and the user's id; null when there never was such a device. */
export async function findDeviceAuthor(
  db: Db,
  deviceId: string,
  userId: string,
): Promise<DeviceAuthor | null> {
  const result = await db.execute<CallerRow & { is_disabled: boolean }>(sql`
    select ${callerColumns}, u.disabled_at is not null and u.deleted_at is null as is_disabled
    from devices v join users u on u.id = v.user_id where v.id = ${deviceId} and v.user_id = ${userId}`);
  const row = result.rows[0];
  return row ? { caller: toDeviceCaller(row), isDisabled: row.is_disabled } : null;
}
