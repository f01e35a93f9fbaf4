import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { monthEnd } from '../../contract/pace.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { monthAfter, monthOf } from '../../server/targets/target-service.ts';
import { sendFile } from '../support/loan-file.ts';
import { percentTerms } from '../support/incentive-terms.ts';
import { pay, ratesOf, revenueOf } from '../support/revenue.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* What people do to targets, incentives and invoices that nobody meant them to: at once, twice, too late, at the edge. */

const month = monthOf(businessDay('Asia/Kolkata'));
const last = monthAfter(month, -1);

const server = testServer();
const { agree, draft, lines, read, send, sent, sayWhoSends } = revenueOf(() => server);

beforeAll(async () => {
  await sayWhoSends();
});

const X = () => server.clients.X.id;

const structure = (percent: number, more: object = {}) => ({
  roleType: 'COLLECTOR',
  validFrom: last,
  validTo: null,
  terms: percentTerms(percent),
  ...more,
});
const setStructure = (body: object, as: PersonName = 'admin') =>
  server.call('PUT', `/incentive-structures/${X()}`, { as, body });

interface Statement {
  total: number;
  corrections: number;
}
const statementOf = async (who: PersonName, of: string) => {
  const path = `/incentive-statements/of/${server.people[who].id}`;
  return server.taken<Statement>('GET', path, { as: who, query: { month: of } });
};

test('of two admins who set a structure or an agreement of the same day at once, the last one holds', async () => {
  const set = await Promise.all([
    setStructure(structure(1), 'admin'),
    setStructure(structure(2), 'superadmin'),
  ]);
  expect(set.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { rows } = await server.db.execute<{ count: number }>(
    sql`select count(*)::int as count from incentive_structures where client_id = ${X()}`,
  );
  expect(rows).toEqual([{ count: 1 }]);
  const agreed = await Promise.all([agree(last), agree(last, { gstPercent: 12 })]);
  expect(agreed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const standing = await server.db.execute<{ count: number }>(sql`
    select count(*)::int as count from fee_agreements where client_id = ${X()} and replaced_at is null`);
  expect(standing.rows).toEqual([{ count: 1 }]);
});

test('shares of a percent that no rule knows are refused at their field', async () => {
  for (const percent of [-1, 100.01, 0.001, Number.MAX_VALUE]) {
    expect((await setStructure(structure(percent))).statusCode, `${percent}`).toBe(400);
    expect((await agree(month, { rates: ratesOf(percent) })).statusCode, `${percent}`).toBe(400);
    expect((await agree(month, { gstPercent: percent })).statusCode, `${percent}`).toBe(400);
  }
  for (const percent of [-10, 33.3, 0]) {
    const parts = [
      { basis: 'HOLDER', percent, withinDays: 0 },
      { basis: 'CREDITED', percent: 100 - percent, withinDays: 0 },
    ];
    const answer = await server.call('PUT', `/attribution-rules/${X()}`, {
      as: 'admin',
      body: { validFrom: month, parts },
    });
    expect(answer.statusCode, `${percent}`).toBe(400);
  }
});

async function uploadTargets(text: string, as: PersonName) {
  const answer = await sendFile(server, '/targets/sheet', {
    as,
    content: text,
    name: 'targets.csv',
    fields: { month },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ count: number; problems: { row: number }[] }>();
}

test('a sheet with somebody else’s people sets nothing at all', async () => {
  const told = await uploadTargets('Person,Amount\ncollector3,100\ncollector,200', 'manager2');
  expect(told.count).toBe(0);
  expect(told.problems.map(({ row }) => row)).toEqual([3]);
  const { rows } = await server.db.execute(sql`select 1 from targets where month = ${month}`);
  expect(rows).toEqual([]);
});

test('work of the last minute of a month counts in it, by the business clock', async () => {
  expect((await agree(last, { visitFee: 100, rates: ratesOf(1) })).statusCode).toBe(200);
  const loanId = await server.addLoan();
  const end = monthEnd(last);
  for (const at of [`${end}T18:29:59.999Z`, `${end}T18:30:00.000Z`])
    await server.db
      .execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
      values (${newId()}, ${loanId}, 'FIELD', ${server.people.fieldagent.id}, 'FIELD_DOOR_LOCKED', 'NOT_CONTACTED', ${at})`);
  const visits = (await lines(await draft(last))).filter(({ kind }) => kind === 'VISIT');
  expect(visits.map(({ onDate }) => onDate)).toEqual([end]);
});

test('a payment that is being posted while its month is closed is a line of the next, once', async () => {
  const { collector } = server.people;
  await setStructure(structure(10));
  const loanId = await server.addLoan();
  await pay(server, { loanId, amount: 1000, paidOn: addDays(last, 2), collectorId: collector.id });
  expect((await statementOf('collector', last)).total).toBe(100);
  const close = (total: number) =>
    server.call('POST', '/incentive-months/close', { as: 'admin', body: { month: last, total } });
  await server.db.transaction(async (tx) => {
    // Its transaction began before the month was closed, and ends after.
    const told = { loanId, amount: 500, paidOn: addDays(last, 3), collectorId: collector.id };
    await pay({ ...server, db: tx }, told);
    const closed = await Promise.all([close(100), close(100)]);
    expect(closed.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
  });
  expect((await statementOf('collector', last)).total).toBe(100);
  expect(await statementOf('collector', month)).toMatchObject({ total: 50, corrections: 50 });
  expect(await statementOf('collector', month)).toMatchObject({ total: 50, corrections: 50 });
  const check = await server.call('GET', '/incentive-months/check', {
    as: 'admin',
    query: { month: last },
  });
  expect(check.json()).toMatchObject({ isSame: true, differing: 0 });
});

test('two clicks begin one invoice and send it once, under one number', async () => {
  const begun = await Promise.all(
    [1, 2].map(() =>
      server.call('POST', '/invoices', {
        as: 'admin',
        body: { clientId: server.clients.Y.id, month: last },
      }),
    ),
  );
  expect(begun.map(({ statusCode }) => statusCode).every((code) => [200, 409].includes(code))).toBe(
    true,
  );
  await agree(last, { rates: ratesOf(10) }, server.clients.Y.id);
  const loanId = await server.addLoan({ client: 'Y' });
  await pay(server, { loanId, amount: 1000, paidOn: addDays(last, 2) });
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from invoices where client_id = ${server.clients.Y.id}`,
  );
  expect(rows).toHaveLength(1);
  const id = rows[0]?.id ?? '';
  const { total } = await read(id);
  const clicks = await Promise.all([send(id, total), send(id, total), send(id, total)]);
  expect(clicks.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ]);
  const numbers = await server.db.execute<{ last: number }>(sql`select last from invoice_series`);
  expect(numbers.rows).toEqual([{ last: 1 }]);
});

test('a paid or agreed invoice is not disputed, and nobody else’s is seen', async () => {
  const loanId = await server.addLoan();
  await pay(server, { loanId, amount: 1000, paidOn: addDays(last, 2) });
  const begun = await server.db.execute<{ id: string }>(
    sql`select id from invoices where client_id = ${X()}`,
  );
  const invoice = await sent(begun.rows[0]?.id ?? '');
  const [line] = await lines(invoice._id);
  const dispute = () =>
    server.call('POST', `/invoices/${invoice._id}/disputes`, {
      as: 'clientadmin',
      body: { lineIds: [line?._id], reason: 'Too late' },
    });
  const say = (what: string, body: object) =>
    server.call('POST', `/invoices/${invoice._id}/${what}`, { as: 'admin', body });
  expect((await say('agree', {})).statusCode).toBe(200);
  expect((await dispute()).statusCode).toBe(409);
  expect((await say('paid', { paidOn: invoice.sentOn, reference: '' })).statusCode).toBe(200);
  expect((await dispute()).statusCode).toBe(409);
  expect((await say('paid', { paidOn: invoice.sentOn, reference: 'UTR 2' })).statusCode).toBe(409);
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from invoices where client_id = ${server.clients.Y.id}`,
  );
  for (const path of ['', '/lines', '/file'])
    expect(
      (
        await server.call('GET', `/invoices/${rows[0]?.id}${path}`, {
          as: 'clientadmin',
          ...(path === '/file' && { query: { format: 'pdf' } }),
        })
      ).statusCode,
    ).toBe(404);
});
