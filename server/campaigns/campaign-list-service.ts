import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { CampaignList } from '../../contract/campaign-list.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { firstOpenNumber } from '../contact-gate/wrong-number-service.ts';
import type { Context } from '../context.ts';
import { allOf } from '../database/list-page.ts';
import { againstRules } from '../errors.ts';
import { newId } from '../ids.ts';
import { loanFilterConditions } from '../loans/loan-filter-service.ts';
import { databaseJson } from '../spreadsheets/database-json.ts';
import { lockCampaign } from './campaign-rows.ts';
import { addLeads, callableBy } from './lead-adding.ts';
import { KEPT_FAILURES } from './list-batch.ts';
import { readList } from './list-rows.ts';

/** A list's place among the others when nothing was said: the middle. */
const MIDDLE = 5;

type Choice = z.output<typeof campaignCalls.chooseList.body>;

interface Chosen extends Record<string, unknown> {
  loans: number;
  leftOut: number;
  leftRows: CampaignList['failedRows'] | null;
}

/** The active loans that match, the largest dues first, each with the number to call or the reason why it is left out. */
const chosenLoans = (where: SQL, most: number): SQL => sql`
  select f.loan_id, f.loan_number, f.number, f.position,
    case when f.nothing_left then ${ROW_WORDS['lead-nothing-left']}::text
      when not f.has_number then ${ROW_WORDS['lead-no-phone']}
      when f.number is null then ${ROW_WORDS['lead-all-wrong']} end as reason
  from (select l.id as loan_id, l.loan_number, ${firstOpenNumber('l')} as number,
      coalesce(nullif(l.mobile_number, ''), nullif(l.alternate_mobile_number, '')) is not null as has_number,
      coalesce(l.total_due_amount - l.unverified_amount <= 0, false) as nothing_left,
      (row_number() over (order by l.total_due_amount desc nulls last, l.id))::int as position
    from loans l where l.status = 'ACTIVE' and ${where}
    order by l.total_due_amount desc nulls last, l.id limit ${most}) f`;

/**
 * Makes a list of the active loans that match, the largest dues first, and returns its id; those that can't be called
 * are counted with their reasons. Throws 400, 404 (campaign), 422
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
  const where = allOf([...loanFilterConditions(matching, actor.role), callableBy(actor, target)]);
  await tx.execute(sql`insert into campaign_lists (id, campaign_id, name, priority, created_by)
    values (${target.id}, ${campaignId}, ${name}, ${MIDDLE}, ${actor.userId})`);
  const chosen = chosenLoans(where, most);
  const counted = await tx.execute<Chosen>(sql`
    select count(*)::int as loans, (count(*) filter (where c.reason is not null))::int as "leftOut",
      jsonb_agg(jsonb_build_object('row', c.position, 'reason', c.loan_number || ': ' || c.reason) order by c.position)
        filter (where c.reason is not null and c.left_place <= ${KEPT_FAILURES}) as "leftRows"
    from (select c.*, row_number() over (partition by c.reason is null order by c.position) as left_place
      from (${chosen}) c) c`);
  const { loans, leftOut, leftRows } = counted.rows[0] ?? { loans: 0, leftOut: 0, leftRows: null };
  if (loans === leftOut)
    throw againstRules(
      'NO_LOANS',
      'No active loan with a phone number matches. Choose other conditions.',
    );
  const leads = await addLeads(
    tx,
    target,
    sql`select c.loan_id, c.number, 0 as priority, c.position from (${chosen}) c where c.reason is null`,
  );
  await tx.execute(sql`update campaign_lists set row_count = ${loans}, lead_count = ${leads},
    expected_rows = ${loans}, failed_count = ${leftOut},
    failed_rows = ${databaseJson(leftRows ?? [])}::jsonb where id = ${target.id}`);
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
