import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { wireDay } from '../../contract/values.ts';
import { holdLock } from '../../server/database/locks.ts';
import { newId } from '../../server/ids.ts';
import { startTestServer, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { dayFromNow } from '../support/work.ts';

const server = testServer();

const idOf = (name: PersonName) => server.people[name].id;

async function assign(
  as: PersonName | null,
  kind: 'collector' | 'manager' | 'field-agent',
  body: object,
) {
  const answer = await server.call('PUT', `/loans/assign/${kind}`, { as, body });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

interface Held extends Record<string, unknown> {
  collector_id: string | null;
  manager_id: string | null;
  field_agent_id: string | null;
  visit_date: string | null;
  revision: number;
}

async function held(loanId: string): Promise<Held | undefined> {
  const result = await server.db.execute<Held>(sql`select collector_id, manager_id, field_agent_id,
    visit_date, revision from loans where id = ${loanId}`);
  return result.rows[0];
}

async function openAllocations(loanId: string): Promise<Record<string, string>> {
  const result = await server.db.execute<{ kind: string; assignee_id: string }>(sql`
    select kind, assignee_id from allocations where loan_id = ${loanId} and ended_at is null`);
  return Object.fromEntries(result.rows.map((row) => [row.kind, row.assignee_id]));
}

/** What is on the manager's desk: a loan of its own. */
async function loanOfManager(fields: object = {}): Promise<string> {
  return server.addLoan({ managerId: idOf('manager'), ...fields });
}

describe('allocating loans', () => {
  it('puts a loan into the hands of a collector, and its manager follows when it had none', async () => {
    const loan = await server.addLoan();
    const given = [{ _id: loan, collectorId: idOf('collector') }];
    expect(await assign('admin', 'collector', given)).toEqual({
      status: 200,
      body: { allocated: 1, unchanged: 0 },
    });
    expect(await held(loan)).toMatchObject({
      collector_id: idOf('collector'),
      manager_id: idOf('manager'),
    });
    expect(await openAllocations(loan)).toEqual({
      COLLECTOR: idOf('collector'),
      MANAGER: idOf('manager'),
    });
    expect((await assign('admin', 'collector', given)).body).toEqual({
      allocated: 0,
      unchanged: 1,
    });
  });

  it('takes a loan back, and keeps who had it from when to when', async () => {
    const loan = await loanOfManager();
    await assign('manager', 'collector', [{ _id: loan, collectorId: idOf('collector') }]);
    await assign('manager', 'collector', [{ _id: loan, collectorId: idOf('collector2') }]);
    await assign('manager', 'collector', [{ _id: loan, collectorId: null }]);
    expect(await held(loan)).toMatchObject({ collector_id: null, manager_id: idOf('manager') });
    const kept = await server.db.execute<{ assignee_id: string; is_over: boolean }>(sql`
      select assignee_id, ended_at is not null as is_over from allocations
      where loan_id = ${loan} and kind = 'COLLECTOR' order by allocated_at`);
    expect(kept.rows).toEqual([
      { assignee_id: idOf('collector'), is_over: true },
      { assignee_id: idOf('collector2'), is_over: true },
    ]);
  });

  it('plans the day of a visit; another day for the same agent is no new allocation', async () => {
    const loan = await loanOfManager();
    const fieldAgentId = idOf('fieldagent');
    const visit = (visitDate: string | null) =>
      assign('manager', 'field-agent', [{ _id: loan, fieldAgentId, visitDate }]);
    const day = dayFromNow(2);
    expect((await visit(wireDay(dayFromNow(1)))).body).toEqual({ allocated: 1, unchanged: 0 });
    expect((await visit(day)).body).toEqual({ allocated: 1, unchanged: 0 });
    expect((await visit(wireDay(day))).body).toEqual({ allocated: 0, unchanged: 1 });
    await assign('manager', 'field-agent', [{ _id: loan, fieldAgentId }]);
    expect(await held(loan)).toMatchObject({
      field_agent_id: fieldAgentId,
      visit_date: day,
    });
    const rows = await server.db.execute(
      sql`select 1 from allocations where loan_id = ${loan} and kind = 'FIELD'`,
    );
    expect(rows.rows).toHaveLength(1);
    await assign('manager', 'field-agent', [{ _id: loan, fieldAgentId: null }]);
    expect(await held(loan)).toMatchObject({ field_agent_id: null, visit_date: null });
  });

  it('plans no visit for a day that is over', async () => {
    const visit = { fieldAgentId: idOf('fieldagent'), visitDate: dayFromNow(-1) };
    const one = await assign('manager', 'field-agent', [{ _id: await loanOfManager(), ...visit }]);
    expect(one).toMatchObject({ status: 422, body: { details: [{ path: '0.visitDate' }] } });
    const all = { matching: {}, asOf: new Date().toISOString(), ...visit };
    const every = await assign('manager', 'field-agent', all);
    expect(every).toMatchObject({ status: 422, body: { code: 'DAY_OVER' } });
  });

  it("gives a loan to a manager with that manager's agents, and takes it from the others'", async () => {
    const loan = await loanOfManager({
      collectorId: idOf('collector'),
      fieldAgentId: idOf('fieldagent2'),
      visitDate: '2026-11-25',
    });
    await assign('admin', 'manager', [{ _id: loan, managerId: idOf('manager2') }]);
    expect(await held(loan)).toMatchObject({
      manager_id: idOf('manager2'),
      collector_id: null,
      field_agent_id: idOf('fieldagent2'),
      visit_date: '2026-11-25',
    });
  });

  it('lets the manager go on right after the admin gave it the loan', async () => {
    const loan = await server.addLoan();
    await assign('admin', 'manager', [{ _id: loan, managerId: idOf('manager') }]);
    const next = await assign('manager', 'collector', [
      { _id: loan, collectorId: idOf('collector') },
    ]);
    expect(next).toMatchObject({ status: 200, body: { allocated: 1 } });
  });

  it('allocates all that match a filter over all pages', async () => {
    for (let made = 0; made < 25; made += 1) await loanOfManager({ city: 'Kochi' });
    const over = [await loanOfManager({ city: 'Kochi' }), await loanOfManager({ city: 'Kochi' })];
    await server.db.execute(sql`update loans set status = 'PAID' where id = ${over[0]}`);
    await server.db.execute(sql`update loans set status = 'DELETED' where id = ${over[1]}`);
    const list = await server.call('GET', '/loans', { as: 'manager', query: { city: 'Kochi' } });
    const { asOf } = list.json<{ asOf: string }>();
    const matching = { city: ['Kochi'] };
    const given = { matching, asOf, collectorId: idOf('collector') };
    expect((await assign('manager', 'collector', given)).body).toEqual({
      allocated: 25,
      unchanged: 0,
      closed: 1,
    });
    expect((await assign('manager', 'collector', given)).body).toEqual({
      allocated: 0,
      unchanged: 25,
      closed: 1,
    });
  });

  it('leaves one audit row that says who gave what to whom', async () => {
    const loan = await loanOfManager();
    await assign('manager', 'collector', [{ _id: loan, collectorId: idOf('collector') }]);
    const rows = await server.db.execute(sql`select actor_id, action, details from audit_log
      where entity_id = ${loan}`);
    expect(rows.rows).toMatchObject([
      {
        actor_id: idOf('manager'),
        action: 'loan.allocate',
        details: { kind: 'COLLECTOR', assignees: { [idOf('collector')]: 1 }, loanIds: [loan] },
      },
    ]);
  });
});

describe('two people allocating the same loan', () => {
  it('at the same moment: one wins, the other is told who', async () => {
    for (let round = 0; round < 5; round += 1) {
      const loans = [await loanOfManager(), await loanOfManager()];
      const give = (as: PersonName, collector: PersonName, order: readonly string[]) =>
        assign(
          as,
          'collector',
          order.map((_id) => ({ _id, collectorId: idOf(collector) })),
        );
      const answers = await Promise.all([
        give('manager', 'collector', loans),
        give('admin', 'collector2', loans.toReversed()),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({ code: 'ALLOCATED_MEANWHILE', details: { count: 2 } });
    }
  });

  it('one with an old revision: nothing of the whole command is done', async () => {
    const [moved, still] = [await loanOfManager(), await loanOfManager()];
    const seen = (await held(moved))?.revision;
    await assign('admin', 'collector', [{ _id: moved, collectorId: idOf('collector2') }]);
    const late = await assign('manager', 'collector', [
      { _id: moved, collectorId: idOf('collector'), revision: seen },
      { _id: still, collectorId: idOf('collector'), revision: 1 },
    ]);
    expect(late).toMatchObject({
      status: 409,
      body: { details: { conflicts: [{ _id: moved, changedBy: 'Test admin' }], count: 1 } },
    });
    expect(await held(still)).toMatchObject({ collector_id: null });
    const again = await assign('manager', 'collector', [
      { _id: moved, collectorId: idOf('collector'), revision: (await held(moved))?.revision },
    ]);
    expect(again.status).toBe(200);
  });

  it('by a filter: a loan that left it by the hand of another is a conflict, not a gap', async () => {
    const loan = await loanOfManager({ city: 'Mysuru' });
    const query = { city: 'Mysuru', allocated: 'no' };
    const list = await server.call('GET', '/loans', { as: 'manager', query });
    const { asOf } = list.json<{ asOf: string }>();
    await assign('admin', 'collector', [{ _id: loan, collectorId: idOf('collector2') }]);
    const matching = { city: 'Mysuru', allocated: 'no' };
    const late = await assign('manager', 'collector', {
      matching,
      asOf,
      collectorId: idOf('collector'),
    });
    expect(late).toMatchObject({
      status: 409,
      body: { details: { conflicts: [{ _id: loan, changedBy: 'Test admin' }] } },
    });
    expect(await held(loan)).toMatchObject({ collector_id: idOf('collector2') });
  });

  it('by a filter: an allocation of another organisation on the same PostgreSQL leaves no loan out', async () => {
    const other = await startTestServer();
    const loan = await other.db.transaction(async (tx) => {
      await holdLock(tx, 'allocation');
      const id = await loanOfManager({ city: 'Hubballi' });
      const query = { city: 'Hubballi' };
      const list = await server.call('GET', '/loans', { as: 'manager', query });
      const { asOf } = list.json<{ asOf: string }>();
      const given = { matching: query, asOf, collectorId: idOf('collector') };
      expect(await assign('manager', 'collector', given)).toMatchObject({ status: 200 });
      return id;
    });
    await other.close();
    expect(await held(loan)).toMatchObject({ collector_id: idOf('collector') });
  });
});

describe('what is refused', () => {
  it('wrong input: 400', async () => {
    const loan = await loanOfManager();
    const wrong = [
      [],
      [{ _id: 'x', collectorId: null }],
      [{ _id: loan }],
      { matching: {}, collectorId: null },
      [
        { _id: loan, collectorId: null },
        { _id: loan, collectorId: idOf('collector') },
      ],
    ];
    for (const body of wrong) expect((await assign('admin', 'collector', body)).status).toBe(400);
  });

  it('no token, or a role that does not allocate', async () => {
    const body = [{ _id: await loanOfManager(), collectorId: null }];
    expect((await assign(null, 'collector', body)).status).toBe(401);
    for (const as of ['collector', 'fieldagent', 'clientadmin', 'customer', 'partner'] as const)
      expect((await assign(as, 'collector', body)).status).toBe(403);
    const toManager = [{ _id: body[0]?._id, managerId: idOf('manager') }];
    expect((await assign('manager', 'manager', toManager)).status).toBe(403);
  });

  it("another manager's loan or people", async () => {
    const own = await loanOfManager();
    const foreign = await server.addLoan({ managerId: idOf('manager2') });
    const both = [own, foreign].map((_id) => ({ _id, collectorId: idOf('collector') }));
    expect((await assign('manager', 'collector', both)).status).toBe(404);
    expect(await held(own)).toMatchObject({ collector_id: null });
    const toForeign = [{ _id: own, collectorId: idOf('collector3') }];
    expect((await assign('manager', 'collector', toForeign)).status).toBe(403);
  });

  it('someone who can not take it: of the wrong role, gone, or unknown', async () => {
    const loan = await loanOfManager();
    await server.db.execute(
      sql`update users set disabled_at = now() where id = ${idOf('collector2')}`,
    );
    for (const collectorId of [idOf('fieldagent'), idOf('collector2'), newId()])
      expect((await assign('admin', 'collector', [{ _id: loan, collectorId }])).status).toBe(422);
    await server.db.execute(
      sql`update users set disabled_at = null where id = ${idOf('collector2')}`,
    );
  });
});

describe('a whole book', () => {
  it('of 10,000 loans named one by one goes in one command', async () => {
    const { clients } = server;
    const made = await server.db.execute<{ id: string }>(sql`
      insert into loans (id, loan_number, client_id, customer_name, total_due_amount)
      select gen_random_uuid(), 'BOOK' || n, ${clients.Y.id}, 'Borrower ' || n, n from generate_series(1, 10000) n
      returning id`);
    const book = made.rows.map(({ id }) => ({
      _id: id,
      collectorId: idOf('collector3'),
      revision: 1,
    }));
    expect(await assign('admin', 'collector', book)).toEqual({
      status: 200,
      body: { allocated: 10_000, unchanged: 0 },
    });
    const open = await server.db.execute<{ kind: string; loans: number }>(sql`
      select kind, count(*) as loans from allocations
      where ended_at is null and assignee_id in (${idOf('collector3')}, ${idOf('manager2')}) and loan_id in
        (select id from loans where loan_number like 'BOOK%') group by kind order by kind`);
    expect(open.rows).toEqual([
      { kind: 'COLLECTOR', loans: 10_000 },
      { kind: 'MANAGER', loans: 10_000 },
    ]);
  }, 120_000);
});
