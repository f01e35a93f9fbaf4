import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Campaign } from '../../contract/campaign.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { campaignsVisibleTo } from '../access/scope.ts';
import { isoInstant, startOfToday } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { notFound } from '../errors.ts';

type ListQuery = z.output<typeof campaignCalls.listCampaigns.query>;
type CampaignRow = Campaign & Record<string, unknown>;

const columns = sql`m.id as "_id", m.name, m.client_id as "clientId",
  c.name as "Client_Name", c.caller_id_series as "callerIdSeries", m.state, m.pacing, m.lead_order as "leadOrder",
  m.next_agent as "nextAgent", m.trunks, m.caller_ids as "callerIds", m.drop_cap_percent::float8 as "dropCapPercent",
  m.max_level::float8 as "maxLevel", m.ring_seconds as "ringSeconds", m.wrapup_seconds as "wrapupSeconds",
  m.max_attempts as "maxAttempts", m.recycle, to_char(m.shift_end, 'HH24:MI') as "shiftEnd", m.revision,
  m.created_at as "createdAt", m.updated_at as "updatedAt",
  (select count(*)::int from users u where lower(u.predictive_process) = lower(m.name) and u.role = 'COLLECTOR'
    and u.disabled_at is null) as "agentCount",
  (select count(*)::int from agent_spans s where s.campaign_id = m.id and s.ended_at is null) as "onlineCount",
  leads.*, calls.*`;

/**
 * The state of a lead `d` of a campaign `m` as people read it: one that was tried as often as the campaign tries by now is done,
 * though it waits on should more tries be given again.
 */
export const leadState = sql`case when d.state = 'READY' and d.attempts >= m.max_attempts then 'DONE' else d.state end`;

const joins = (dayStart: string): SQL => sql`left join clients c on c.id = m.client_id
  cross join lateral (select count(*)::int as "leadCount",
      count(*) filter (where ${leadState} = 'READY')::int as "waitingCount",
      count(*) filter (where ${leadState} = 'DONE')::int as "doneCount"
    from campaign_leads d where d.campaign_id = m.id) leads
  cross join lateral (select count(*)::int as "placedToday",
      count(*) filter (where k.connected_at is not null)::int as "connectedToday",
      count(*) filter (where k.result = 'ABANDONED')::int as "abandonedToday"
    from dialer_calls k where k.campaign_id = m.id and k.source = 'ENGINE' and k.placed_at >= ${dayStart}) calls`;

const toCampaign = (row: CampaignRow): Campaign => ({
  ...row,
  createdAt: isoInstant(row.createdAt),
  updatedAt: isoInstant(row.updatedAt),
});

/** A page of the campaigns that the actor may see: running ones first, ended ones last. */
export async function listCampaigns(
  { db, settings }: Context,
  actor: Actor,
  { search, state, ...page }: ListQuery,
): Promise<Page<Campaign>> {
  return listPage(db, page, {
    columns,
    from: sql`campaigns m`,
    joins: joins(startOfToday(settings.businessTz)),
    where: allOf([
      campaignsVisibleTo(actor),
      search && contains(search, sql`m.name`),
      state && sql`m.state = ${state}`,
    ]),
    order: sql`array_position(array['RUNNING', 'PAUSED', 'ENDED'], m.state), m.created_at desc, m.id`,
    key: sql`m.id`,
    row: toCampaign,
  });
}

/** One campaign. Throws 404. */
export async function readCampaign(
  db: Db,
  zone: string,
  actor: Actor,
  id: string,
): Promise<Campaign> {
  const { rows } = await db.execute<CampaignRow>(
    sql`select ${columns} from campaigns m ${joins(startOfToday(zone))} where m.id = ${id} and ${campaignsVisibleTo(actor)}`,
  );
  const [row] = rows;
  if (!row) throw notFound('This campaign');
  return toCampaign(row);
}

/** A campaign held against other changes until the transaction's end. */
export interface LockedCampaign {
  readonly id: string;
  readonly name: string;
  readonly state: Campaign['state'];
  readonly clientId: string | null;
  readonly callerIdSeries: string | null;
  readonly callerIds: readonly string[];
  readonly leadOrder: Campaign['leadOrder'];
  readonly revision: number;
}

/** Locks a campaign. Throws 404. */
export async function lockCampaign(tx: Db, actor: Actor, id: string): Promise<LockedCampaign> {
  const { rows } = await tx.execute<LockedCampaign & Record<string, unknown>>(sql`
    select m.id, m.name, m.state, m.client_id as "clientId", c.caller_id_series as "callerIdSeries",
      m.caller_ids as "callerIds", m.lead_order as "leadOrder", m.revision
    from campaigns m left join clients c on c.id = m.client_id
    where m.id = ${id} and ${campaignsVisibleTo(actor)} for update of m`);
  const [row] = rows;
  if (!row) throw notFound('This campaign');
  return row;
}
