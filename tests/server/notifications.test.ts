import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Notification } from '../../contract/notification.ts';
import type { Page } from '../../contract/paging.ts';
import { newId } from '../../server/ids.ts';
import { notify } from '../../server/notifications/notification-service.ts';
import { pendingList, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf, visitOf } from '../support/work.ts';

const server = testServer();

const ownList = (as: PersonName) => {
  const isOfLender = ['CLIENT_ADMIN', 'CUSTOMER', 'CLIENT'].includes(server.people[as].role);
  return `/api/v2/notifications/of/${isOfLender ? server.clients.X.id : server.people[as].id}`;
};
const page = async (as: PersonName, query: Record<string, string> = {}, path = ownList(as)) => {
  return server.taken<Page<Notification>>('GET', path, { as, query });
};
const newest = async (as: PersonName) => (await page(as)).data[0];
const count = async (as: PersonName) => {
  const answer = await server.call('GET', '/api/v2/notifications/count', { as });
  return answer.json<{ data: { notificationCount: number } }>().data.notificationCount;
};
const deactivate = (as: PersonName, id: string, isActive = 'false') =>
  server.call('PUT', '/notification/deactivate', { as, query: { _id: id, isActive } });
const assign = (as: PersonName, loanIds: readonly string[], collector: PersonName) =>
  server.call('PUT', '/loans/assign/collector', {
    as,
    body: loanIds.map((_id) => ({ _id, collectorId: server.people[collector].id })),
  });
const loansOfManager = (many: number) =>
  Promise.all(
    Array.from({ length: many }, () => server.addLoan({ managerId: server.people.manager.id })),
  );

describe('an allocation', () => {
  it('is one notification for each who got loans, however many; repeating it tells nobody again', async () => {
    const loanIds = await loansOfManager(12);
    const before = await count('collector');
    expect((await assign('manager', loanIds, 'collector')).json()).toMatchObject({ allocated: 12 });
    expect(await newest('collector')).toMatchObject({
      kind: 'ALLOCATION',
      facts: { count: 12, personName: 'Test manager' },
      message: '12 loans allocated to you by Test manager',
      Client_Name: server.clients.X.name,
      loanId: null,
      isActive: true,
    });
    expect(await count('collector')).toBe(before + 1);
    expect((await assign('manager', loanIds, 'collector')).json()).toMatchObject({ allocated: 0 });
    expect(await count('collector')).toBe(before + 1);
  });

  it('of a single loan leads to it, for as long as the loan is the reader’s', async () => {
    const [loanId = ''] = await loansOfManager(1);
    await assign('manager', [loanId], 'collector');
    expect(await newest('collector')).toMatchObject({ loanId, Loan_ID: `LN-${loanId.slice(-8)}` });
    expect((await assign('manager', [loanId], 'collector2')).statusCode).toBe(200);
    expect(await newest('collector')).toMatchObject({ loanId: null, Loan_ID: null });
  });

  it('that is refused tells nobody', async () => {
    const [loanId = ''] = await loansOfManager(1);
    const before = await count('collector3');
    expect((await assign('manager', [loanId], 'collector3')).statusCode).toBe(403);
    expect(await count('collector3')).toBe(before);
  });

  it('tells the manager who gets loans along with its agent, but not who gave them', async () => {
    const loanId = await server.addLoan();
    const before = await count('manager');
    await assign('admin', [loanId], 'collector');
    expect(await count('manager')).toBe(before + 1);
    expect(await newest('manager')).toMatchObject({ kind: 'ALLOCATION', facts: { count: 1 } });
  });
});

describe('a visit', () => {
  it('tells the loan’s collector and manager once, also when it is delivered twice', async () => {
    const loanId = await server.addLoan({
      managerId: server.people.manager.id,
      collectorId: server.people.collector.id,
      fieldAgentId: server.people.fieldagent.id,
    });
    const before = [await count('collector'), await count('manager'), await count('fieldagent')];
    const body = visitOf(loanId);
    for (let times = 0; times < 2; times += 1) {
      await server.taken('POST', '/field-disposition', { as: 'fieldagent', body });
    }
    const after = [await count('collector'), await count('manager'), await count('fieldagent')];
    expect(after.map((one, place) => one - (before[place] ?? 0))).toEqual([1, 1, 0]);
    expect(await newest('collector')).toMatchObject({
      kind: 'FIELD_DISPOSITION',
      loanId,
      facts: { disposition: 'FIELD_DOOR_LOCKED', personName: 'Test fieldagent' },
    });
  });

  it('is what tells; a call tells nobody', async () => {
    const [loanId = ''] = await loansOfManager(1);
    await assign('manager', [loanId], 'collector');
    const before = await count('manager');
    await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(loanId) });
    expect(await count('manager')).toBe(before);
  });
});

describe('an import', () => {
  const file = 'Loan No,Customer Name,Total Due\nN-1,Asha Rao,500\nN-2,Ravi,700\nN-3,,1\n';

  it('that is finished tells who started it and the lender', async () => {
    await verified(server, await pendingList(server, file));
    const told = {
      kind: 'IMPORT_FINISHED',
      Client_Name: server.clients.X.name,
      facts: { count: 2, failedCount: 1 },
    };
    await expect.poll(() => newest('admin')).toMatchObject(told);
    expect(await newest('clientadmin')).toMatchObject(told);
    expect(await newest('customer')).toMatchObject(told);
    expect(await count('customerOfY')).toBe(0);
  });

  it('that failed tells them too', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `Q${at},Asha,100`);
    const content = `Loan No,Customer Name,Total Due\n${lines.join('\n')}\n"Q,x\n`;
    expect(await pendingList(server, content)).toMatchObject({ state: 'FAILED' });
    const told = { kind: 'IMPORT_FAILED', facts: { fileName: 'loans.csv' } };
    await expect.poll(() => newest('admin')).toMatchObject(told);
    expect(await newest('clientadmin')).toMatchObject(told);
  });
});

describe('a lender’s notifications', () => {
  it('are shared by its people: what one deactivates is gone for all', async () => {
    const settlementId = newId();
    const loanId = await server.addLoan({ managerId: server.people.manager.id });
    await server.db.transaction((tx) =>
      notify(tx, [
        {
          to: { clientId: server.clients.X.id },
          kind: 'SETTLEMENT_PROPOSED',
          facts: { amount: 40_000, personName: 'Test manager' },
          clientId: server.clients.X.id,
          loanId,
          settlementId,
        },
        {
          to: { userId: server.people.manager.id },
          kind: 'SETTLEMENT_LETTER',
          loanId,
          settlementId,
        },
        {
          to: { userId: server.people.manager.id },
          kind: 'SETTLEMENT_LETTER',
          loanId,
          settlementId,
        },
      ]),
    );
    const shared = await newest('customer');
    expect(shared).toMatchObject({
      kind: 'SETTLEMENT_PROPOSED',
      settalementId: settlementId,
      loanId,
    });
    expect(shared?.message).toContain('₹40,000');
    expect((await newest('clientadmin'))?._id).toBe(shared?._id);
    expect((await deactivate('customerOfY', shared?._id ?? '')).statusCode).toBe(404);
    expect((await deactivate('admin', shared?._id ?? '')).statusCode).toBe(404);
    expect((await deactivate('clientadmin', shared?._id ?? '')).statusCode).toBe(200);
    expect((await newest('customer'))?._id).not.toBe(shared?._id);
    // Twice the same is once.
    const mine = (await page('manager')).data.filter((one) => one.settalementId === settlementId);
    expect(mine).toHaveLength(1);
    const bySettlement = (as: PersonName) =>
      server.call('PUT', '/notification/manager/deactivate', {
        as,
        query: { settalementId: settlementId, isActive: 'false' },
      });
    expect((await bySettlement('manager2')).statusCode).toBe(404);
    expect((await bySettlement('manager')).json()).toEqual({ success: true, count: 1 });
  });

  it('are for a client-side person who started something, too', async () => {
    await server.db.transaction((tx) =>
      notify(tx, [
        {
          to: { userId: server.people.client.id },
          kind: 'IMPORT_FAILED',
          facts: { fileName: 'a.csv' },
        },
        {
          to: { clientId: server.clients.X.id },
          kind: 'IMPORT_FAILED',
          facts: { fileName: 'a.csv' },
        },
      ]),
    );
    const list = (await page('customer')).data.filter((one) => one.facts.fileName === 'a.csv');
    expect(list).toHaveLength(1);
  });
});

describe('the list', () => {
  it('comes in pages from 0, by offset too, within months and of chosen lenders', async () => {
    const userId = server.people.manager2.id;
    await server.db.transaction((tx) =>
      notify(
        tx,
        Array.from({ length: 25 }, (_, at) => ({
          to: { userId },
          kind: 'ALLOCATION' as const,
          facts: { count: at + 1 },
          clientId: at < 5 ? server.clients.Y.id : null,
        })),
      ),
    );
    await server.db.execute(sql`update notifications
      set created_at = '2026-03-01T00:00:00+05:30'::timestamptz - make_interval(secs => (facts->>'count')::int)
      where user_id = ${userId} and (facts->>'count')::int <= 10`);
    const path = '/notification/getByManagerId';
    const first = await page('manager2', { page: '0', managerId: userId }, path);
    expect(first).toMatchObject({ totalCount: 25, page: 0, pageSize: 10 });
    const third = await page('manager2', { page: '2' }, path);
    expect(third.data).toHaveLength(5);
    const byOffset = await page('manager2', { offset: '20' }, path);
    expect(byOffset.data).toEqual(third.data);
    const all = [first, await page('manager2', { page: '1' }, path), third].flatMap((p) => p.data);
    expect(new Set(all.map((one) => one._id)).size).toBe(25);
    const february = await page('manager2', { startMonth: '2026-02', endMonth: '02-2026' }, path);
    expect(february.totalCount).toBe(10);
    expect((await page('manager2', { startMonth: '2026-03' }, path)).totalCount).toBe(15);
    const ofY = await page('manager2', { clientsName: server.clients.Y.name }, path);
    expect(ofY.totalCount).toBe(5);
    const clients = await server.call('GET', '/notification/getDistNotificationClient', {
      as: 'manager2',
    });
    expect(clients.json()).toEqual({ data: [server.clients.Y.name] });
    const wrong = await server.call('GET', path, { as: 'manager2', query: { startMonth: 'soon' } });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json<{ message: string }>().message).toContain('YYYY-MM');
  });

  it('is the caller’s own: no other id, role or door', async () => {
    const of = (as: PersonName, id: string, query: Record<string, string> = {}) =>
      server.call('GET', `/api/v2/notifications/of/${id}`, { as, query });
    expect((await of('manager', server.people.collector.id)).statusCode).toBe(404);
    expect((await of('customer', server.clients.Y.id)).statusCode).toBe(404);
    expect((await of('collector', server.people.collector.id, { role: 'ADMIN' })).statusCode).toBe(
      404,
    );
    expect((await of('partner', server.people.partner.id, { role: 'PARTNER' })).statusCode).toBe(
      200,
    );
    const byManager = (as: PersonName, managerId: string) =>
      server.call('GET', '/notification/getByManagerId', { as, query: { managerId } });
    expect((await byManager('manager', server.people.collector.id)).statusCode).toBe(403);
    expect((await byManager('collector', server.people.collector.id)).statusCode).toBe(403);
  });
});

const several = (_ids: string[], isActive = false) =>
  server.call('PUT', '/api/v2/notifications/deactivate', {
    as: 'collector',
    body: { _ids, isActive },
  });

describe('deactivating', () => {
  it('takes it from list and count; again is harmless; it can be taken back', async () => {
    const [loanId = ''] = await loansOfManager(1);
    await assign('manager', [loanId], 'collector2');
    const id = (await newest('collector2'))?._id ?? '';
    const before = await count('collector2');
    expect((await deactivate('collector', id)).statusCode).toBe(404);
    for (let times = 0; times < 2; times += 1)
      expect((await deactivate('collector2', id)).json()).toEqual({ success: true, count: 1 });
    expect(await count('collector2')).toBe(before - 1);
    expect((await newest('collector2'))?._id).not.toBe(id);
    const gone = await page('collector2', { isActive: 'false' });
    expect(gone.data.map((one) => one._id)).toContain(id);
    await deactivate('collector2', id, 'true');
    expect(await count('collector2')).toBe(before);
  });

  it('of several is all or none', async () => {
    const mine = (await page('collector')).data.map((one) => one._id);
    const foreign = (await newest('manager'))?._id ?? '';
    const before = await count('collector');
    expect((await several([...mine, foreign])).statusCode).toBe(404);
    expect(await count('collector')).toBe(before);
    expect((await several(mine)).json()).toEqual({ success: true, count: mine.length });
    expect(await count('collector')).toBe(before - mine.length);
    await several(mine, true);
    expect(await count('collector')).toBe(before);
  });
});
