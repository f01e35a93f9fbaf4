import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import type { IncentiveTerms } from '../../contract/incentive.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { monthAfter, monthOf } from '../../server/targets/target-service.ts';
import { PLAIN_TERMS } from '../support/incentive-terms.ts';
import { addPayment } from '../support/money.ts';
import { payableIn } from '../support/payout.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const today = businessDay('Asia/Kolkata');
const month = monthOf(today);
const last = monthAfter(month, -1);

type Statement = CallAnswer<typeof incentiveCalls.readIncentiveStatement>;
type Lines = CallAnswer<typeof incentiveCalls.listIncentiveLines>;
type Statements = CallAnswer<typeof incentiveCalls.listIncentiveStatements>;

const server = testServer();

/** Terms of one part with slabs from amounts: percent. */
const termsOf = (slabs: Record<number, number>, more: Partial<IncentiveTerms> = {}) => ({
  ...PLAIN_TERMS,
  parts: [
    {
      bucket: null,
      product: null,
      slabs: Object.entries(slabs).map(([from, percent]) => ({
        from: Number(from),
        percent,
        fixedAmount: null,
      })),
    },
  ],
  ...more,
});

const setTo = async (body: object, as: PersonName = 'admin', client: 'X' | 'Y' = 'X') =>
  server.call('PUT', `/incentive-structures/${server.clients[client].id}`, {
    as,
    body: { roleType: 'COLLECTOR', validFrom: last, validTo: null, ...body },
  });

async function pay(amount: number, paidOn: string, loan: object = {}) {
  const { collector, manager } = server.people;
  const loanId = await server.addLoan({ bucket: 'B1', product: 'Bike', ...loan });
  await addPayment(server, {
    loanId,
    amount,
    paidOn,
    collectorId: collector.id,
    managerId: manager.id,
  });
  return loanId;
}

const queryOf = (of: string | undefined): Record<string, string> =>
  of === undefined ? {} : { month: of };

async function statementOf(id: string, as: PersonName, of?: string): Promise<Statement> {
  return server.taken<Statement>('GET', `/incentive-statements/of/${id}`, {
    as,
    query: queryOf(of),
  });
}

async function linesOf(id: string, as: PersonName, of?: string): Promise<Lines> {
  return server.taken<Lines>('GET', `/incentive-statements/of/${id}/lines`, {
    as,
    query: { ...queryOf(of), pageSize: '200' },
  });
}

async function listed(as: PersonName, of?: string): Promise<Statements> {
  return server.taken<Statements>('GET', '/incentive-statements', { as, query: queryOf(of) });
}

const close = async (of: string, total: number, as: PersonName = 'admin') =>
  server.call('POST', '/incentive-months/close', { as, body: { month: of, total } });

const reverse = async (loanId: string) =>
  server.db.execute(
    sql`update payments set reversed_at = now(), reversed_by = ${server.people.admin.id} where loan_id = ${loanId}`,
  );

test('a slab holds for every line of the month, and says what the next one takes and brings', async () => {
  const { collector, manager } = server.people;
  expect((await setTo({ terms: termsOf({ 0: 1, 10_000: 2.5 }) })).statusCode).toBe(200);
  expect(
    (await setTo({ roleType: 'MANAGER', terms: termsOf({ 0: 0.5 }, { teamPercent: 10 }) }))
      .statusCode,
  ).toBe(200);
  await pay(5050, today);
  const low = await statementOf(collector.id, 'collector');
  // 5050 at 1 %: 50.5, half up.
  expect(low).toMatchObject({ total: 51, closedAt: null });
  expect(low.shares[0]?.slabs[0]).toMatchObject({ from: 0, percent: 1, reached: 5050 });
  // 10,000 at 2.5 % instead of 51.
  expect(low.shares[0]?.slabs[0]?.next).toEqual({ need: 4950, more: 199 });
  await pay(4950, today);
  const high = await statementOf(collector.id, 'collector');
  // 126.25 and 123.75, each to the rupee.
  expect(high.total).toBe(126 + 124);
  expect(high.shares[0]?.slabs[0]?.next).toBeNull();
  const { data } = await linesOf(collector.id, 'collector');
  expect(
    data.map(({ amount, percent, slabFrom, sum }) => [amount, percent, slabFrom, sum]),
  ).toEqual(
    expect.arrayContaining([
      [5050, 2.5, 10_000, 126],
      [4950, 2.5, 10_000, 124],
    ]),
  );
  expect(new Set(data.map(({ measure }) => measure))).toEqual(new Set(['AMOUNT']));
  // Half a percent of each payment (25.25, 24.75), and a tenth of what its agent gets (12.6, 12.4).
  const lead = await statementOf(manager.id, 'manager');
  expect(lead.shares[0]).toMatchObject({ lines: 25 + 25, team: 13 + 12, total: 75 });
  expect((await listed('manager')).data.map(({ _id, total }) => [_id, total])).toEqual([
    [collector.id, 250],
    [manager.id, 75],
  ]);
});

test('what a month comes to is the same whoever is looked for', async () => {
  const all = await listed('admin');
  const { fullName } = all.data[0] ?? { fullName: '' };
  const found = await server.taken<Statements>('GET', '/incentive-statements', {
    as: 'admin',
    query: { search: fullName },
  });
  expect(found.totalCount).toBe(1);
  expect(found.total).toBe(all.total);
});

test('a page behind the last one says what all pages come to', async () => {
  const behind = { as: 'admin', query: { page: '9', pageSize: '10' } } as const;
  const { data, totalCount, total } = await server.taken<Statements>(
    'GET',
    '/incentive-statements',
    behind,
  );
  const all = await listed('admin');
  expect(all.total).toBeGreaterThan(0);
  expect([data, totalCount, total]).toEqual([[], all.totalCount, all.total]);
  const { id } = server.people.collector;
  const lines = await server.taken<Lines>('GET', `/incentive-statements/of/${id}/lines`, behind);
  const { totalCount: lineCount } = await linesOf(id, 'admin');
  expect(lines).toMatchObject({ data: [], totalCount: lineCount });
});

test('everybody sees what is theirs to see, and only admins set and close', async () => {
  const { collector, collector3 } = server.people;
  for (const as of ['collector2', 'manager2'] as const)
    expect(
      (await server.call('GET', `/incentive-statements/of/${collector.id}`, { as })).statusCode,
    ).toBe(404);
  expect((await listed('collector2')).data).toEqual([]);
  expect((await listed('collector')).data.map(({ _id }) => _id)).toEqual([collector.id]);
  for (const as of ['clientadmin', 'manager', 'collector'] as const) {
    expect((await setTo({ terms: termsOf({ 0: 1 }) }, as)).statusCode).toBe(403);
    expect((await close(last, 0, as)).statusCode).toBe(403);
  }
  expect(
    (await server.call('GET', `/incentive-statements/of/${collector3.id}`, { as: 'clientadmin' }))
      .statusCode,
  ).toBe(403);
  const clients = (
    await server.taken<CallAnswer<typeof incentiveCalls.listIncentiveStructures>>(
      'GET',
      '/incentive-structures',
      { as: 'clientadmin' },
    )
  ).data;
  expect(new Set(clients.map(({ clientId }) => clientId))).toEqual(new Set([server.clients.X.id]));
});

const bad = async (terms: object, more: object = {}) =>
  (await setTo({ terms: { ...termsOf({ 0: 1 }), ...terms }, ...more })).statusCode;

test('bad structures are refused with their fields', async () => {
  const slab = { from: 0, percent: 1, fixedAmount: null };
  expect(await bad({ parts: [{ bucket: null, product: null, slabs: [] }] })).toBe(400);
  expect(await bad({ parts: [{ bucket: null, product: null, slabs: [slab, slab] }] })).toBe(400);
  expect(
    await bad({
      parts: [
        { bucket: 'b1', product: null, slabs: [slab] },
        { bucket: 'B1', product: null, slabs: [slab] },
      ],
    }),
  ).toBe(400);
  expect(await bad({ cap: -1 })).toBe(400);
  expect(await bad({ teamPercent: 0.001 })).toBe(400);
  expect(await bad({}, { validTo: addDays(last, -1) })).toBe(400);
  expect(await bad({}, { validFrom: addDays(last, -1) })).toBe(422);
});

test('a preview says what last month would have paid, and stores nothing', async () => {
  await pay(1000, last);
  const before = await statementOf(server.people.collector.id, 'admin', last);
  const answer = await server.call('POST', `/incentive-structures/${server.clients.X.id}/preview`, {
    as: 'admin',
    body: {
      roleType: 'COLLECTOR',
      validFrom: today,
      validTo: null,
      terms: termsOf({ 0: 5 }),
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({ month: last });
  const { data } = answer.json<CallAnswer<typeof incentiveCalls.previewIncentives>>();
  expect(data.find(({ _id }) => _id === server.people.collector.id)).toMatchObject({
    before: 10,
    after: 50,
  });
  expect(await statementOf(server.people.collector.id, 'admin', last)).toEqual(before);
});

test('a closed month stays as it was; what changes later is a line of the next', async () => {
  const { collector } = server.people;
  const bounced = await pay(2000, addDays(last, 3));
  const { total, closable } = await listed('admin', last);
  expect(closable).toBe(last);
  expect((await close(month, 0)).statusCode).toBe(422);
  expect((await close(last, total + 1)).statusCode).toBe(409);
  const closed = await close(last, total);
  expect(closed.statusCode, closed.body).toBe(200);
  expect((await close(last, total)).statusCode).toBe(409);
  const frozen = await statementOf(collector.id, 'collector', last);
  const lines = await linesOf(collector.id, 'collector', last);
  const list = await listed('admin', last);
  expect(frozen.closedAt).not.toBeNull();
  await reverse(bounced);
  const late = await pay(300, addDays(last, 5));
  await server.db.execute(sql`update loans set bucket = 'OTHER' where id = ${late}`);
  expect(await statementOf(collector.id, 'collector', last)).toEqual(frozen);
  expect(await linesOf(collector.id, 'collector', last)).toEqual(lines);
  const leadBy = async (leader: string) =>
    server.db.execute(sql`update users set manager_id = ${leader} where id = ${collector.id}`);
  await leadBy(server.people.manager2.id);
  expect(await listed('admin', last)).toEqual(list);
  await leadBy(server.people.manager.id);
  const next = await linesOf(collector.id, 'collector');
  expect(
    next.data
      .filter(({ kind }) => kind !== 'PAYMENT')
      .map(({ kind, amount, sum }) => [kind, amount, sum]),
  ).toEqual(
    expect.arrayContaining([
      ['REVERSAL', -2000, -20],
      ['LATE', 300, 3],
    ]),
  );
  expect((await statementOf(collector.id, 'collector')).corrections).toBe(-17);
  const check = await server.call('GET', '/incentive-months/check', {
    as: 'admin',
    query: { month: last },
  });
  expect(check.json()).toMatchObject({ isSame: true, differing: 0, total });
  // Nobody changes it below the app either.
  await expect(
    server.db.execute(sql`update incentive_totals set total = total + 1`),
  ).rejects.toThrow('Failed query');
  expect((await setTo({ terms: termsOf({ 0: 9 }) })).statusCode).toBe(422);
});

const payout = async (of: string) =>
  server.call('GET', '/incentive-months/payout', { as: 'admin', query: { month: of } });

test('the statements of a closed month add up to its payout file; an open one has none', async () => {
  expect((await payout(month)).statusCode).toBe(422);
  const collectorId = server.people.collector.id;
  // Who left is paid under the login that the payroll knows.
  await server.db.execute(
    sql`update users set username = username || '~' || id where id = ${collectorId}`,
  );
  const file = await payout(last);
  await server.db.execute(sql`update users set username = 'collector' where id = ${collectorId}`);
  expect(file.statusCode).toBe(200);
  const { amounts, logins, total: paid, verified } = await payableIn(file.rawPayload);
  expect(logins).toContain('collector');
  expect(logins.join(' ')).not.toContain('~');
  // A payment stands in the rows of agent and manager.
  expect(verified).toBe('');
  const { total, data } = await listed('admin', last);
  expect(amounts.reduce((a, b) => a + b, 0)).toBe(total);
  expect(paid).toBe(total);
  expect(data.reduce((all, row) => all + row.total, 0)).toBe(total);
});

test('gates hold a month back until they are met, and a cap cuts it', async () => {
  const { collector2, admin } = server.people;
  const set = async (more: Partial<IncentiveTerms>) =>
    setTo(
      { roleType: 'COLLECTOR', validFrom: today, terms: termsOf({ 0: 10 }, more) },
      'admin',
      'Y',
    );
  expect((await set({ needsNoBreach: true, needsCashDeposited: true, cap: 60 })).statusCode).toBe(
    200,
  );
  const loanId = await server.addLoan({ client: 'Y' });
  await addPayment(server, { loanId, amount: 1000, paidOn: today, collectorId: collector2.id });
  const share = async () => (await statementOf(collector2.id, 'collector2')).shares[0];
  expect(await share()).toMatchObject({ lines: 100, total: 60, failed: [] });
  await server.db
    .execute(sql`insert into receipts (id, disposition_id, loan_id, client_id, agent_id, amount, mode, collected_on)
    values (gen_random_uuid(), gen_random_uuid(), ${loanId}, ${server.clients.Y.id}, ${collector2.id}, 50, 'CASH', ${today})`);
  const breachId = newId();
  await server.db
    .execute(sql`insert into contact_attempts (id, loan_id, channel, agent_id, at, decision)
    values (${breachId}, ${loanId}, 'CALL', ${collector2.id}, now(), 'BREACH')`);
  expect(await share()).toMatchObject({ total: 0, failed: ['BREACH', 'CASH'], inHand: 50 });
  await server.db.execute(
    sql`insert into contact_reviews (attempt_id, reviewed_by) values (${breachId}, ${admin.id})`,
  );
  await server.db.execute(sql`update receipts set cancelled_at = now() where loan_id = ${loanId}`);
  expect(await share()).toMatchObject({ total: 60, failed: [] });
  // Without a target no share of it is reached.
  await set({ minAchievement: 50 });
  expect(await share()).toMatchObject({ total: 0, failed: ['ACHIEVEMENT'] });
  await server.call('PUT', '/targets', {
    as: 'admin',
    body: { targets: [{ ownerId: collector2.id, month: today, amount: 2000 }] },
  });
  expect(await share()).toMatchObject({ total: 100, achievement: 50, failed: [] });
});
