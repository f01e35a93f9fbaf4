import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { dispositions } from '../../server/database/tables/dispositions.ts';
import { newId } from '../../server/ids.ts';
import { LOCKS } from '../../server/database/locks.ts';
import { personNames, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
let ofManager: string;
let ofManager2: string;

beforeAll(async () => {
  const { people } = server;
  ofManager = await server.addLoan({
    customerName: 'Ravi Kumar',
    city: 'Pune',
    bucket: '1',
    product: 'Gold loan',
    totalDueAmount: 90_000,
    managerId: people.manager.id,
    collectorId: people.collector.id,
    fieldAgentId: people.fieldagent.id,
    otherColumns: { 'Ref phone': '9876500001', Zone: 'West' },
  });
  ofManager2 = await server.addLoan({
    client: 'Y',
    customerName: 'Meena 100%_Iyer',
    mobileNumber: '9000011111',
    city: 'Salem',
    bucket: '2',
    managerId: people.manager2.id,
    collectorId: people.collector3.id,
  });
  await server.addLoan({ customerName: 'Zoya Khan', totalDueAmount: 10, dpd: 7 });
});

async function namesSeen(as: PersonName, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await server.call('GET', '/loans', { as, query });
  expect(answer.statusCode).toBe(200);
  return answer
    .json<{ data: { Customer_Name: string }[] }>()
    .data.map((loan) => loan.Customer_Name);
}

async function ofManagerSeenBy(as: PersonName): Promise<unknown> {
  return (await server.call('GET', `/loans/id/${ofManager}`, { as })).json();
}

async function offersTo(as: PersonName): Promise<unknown> {
  return (await server.call('GET', '/loans/getDistinctBucketClients', { as })).json();
}

describe('the list of loans', () => {
  it('shows everyone only what is theirs', async () => {
    expect(await namesSeen('admin')).toHaveLength(3);
    expect(await namesSeen('manager')).toEqual(['Ravi Kumar']);
    expect(await namesSeen('partner')).toEqual(['Ravi Kumar']);
    expect((await namesSeen('customer')).sort()).toEqual(['Ravi Kumar', 'Zoya Khan']);
    expect(await namesSeen('customerOfY')).toEqual(['Meena 100%_Iyer']);
  });

  it('finds every word of a search, in any field and case, wildcards taken as they are', async () => {
    expect(await namesSeen('admin', { search: 'RAVI pune' })).toEqual(['Ravi Kumar']);
    expect(await namesSeen('admin', { search: 'ravi salem' })).toEqual([]);
    expect(await namesSeen('admin', { search: '%_' })).toEqual(['Meena 100%_Iyer']);
    expect(await namesSeen('admin', { search: '90000111' })).toEqual(['Meena 100%_Iyer']);
  });

  it('narrows by client, bucket, city, product, person, amount and allocation', async () => {
    const { people, clients } = server;
    expect(await namesSeen('admin', { client: clients.Y.name })).toEqual(['Meena 100%_Iyer']);
    expect(await namesSeen('admin', { bucket: '1', city: 'Pune', product: 'Gold loan' })).toEqual([
      'Ravi Kumar',
    ]);
    expect(await namesSeen('admin', { collectorId: people.collector3.id })).toEqual([
      'Meena 100%_Iyer',
    ]);
    expect(await namesSeen('admin', { minDue: '6000' })).toEqual(['Ravi Kumar']);
    expect(await namesSeen('admin', { allocated: 'no' })).toEqual(['Zoya Khan']);
    expect(await namesSeen('admin', { disposition: 'NONE', maxDPD: '9' })).toEqual(['Zoya Khan']);
  });

  it('sorts with missing values last, and pages without repeating or skipping', async () => {
    expect(await namesSeen('admin', { sort: '-Total_Due_Amount' })).toEqual([
      'Ravi Kumar',
      'Meena 100%_Iyer',
      'Zoya Khan',
    ]);
    for (const sort of ['DPD', '-DPD'])
      expect((await namesSeen('admin', { sort }))[0]).toBe('Zoya Khan');
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => namesSeen('admin', { page, pageSize: '1', sort: 'DPD' })),
    );
    expect(new Set(pages.flat()).size).toBe(3);
    expect(pages[3]).toEqual([]);
  });

  it('counts what matches on every page, even behind the last', async () => {
    for (const page of ['1', '9']) {
      const answer = await server.call('GET', '/loans', {
        as: 'admin',
        query: { page, pageSize: '2' },
      });
      expect(answer.json()).toMatchObject({ totalCount: 3, page: Number(page), pageSize: 2 });
      expect(Date.parse(answer.json<{ asOf: string }>().asOf)).toBeLessThanOrEqual(Date.now() + 1);
    }
  });

  it('refuses wrong input with a reason, and caps the page size', async () => {
    const wrong = [
      { sort: 'password_hash' },
      { minDue: 'many' },
      { collectorId: "1' or 1=1" },
      { page: '-1' },
    ];
    for (const query of wrong)
      expect((await server.call('GET', '/loans', { as: 'admin', query })).statusCode).toBe(400);
    const capped = await server.call('GET', '/loans', {
      as: 'admin',
      query: { pageSize: '100000' },
    });
    expect(capped.json()).toMatchObject({ pageSize: 200 });
  });

  it('refuses those without a token, of another role, and naming foreign people or clients', async () => {
    expect((await server.call('GET', '/loans', { as: null })).statusCode).toBe(401);
    for (const as of ['collector', 'fieldagent', 'client'] as const)
      expect((await server.call('GET', '/loans', { as })).statusCode).toBe(403);
    const { people, clients } = server;
    for (const query of [{ managerId: people.manager2.id }, { client: clients.Y.name }]) {
      const answer = await server.call('GET', '/loans', { as: 'manager', query });
      expect(answer.statusCode).toBe(403);
    }
  });

  it('read while an allocation runs counts as older than it', async () => {
    await server.db.transaction(async (tx) => {
      const begun = await tx.execute<{ at: string }>(
        sql`select now() as at from pg_advisory_xact_lock_shared(${LOCKS.allocation})`,
      );
      const answer = await server.call('GET', '/loans', { as: 'admin' });
      const { asOf } = answer.json<{ asOf: string }>();
      expect(Date.parse(asOf)).toBe(Date.parse(begun.rows[0]?.at ?? ''));
    });
  });

  it('lists a manager by the manager', async () => {
    const { people } = server;
    const list = (as: PersonName, managerId: string) =>
      server.call('GET', '/loans/by/manager', { as, query: { managerId } });
    expect((await list('admin', people.manager2.id)).json()).toMatchObject({
      totalCount: 1,
      data: [{ _id: ofManager2, managerName: 'Test manager2', collectorName: 'Test collector3' }],
    });
    expect((await list('manager', people.manager.id)).json()).toMatchObject({ totalCount: 1 });
    expect((await list('manager', people.manager2.id)).statusCode).toBe(403);
    expect((await list('admin', 'me')).statusCode).toBe(400);
  });
});

describe('a loan by its id', () => {
  it('opens for those who may see it and for nobody else', async () => {
    const stranger = new Set<PersonName>([
      'manager2',
      'collector2',
      'collector3',
      'fieldagent2',
      'customerOfY',
    ]);
    const statuses = await Promise.all(
      personNames.map(async (as) => {
        const answer = await server.call('GET', `/loans/id/${ofManager}`, { as });
        return [as, answer.statusCode];
      }),
    );
    expect(statuses).toEqual(personNames.map((as) => [as, stranger.has(as) ? 404 : 200]));
    expect((await server.call('GET', `/loans/id/${newId()}`, { as: 'admin' })).statusCode).toBe(
      404,
    );
    expect((await server.call('GET', '/loans/id/1', { as: 'admin' })).statusCode).toBe(400);
  });

  it("carries the lender's other columns, and phones only to those who call", async () => {
    expect(await ofManagerSeenBy('collector')).toMatchObject({
      Mobile_Number: '9876501234',
      otherColumns: { 'Ref phone': '9876500001', Zone: 'West' },
    });
    expect(await ofManagerSeenBy('customer')).toMatchObject({
      Mobile_Number: '••••••1234',
      otherColumns: { 'Ref phone': '••••••0001', Zone: 'West' },
    });
  });
});

describe('active loans', () => {
  it("come with each loan's newest disposition, by its day in the business time zone", async () => {
    const { people, db } = server;
    // 00:30 on the 11th in India is still the 10th in UTC.
    const recorded = ['2026-03-09T10:00:00Z', '2026-03-10T19:00:00Z'];
    for (const recordedAt of recorded)
      await db.insert(dispositions).values({
        id: newId(),
        loanId: ofManager,
        channel: 'CALL',
        agentId: people.collector.id,
        managerId: people.manager.id,
        code: 'RINGING',
        dispositionClass: 'NOT_CONTACTED',
        recordedAt,
      });
    await db.execute(
      `update loans set disposition = 'RINGING', disposition_at = '${recorded[1]}' where id = '${ofManager}'`,
    );
    const list = async (query: Record<string, string>) =>
      (await server.call('GET', '/loans/active/loans', { as: 'collector', query })).json();
    expect(await list({})).toMatchObject({
      totalCount: 1,
      loans: [{ _id: ofManager, disposition: 'RINGING' }],
      dispositions: [{ loanId: ofManager, disCreatedAt: '2026-03-10T19:00:00.000Z' }],
    });
    expect(await list({ gte: '11-03-2026', lte: '11-03-2026' })).toMatchObject({ totalCount: 1 });
    expect(await list({ gte: '10-03-2026', lte: '10-03-2026' })).toMatchObject({
      totalCount: 0,
      loans: [],
      dispositions: [],
    });
    expect(await list({ disposition: 'NONE' })).toMatchObject({ totalCount: 0 });
  });

  it('are those of the caller, or of one of its people', async () => {
    const { people } = server;
    const list = (as: PersonName, query: Record<string, string> = {}) =>
      server.call('GET', '/loans/active/loans', { as, query });
    expect((await list('collector2')).json()).toMatchObject({ totalCount: 0 });
    const collectorId = people.collector.id;
    expect((await list('manager', { collectorId })).json()).toMatchObject({ totalCount: 1 });
    expect((await list('collector2', { collectorId })).statusCode).toBe(403);
    expect((await list('manager2', { collectorId })).statusCode).toBe(403);
    expect((await list('admin')).statusCode).toBe(403);
    const headers = { collectorid: people.collector3.id };
    const claimed = await server.call('GET', '/loans/active/loans', { as: 'collector', headers });
    expect(claimed.statusCode).toBe(403);
  });
});

describe('what the filters offer', () => {
  it('is distinct, sorted, and only of what the caller may see', async () => {
    expect(await offersTo('admin')).toEqual({
      clients: ['Xenon Finance', 'Yarrow Bank'],
      buckets: ['1', '2'],
      cities: ['Pune', 'Salem'],
      products: ['Gold loan'],
    });
    expect(await offersTo('manager2')).toMatchObject({
      clients: ['Yarrow Bank'],
      cities: ['Salem'],
    });
    expect(await offersTo('collector2')).toMatchObject({ clients: [], buckets: [] });
  });

  it('names lenders for choosing one', async () => {
    const names = async (as: PersonName) =>
      (await server.call('GET', '/clients/names', { as }))
        .json<{ data: { Client_Name: string }[] }>()
        .data.map((client) => client.Client_Name);
    expect(await names('admin')).toEqual(['Xenon Finance', 'Yarrow Bank']);
    expect(await names('manager2')).toEqual(['Yarrow Bank']);
    expect(await names('clientadmin')).toEqual(['Xenon Finance']);
    expect((await server.call('GET', '/clients/names', { as: 'customer' })).statusCode).toBe(403);
  });
});
