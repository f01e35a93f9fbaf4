import { beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { GateStanding } from '../../contract/contact-record.ts';
import type { deviceCalls } from '../../contract/device.ts';
import { newId } from '../../server/ids.ts';
import { claimOf, gatedLoan, policyOfX, setPolicy } from '../support/gate.ts';
import { callOf, visitOf } from '../support/work.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
let loanId: string;

beforeEach(async () => {
  await setPolicy(server);
  loanId = await gatedLoan(server);
});

const claim = (body: object = {}, as: PersonName = 'collector') =>
  claimOf(server, loanId, body, as);

const NUMBER = '9876501234';

const gateOf = async (
  channel = 'CALL',
  number?: string,
  as: PersonName = 'collector',
): Promise<GateStanding> => {
  const query = { loanId, channel, ...(number !== undefined && { number }) };
  return server.taken<GateStanding>('GET', '/contact-gate', { as, query });
};

it('answers whether a contact is allowed, with its figures, and claims it once', async () => {
  await setPolicy(server, { perDay: 2 });
  expect(await gateOf()).toMatchObject({ isAllowed: true, reason: null, today: 0, perDay: 2 });
  const attemptId = newId();
  for (let again = 0; again < 3; again += 1)
    expect((await claim({ attemptId })).json()).toMatchObject({ isAllowed: true });
  expect(await gateOf()).toMatchObject({ isAllowed: true, today: 1 });
  await claim();
  const full = await gateOf();
  expect(full).toMatchObject({ isAllowed: false, reason: 'DAY_LIMIT', today: 2 });
  expect(full.until).not.toBeNull();
  expect((await claim()).json()).toMatchObject({ isAllowed: false, reason: 'DAY_LIMIT' });
  // Messages count for themselves.
  expect((await claim({ channel: 'SMS' })).json()).toMatchObject({ isAllowed: true });
});

it('of two claims at once for the seventh contact exactly one is allowed', async () => {
  await setPolicy(server, { profile: 'OWN', perWeek: 7 });
  for (let made = 0; made < 6; made += 1)
    expect((await claim()).json()).toMatchObject({ isAllowed: true });
  const answers = await Promise.all([claim(), claim(), claim(), claim()]);
  const allowed = answers.filter((each) => each.json<{ isAllowed: boolean }>().isAllowed);
  expect(allowed).toHaveLength(1);
});

it('a number is the same for all its loans, at once too', async () => {
  await setPolicy(server, { perDay: 1 });
  const other = await server.addLoan({ collectorId: server.people.collector.id });
  const number = String(8_000_000_000 + Math.floor(Math.random() * 1e9));
  const answers = await Promise.all([
    claim({ number }),
    claim({ number: `+91 ${number}`, loanId: other }),
  ]);
  const allowed = answers.filter((each) => each.json<{ isAllowed: boolean }>().isAllowed);
  expect(allowed).toHaveLength(1);
});

it('tells a lender’s people nothing of contacts for other lenders, nor of a number that they name', async () => {
  const number = String(8_000_000_000 + Math.floor(Math.random() * 1e9));
  const theirs = await server.addLoan({ client: 'Y', collectorId: server.people.collector.id });
  await server.db.execute(
    sql`update loans set mobile_number = ${number} where id in (${loanId}, ${theirs})`,
  );
  expect((await claim({ number, loanId: theirs })).json()).toMatchObject({ isAllowed: true });
  expect(await gateOf('CALL', number)).toMatchObject({ today: 1, week: 1 });
  const blocked = '9000000019';
  const block = { as: 'admin', body: { number: blocked } } as const;
  const { _id } = await server.taken<{ _id: string }>('POST', '/contact-numbers', block);
  expect(await gateOf('CALL', blocked)).toMatchObject({ reason: 'NUMBER_BLOCKED' });
  for (const as of ['clientadmin', 'customer'] as const)
    for (const named of [undefined, number, blocked])
      expect(await gateOf('CALL', named, as)).toMatchObject({ reason: null, today: 0, week: 0 });
  // Of their own borrower's number they hear.
  await claim({ number });
  await server.call('POST', '/contact-numbers', { as: 'collector', body: { loanId, number } });
  const own = { reason: 'WRONG_NUMBER', today: 1 };
  expect(await gateOf('CALL', undefined, 'clientadmin')).toMatchObject(own);
  await server.taken('PUT', `/contact-numbers/${_id}/end`, { as: 'admin' });
});

it('a hold, a time to avoid, a wrong number and a blocked one forbid, until they are ended', async () => {
  const held = await server.call('POST', '/contact-holds', {
    as: 'collector',
    body: { loanId, kind: 'BEREAVEMENT', untilDay: '2099-12-31' },
  });
  expect(held.statusCode, held.body).toBe(200);
  expect(await gateOf('VISIT')).toMatchObject({ reason: 'BEREAVEMENT' });
  const { _id } = held.json<{ _id: string }>();
  const end = (as: PersonName) =>
    server.call('PUT', `/contact-holds/${_id}/end`, { as, body: { note: 'Month is over' } });
  expect((await end('collector')).statusCode).toBe(403);
  expect((await end('manager2')).statusCode).toBe(404);
  expect((await end('manager')).statusCode).toBe(200);
  expect((await end('manager')).statusCode).toBe(409);
  expect(await gateOf('VISIT')).toMatchObject({ isAllowed: true });

  const everyDay = { loanId, weekdays: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' };
  const avoid = await server.call('POST', '/contact-avoid-times', {
    as: 'collector',
    body: everyDay,
  });
  expect(avoid.statusCode, avoid.body).toBe(200);
  // The day's last minute is not among them.
  const shut = { timeout: 70_000 };
  await expect.poll(async () => (await gateOf()).reason, shut).toBe('AVOID_TIME');
  const avoidId = avoid.json<{ _id: string }>()._id;
  await server.call('PUT', `/contact-avoid-times/${avoidId}/end`, { as: 'collector' });

  await server.call('POST', '/contact-numbers', {
    as: 'collector',
    body: { loanId, number: NUMBER },
  });
  expect(await gateOf('CALL', NUMBER)).toMatchObject({ reason: 'WRONG_NUMBER' });
  expect(await gateOf()).toMatchObject({ isAllowed: true });

  const blocked = { number: '+91 90000 00009' };
  const byCollector = await server.call('POST', '/contact-numbers', {
    as: 'collector',
    body: blocked,
  });
  expect(byCollector.statusCode).toBe(403);
  await server.call('POST', '/contact-numbers', { as: 'admin', body: blocked });
  expect(await gateOf('SMS', '9000000009')).toMatchObject({ reason: 'NUMBER_BLOCKED' });
  const list = await server.call('GET', '/contact-numbers', { as: 'admin' });
  expect(list.json()).toMatchObject({ totalCount: 1, data: [{ number: '9000000009' }] });
});

it('blocked numbers are found by a part of them or by their notes, and words find no others', async () => {
  const body = { number: '9000000123', note: 'Asked by the court' };
  await server.call('POST', '/contact-numbers', { as: 'admin', body });
  const found = async (search: string) => {
    const query = { search };
    const list = await server.call('GET', '/contact-numbers', { as: 'admin', query });
    return list.json<{ data: { number: string }[] }>().data.map(({ number }) => number);
  };
  expect(await found('00012')).toEqual([body.number]);
  expect(await found('+91 90000 00123')).toEqual([body.number]);
  expect(await found('court')).toEqual([body.number]);
  expect(await found('nobody')).toEqual([]);
  expect(await found('--')).toEqual([]);
});

const send = (path: string, body: object) =>
  server.call('POST', path, { as: 'collector', body: { loanId, ...body } });

it('a wish that is over and a day in the place of a number are refused by their fields', async () => {
  const times = { weekdays: [1], from: '10:00', to: '12:00' };
  const over = await send('/contact-avoid-times', { ...times, untilDay: '01-11-2020' });
  expect(over.statusCode, over.body).toBe(422);
  expect(over.json()).toMatchObject({ details: [{ path: 'untilDay', code: 'day-is-over' }] });
  for (const number of ['0001-01-01', '28-11-2026']) {
    const answer = await send('/contact-numbers', { number });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({ details: [{ path: 'number', code: 'not-a-phone' }] });
  }
});

it('foreign loans are not found, whatever is asked of them', async () => {
  const as = 'collector3';
  const query = { loanId, channel: 'CALL' };
  expect((await server.call('GET', '/contact-gate', { as, query })).statusCode).toBe(404);
  expect((await server.call('GET', `/contact-gate/loans/${loanId}`, { as })).statusCode).toBe(404);
  expect((await claim({}, as)).statusCode).toBe(404);
  const hold = { loanId, kind: 'LEGAL' };
  expect((await server.call('POST', '/contact-holds', { as, body: hold })).statusCode).toBe(404);
  const ask = { loanId, channel: 'CALL', reason: 'Because I want to' };
  expect(
    (await server.call('POST', '/contact-gate/override-requests', { as, body: ask })).statusCode,
  ).toBe(404);
  expect(await claim().then((answer) => answer.statusCode)).toBe(200);
});

it('the id of another loan’s contact is not taken', async () => {
  const attemptId = newId();
  await claim({ attemptId });
  const other = await server.addLoan({ collectorId: server.people.collector.id });
  expect((await claim({ attemptId, loanId: other })).statusCode).toBe(409);
});

it('a disputed debt is held where the policy says so', async () => {
  const dispute = () =>
    server.call('POST', '/call-disposition', {
      as: 'collector',
      body: callOf(loanId, { disposition: 'DISPUTE' }),
    });
  await setPolicy(server, { holdsOnDispute: false });
  expect((await dispute()).statusCode).toBe(200);
  expect(await gateOf()).toMatchObject({ isAllowed: true });
  await setPolicy(server, { holdsOnDispute: true });
  await dispute();
  await dispute();
  expect(await gateOf()).toMatchObject({ isAllowed: false, reason: 'DISPUTE' });
  const standing = await server.call('GET', `/contact-gate/loans/${loanId}`, { as: 'manager' });
  expect(standing.json<{ holds: unknown[] }>().holds).toHaveLength(1);
});

it.each(['call', 'visit'] as const)(
  'after a %s that told of the death nobody writes to the family or calls it, until a manager ends the hold',
  async (how) => {
    const personMet = 'Sister';
    await (how === 'call'
      ? server.taken('POST', '/call-disposition', {
          as: 'collector',
          body: callOf(loanId, { disposition: 'DECEASED', personMet }),
        })
      : server.taken('POST', '/field-disposition', {
          as: 'fieldagent',
          body: visitOf(loanId, { disposition: 'FIELD_DECEASED', personMet }),
        }));
    for (const channel of ['CALL', 'DIALER', 'SMS', 'WHATSAPP', 'VISIT'])
      expect(await gateOf(channel)).toMatchObject({ isAllowed: false, reason: 'BEREAVEMENT' });
    const standing = await server.taken<{ holds: { _id: string }[] }>(
      'GET',
      `/contact-gate/loans/${loanId}`,
      { as: 'manager' },
    );
    const [hold] = standing.holds;
    await server.taken('PUT', `/contact-holds/${hold?._id}/end`, {
      as: 'manager',
      body: { note: 'The son has taken the loan on.' },
    });
    expect(await gateOf()).toMatchObject({ isAllowed: true });
  },
);

it('a hold reaches the phone with the next pull, and the rules with the loan', async () => {
  let cursor: string | undefined;
  /** Holds and limit of the loan in the next page in which it comes; a change waits for older transactions elsewhere. */
  const nextOf = async () => {
    const query = cursor === undefined ? { limit: '200' } : { limit: '200', cursor };
    const answer = await server.call('GET', '/device/pull', { as: 'fieldagent', query });
    const page = answer.json<CallAnswer<typeof deviceCalls.pullLoans>>();
    cursor = page.cursor;
    const facts = page.loans.find(({ loan }) => loan._id === loanId)?.loan.contactFacts;
    return facts && { holds: facts.holds.map(({ kind }) => kind), perDay: facts.perDay };
  };
  await server.db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind)
    values (${newId()}, ${loanId}, ${server.people.fieldagent.id}, 'FIELD')`);
  await expect.poll(nextOf).toEqual({ holds: [], perDay: null });
  await server.call('POST', '/contact-holds', {
    as: 'fieldagent',
    body: { loanId, kind: 'LEGAL' },
  });
  await expect.poll(nextOf).toEqual({ holds: ['LEGAL'], perDay: null });
  await setPolicy(server, { perDay: 2 });
  await expect.poll(nextOf).toEqual({ holds: ['LEGAL'], perDay: 2 });
});

it('a policy is saved whole or not, and by one person at a time', async () => {
  const { revision } = await policyOfX(server);
  const put = (body: object, as: PersonName = 'admin', id = server.clients.X.id) =>
    server.call('PUT', `/contact-policies/${id}`, { as, body });
  const good = {
    revision,
    profile: 'INDIA',
    from: '09:00',
    to: '18:00',
    perDay: 9,
    perWeek: 9,
    daysAfterTalk: 9,
    messagesPerDay: 9,
    closedWeekdays: ['0'],
    festivalDays: ['26-01-2027'],
    timeZone: '',
    allowsThirdParties: false,
    holdsOnDispute: true,
  };
  expect((await put({ ...good, to: '20:00' })).statusCode).toBe(400);
  expect((await put({ ...good, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] })).statusCode).toBe(400);
  expect((await put({ ...good, timeZone: 'Mars/Olympus' })).statusCode).toBe(400);
  expect((await put(good, 'clientadmin', server.clients.Y.id)).statusCode).toBe(404);
  expect((await put(good, 'manager')).statusCode).toBe(403);
  // The profile's limits count, not those that were sent with it.
  expect((await put(good)).json()).toMatchObject({
    from: '09:00',
    to: '18:00',
    perDay: 3,
    perWeek: 15,
    closedWeekdays: [0],
    festivalDays: ['2027-01-26'],
    timeZone: null,
  });
  expect((await put(good)).statusCode).toBe(409);
});

it('leave that was asked for ends with its loan, and comes back with it', async () => {
  const { collector, manager } = server.people;
  const asked = await server.addLoan({ collectorId: collector.id, managerId: manager.id });
  const body = { loanId: asked, channel: 'CALL', reason: 'Asked to be called back' };
  const { _id } = await server.taken<{ _id: string }>('POST', '/contact-gate/override-requests', {
    as: 'collector',
    body,
  });
  const open = async () => {
    const query = { state: 'OPEN', pageSize: '100' };
    const list = await server.taken<{ data: { _id: string }[] }>(
      'GET',
      '/contact-gate/override-requests',
      { as: 'admin', query },
    );
    return list.data.some((one) => one._id === _id);
  };
  expect(await open()).toBe(true);
  const loanIds = [asked];
  await server.taken('PUT', '/loans/withdraw', { as: 'admin', body: { loans: { loanIds } } });
  expect(await open()).toBe(false);
  const decision = { as: 'admin', body: { isGranted: true } } as const;
  const refused = await server.call('PUT', `/contact-gate/override-requests/${_id}`, decision);
  expect(refused.statusCode).toBe(404);
  await server.taken('PUT', '/loans/restore', { as: 'admin', body: { loanIds } });
  expect(await open()).toBe(true);
});
