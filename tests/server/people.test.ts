import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { Person } from '../../contract/person.ts';
import { newId } from '../../server/ids.ts';
import { addCollector, logInStaff, newAccount, newAccountPassword } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  // The partner's own: its manager is the fixture's.
  await server.db.execute(
    sql`update users set created_by = ${server.people.partner.id} where id = ${server.people.collector.id}`,
  );
});

async function list(as: PersonName, path: string, query: Record<string, string> = {}) {
  return server.taken<Page<Person>>('GET', path, { as, query: { pageSize: '200', ...query } });
}

const namesOf = (people: readonly Person[]) => people.map((person) => person.fullName);

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
    const made = await addCollector(server, 'admin', {
      location: 'D',
      manualProcess: 'manual-1',
      assignedPredictiveProcess: 'predictive-1',
      extension: 'desk-204',
      phone: '+91 98765 01234',
    });
    expect(made).toMatchObject({
      phone: '9876501234',
      location: 'D',
      manualProcess: 'manual-1',
      assignedPredictiveProcess: 'predictive-1',
      extension: 'desk-204',
      managerName: 'Test manager',
      createdByName: 'Test admin',
    });
    expect(await logInStaff(server, made.email, newAccountPassword)).toMatchObject({ auth: true });
  });

  it('takes an extension that can be dialled, and gives it back when it is emptied', async () => {
    const made = await addCollector(server, 'admin', { location: 'D', extension: '204' });
    const change = (extension: string) =>
      server.call('PUT', '/collector', { as: 'admin', body: { _id: made._id, extension } });
    // A second end, another trunk or another context is no extension.
    for (const wrong of ['204&PJSIP/999', '204@trunk', '204/x', 'x'.repeat(41)])
      expect((await change(wrong)).statusCode, wrong).toBe(400);
    expect((await change('')).json()).toMatchObject({ data: { extension: null } });
  });

  it('lets a partner make managers and collectors of its own, under its own managers only', async () => {
    const made = await addCollector(server, 'partner');
    expect(made.createdByName).toBe('Test partner');
    const foreign = await server.call('POST', '/collector', {
      as: 'partner',
      body: newAccount({ managerId: server.people.manager2.id }),
    });
    expect(foreign.statusCode).toBe(403);
    const manager = await server.call('POST', '/manager', {
      as: 'partner',
      body: newAccount({ clientIds: [] }),
    });
    expect(manager.statusCode, manager.body).toBe(200);
    const stolen = await server.call('POST', '/manager', {
      as: 'partner',
      body: newAccount({ clientIds: [server.clients.Y.id] }),
    });
    expect(stolen.statusCode).toBe(422);
  });

  it('refuses a weak password, wrong fields, and a manager who is none', async () => {
    const asked: [object, number, string][] = [
      [
        newAccount({ password: 'password1', managerId: server.people.manager.id }),
        400,
        'WEAK_PASSWORD',
      ],
      [newAccount({ email: 'nobody', managerId: server.people.manager.id }), 400, 'BAD_INPUT'],
      [newAccount({ managerId: server.people.collector2.id }), 422, 'WRONG_MANAGER'],
      [newAccount({ managerId: newId() }), 422, 'WRONG_MANAGER'],
    ];
    for (const [body, status, code] of asked) {
      const answer = await server.call('POST', '/collector', { as: 'admin', body });
      expect(answer.statusCode, answer.body).toBe(status);
      expect(answer.json()).toMatchObject({ code });
    }
  });

  it('names the field that is taken, also when two ask at the same moment', async () => {
    const one = newAccount({ managerId: server.people.manager.id });
    const answers = await Promise.all(
      [1, 2, 3].map(async () => server.call('POST', '/collector', { as: 'admin', body: one })),
    );
    expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([
      200, 409, 409,
    ]);
    const refused = answers.find((answer) => answer.statusCode === 409);
    expect(refused?.json()).toMatchObject({
      code: 'NAME_TAKEN',
      details: [{ path: 'username' }, { path: 'email' }],
    });
    // A user name that is somebody's e-mail would make that person's login ambiguous.
    const crossed = await server.call('POST', '/collector', {
      as: 'admin',
      body: newAccount({ username: 'ADMIN@test.recoup', managerId: server.people.manager.id }),
    });
    expect(crossed.json()).toMatchObject({ code: 'NAME_TAKEN' });
  });

  it.each([
    ['in full width', 'ｃollector'],
    ['with a Cyrillic o', 'c\u043ellector'],
  ])('takes no user name that looks like another: %s', async (_, username) => {
    const body = newAccount({ username, managerId: server.people.manager.id });
    const answer = await server.call('POST', '/collector', { as: 'admin', body });
    expect(answer.statusCode, answer.body).toBe(409);
    expect(answer.json()).toMatchObject({ details: [{ path: 'username' }] });
  });

  it('takes a user name as it is kept and typed, whatever keyboard wrote its letters', async () => {
    const body = newAccount({ managerId: server.people.manager.id });
    const wide = body.username.replace('e', '\uff45');
    const made = await server.call('POST', '/collector', {
      as: 'admin',
      body: { ...body, username: wide },
    });
    expect(made.json(), made.body).toMatchObject({
      data: { username: body.username.toLowerCase() },
    });
    const login = await server.call('POST', '/login', {
      as: null,
      body: { email: wide, password: body.password },
    });
    expect(login.json()).toMatchObject({ auth: true });
  });

  it('gives nobody a role above the own', async () => {
    for (const [as, status] of [
      ['admin', 403],
      ['superadmin', 200],
    ] as const) {
      const body = newAccount({ role: 'SUPER_ADMIN' });
      expect((await server.call('POST', '/userData', { as, body })).statusCode).toBe(status);
    }
    const nobodys = await server.call('POST', '/userData', {
      as: 'admin',
      body: newAccount({ role: 'CUSTOMER' }),
    });
    expect(nobodys.json()).toMatchObject({ code: 'WRONG_CLIENT' });
    const customer = await server.call('POST', '/userData', {
      as: 'admin',
      body: newAccount({ role: 'CUSTOMER', client: server.clients.Y.id }),
    });
    expect(customer.json()).toMatchObject({ data: { Client_Name: 'Yarrow Bank' } });
  });
});
