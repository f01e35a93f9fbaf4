import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CampaignSettings } from '../../contract/campaign.ts';
import type { CallResult } from './call-rows.ts';
import type { Db } from '../database/connection.ts';
import type { PacingName } from './pacing.ts';

/** A campaign as the engine works it. */
export interface EngineCampaign {
  readonly id: string;
  readonly state: 'RUNNING' | 'PAUSED' | 'ENDED';
  readonly pacing: PacingName;
  readonly leadOrder: CampaignSettings['leadOrder'];
  readonly nextAgent: 'LONGEST_WAIT' | 'FEWEST_CALLS' | 'RANDOM';
  readonly trunks: number;
  readonly callerIds: readonly string[];
  readonly dropCapPercent: number;
  readonly maxLevel: number;
  readonly ringSeconds: number;
  readonly maxAttempts: number;
  readonly minutesToShiftEnd: number;
}

interface CampaignRow extends Record<string, unknown> {
  id: string;
  state: EngineCampaign['state'];
  pacing: PacingName;
  lead_order: EngineCampaign['leadOrder'];
  next_agent: EngineCampaign['nextAgent'];
  trunks: number;
  caller_ids: string[];
  drop_cap_percent: string;
  max_level: string;
  ring_seconds: number;
  max_attempts: number;
  minutes_left: number;
}

/** All running campaigns, and of the others those that still have calls. */
export async function readCampaigns(db: Db, businessTz: string): Promise<EngineCampaign[]> {
  const { rows } = await db.execute<CampaignRow>(sql`
    select c.id, c.state, c.pacing, c.lead_order, c.next_agent, c.trunks, c.caller_ids, c.drop_cap_percent, c.max_level,
      c.ring_seconds, c.max_attempts,
      greatest(0, extract(epoch from c.shift_end - (now() at time zone ${businessTz})::time) / 60)::float8 as minutes_left
    from campaigns c
    where c.state = 'RUNNING' or exists (select 1 from dialer_calls k where k.campaign_id = c.id and k.state <> 'ENDED')
    order by c.id`);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    pacing: row.pacing,
    leadOrder: row.lead_order,
    nextAgent: row.next_agent,
    trunks: row.trunks,
    callerIds: row.caller_ids,
    dropCapPercent: Number(row.drop_cap_percent),
    maxLevel: Number(row.max_level),
    ringSeconds: row.ring_seconds,
    maxAttempts: row.max_attempts,
    minutesToShiftEnd: row.minutes_left,
  }));
}

const recycleSchema = z.record(z.string(), z.number().min(0).max(100_000));
const DEFAULT_RECYCLE_MINUTES = 60;

/** Minutes until a lead is called again after a result; a cancelled call counts as a failed one. */
export function recycleMinutes(recycle: unknown, result: CallResult): number {
  const minutes = recycleSchema.safeParse(recycle).data ?? {};
  return minutes[result === 'CANCELLED' ? 'FAILED' : result] ?? DEFAULT_RECYCLE_MINUTES;
}
