import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { PartnerDetail } from '../../contract/partner.ts';
import { newId } from '../../server/ids.ts';
import { formOf, partnerDesk } from '../support/partners.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const { create, createdId, read, list, logIn } = partnerDesk(() => server);
const changeBody = ({ _id, ...partner }: PartnerDetail, more: object = {}) => ({
  ...partner,
  ...more,
});
const change = (id: string, body: object) =>
  server.call('PUT', `/partner/id/${id}`, { as: 'admin', body });
describe('a new partner', () => {
  it('has its account, its firm with tidy tax numbers, and its contact persons', async () => {
    const answer = await create();
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json<{ data: PartnerDetail }>();
    expect(data).toMatchObject({
      phone: '9876543210',
      gst: '27AAPFU0939F1ZV',
      pan: 'AAPFU0939F',
      sharePercent: 12.25,
      isActive: true,
      managerCount: 0,
      loanCount: 0,
      dueAmount: 0,
    });
    expect(data.contacts).toMatchObject([
      {
        name: 'Usha Rao',
        matter: 'Invoices',
        designation: null,
        phone: '02026123456',
        email: null,
      },
    ]);
    expect(await logIn(data.email, 'Tamarind-Kettle-71')).toBe(true);
  });

  it('is refused with the field that is wrong', async () => {
    const wrong: [object, string][] = [
      [{ gst: '27AAPFU0939F1ZX' }, 'gst'],
      [{ pan: 'AAPFU0939' }, 'pan'],
      [{ pan: 'AABCT3518Q' }, 'pan'],
      [{ email: 'nobody' }, 'email'],
      [{ firmName: ' ' }, 'firmName'],
      [{ sharePercent: 100.5 }, 'sharePercent'],
      [{ sharePercent: 1.005 }, 'sharePercent'],
      [{ password: 'short' }, 'password'],
    ];
    for (const [fields, path] of wrong) {
      const answer = await create(fields);
      expect(answer.statusCode, path).toBe(400);
      const { details } = answer.json<{ details: { path: string }[] }>();
      expect(details.map((problem) => problem.path)).toContain(path);
    }
    expect((await create({ password: 'password123' })).json()).toMatchObject({
      code: 'WEAK_PASSWORD',
    });
  });

  it('under a taken user name or e-mail is refused, naming the field, and leaves nothing behind', async () => {
    const before = await list();
    const byName = await create({ username: 'MANAGER' });
    expect(byName.statusCode).toBe(409);
    expect(byName.json()).toMatchObject({
      code: 'NAME_TAKEN',
      details: [{ path: 'username' }],
    });
    const byEmail = await create({ email: 'manager@test.recoup' });
    expect(byEmail.json()).toMatchObject({ details: [{ path: 'email' }] });
    expect((await list()).totalCount).toBe(before.totalCount);
  });

  it('made twice at the same moment exists once', async () => {
    const form = formOf();
    const answers = await Promise.all(
      [1, 2, 3].map(async () => server.call('POST', '/partner', { as: 'admin', body: form })),
    );
    const codes = answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 409, 409]);
  });
});

describe('the list of partners', () => {
  it('is searched over firm, person and tax numbers, and paged in the order of firms', async () => {
    await createdId({ firmName: 'Zzyx Recoveries', gst: '29AAGCB7383J1Z4', pan: null });
    await createdId({ firmName: 'aardvark Associates', gst: null });
    expect((await list({ search: 'zzyx 29aagcb' })).data.map((row) => row.firmName)).toEqual([
      'Zzyx Recoveries',
    ]);
    expect((await list({ search: 'nothing-like-it' })).totalCount).toBe(0);
    expect((await list({ search: '%' })).totalCount).toBe(0);
    const [first] = (await list({ pageSize: '1' })).data;
    expect(first?.firmName).toBe('aardvark Associates');
    const all = await list({ pageSize: '200' });
    expect((await list({ page: '2', pageSize: '1' })).data).toEqual([all.data[1]]);
    expect((await list({ pageSize: '1', sort: '-firmName' })).data[0]?.firmName).toBe(
      'Zzyx Recoveries',
    );
  });

  it("counts a partner's managers, agents, clients, loans and dues", async () => {
    const { partner, manager, collector } = server.people;
    await server.db.execute(
      sql`update users set created_by = ${partner.id} where id = ${collector.id}`,
    );
    await server.db.execute(
      sql`update clients set created_by = ${partner.id} where id = ${server.clients.Y.id}`,
    );
    await server.addLoan({ managerId: manager.id, totalDueAmount: 7001 });
    await server.addLoan({ managerId: manager.id, totalDueAmount: 2000 });
    await server.addLoan({ managerId: server.people.manager2.id });
    const { data } = await list({ search: 'partner@test' });
    expect(data).toMatchObject([
      {
        _id: partner.id,
        firmName: partner.fullName,
        managerCount: 1,
        agentCount: 1,
        clientCount: 1,
        loanCount: 2,
        dueAmount: 9001,
      },
    ]);
    const most = await list({ pageSize: '1', sort: '-loanCount' });
    expect(most.data[0]?._id).toBe(partner.id);
  });

  it('is for admins only', async () => {
    for (const as of ['partner', 'manager', 'clientadmin', 'collector'] as const)
      expect((await server.call('GET', '/partner/all', { as })).statusCode).toBe(403);
  });
});

describe('a changed partner', () => {
  it('keeps its password unless a new one is set, which ends its sessions', async () => {
    const id = await createdId();
    const before = await read(id);
    expect(
      (await change(id, changeBody(before, { firmName: 'Renamed', password: '' }))).statusCode,
    ).toBe(200);
    expect(await logIn(before.email, 'Tamarind-Kettle-71')).toBe(true);
    const renamed = await read(id);
    expect(renamed.firmName).toBe('Renamed');
    await change(id, changeBody(renamed, { password: 'Walnut-Harbour-88' }));
    const { rows } = await server.db.execute(
      sql`select 1 from sessions where user_id = ${id} and ended_at is null`,
    );
    expect(rows).toEqual([]);
    expect(await logIn(before.email, 'Tamarind-Kettle-71')).toBe(false);
    expect(await logIn(before.email, 'Walnut-Harbour-88')).toBe(true);
  });

  it('on an older revision is refused', async () => {
    const id = await createdId();
    const before = await read(id);
    expect((await change(id, changeBody(before, { address: 'First' }))).statusCode).toBe(200);
    const late = await change(id, changeBody(before, { address: 'Second' }));
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'STALE_REVISION' });
    expect((await read(id)).address).toBe('First');
  });

  it('keeps contact persons that are named, drops the others, adds new ones; never another partner’s', async () => {
    const other = await read(await createdId());
    const id = await createdId();
    const before = await read(id);
    const [kept] = before.contacts;
    const answer = await change(
      id,
      changeBody(before, {
        contacts: [
          { ...kept, name: 'Usha Rao-Iyer' },
          { ...other.contacts[0], name: 'Taken over' },
          { name: 'New One', matter: '', designation: '', phone: '', email: 'new@firm.example' },
        ],
      }),
    );
    expect(answer.statusCode).toBe(200);
    const after = await read(id);
    expect(after.contacts.map((one) => one.name)).toEqual([
      'New One',
      'Taken over',
      'Usha Rao-Iyer',
    ]);
    expect(after.contacts.find((one) => one.name === 'Usha Rao-Iyer')?._id).toBe(kept?._id);
    expect((await read(other._id)).contacts).toEqual(other.contacts);
    await change(id, changeBody(after, { contacts: [] }));
    expect((await read(id)).contacts).toEqual([]);
  });

  it('that is no partner, or is not there, is not found', async () => {
    const body = changeBody(await read(await createdId()));
    for (const id of [server.people.manager.id, newId()]) {
      expect((await change(id, body)).statusCode).toBe(404);
      expect((await server.call('GET', `/partner/id/${id}`, { as: 'admin' })).statusCode).toBe(404);
      const gone = await server.call('DELETE', `/partner/id/${id}`, { as: 'admin' });
      expect(gone.statusCode).toBe(404);
    }
  });
});
