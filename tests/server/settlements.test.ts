import { sql } from 'drizzle-orm';
import type { Page } from '../../contract/paging.ts';
import type { Settlement } from '../../contract/settlement.ts';
import { addDays } from '../../server/clock.ts';
import { runCommand } from '../../server/command.ts';
import { newId } from '../../server/ids.ts';
import { tellFigure } from '../../server/payments/due-service.ts';
import { describe, expect, it } from 'vitest';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const of = settlementsOf(() => server);
const { addLoan, offer, propose, proposed, decide, decided, read, stands, today } = of;

describe('a proposal', () => {
  it('waits for the lowest level that may give away so much', async () => {
    const small = await proposed((await addLoan()).loanId, { offeredAmount: 8500 });
    const large = await proposed((await addLoan()).loanId, { offeredAmount: 8499 });
    const huge = await proposed((await addLoan()).loanId, { offeredAmount: 6999 });
    const managers = await proposed((await addLoan()).loanId, { offeredAmount: 9000 }, 'manager');
    expect([small, large, huge, managers].map(({ waitsFor }) => waitsFor)).toEqual([
      'MANAGER',
      'ADMIN',
      'CLIENT',
      'ADMIN',
    ]);
    expect(small).toMatchObject({ waiverAmount: 1500, waiverPercent: 15, dueAmount: 10_000 });
  });

  it('is stored once however often it comes, and a second one is told who has which', async () => {
    const { loanId } = await addLoan();
    const body = offer(loanId);
    const answers = await Promise.all([propose(body), propose(body), propose(body)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await read(body._id)).events).toHaveLength(1);
    const second = await propose(offer(loanId), 'fieldagent');
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      code: 'SETTLEMENT_OPEN',
      details: { _id: body._id, Proposed_By: server.people.collector.fullName },
    });
    expect((await propose({ ...body, offeredAmount: 8000 })).json()).toMatchObject({
      code: 'OTHER_CONTENT',
    });
  });

  it('is refused for the whole due, for days that are over or too far, for sums that differ, for others’ loans', async () => {
    const { loanId } = await addLoan();
    const instalments = [
      { dueOn: addDays(today(), 1), amount: 4000 },
      { dueOn: addDays(today(), 31), amount: 4000 },
    ];
    const bad = [
      { offeredAmount: 10_000 },
      { validUntil: addDays(today(), -1) },
      { validUntil: addDays(today(), 60) },
      { kind: 'INSTALMENTS', instalments },
      { kind: 'INSTALMENTS', instalments: instalments.toReversed(), offeredAmount: 8000 },
      { offeredAmount: 0 },
      { reason: 'BECAUSE' },
    ];
    const statuses = [];
    for (const more of bad) statuses.push((await propose(offer(loanId, more))).statusCode);
    expect(statuses).toEqual([422, 422, 422, 400, 400, 400, 400]);
    expect((await propose(offer(loanId), 'collector3')).statusCode).toBe(404);
    expect((await propose(offer(loanId), 'customer')).statusCode).toBe(403);
  });

  it('shows its limits before it is saved', async () => {
    const { loanId } = await addLoan();
    const answer = await server.call('GET', '/settlement/limits', {
      as: 'fieldagent',
      query: { loanId },
    });
    expect(answer.json()).toMatchObject({
      data: {
        dueAmount: 10_000,
        limits: [
          { level: 'MANAGER', leastAmount: 8500 },
          { level: 'ADMIN', leastAmount: 7000 },
          { level: 'CLIENT', leastAmount: 1 },
          { level: 'CLIENT_HEAD', leastAmount: 1 },
        ],
        open: null,
      },
    });
  });
});

describe('a decision', () => {
  it('goes from the agency to the client, never by who proposed it nor by who it does not wait for', async () => {
    const { loanId } = await addLoan();
    const made = await proposed(loanId, {}, 'manager');
    expect((await decide(made, 'APPROVE', 'manager')).json()).toMatchObject({
      code: 'BEYOND_LIMIT',
    });
    expect((await decide(made, 'APPROVE', 'customer')).statusCode).toBe(403);
    expect((await decide(made, 'APPROVE', 'collector')).statusCode).toBe(403);
    expect((await decide(made, 'APPROVE', 'manager2')).statusCode).toBe(404);
    expect((await decide(made, 'APPROVE', 'customerOfY')).statusCode).toBe(404);
    const approved = await decided(made, 'APPROVE', 'admin');
    expect(stands(approved)).toEqual(['APPROVED_BY_MANAGER', 'CLIENT']);
    const final = await decided(approved, 'APPROVE', 'customer');
    expect(stands(final)).toEqual(['APPROVED_BY_CLIENT', 'LETTER']);
    expect(final.events.map(({ action, role }) => [action, role])).toEqual([
      ['APPROVE', 'CUSTOMER'],
      ['APPROVE', 'ADMIN'],
      ['PROPOSE', 'MANAGER'],
    ]);
  });

  it('of two at once wins one, and the other is told what happened', async () => {
    const made = await proposed((await addLoan()).loanId);
    const answers = await Promise.all([
      decide(made, 'APPROVE', 'manager'),
      decide(made, 'REJECT', 'admin', { remarks: 'Too little' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const lost = answers.find(({ statusCode }) => statusCode === 409);
    expect(lost?.json()).toMatchObject({
      code: 'STALE_SETTLEMENT',
      details: { changedBy: expect.stringMatching(/^Test /) as string },
    });
    expect(lost?.json<{ message: string }>().message).toMatch(/^.+ was faster\./);
  });

  it('with other terms is answered by the other side, and each stands in the history', async () => {
    const made = await proposed((await addLoan()).loanId, { offeredAmount: 8000 });
    const terms = { kind: 'ONE_TIME', offeredAmount: 9000, validUntil: addDays(today(), 5) };
    const byAgency = await decided(made, 'COUNTER', 'admin', { terms });
    expect(stands(byAgency)).toEqual(['COUNTERED', 'CLIENT']);
    const byClient = await decided(byAgency, 'COUNTER', 'customer', {
      terms: { ...terms, offeredAmount: 9500 },
    });
    expect(stands(byClient)).toEqual(['COUNTERED', 'MANAGER']);
    const agreed = await decided(byClient, 'APPROVE', 'manager');
    expect(stands(agreed)).toEqual(['APPROVED_BY_CLIENT', 'LETTER']);
    expect(agreed.events.map(({ offeredAmount }) => offeredAmount)).toEqual([
      9500, 9500, 9000, 8000,
    ]);
    const without = await decide(agreed, 'COUNTER', 'customer');
    expect(without.statusCode).toBe(400);
  });

  it('is made by the client’s matrix: what it delegates needs no client, fraud needs its highest', async () => {
    const rule = {
      managerPercent: 50,
      managerAmount: 2000,
      adminPercent: 50,
      adminAmount: null,
      clientPercent: 40,
      clientAmount: null,
      delegatedAmount: 1000,
      graceDays: 3,
      validDays: 30,
      isRbi: false,
      coolingMonths: 12,
      revision: 0,
    };
    const path = `/settlement-rules/${server.clients.Y.id}`;
    expect((await server.call('PUT', path, { as: 'clientadmin', body: rule })).statusCode).toBe(
      404,
    );
    expect((await server.call('PUT', path, { as: 'admin', body: rule })).json()).toMatchObject({
      code: 'CLIENT_DECIDES',
    });
    const X = `/settlement-rules/${server.clients.X.id}`;
    await server.taken('PUT', X, { as: 'clientadmin', body: rule });
    expect((await server.call('PUT', X, { as: 'clientadmin', body: rule })).json()).toMatchObject({
      code: 'STALE_RULES',
    });
    const small = await proposed((await addLoan()).loanId, { offeredAmount: 9000 });
    const delegated = await decided(small, 'APPROVE', 'manager');
    expect(stands(delegated)).toEqual(['APPROVED_BY_MANAGER', 'LETTER']);
    const deep = await proposed((await addLoan()).loanId, { offeredAmount: 5500 });
    const forHead = await decided(deep, 'APPROVE', 'admin');
    expect(stands(forHead)).toEqual(['APPROVED_BY_MANAGER', 'CLIENT_HEAD']);
    expect((await decide(forHead, 'APPROVE', 'customer')).json()).toMatchObject({
      code: 'BEYOND_LIMIT',
    });
    const body = {
      ...rule,
      revision: 1,
      isRbi: true,
      delegatedAmount: 0,
      managerPercent: 15,
      managerAmount: null,
      adminPercent: 30,
      clientPercent: 100,
    };
    expect((await server.call('PUT', X, { as: 'clientadmin', body })).statusCode).toBe(200);
    const fraud = await addLoan({ otherColumns: { 'Fraud Flag': 'Yes' } });
    const flagged = await proposed(fraud.loanId);
    expect(stands(await decided(flagged, 'APPROVE', 'manager'))).toEqual([
      'APPROVED_BY_MANAGER',
      'CLIENT_HEAD',
    ]);
  });

  it('does not approve what the borrower no longer owes', async () => {
    const { loanId } = await addLoan();
    const made = await proposed(loanId, { offeredAmount: 9000 });
    await runCommand(server.db, null, async ({ tx }) => tellFigure(tx, loanId, 8000));
    expect((await decide(made, 'APPROVE', 'manager')).json()).toMatchObject({
      code: 'DUE_IS_LESS',
    });
  });

  it('to reject or withdraw says why', async () => {
    const made = await proposed((await addLoan()).loanId);
    expect((await decide(made, 'REJECT', 'manager')).statusCode).toBe(400);
    const gone = await decided(made, 'WITHDRAW', 'collector', { remarks: 'Borrower paid in full' });
    expect(stands(gone)).toEqual(['WITHDRAWN', null]);
    expect((await decide(gone, 'APPROVE', 'manager')).json()).toMatchObject({ code: 'NOT_NOW' });
  });
});

describe('lists', () => {
  it('are of each role’s own: by spec’s five addresses, the queue of who must act, and what waits for a client', async () => {
    const made = await proposed((await addLoan()).loanId);
    const ids = async (path: string, as: PersonName, query: Record<string, string> = {}) => {
      const answer = await server.call('GET', `/settlement/${path}`, {
        as,
        query: { pageSize: '200', ...query },
      });
      expect(answer.statusCode, `${path} ${answer.body.slice(0, 200)}`).toBe(200);
      return answer.json<Page<Settlement>>().data.map(({ _id }) => _id);
    };
    expect(await ids('getManagerSettlement', 'manager', { view: 'mine' })).toContain(made._id);
    expect(await ids('getCollectorSettlement', 'collector')).toContain(made._id);
    expect(await ids('getAdminSettlement', 'admin', { view: 'mine' })).not.toContain(made._id);
    expect(await ids('getClientAdminSettlement', 'clientadmin')).toContain(made._id);
    expect(await ids('getClientSettlement', 'customer', { view: 'mine' })).not.toContain(made._id);
    expect(await ids('getClientSettlement', 'customerOfY')).not.toContain(made._id);
    expect(await ids('byManagerId', 'manager2')).not.toContain(made._id);
    expect(await ids('byClientId', 'customer')).toContain(made._id);
    await decided(made, 'APPROVE', 'manager');
    expect(await ids('getManagerReports', 'manager')).toContain(made._id);
    expect(await ids('getClientSettlement', 'customer', { view: 'mine' })).toContain(made._id);
    const other = await server.call('GET', '/settlement/getManagerSettlement', {
      as: 'manager',
      query: { id: server.people.manager2.id },
    });
    expect(other.statusCode).toBe(403);
  });

  it('report what was approved by whom', async () => {
    const answer = await server.call('GET', '/settlement/report', { as: 'admin' });
    const { data } = answer.json<{ data: { count: number; waiverAmount: number }[] }>();
    expect(data.length).toBeGreaterThan(0);
    const { rows } = await server.db.execute<{ n: number; waived: number }>(sql`
      select count(*)::int as n, sum(waiver_amount)::bigint as waived from settlements
      where state not in ('REJECTED', 'WITHDRAWN', 'COUNTERED') and id in (select settlement_id from settlement_events where action = 'APPROVE')`);
    expect(data.reduce((sum, row) => sum + row.count, 0)).toBe(rows[0]?.n);
    expect(data.reduce((sum, row) => sum + row.waiverAmount, 0)).toBe(rows[0]?.waived);
  });
});

it('nothing in the history of a settlement can be changed', async () => {
  for (const change of [
    sql`update settlement_events set remarks = 'x'`,
    sql`delete from settlement_events`,
  ])
    await expect(server.db.execute(change)).rejects.toMatchObject({
      cause: { message: 'The history of settlements is append-only.' },
    });
});

it('a client whose rules were told can still be removed', async () => {
  const id = newId();
  await server.db.execute(sql`insert into clients (id, name) values (${id}, ${`Gone ${id}`})`);
  await server.db.execute(sql`insert into promise_rules (client_id) values (${id})`);
  await server.db
    .execute(sql`insert into settlement_rules (client_id, manager_percent, admin_percent, client_percent,
    delegated_amount, grace_days, valid_days, is_rbi, cooling_months) values (${id}, 1, 2, 3, 0, 1, 1, false, 1)`);
  await server.taken('DELETE', `/clients/${id}`, { as: 'admin' });
  const left = await server.db.execute(sql`select 1 from clients where id = ${id}`);
  expect(left.rows).toEqual([]);
});
