import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CampaignLead } from '../../contract/campaign-list.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { campaignsVisibleTo, loansInReachOf } from '../access/scope.ts';
import { isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, listPage, wordConditions } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { notifyLive } from '../live-events/live-events.ts';
import { loanWords } from '../loans/loan-filter-service.ts';
import { maskedPhone, seesMaskedPhones } from '../loans/loan-rows-service.ts';
import { leadState, lockCampaign } from './campaign-rows.ts';
import { inTurn } from './lead-adding.ts';

type LeadQuery = z.output<typeof campaignCalls.listLeads.query>;
type Reset = z.output<typeof campaignCalls.resetLeads.body>;

const toLead = (row: CampaignLead, isMasked: boolean): CampaignLead => ({
  ...row,
  number: isMasked ? (maskedPhone(row.number) ?? '') : row.number,
  lastCallAt: isoInstantOrNull(row.lastCallAt),
  nextAt: isoInstantOrNull(row.nextAt),
});

/** A page of a campaign's leads in the order of their priority. Throws 404. */
export async function listLeads(
  db: Db,
  actor: Actor,
  campaignId: string,
  { listId, state, lastResult, search, ...page }: LeadQuery,
): Promise<Page<CampaignLead>> {
  const campaign = await db.execute(
    sql`select 1 from campaigns m where m.id = ${campaignId} and ${campaignsVisibleTo(actor)}`,
  );
  if (campaign.rows.length === 0) throw notFound('This campaign');
  const isMasked = seesMaskedPhones(actor.role);
  return listPage(db, page, {
    columns: sql`d.id as "_id", d.loan_id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
      c.name as "Client_Name", l.total_due_amount as "Total_Due_Amount", l.unverified_amount as "Unverified_Amount", d.number, t.name as "listName",
      mod(d.priority, 1000) as priority, ${leadState} as state, d.stop_reason as "stopReason", d.attempts,
      d.last_result as "lastResult", d.last_call_at as "lastCallAt",
      case when ${leadState} = 'READY' then d.next_at end as "nextAt"`,
    from: sql`campaign_leads d join campaigns m on m.id = d.campaign_id join loans l on l.id = d.loan_id`,
    joins: sql`join clients c on c.id = l.client_id join campaign_lists t on t.id = d.list_id`,
    where: allOf([
      sql`d.campaign_id = ${campaignId}`,
      loansInReachOf(actor),
      listId && sql`d.list_id = ${listId}`,
      state && sql`${leadState} = ${state}`,
      lastResult && sql`d.last_result = ${lastResult}`,
      ...wordConditions(loanWords(actor.role), search),
    ]),
    order: sql`d.priority desc, d.next_at, d.id`,
    row: (row: CampaignLead) => toLead(row, isMasked),
  });
}

/** Leads begin anew: those that are done or wait, of lists that are on and loans that are active. Throws 404. */
export async function resetLeads(
  { db }: Context,
  actor: Actor,
  { campaignId, listId, leadIds, lastResult }: Reset,
): Promise<{ reset: number }> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    await lockCampaign(tx, actor, campaignId);
    const conditions = [
      sql`d.campaign_id = ${campaignId}`,
      sql`d.state in ('READY', 'DONE', 'STOPPED')`,
    ];
    if (listId) conditions.push(sql`d.list_id = ${listId}`);
    if (leadIds) conditions.push(sql`d.id = any(${sql.param(leadIds)}::uuid[])`);
    if (lastResult) conditions.push(sql`d.last_result = ${lastResult}`);
    const { rows } = await tx.execute<{ count: number }>(sql`
      with anew as (
        update campaign_leads d set state = 'READY', attempts = 0, next_at = ${inTurn(sql`d.position`)}, stop_reason = null
        from campaign_lists t, loans l
        where t.id = d.list_id and l.id = d.loan_id and t.is_active and t.removed_at is null and l.status = 'ACTIVE'
          and ${allOf(conditions)}
        returning 1)
      select count(*)::int as count from anew`);
    const reset = rows[0]?.count ?? 0;
    await notifyLive(tx, `campaign:${campaignId}`);
    const details = { listId, lastResult, named: leadIds?.length, reset };
    audit({ action: 'campaign.leads-reset', entity: 'campaign', entityId: campaignId, details });
    return { reset };
  });
}
