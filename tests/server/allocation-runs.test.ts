import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/ids.ts';
import { runSupport } from '../support/allocation-runs.ts';
import { loanHolders } from '../support/people.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
let runs: ReturnType<typeof runSupport>;

beforeAll(() => {
  runs = runSupport(server);
});

afterEach(async () => runs.clear());

describe('sharing loans out', () => {
  it('gives everybody the same number of loans, give or take one', async () => {
    await runs.addLoans(11, (n) => ({ totalDueAmount: 1000 + n }));
    const done = await runs.carriedOut({ assigneeIds: runs.team() });
    expect(done).toMatchObject({ sharedOut: 11, leftOver: 0, changedLoans: 0, totalLoans: 11 });
    const loans = Object.values(await runs.held()).map((each) => each.loans);
    expect(loans.toSorted((one, other) => one - other)).toEqual([5, 6]);
  });

  it('gives everybody the same amount, apart by no more than one small loan', async () => {
    await runs.addLoans(40, (n) => ({ totalDueAmount: 1000 + ((n * 7919) % 90_000) }));
    await runs.carriedOut({ assigneeIds: runs.team(), spread: 'EQUAL_AMOUNT' });
    const dues = Object.values(await runs.held()).map((each) => each.due);
    expect(dues).toHaveLength(2);
    expect(Math.abs((dues[0] ?? 0) - (dues[1] ?? 0))).toBeLessThan(9_000);
  });

  it('gives nobody more than there is room for, counting what they have, and says what is left over', async () => {
    await runs.setSkills('collector', { capacity: 3 });
    await runs.setSkills('collector2', { capacity: 4 });
    await runs.addLoans(2, () => ({ collectorId: runs.idOf('collector') }));
    await runs.addLoans(9);
    const done = await runs.carriedOut({ assigneeIds: runs.team() });
    expect(done).toMatchObject({ sharedOut: 5, leftOver: 4 });
    expect(done.summary?.left).toEqual([{ reason: 'NO_ROOM', loans: 4, due: 20_000 }]);
    const now = await runs.held();
    expect(now[runs.idOf('collector')]?.loans).toBe(3);
    expect(now[runs.idOf('collector2')]?.loans).toBe(4);
  });

  it('spreads by capacity: everybody is equally full', async () => {
    await runs.setSkills('collector', { capacity: 20 });
    await runs.setSkills('collector2', { capacity: 10 });
    await runs.addLoans(15);
    await runs.carriedOut({ assigneeIds: runs.team(), spread: 'CAPACITY' });
    const now = await runs.held();
    expect(now[runs.idOf('collector')]?.loans).toBe(10);
    expect(now[runs.idOf('collector2')]?.loans).toBe(5);
  });

  it('gives the largest dues out first when there is not room for all', async () => {
    await runs.setSkills('collector', { capacity: 2 });
    await runs.addLoans(5, (n) => ({ totalDueAmount: (n + 1) * 100 }));
    for (const spread of ['EQUAL_COUNT', 'EQUAL_AMOUNT']) {
      const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')], spread });
      expect(plan.summary?.given).toEqual([{ reason: spread, loans: 2, due: 900 }]);
    }
  });

  it('goes by the sorting rule of the lender', async () => {
    await server.db.execute(sql`insert into sorting_rules (id, client_id, keys) values
      (${newId()}, ${server.clients.X.id}, '[{"field":"DPD","isDescending":false}]')`);
    await runs.setSkills('collector', { capacity: 1 });
    await runs.addLoans(3, (n) => ({ dpd: 30 - n, totalDueAmount: 9000 - n }));
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    expect(plan.summary?.given).toEqual([{ reason: 'EQUAL_COUNT', loans: 1, due: 8998 }]);
  });

  it('gives a loan to who had it last, when there is room', async () => {
    const loans = await runs.addLoans(4);
    const assign = async (collectorId: string | null) =>
      server.call('PUT', '/loans/assign/collector', {
        as: 'admin',
        body: loans.map((_id) => ({ _id, collectorId })),
      });
    await assign(runs.idOf('collector2'));
    await assign(null);
    const plan = await runs.planned({ assigneeIds: runs.team(), isSticky: true });
    expect(plan.summary?.given).toEqual([{ reason: 'STICKY', loans: 4, due: 20_000 }]);
    await runs.setSkills('collector2', { capacity: 3 });
    const full = await runs.carriedOut({ assigneeIds: runs.team(), isSticky: true });
    expect(full.summary?.given.map(({ reason, loans: count }) => [reason, count])).toEqual([
      ['STICKY', 3],
      ['EQUAL_COUNT', 1],
    ]);
  });

  it('sends field agents where they are near: their own pincode, then the longest same beginning', async () => {
    await runs.setSkills('fieldagent', { pincodes: ['411001', '4220'] });
    await runs.setSkills('fieldagent2', { pincodes: ['411002', '500'] });
    const loans = await runs.addLoans(4, (n) => ({
      pincode: ['411001', '422099', '411009', '500001'][n],
      totalDueAmount: 1000 - n,
    }));
    await runs.carriedOut({ kind: 'FIELD', prefersNear: true });
    const who = await Promise.all(
      loans.map(async (id) => (await loanHolders(server, id))?.field_agent_id),
    );
    expect([who[0], who[1], who[3]]).toEqual([
      runs.idOf('fieldagent'),
      runs.idOf('fieldagent'),
      runs.idOf('fieldagent2'),
    ]);
    // Both have "41100" in common with it: the one with less gets it.
    expect(who[2]).toBe(runs.idOf('fieldagent2'));
  });

  it('keeps a manager’s loans with that manager’s people', async () => {
    await runs.addLoans(2, () => ({ managerId: runs.idOf('manager') }));
    await runs.addLoans(2, () => ({ managerId: runs.idOf('manager2') }));
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector3')] });
    expect(plan).toMatchObject({ sharedOut: 2, leftOver: 2 });
    expect(plan.summary?.left).toEqual([{ reason: 'NOT_ALLOWED', loans: 2, due: 10_000 }]);
  });

  it('shares among managers, and agents of another manager lose the loan', async () => {
    const [loan = ''] = await runs.addLoans(1, () => ({
      managerId: runs.idOf('manager'),
      collectorId: runs.idOf('collector'),
    }));
    await runs.carriedOut({
      kind: 'MANAGER',
      takesOver: true,
      assigneeIds: [runs.idOf('manager2')],
    });
    expect(await loanHolders(server, loan)).toMatchObject({
      manager_id: runs.idOf('manager2'),
      collector_id: null,
    });
  });

  it('leaves what somebody has, unless it is to take over; then nobody gets too much and what stays is no move', async () => {
    await runs.addLoans(6, () => ({ collectorId: runs.idOf('collector') }));
    expect(await runs.planned({ assigneeIds: runs.team() })).toMatchObject({
      totalLoans: 0,
      sharedOut: 0,
    });
    await runs.setSkills('collector2', { capacity: 3 });
    const done = await runs.carriedOut({ assigneeIds: runs.team(), takesOver: true });
    expect(done.sharedOut).toBe(3);
    expect(done.summary?.left).toEqual([{ reason: 'STAYS', loans: 3, due: 15_000 }]);
    const now = await runs.held();
    expect(now[runs.idOf('collector')]?.loans).toBe(3);
    expect(now[runs.idOf('collector2')]?.loans).toBe(3);
  });

  it('says before the confirmation what each person has, gets and gives up, and shows the loans', async () => {
    await runs.addLoans(2, () => ({ collectorId: runs.idOf('collector') }));
    const [loan] = await runs.addLoans(1, () => ({ totalDueAmount: 700 }));
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    expect(plan.summary?.agents.find((agent) => agent._id === runs.idOf('collector'))).toEqual({
      _id: runs.idOf('collector'),
      fullName: 'Test collector',
      capacity: null,
      nowLoans: 2,
      nowDue: 10_000,
      getsLoans: 1,
      getsDue: 700,
      givesUpLoans: 0,
      givesUpDue: 0,
    });
    const page = await runs.ask(
      'GET',
      `/${plan._id}/loans?assigneeId=${runs.idOf('collector')}`,
      'admin',
    );
    expect(page.body).toMatchObject({
      totalCount: 1,
      data: [{ _id: loan, reason: 'EQUAL_COUNT', assigneeName: 'Test collector' }],
    });
    expect(await runs.held()).toEqual({ [runs.idOf('collector')]: { loans: 2, due: 10_000 } });
  });
});

const inCities = (...values: string[]) => ({
  conditions: [{ field: 'City', is: 'in', values }],
});

describe('sharing loans out by rules', () => {
  it('tries the rules in their order; what one has no room for goes on to the next, then to the rest', async () => {
    await runs.setSkills('collector', { capacity: 2 });
    const first = await runs.addRule(1, 'Pune', {
      ...inCities('Pune'),
      assigneeIds: [runs.idOf('collector')],
    });
    const second = await runs.addRule(2, 'West', {
      ...inCities('Pune', 'Nashik'),
      assigneeIds: [runs.idOf('collector2')],
    });
    await runs.addLoans(3, () => ({ city: 'Pune' }));
    await runs.addLoans(2, () => ({ city: 'Nashik' }));
    await runs.addLoans(1, () => ({ city: 'Delhi' }));
    const done = await runs.carriedOut({ usesRules: true, assigneeIds: [runs.idOf('collector3')] });
    expect(done).toMatchObject({ takenByRules: 5, sharedOut: 1, leftOver: 0 });
    expect(done.summary?.rules.map(({ _id, loans }) => [_id, loans])).toEqual([
      [first, 2],
      [second, 3],
      [null, 1],
    ]);
    const now = await runs.held();
    expect(now[runs.idOf('collector')]?.loans).toBe(2);
    expect(now[runs.idOf('collector2')]?.loans).toBe(3);
    expect(now[runs.idOf('collector3')]?.loans).toBe(1);
  });

  it('leaves what no rule takes when only the rules share out', async () => {
    await runs.setSkills('collector', { capacity: 1 });
    await runs.addRule(1, 'Pune', {
      conditions: [{ field: 'City', is: 'in', values: ['Pune'] }],
      assigneeIds: [runs.idOf('collector')],
    });
    await runs.addLoans(2, () => ({ city: 'Pune' }));
    await runs.addLoans(2, () => ({ city: 'Delhi' }));
    const done = await runs.carriedOut({ onlyRules: true });
    expect(done).toMatchObject({ takenByRules: 1, sharedOut: 0, leftOver: 3 });
    expect(done.summary?.left.map(({ reason, loans }) => [reason, loans])).toEqual([
      ['NO_ROOM', 1],
      ['NO_RULE', 2],
    ]);
  });
});

describe('two who decide on one run', () => {
  it('takes nothing back of a plan that gave nothing out, and says so', async () => {
    await runs.addLoans(1);
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    const refused = async () => (await runs.ask('PUT', `/${plan._id}/undo`, 'admin')).body.code;
    expect(await refused()).toBe('NOT_GIVEN_OUT');
    await runs.ask('PUT', `/${plan._id}/cancel`, 'admin');
    expect(await refused()).toBe('NOT_GIVEN_OUT');
  });

  it('says while it waits how much of it another plan made out of date', async () => {
    await runs.addLoans(3);
    const [first, second] = [
      await runs.planned({ assigneeIds: [runs.idOf('collector')] }),
      await runs.planned({ assigneeIds: [runs.idOf('collector2')] }),
    ];
    expect(second.changedSince).toBe(0);
    await runs.ask('PUT', `/${first._id}/confirm`, 'admin');
    expect((await runs.settled(first._id, 'admin', 'DONE')).changedSince).toBe(0);
    expect((await runs.settled(second._id, 'admin', 'PLANNED')).changedSince).toBe(3);
  });

  it('tells who decides second what the first decided', async () => {
    await runs.setSkills('collector', { capacity: 9 });
    await runs.addLoans(1);
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    const twice = async (what: string) =>
      Promise.all([1, 2].map(async () => runs.ask('PUT', `/${plan._id}/${what}`, 'admin')));
    const second = async (what: string) =>
      (await twice(what)).filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(await second('confirm')).toEqual(['NOT_PLANNED']);
    await runs.settled(plan._id, 'admin', 'DONE');
    expect(await second('undo')).toEqual(['NOT_PLANNED']);
    await runs.settled(plan._id, 'admin', 'UNDONE');
    expect(await second('undo')).toEqual(['NOT_PLANNED', 'NOT_PLANNED']);
  });
});
