import { sql } from 'drizzle-orm';
import type { DeviceGrant } from '../../contract/queued-work.ts';
import type { Command } from '../command.ts';
import { noteAbandoned } from './device-gaps.ts';

/** A phone that was silent for longer was put away, days. */
const LATELY_DAYS = 30;

/** A device that registered for the first time. */
interface NewDevice {
  readonly deviceId: string;
  readonly userId: string;
  /** How its browser names itself. */
  readonly label: string | null;
}

/**
 * The phone whose storage was cleared whole, so that it comes back as a new one: of the same user, with a browser of the
 * same name, heard of lately. What it told of and never brought is noted as lost, for the manager to see. Browsers at a desk
 * are many of one name: they are left out. Null: there is none.
 */
export async function noteReplacement(
  command: Command,
  { deviceId, userId, label }: NewDevice,
): Promise<DeviceGrant['replaces']> {
  if (label === null || !/Android|Mobile|iPhone/.test(label)) return null;
  const { rows } = await command.tx.execute<{ id: string; last_seen_at: string }>(sql`
    select id, last_seen_at from devices where user_id = ${userId} and id <> ${deviceId} and label = ${label}
      and revoked_at is null and wipe_asked_at is null
      and last_seen_at > now() - make_interval(days => ${LATELY_DAYS})
    order by last_seen_at desc limit 1`);
  const [before] = rows;
  if (before === undefined) return null;
  const missingCount = await noteAbandoned(command, { deviceId: before.id, userId });
  command.audit({
    action: 'device.replaced',
    entity: 'device',
    entityId: before.id,
    details: { by: deviceId, missingCount },
  });
  return { lastContactAt: new Date(before.last_seen_at).toISOString(), missingCount };
}
