import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../contract/person.ts';
import {
  addAccount,
  addCollector,
  logInStaff,
  newAccount,
  newAccountPassword,
  sessionStatus,
} from '../support/people.ts';
import { testPassword, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

describe('changing people', () => {
  it('keeps the password when none is given and ends the sessions when one is', async () => {
    const made = await addCollector(server);
    const { token = '' } = await logInStaff(server, made.email, newAccountPassword);
    await server.taken('PUT', '/collector', {
      as: 'admin',
      body: { _id: made._id, fullName: 'Renamed', revision: made.revision },
    });
    // Spec 5: a form that is saved with the password left empty.
    for (const call of ['/collector', '/userData'])
      await server.taken('PUT', call, { as: 'admin', body: { _id: made._id, password: '' } });
    expect(await sessionStatus(server, token)).toBe(200);
    await server.taken('PUT', '/collector', {
      as: 'admin',
      body: { _id: made._id, password: 'Heron-over-Wardha' },
    });
    expect(await sessionStatus(server, token)).toBe(401);
    expect(await logInStaff(server, made.email, newAccountPassword)).toMatchObject({ auth: false });
    expect(await logInStaff(server, made.email, 'Heron-over-Wardha')).toMatchObject({ auth: true });
  });

  it('refuses a change made on an older revision, saying who was first', async () => {
    const made = await addCollector(server);
    const change = async (as: PersonName, fullName: string) =>
      server.call('PUT', '/collector', {
        as,
        body: { _id: made._id, fullName, revision: made.revision },
      });
    expect((await change('superadmin', 'First')).statusCode).toBe(200);
    const late = await change('admin', 'Second');
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: 'STALE_REVISION',
      details: { changedBy: 'Test superadmin' },
    });
  });

  it('lets people change their own name, e-mail and phone, and nothing else', async () => {
    const { id } = server.people.collector2;
    const own = await server.call('PUT', '/collector', {
      as: 'collector2',
      body: {
        _id: id,
        fullName: 'Test collector2',
        phone: '9876500000',
        username: 'collector2',
        managerId: server.people.manager.id,
      },
    });
    expect(own.statusCode, own.body).toBe(200);
    expect(own.json()).toMatchObject({ data: { phone: '9876500000' } });
    for (const more of [
      { location: 'D' },
      { username: 'boss' },
      { password: 'Heron-over-Wardha' },
    ]) {
      const answer = await server.call('PUT', '/collector', {
        as: 'collector2',
        body: { _id: id, ...more },
      });
      expect(answer.json(), JSON.stringify(more)).toMatchObject({ code: 'NOT_OWN_TO_CHANGE' });
    }
    const other = await server.call('PUT', '/collector', {
      as: 'collector2',
      body: { _id: server.people.collector.id, fullName: 'Taken over' },
    });
    expect(other.statusCode).toBe(404);
    const manager = await server.call('PUT', '/manager', {
      as: 'manager',
      body: { _id: server.people.manager.id, clientIds: [server.clients.Y.id] },
    });
    expect(manager.json()).toMatchObject({ code: 'NOT_OWN_TO_CHANGE' });
    for (const as of ['customer', 'fieldagent', 'partner', 'superadmin'] as const) {
      const profile = await server.call('GET', '/session/profile', { as });
      expect(profile.statusCode, profile.body).toBe(200);
      const { fullName, email, revision } = profile.json<{ data: Person }>().data;
      const body = { fullName, email, revision, phone: '9876511111' };
      const changed = await server.call('PUT', '/session/profile', { as, body });
      expect(changed.json(), changed.body).toMatchObject({ data: { phone: '9876511111' } });
    }
  });

  it('asks for the password before what one logs in with oneself is another, by whatever call', async () => {
    for (const [as, path] of [
      ['collector2', '/session/profile'],
      ['collector2', '/collector'],
      ['manager2', '/manager'],
      ['superadmin', '/userData'],
      ['admin', '/admin'],
    ] as const) {
      const { id } = server.people[as];
      const { data } = (await server.call('GET', '/session/profile', { as })).json<{
        data: Person;
      }>();
      const { fullName, email } = data;
      const change = (more: object) =>
        server.call('PUT', path, { as, body: { _id: id, fullName, ...more } });
      const next = { email: `new-${email}` };
      const unsaid = await change(next);
      expect(unsaid.json(), unsaid.body).toMatchObject({
        code: 'PASSWORD_NEEDED',
        details: [{ path: 'currentPassword' }],
      });
      const wrong = await change({ ...next, currentPassword: 'not this one' });
      expect(wrong.json(), wrong.body).toMatchObject({ code: 'WRONG_PASSWORD' });
      const same = await change({ email: email.toUpperCase() });
      expect(same.statusCode, same.body).toBe(200);
      const right = await change({ ...next, currentPassword: testPassword });
      expect(right.json(), right.body).toMatchObject({ data: next });
      await change({ email, currentPassword: testPassword });
    }
  });

  it('asks for the password before a keeper of accounts gives itself another', async () => {
    const { id } = server.people.superadmin;
    const password = 'Heron-over-Wardha';
    const change = (more: object) =>
      server.call('PUT', '/userData', { as: 'superadmin', body: { _id: id, password, ...more } });
    expect((await change({})).json()).toMatchObject({ code: 'PASSWORD_NEEDED' });
    const wrong = await change({ currentPassword: 'not this one' });
    expect(wrong.json(), wrong.body).toMatchObject({ code: 'WRONG_PASSWORD' });
  });

  it("keeps a manager's lenders that a partner does not see", async () => {
    const answer = await server.call('PUT', '/manager', {
      as: 'partner',
      body: { _id: server.people.manager.id, clientIds: [] },
    });
    expect(answer.json()).toMatchObject({ data: { clientNames: ['Xenon Finance'] } });
    const both = await server.call('PUT', '/manager', {
      as: 'admin',
      body: {
        _id: server.people.manager2.id,
        clientIds: [server.clients.X.id, server.clients.Y.id],
      },
    });
    expect(both.json()).toMatchObject({ data: { clientNames: ['Xenon Finance', 'Yarrow Bank'] } });
  });

  it('lets no admin change a super admin', async () => {
    const { id } = server.people.superadmin;
    for (const answer of [
      await server.call('PUT', '/admin', { as: 'admin', body: { _id: id, fullName: 'X' } }),
      await server.call('PUT', '/userData', {
        as: 'admin',
        body: { _id: id, password: 'Heron-over-Wardha' },
      }),
      await server.call('DELETE', '/userData', { as: 'admin', body: { _id: id } }),
      await server.call('PUT', `/people/${id}/active`, { as: 'admin', body: { isActive: false } }),
    ])
      expect(answer.statusCode, answer.body).toBe(403);
    const raised = await server.call('PUT', '/userData', {
      as: 'admin',
      body: { _id: server.people.collector2.id, role: 'SUPER_ADMIN' },
    });
    expect(raised.statusCode).toBe(403);
  });

  it('changes a role only with empty hands, and ends the sessions', async () => {
    const made = await addCollector(server);
    const loanId = await server.addLoan({
      collectorId: made._id,
      managerId: server.people.manager.id,
    });
    const raise = async () =>
      server.call('PUT', '/userData', { as: 'admin', body: { _id: made._id, role: 'MANAGER' } });
    expect((await raise()).json()).toMatchObject({ code: 'HAS_WORK', details: { loanCount: 1 } });
    await server.db.execute(sql`update loans set collector_id = null where id = ${loanId}`);
    const { token = '' } = await logInStaff(server, made.email, newAccountPassword);
    expect((await raise()).json()).toMatchObject({ data: { role: 'MANAGER', managerId: null } });
    expect(await sessionStatus(server, token)).toBe(401);
  });

  it('ends the sessions of whoever belongs to another lender now', async () => {
    const made = await addAccount(server, 'CUSTOMER', null, server.clients.X.id);
    const body = { email: made.email, password: newAccountPassword };
    const login = await server.call('POST', '/client/login', { as: null, body });
    const { token = '' } = login.json<{ token?: string }>();
    const moveTo = async (client: string) =>
      server.call('PUT', '/userData', { as: 'admin', body: { _id: made._id, client } });
    expect((await moveTo(server.clients.X.id)).statusCode).toBe(200);
    expect(await sessionStatus(server, token)).toBe(200);
    expect((await moveTo(server.clients.Y.id)).statusCode).toBe(200);
    expect(await sessionStatus(server, token)).toBe(401);
  });

  it('writes who did it into the audit trail, without password, e-mail or phone', async () => {
    const made = await addCollector(server, 'admin', { phone: '9812345678' });
    await server.call('PUT', '/collector', {
      as: 'admin',
      body: { _id: made._id, phone: '9812345670', password: 'Heron-over-Wardha' },
    });
    const { rows } = await server.db.execute<{ action: string; details: object }>(
      sql`select action, details from audit_log where entity_id = ${made._id} order by sequence`,
    );
    expect(rows.map((row) => row.action)).toEqual(['user.create', 'user.change']);
    expect(JSON.stringify(rows)).not.toMatch(/98123|Heron|Kestrel|@test/);
  });

  it('tells the audit trail what became different, and of rights what they were', async () => {
    const { X, Y } = server.clients;
    const made = await server.taken<{ data: Person }>('POST', '/manager', {
      as: 'admin',
      body: newAccount({ clientIds: [X.id] }),
    });
    const { _id, fullName, email } = made.data;
    const change = (body: object) =>
      server.taken('PUT', '/manager', { as: 'admin', body: { _id, ...body } });
    await change({ fullName, email: email.toUpperCase(), clientIds: [Y.id], phone: '9812345671' });
    await change({ fullName: 'Kamala Rao', clientIds: [Y.id] });
    const { rows } = await server.db.execute<{ details: object }>(sql`select details from audit_log
      where entity_id = ${_id} and action = 'user.change' order by sequence`);
    expect(rows.map(({ details }) => details)).toEqual([
      { fields: ['phone', 'clientIds'], clientIds: { from: X.id, to: Y.id } },
      { fields: ['fullName'] },
    ]);
  });
});
