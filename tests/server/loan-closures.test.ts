import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { LoanDetail } from '../../contract/loan.ts';
import { runCommand } from '../../server/command.ts';
import { newId } from '../../server/ids.ts';
import { closeLoans, reopenLoans } from '../../server/loan-closures/loan-closing-service.ts';
import { expireLoans } from '../../server/loan-closures/loan-expiry.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf, dayFromNow } from '../support/work.ts';

const server = testServer();

/** A loan of X that the first manager's collector and field agent have, with a promise and a reminder of it. */
async function workedLoan(fields: { client?: 'X' | 'Y'; periodEndsOn?: string } = {}) {
  const { manager, collector, fieldagent } = server.people;
  const id = await server.addLoan(fields);
  const given = [
    await server.call('PUT', '/loans/assign/collector', {
      as: 'admin',
      body: [{ _id: id, collectorId: collector.id }],
    }),
    await server.call('PUT', '/loans/assign/field-agent', {
      as: 'admin',
      body: [{ _id: id, fieldAgentId: fieldagent.id, visitDate: dayFromNow(3) }],
    }),
    await server.call('POST', '/call-disposition', {
      as: 'collector',
      body: callOf(id, {
        disposition: 'PTP',
        date: dayFromNow(5),
        time: '10:00',
        promiseAmount: 500,
      }),
    }),
  ];
  expect(given.map(({ statusCode, body }) => (statusCode === 200 ? 200 : body))).toEqual([
    200, 200, 200,
  ]);
  return { id, managerId: manager.id, collectorId: collector.id, fieldAgentId: fieldagent.id };
}

const readLoan = async (id: string, as: PersonName = 'admin') =>
  server.call('GET', `/loans/id/${id}`, { as });

async function standing(id: string) {
  const { rows } = await server.db.execute(sql`
    select l.status, l.collector_id as collector, l.manager_id as manager, l.field_agent_id as agent,
      l.promise_amount as promise, l.visit_date as visit,
      (select count(*)::int from allocations a where a.loan_id = l.id and a.ended_at is null) as open,
      (select count(*)::int from alerts a where a.loan_id = l.id and a.deactivated_at is null) as alerts
    from loans l where l.id = ${id}`);
  return rows[0];
}

const close = async (
  loanIds: string[],
  reason: 'PAID' | 'WITHDRAWN' | 'EXPIRED' | 'DELETED',
  commandId = newId(),
) =>
  runCommand(server.db, null, async (command) =>
    closeLoans(command, server.people.admin.id, { loanIds, reason, commandId }),
  );

const reopen = async (order: { commandId: string } | { loanIds: string[] }) =>
  runCommand(server.db, null, async (command) => reopenLoans(command, null, order));

describe('a loan that ends', () => {
  it('leaves its people, closes promise and alert, and goes back to them whole', async () => {
    const { id, managerId, collectorId, fieldAgentId } = await workedLoan();
    const before = await standing(id);
    expect(before).toMatchObject({ status: 'ACTIVE', promise: 500, open: 3, alerts: 1 });
    const commandId = newId();
    expect(await close([id], 'WITHDRAWN', commandId)).toBe(1);
    expect(await standing(id)).toEqual({
      status: 'WITHDRAWN',
      collector: null,
      manager: null,
      agent: null,
      promise: null,
      visit: null,
      open: 0,
      alerts: 0,
    });
    expect((await readLoan(id, 'collector')).statusCode).toBe(404);
    expect(await close([id], 'WITHDRAWN')).toBe(0);
    expect(await reopen({ commandId })).toEqual({ reopened: 1, kept: 0 });
    expect(await standing(id)).toEqual(before);
    expect((await readLoan(id)).json<LoanDetail>()).toMatchObject({
      managerId,
      collectorId,
      fieldAgentId,
      status: 'ACTIVE',
    });
  });

  it('stays in its manager’s list when it was paid, is not worked, and is not allocated', async () => {
    const { id, managerId } = await workedLoan();
    await close([id], 'PAID');
    expect(await standing(id)).toMatchObject({ status: 'PAID', manager: managerId, open: 1 });
    expect((await readLoan(id, 'manager')).statusCode).toBe(200);
    const active = await server.call('GET', '/loans/active/loans', { as: 'manager' });
    expect(active.json<{ loans: { _id: string }[] }>().loans.map((loan) => loan._id)).not.toContain(
      id,
    );
    const refused = await server.call('PUT', '/loans/assign/collector', {
      as: 'manager',
      body: [{ _id: id, collectorId: server.people.collector.id }],
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'LOAN_CLOSED',
      details: [{ code: 'loan-closed', values: { count: 1 } }],
    });
    const call = await server.call('POST', '/call-disposition', {
      as: 'manager',
      body: callOf(id),
    });
    expect(call.json()).toMatchObject({ code: 'LOAN_CLOSED' });
  });

  it('goes back to paid when the deletion of a paid loan is taken back, and from there to its people', async () => {
    const { id } = await workedLoan();
    const before = await standing(id);
    const commandId = newId();
    await close([id], 'PAID');
    await close([id], 'DELETED', commandId);
    expect((await readLoan(id)).statusCode).toBe(404);
    await reopen({ commandId });
    expect(await standing(id)).toMatchObject({ status: 'PAID', open: 1 });
    await reopen({ loanIds: [id] });
    expect(await standing(id)).toEqual(before);
  });

  it('gives nothing back to who left meanwhile', async () => {
    const { id } = await workedLoan();
    await close([id], 'WITHDRAWN');
    await server.db.execute(
      sql`update users set disabled_at = now() where id = ${server.people.collector.id}`,
    );
    await reopen({ loanIds: [id] });
    await server.db.execute(
      sql`update users set disabled_at = null where id = ${server.people.collector.id}`,
    );
    expect(await standing(id)).toMatchObject({ status: 'ACTIVE', collector: null, open: 2 });
  });

  it('gives nothing back to who does other work by now', async () => {
    const { id, collectorId, fieldAgentId } = await workedLoan();
    await close([id], 'WITHDRAWN');
    await server.db
      .execute(sql`update users set role = case role when 'COLLECTOR' then 'FIELD_AGENT' else 'COLLECTOR' end
      where id in (${collectorId}, ${fieldAgentId})`);
    try {
      await reopen({ loanIds: [id] });
      expect(await standing(id)).toMatchObject({ status: 'ACTIVE', collector: null, agent: null });
    } finally {
      await server.db
        .execute(sql`update users set role = case role when 'COLLECTOR' then 'FIELD_AGENT' else 'COLLECTOR' end
        where id in (${collectorId}, ${fieldAgentId})`);
    }
  });

  it('keeps a deleted loan deleted whose number was given anew', async () => {
    const id = await server.addLoan({ loanNumber: 'ANEW-1' });
    const commandId = newId();
    await close([id], 'DELETED', commandId);
    await server.addLoan({ loanNumber: 'ANEW-1' });
    expect(await reopen({ commandId })).toEqual({ reopened: 0, kept: 1 });
  });
});

describe('deleting and recalling by hand', () => {
  it('shows what would go, deletes, and takes it back with the order’s id', async () => {
    const { id } = await workedLoan();
    const free = await server.addLoan();
    const loans = { loanIds: [id, free] };
    const preview = await server.call('POST', '/loans/closing-preview', {
      as: 'clientadmin',
      body: { loans, reason: 'DELETED' },
    });
    expect(preview.json()).toMatchObject({
      count: 2,
      workedCount: 1,
      promiseCount: 1,
      promiseAmount: 500,
      allocatedCount: 1,
      unchangedCount: 0,
    });
    const deleted = await server.call('DELETE', '/loans', { as: 'clientadmin', body: loans });
    expect(deleted.json()).toMatchObject({ success: true, count: 2 });
    const { commandId } = deleted.json<{ commandId: string }>();
    expect((await readLoan(free, 'clientadmin')).statusCode).toBe(404);
    const again = await server.call('DELETE', '/loans', { as: 'clientadmin', body: [id, free] });
    expect(again.json()).toMatchObject({ count: 0, unchanged: 2 });
    const found = await server.call('GET', '/loans', { as: 'admin', query: { status: 'DELETED' } });
    expect(found.json<{ data: LoanDetail[] }>().data.map((loan) => loan._id)).toContain(free);
    const back = await server.call('PUT', '/loans/restore', {
      as: 'clientadmin',
      body: { commandId },
    });
    expect(back.json()).toMatchObject({ reopened: 2, kept: 0 });
    expect(await standing(id)).toMatchObject({ status: 'ACTIVE', open: 3, alerts: 1 });
  });

  it('is nobody else’s: another lender’s loans are not there, and agents may not', async () => {
    const foreign = await server.addLoan({ client: 'Y' });
    const body = { loanIds: [foreign] };
    const byLender = await server.call('DELETE', '/loans', { as: 'clientadmin', body });
    expect(byLender.statusCode).toBe(404);
    const byAgent = await server.call('DELETE', '/loans', { as: 'collector', body });
    expect(byAgent.statusCode).toBe(403);
    const commandId = newId();
    await close([foreign], 'DELETED', commandId);
    const restored = await server.call('PUT', '/loans/restore', {
      as: 'clientadmin',
      body: { commandId },
    });
    expect(restored.statusCode).toBe(404);
  });

  it('recalls all that match a filter, with a note; the lender can’t take it back after a day', async () => {
    const id = await server.addLoan({ city: 'Recalltown' });
    const list = await server.call('GET', '/loans', {
      as: 'clientadmin',
      query: { city: 'Recalltown' },
    });
    const { asOf } = list.json<{ asOf: string }>();
    const recalled = await server.call('PUT', '/loans/withdraw', {
      as: 'clientadmin',
      body: { loans: { matching: { city: 'Recalltown' }, asOf }, note: 'Sold to another agency' },
    });
    expect(recalled.json()).toMatchObject({ count: 1 });
    await server.db.execute(
      sql`update loan_closures set closed_at = now() - interval '25 hours' where loan_id = ${id}`,
    );
    const body = { loanIds: [id] };
    const late = await server.call('PUT', '/loans/restore', { as: 'clientadmin', body });
    expect(late.json()).toMatchObject({ code: 'TOO_LATE' });
    const byAgency = await server.call('PUT', '/loans/restore', { as: 'admin', body });
    expect(byAgency.json()).toMatchObject({ reopened: 1 });
  });

  it('two deletions of the same loans at once end each of them once', async () => {
    const ids = [await server.addLoan(), await server.addLoan()];
    const both = await Promise.all(
      [ids, ids.toReversed()].map(async (loanIds) =>
        server.call('DELETE', '/loans', { as: 'admin', body: { loanIds } }),
      ),
    );
    const counts = both.map((answer) => answer.json<{ count: number }>().count);
    expect(new Set(counts)).toEqual(new Set([0, 2]));
  });
});

describe('the period', () => {
  it('ends loans that are over, once over all processes, and an extension brings them back to their people', async () => {
    const { id } = await workedLoan({ periodEndsOn: '2020-01-31' });
    const other = await server.addLoan({ periodEndsOn: '2099-01-31' });
    await Promise.all([expireLoans(server.context), expireLoans(server.context)]);
    expect(await standing(id)).toMatchObject({ status: 'EXPIRED', open: 0 });
    expect(await standing(other)).toMatchObject({ status: 'ACTIVE' });
    const body = { loans: { loanIds: [id, other] }, periodEndsOn: '2098-12-31' };
    const preview = await server.call('POST', '/loans/extension-preview', { as: 'admin', body });
    expect(preview.json()).toMatchObject({
      count: 2,
      activeCount: 1,
      expiredCount: 1,
      shortenedCount: 1,
    });
    const extended = await server.call('PUT', '/loans/extend', { as: 'admin', body });
    expect(extended.json()).toMatchObject({ extended: 2, reopened: 1 });
    expect(await standing(id)).toMatchObject({ status: 'ACTIVE', open: 3, alerts: 1 });
    expect(await expireLoans(server.context)).toBe(0);
  });

  it('of all that match a filter is changed for the loans that were counted, by the server’s time', async () => {
    const id = await server.addLoan({ city: 'Periodtown', periodEndsOn: '2099-01-31' });
    const asked = { loans: { matching: { city: 'Periodtown' } }, periodEndsOn: '2098-12-31' };
    const preview = await server.call('POST', '/loans/extension-preview', {
      as: 'admin',
      body: asked,
    });
    const { count, asOf } = preview.json<{ count: number; asOf: string }>();
    expect(count).toBe(1);
    // Loans of that very millisecond were counted too.
    await server.db.execute(sql`select pg_sleep(0.002)`);
    await server.addLoan({ city: 'Periodtown', periodEndsOn: '2099-01-31' });
    const body = { ...asked, loans: { ...asked.loans, asOf } };
    const extended = await server.call('PUT', '/loans/extend', { as: 'admin', body });
    expect(extended.json()).toMatchObject({ extended: 1 });
    expect(await standing(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('is not moved to a day that is over, and not by a manager', async () => {
    const id = await server.addLoan();
    const body = { loans: { loanIds: [id] }, periodEndsOn: '2020-01-01' };
    const past = await server.call('PUT', '/loans/extend', { as: 'admin', body });
    expect(past.statusCode).toBe(422);
    const byManager = await server.call('PUT', '/loans/extend', { as: 'manager', body });
    expect(byManager.statusCode).toBe(403);
  });
});

describe('matching loan numbers', () => {
  it('tells which are loans the caller may see, where they stand, and which are unknown', async () => {
    await server.addLoan({ loanNumber: 'MATCH-1' });
    const paid = await server.addLoan({ loanNumber: 'MATCH-2' });
    await server.addLoan({ loanNumber: 'MATCH-3', client: 'Y' });
    await close([paid], 'PAID');
    const answer = await server.call('POST', '/loans/matching-loanIds', {
      as: 'clientadmin',
      body: { loanNumbers: ['match-1', 'MATCH-2', 'MATCH-3', 'NONE-9', 'MATCH-1'] },
    });
    const { data, unknown } = answer.json<{ data: LoanDetail[]; unknown: string[] }>();
    expect(data.map((loan) => [loan.Loan_ID, loan.status])).toEqual([
      ['MATCH-1', 'ACTIVE'],
      ['MATCH-2', 'PAID'],
    ]);
    expect(unknown).toEqual(['MATCH-3', 'NONE-9']);
  });
});
