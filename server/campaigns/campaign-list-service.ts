import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CampaignList } from '../../contract/campaign-list.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { allOf } from '../database/list-page.ts';
import { againstRules } from '../errors.ts';
import { newId } from '../ids.ts';
import { loanFilterConditions } from '../loans/loan-filter-service.ts';
import { lockCampaign } from './campaign-rows.ts';
import { addLeads, callableBy } from './lead-adding.ts';
import { readList } from './list-rows.ts';

/** A list's place among the others when nothing was said: the middle. */
const MIDDLE = 5;

type Choice = z.output<typeof campaignCalls.chooseList.body>;

/**
 * Makes a list of the active loans that match, the largest dues first, and returns its id. Throws 400, 404 (campaign), 422
 * when none match.
 */
export async function addListByFilter(
  { tx, audit }: Command,
  actor: Actor,
  { campaignId, name, matching, most }: Choice,
): Promise<string> {
  const campaign = await lockCampaign(tx, actor, campaignId);
  const target = {
    id: newId(),
    campaignId,
    clientId: campaign.clientId,
    priority: MIDDLE,
    isActive: true,
  };
  const where = allOf([...loanFilterConditions(matching), callableBy(actor, target)]);
  const number = sql`coalesce(nullif(l.mobile_number, ''), nullif(l.alternate_mobile_number, ''))`;
  await tx.execute(sql`insert into campaign_lists (id, campaign_id, name, priority, created_by)
    values (${target.id}, ${campaignId}, ${name}, ${MIDDLE}, ${actor.userId})`);
  const chosen = sql`select l.id as loan_id, ${number} as number, 0 as priority,
      (row_number() over (order by l.total_due_amount desc nulls last, l.id))::int as position
    from loans l where l.status = 'ACTIVE' and ${number} is not null and ${where}
    order by l.total_due_amount desc nulls last, l.id limit ${most}`;
  const counted = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (${chosen}) as chosen`,
  );
  const count = counted.rows[0]?.count ?? 0;
  if (count === 0)
    throw againstRules(
      'NO_LOANS',
      'No active loan with a phone number matches. Choose other conditions.',
    );
  const leads = await addLeads(tx, target, chosen);
  await tx.execute(sql`update campaign_lists set row_count = ${count}, lead_count = ${leads},
    expected_rows = ${count} where id = ${target.id}`);
  audit({
    action: 'campaign.list',
    entity: 'campaign-list',
    entityId: target.id,
    details: { campaign: campaign.name, name, matching, most, leads },
  });
  return target.id;
}

/** The same as a command of its own; answers the list. */
export async function chooseList(
  { db }: Context,
  actor: Actor,
  choice: Choice,
): Promise<CampaignList> {
  return runCommand(db, actor, async (command) => {
    const id = await addListByFilter(command, actor, choice);
    return readList(command.tx, actor, id);
  });
}
