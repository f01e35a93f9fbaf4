import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** What a call came to (dialer_calls.result). */
export type CallResult =
  | 'ANSWERED'
  | 'ABANDONED'
  | 'BUSY'
  | 'NO_ANSWER'
  | 'MACHINE'
  | 'FAILED'
  | 'CANCELLED';

/** A call that is not over. */
export interface LiveCall {
  readonly id: string;
  /** Null: its campaign is gone. */
  readonly campaignId: string | null;
  readonly leadId: string | null;
  readonly loanId: string;
  readonly agentId: string | null;
  readonly state: 'DIALING' | 'ANSWERED' | 'CONNECTED';
  /** Seconds since it was placed, by the database's clock. */
  readonly placedSeconds: number;
}

interface LiveRow extends Record<string, unknown> {
  id: string;
  campaign_id: string | null;
  lead_id: string | null;
  loan_id: string;
  agent_id: string | null;
  state: LiveCall['state'];
  placed_seconds: number;
}

const columns = sql`c.id, c.campaign_id, c.lead_id, c.loan_id, c.agent_id, c.state,
  extract(epoch from clock_timestamp() - c.placed_at)::float8 as placed_seconds`;

const isLive = sql`c.source = 'ENGINE' and c.state <> 'ENDED' and c.loan_id is not null`;

const toLiveCall = (row: LiveRow): LiveCall => ({
  id: row.id,
  campaignId: row.campaign_id,
  leadId: row.lead_id,
  loanId: row.loan_id,
  agentId: row.agent_id,
  state: row.state,
  placedSeconds: row.placed_seconds,
});

/** The engine's calls that are not over, first placed first. */
export async function readLiveCalls(db: Db): Promise<LiveCall[]> {
  const { rows } = await db.execute<LiveRow>(
    sql`select ${columns} from dialer_calls c where ${isLive} order by c.placed_at, c.id`,
  );
  return rows.map(toLiveCall);
}

/** One of them, locked until the transaction ends; null when it is over or was none. */
export async function lockLiveCall(tx: Db, callId: string): Promise<LiveCall | null> {
  const { rows } = await tx.execute<LiveRow>(
    sql`select ${columns} from dialer_calls c where c.id = ${callId} and ${isLive} for update of c`,
  );
  const [row] = rows;
  return row ? toLiveCall(row) : null;
}
