import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import type { TestServer } from './server.ts';

/** A campaign of the other lender with a list, a lead, a call of it and a decision of the engine; `mark` stands in each text. */
export async function addOtherCampaign(
  { db, clients, people }: TestServer,
  loanId: string,
  mark: string,
): Promise<Record<string, string>> {
  const [campaignId, listId, leadId, callId] = [newId(), newId(), newId(), newId()];
  await db.execute(sql`insert into campaigns (id, name, client_id, created_by)
    values (${campaignId}, ${mark}, ${clients.Y.id}, ${people.admin.id})`);
  await db.execute(sql`insert into campaign_lists (id, campaign_id, name, lead_count, row_count)
    values (${listId}, ${campaignId}, ${mark}, 1, 1)`);
  await db.execute(sql`insert into campaign_leads (id, campaign_id, list_id, loan_id, number, position)
    values (${leadId}, ${campaignId}, ${listId}, ${loanId}, '9855555555', 1)`);
  await db.execute(sql`insert into dialer_calls (id, source, campaign_id, lead_id, loan_id, agent_id, number, state, result,
      placed_at, connected_at, ended_at, talk_seconds, process_name)
    values (${callId}, 'ENGINE', ${campaignId}, ${leadId}, ${loanId}, ${people.collector3.id}, '9855555555', 'ENDED',
      'ANSWERED', now(), now(), now(), 0, ${mark})`);
  await db.execute(sql`insert into pacing_decisions (campaign_id, pacing, level, ready, in_call, wrapping, in_flight,
      waiting, goal, placed, drop_percent, figures)
    values (${campaignId}, 'LEVEL', 1, 1, 0, 0, 0, 0, 1, 1, 0, ${JSON.stringify({ why: mark })}::jsonb)`);
  return { campaignId, listId, leadId, callId };
}
