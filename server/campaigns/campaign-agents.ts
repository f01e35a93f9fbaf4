import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CampaignAgent } from '../../contract/campaign.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import { DIALER_LOCATION } from '../../contract/dialer-agent.ts';
import type { Page } from '../../contract/paging.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { followAccounts } from '../agent-states/seat-account-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { againstRules } from '../errors.ts';
import { assignPredictiveProcess } from '../people/predictive-process-service.ts';
import { lockCampaign, readCampaign } from './campaign-rows.ts';

type ListQuery = z.output<typeof campaignCalls.listCampaignAgents.query>;
type Assignment = z.output<typeof campaignCalls.assignCampaignAgents.body>;

/**
 * Agents of a campaign first, then (for the agency) the other collectors at the dialer, by name. A lender sees who calls
 * for it. Throws 404.
 */
export async function listCampaignAgents(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  { search, ...page }: ListQuery,
): Promise<Page<CampaignAgent>> {
  const campaign = await readCampaign(db, settings.businessTz, actor, id);
  const isOwn = sql`coalesce(lower(u.predictive_process) = lower(${campaign.name}), false)`;
  const reach = isAdmin(actor) ? sql`(u.location = ${DIALER_LOCATION} or ${isOwn})` : isOwn;
  // Who calls a lender's borrowers is the lender's to know, though no loan of it may be theirs.
  const seen = isAdmin(actor) ? peopleVisibleTo(actor) : isOwn;
  return listPage(db, page, {
    columns: sql`u.id as "_id", u.full_name as "fullName", u.username, b.full_name as "managerName",
      u.predictive_process as "processName", s.state`,
    from: sql`users u`,
    joins: sql`left join users b on b.id = u.manager_id
      left join agent_spans s on s.user_id = u.id and s.ended_at is null`,
    where: allOf([
      sql`u.role = 'COLLECTOR' and u.disabled_at is null`,
      reach,
      seen,
      search && sql`(${contains(search, sql`u.full_name`)} or u.username = ${search})`,
    ]),
    order: sql`${isOwn} desc, u.full_name, u.id`,
    row: (row: CampaignAgent) => row,
  });
}

/** Agents join and leave a campaign. Throws 404, 422. */
export async function assignCampaignAgents(
  { db }: Context,
  actor: Actor,
  { _id: id, join, leave }: Assignment,
): Promise<{ joined: number; left: number }> {
  return runCommand(db, actor, async (command) => {
    const { tx, audit } = command;
    const campaign = await lockCampaign(tx, actor, id);
    if (campaign.state === 'ENDED' && join.length > 0)
      throw againstRules('CAMPAIGN_ENDED', 'This campaign has ended. Pause it to let agents join.');
    const joined = await assignPredictiveProcess(command, actor, join, { to: campaign.name });
    const left = await assignPredictiveProcess(command, actor, leave, {
      from: campaign.name,
      to: null,
    });
    await followAccounts(command, sql`u.id = any(${sql.param([...joined, ...left])}::uuid[])`);
    const details = { joined, left };
    audit({ action: 'campaign.agents', entity: 'campaign', entityId: id, details });
    return { joined: joined.length, left: left.length };
  });
}
