import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { ClientRecord } from '../../contract/client.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { monthOf } from '../../server/targets/target-service.ts';
import { percentTerms } from '../support/incentive-terms.ts';
import { GST, contractOf as contractFor, profileOf } from '../support/lender-contract.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* Issue 4, part 4: changing, reading, listing and removing clients; who sees what of them. */

const server = testServer();

const contractOf = (change: object = {}) => contractFor(server.people.manager.id, change);

const create = (body: object, as: PersonName = 'admin') =>
  server.call('POST', '/clients', { as, body });

async function addClient(change: object = {}): Promise<string> {
  const answer = await create(contractOf(change));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ _id: string }>()._id;
}

async function readClient(id: string, as: PersonName = 'admin'): Promise<ClientRecord> {
  return server.taken('GET', `/clients/${id}`, { as });
}

describe('changing a client', () => {
  it('takes the sections that are given and leaves the rest', async () => {
    const id = await addClient();
    const answer = await server.call('PUT', `/clients/${id}`, {
      as: 'admin',
      body: { revision: 1, successFees: [], managerIds: [] },
    });
    expect(answer.json()).toEqual({ _id: id, revision: 2 });
    const client = await readClient(id);
    expect(client).toMatchObject({ revision: 2, successFees: [], managers: [], gst: GST });
    expect(client.incentives).toHaveLength(1);
  });

  it('of two who had it open, the second is told', async () => {
    const id = await addClient();
    const change = () =>
      server.call('PUT', `/clients/${id}`, {
        as: 'admin',
        body: { revision: 1, profile: profileOf() },
      });
    const answers = await Promise.all([change(), change()]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    expect(answers.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({
      code: 'STALE_REVISION',
    });
  });

  it('keeps its loans and people under a new name', async () => {
    const { X } = server.clients;
    const loanId = await server.addLoan({ managerId: server.people.manager.id });
    const { revision } = await readClient(X.id);
    await server.taken('PUT', `/clients/${X.id}`, {
      as: 'admin',
      body: { revision, profile: profileOf({ Client_Name: 'Xenon Renamed' }) },
    });
    const own = await readClient(X.id, 'clientadmin');
    expect(own).toMatchObject({ Client_Name: 'Xenon Renamed', loanCount: 1 });
    const loan = await server.call('GET', `/loans/id/${loanId}`, { as: 'manager' });
    expect(loan.body).toContain('Xenon Renamed');
  });

  it('is for no manager who is none, and for no client that is not there', async () => {
    const id = await addClient();
    const wrong = await server.call('PUT', `/clients/${id}`, {
      as: 'admin',
      body: { revision: 1, managerIds: [server.people.collector.id] },
    });
    expect(wrong.statusCode).toBe(400);
    const missing = await server.call('PUT', `/clients/${newId()}`, {
      as: 'admin',
      body: { revision: 1, managerIds: [] },
    });
    expect(missing.statusCode).toBe(404);
  });
});

describe('who sees a client', () => {
  it('its own client admin, without what the agency pays its people', async () => {
    const { X, Y } = server.clients;
    const own = await readClient(X.id, 'clientadmin');
    expect(own.incentives).toBeNull();
    const foreign = await server.call('GET', `/clients/${Y.id}`, { as: 'clientadmin' });
    expect(foreign.statusCode).toBe(404);
    expect(foreign.body).not.toContain('Yarrow');
  });

  it('nobody else but the admins', async () => {
    for (const as of ['manager', 'collector', 'customer', 'partner', 'fieldagent'] as const) {
      const one = await server.call('GET', `/clients/${server.clients.X.id}`, { as });
      expect(one.statusCode, as).toBe(403);
      expect((await server.call('GET', '/clients', { as })).statusCode, as).toBe(403);
      expect((await create(contractOf(), as)).statusCode, as).toBe(403);
    }
  });
});

const list = async (query: Record<string, string>) =>
  (await server.call('GET', '/clients', { as: 'admin', query })).json<{
    data: { _id: string; loanCount: number; dueAmount: number }[];
    totalCount: number;
  }>();

describe('the list of clients', () => {
  it('is paged and searched by name and code, with loans and dues', async () => {
    const id = await addClient({
      profile: profileOf({ Client_Name: 'Zebra 100% Capital', code: 'ZEB-9' }),
    });
    expect((await list({ search: '100%' })).data).toMatchObject([{ _id: id, portfolioCount: 1 }]);
    expect((await list({ search: 'zeb-9' })).totalCount).toBe(1);
    const [most] = (await list({ sort: '-dueAmount', pageSize: '1' })).data;
    expect(most?.dueAmount).toBeGreaterThan(0);
    expect((await list({ page: '99' })).data).toEqual([]);
  });
});

describe('removing a client', () => {
  it('is refused with the reason and the counts while it has loans or people', async () => {
    const { X } = server.clients;
    const answer = await server.call('DELETE', `/clients/${X.id}`, { as: 'admin' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'CLIENT_IN_USE',
      message: expect.stringMatching(/\d loan.*3 logins of its people/),
      details: { personCount: 3, isRemovable: false },
    });
    expect((await readClient(X.id))._id).toBe(X.id);
  });

  it('takes its contract with it when nothing was worked for it', async () => {
    const id = await addClient();
    const shown = await server.call('GET', `/clients/${id}/removal`, { as: 'admin' });
    expect(shown.json()).toMatchObject({ isRemovable: true, portfolioCount: 1, contactCount: 1 });
    await server.taken('DELETE', `/clients/${id}`, { as: 'admin' });
    expect((await server.call('DELETE', `/clients/${id}`, { as: 'admin' })).statusCode).toBe(404);
  });

  it('takes what was set up for it elsewhere with it, and is refused for its campaigns', async () => {
    const id = await addClient();
    const admin = server.people.admin.id;
    const template = newId();
    await server.db
      .execute(sql`insert into message_templates (id, client_id, channel, language, name, created_by)
      values (${template}, ${id}, 'SMS', 'en', 'Reminder', ${admin})`);
    await server.db
      .execute(sql`insert into message_template_versions (template_id, version, body, created_by)
      values (${template}, 1, 'Pay', ${admin})`);
    await server.db.execute(
      sql`insert into board_settings (client_id, hides_names) values (${id}, true)`,
    );
    await server.db.execute(
      sql`insert into bi_access (role_name, client_id) values ('lender_bi', ${id})`,
    );
    await server.db.execute(
      sql`insert into campaigns (id, name, client_id) values (${newId()}, 'Its own', ${id})`,
    );
    const refused = await server.call('DELETE', `/clients/${id}`, { as: 'admin' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ details: { campaignCount: 1, isRemovable: false } });
    await server.db.execute(sql`delete from campaigns where client_id = ${id}`);
    await server.taken('DELETE', `/clients/${id}`, { as: 'admin' });
  });

  it('knows every table that holds a client', async () => {
    const source = await readFile('server/clients/client-removal.ts', 'utf8');
    const { rows } = await server.db.execute<{ name: string }>(sql`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'clients'::regclass and confdeltype = 'a'`);
    // Theirs are dropped by their own noun, or cannot be there without a loan.
    const others = ['fee_agreements', 'data_insights', 'allocation_rules', 'sorting_rules'];
    const ofLoans = ['messages', 'payments', 'deposits', 'receipts', 'settlements'];
    const unknown = rows.filter(
      ({ name }) => ![...others, ...ofLoans].includes(name) && !source.includes(` ${name} where`),
    );
    expect(unknown).toEqual([]);
  });
});

const ask = (as: PersonName, clientId: string, roleType: string) =>
  server.call('GET', '/api/v2/incentives', { as, query: { clientId, roleType } });

describe('incentives', () => {
  it('are read by those who work for the client, for their own role', async () => {
    const { X, Y } = server.clients;
    await server.addLoan({ collectorId: server.people.collector.id });
    const { revision } = await readClient(X.id);
    const slabs = [{ fromAmount: 0, percent: 2, fixedAmount: null }];
    await server.call('PUT', `/clients/${X.id}`, {
      as: 'admin',
      body: { revision, incentives: [{ roleType: 'COLLECTOR', slabs }] },
    });
    expect((await ask('collector', X.id, 'COLLECTOR')).json()).toMatchObject({
      data: [{ roleType: 'COLLECTOR', incentives: slabs }],
    });
    expect((await ask('manager', X.id, 'MANAGER')).json()).toMatchObject({
      data: [{ incentives: [] }],
    });
    expect((await ask('collector', X.id, 'MANAGER')).statusCode).toBe(403);
    expect((await ask('collector', Y.id, 'COLLECTOR')).statusCode).toBe(404);
    expect((await ask('clientadmin', X.id, 'COLLECTOR')).statusCode).toBe(403);
    expect((await ask('admin', X.id, 'NOBODY')).statusCode).toBe(400);
  });

  it('of a structure that has ended begin after it, and leave what it was earned by', async () => {
    const { Y } = server.clients;
    const today = businessDay(server.context.settings.businessTz);
    const ended = addDays(today, -1);
    const month = monthOf(today);
    await server.taken('PUT', `/incentive-structures/${Y.id}`, {
      as: 'admin',
      body: {
        roleType: 'FIELD_AGENT',
        validFrom: month < ended ? month : ended,
        validTo: ended,
        terms: percentTerms(1),
      },
    });
    const { revision } = await readClient(Y.id);
    const slabs = [{ fromAmount: 0, percent: 3, fixedAmount: null }];
    await server.taken('PUT', `/clients/${Y.id}`, {
      as: 'admin',
      body: { revision, incentives: [{ roleType: 'FIELD_AGENT', slabs }] },
    });
    expect((await ask('admin', Y.id, 'FIELD_AGENT')).json()).toMatchObject({
      data: [{ incentives: slabs }],
    });
    const { data } = await server.taken<CallAnswer<typeof incentiveCalls.listIncentiveStructures>>(
      'GET',
      '/incentive-structures',
      { as: 'admin', query: { pageSize: '200' } },
    );
    expect(
      data
        .filter(({ clientId, roleType }) => clientId === Y.id && roleType === 'FIELD_AGENT')
        .map(({ validFrom, terms }) => [validFrom, terms.parts]),
    ).toEqual([
      [today, percentTerms(3).parts],
      [month < ended ? month : ended, percentTerms(1).parts],
    ]);
  });
});
