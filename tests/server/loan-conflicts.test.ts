import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { LoanConflict } from '../../contract/loan-conflict.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { ago } from '../support/work.ts';

const server = testServer();

const edit = (loanId: string, changes: object, as: PersonName, revision = 1) =>
  server.call('PUT', '/loans/edit', { as, body: { _id: loanId, revision, changes } });

/** A loan of both agents of the first manager: the collector changed the city first, the field agent offers another. */
async function loanInConflict(offered: Record<string, string> = { City: 'Nagpur' }) {
  const loanId = await server.addLoan({
    collectorId: server.people.collector.id,
    managerId: server.people.manager.id,
    fieldAgentId: server.people.fieldagent.id,
    city: 'Pune',
    pincode: '411001',
  });
  await edit(loanId, { City: 'Nashik', Pincode: '422001' }, 'collector');
  await edit(loanId, offered, 'fieldagent');
  return loanId;
}

async function conflictsOf(loanId: string, as: PersonName = 'admin'): Promise<LoanConflict[]> {
  const answer = await server.call('GET', '/loan-conflicts', { as, query: { pageSize: '200' } });
  return answer.json<{ data: LoanConflict[] }>().data.filter((each) => each.loanId === loanId);
}

async function onlyConflict(loanId: string): Promise<LoanConflict> {
  const [found, ...others] = await conflictsOf(loanId);
  if (!found || others.length > 0) throw new Error('There is not exactly one conflict.');
  return found;
}

const settle = (
  { _id, stands }: Pick<LoanConflict, '_id' | 'stands'>,
  takes: 'STANDING' | 'OFFERED',
  as: PersonName = 'manager',
) => server.call('POST', '/loan-conflicts/settle', { as, body: { _id, takes, stands } });

const search = async (query: Record<string, string>) =>
  (await server.call('GET', '/loan-conflicts', { as: 'manager', query })).json<{
    data: LoanConflict[];
    totalCount: number;
  }>();

const loanNow = async (id: string): Promise<LoanDetail> =>
  (await server.call('GET', `/loans/id/${id}`, { as: 'admin' })).json();

describe('conflicts of corrections', () => {
  it('are listed with both values, who stands behind each and since when', async () => {
    const loanId = await loanInConflict();
    const found = await onlyConflict(loanId);
    expect(found).toMatchObject({
      Customer_Name: 'Asha Verma',
      Client_Name: server.clients.X.name,
      field: 'City',
      stands: 'Nashik',
      standsBy: 'Test collector',
      offered: 'Nagpur',
      offeredBy: { _id: server.people.fieldagent.id, name: 'Test fieldagent' },
    });
    expect(Date.now() - new Date(found.standsSince ?? 0).getTime()).toBeLessThan(60_000);
    expect(found.offeredAt >= (found.standsSince ?? '')).toBe(true);
  });

  it('are kept too when an edit names a revision that the loan never had', async () => {
    const loanId = await loanInConflict({ Pincode: '440001' });
    await edit(loanId, { City: 'Nagpur' }, 'fieldagent', 999_999);
    expect((await loanNow(loanId)).City).toBe('Nashik');
    expect((await conflictsOf(loanId)).map(({ offered }) => offered)).toContain('Nagpur');
  });

  it('name nobody for a value that an import brought, and the emptying of a field as the empty text', async () => {
    const loanId = await loanInConflict({ Pincode: '' });
    await server.db.execute(sql`update loans set pincode = '431001' where id = ${loanId}`);
    const found = await onlyConflict(loanId);
    expect(found).toMatchObject({ stands: '431001', standsBy: null, offered: '' });
    expect((await settle(found, 'OFFERED')).json()).toMatchObject({ value: null });
    expect(await loanNow(loanId)).toMatchObject({ Pincode: null });
  });

  it('are found by loan, borrower and agent, page by page, the oldest first', async () => {
    const fresh = [await loanInConflict(), await loanInConflict(), await loanInConflict()];
    const { Loan_ID } = await loanNow(fresh[1] ?? '');
    expect((await search({ search: Loan_ID.toLowerCase() })).data).toMatchObject([{ Loan_ID }]);
    expect((await search({ search: 'test FIELDAGENT' })).totalCount).toBeGreaterThanOrEqual(3);
    expect((await search({ search: '%' })).totalCount).toBe(0);
    const all = (await search({ pageSize: '200' })).data.map(({ _id }) => _id);
    const second = await search({ pageSize: '1', page: '2' });
    expect(second.data.map(({ _id }) => _id)).toEqual(all.slice(1, 2));
    expect(all.slice(-3)).toEqual(
      (await Promise.all(fresh.map((loanId) => onlyConflict(loanId)))).map(({ _id }) => _id),
    );
  });

  it('are for those who may see the loan', async () => {
    const loanId = await loanInConflict();
    const found = await onlyConflict(loanId);
    expect(await conflictsOf(loanId, 'manager')).toEqual([found]);
    expect(await conflictsOf(loanId, 'superadmin')).toEqual([found]);
    expect(await conflictsOf(loanId, 'manager2')).toEqual([]);
    expect((await settle(found, 'OFFERED', 'manager2')).statusCode).toBe(404);
    expect((await settle({ ...found, _id: newId() }, 'OFFERED')).statusCode).toBe(404);
    for (const as of ['collector', 'fieldagent', 'partner', 'clientadmin', 'customer'] as const) {
      expect((await settle(found, 'OFFERED', as)).statusCode, as).toBe(403);
      expect((await server.call('GET', '/loan-conflicts', { as })).statusCode, as).toBe(403);
    }
    expect(await onlyConflict(loanId)).toEqual(found);
  });
});

describe('settling a conflict', () => {
  it('takes the offered value as a correction of the settler, which the pulls bring', async () => {
    const loanId = await loanInConflict();
    const found = await onlyConflict(loanId);
    const before = await loanNow(loanId);
    expect((await settle(found, 'OFFERED')).json()).toEqual({
      _id: found._id,
      field: 'City',
      value: 'Nagpur',
    });
    expect(await loanNow(loanId)).toMatchObject({ City: 'Nagpur', revision: before.revision + 1 });
    const changes = await server.db
      .execute(sql`select old_value, new_value, changed_by from loan_changes
      where loan_id = ${loanId} and field = 'City' and not is_conflict order by revision desc limit 1`);
    const by = server.people.manager.id;
    expect(changes.rows).toEqual([{ old_value: 'Nashik', new_value: 'Nagpur', changed_by: by }]);
    const settled = await server.db.execute(
      sql`select settled_by, is_taken, settled_at is not null as is_settled from loan_changes where id = ${found._id}`,
    );
    expect(settled.rows).toEqual([{ settled_by: by, is_taken: true, is_settled: true }]);
    expect(await conflictsOf(loanId)).toEqual([]);
    const audit = await server.db.execute(sql`select actor_id, details from audit_log
      where action = 'loan.settle-conflict' and entity_id = ${loanId}`);
    expect(audit.rows).toMatchObject([
      { actor_id: by, details: { field: 'City', takes: 'OFFERED' } },
    ]);
  });

  it('keeps the standing value without touching the loan', async () => {
    const loanId = await loanInConflict();
    const found = await onlyConflict(loanId);
    const before = await loanNow(loanId);
    expect((await settle(found, 'STANDING', 'admin')).json()).toMatchObject({ value: 'Nashik' });
    expect(await loanNow(loanId)).toEqual(before);
    expect(await conflictsOf(loanId)).toEqual([]);
  });

  it('happens once: of several at the same moment one wins', async () => {
    const loanId = await loanInConflict();
    const found = await onlyConflict(loanId);
    const answers = await Promise.all(
      (['OFFERED', 'STANDING', 'OFFERED', 'STANDING'] as const).map((takes, at) =>
        settle(found, takes, at % 2 === 0 ? 'manager' : 'admin'),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
    const won = answers.find(({ statusCode }) => statusCode === 200);
    expect(await loanNow(loanId)).toMatchObject({ City: won?.json<{ value: string }>().value });
    const repeated = await settle(found, 'STANDING');
    expect(repeated.json()).toMatchObject({ code: 'ALREADY_SETTLED' });
  });

  it('refuses a decision on a value that stands no longer', async () => {
    const loanId = await loanInConflict();
    const found = await onlyConflict(loanId);
    await edit(loanId, { City: 'Satara' }, 'collector', 99);
    for (const takes of ['OFFERED', 'STANDING'] as const) {
      const refused = await settle(found, takes);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'CHANGED_MEANWHILE',
        details: { stands: 'Satara' },
      });
    }
    const now = await onlyConflict(loanId);
    expect(now).toMatchObject({ stands: 'Satara', offered: 'Nagpur' });
    expect((await settle(now, 'OFFERED')).statusCode).toBe(200);
  });

  it('leaves other offers for the same field open, against what stands then', async () => {
    const loanId = await loanInConflict({ City: 'Nagpur', Pincode: '440001' });
    await edit(loanId, { City: 'Wardha' }, 'manager');
    const cities = (await conflictsOf(loanId)).filter(({ field }) => field === 'City');
    expect(cities.map(({ offered }) => offered)).toEqual(['Nagpur', 'Wardha']);
    const [first, second] = cities;
    if (!first || !second) throw new Error('There are two offers.');
    await settle(first, 'OFFERED');
    expect((await settle(second, 'STANDING')).json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const left = await conflictsOf(loanId);
    expect(left).toMatchObject([
      { field: 'Pincode', stands: '422001', offered: '440001' },
      { field: 'City', stands: 'Nagpur', standsBy: 'Test manager', offered: 'Wardha' },
    ]);
  });

  it('reaches the phone of the agent by its next pull', async () => {
    const loanId = await loanInConflict();
    const phone = await registerTestDevice(server, 'fieldagent');
    await server.db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind)
      values (${newId()}, ${loanId}, ${server.people.fieldagent.id}, 'FIELD')`);
    const pull = async (cursor?: string) =>
      (
        await server.call('GET', '/device/pull', {
          as: 'fieldagent',
          query: { deviceId: phone.grant.deviceId, limit: '500', ...(cursor ? { cursor } : {}) },
        })
      ).json<{ cursor: string; loans: { loan: LoanDetail }[] }>();
    const { cursor } = await pull();
    await settle(await onlyConflict(loanId), 'OFFERED');
    // A pull stops before the oldest transaction that runs, be it of another test's database of the same cluster.
    const citiesPulled = async () =>
      (await pull(cursor)).loans.map(({ loan }) => [loan._id, loan.City]);
    await expect.poll(citiesPulled).toEqual([[loanId, 'Nagpur']]);
  });
});

/**
 * Each list is what one phone kept, all of it on the loan's first revision: minutes ago and city. They deliver in the
 * order in which they stand.
 */
async function delivered(...phones: (readonly [minutesAgo: number, city: string])[][]) {
  const { id: agentId } = server.people.fieldagent;
  const managerId = server.people.manager.id;
  const loanId = await server.addLoan({ fieldAgentId: agentId, managerId, city: 'Pune' });
  await server.db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_at)
    values (${newId()}, ${loanId}, ${agentId}, 'FIELD', now() - interval '30 days')`);
  for (const kept of phones) {
    const phone = await registerTestDevice(server, 'fieldagent');
    const sealed = [];
    for (const [minutes, City] of kept) {
      const body = { _id: loanId, revision: 1, changes: { City } };
      sealed.push(await phone.seal({ call: 'editLoan', loanId, body, savedAt: ago(minutes) }));
    }
    const receipts = await phone.deliver(sealed);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(kept.map(() => 'DONE'));
  }
  const offers = (await conflictsOf(loanId)).map(({ offered }) => offered);
  return { city: (await loanNow(loanId)).City, offers };
}

describe('corrections that one agent made on phones without a network', () => {
  it('end with the one that was made last, whichever phone delivers last; an older one is kept for a manager', async () => {
    const older: [number, string][] = [[180, 'Nagpur']];
    const newer: [number, string][] = [[60, 'Nashik']];
    expect(await delivered(newer, older)).toEqual({ city: 'Nashik', offers: ['Nagpur'] });
    expect(await delivered(older, newer)).toEqual({ city: 'Nashik', offers: [] });
  });

  it('end with the last one of a phone whose list was never renewed between them', async () => {
    const kept: [number, string][] = [
      [90, 'Nagpur'],
      [80, 'Nashik'],
    ];
    expect(await delivered(kept)).toEqual({ city: 'Nashik', offers: [] });
  });
});
