import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { Page } from '../../contract/paging.ts';
import type { AgentDevice, reportCalls } from '../../contract/report.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import { allOf, listPage } from '../database/list-page.ts';

type DevicesQuery = CallRequest<typeof reportCalls.listAgentDevices>['query'];

interface DeviceRow extends AgentDevice, Record<string, unknown> {
  lastSeenAt: string;
}

function toAgentDevice(row: DeviceRow): AgentDevice {
  return {
    ...row,
    lastSeenAt: isoInstant(row.lastSeenAt),
    lastDeliveredAt: isoInstantOrNull(row.lastDeliveredAt),
    lastPulledAt: isoInstantOrNull(row.lastPulledAt),
    oldestUnsentAt: isoInstantOrNull(row.oldestUnsentAt),
  };
}

/** The phones of the field agents the actor may see: those that hold the oldest unsent work first, revoked ones last. */
export async function listAgentDevices(
  context: Context,
  actor: Actor,
  { unsentOnly, ...page }: DevicesQuery,
): Promise<Page<AgentDevice>> {
  return listPage(context.db, page, {
    columns: sql`v.id as "deviceId", v.user_id as "userId", u.full_name as "Agent_Name",
      v.last_seen_at as "lastSeenAt", v.last_delivered_at as "lastDeliveredAt", v.last_pulled_at as "lastPulledAt",
      v.unsent_count as "unsentCount", v.oldest_unsent_at as "oldestUnsentAt", v.app_version as "appVersion",
      v.revoked_at is not null as "isRevoked"`,
    from: sql`devices v join users u on u.id = v.user_id`,
    where: allOf([
      sql`u.role = 'FIELD_AGENT' and u.disabled_at is null`,
      peopleVisibleTo(actor),
      unsentOnly === '1' && sql`v.unsent_count > 0`,
    ]),
    order: sql`v.revoked_at is not null, v.unsent_count = 0, v.oldest_unsent_at, v.last_seen_at desc, v.id, v.user_id`,
    row: toAgentDevice,
  });
}
