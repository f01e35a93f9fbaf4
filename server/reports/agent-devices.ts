import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { Page } from '../../contract/paging.ts';
import type { AgentDevice, reportCalls } from '../../contract/report.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';

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
  { page, pageSize, unsentOnly }: DevicesQuery,
): Promise<Page<AgentDevice>> {
  const unsent = unsentOnly === '1' ? sql`v.unsent_count > 0` : sql`true`;
  const from = sql`from devices v join users u on u.id = v.user_id
    where u.role = 'FIELD_AGENT' and u.disabled_at is null and ${peopleVisibleTo(actor)} and ${unsent}`;
  const counted = await context.db.execute<{ total: number }>(
    sql`select count(*) as total ${from}`,
  );
  const result = await context.db.execute<DeviceRow>(sql`
    select v.id as "deviceId", v.user_id as "userId", u.full_name as "Agent_Name", v.last_seen_at as "lastSeenAt",
      v.last_delivered_at as "lastDeliveredAt", v.last_pulled_at as "lastPulledAt", v.unsent_count as "unsentCount",
      v.oldest_unsent_at as "oldestUnsentAt", v.app_version as "appVersion", v.revoked_at is not null as "isRevoked"
    ${from}
    order by v.revoked_at is not null, v.unsent_count = 0, v.oldest_unsent_at, v.last_seen_at desc, v.id, v.user_id
    limit ${pageSize} offset ${(page - 1) * pageSize}`);
  const totalCount = counted.rows[0]?.total ?? 0;
  return { data: result.rows.map(toAgentDevice), totalCount, page, pageSize };
}
