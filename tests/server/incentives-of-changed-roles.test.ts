import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import { businessDay } from '../../server/clock.ts';
import { monthAfter, monthOf } from '../../server/targets/target-service.ts';
import { percentTerms } from '../support/incentive-terms.ts';
import { addPayment } from '../support/money.ts';
import { partnerDesk } from '../support/partners.ts';
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

test('a partner that is removed keeps what its managers earned it until then, the day of the removal included', async () => {
  await server.taken('PUT', `/incentive-structures/${server.clients.X.id}`, {
    as: 'admin',
    body: { roleType: 'PARTNER', validFrom: last, validTo: null, terms: percentTerms(1) },
  });
  const { manager2, partner } = server.people;
  await server.db.execute(
    sql`update users set created_by = ${partner.id} where id = ${manager2.id}`,
  );
  for (const [day, amount] of [
    ['05', 10_000],
    ['10', 20_000],
    ['11', 40_000],
  ] as const)
    await addPayment(server, {
      loanId: await server.addLoan(),
      amount,
      paidOn: dayOf(day),
      managerId: manager2.id,
    });
  const before = await earnedBy(partner.id);
  const heir = await partnerDesk(() => server).createdId();
  await server.taken('DELETE', `/partner/id/${partner.id}`, {
    as: 'admin',
    query: { successorId: heir },
  });
  expect(await earnedBy(partner.id)).toEqual(before);
  expect((await earnedBy(heir)).total).toBe(0);
  await server.db.execute(
    sql`update former_makers set ended_at = ${`${dayOf('10')}T23:30:00+05:30`}`,
  );
  expect((await earnedBy(heir)).total).toBe(400 + 40);
  expect((await earnedBy(partner.id)).total).toBe(before.total - 400 - 40);
});
