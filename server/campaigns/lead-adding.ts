import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';

/** How much a list's own place weighs against the priority of its rows (0 to 999). */
export const LIST_WEIGHT = 1000;

/** The list that leads are added to. */
export interface TargetList {
  readonly id: string;
  readonly campaignId: string;
  /** The campaign's lender; null: any. */
  readonly clientId: string | null;
  readonly priority: number;
  readonly isActive: boolean;
}

/** Due at once, but among equals in the order of the list: a microsecond after one another. */
export const inTurn = (position: SQL): SQL => sql`now() + ${position} * interval '1 microsecond'`;

/** Condition on `l`: loans that this campaign may call for this person. */
export function callableBy(actor: Actor, { clientId }: Pick<TargetList, 'clientId'>): SQL {
  const ofLender = clientId === null ? sql`true` : sql`l.client_id = ${clientId}`;
  return sql`(${loansVisibleTo(actor)} and ${ofLender})`;
}

/**
 * Adds leads from `found` (loan_id, number, position, priority), which may name a number twice. What the campaign has
 * already stays as it is, unless its list was removed: then it moves here. Returns how many are new or came back.
 */
export async function addLeads(tx: Db, list: TargetList, found: SQL): Promise<number> {
  const state = list.isActive ? sql`'READY'` : sql`'STOPPED'`;
  const reason = list.isActive ? sql`null` : sql`'LIST_OFF'`;
  // A call that is out goes on under its lead.
  const { rows } = await tx.execute<{ count: number }>(sql`
    with found as (${found}),
    added as (
      insert into campaign_leads as d (id, campaign_id, list_id, loan_id, number, position, priority, state, stop_reason,
        next_at)
      select distinct on (f.loan_id, f.number) gen_random_uuid(), ${list.campaignId}::uuid, ${list.id}::uuid, f.loan_id,
        f.number, f.position, ${list.priority * LIST_WEIGHT}::int + f.priority, ${state}, ${reason},
        ${inTurn(sql`f.position`)}
      from found f order by f.loan_id, f.number, f.position
      on conflict (campaign_id, loan_id, number) do update set list_id = excluded.list_id,
        position = excluded.position, priority = excluded.priority, state = excluded.state,
        stop_reason = excluded.stop_reason, attempts = 0, next_at = excluded.next_at
      where d.state = 'STOPPED' and d.stop_reason = 'LIST_REMOVED'
      returning 1)
    select count(*)::int as count from added`);
  return rows[0]?.count ?? 0;
}
