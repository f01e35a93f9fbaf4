import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addAccount, allocated, holdersSoFar, loanHolders } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

describe('moving a person to another manager', () => {
  it('takes its loans along, writes the history, and adds the lenders', async () => {
    const { manager, manager2, fieldagent } = server.people;
    const person = await addAccount(server, 'COLLECTOR', manager.id);
    const [loanId = ''] = await allocated(server, person, 3);
    await server.db.execute(
      sql`update loans set field_agent_id = ${fieldagent.id} where id = ${loanId}`,
    );
    const answer = await server.call('PUT', `/people/${person._id}/manager`, {
      as: 'admin',
      body: { managerId: manager2.id },
    });
    expect(answer.json(), answer.body).toMatchObject({
      movedLoans: 3,
      data: { managerId: manager2.id, loanCount: 3 },
    });
    // The first manager's field agent does not go along.
    expect(await loanHolders(server, loanId)).toMatchObject({
      manager_id: manager2.id,
      collector_id: person._id,
      field_agent_id: null,
    });
    expect((await holdersSoFar(server, loanId, 'MANAGER')).at(-1)).toEqual({
      who: manager2.id,
      over: false,
    });
    const lenders = await server.call('GET', `/manager/id/${manager2.id}`, { as: 'admin' });
    expect(lenders.json()).toMatchObject({
      data: { clientNames: ['Xenon Finance', 'Yarrow Bank'] },
    });
    const notices = await server.db.execute<{ facts: { count?: number } }>(
      sql`select facts from notifications where user_id = ${manager2.id} order by created_at desc limit 1`,
    );
    expect(notices.rows).toHaveLength(1);
  });

  it('refuses who is no manager, who has none, and a team that it is in already', async () => {
    const { manager, collector, collector2, manager2 } = server.people;
    const move = async (as: PersonName, id: string, managerId: string) =>
      server.call('PUT', `/people/${id}/manager`, { as, body: { managerId } });
    expect((await move('admin', collector.id, collector2.id)).json()).toMatchObject({
      code: 'WRONG_MANAGER',
    });
    expect((await move('admin', manager.id, manager2.id)).json()).toMatchObject({
      code: 'NO_MANAGER',
    });
    expect((await move('admin', collector.id, manager.id)).json()).toMatchObject({
      code: 'SAME_MANAGER',
    });
    expect((await move('partner', collector.id, manager2.id)).statusCode).toBe(403);
    expect((await move('partner', collector.id, manager.id)).statusCode).toBe(404);
  });

  it('leaves no loan under the old manager when loans are allocated at the same moment', async () => {
    const { manager, manager2 } = server.people;
    const person = await addAccount(server, 'COLLECTOR', manager.id);
    const fresh: string[] = [];
    for (let n = 0; n < 12; n += 1) fresh.push(await server.addLoan());
    const answers = await Promise.all([
      ...fresh.map(async (_id) =>
        server.call('PUT', '/loans/assign/collector', {
          as: 'admin',
          body: [{ _id, collectorId: person._id }],
        }),
      ),
      server.call('PUT', `/people/${person._id}/manager`, {
        as: 'superadmin',
        body: { managerId: manager2.id },
      }),
    ]);
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    const { rows } = await server.db.execute<{ manager_id: string; count: number }>(
      sql`select manager_id, count(*) as count from loans where collector_id = ${person._id} group by 1`,
    );
    expect(rows).toEqual([{ manager_id: manager2.id, count: 12 }]);
  });

  it('moves ten thousand loans in one go', async () => {
    const { manager, manager2 } = server.people;
    const person = await addAccount(server, 'COLLECTOR', manager.id);
    await server.db
      .execute(sql`insert into loans (id, loan_number, client_id, customer_name, total_due_amount, collector_id, manager_id)
      select gen_random_uuid(), 'BULK-' || n, ${server.clients.X.id}, 'Somebody', 10, ${person._id}, ${manager.id}
      from generate_series(1, 10000) n`);
    const answer = await server.call('PUT', `/people/${person._id}/manager`, {
      as: 'admin',
      body: { managerId: manager2.id },
    });
    expect(answer.json(), answer.body).toMatchObject({ movedLoans: 10_000 });
    const { rows } = await server.db.execute<{
      count: number;
    }>(sql`select count(*) as count from allocations a
      join loans l on l.id = a.loan_id and l.collector_id = ${person._id}
      where a.assignee_id = ${manager2.id} and a.kind = 'MANAGER' and a.ended_at is null`);
    expect(rows[0]?.count).toBe(10_000);
  });
});
