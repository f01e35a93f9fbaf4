import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { Person } from '../../contract/person.ts';
import { newId } from '../../server/ids.ts';
import { startTestServer, testPassword } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  // The partner's own: its manager is the fixture's.
  await server.db.execute(
    sql`update users set created_by = ${server.people.partner.id} where id = ${server.people.collector.id}`,
  );
});

afterAll(async () => server.close());

let counter = 0;

/** A new account's fields, its names never used before. */
function account(more: object = {}) {
  counter += 1;
  return {
    username: `New.Person${counter}`,
    email: `New${counter}@Test.recoup`,
    password: 'Kestrel-over-Satara',
    fullName: `New Person ${counter}`,
    ...more,
  };
}

async function addCollector(as: PersonName = 'admin', more: object = {}): Promise<Person> {
  const body = account({ managerId: server.people.manager.id, ...more });
  const answer = await server.call('POST', '/collector', { as, body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Person }>().data;
}

async function list(as: PersonName, path: string, query: Record<string, string> = {}) {
  const answer = await server.call('GET', path, { as, query: { pageSize: '200', ...query } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page<Person>>();
}

const namesOf = (people: readonly Person[]) => people.map((person) => person.fullName);

async function logIn(email: string, password: string) {
  const answer = await server.call('POST', '/login', {
    as: null,
    body: { email, password, role: '' },
  });
  return answer.json<{ auth: boolean; token?: string }>();
}

async function whoAmI(token: string): Promise<number> {
  const answer = await server.app.inject({
    url: '/api/v1/session',
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.statusCode;
}

describe('lists of people', () => {
  it('show a person with its manager, maker, loans and dues, never its password', async () => {
    await server.addLoan({ collectorId: server.people.collector.id, totalDueAmount: 700 });
    await server.addLoan({ collectorId: server.people.collector.id, totalDueAmount: 300 });
    const { data, totalCount } = await list('admin', '/collector/all');
    expect(totalCount).toBe(data.length);
    const person = data.find((one) => one._id === server.people.collector.id);
    expect(person).toMatchObject({
      role: 'COLLECTOR',
      managerName: 'Test manager',
      createdByName: 'Test partner',
      loanCount: 2,
      dueAmount: 1000,
      isActive: true,
    });
    expect(JSON.stringify(data)).not.toMatch(/argon2|password/i);
    expect(namesOf(data)).not.toContain('Test manager');
    expect(person?.lastSeenAt).toMatch(/Z$/);
  });

  it('are paged, searched and sorted by the database', async () => {
    const first = await list('admin', '/userData/all', { pageSize: '3', sort: '-fullName' });
    const second = await list('admin', '/userData/all', {
      pageSize: '3',
      page: '2',
      sort: '-fullName',
    });
    expect(first.data).toHaveLength(3);
    expect(first.totalCount).toBe(second.totalCount);
    const names = namesOf([...first.data, ...second.data]);
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? 1 : -1)));
    const found = await list('admin', '/userData/all', { search: 'TEST collector2' });
    expect(namesOf(found.data)).toEqual(['Test collector2']);
    const byLoans = await list('admin', '/collector/all', { sort: '-loanCount' });
    expect(byLoans.data[0]?._id).toBe(server.people.collector.id);
    const managers = await list('admin', '/userData/all', { role: 'MANAGER', status: 'active' });
    expect(namesOf(managers.data)).toEqual(['Test manager', 'Test manager2']);
    expect(managers.data[0]).toMatchObject({ teamCount: 3, clientNames: ['Xenon Finance'] });
  });

  it('show a partner those it made and a manager its team, and nobody else', async () => {
    expect(namesOf((await list('partner', '/collector/all')).data)).toEqual(['Test collector']);
    expect(namesOf((await list('partner', '/manager/all')).data)).toEqual(['Test manager']);
    expect(namesOf((await list('manager', '/manager/getFieldAgents')).data)).toEqual([
      'Test fieldagent',
    ]);
    const team = await server.call('GET', '/collector/by/manager', { as: 'manager' });
    expect(namesOf(team.json<{ data: Person[] }>().data)).toEqual([
      'Test collector',
      'Test collector2',
    ]);
    for (const [as, path] of [
      ['partner', `/manager/id/${server.people.manager2.id}`],
      ['partner', `/collector/id/${server.people.collector3.id}`],
      ['manager', `/collector/id/${server.people.collector3.id}`],
      ['manager', `/manager/id/${server.people.manager2.id}`],
      ['collector', `/collector/id/${server.people.collector2.id}`],
      ['admin', `/collector/id/${server.people.manager.id}`],
      ['admin', `/admin/id/${newId()}`],
    ] as const)
      expect((await server.call('GET', path, { as })).statusCode, `${as} ${path}`).toBe(404);
  });
});

describe('making people', () => {
  it('makes a collector who can log in at once', async () => {
    const made = await addCollector('admin', {
      location: 'D',
      manualProcess: 'manual-1',
      assignedPredictiveProcess: 'predictive-1',
      phone: '+91 98765 01234',
    });
    expect(made).toMatchObject({
      username: `new.person${counter}`,
      phone: '9876501234',
      location: 'D',
      manualProcess: 'manual-1',
      assignedPredictiveProcess: 'predictive-1',
      managerName: 'Test manager',
      createdByName: 'Test admin',
    });
    expect(await logIn(made.email, 'Kestrel-over-Satara')).toMatchObject({ auth: true });
  });

  it('lets a partner make managers and collectors of its own, under its own managers only', async () => {
    const made = await addCollector('partner');
    expect(made.createdByName).toBe('Test partner');
    const foreign = await server.call('POST', '/collector', {
      as: 'partner',
      body: account({ managerId: server.people.manager2.id }),
    });
    expect(foreign.statusCode).toBe(403);
    const manager = await server.call('POST', '/manager', {
      as: 'partner',
      body: account({ clientIds: [] }),
    });
    expect(manager.statusCode, manager.body).toBe(200);
    const stolen = await server.call('POST', '/manager', {
      as: 'partner',
      body: account({ clientIds: [server.clients.Y.id] }),
    });
    expect(stolen.statusCode).toBe(422);
  });

  it('refuses a weak password, wrong fields, and a manager who is none', async () => {
    const asked: [object, number, string][] = [
      [
        account({ password: 'password1', managerId: server.people.manager.id }),
        400,
        'WEAK_PASSWORD',
      ],
      [account({ email: 'nobody', managerId: server.people.manager.id }), 400, 'BAD_INPUT'],
      [account({ managerId: server.people.collector2.id }), 422, 'WRONG_MANAGER'],
      [account({ managerId: newId() }), 422, 'WRONG_MANAGER'],
    ];
    for (const [body, status, code] of asked) {
      const answer = await server.call('POST', '/collector', { as: 'admin', body });
      expect(answer.statusCode, answer.body).toBe(status);
      expect(answer.json()).toMatchObject({ code });
    }
  });

  it('names the field that is taken, also when two ask at the same moment', async () => {
    const one = account({ managerId: server.people.manager.id });
    const answers = await Promise.all(
      [1, 2, 3].map(async () => server.call('POST', '/collector', { as: 'admin', body: one })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
    const refused = answers.find((answer) => answer.statusCode === 409);
    expect(refused?.json()).toMatchObject({
      code: 'NAME_TAKEN',
      details: { problems: [{ path: 'username' }, { path: 'email' }] },
    });
    // A user name that is somebody's e-mail would make that person's login ambiguous.
    const crossed = await server.call('POST', '/collector', {
      as: 'admin',
      body: account({ username: 'ADMIN@test.recoup', managerId: server.people.manager.id }),
    });
    expect(crossed.json()).toMatchObject({ code: 'NAME_TAKEN' });
  });

  it('gives nobody a role above the own', async () => {
    for (const [as, status] of [
      ['admin', 403],
      ['superadmin', 200],
    ] as const) {
      const body = account({ role: 'SUPER_ADMIN' });
      expect((await server.call('POST', '/userData', { as, body })).statusCode).toBe(status);
    }
    const nobodys = await server.call('POST', '/userData', {
      as: 'admin',
      body: account({ role: 'CUSTOMER' }),
    });
    expect(nobodys.json()).toMatchObject({ code: 'WRONG_CLIENT' });
    const customer = await server.call('POST', '/userData', {
      as: 'admin',
      body: account({ role: 'CUSTOMER', client: server.clients.Y.id }),
    });
    expect(customer.json()).toMatchObject({ data: { Client_Name: 'Yarrow Bank' } });
  });
});

describe('changing people', () => {
  it('keeps the password when none is given and ends the sessions when one is', async () => {
    const made = await addCollector();
    const { token = '' } = await logIn(made.email, 'Kestrel-over-Satara');
    const renamed = await server.call('PUT', '/collector', {
      as: 'admin',
      body: { _id: made._id, fullName: 'Renamed', revision: made.revision },
    });
    expect(renamed.statusCode, renamed.body).toBe(200);
    expect(await whoAmI(token)).toBe(200);
    const changed = await server.call('PUT', '/collector', {
      as: 'admin',
      body: { _id: made._id, password: 'Heron-over-Wardha' },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await whoAmI(token)).toBe(401);
    expect(await logIn(made.email, 'Kestrel-over-Satara')).toMatchObject({ auth: false });
    expect(await logIn(made.email, 'Heron-over-Wardha')).toMatchObject({ auth: true });
  });

  it('refuses a change made on an older revision, saying who was first', async () => {
    const made = await addCollector();
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
    const made = await addCollector();
    const loanId = await server.addLoan({
      collectorId: made._id,
      managerId: server.people.manager.id,
    });
    const raise = async () =>
      server.call('PUT', '/userData', { as: 'admin', body: { _id: made._id, role: 'MANAGER' } });
    expect((await raise()).json()).toMatchObject({ code: 'HAS_WORK', details: { loanCount: 1 } });
    await server.db.execute(sql`update loans set collector_id = null where id = ${loanId}`);
    const { token = '' } = await logIn(made.email, 'Kestrel-over-Satara');
    expect((await raise()).json()).toMatchObject({ data: { role: 'MANAGER', managerId: null } });
    expect(await whoAmI(token)).toBe(401);
  });

  it('writes who did it into the audit trail, without password, e-mail or phone', async () => {
    const made = await addCollector('admin', { phone: '9812345678' });
    await server.call('PUT', '/collector', {
      as: 'admin',
      body: { _id: made._id, phone: '9812345670', password: 'Heron-over-Wardha' },
    });
    const { rows } = await server.db.execute<{ action: string; details: object }>(
      sql`select action, details from audit_log where entity_id = ${made._id} order by sequence`,
    );
    expect(rows.map((row) => row.action)).toEqual(['user.create', 'user.change']);
    expect(JSON.stringify(rows)).not.toMatch(/98123|Heron|Kestrel|@test/);
    expect(testPassword.length).toBeGreaterThan(0);
  });
});
