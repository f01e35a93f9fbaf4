import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { Campaign } from '../../contract/campaign.ts';
import { moveAgent } from '../../server/agent-states/agent-state-service.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

/* People are moved between campaigns, and taken from the dialer, while they sit there. */

const server = testServer();
const username = 'collector';
let agent: string;
let one: Campaign;
let other: Campaign;

async function done<Answer>(method: 'POST' | 'PUT', path: string, body: object, as = 'admin') {
  const answer = await server.call(method, path, { as: as as 'admin', body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}
const make = (name: string) => done<Campaign>('POST', '/campaigns', { ...DEFAULT_CAMPAIGN, name });
const account = (change: object) => done('PUT', '/collector', { _id: agent, ...change });
const join = (campaign: Campaign) =>
  done('PUT', '/campaigns/agents', { _id: campaign._id, join: [agent] });
const move = (campaign: Campaign, state: Campaign['state']) =>
  done('PUT', '/campaigns/state', { _id: campaign._id, state });

async function seat() {
  const { rows } = await server.db.execute<{ state: string; campaign: string | null }>(
    sql`select s.state, c.name as campaign from agent_spans s left join campaigns c on c.id = s.campaign_id
      where s.user_id = ${agent} and s.ended_at is null`,
  );
  return rows[0] ?? null;
}

/** A call of the engine in which the agent is. */
async function takeCall(campaign: Campaign): Promise<() => Promise<unknown>> {
  const [callId, loanId] = [newId(), await loanOf(server, 'collector')];
  await server.db
    .execute(sql`insert into dialer_calls (id, source, campaign_id, loan_id, agent_id, number, state, placed_at,
      connected_at)
    values (${callId}, 'ENGINE', ${campaign._id}, ${loanId}, ${agent}, '9811111111', 'CONNECTED', now(), now())`);
  await server.db.transaction((tx) => moveAgent(tx, agent, { state: 'INCALL', callId, loanId }));
  const outcome = { _id: callId, loanId, disposition: 'RINGING', call_status: 'CALL_ENDED' };
  return async () => done('POST', '/call-disposition', outcome, 'collector');
}

beforeEach(async () => {
  agent = server.people.collector.id;
  await server.db.execute(sql`delete from agent_spans`);
  await server.db.execute(
    sql`update dialer_calls set state = 'ENDED', ended_at = now() where state <> 'ENDED'`,
  );
  one = await make(`One ${newId()}`);
  other = await make(`Other ${newId()}`);
  await account({ location: 'D', assignedPredictiveProcess: one.name });
  await done('PUT', '/api/v2/dialer/mode', { username, isPredictive: true }, 'collector');
  await done('POST', '/api/v2/dialer/readyCall', { username }, 'collector');
});

it.each([
  ['the campaign’s agents', () => join(other)],
  ['its account', () => account({ assignedPredictiveProcess: other.name })],
])(
  'who is moved by %s waits in the other campaign at once, from a call after it',
  async (_, by) => {
    const end = await takeCall(one);
    await by();
    expect(await seat()).toEqual({ state: 'INCALL', campaign: one.name });
    await end();
    expect(await seat()).toEqual({ state: 'READY', campaign: other.name });
    await join(one);
    expect(await seat()).toEqual({ state: 'READY', campaign: one.name });
    await by();
    expect(await seat()).toEqual({ state: 'READY', campaign: other.name });
  },
);

it('who leaves the campaign in a call gets none of its calls any more', async () => {
  const end = await takeCall(one);
  await done('PUT', '/campaigns/agents', { _id: one._id, leave: [agent] });
  await end();
  expect(await seat()).toEqual({ state: 'READY', campaign: null });
});

it('who sat down while the campaign was over takes part when it goes on', async () => {
  await move(one, 'ENDED');
  await done('POST', '/api/v2/dialer/logout', { username }, 'collector');
  await done('POST', '/api/v2/dialer/readyCall', { username }, 'collector');
  expect(await seat()).toEqual({ state: 'READY', campaign: null });
  await move(one, 'PAUSED');
  expect(await seat()).toEqual({ state: 'READY', campaign: one.name });
});

it('whose process gets its campaign later takes part from then on', async () => {
  const name = `Later ${newId()}`;
  await account({ assignedPredictiveProcess: name });
  expect(await seat()).toEqual({ state: 'READY', campaign: null });
  await make(name);
  expect(await seat()).toEqual({ state: 'READY', campaign: name });
});

it('who no longer works at the dialer has no seat there, in a call either', async () => {
  await account({ location: '' });
  expect(await seat()).toBeNull();
  await account({ location: 'D' });
  await done('POST', '/api/v2/dialer/readyCall', { username }, 'collector');
  await takeCall(one);
  await account({ location: '' });
  expect(await seat()).toBeNull();
});

it('who was taken from the dialer in a call still ends that with its outcome', async () => {
  const end = await takeCall(one);
  await account({ location: '' });
  await end();
  const { rows } = await server.db.execute(
    sql`select state, disposition_id = id as is_its_own, wrapped_at is not null as is_wrapped from dialer_calls
      where campaign_id = ${one._id}`,
  );
  expect(rows).toEqual([{ state: 'ENDED', is_its_own: true, is_wrapped: true }]);
  expect(await seat()).toBeNull();
});

it('who was taken from the dialer in a call by hand still ends that with its outcome', async () => {
  const call = { _id: newId(), loanId: await loanOf(server, 'collector') };
  const record = (more: object) =>
    done('POST', '/call-disposition', { ...call, ...more }, 'collector');
  await record({ call_status: 'CALL_STARTED' });
  await account({ location: '' });
  await record({ disposition: 'RINGING', call_status: 'CALL_ENDED', duration: 20 });
  const { rows } = await server.db.execute(
    sql`select disposition_id = id as is_its_own, talk_seconds is not null as is_timed from dialer_calls
      where id = ${call._id}`,
  );
  expect(rows).toEqual([{ is_its_own: true, is_timed: true }]);
  expect(await seat()).toBeNull();
});
