import { agentsOfCampaigns, takeReadyAgent } from '../agent-states/agent-state-service.ts';
import type { CampaignAgent } from '../agent-states/agent-state-service.ts';
import type { Db } from '../database/connection.ts';
import type { LiveCall } from './call-rows.ts';
import type { EngineCampaign } from './campaign-rows.ts';

const compare: Readonly<
  Record<EngineCampaign['nextAgent'], (one: CampaignAgent, other: CampaignAgent) => number>
> = {
  LONGEST_WAIT: (one, other) => one.since.getTime() - other.since.getTime(),
  FEWEST_CALLS: (one, other) =>
    one.callsToday - other.callsToday || one.since.getTime() - other.since.getTime(),
  RANDOM: () => 0,
};

/** Mixes a list in place (Fisher and Yates). */
function mixed<Item>(items: Item[]): Item[] {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    const [one, two] = [items[at], items[other]];
    if (one !== undefined && two !== undefined) [items[at], items[other]] = [two, one];
  }
  return items;
}

/**
 * Gives an answered call to the agent whose turn it is, who is in the call from then on. Null when nobody is ready. The
 * caller holds the call's lock.
 */
export async function giveToAgent(
  tx: Db,
  campaign: Pick<EngineCampaign, 'nextAgent'>,
  call: LiveCall,
  businessTz: string,
): Promise<string | null> {
  const all = await agentsOfCampaigns(tx, businessTz);
  const ready = all.filter(
    ({ campaignId, state }) => campaignId === call.campaignId && state === 'READY',
  );
  const order = campaign.nextAgent === 'RANDOM' ? mixed(ready) : ready;
  for (const { userId } of order.sort(compare[campaign.nextAgent]))
    if (await takeReadyAgent(tx, userId, { callId: call.id, loanId: call.loanId })) return userId;
  return null;
}
