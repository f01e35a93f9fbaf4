import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Command } from '../command.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
import { hasCall, modeOf, moveSeat } from './agent-state-service.ts';
import { leaveSeat } from './seat-service.ts';
import { lockSeat } from './seat.ts';

interface SeatedRow extends Record<string, unknown> {
  id: string;
  role: string;
  location: string | null;
}

/**
 * Seats follow the accounts and campaigns that were just changed; `who` is a condition on `u`, their agents. Who waits or has a break in
 * predictive mode takes part in the campaign of its process at once, who is in a call does after it; who no longer works at
 * the dialer leaves it.
 */
export async function followAccounts(command: Command, who: SQL): Promise<void> {
  const { tx } = command;
  const { rows } = await tx.execute<SeatedRow>(sql`select u.id, u.role, u.location from users u
    where ${who} and exists (select 1 from agent_spans s where s.user_id = u.id and s.ended_at is null)
    order by u.id`);
  for (const { id, role, location } of rows) {
    if (!isDialerAgent({ role, location })) {
      await leaveSeat(command, id, 'dialer.sent_out');
      continue;
    }
    const seat = await lockSeat(tx, id);
    const { open, isPredictive, predictiveCampaignId } = seat;
    if (open === null || hasCall(open.state) || !isPredictive) continue;
    if (open.campaignId !== predictiveCampaignId)
      await moveSeat(tx, seat, { state: open.state, ...modeOf(seat) });
  }
}
