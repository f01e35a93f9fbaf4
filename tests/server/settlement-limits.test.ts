import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { SettlementMatrix, SettlementRule } from '../../contract/settlement-rule.ts';
import type { SettlementLimits } from '../../contract/settlement.ts';
import { newId } from '../../server/ids.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const { addLoan, proposed, decide, decided, read, stands } = settlementsOf(() => server);

const part = (more: object = {}) => ({
  portfolioId: null,
  Product: null,
  Bucket: null,
  managerPercent: 5,
  managerAmount: null,
  adminPercent: 10,
  adminAmount: null,
  clientPercent: 100,
  clientAmount: null,
  delegatedAmount: 0,
  revision: 0,
  ...more,
});

const pathOf = (partId: string, clientId = server.clients.X.id) =>
  `/settlement-rules/${clientId}/parts/${partId}`;

const give = (partId: string, body: object, as: PersonName = 'clientadmin', clientId?: string) =>
  server.call('PUT', pathOf(partId, clientId), { as, body });

const take = (partId: string, as: PersonName = 'clientadmin') =>
  server.call('DELETE', pathOf(partId), { as });

async function rulesOfX(): Promise<SettlementRule> {
  const answer = await server.call('GET', '/settlement-rules', { as: 'clientadmin' });
  const [rule] = answer.json<{ data: SettlementRule[] }>().data;
  if (rule === undefined) throw new Error('no rules');
  return rule;
}

async function leastOf(loanId: string): Promise<Record<string, number>> {
  const answer = await server.call('GET', '/settlement/limits', {
    as: 'fieldagent',
    query: { loanId },
  });
  const { limits } = answer.json<{ data: SettlementLimits }>().data;
  return Object.fromEntries(limits.map(({ level, leastAmount }) => [level, leastAmount]));
}

describe('limits of a part', () => {
  it('hold for its loans alone, before saving, at the decision and on the phone', async () => {
    const [product, both, portfolioId] = [newId(), newId(), newId()];
    await server.db.execute(sql`insert into portfolios (id, client_id, name, buckets)
      values (${portfolioId}, ${server.clients.X.id}, 'Old stock', '{180+}')`);
    const answers = [
      await give(product, part({ Product: 'Gold' })),
      await give(both, part({ Product: 'Gold', Bucket: '90+', managerAmount: 200 })),
      await give(newId(), part({ portfolioId, managerPercent: 50 })),
    ];
    expect(answers.map(({ statusCode, body }) => [statusCode, body.slice(0, 80)])).toEqual(
      answers.map(({ body }) => [200, body.slice(0, 80)]),
    );
    const gold = await addLoan({ product: 'gold', bucket: '30' });
    const deep = await addLoan({ product: 'Gold', bucket: '90+' });
    const old = await addLoan({ product: 'Car', bucket: '180+' });
    const other = await addLoan({ product: 'Car' });
    const least = [];
    for (const { loanId } of [gold, deep, old, other]) least.push((await leastOf(loanId)).MANAGER);
    expect(least).toEqual([9500, 9800, 5000, 8500]);
    // 9,600 is beyond a manager for a loan of the deep bucket, and within for the product's other loans.
    const waits = [];
    for (const { loanId } of [gold, deep, other])
      waits.push((await proposed(loanId, { offeredAmount: 9600 })).waitsFor);
    expect(waits).toEqual(['MANAGER', 'ADMIN', 'MANAGER']);
    const phone = await server.call('GET', '/settlement/matrix', { as: 'fieldagent' });
    const matrix = phone
      .json<{ data: SettlementMatrix[] }>()
      .data.find(({ parts }) => parts.length > 0);
    expect(matrix?.parts).toHaveLength(3);
    const foreign = await server.call('GET', '/settlement/matrix', { as: 'collector3' });
    expect(foreign.json<{ data: SettlementMatrix[] }>().data.flatMap((one) => one.parts)).toEqual(
      [],
    );
    const removed = await server.call('DELETE', `/portfolios/${portfolioId}`, { as: 'admin' });
    expect(removed.json()).toMatchObject({ code: 'PORTFOLIO_IN_USE' });
  });

  it('go with their portfolio: the agency does not make it of other loans', async () => {
    const portfolioId = newId();
    await server.db.execute(sql`insert into portfolios (id, client_id, name, products)
      values (${portfolioId}, ${server.clients.X.id}, 'Scooters', '{Scooter}')`);
    const limits = part({ portfolioId, managerPercent: 50, delegatedAmount: 5000 });
    expect((await give(newId(), limits)).statusCode).toBe(200);
    const { loanId } = await addLoan({ product: 'Truck' });
    let revision = 1;
    const change = async (more: object, as: PersonName) => {
      const usual = { name: 'Scooters', products: ['Scooter'], buckets: [] };
      const body = { ...usual, startsOn: null, endsOn: null, ...more, revision };
      const answer = await server.call('PUT', `/portfolios/${portfolioId}`, { as, body });
      if (answer.statusCode === 200) revision += 1;
      return [answer.statusCode, answer.json<{ code?: string }>().code];
    };
    expect(await change({ products: [] }, 'admin')).toEqual([409, 'PORTFOLIO_IN_USE']);
    expect(await change({ buckets: ['30'] }, 'admin')).toEqual([409, 'PORTFOLIO_IN_USE']);
    expect((await leastOf(loanId)).MANAGER).toBe(8500);
    expect(await change({ name: 'Scooters 2026' }, 'admin')).toEqual([200, undefined]);
    expect(await change({ products: ['Scooter', 'Truck'] }, 'clientadmin')).toEqual([
      200,
      undefined,
    ]);
    expect((await leastOf(loanId)).MANAGER).toBe(5000);
  });

  it('become stricter for what waits already', async () => {
    const { loanId } = await addLoan({ product: 'Bike' });
    const made = await proposed(loanId, { offeredAmount: 8600 });
    expect(made.waitsFor).toBe('MANAGER');
    expect((await give(newId(), part({ Product: 'Bike' }))).statusCode).toBe(200);
    expect((await decide(made, 'APPROVE', 'manager')).json()).toMatchObject({
      code: 'BEYOND_LIMIT',
    });
  });

  it.each([
    ['a stricter limit', 8600, 'CLIENT', 'customer'],
    ['a limit that holds for an admin', 9200, 'ADMIN', 'admin'],
  ] as const)(
    'that change while an offer waits make it the turn of who can decide: %s',
    async (_, offeredAmount, waitsFor, decider) => {
      const product = `Bike ${offeredAmount}`;
      const { loanId } = await addLoan({ product });
      const made = await proposed(loanId, { offeredAmount });
      expect((await give(newId(), part({ Product: product }))).statusCode).toBe(200);
      await server.db.execute(sql`delete from notifications`);
      await server.upkeep.runNow('settlement turns');
      await server.upkeep.runNow('settlement turns');
      const moved = await read(made._id);
      expect(stands(moved)).toEqual([made.settlementStatus, waitsFor]);
      const told = await server.db.execute(
        sql`select count(*)::int as n from notifications where settlement_id = ${made._id}
          and (user_id = ${server.people[decider].id} or recipient_client_id = ${server.clients.X.id})`,
      );
      expect(told.rows).toEqual([{ n: 1 }]);
      const approved = await decided(made, 'APPROVE', decider);
      expect(approved.settlementStatus).toMatch(/^APPROVED/);
    },
  );

  it('are changed by who saw them last, once for each part, and by nobody else’s say', async () => {
    const id = newId();
    const body = part({ Product: 'Tractor' });
    const answers = [
      await give(id, body, 'admin'),
      await give(newId(), part({ Product: 'TRACTOR' })),
      await give(id, body),
      await give(id, { ...body, revision: 1, delegatedAmount: 500 }, 'admin'),
      await give(id, { ...body, revision: 1, delegatedAmount: 500 }),
      await give(newId(), body, 'clientadmin', server.clients.Y.id),
      await give(newId(), part({ portfolioId: newId() })),
      await give(newId(), part()),
      await give(newId(), part({ Product: '  ' })),
      await give(newId(), { ...body, managerPercent: 101 }),
      await give(newId(), body, 'manager'),
      await take(newId()),
    ];
    expect(answers[2]?.json()).toMatchObject({ details: { changedBy: 'Test admin' } });
    expect(answers.map((one) => [one.statusCode, one.json<{ code?: string }>().code])).toEqual([
      [200, undefined],
      [409, 'SAME_PART'],
      [409, 'STALE_RULES'],
      [403, 'CLIENT_DECIDES'],
      [200, undefined],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [400, 'BAD_INPUT'],
      [400, 'BAD_INPUT'],
      [400, 'BAD_INPUT'],
      [403, 'WRONG_ROLE'],
      [404, 'NOT_FOUND'],
    ]);
    // Taken back by the agency the client would have a say again that it gave away: that is allowed.
    expect((await take(id, 'admin')).statusCode).toBe(200);
    expect((await rulesOfX()).parts.some(({ _id }) => _id === id)).toBe(false);
  });

  it('that keep the client’s say are not taken back by the agency', async () => {
    const id = newId();
    expect((await give(id, part({ Product: 'Farm', clientPercent: 20 }))).statusCode).toBe(200);
    expect((await take(id, 'admin')).json()).toMatchObject({ code: 'CLIENT_DECIDES' });
    expect((await take(id)).statusCode).toBe(200);
  });
});

it('under the RBI’s framework the client admin decides what the client’s own level sanctioned', async () => {
  const { parts: _, clientId, Client_Name: __, updatedAt: ___, ...rule } = await rulesOfX();
  const body = { ...rule, isRbi: true, sanctionAmount: 500_000 };
  const path = `/settlement-rules/${clientId}`;
  await server.taken('PUT', path, { as: 'clientadmin', body });
  const stage = async (loanAmount: number) => {
    const { loanId } = await addLoan({ loanAmount });
    const made = await decided(await proposed(loanId), 'APPROVE', 'manager');
    return [made, made.waitsFor] as const;
  };
  const [large, head] = await stage(500_000);
  const [, usual] = await stage(499_999);
  expect([head, usual]).toEqual(['CLIENT_HEAD', 'CLIENT']);
  expect((await decide(large, 'APPROVE', 'customer')).json()).toMatchObject({
    code: 'BEYOND_LIMIT',
  });
  expect(stands(await decided(large, 'APPROVE', 'clientadmin'))).toEqual([
    'APPROVED_BY_CLIENT',
    'LETTER',
  ]);
  // At least what is due was lent.
  const { loanId: untold } = await addLoan({ totalDueAmount: 600_000 });
  const offered = await proposed(untold, { offeredAmount: 590_000 });
  expect((await decided(offered, 'APPROVE', 'manager')).waitsFor).toBe('CLIENT_HEAD');
  // The lender's next file calls it fraud while it waits.
  const [waiting] = await stage(1000);
  await server.db
    .execute(sql`update loans set other_columns = ${JSON.stringify({ 'Fraud Flag': 'Y' })}::jsonb
    where id = ${waiting.loanId}`);
  expect((await decide(waiting, 'APPROVE', 'customer')).json()).toMatchObject({
    code: 'BEYOND_LIMIT',
  });
  await server.upkeep.runNow('settlement turns');
  expect((await read(waiting._id)).waitsFor).toBe('CLIENT_HEAD');
  const seen = await read(waiting._id, 'clientadmin');
  expect([seen.isFlagged, seen.actions.includes('APPROVE')]).toEqual([true, true]);
  await decided(waiting, 'APPROVE', 'clientadmin');
  const lighter = { ...body, revision: body.revision + 1, sanctionAmount: null };
  expect((await server.call('PUT', path, { as: 'admin', body: lighter })).json()).toMatchObject({
    code: 'CLIENT_DECIDES',
  });
});
