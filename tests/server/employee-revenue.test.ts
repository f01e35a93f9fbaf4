import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { employeeRevenueCalls } from '../../contract/employee-revenue.ts';
import { newId } from '../../server/ids.ts';
import { sendFile } from '../support/loan-file.ts';
import { pay, ratesOf, revenueOf } from '../support/revenue.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

type Revenues = CallAnswer<typeof employeeRevenueCalls.listRevenues>;

const server = testServer();
const { agree, draft, lines, sayWhoSends, sent } = revenueOf(() => server);

beforeAll(async () => {
  await sayWhoSends();
});

const MONTH = '2025-06-01';
const revenues = async () => {
  const query = { month: MONTH, pageSize: '200' };
  return server.taken<Revenues>('GET', '/revenues', { as: 'admin', query });
};
const feeOf = async (name: PersonName) =>
  (await revenues()).data.find(({ personId }) => personId === server.people[name].id)?.fee;

test('fees are divided as payments are, to the paisa, sent or not; reversals take them back', async () => {
  expect((await agree('2025-01-01', { rates: ratesOf(3.33) })).statusCode).toBe(200);
  const loanId = await server.addLoan();
  const { collector, collector2 } = server.people;
  const id = await pay(server, {
    loanId,
    amount: 1001,
    paidOn: '2025-06-10',
    collectorId: collector.id,
  });
  await server.db.execute(sql`update payments set is_shared = true where id = ${id}`);
  await server.db
    .execute(sql`insert into payment_shares (payment_id, place, person_id, amount, reason)
    values (${id}, 1, ${collector.id}, 330, 'HOLDER'), (${id}, 2, ${collector2.id}, 671, 'LAST_CONTACT')`);
  // 1001 × 3.33 % = ₹33.33; the larger share first: ⌊3333 × 671 / 1001⌋.
  const isDivided = async () => {
    expect(await feeOf('collector2')).toBe(2234);
    expect(await feeOf('collector')).toBe(1099);
    expect((await revenues()).totals.fee).toBe(3333);
  };
  await isDivided();
  await sent(await draft(MONTH));
  await isDivided();
  await server.db.execute(sql`update payments set reversed_at = now() where id = ${id}`);
  expect((await revenues()).totals.fee).toBe(0);
});

test('a payment under a settlement has its rate; a settlement that was paid has its fee', async () => {
  const { Y } = server.clients;
  const [any] = ratesOf(10);
  if (any === undefined) throw new Error('There is a rate.');
  const rates = [{ ...any, mode: 'SETTLEMENT', slabs: [{ fromAmount: 0, percent: 6 }] }, any];
  await agree('2025-01-01', { rates, settlementFee: 500 }, Y.id);
  const loanId = await server.addLoan({ client: 'Y' });
  const agent = server.people.collector3.id;
  await server.db
    .execute(sql`insert into settlements (id, loan_id, client_id, state, kind, offered_amount, due_amount,
      valid_until, instalments, reason, proposed_by, proposed_at, offered_on, maker_id, is_flagged, is_restructuring,
      grace_days, letter_at, waived_amount, fulfilled_at, fulfilled_on)
    values (${newId()}, ${loanId}, ${Y.id}, 'FULFILLED', 'ONE_TIME', 4000, 5000, '2025-07-01', '[]', 'OTHER', ${agent},
      now(), '2025-06-10', ${agent}, false, false, 3, now(), 1000, now(), '2025-06-20')`);
  await pay(server, { loanId, amount: 1000, paidOn: '2025-06-09' });
  await pay(server, { loanId, amount: 4000, paidOn: '2025-06-20' });
  const invoice = await draft(MONTH, Y.id);
  expect((await lines(invoice)).map(({ kind, percent, fee }) => [kind, percent, fee])).toEqual([
    ['PAYMENT', 10, 10_000],
    ['PAYMENT', 6, 24_000],
    ['SETTLEMENT', null, 50_000],
  ]);
  expect(await feeOf('collector3')).toBe(50_000);
});

const upload = async (text: string) =>
  sendFile(server, '/revenues/sheet', {
    as: 'admin',
    content: text,
    name: 'costs.csv',
    fields: { month: MONTH },
  });

test('costs are entered by form and by sheet: all of its rows, or none', async () => {
  const person = server.people.collector3.id;
  const set = (costs: object[]) =>
    server.call('PUT', '/revenues/costs', { as: 'admin', body: { month: MONTH, costs } });
  expect(
    (await set([{ personId: person, salary: 200, incentive: 100, calls: 50, visits: 0 }]))
      .statusCode,
  ).toBe(200);
  const row = (await revenues()).data.find(({ personId }) => personId === person);
  expect(row).toMatchObject({ salary: 200, margin: (row?.fee ?? 0) - 35_000 });
  expect((await set([{ personId: newId(), salary: 1 }])).statusCode).toBe(404);
  // The lender's people are nobody whom the agency pays.
  expect((await set([{ personId: server.people.clientadmin.id, salary: 1 }])).statusCode).toBe(404);
  expect((await set([{ personId: person, salary: -1 }])).statusCode).toBe(400);
  const twice = [8, 9].map((salary) => ({ personId: person, salary }));
  expect((await set(twice)).json()).toMatchObject({
    code: 'GIVEN_TWICE',
    details: [{ path: 'costs.1.personId' }],
  });
  const bad = await upload('Person,Salary\ncollector3,9\nnobody,5\ncollector,abc');
  expect(bad.json<{ problems: { row: number }[] }>().problems.map((each) => each.row)).toEqual([
    3, 4,
  ]);
  expect((await upload('Name,Salary\nx,1')).statusCode).toBe(422);
  const unclear = await upload('Person,Salary\ncollector3,9\nCollector3,8\ncollector2,');
  expect(unclear.json()).toMatchObject({ count: 0, problems: [{ row: 3 }, { row: 4 }] });
  expect((await upload('%PDF-1.4 no sheet')).statusCode).toBe(415);
  expect((await upload('')).statusCode).toBe(400);
  const good = await upload('person,SALARY,Visits\nCollector3,"₹ 15,000",700');
  expect(good.json()).toMatchObject({ count: 1, problems: [] });
  const path = `/revenues/costs/${person}`;
  const one = await server.call('GET', path, { as: 'admin', query: { month: MONTH } });
  expect(one.json()).toMatchObject({ salary: 15_000, incentive: 100, calls: 50, visits: 700 });
  // A column that is there says so of each row; one that is not says nothing.
  expect((await upload('Person,Salary,Calls\ncollector3,15000,')).json()).toMatchObject({
    count: 1,
  });
  expect((await set([{ personId: person, incentive: 90 }])).statusCode).toBe(200);
  const after = await server.call('GET', path, { as: 'admin', query: { month: MONTH } });
  expect(after.json()).toMatchObject({ salary: 15_000, incentive: 90, calls: 0, visits: 700 });
  const wrong = await upload('Person,Salary\ncollector3,-9');
  expect(wrong.json()).toMatchObject({ problems: [{ row: 2, column: 'Salary' }] });
});

test('cost is salary, incentive, calls and visits; of each 100 rupees verified it is told to the paisa', async () => {
  const { manager2 } = server.people;
  const costs = { salary: 20_000, incentive: 1000, calls: 300, visits: 33 };
  const body = { month: MONTH, costs: [{ personId: manager2.id, ...costs }] };
  expect((await server.call('PUT', '/revenues/costs', { as: 'admin', body })).statusCode).toBe(200);
  const ofManager = async () =>
    (await revenues()).data.find(({ personId }) => personId === manager2.id);
  expect(await ofManager()).toMatchObject({ cost: 21_333, verified: 0, costPer100: null });
  const loanId = await server.addLoan();
  const collectorId = manager2.id;
  await pay(server, { loanId, amount: 640_000, paidOn: '2025-06-15', collectorId });
  const row = await ofManager();
  expect(row).toMatchObject({ verified: 640_000, costPer100: 333 });
  expect(row?.margin).toBe((row?.fee ?? 0) - 2_133_300);
  const { data, totals } = await revenues();
  const sum = (of: (each: (typeof data)[number]) => number) =>
    data.reduce((total, each) => total + of(each), 0);
  expect(totals).toMatchObject({
    verified: sum(({ verified }) => verified),
    cost: sum(({ cost }) => cost),
    margin: sum(({ margin }) => margin),
  });
  expect(totals.costPer100).toBe(Math.round((10_000 * totals.cost) / totals.verified));
});
