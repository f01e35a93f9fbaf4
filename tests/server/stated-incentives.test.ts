import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { employeeRevenueCalls } from '../../contract/employee-revenue.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import { businessDay } from '../../server/clock.ts';
import { monthOf } from '../../server/targets/target-service.ts';
import { percentTerms } from '../support/incentive-terms.ts';
import { sendFile } from '../support/loan-file.ts';
import { addPayment } from '../support/money.ts';
import { addAccount } from '../support/people.ts';
import { testServer } from '../support/server.ts';

type Revenues = CallAnswer<typeof employeeRevenueCalls.listRevenues>;
type Statements = CallAnswer<typeof incentiveCalls.listIncentiveStatements>;

const today = businessDay('Asia/Kolkata');
const month = monthOf(today);
/** Two percent of every payment. */
const TERMS = percentTerms(2);
const server = testServer();

test('what a statement pays is the incentive among what the person costs, whatever was entered', async () => {
  const query = { month, pageSize: '200' };
  const read = async () => {
    const stated = await server.call('GET', '/incentive-statements', { as: 'admin', query });
    const revenues = await server.call('GET', '/revenues', { as: 'admin', query });
    expect(revenues.statusCode, revenues.body).toBe(200);
    return {
      statements: stated.json<Statements>().data,
      revenues: revenues.json<{
        data: { personId: string | null; incentive: number; isStated: boolean }[];
      }>().data,
    };
  };
  const costs = (['collector', 'collector2', 'manager', 'manager2', 'fieldagent'] as const).map(
    (name) => ({ personId: server.people[name].id, salary: 0, incentive: 7, calls: 0, visits: 0 }),
  );
  const structure = { roleType: 'COLLECTOR', validFrom: month, validTo: null, terms: TERMS };
  await server.taken('PUT', `/incentive-structures/${server.clients.X.id}`, {
    as: 'admin',
    body: structure,
  });
  const { collector, manager } = server.people;
  await addPayment(server, {
    loanId: await server.addLoan(),
    amount: 50_000,
    paidOn: today,
    collectorId: collector.id,
    managerId: manager.id,
  });
  const entered = await server.call('PUT', '/revenues/costs', {
    as: 'admin',
    body: { month, costs },
  });
  const { statements, revenues } = await read();
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.some(({ total }) => total > 0)).toBe(true);
  for (const { _id, total } of statements)
    expect(revenues.find(({ personId }) => personId === _id)).toMatchObject({
      incentive: total,
      isStated: true,
    });
  const others = revenues.filter(({ isStated }) => !isStated);
  expect(others.length).toBeGreaterThan(0);
  expect(entered.statusCode, entered.body).toBe(200);
  expect(others.map(({ incentive }) => incentive)).toContain(7);
});

test('a statement is among the costs whoever it is of', async () => {
  const { _id: partner } = await addAccount(server, 'PARTNER');
  await server.db.execute(
    sql`update users set created_by = ${partner} where id = ${server.people.manager.id}`,
  );
  await server.taken('PUT', `/incentive-structures/${server.clients.X.id}`, {
    as: 'admin',
    body: { roleType: 'PARTNER', validFrom: month, validTo: null, terms: TERMS },
  });
  await addPayment(server, {
    loanId: await server.addLoan(),
    amount: 50_000,
    paidOn: today,
    collectorId: server.people.collector.id,
    managerId: server.people.manager.id,
  });
  const as = { as: 'admin', query: { month, pageSize: '200' } } as const;
  const stated = await server.taken<Statements>('GET', '/incentive-statements', as);
  expect(stated.data.find(({ _id }) => _id === partner)?.total).toBeGreaterThan(0);
  const revenues = await server.taken<Revenues>('GET', '/revenues', as);
  const sum = revenues.data.reduce((total, row) => total + (row.isStated ? row.incentive : 0), 0);
  expect(sum).toBe(stated.total);
});

test('a sheet of costs that names another incentive than the statement is told so, and nothing is set', async () => {
  const query = { month, pageSize: '200' };
  const { data } = await server.taken<Statements>('GET', '/incentive-statements', {
    as: 'admin',
    query,
  });
  const total = data.find(({ _id }) => _id === server.people.collector.id)?.total ?? 0;
  expect(total).toBeGreaterThan(0);
  const upload = async (incentive: string) =>
    (
      await sendFile(server, '/revenues/sheet', {
        as: 'admin',
        content: `Person,Salary,Incentive\ncollector2,1,\ncollector,30000,${incentive}`,
        name: 'costs.csv',
        fields: { month },
      })
    ).json<{ count: number; problems: { row: number; column: string; reason: string }[] }>();
  expect(await upload(String(total + 1))).toMatchObject({
    count: 0,
    problems: [{ row: 3, column: 'Incentive' }],
  });
  expect(await upload(String(total))).toEqual({ count: 2, problems: [] });
  expect(await upload('')).toEqual({ count: 2, problems: [] });
});
