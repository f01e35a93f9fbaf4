import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Person, Removal } from '../../contract/person.ts';
import { newId } from '../../server/ids.ts';
import { moneyOf } from '../support/money.ts';
import { addAccount, allocated, holdersSoFar, loanHolders } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';

const server = testServer();

async function addAlert(
  ownerId: string,
  loanId: string,
  dispositionId: string | null = null,
  dueIn = '1 day',
) {
  await server.db
    .execute(sql`insert into alerts (id, loan_id, disposition_id, owner_id, alert_type, due_at)
    values (${newId()}, ${loanId}, ${dispositionId}, ${ownerId}, 'PTP', now() + ${dueIn}::interval)`);
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
    const person = await addAccount(server, 'COLLECTOR', manager.id);
    const [loanId = '', other = ''] = await allocated(server, person, 2);
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
    expect(await loanHolders(server, loanId)).toMatchObject({
      collector_id: collector.id,
      manager_id: manager.id,
    });
    expect(await holdersSoFar(server, loanId, 'COLLECTOR')).toEqual([
      { who: person._id, over: true },
      { who: collector.id, over: false },
    ]);
    const { rows } = await server.db.execute(sql`select 1 from alerts
      where owner_id = ${collector.id} and deactivated_at is null and loan_id in (${loanId}, ${other})`);
    expect(rows).toHaveLength(2);
  });

  it('leaves reminders that were answered with who answered them: nobody missed those', async () => {
    const { manager, collector } = server.people;
    const person = await addAccount(server, 'COLLECTOR', manager.id);
    const [loanId = '', other = ''] = await allocated(server, person, 2);
    await addAlert(person._id, loanId, null, '-2 days');
    await addAlert(person._id, other, null, '-2 days');
    await server.db.execute(sql`insert into dispositions
      (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
      select ${newId()}, ${loanId}, channel, ${person._id}, code, disposition_class, now() - interval '1 day'
      from disposition_codes where code = 'RINGING'`);
    expect(await removalOf('admin', person._id)).toMatchObject({ loanCount: 2, alertCount: 1 });
    expect((await remove('admin', person, collector.id)).statusCode).toBe(200);
    const missed = await server.call('GET', '/api/v2/alerts/missed', { as: 'collector' });
    const told = missed.json<{ data: { loanId: string }[] }>().data.map((alert) => alert.loanId);
    expect(told).toContain(other);
    expect(told).not.toContain(loanId);
  });

  it('frees its names, ends its sessions, and leaves every list without it', async () => {
    const person = await addAccount(server, 'COLLECTOR', server.people.manager.id);
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
    await server.taken('POST', '/collector', {
      as: 'admin',
      body: {
        username: person.username,
        email: person.email,
        password: 'Heron-over-Wardha',
        fullName: 'The Next',
        managerId: server.people.manager.id,
      },
    });
  });

  it('hands a manager over with team, lenders and loans, the agents keeping theirs', async () => {
    const leaver = await addAccount(server, 'MANAGER');
    const heir = await addAccount(server, 'MANAGER');
    const agent = await addAccount(server, 'COLLECTOR', leaver._id);
    const visitor = await addAccount(server, 'FIELD_AGENT', leaver._id);
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
    expect(await loanHolders(server, loanId)).toEqual({
      manager_id: heir._id,
      collector_id: agent._id,
      field_agent_id: visitor._id,
      visit_date: '2030-02-01',
    });
    const read = await server.call('GET', `/manager/id/${heir._id}`, { as: 'admin' });
    expect(read.json()).toMatchObject({
      data: { teamCount: 2, loanCount: 1, clientNames: ['Yarrow Bank'] },
    });
    const { rows } = await server.db.execute<{ details: object }>(sql`select details from audit_log
      where action = 'user.move' and entity_id in (${agent._id}, ${visitor._id})`);
    const move = { details: { from: leaver._id, to: heir._id } };
    expect(rows).toEqual([move, move]);
  });

  it('keeps the planned visits of a field agent', async () => {
    const { manager } = server.people;
    const leaver = await addAccount(server, 'FIELD_AGENT', manager.id);
    const heir = await addAccount(server, 'FIELD_AGENT', manager.id);
    const [loanId = ''] = await allocated(server, leaver, 1);
    expect((await remove('admin', leaver, heir._id)).statusCode).toBe(200);
    expect(await loanHolders(server, loanId)).toMatchObject({
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
    expect(refused.json<{ message: string }>().message).toContain('not here: 3');
    await server.db.execute(sql`update devices set revoked_at = now() where id = ${deviceId}`);
    expect((await removalOf('admin', id)).refusal).toBeNull();
  });

  it('is refused while it has cash in hand, which its last look names, and so is another role', async () => {
    const { manager } = server.people;
    const agent = await addAccount(server, 'FIELD_AGENT', manager.id);
    const { _id: receiptId } = await moneyOf(() => server).collect(2500);
    await server.db.execute(
      sql`update receipts set agent_id = ${agent._id} where id = ${receiptId}`,
    );
    expect(await removalOf('admin', agent._id)).toMatchObject({ inHandAmount: 2500 });
    const changeRole = async () =>
      server.call('PUT', '/userData', { as: 'admin', body: { _id: agent._id, role: 'COLLECTOR' } });
    for (const refused of [await remove('admin', agent), await changeRole()]) {
      expect(refused.json()).toMatchObject({ code: 'NOT_REMOVABLE' });
      expect(refused.json<{ message: string }>().message).toContain('₹2,500');
    }
    const body = { receiptIds: [receiptId], place: 'OFFICE' };
    expect((await server.call('POST', '/deposits', { as: 'manager', body })).statusCode).toBe(200);
    expect((await changeRole()).statusCode).toBe(200);
    expect((await remove('admin', agent)).statusCode).toBe(200);
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
    const [one, two] = [await addAccount(server, 'ADMIN'), await addAccount(server, 'ADMIN')];
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
    const statuses = answers.map((answer) => answer.statusCode).sort((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect([401, 409]).toContain(statuses[1]);
  });
});

describe('disabling a person', () => {
  it('ends its sessions and its offers, keeps its loans, and can be taken back', async () => {
    const { manager } = server.people;
    const person = await addAccount(server, 'COLLECTOR', manager.id);
    const [loanId = ''] = await allocated(server, person, 1);
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
    expect(await loanHolders(server, loanId)).toMatchObject({
      collector_id: server.people.collector.id,
    });
  });
});
