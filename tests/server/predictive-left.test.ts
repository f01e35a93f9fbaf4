import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { DialerStatus } from '../../contract/dialer-agent.ts';
import { newId } from '../../server/ids.ts';
import { testPassword } from '../support/organisation.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { contact } from '../support/device-contact.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { ago, callOf, dayFromNow, loanOf } from '../support/work.ts';

const server = testServer();
let campaign: Campaign;
let loanId: string;

beforeAll(async () => {
  const body = { ...DEFAULT_CAMPAIGN, name: 'Bucket one', clientId: server.clients.X.id };
  campaign = await server.taken<Campaign>('POST', '/campaigns', { as: 'admin', body });
  await server.db.execute(sql`update users set location = 'D', predictive_process = 'Bucket one'
    where id = ${server.people.collector.id}`);
  loanId = await server.addLoan({ mobileNumber: '9811111111' });
});

async function ask(
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  as: PersonName = 'collector',
) {
  const answer = await server.call(method, path, { as, body });
  expect(answer.statusCode, answer.body).toBe(200);
}

const username = 'collector';
const ready = () => ask('POST', '/api/v2/dialer/readyCall', { username });
const leave = () => ask('POST', '/api/v2/dialer/logout', { username });
const outcome = (callId: string) =>
  ask('POST', '/call-disposition', {
    _id: callId,
    loanId,
    disposition: 'RINGING',
    call_status: 'CALL_ENDED',
  });

/** How the agent stands, and in which call. */
async function stand() {
  const { rows } = await server.db.execute<{ state: string; call_id: string | null }>(
    sql`select state, call_id from agent_spans where user_id = ${server.people.collector.id} and ended_at is null`,
  );
  return rows[0] ?? null;
}

/** The agent in a call of the engine that is in a state. */
async function connect(state: 'CONNECTED' | 'ENDED'): Promise<string> {
  const id = newId();
  const agent = server.people.collector.id;
  await server.db
    .execute(sql`insert into dialer_calls (id, source, campaign_id, process_name, loan_id, agent_id, number,
      state, placed_at, connected_at, ended_at)
    values (${id}, 'ENGINE', ${campaign._id}, ${campaign.name}, ${loanId}, ${agent}, '9811111111', ${state},
      now() - interval '30 seconds', now() - interval '20 seconds', ${state === 'ENDED' ? sql`now()` : null})`);
  await ready();
  return id;
}

it('the seat says of a call whether it is the dialer’s', async () => {
  const isDialers = async () => {
    const path = '/api/v2/dialer/agent/agentStatus';
    const status = await server.call('GET', path, { as: 'collector' });
    return status.json<{ data: DialerStatus }>().data.isDialersCall;
  };
  const callId = await connect('CONNECTED');
  expect(await isDialers()).toBe(true);
  await outcome(callId);
  expect(await isDialers()).toBe(false);
  const byHand = { _id: newId(), loanId: await loanOf(server, 'collector') };
  await ask('POST', '/call-disposition', { ...byHand, call_status: 'CALL_STARTED' });
  expect(await stand()).toEqual({ state: 'INCALL', call_id: byHand._id });
  expect(await isDialers()).toBe(false);
  await ask('POST', '/call-disposition', {
    ...byHand,
    disposition: 'RINGING',
    call_status: 'CALL_ENDED',
    duration: 1,
  });
});

it.each([
  ['wrap-up', 'ENDED', 'DISPO'],
  ['the call', 'CONNECTED', 'INCALL'],
] as const)(
  'who left in %s goes on with it when ready, and is ready after its outcome',
  async (_, state, as) => {
    const callId = await connect(state);
    await leave();
    expect(await stand()).toBeNull();
    await ready();
    expect(await stand()).toEqual({ state: as, call_id: callId });
    // Nothing but the outcome ends it.
    await ready();
    expect(await stand()).toEqual({ state: as, call_id: callId });
    await server.db.execute(
      sql`update dialer_calls set state = 'ENDED', ended_at = now() where id = ${callId}`,
    );
    await outcome(callId);
    expect(await stand()).toEqual({ state: 'READY', call_id: null });
    await leave();
    await ready();
    expect(await stand()).toEqual({ state: 'READY', call_id: null });
  },
);

it('an app that takes its lost seat again finds the call there', async () => {
  const callId = await connect('ENDED');
  await server.db.execute(sql`update agent_spans set ended_at = now() where ended_at is null`);
  await ask('POST', '/api/v2/dialer/seat', { username });
  expect(await stand()).toEqual({ state: 'DISPO', call_id: callId });
  await outcome(callId);
});

/** Delivers the outcome of a call under a time that is not believed; the operation's id. */
async function deliverDoubtful(callId: string): Promise<string> {
  const desk = await registerTestDevice(server, 'collector');
  await contact(server, desk, { givenSequence: 0 });
  const body = callOf(loanId, { _id: callId, recordedAt: ago(60) });
  const sealed = await desk.seal({ call: 'createCallDisposition', loanId, body });
  expect(await desk.deliver([sealed])).toMatchObject([{ code: 'IN_REVIEW' }]);
  return sealed.opId;
}

describe('an outcome that a manager has yet to decide on', () => {
  it.each(['CONNECTED', 'ENDED'] as const)('frees the seat of a call that is %s', async (state) => {
    const callId = await connect(state);
    await deliverDoubtful(callId);
    expect(await stand()).toEqual({ state: 'READY', call_id: null });
    await leave();
    await ready();
    expect(await stand()).toEqual({ state: 'READY', call_id: null });
  });

  it('is the call’s when it is accepted, and owed anew when it is refused', async () => {
    const accepted = await connect('ENDED');
    const _id = await deliverDoubtful(accepted);
    await ask('POST', '/work-reviews/accept', { _id }, 'manager');
    const { rows } = await server.db.execute(
      sql`select disposition_id as id from dialer_calls where id = ${accepted}`,
    );
    expect(rows).toEqual([{ id: accepted }]);
    const refused = await connect('ENDED');
    const reason = 'Say it again';
    await ask(
      'POST',
      '/work-reviews/refuse',
      { _id: await deliverDoubtful(refused), reason },
      'manager',
    );
    await leave();
    await ready();
    expect(await stand()).toEqual({ state: 'DISPO', call_id: refused });
    await outcome(refused);
  });
});

/** A call back that the agent agreed in a call of the dialer, on a loan that is somebody's or nobody's; the call's id. */
async function agree(collectorId: string | null, attempts = 1, isListOn = true): Promise<string> {
  const listId = newId();
  const leadId = newId();
  await server.db.execute(sql`update loans set collector_id = ${collectorId} where id = ${loanId}`);
  await server.db.execute(sql`insert into campaign_lists (id, campaign_id, name, is_active)
    values (${listId}, ${campaign._id}, ${listId}, ${isListOn})`);
  await server.db.execute(sql`update dialer_calls set lead_id = null`);
  await server.db.execute(sql`delete from campaign_leads`);
  await server.db
    .execute(sql`insert into campaign_leads (id, campaign_id, list_id, loan_id, number, position, state, attempts)
    values (${leadId}, ${campaign._id}, ${listId}, ${loanId}, '9811111111', 1, 'CALLING', ${attempts})`);
  const callId = await connect('CONNECTED');
  await server.db.execute(sql`update dialer_calls set lead_id = ${leadId} where id = ${callId}`);
  await ask('POST', '/call-disposition', {
    _id: callId,
    loanId,
    disposition: 'CALLBACK',
    call_status: 'CALL_ENDED',
    date: dayFromNow(1),
    time: '11:00 AM',
  });
  return callId;
}

/** Whom the call's reminder reminds, and how its lead stands. */
async function keptBy(callId: string) {
  const { rows } = await server.db.execute<{ owner: string; state: string; is_then: boolean }>(
    sql`select a.owner_id as owner, d.state, d.next_at = a.due_at as is_then from alerts a
      join dialer_calls k on k.id = a.disposition_id join campaign_leads d on d.id = k.lead_id
      where a.disposition_id = ${callId}`,
  );
  return rows;
}

describe('a call back that was agreed', () => {
  it.each(['collector2', 'collector'] as const)(
    'is kept by %s, who has the loan, not by whom the dialer connected',
    async (who) => {
      const owner = server.people[who].id;
      const kept = await keptBy(await agree(owner));
      expect(kept).toEqual([{ owner, state: 'DONE', is_then: false }]);
    },
  );

  it('is kept by the dialer for a loan that nobody has, until its outcome is corrected', async () => {
    const callId = await agree(null);
    expect(await keptBy(callId)).toMatchObject([{ state: 'READY', is_then: true }]);
    const correct = (more: object) =>
      ask('PUT', '/call-disposition/single', { _id: callId, reason: 'Heard again', ...more });
    await correct({ date: dayFromNow(2), time: '04:00 PM' });
    expect(await keptBy(callId)).toMatchObject([{ state: 'READY', is_then: true }]);
    await correct({ disposition: 'REFUSED_TO_PAY' });
    expect(await keptBy(callId)).toMatchObject([{ state: 'DONE' }]);
  });

  it('is called off, or agreed anew, though the gate put it off when its time came', async () => {
    const callId = await agree(null);
    const putOff = () =>
      server.db.execute(sql`update campaign_leads
        set stop_reason = 'OUTSIDE_HOURS', next_at = next_at + interval '14 hours'`);
    const correct = (more: object) =>
      ask('PUT', '/call-disposition/single', { _id: callId, reason: 'Heard again', ...more });
    await putOff();
    await correct({ date: dayFromNow(3), time: '04:00 PM' });
    expect(await keptBy(callId)).toMatchObject([{ state: 'READY', is_then: true }]);
    // Nothing stands against it: no change of the rules brings it before its time.
    const { rows } = await server.db.execute(sql`select stop_reason from campaign_leads`);
    expect(rows).toEqual([{ stop_reason: null }]);
    await putOff();
    await correct({ disposition: 'REFUSED_TO_PAY' });
    expect(await keptBy(callId)).toMatchObject([{ state: 'DONE' }]);
  });

  it('waits for its list while that is off', async () => {
    const callId = await agree(null, 1, false);
    expect(await keptBy(callId)).toMatchObject([{ state: 'STOPPED', is_then: true }]);
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select list_id as id from campaign_leads`,
    );
    await ask('PUT', '/campaign-lists', { _id: rows[0]?.id, isActive: true }, 'admin');
    expect(await keptBy(callId)).toMatchObject([{ state: 'READY', is_then: true }]);
  });

  it('is called off while its list is off', async () => {
    const callId = await agree(null, 1, false);
    await ask('PUT', '/call-disposition/single', {
      _id: callId,
      reason: 'Heard again',
      disposition: 'REFUSED_TO_PAY',
    });
    expect(await keptBy(callId)).toMatchObject([{ state: 'DONE' }]);
  });
});

it('a call back that was agreed in the last attempt is kept, once', async () => {
  const callId = await agree(null, campaign.maxAttempts);
  expect(await keptBy(callId)).toMatchObject([{ state: 'READY', is_then: true }]);
  const { rows } = await server.db.execute(sql`select attempts from campaign_leads`);
  expect(rows).toEqual([{ attempts: campaign.maxAttempts - 1 }]);
});

it('whom a supervisor sent out is ready at the next login', async () => {
  await connect('ENDED');
  await ask(
    'PUT',
    `/api/v2/dialer/agents/${server.people.collector.id}/seat`,
    { action: 'LOGOUT' },
    'manager',
  );
  const body = { email: username, password: testPassword };
  await server.taken('POST', '/login', { as: null, body });
  expect(await stand()).toEqual({ state: 'READY', call_id: null });
});
