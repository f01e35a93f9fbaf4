import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishCall, moveAgent } from '../../server/agent-states/agent-state-service.ts';
import { wrapUpDead } from '../../server/dialer-engine/call-ending.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

/*
 * Whoever moves an agent has looked where it stands. Until it has the seat's lock the agent may have moved on: then the
 * look is worth nothing. Found by the day of a call floor on a busy machine, where agents stayed in the wrap-up of a call
 * that had its outcome.
 */

const server = testServer();
let agent: string;
const campaignId = newId();
const place = { campaignId, processName: 'Pred HL', isPredictive: true };

beforeAll(async () => {
  agent = server.people.collector.id;
  await server.db.execute(sql`update users set location = 'D', predictive_process = 'Pred HL'
    where id = ${agent}`);
  await server.db.execute(sql`insert into campaigns (id, name) values (${campaignId}, 'Pred HL')`);
});

beforeEach(async () => {
  await server.db.execute(sql`delete from agent_spans`);
});

const seat = async () => {
  const { rows } = await server.db.execute<{ state: string; call_id: string | null }>(
    sql`select state, call_id from agent_spans where user_id = ${agent} and ended_at is null`,
  );
  return rows[0];
};

const whoWaits = async () => {
  const { rows } = await server.db.execute<{
    n: number;
  }>(sql`select count(*)::int as n from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`);
  return rows[0]?.n;
};

type Transaction = Parameters<Parameters<TestServer['db']['transaction']>[0]>[0];

/** Moves the agent by `first`; `second` looks before that is through and gets the seat after it. */
async function inTurn(
  first: (tx: Transaction) => Promise<void>,
  second: () => Promise<unknown>,
): Promise<void> {
  let later: Promise<unknown> = Promise.resolve();
  await server.db.transaction(async (tx) => {
    await first(tx);
    later = second();
    later.catch(() => undefined);
    await expect.poll(whoWaits).toBe(1);
  });
  await later;
}

/** A call of the engine that is over, with the agent in it. */
async function overCall(state: 'DEAD' | 'DISPO'): Promise<{ callId: string; loanId: string }> {
  const call = { callId: newId(), loanId: await loanOf(server, 'collector') };
  await server.db.execute(sql`insert into dialer_calls
      (id, campaign_id, loan_id, agent_id, number, source, state, result, placed_at, answered_at, connected_at, ended_at)
    values (${call.callId}, ${campaignId}, ${call.loanId}, ${agent}, '9876543210', 'ENGINE', 'ENDED', 'ANSWERED',
      now() - interval '1 minute', now() - interval '50 seconds', now() - interval '50 seconds', now())`);
  await server.db.transaction((tx) => moveAgent(tx, agent, { ...place, ...call, state }));
  return call;
}

describe('an agent who moved on between the look and the lock', () => {
  it('is not put back into the wrap-up of a call whose outcome it just recorded', async () => {
    const { callId, loanId } = await overCall('DEAD');
    await inTurn(
      async (tx) =>
        finishCall(tx, {
          agentId: agent,
          loanId,
          dispositionId: callId,
          at: new Date(),
          code: 'CALLBACK',
        }),
      async () => server.db.transaction((tx) => wrapUpDead(tx, callId)),
    );
    expect(await seat()).toEqual({ state: 'READY', call_id: null });
  });

  it('keeps the call that it just got when what an earlier call left is cleared', async () => {
    const { callId, loanId } = await overCall('DISPO');
    await server.db.execute(sql`update dialer_calls set connected_at = null where id = ${callId}`);
    const next = newId();
    await inTurn(
      async (tx) => moveAgent(tx, agent, { state: 'INCALL', callId: next, loanId }),
      async () =>
        server.call('PUT', '/predictive-call/old-data/deactivate', { as: 'collector', body: {} }),
    );
    expect(await seat()).toEqual({ state: 'INCALL', call_id: next });
  });
});
