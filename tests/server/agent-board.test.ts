import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { agentBoardCalls } from '../../contract/agent-board.ts';
import type { AgentComplaint } from '../../contract/agent-complaint.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { Measure } from '../../contract/report-columns.ts';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import { rankAll, scoreOf } from '../../server/agent-board/ranking.ts';
import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { addPayment } from '../support/money.ts';
import { addCollector } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const today = businessDay('Asia/Kolkata');

const server = testServer();

beforeAll(async () => {
  for (const [who, paid] of [
    ['collector', 9000],
    ['collector2', 100],
  ] as const)
    for (let each = 0; each < 5; each += 1) {
      const { id } = server.people[who];
      const loanId = await server.addLoan({
        bucket: 'B1',
        product: 'PL',
        dpd: 40,
        totalDueAmount: 20_000,
        collectorId: id,
        managerId: server.people.manager.id,
        createdAt: new Date(Date.now() - 20 * 86_400_000).toISOString(),
      });
      await server.db
        .execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_at)
        values (gen_random_uuid(), ${loanId}, ${id}, 'COLLECTOR', now() - interval '20 days')`);
      await addPayment(server, {
        loanId,
        amount: paid,
        paidOn: today,
        collectorId: id,
        managerId: server.people.manager.id,
      });
    }
});

async function board(as: PersonName, query: Record<string, string> = {}) {
  return server.taken<CallAnswer<typeof agentBoardCalls.readAgentProfile>>('GET', '/agentprofile', {
    as,
    query,
  });
}

test('equal stock has equal expectations; the rank goes by what is beyond', async () => {
  // On the first of a month the month so far is no time in which to bring anything.
  const { data } = await board('admin', { bucket: 'b1', from: addDays(today, -10), to: today });
  const of = (who: PersonName) => data.find(({ _id }) => _id === server.people[who].id);
  expect(of('collector')).toMatchObject({ rank: 1, collected: 45_000, loanCount: 5 });
  const [first, second] = [of('collector')?.expected ?? 0, of('collector2')?.expected ?? 0];
  expect(first).toBeGreaterThan(0);
  expect(Math.abs(first - second)).toBeLessThanOrEqual(2);
  expect(of('collector')?.score).toBeLessThan(45_000 - first);
  expect(of('collector2')?.score).toBeLessThan(0);
});

test('what was predicted at the month’s first score is expected, from that score on; a lender’s people see the history', async () => {
  const { id } = server.people.collector2;
  const mine = sql`(select l.id from loans l where l.collector_id = ${id} and l.bucket = 'B1')`;
  const day = addDays(today, -10);
  const span = { from: day, to: day, bucket: 'B1' };
  const expected = async (as: PersonName) =>
    (await board(as, span)).data.find(({ _id }) => _id === id)?.expected ?? 0;
  const byHistory = await expected('admin');
  const ofLender = await expected('clientadmin');
  const predict = async (amount: number, at: string) =>
    server.db
      .execute(sql`insert into month_expectations (month, loan_id, expected_amount, scored_at)
      select date_trunc('month', ${day}::date)::date, l.id, ${amount}, ${at}::timestamptz from loans l where l.id in ${mine}
      on conflict (month, loan_id) do update set expected_amount = excluded.expected_amount, scored_at = excluded.scored_at`);
  // Five loans that bring ₹3,000 each in 30 days: ₹100 each on a day.
  await predict(3000, instantOf('Asia/Kolkata', addDays(day, -1), '00:10'));
  expect(await expected('admin')).toBe(500);
  expect(await expected('manager')).toBe(500);
  expect(await expected('collector2')).toBe(500);
  expect(await expected('clientadmin')).toBe(ofLender);
  await predict(3000, instantOf('Asia/Kolkata', day, '12:00'));
  expect(await expected('admin')).toBe(Math.round(byHistory / 2 + 250));
  await predict(3000, instantOf('Asia/Kolkata', addDays(day, 1), '00:10'));
  expect(await expected('admin')).toBe(byHistory);
  await predict(3000, instantOf('Asia/Kolkata', addDays(day, -1), '00:10'));
  await server.db.execute(
    sql`insert into prediction_switches (client_id, is_used) values (${server.clients.X.id}, false)`,
  );
  expect(await expected('admin')).toBe(byHistory);
  await server.db.execute(sql`delete from prediction_switches`);
  await server.db.execute(sql`delete from month_expectations`);
});

test('a breach takes one off the podium', async () => {
  const { id } = server.people.collector;
  await server.db
    .execute(sql`insert into contact_attempts (id, loan_id, channel, agent_id, at, decision, reason)
    select gen_random_uuid(), l.id, 'CALL', ${id}, now(), 'BREACH', 'HOURS' from loans l where l.collector_id = ${id} limit 1`);
  const { data } = await board('admin');
  const mine = data.find(({ _id }) => _id === id);
  expect(mine?.breaches).toBe(1);
  expect(mine?.rank).toBeGreaterThan(3);
  // Nor where the board is narrowed to a part of the book in which it broke none.
  const loanId = await server.addLoan({ bucket: 'B9', collectorId: id });
  await addPayment(server, { loanId, amount: 500, paidOn: today, collectorId: id });
  const narrowed = (await board('admin', { bucket: 'B9' })).data;
  expect(narrowed.map(({ rank, breaches }) => [rank, breaches])).toEqual([[4, 1]]);
});

test('an agent is compared with its team and finds itself; an agent’s strengths are told', async () => {
  const { data, own } = await board('collector2');
  expect(own?._id).toBe(server.people.collector2.id);
  expect(data.some(({ _id }) => _id === server.people.collector3.id)).toBe(false);
  const { byBucket } = await board('manager', { collectorId: server.people.collector.id });
  expect(byBucket.find(({ bucket }) => bucket === 'B1')).toMatchObject({
    collected: 45_000,
    loanCount: 5,
  });
  const foreign = await server.call('GET', '/agentprofile', {
    as: 'manager2',
    query: { collectorId: server.people.collector.id },
  });
  expect(foreign.statusCode).toBe(403);
  const offered = await server.call('GET', '/agentprofile/getList', { as: 'collector2' });
  const { data: agents } = offered.json<CallAnswer<typeof agentBoardCalls.listAgentProfiles>>();
  expect(agents.map(({ _id }) => _id)).toEqual([server.people.collector2.id]);
  const mine = await board('collector2', { collectorId: server.people.collector2.id });
  expect(mine.byBucket).not.toEqual([]);
});

async function userNames(as: PersonName) {
  const answer = await server.call('GET', '/agentprofile/getList', { as });
  const { data, managers } = answer.json<CallAnswer<typeof agentBoardCalls.listAgentProfiles>>();
  return [...data, ...managers].map(({ username }) => username);
}

test('a deleted loan’s promises leave the board as they leave Promise Ageing', async () => {
  const { id } = server.people.collector3;
  const promised = async (state: string) => {
    const loanId = await server.addLoan({ collectorId: id, managerId: server.people.manager2.id });
    await server.db
      .execute(sql`insert into promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, state)
      values (gen_random_uuid(), ${loanId}, ${id}, 100, now(), ${today}, ${today}, ${state})`);
    await addPayment(server, { loanId, amount: 100, paidOn: today, collectorId: id });
    return loanId;
  };
  const loans = [await promised('KEPT'), await promised('BROKEN'), await promised('BROKEN')];
  const told = async () => {
    const { data } = await board('admin', { from: today, to: today });
    const { measures, totals } = await server.taken<ReportAnswer>('GET', '/reports/promiseAgeing', {
      as: 'admin',
      query: { gte: today, lte: today, collectorId: id },
    });
    const sum = (measure: Measure) => totals[measures.indexOf(measure)] ?? 0;
    return {
      board: data.find(({ _id }) => _id === id)?.keptPercent,
      report: Math.round((100 * sum('kept')) / sum('decided')),
    };
  };
  expect(await told()).toEqual({ board: 33, report: 33 });
  await server.taken('DELETE', '/loans', { as: 'admin', body: { loanIds: loans.slice(2) } });
  expect(await told()).toEqual({ board: 50, report: 50 });
});

test('who may be chosen is told apart by the user name, but not to a client’s people', async () => {
  expect(await userNames('manager')).toEqual(expect.arrayContaining(['collector', 'manager']));
  expect(new Set(await userNames('clientadmin'))).toEqual(new Set([null]));
});

test('a field agent, too, finds its own place among its team', async () => {
  const loanId = await server.addLoan({ fieldAgentId: server.people.fieldagent.id });
  await addPayment(server, {
    loanId,
    amount: 700,
    paidOn: today,
    collectorId: server.people.fieldagent.id,
  });
  const { own } = await board('fieldagent');
  expect(own).toMatchObject({ _id: server.people.fieldagent.id, collected: 700 });
  expect(own?.fullName).not.toBeNull();
});

test('a client may keep names to itself, except one’s own', async () => {
  await server.taken('PUT', `/agentprofile/names/${server.clients.X.id}`, {
    as: 'clientadmin',
    body: { hidesNames: true },
  });
  const { data } = await board('clientadmin');
  expect(data.length).toBeGreaterThan(0);
  expect(data.every(({ fullName }) => fullName === null)).toBe(true);
  const own = await board('collector2');
  expect(own.own?.fullName).not.toBeNull();
  const list = await server.call('GET', '/agentprofile/getList', { as: 'clientadmin' });
  expect(list.json<CallAnswer<typeof agentBoardCalls.listAgentProfiles>>().data).toEqual([]);
  const foreign = await server.call('PUT', `/agentprofile/names/${server.clients.Y.id}`, {
    as: 'clientadmin',
    body: { hidesNames: true },
  });
  expect(foreign.statusCode).toBe(404);
});

test('who was deleted since stays on the board of the days it worked, and is offered no more', async () => {
  const day = addDays(today, -45);
  const { _id: id } = await addCollector(server);
  const loanId = await server.addLoan({ bucket: 'B1', managerId: server.people.manager.id });
  await addPayment(server, { loanId, amount: 730, paidOn: day, collectorId: id });
  const standing = async (as: PersonName) =>
    (await board(as, { from: day, to: day })).data.map(({ _id, collected }) => [_id, collected]);
  const before = await standing('manager');
  expect(before).toEqual([[id, 730]]);
  await server.taken('DELETE', `/collector/${id}`, { as: 'admin' });
  expect(await standing('manager')).toEqual(before);
  expect(await standing('admin')).toEqual(before);
  const list = await server.call('GET', '/agentprofile/getList', { as: 'admin' });
  const { data } = list.json<CallAnswer<typeof agentBoardCalls.listAgentProfiles>>();
  expect(data.map(({ _id }) => _id)).not.toContain(id);
});

test('a lender’s board of days that are over has whoever worked for it then, and leads to them', async () => {
  const { collector3 } = server.people;
  const day = addDays(today, -40);
  const span = { from: day, to: day };
  const loanId = await server.addLoan({
    client: 'Y',
    bucket: 'B1',
    createdAt: instantOf('Asia/Kolkata', addDays(day, -5)),
  });
  await server.db
    .execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_at, ended_at)
    values (gen_random_uuid(), ${loanId}, ${collector3.id}, 'COLLECTOR', ${instantOf('Asia/Kolkata', addDays(day, -3))}::timestamptz, ${instantOf('Asia/Kolkata', addDays(day, 3))}::timestamptz)`);
  await addPayment(server, { loanId, amount: 650, paidOn: day, collectorId: collector3.id });
  const { data } = await board('customerOfY', span);
  expect(data.map(({ _id, collected }) => [_id, collected])).toEqual([[collector3.id, 650]]);
  const one = await board('customerOfY', { ...span, collectorId: collector3.id });
  expect(one.byBucket).toMatchObject([{ bucket: 'B1', collected: 650 }]);
  // Nobody who never worked for it.
  const query = { ...span, collectorId: server.people.collector2.id };
  expect((await server.call('GET', '/agentprofile', { as: 'customerOfY', query })).statusCode).toBe(
    403,
  );
});

const complaint = (as: PersonName, body: object) =>
  server.call('POST', '/agentprofile/complaints', { as, body });

test('a borrower’s complaint stands beside the rank until it is taken back', async () => {
  const { id } = server.people.collector2;
  const managerId = server.people.manager.id;
  const loanId = await server.addLoan({ loanNumber: 'CMP-1', collectorId: id, managerId });
  const told = { _id: newId(), collectorId: id, Loan_ID: ' cmp-1', day: today, said: 'Shouted' };
  const before = (await board('admin')).data.find(({ _id }) => _id === id)?.complaints;
  expect(before).toBe(0);
  for (const answer of [await complaint('manager', told), await complaint('manager', told)])
    expect(answer.statusCode, answer.body).toBe(200);
  const other = await complaint('manager', { ...told, said: 'Something else' });
  expect(other.statusCode).toBe(409);
  const counted = async (as: PersonName) =>
    (await board(as)).data.find(({ _id }) => _id === id)?.complaints;
  expect(await counted('admin')).toBe(1);
  expect((await board('collector2')).own?.complaints).toBe(1);
  const read = async (as: PersonName) =>
    server.call('GET', '/agentprofile/complaints', { as, query: { collectorId: id } });
  const own = (await read('collector2')).json<{ data: AgentComplaint[] }>().data;
  expect(own).toMatchObject([{ _id: told._id, loanId, Loan_ID: 'CMP-1', withdrawn: null }]);
  expect((await read('collector')).statusCode).toBe(403);
  expect((await read('manager2')).statusCode).toBe(403);
  const take = (as: PersonName) =>
    server.call('PUT', `/agentprofile/complaints/${told._id}/withdraw`, {
      as,
      body: { reason: 'Another agent' },
    });
  expect((await take('clientadmin')).statusCode).toBe(403);
  expect((await take('manager2')).statusCode).toBe(404);
  expect((await take('manager')).statusCode).toBe(200);
  expect(await counted('admin')).toBe(0);
  const after = (await read('admin')).json<{ data: AgentComplaint[] }>().data;
  expect(after).toMatchObject([{ withdrawn: { reason: 'Another agent' } }]);
});

test('complaints are of agents and loans that belong together, and of nobody’s else', async () => {
  const { id } = server.people.collector2;
  const told = { _id: newId(), collectorId: id, Loan_ID: 'CMP-2', day: today, said: 'Shouted' };
  await server.addLoan({ loanNumber: 'CMP-2', collectorId: server.people.collector.id });
  const foreign = await complaint('manager', told);
  expect([foreign.statusCode, foreign.json<{ code: string }>().code]).toEqual([
    422,
    'NOT_ITS_LOAN',
  ]);
  await server.addLoan({ loanNumber: 'CMP-3', collectorId: id, client: 'Y' });
  const loanOfY = { ...told, Loan_ID: 'CMP-3' };
  expect((await complaint('clientadmin', loanOfY)).statusCode).toBe(422);
  expect((await complaint('manager2', loanOfY)).statusCode).toBe(403);
  expect((await complaint('collector', loanOfY)).statusCode).toBe(403);
  const tomorrow = addDays(today, 1);
  expect((await complaint('admin', { ...loanOfY, day: tomorrow })).statusCode).toBe(400);
  const boss = { ...loanOfY, collectorId: server.people.manager.id };
  expect((await complaint('admin', boss)).statusCode).toBe(404);
  expect((await complaint('admin', { ...loanOfY, said: ' ' })).statusCode).toBe(400);
});

test('luck with few loans does not win; the podium waits for the clean', () => {
  const lucky = { id: 'a', collected: 50_000, expected: 0, loanCount: 1, breaches: 0 };
  const steady = { id: 'b', collected: 120_000, expected: 100_000, loanCount: 400, breaches: 0 };
  expect(scoreOf(lucky)).toBeLessThan(scoreOf(steady));
  expect(rankAll([lucky, steady]).get('b')).toBe(1);
  expect(rankAll([{ ...steady, breaches: 1 }, lucky]).get('b')).toBe(4);
});
