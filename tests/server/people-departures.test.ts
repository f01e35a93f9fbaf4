import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, Removal } from '../../contract/person.ts';
import { newId } from '../../server/ids.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';

let server: TestServer;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => server.close());

type Kind = 'COLLECTOR' | 'FIELD_AGENT' | 'MANAGER' | 'ADMIN';

async function addPerson(role: Kind, managerId: string | null = null): Promise<Person> {
  counter += 1;
  const answer = await server.call('POST', '/userData', {
    as: 'admin',
    body: {
      role,
      username: `leaver${counter}`,
      email: `leaver${counter}@test.recoup`,
      password: 'Kestrel-over-Satara',
      fullName: `Leaver ${counter}`,
      managerId,
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Person }>().data;
}

async function addAlert(ownerId: string, loanId: string, dispositionId: string | null = null) {
  await server.db
    .execute(sql`insert into alerts (id, loan_id, disposition_id, owner_id, alert_type, due_at)
    values (${newId()}, ${loanId}, ${dispositionId}, ${ownerId}, 'PTP', now() + interval '1 day')`);
}

interface LoanRow extends Record<string, unknown> {
  collector_id: string | null;
  manager_id: string | null;
  field_agent_id: string | null;
  visit_date: string | null;
}

async function loan(id: string): Promise<LoanRow | undefined> {
  const { rows } = await server.db.execute<LoanRow>(
    sql`select collector_id, manager_id, field_agent_id, visit_date from loans where id = ${id}`,
  );
  return rows[0];
}

async function holders(loanId: string, kind: string) {
  const { rows } = await server.db.execute<{ who: string; over: boolean }>(sql`
    select assignee_id as who, ended_at is not null as over from allocations
    where loan_id = ${loanId} and kind = ${kind} order by allocated_at, over desc`);
  return rows;
}

async function allocated(to: Person, column: 'collectorId' | 'fieldAgentId', count: number) {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await server.addLoan({ managerId: server.people.manager.id }));
  const path = column === 'collectorId' ? 'collector' : 'field-agent';
  const answer = await server.call('PUT', `/loans/assign/${path}`, {
    as: 'manager',
    body: ids.map((_id) => ({
      _id,
      [column]: to._id,
      ...(column === 'fieldAgentId' ? { visitDate: '2030-01-15' } : {}),
    })),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return ids;
}

const remove = async (as: PersonName, person: Person, successorId?: string) =>
  server.call('DELETE', `/${person.role === 'MANAGER' ? 'manager' : 'collector'}/${person._id}`, {
    as,
    ...(successorId ? { query: { successorId } } : {}),
  });

const removalOf = async (as: PersonName, id: string) =>
  (await server.call('GET', `/people/${id}/removal`, { as })).json<Removal>();

describe('deleting a person', () => {
  it('with loans and reminders asks for a successor, who then has them, with the history kept', async () => {
    const { manager, collector } = server.people;
    const person = await addPerson('COLLECTOR', manager.id);
    const [loanId = '', other = ''] = await allocated(person, 'collectorId', 2);
    const shared = newId();
    await addAlert(person._id, loanId);
    await addAlert(person._id, other, shared);
    await addAlert(collector.id, other, shared);
    const removal = await removalOf('admin', person._id);
    expect(removal).toMatchObject({
      loanCount: 2,
      dueAmount: 10_000,
      alertCount: 2,
      needsSuccessor: true,
      refusal: null,
    });
    expect(removal.successors.map((one) => one.fullName)).toContain('Test collector');
    expect(removal.successors.map((one) => one.fullName)).not.toContain('Test collector3');
    const refused = await remove('admin', person);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'NEEDS_SUCCESSOR',
      details: { loanCount: 2, alertCount: 2 },
    });
    for (const wrong of [server.people.collector3.id, manager.id, person._id, newId()])
      expect((await remove('admin', person, wrong)).json(), wrong).toMatchObject({
        code: 'NEEDS_SUCCESSOR',
      });
    const done = await remove('admin', person, collector.id);
    expect(done.json(), done.body).toEqual({ success: true });
    expect(await loan(loanId)).toMatchObject({
      collector_id: collector.id,
      manager_id: manager.id,
    });
    expect(await holders(loanId, 'COLLECTOR')).toEqual([
      { who: person._id, over: true },
      { who: collector.id, over: false },
    ]);
    const { rows } = await server.db.execute(sql`select 1 from alerts
      where owner_id = ${collector.id} and deactivated_at is null and loan_id in (${loanId}, ${other})`);
    expect(rows).toHaveLength(2);
  });

  it('frees its names, ends its sessions, and leaves every list without it', async () => {
    const person = await addPerson('COLLECTOR', server.people.manager.id);
    const login = await server.call('POST', '/login', {
      as: null,
      body: { email: person.email, password: 'Kestrel-over-Satara', role: '' },
    });
    expect((await remove('admin', person)).statusCode).toBe(200);
    const after = await server.app.inject({
      url: '/api/v1/session',
      headers: { authorization: `Bearer ${login.json<{ token: string }>().token}` },
    });
    expect(after.statusCode).toBe(401);
    for (const path of [
      '/userData/all',
      '/collector/all',
      '/collector/by/manager',
      '/loans/assignees',
    ]) {
      const answer = await server.call('GET', path, {
        as: path === '/loans/assignees' ? 'manager' : 'admin',
        query: { pageSize: '200' },
      });
      expect(answer.body, path).not.toContain(person.fullName);
    }
    expect(
      (await server.call('GET', `/collector/id/${person._id}`, { as: 'admin' })).statusCode,
    ).toBe(404);
    expect((await remove('admin', person)).statusCode).toBe(404);
    const again = await server.call('POST', '/collector', {
      as: 'admin',
      body: {
        username: person.username,
        email: person.email,
        password: 'Heron-over-Wardha',
        fullName: 'The Next',
        managerId: server.people.manager.id,
      },
    });
    expect(again.statusCode, again.body).toBe(200);
  });

  it('hands a manager over with team, lenders and loans, the agents keeping theirs', async () => {
    const leaver = await addPerson('MANAGER');
    const heir = await addPerson('MANAGER');
    const agent = await addPerson('COLLECTOR', leaver._id);
    const visitor = await addPerson('FIELD_AGENT', leaver._id);
    await server.call('PUT', '/manager', {
      as: 'admin',
      body: { _id: leaver._id, clientIds: [server.clients.Y.id] },
    });
    const loanId = await server.addLoan({
      managerId: leaver._id,
      collectorId: agent._id,
      fieldAgentId: visitor._id,
      visitDate: '2030-02-01',
    });
    const refused = await remove('admin', leaver);
    expect(refused.json()).toMatchObject({ details: { loanCount: 1, teamCount: 2 } });
    expect((await remove('admin', leaver, heir._id)).statusCode).toBe(200);
    expect(await loan(loanId)).toEqual({
      manager_id: heir._id,
      collector_id: agent._id,
      field_agent_id: visitor._id,
      visit_date: '2030-02-01',
    });
    const read = await server.call('GET', `/manager/id/${heir._id}`, { as: 'admin' });
    expect(read.json()).toMatchObject({
      data: { teamCount: 2, loanCount: 1, clientNames: ['Yarrow Bank'] },
    });
  });

  it('keeps the planned visits of a field agent', async () => {
    const { manager } = server.people;
    const leaver = await addPerson('FIELD_AGENT', manager.id);
    const heir = await addPerson('FIELD_AGENT', manager.id);
    const [loanId = ''] = await allocated(leaver, 'fieldAgentId', 1);
    expect((await remove('admin', leaver, heir._id)).statusCode).toBe(200);
    expect(await loan(loanId)).toMatchObject({
      field_agent_id: heir._id,
      visit_date: '2030-01-15',
    });
  });

  it('is refused while work waits on its phone, and open again once the phone was ended', async () => {
    const phone = await registerTestDevice(server, 'fieldagent2');
    const { deviceId } = phone.grant;
    const { id } = server.people.fieldagent2;
    await server.db.execute(sql`update devices set unsent_count = 3 where id = ${deviceId}`);
    expect(await removalOf('admin', id)).toMatchObject({ unsentCount: 3 });
    const refused = await server.call('DELETE', `/collector/${id}`, { as: 'admin' });
    expect(refused.json()).toMatchObject({ code: 'NOT_REMOVABLE' });
    expect(refused.json<{ message: string }>().message).toContain('3 pieces of work');
    await server.db.execute(sql`update devices set revoked_at = now() where id = ${deviceId}`);
    expect((await removalOf('admin', id)).refusal).toBeNull();
  });

  it('is not for oneself, nor for people out of reach', async () => {
    const { admin, manager2, collector3 } = server.people;
    expect((await removalOf('admin', admin.id)).refusal).not.toBeNull();
    const own = await server.call('DELETE', '/userData', { as: 'admin', body: { _id: admin.id } });
    expect(own.json()).toMatchObject({ code: 'NOT_REMOVABLE' });
    for (const path of [`/manager/${manager2.id}`, `/collector/${collector3.id}`])
      expect((await server.call('DELETE', path, { as: 'partner' })).statusCode, path).toBe(404);
    // The addresses are for their own roles.
    expect(
      (await server.call('DELETE', `/manager/${collector3.id}`, { as: 'admin' })).statusCode,
    ).toBe(404);
    expect(
      (await server.call('GET', `/people/${manager2.id}/removal`, { as: 'partner' })).statusCode,
    ).toBe(404);
  });

  it('never takes the last admin, whoever is first', async () => {
    const [one, two] = [await addPerson('ADMIN'), await addPerson('ADMIN')];
    const tokens = await Promise.all(
      [one, two].map(async ({ email }) => {
        const answer = await server.call('POST', '/admin/login', {
          as: null,
          body: { email, password: 'Kestrel-over-Satara', role: 'ADMIN' },
        });
        return answer.json<{ token: string }>().token;
      }),
    );
    await server.db.execute(sql`update users set disabled_at = now()
      where role in ('ADMIN', 'SUPER_ADMIN') and id not in (${one._id}, ${two._id})`);
    const answers = await Promise.all(
      [two, one].map(async ({ _id }, place) =>
        server.app.inject({
          method: 'PUT',
          url: `/api/v1/people/${_id}/active`,
          headers: { authorization: `Bearer ${tokens[place]}` },
          payload: { isActive: false },
        }),
      ),
    );
    await server.db.execute(
      sql`update users set disabled_at = null where role in ('ADMIN', 'SUPER_ADMIN')`,
    );
    const statuses = answers.map((answer) => answer.statusCode).sort();
    expect(statuses[0]).toBe(200);
    expect([401, 409]).toContain(statuses[1]);
  });
});

describe('disabling a person', () => {
  it('ends its sessions and its offers, keeps its loans, and can be taken back', async () => {
    const { manager } = server.people;
    const person = await addPerson('COLLECTOR', manager.id);
    const [loanId = ''] = await allocated(person, 'collectorId', 1);
    const set = async (isActive: boolean, more: object = {}) =>
      server.call('PUT', `/people/${person._id}/active`, {
        as: 'admin',
        body: { isActive, ...more },
      });
    expect((await set(false)).json()).toMatchObject({ data: { isActive: false, loanCount: 1 } });
    const assignees = await server.call('GET', '/loans/assignees', { as: 'manager' });
    expect(assignees.body).not.toContain(person._id);
    const login = { email: person.email, password: 'Kestrel-over-Satara', role: '' };
    const refused = await server.call('POST', '/login', { as: null, body: login });
    expect(refused.json()).toMatchObject({ auth: false });
    expect((await set(true)).json()).toMatchObject({ data: { isActive: true } });
    const open = await server.call('POST', '/login', { as: null, body: login });
    expect(open.json()).toMatchObject({ auth: true });
    expect((await set(false, { successorId: server.people.collector.id })).json()).toMatchObject({
      data: { loanCount: 0 },
    });
    expect(await loan(loanId)).toMatchObject({ collector_id: server.people.collector.id });
  });
});

describe('moving a person to another manager', () => {
  it('takes its loans along, writes the history, and adds the lenders', async () => {
    const { manager, manager2, fieldagent } = server.people;
    const person = await addPerson('COLLECTOR', manager.id);
    const [loanId = ''] = await allocated(person, 'collectorId', 3);
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
    expect(await loan(loanId)).toMatchObject({
      manager_id: manager2.id,
      collector_id: person._id,
      field_agent_id: null,
    });
    expect((await holders(loanId, 'MANAGER')).at(-1)).toEqual({ who: manager2.id, over: false });
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
    const person = await addPerson('COLLECTOR', manager.id);
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
    const person = await addPerson('COLLECTOR', manager.id);
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
