import { sql } from 'drizzle-orm';
import { finishCall, moveAgent } from '../../server/agent-states/agent-state-service.ts';
import type { Db } from '../../server/database/connection.ts';
import { newId } from '../../server/ids.ts';
import { openSession } from '../../server/identity/session.ts';

/** A campaign with agents who take its calls and leads that may be called at any hour. */
export interface CallFloor {
  readonly campaignId: string;
  readonly listId: string;
  readonly agentIds: readonly string[];
  readonly loanIds: readonly string[];
}

/** How large a floor is. */
export interface FloorPlan {
  readonly agents: number;
  readonly leads: number;
  readonly pacing?: 'SURVIVAL' | 'LEVEL' | 'PROGRESSIVE';
  /** Numbers of some of the leads, by position; the others have one that no other loan has. */
  readonly numbers?: Readonly<Record<number, string>>;
  /** So many of the first leads' loans have a settlement that is paid off. */
  readonly settled?: number;
}

async function addAgents(
  db: Db,
  { campaignId, name }: { campaignId: string; name: string },
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  for (const id of ids) {
    await db.execute(sql`
      insert into users (id, role, username, email, full_name, password_hash, location, predictive_process)
      values (${id}, 'COLLECTOR', ${`seat-${id}`}, ${`seat-${id}@test.recoup`}, 'Seat', 'none', 'D', ${name})`);
    await db.execute(sql`insert into agent_seats (user_id, is_predictive) values (${id}, true)`);
    await openSession(db, { id, role: 'COLLECTOR' });
    await db.transaction((tx) =>
      moveAgent(tx, id, { state: 'READY', isPredictive: true, campaignId, processName: name }),
    );
  }
  return ids;
}

let nextNumber = 800_000_000;

/** Makes a running campaign with its agents, ready, and a loan with a number of its own for each lead. */
export async function makeFloor(
  db: Db,
  { agents, leads, pacing = 'SURVIVAL', numbers = {}, settled = 0 }: FloorPlan,
): Promise<CallFloor> {
  const [clientId, campaignId, listId] = [newId(), newId(), newId()];
  const name = `Floor ${campaignId}`;
  await db.execute(sql`insert into clients (id, name, contact_from, contact_to)
    values (${clientId}, ${`Lender ${clientId}`}, '00:00', '24:00')`);
  await db.execute(sql`
    insert into campaigns (id, name, client_id, state, pacing, trunks, caller_ids)
    values (${campaignId}, ${name}, ${clientId}, 'RUNNING', ${pacing}, 100, '{1600123456,1600123457}')`);
  await db.execute(
    sql`insert into campaign_lists (id, campaign_id, name) values (${listId}, ${campaignId}, 'List')`,
  );
  const rows = Array.from({ length: leads }, (_, position) => ({
    position,
    loan_id: newId(),
    lead_id: newId(),
    number: numbers[position] ?? `+91 9${String((nextNumber += 1))}`,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(position int, loan_id uuid, lead_id uuid, number text)`;
  await db.execute(sql`insert into loans (id, loan_number, client_id, customer_name, mobile_number, total_due_amount, settlement_state)
    select r.loan_id, 'F-' || r.position, ${clientId}, 'Asha Verma', r.number, 5000,
      case when r.position < ${settled} then 'ACTIVE' end from ${given}`);
  await db.execute(sql`insert into campaign_leads (id, campaign_id, list_id, loan_id, number, position)
    select r.lead_id, ${campaignId}, ${listId}, r.loan_id, r.number, r.position from ${given}`);
  const agentIds = await addAgents(db, { campaignId, name }, agents);
  return { campaignId, listId, agentIds, loanIds: rows.map(({ loan_id: loanId }) => loanId) };
}

interface Wrapping extends Record<string, unknown> {
  user_id: string;
  call_id: string;
  loan_id: string;
}

async function wrapUpAll(db: Db): Promise<void> {
  const { rows } = await db.execute<Wrapping>(sql`select user_id, call_id, loan_id from agent_spans
    where ended_at is null and state = 'DISPO' and call_id is not null`);
  for (const { user_id: agentId, call_id: dispositionId, loan_id: loanId } of rows)
    await db.transaction((tx) =>
      finishCall(tx, { agentId, loanId, dispositionId, at: new Date(), code: 'CALLBACK' }),
    );
}

/** Agents who record an outcome as soon as they can, until stopped. What fails (the database is away) is tried again. */
export function workFloor(db: Db): { stop(): Promise<void> } {
  let working: Promise<void> | null = null;
  const timer = setInterval(() => {
    working ??= wrapUpAll(db)
      .catch(() => undefined)
      .finally(() => {
        working = null;
      });
  }, 50);
  return {
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
}

/** Reads one number. */
export async function countOf(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count ${query}`);
  return rows[0]?.count ?? 0;
}

/** What must never be, counted: each is 0 on a sound floor. */
export async function faultsOf(db: Db): Promise<Record<string, number>> {
  const calls = sql`dialer_calls a join dialer_calls b on a.id < b.id`;
  return {
    withoutResult: await countOf(
      db,
      sql`from dialer_calls where state = 'ENDED' and result is null`,
    ),
    twoCallsOfAnAgent: await countOf(
      db,
      sql`from ${calls} and a.agent_id = b.agent_id
        where a.connected_at < coalesce(b.ended_at, 'infinity') and b.connected_at < coalesce(a.ended_at, 'infinity')`,
    ),
    numberTwiceAtOnce: await countOf(
      db,
      sql`from ${calls} and a.number = b.number
        where a.placed_at < coalesce(b.ended_at, 'infinity') and b.placed_at < coalesce(a.ended_at, 'infinity')`,
    ),
    notAskedAtTheGate: await countOf(
      db,
      sql`from dialer_calls c where not exists (select 1 from contact_attempts g
        where g.id = c.id and g.loan_id = c.loan_id and g.channel = 'DIALER' and g.decision = 'ALLOWED')`,
    ),
    leadCalledTwice: await countOf(
      db,
      sql`from (select lead_id from dialer_calls group by lead_id having count(*) > 1) twice`,
    ),
    timesBackwards: await countOf(
      db,
      sql`from dialer_calls where ended_at < placed_at or connected_at < answered_at or ended_at < connected_at`,
    ),
  };
}

/** What faultsOf answers when nothing is wrong. */
export const NO_FAULTS = {
  withoutResult: 0,
  twoCallsOfAnAgent: 0,
  numberTwiceAtOnce: 0,
  notAskedAtTheGate: 0,
  leadCalledTwice: 0,
  timesBackwards: 0,
};
