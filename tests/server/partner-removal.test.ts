import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { PartnerRemoval } from '../../contract/partner.ts';
import { partnerDesk } from '../support/partners.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const { create, createdId, read, list, logIn } = partnerDesk(() => server);
const removalOf = async (id: string) =>
  (await server.call('GET', `/partner/id/${id}/removal`, { as: 'admin' })).json<{
    data: PartnerRemoval;
  }>().data;

describe('a partner that goes', () => {
  it('disabled can not log in and keeps what it brought; enabled it can again', async () => {
    const id = await createdId();
    const { email } = await read(id);
    await logIn(email, 'Tamarind-Kettle-71');
    const set = (isActive: boolean) =>
      server.call('PUT', `/partner/id/${id}/active`, { as: 'admin', body: { isActive } });
    expect((await set(false)).json()).toMatchObject({ data: { isActive: false } });
    expect(await logIn(email, 'Tamarind-Kettle-71')).toBe(false);
    expect((await list({ status: 'disabled', search: email })).totalCount).toBe(1);
    expect((await set(true)).json()).toMatchObject({ data: { isActive: true } });
    expect(await logIn(email, 'Tamarind-Kettle-71')).toBe(true);
  });

  it('with nothing on it is deleted, and its login names are free again', async () => {
    const id = await createdId();
    const { username, email } = await read(id);
    expect((await removalOf(id)).needsSuccessor).toBe(false);
    const gone = await server.call('DELETE', `/partner/id/${id}`, { as: 'admin' });
    expect(gone.json()).toEqual({ success: true, movedPeople: 0, movedClients: 0 });
    expect((await list({ search: email })).totalCount).toBe(0);
    expect(await logIn(email, 'Tamarind-Kettle-71')).toBe(false);
    expect((await create({ username, email })).statusCode).toBe(200);
  });

  it('hands its people and clients to the admin or another active partner, and nobody else', async () => {
    const id = await createdId();
    const heir = await createdId();
    const idle = await createdId();
    await server.call('PUT', `/partner/id/${idle}/active`, {
      as: 'admin',
      body: { isActive: false },
    });
    const { manager2, collector3, manager, admin } = server.people;
    await server.db.execute(
      sql`update users set created_by = ${id} where id in (${manager2.id}, ${collector3.id})`,
    );
    await server.db.execute(
      sql`update clients set created_by = ${id} where id = ${server.clients.X.id}`,
    );
    const removal = await removalOf(id);
    expect(removal).toMatchObject({
      managerCount: 1,
      agentCount: 1,
      clientCount: 1,
      needsSuccessor: true,
    });
    const offered = removal.successors.map(({ _id }) => _id);
    expect(offered[0]).toBe(admin.id);
    expect(offered).toContain(heir);
    expect(offered).not.toContain(idle);
    const remove = (query: Record<string, string>) =>
      server.call('DELETE', `/partner/id/${id}`, { as: 'admin', query });
    for (const query of [
      {},
      { successorId: idle },
      { successorId: manager.id },
      { successorId: id },
    ]) {
      const refused = await remove(query);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: 'NEEDS_SUCCESSOR' });
    }
    expect((await remove({ successorId: heir })).json()).toEqual({
      success: true,
      movedPeople: 2,
      movedClients: 1,
    });
    expect(await read(heir)).toMatchObject({ managerCount: 1, agentCount: 1, clientCount: 1 });
    const { rows } = await server.db.execute<{ details: object }>(
      sql`select details from audit_log where action = 'partner.delete' and entity_id = ${id}`,
    );
    expect(rows).toMatchObject([{ details: { successorId: heir, movedPeople: 2 } }]);
  });

  it("sees its managers' loans only while they are its own", async () => {
    const loans = async () =>
      (await server.call('GET', '/loans', { as: 'partner', query: { pageSize: '200' } })).json<{
        data: { managerId: string; managerName: string }[];
      }>().data;
    const { manager, manager2, admin } = server.people;
    await server.addLoan({ managerId: manager.id });
    await server.addLoan({ managerId: manager2.id });
    const before = await loans();
    expect(before.length).toBeGreaterThan(0);
    expect(new Set(before.map((loan) => loan.managerId))).toEqual(new Set([manager.id]));
    expect(before[0]?.managerName).toBe(manager.fullName);
    await server.db.execute(
      sql`update users set created_by = ${admin.id} where id = ${manager.id}`,
    );
    expect(await loans()).toEqual([]);
  });
});
