import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { predictiveCallCalls } from '../../contract/predictive-call.ts';
import { takeReadyAgent } from '../../server/agent-states/agent-state-service.ts';
import { newId } from '../../server/ids.ts';
import { claimOf, decisionOf, gatedLoan, setPolicy } from '../support/gate.ts';
import { startTestServer, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice, savedOffline } from '../support/test-device.ts';
import { ago, callOf } from '../support/work.ts';

type Found = CallAnswer<typeof predictiveCallCalls.getPredictiveLoan>;

const server = testServer();

beforeAll(async () => {
  await server.db.execute(
    sql`update users set location = 'D' where id = ${server.people.collector.id}`,
  );
});

const record = (body: object, as: PersonName = 'collector') =>
  server.call('POST', '/call-disposition', { as, body });

const look = async () =>
  (
    await server.call('GET', '/predictive-call/get-loan/by/mobile', { as: 'collector' })
  ).json<Found>();

const callRow = async (id: string) => {
  const { rows } = await server.db.execute<{ state: string; disposition_id: string | null }>(
    sql`select state, disposition_id from dialer_calls where id = ${id}`,
  );
  return rows[0];
};

const earlier = (id: string, hours: number) =>
  server.db.execute(
    sql`update contact_attempts set at = at - make_interval(hours => ${hours}) where id = ${id}`,
  );

describe('a call of the dialer', () => {
  let loanId: string;
  let callId: string;

  async function seat(state: string, call: string | null): Promise<void> {
    const { id } = server.people.collector;
    await server.db.execute(
      sql`update agent_spans set ended_at = now() where user_id = ${id} and ended_at is null`,
    );
    await server.db
      .execute(sql`insert into agent_spans (id, user_id, state, is_predictive, call_id, loan_id, started_at)
      values (${newId()}, ${id}, ${state}, true, ${call}, ${call === null ? null : loanId}, now())`);
  }

  /** The engine connected the collector with a borrower who is nobody's. */
  beforeEach(async () => {
    await server.db.execute(sql`update dialer_calls set state = 'ENDED' where state <> 'ENDED'`);
    loanId = await gatedLoan(server);
    await server.db.execute(
      sql`update loans set collector_id = null, field_agent_id = null where id = ${loanId}`,
    );
    callId = newId();
    const { id } = server.people.collector;
    await server.db
      .execute(sql`insert into dialer_calls (id, source, loan_id, agent_id, number, state, placed_at,
        answered_at, connected_at)
      values (${callId}, 'ENGINE', ${loanId}, ${id}, ${`98${callId.replaceAll(/\D/g, '').slice(-8)}`}, 'CONNECTED',
        now() - interval '25 seconds', now() - interval '20 seconds', now() - interval '20 seconds')`);
    await seat('INCALL', callId);
  });

  it('gives its agent that call’s outcome to record, and nothing else of the loan', async () => {
    expect((await record(callOf(loanId))).statusCode).toBe(404);
    const edit = { _id: loanId, revision: 1, changes: { Customer_Name: 'Somebody' } };
    expect(
      (await server.call('PUT', '/loans/edit', { as: 'collector', body: edit })).statusCode,
    ).not.toBe(200);
    expect((await record(callOf(loanId, { _id: callId }))).statusCode).toBe(200);
    expect((await record(callOf(loanId))).statusCode).toBe(404);
  });

  it('is hung up by its outcome', async () => {
    expect((await record(callOf(loanId, { _id: callId }))).statusCode).toBe(200);
    expect(await callRow(callId)).toEqual({ state: 'ENDED', disposition_id: callId });
    expect((await look()).agent.state).toBe('READY');
  });

  it('gets its outcome though the loan was closed meanwhile', async () => {
    await server.db.execute(sql`update loans set status = 'WITHDRAWN' where id = ${loanId}`);
    expect((await record(callOf(loanId, { _id: callId }))).statusCode).toBe(200);
    expect((await look()).agent.state).toBe('READY');
  });

  it('goes on though an earlier call to the same loan gets its outcome', async () => {
    const { id } = server.people.collector;
    await server.db.execute(sql`update loans set collector_id = ${id} where id = ${loanId}`);
    const earlier = callOf(loanId, { recordedAt: ago(50) });
    expect(await savedOffline(server, 'collector', earlier)).toMatchObject({ outcome: 'DONE' });
    expect(await look()).toMatchObject({ state: 0, call: { _id: callId } });
    expect(await callRow(callId)).toMatchObject({ disposition_id: null });
    // One that names no call is the outcome of the one that its agent is in.
    const { _id: _, ...unnamed } = callOf(loanId);
    expect((await record(unnamed)).json()).toMatchObject({ _id: callId });
    expect((await look()).agent.state).toBe('READY');
  });

  it('is nobody else’s to record', async () => {
    const own = await server.addLoan({ collectorId: server.people.collector2.id });
    const answer = await record(callOf(own, { _id: callId }), 'collector2');
    expect(answer.statusCode).toBe(409);
    expect(await callRow(callId)).toMatchObject({ disposition_id: null });
  });

  it('comes to an agent whose call by hand was left open', async () => {
    const { id } = server.people.collector;
    await server.db.execute(sql`update dialer_calls set source = 'MANUAL' where id = ${callId}`);
    await seat('READY', null);
    const next = { callId: newId(), loanId };
    expect(await server.db.transaction((tx) => takeReadyAgent(tx, id, next))).toBe(true);
    expect((await callRow(callId))?.state).toBe('ENDED');
  });
});

/** What may become of a loan while its agent is in a call. */
const gone: [string, (loanId: string) => Promise<unknown>][] = [
  [
    'is recalled',
    (loanId) =>
      server.taken('PUT', '/loans/withdraw', {
        as: 'admin',
        body: { loans: { loanIds: [loanId] } },
      }),
  ],
  ['is given to another', (loanId) => allocateTo(server.people.collector2.id, loanId)],
  [
    'is closed by its payment',
    (loanId) => server.db.execute(sql`update loans set status = 'CLOSED' where id = ${loanId}`),
  ],
];

async function allocateTo(collectorId: string, loanId: string): Promise<void> {
  const { rows } = await server.db.execute<{ revision: number }>(
    sql`select revision from loans where id = ${loanId}`,
  );
  const body = [{ _id: loanId, collectorId, revision: rows[0]?.revision }];
  await server.taken('PUT', '/loans/assign/collector', { as: 'manager', body });
}

async function begun(): Promise<{ _id: string; loanId: string }> {
  const loanId = await server.addLoan({ managerId: server.people.manager.id });
  await allocateTo(server.people.collector.id, loanId);
  const call = { _id: newId(), loanId };
  await server.taken('POST', '/call-disposition', {
    as: 'collector',
    body: { ...call, call_status: 'CALL_STARTED' },
  });
  return call;
}

/** The outcome as it is stored; `isCounted`: under the allocation in which the call was made. */
const outcomeOf = async (id: string) => {
  const { rows } = await server.db
    .execute(sql`select d.code, a.assignee_id = d.agent_id as "isCounted"
    from dispositions d left join allocations a on a.id = d.allocation_id where d.id = ${id}`);
  return rows[0];
};

describe('a call that was begun by hand while its loan was the agent’s', () => {
  it.each(gone)(
    'gets its outcome at once though the loan %s meanwhile, a repeat too',
    async (_, leave) => {
      const call = await begun();
      await leave(call.loanId);
      const outcome = callOf(call.loanId, call);
      expect((await record(outcome)).statusCode).toBe(200);
      expect((await record(outcome)).statusCode).toBe(200);
      expect(await outcomeOf(call._id)).toEqual({ code: 'RINGING', isCounted: true });
      expect((await look()).agent.state).toBe('READY');
      expect((await record(callOf(call.loanId))).statusCode).toBeGreaterThanOrEqual(404);
    },
  );

  it.each(gone)(
    'needs no manager’s decision though the device heard that the loan %s',
    async (_, leave) => {
      const call = await begun();
      const phone = await registerTestDevice(server, 'collector');
      await leave(call.loanId);
      const query = { deviceId: phone.grant.deviceId, givenSequence: '0', limit: '500' };
      await server.taken('GET', '/device/pull', { as: 'collector', query });
      const body = callOf(call.loanId, call);
      const sealed = await phone.seal({ call: 'createCallDisposition', loanId: call.loanId, body });
      const [receipt] = await phone.deliver([sealed]);
      expect(receipt).toMatchObject({ outcome: 'DONE' });
      expect(receipt?.code).toBeUndefined();
      expect(await outcomeOf(call._id)).toEqual({ code: 'RINGING', isCounted: true });
    },
  );

  it.each(gone)(
    'lets its agent see the loan until the outcome is there though it %s',
    async (_, leave) => {
      const call = await begun();
      const see = async (path: string) =>
        (await server.call('GET', path, { as: 'collector' })).statusCode;
      const loan = () => server.call('GET', `/loans/id/${call.loanId}`, { as: 'collector' });
      expect((await loan()).json()).not.toHaveProperty('owedCall');
      await leave(call.loanId);
      await server.db.execute(
        sql`update loans set collector_id = null where id = ${call.loanId} and status <> 'ACTIVE'`,
      );
      expect((await loan()).json()).toMatchObject({
        _id: call.loanId,
        owedCall: { _id: call._id, dialledNumber: null },
      });
      expect(await see(`/call-disposition/caseHistory?loanId=${call.loanId}`)).toBe(404);
      const other = await server.call('GET', `/loans/id/${call.loanId}`, { as: 'collector3' });
      expect(other.statusCode).toBe(404);
      expect((await record(callOf(call.loanId, call))).statusCode).toBe(200);
      expect((await loan()).statusCode).toBe(404);
    },
  );

  it('is over hours later', async () => {
    const call = await begun();
    await server.db.execute(
      sql`update dispositions set recorded_at = now() - interval '5 hours' where id = ${call._id}`,
    );
    await allocateTo(server.people.collector2.id, call.loanId);
    const loan = await server.call('GET', `/loans/id/${call.loanId}`, { as: 'collector' });
    expect(loan.statusCode).toBe(404);
    expect((await record(callOf(call.loanId, call))).statusCode).toBe(404);
  });
});

describe('what was allowed once', () => {
  let loanId: string;

  beforeEach(async () => {
    await setPolicy(server);
    loanId = await gatedLoan(server);
  });

  const claim = (body: object, as: PersonName = 'collector') => claimOf(server, loanId, body, as);

  it('allows no other way, no other person, no other number', async () => {
    const attemptId = newId();
    const number = '9876501234';
    expect((await claim({ attemptId, number })).json()).toMatchObject({ isAllowed: true });
    expect((await claim({ attemptId, number })).json()).toMatchObject({ isAllowed: true });
    expect((await claim({ attemptId, channel: 'SMS' })).statusCode).toBe(409);
    expect((await claim({ attemptId, number: '9876509999' })).statusCode).toBe(409);
    expect((await claim({ attemptId, number }, 'manager')).statusCode).toBe(409);
  });

  it('is over after a while', async () => {
    const attemptId = newId();
    await claim({ attemptId });
    await earlier(attemptId, 3);
    const late = await claim({ attemptId });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'CLAIM_OVER' });
  });

  it('covers no contact of hours later', async () => {
    const [soon, late] = [newId(), newId()];
    for (const attemptId of [soon, late]) await claim({ attemptId });
    await earlier(late, 3);
    const hold = { loanId, kind: 'BEREAVEMENT' };
    expect(
      (await server.call('POST', '/contact-holds', { as: 'manager', body: hold })).statusCode,
    ).toBe(200);
    for (const _id of [soon, late])
      expect((await record(callOf(loanId, { _id }))).statusCode).toBe(200);
    expect((await decisionOf(server, soon))?.decision).toBe('ALLOWED');
    expect((await decisionOf(server, late))?.decision).toBe('BREACH');
  });

  it('covers no contact with another borrower', async () => {
    const attemptId = newId();
    await claim({ attemptId });
    const other = await gatedLoan(server);
    expect((await record(callOf(other, { _id: attemptId }))).statusCode).toBe(409);
  });

  it('counts for the borrower’s other loan though no number was named', async () => {
    await setPolicy(server, { perDay: 1 });
    await server.db.execute(
      sql`update loans set mobile_number = '7600000001' where id = ${loanId}`,
    );
    expect((await claim({})).json()).toMatchObject({ isAllowed: true });
    const other = await server.addLoan({
      collectorId: server.people.collector.id,
      mobileNumber: '7600000001',
    });
    expect((await claimOf(server, other)).json()).toMatchObject({
      isAllowed: false,
      reason: 'DAY_LIMIT',
    });
  });
});

it('a server closes though pages that followed its seats went away', async () => {
  const own = await startTestServer();
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.app.server.address() as AddressInfo;
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${own.people.manager.token}`,
  };
  const address = `http://127.0.0.1:${port}/api/v2/dialer/agentStatus/events`;
  expect((await fetch(address, { headers })).status).toBe(200);
  // Gone while the server is about to answer: the connection must not stay open for its next request.
  for (let pages = 0; pages < 3; pages += 1) {
    const left = new AbortController();
    const answer = fetch(address, { headers, signal: left.signal }).catch(() => null);
    await sleep(30);
    left.abort();
    await answer;
  }
  await own.close();
});

it('a lender’s admin takes no agents by naming a campaign as their process', async () => {
  await server.db.execute(sql`update users set predictive_process = 'Night shift'
    where id = ${server.people.collector2.id}`);
  const make = (as: PersonName) =>
    server.call('POST', '/campaigns', { as, body: { ...DEFAULT_CAMPAIGN, name: 'night shift' } });
  expect((await make('clientadmin')).statusCode).toBe(409);
  expect((await make('admin')).statusCode).toBe(200);
});
