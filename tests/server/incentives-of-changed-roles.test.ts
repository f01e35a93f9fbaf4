import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import { businessDay } from '../../server/clock.ts';
import { monthAfter, monthOf } from '../../server/targets/target-service.ts';
import { percentTerms } from '../support/incentive-terms.ts';
import { addPayment } from '../support/money.ts';
import { addCollector } from '../support/people.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const last = monthAfter(monthOf(businessDay('Asia/Kolkata')), -1);
const dayOf = (day: string) => `${last.slice(0, 8)}${day}`;

type Statement = CallAnswer<typeof incentiveCalls.readIncentiveStatement>;

const earnedBy = async (id: string) => {
  const { total, shares } = await server.taken<Statement>('GET', `/incentive-statements/of/${id}`, {
    as: 'admin',
    query: { month: last },
  });
  return { total, shares: shares.map(({ roleType, lines }) => [roleType, lines]) };
};

test('who changes roles keeps what was earned until then, the day of the change included', async () => {
  for (const [roleType, percent] of [
    ['COLLECTOR', 1],
    ['MANAGER', 0.5],
  ] as const)
    await server.taken('PUT', `/incentive-structures/${server.clients.X.id}`, {
      as: 'admin',
      body: { roleType, validFrom: last, validTo: null, terms: percentTerms(percent) },
    });
  const { _id: id } = await addCollector(server);
  const managerId = server.people.manager.id;
  for (const [day, amount] of [
    ['05', 1000],
    ['10', 2000],
    ['11', 4000],
  ] as const) {
    const loanId = await server.addLoan();
    await addPayment(server, { loanId, amount, paidOn: dayOf(day), collectorId: id, managerId });
  }
  const change = async (role: string) =>
    server.taken('PUT', '/userData', { as: 'superadmin', body: { _id: id, role, managerId } });
  await change('MANAGER');
  expect(await earnedBy(id)).toEqual({ total: 70, shares: [['COLLECTOR', 70]] });
  await server.db.execute(
    sql`update former_roles set ended_at = ${`${dayOf('10')}T23:30:00+05:30`}`,
  );
  const both = [
    ['COLLECTOR', 30],
    ['MANAGER', 20],
  ];
  expect(await earnedBy(id)).toEqual({ total: 50, shares: both });
  // Back to an agent, it still has what it earned as a manager: a role that ended the same month is judged day by day.
  await change('COLLECTOR');
  expect(await earnedBy(id)).toEqual({ total: 50, shares: both });
  await change('ADMIN');
  expect(await earnedBy(id)).toEqual({ total: 50, shares: both });
});
