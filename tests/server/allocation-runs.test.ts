import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  AllocationRun,
  AllocationRunDetail,
  RunLoan,
  RunState,
} from '../../contract/allocation-run.ts';
import { carryOutRun } from '../../server/allocation-runs/run-applying.ts';
import { newId } from '../../server/ids.ts';
import { addCollector, holdersSoFar, loanHolders } from '../support/people.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => server.close());

/** Every test has a book of its own. */
afterEach(async () => {
  const { db } = server;
  await db.execute(sql`truncate allocation_runs, allocation_run_loans, allocation_rules, sorting_rules, agent_skills,
    allocations, loan_search, loan_changes, notifications, loan_closures cascade`);
  await db.execute(sql`delete from loans`);
});

const idOf = (name: PersonName) => server.people[name].id;

async function ask<Answer = AllocationRunDetail>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  as: PersonName,
  body?: object,
) {
  const answer = await server.call(method, `/loans/allocation-runs${path}`, {
    as,
    ...(body && { body }),
  });
  return { status: answer.statusCode, body: answer.json<Answer>() };
}

async function settled(id: string, as: PersonName, state: RunState): Promise<AllocationRunDetail> {
  await expect
    .poll(async () => (await ask('GET', `/${id}`, as)).body.state, { timeout: 20_000 })
    .toBe(state);
  return (await ask('GET', `/${id}`, as)).body;
}

async function planned(spec: object, as: PersonName = 'admin'): Promise<AllocationRunDetail> {
  const made = await ask<AllocationRun>('POST', '', as, { kind: 'COLLECTOR', ...spec });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return settled(made.body._id, as, 'PLANNED');
}

async function carriedOut(spec: object, as: PersonName = 'admin'): Promise<AllocationRunDetail> {
  const { _id } = await planned(spec, as);
  expect((await ask('PUT', `/${_id}/confirm`, as)).status).toBe(200);
  return settled(_id, as, 'DONE');
}

async function addLoans(count: number, fields: (n: number) => object = () => ({})) {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await server.addLoan(fields(n)));
  return ids;
}

/** How many loans, and how much due, each collector has. */
async function held(): Promise<Record<string, { loans: number; due: number }>> {
  const { rows } = await server.db.execute<{ id: string; loans: number; due: number }>(sql`
    select collector_id as id, count(*)::int as loans, sum(total_due_amount)::int as due from loans
    where collector_id is not null group by 1`);
  return Object.fromEntries(rows.map(({ id, loans, due }) => [id, { loans, due }]));
}

const team = () => [idOf('collector'), idOf('collector2')];

async function setSkills(name: PersonName, skills: { capacity?: number; pincodes?: string[] }) {
  await server.db
    .execute(sql`insert into agent_skills (user_id, capacity, pincodes) values (${idOf(name)}, ${skills.capacity ?? null},
      ${sql.param(skills.pincodes ?? [])}::text[])`);
}

async function addRule(position: number, name: string, spec: object) {
  const id = newId();
  const whole = {
    conditions: [],
    kind: 'COLLECTOR',
    assigneeIds: [],
    spread: 'EQUAL_COUNT',
    isSticky: false,
    matchesSkills: false,
    ...spec,
  };
  await server.db.execute(sql`insert into allocation_rules (id, name, position, spec)
    values (${id}, ${name}, ${position}, ${JSON.stringify(whole)}::jsonb)`);
  return id;
}

describe('sharing loans out', () => {
  it('gives everybody the same number of loans, give or take one', async () => {
    await addLoans(11, (n) => ({ totalDueAmount: 1000 + n }));
    const done = await carriedOut({ assigneeIds: team() });
    expect(done).toMatchObject({ sharedOut: 11, leftOver: 0, changedLoans: 0, totalLoans: 11 });
    const loans = Object.values(await held()).map((each) => each.loans);
    expect(loans.sort()).toEqual([5, 6]);
  });

  it('gives everybody the same amount, apart by no more than one small loan', async () => {
    await addLoans(40, (n) => ({ totalDueAmount: 1000 + ((n * 7919) % 90_000) }));
    await carriedOut({ assigneeIds: team(), spread: 'EQUAL_AMOUNT' });
    const dues = Object.values(await held()).map((each) => each.due);
    expect(dues).toHaveLength(2);
    expect(Math.abs((dues[0] ?? 0) - (dues[1] ?? 0))).toBeLessThan(9_000);
  });

  it('gives nobody more than there is room for, counting what they have, and says what is left over', async () => {
    await setSkills('collector', { capacity: 3 });
    await setSkills('collector2', { capacity: 4 });
    await addLoans(2, () => ({ collectorId: idOf('collector') }));
    await addLoans(9);
    const done = await carriedOut({ assigneeIds: team() });
    expect(done).toMatchObject({ sharedOut: 5, leftOver: 4 });
    expect(done.summary?.left).toEqual([{ reason: 'NO_ROOM', loans: 4, due: 20_000 }]);
    const now = await held();
    expect(now[idOf('collector')]?.loans).toBe(3);
    expect(now[idOf('collector2')]?.loans).toBe(4);
  });

  it('spreads by capacity: everybody is equally full', async () => {
    await setSkills('collector', { capacity: 20 });
    await setSkills('collector2', { capacity: 10 });
    await addLoans(15);
    await carriedOut({ assigneeIds: team(), spread: 'CAPACITY' });
    const now = await held();
    expect(now[idOf('collector')]?.loans).toBe(10);
    expect(now[idOf('collector2')]?.loans).toBe(5);
  });

  it('gives the largest dues out first when there is not room for all', async () => {
    await setSkills('collector', { capacity: 2 });
    await addLoans(5, (n) => ({ totalDueAmount: (n + 1) * 100 }));
    for (const spread of ['EQUAL_COUNT', 'EQUAL_AMOUNT']) {
      const plan = await planned({ assigneeIds: [idOf('collector')], spread });
      expect(plan.summary?.given).toEqual([{ reason: spread, loans: 2, due: 900 }]);
    }
  });

  it('goes by the sorting rule of the lender', async () => {
    await server.db.execute(sql`insert into sorting_rules (id, client_id, keys) values
      (${newId()}, ${server.clients.X.id}, '[{"field":"DPD","isDescending":false}]')`);
    await setSkills('collector', { capacity: 1 });
    await addLoans(3, (n) => ({ dpd: 30 - n, totalDueAmount: 9000 - n }));
    const plan = await planned({ assigneeIds: [idOf('collector')] });
    expect(plan.summary?.given).toEqual([{ reason: 'EQUAL_COUNT', loans: 1, due: 8998 }]);
  });

  it('gives a loan to who had it last, when there is room', async () => {
    const loans = await addLoans(4);
    const assign = async (collectorId: string | null) =>
      server.call('PUT', '/loans/assign/collector', {
        as: 'admin',
        body: loans.map((_id) => ({ _id, collectorId })),
      });
    await assign(idOf('collector2'));
    await assign(null);
    const plan = await planned({ assigneeIds: team(), isSticky: true });
    expect(plan.summary?.given).toEqual([{ reason: 'STICKY', loans: 4, due: 20_000 }]);
    await setSkills('collector2', { capacity: 3 });
    const full = await carriedOut({ assigneeIds: team(), isSticky: true });
    expect(full.summary?.given.map(({ reason, loans: count }) => [reason, count])).toEqual([
      ['STICKY', 3],
      ['EQUAL_COUNT', 1],
    ]);
  });

  it('sends field agents where they are near: their own pincode, then the longest same beginning', async () => {
    await setSkills('fieldagent', { pincodes: ['411001', '4220'] });
    await setSkills('fieldagent2', { pincodes: ['411002', '500'] });
    const loans = await addLoans(4, (n) => ({
      pincode: ['411001', '422099', '411009', '500001'][n],
      totalDueAmount: 1000 - n,
    }));
    await carriedOut({ kind: 'FIELD', prefersNear: true });
    const who = await Promise.all(
      loans.map(async (id) => (await loanHolders(server, id))?.field_agent_id),
    );
    expect([who[0], who[1], who[3]]).toEqual([
      idOf('fieldagent'),
      idOf('fieldagent'),
      idOf('fieldagent2'),
    ]);
    // Both have "41100" in common with it: the one with less gets it.
    expect(who[2]).toBe(idOf('fieldagent2'));
  });

  it('keeps a manager’s loans with that manager’s people', async () => {
    await addLoans(2, () => ({ managerId: idOf('manager') }));
    await addLoans(2, () => ({ managerId: idOf('manager2') }));
    const plan = await planned({ assigneeIds: [idOf('collector3')] });
    expect(plan).toMatchObject({ sharedOut: 2, leftOver: 2 });
    expect(plan.summary?.left).toEqual([{ reason: 'NOT_ALLOWED', loans: 2, due: 10_000 }]);
  });

  it('shares among managers, and agents of another manager lose the loan', async () => {
    const [loan = ''] = await addLoans(1, () => ({
      managerId: idOf('manager'),
      collectorId: idOf('collector'),
    }));
    await carriedOut({ kind: 'MANAGER', takesOver: true, assigneeIds: [idOf('manager2')] });
    expect(await loanHolders(server, loan)).toMatchObject({
      manager_id: idOf('manager2'),
      collector_id: null,
    });
  });

  it('leaves what somebody has, unless it is to take over; then nobody gets too much and what stays is no move', async () => {
    await addLoans(6, () => ({ collectorId: idOf('collector') }));
    expect(await planned({ assigneeIds: team() })).toMatchObject({ totalLoans: 0, sharedOut: 0 });
    await setSkills('collector2', { capacity: 3 });
    const done = await carriedOut({ assigneeIds: team(), takesOver: true });
    expect(done.sharedOut).toBe(3);
    expect(done.summary?.left).toEqual([{ reason: 'STAYS', loans: 3, due: 15_000 }]);
    const now = await held();
    expect(now[idOf('collector')]?.loans).toBe(3);
    expect(now[idOf('collector2')]?.loans).toBe(3);
  });

  it('says before the confirmation what each person has, gets and gives up, and shows the loans', async () => {
    await addLoans(2, () => ({ collectorId: idOf('collector') }));
    const [loan] = await addLoans(1, () => ({ totalDueAmount: 700 }));
    const plan = await planned({ assigneeIds: [idOf('collector')] });
    expect(plan.summary?.agents.find((agent) => agent._id === idOf('collector'))).toEqual({
      _id: idOf('collector'),
      fullName: 'Test collector',
      capacity: null,
      nowLoans: 2,
      nowDue: 10_000,
      getsLoans: 1,
      getsDue: 700,
      givesUpLoans: 0,
      givesUpDue: 0,
    });
    const page = await ask<{ data: RunLoan[]; totalCount: number }>(
      'GET',
      `/${plan._id}/loans?assigneeId=${idOf('collector')}`,
      'admin',
    );
    expect(page.body).toMatchObject({
      totalCount: 1,
      data: [{ _id: loan, reason: 'EQUAL_COUNT', assigneeName: 'Test collector' }],
    });
    expect(await held()).toEqual({ [idOf('collector')]: { loans: 2, due: 10_000 } });
  });
});

describe('sharing loans out by rules', () => {
  it('tries the rules in their order; what one has no room for goes on to the next, then to the rest', async () => {
    await setSkills('collector', { capacity: 2 });
    const cities = (values: string[]) => ({ conditions: [{ field: 'City', is: 'in', values }] });
    const first = await addRule(1, 'Pune', {
      ...cities(['Pune']),
      assigneeIds: [idOf('collector')],
    });
    const second = await addRule(2, 'West', {
      ...cities(['Pune', 'Nashik']),
      assigneeIds: [idOf('collector2')],
    });
    await addLoans(3, () => ({ city: 'Pune' }));
    await addLoans(2, () => ({ city: 'Nashik' }));
    await addLoans(1, () => ({ city: 'Delhi' }));
    const done = await carriedOut({ usesRules: true, assigneeIds: [idOf('collector3')] });
    expect(done).toMatchObject({ takenByRules: 5, sharedOut: 1, leftOver: 0 });
    expect(done.summary?.rules.map(({ _id, loans }) => [_id, loans])).toEqual([
      [first, 2],
      [second, 3],
      [null, 1],
    ]);
    const now = await held();
    expect(now[idOf('collector')]?.loans).toBe(2);
    expect(now[idOf('collector2')]?.loans).toBe(3);
    expect(now[idOf('collector3')]?.loans).toBe(1);
  });

  it('leaves what no rule takes when only the rules share out', async () => {
    await setSkills('collector', { capacity: 1 });
    await addRule(1, 'Pune', {
      conditions: [{ field: 'City', is: 'in', values: ['Pune'] }],
      assigneeIds: [idOf('collector')],
    });
    await addLoans(2, () => ({ city: 'Pune' }));
    await addLoans(2, () => ({ city: 'Delhi' }));
    const done = await carriedOut({ onlyRules: true });
    expect(done).toMatchObject({ takenByRules: 1, sharedOut: 0, leftOver: 3 });
    expect(done.summary?.left.map(({ reason, loans }) => [reason, loans])).toEqual([
      ['NO_ROOM', 1],
      ['NO_RULE', 2],
    ]);
  });
});

describe('what changes meanwhile', () => {
  it('leaves loans that somebody changed since the plan, and says so', async () => {
    const loans = await addLoans(4);
    const plan = await planned({ assigneeIds: [idOf('collector')] });
    await server.db.execute(sql`update loans set city = 'Pune' where id = ${loans[0]}`);
    await server.db.execute(sql`update loans set status = 'WITHDRAWN' where id = ${loans[1]}`);
    await ask('PUT', `/${plan._id}/confirm`, 'admin');
    const done = await settled(plan._id, 'admin', 'DONE');
    expect(done.changedLoans).toBe(2);
    expect((await held())[idOf('collector')]?.loans).toBe(2);
  });

  it('gives nothing to somebody who left since the plan', async () => {
    const leaver = await addCollector(server);
    await addLoans(2);
    const plan = await planned({ assigneeIds: [leaver._id, idOf('collector')] });
    await server.db.execute(sql`update users set disabled_at = now() where id = ${leaver._id}`);
    await ask('PUT', `/${plan._id}/confirm`, 'admin');
    expect((await settled(plan._id, 'admin', 'DONE')).changedLoans).toBe(1);
    expect(Object.keys(await held())).toEqual([idOf('collector')]);
  });

  it('refuses a plan that counts on room that is gone', async () => {
    await setSkills('collector', { capacity: 2 });
    await addLoans(2);
    const plan = await planned({ assigneeIds: [idOf('collector')] });
    await addLoans(1, () => ({ collectorId: idOf('collector') }));
    const refused = await ask<{ code: string; message: string }>(
      'PUT',
      `/${plan._id}/confirm`,
      'admin',
    );
    expect(refused).toMatchObject({ status: 409, body: { code: 'PLAN_OUTDATED' } });
    expect(refused.body.message).toContain('Test collector');
  });

  it('carries a run out once, however often its work is begun', async () => {
    const loans = await addLoans(6);
    const plan = await planned({ assigneeIds: team() });
    await ask('PUT', `/${plan._id}/confirm`, 'admin');
    const { signal } = new AbortController();
    await Promise.all(
      [1, 2, 3].map(async () => carryOutRun(server.context, plan._id, 'APPLYING', signal)),
    );
    await settled(plan._id, 'admin', 'DONE');
    for (const loan of loans) expect(await holdersSoFar(server, loan, 'COLLECTOR')).toHaveLength(1);
    const { rows } = await server.db.execute<{ count: number }>(
      sql`select count(*)::int as count from notifications where user_id = any(${sql.param(team())}::uuid[])`,
    );
    expect(rows[0]?.count).toBe(2);
    expect((await ask('PUT', `/${plan._id}/confirm`, 'admin')).status).toBe(409);
  });

  it('goes on where a killed process stopped, and plans anew what it left half planned', async () => {
    const loans = (await addLoans(4)).sort();
    const plan = await planned({ assigneeIds: [idOf('collector')] });
    // As a process leaves it that was killed after a piece of two loans, and one that was killed while planning.
    await server.db
      .execute(sql`update allocation_runs set state = 'APPLYING', confirmed_by = ${idOf('admin')},
      confirmed_at = now(), done_loans = 2, applied_to = ${loans[1]} where id = ${plan._id}`);
    const { signal } = new AbortController();
    await carryOutRun(server.context, plan._id, 'APPLYING', signal);
    await settled(plan._id, 'admin', 'DONE');
    expect((await held())[idOf('collector')]?.loans).toBe(2);
    const other = await planned({ assigneeIds: [idOf('collector2')] });
    await server.db.execute(
      sql`update allocation_runs set state = 'PLANNING' where id = ${other._id}`,
    );
    const again = await settled(other._id, 'admin', 'PLANNED');
    expect(again).toMatchObject({ totalLoans: 2, sharedOut: 2 });
  });
});

describe('taking a run back', () => {
  it('gives loans back to who had them, except those worked since', async () => {
    const loans = await addLoans(3, () => ({ collectorId: idOf('collector') }));
    const done = await carriedOut({
      assigneeIds: [idOf('collector2')],
      takesOver: true,
    });
    expect(done.undoableUntil).not.toBeNull();
    await server.db.execute(sql`update loans set disposition = 'RINGING' where id = ${loans[0]}`);
    expect((await ask('PUT', `/${done._id}/undo`, 'admin')).status).toBe(200);
    const undone = await settled(done._id, 'admin', 'UNDONE');
    expect(undone).toMatchObject({ undoneLoans: 2, keptLoans: 1 });
    const now = await held();
    expect(now[idOf('collector')]?.loans).toBe(2);
    expect(now[idOf('collector2')]?.loans).toBe(1);
    const history = await holdersSoFar(server, loans[1] ?? '', 'COLLECTOR');
    expect(history).toEqual([
      { who: idOf('collector2'), over: true },
      { who: idOf('collector'), over: false },
    ]);
    expect((await ask('PUT', `/${done._id}/undo`, 'admin')).status).toBe(409);
  });

  it('drops a plan, and nothing was given out', async () => {
    await addLoans(2);
    const plan = await planned({ assigneeIds: team() });
    expect((await ask('DELETE', `/${plan._id}`, 'admin')).body.state).toBe('CANCELLED');
    expect((await ask('PUT', `/${plan._id}/confirm`, 'admin')).status).toBe(409);
    expect(await held()).toEqual({});
  });
});

describe('who may share out what', () => {
  it('a manager shares its own loans among its own people only', async () => {
    await addLoans(2, () => ({ managerId: idOf('manager') }));
    await addLoans(2, () => ({ managerId: idOf('manager2') }));
    const done = await carriedOut({}, 'manager');
    expect(done.sharedOut).toBe(2);
    const holders = Object.keys(await held());
    expect(holders.every((id) => team().includes(id) || id !== idOf('collector3'))).toBe(true);
    const foreign = { kind: 'COLLECTOR', assigneeIds: [idOf('collector3')] };
    expect((await ask('POST', '', 'manager', foreign)).status).toBe(404);
    expect((await ask('POST', '', 'manager', { kind: 'MANAGER' })).status).toBe(403);
    for (const path of ['', '/loans'])
      expect((await ask('GET', `/${done._id}${path}`, 'manager2')).status).toBe(404);
    expect((await ask('PUT', `/${done._id}/undo`, 'manager2')).status).toBe(404);
    expect((await ask<{ totalCount: number }>('GET', '', 'manager2')).body.totalCount).toBe(0);
  });

  it('a lender’s admin shares its lender’s loans among the people who work for it', async () => {
    await addLoans(1, () => ({ collectorId: idOf('collector') }));
    await addLoans(2);
    await addLoans(2, () => ({ client: 'Y' }));
    const done = await carriedOut({}, 'clientadmin');
    expect(done.sharedOut).toBe(2);
    expect(done.summary?.agents.map((agent) => agent._id)).toEqual([idOf('collector')]);
  });

  it('counts what there is to share out, by lender and bucket', async () => {
    await addLoans(2, () => ({ managerId: idOf('manager'), bucket: '1' }));
    await addLoans(1, () => ({ client: 'Y', managerId: idOf('manager2') }));
    const count = await ask<object>('GET', '/count?kind=COLLECTOR&bucket=1', 'admin');
    expect(count.body).toEqual({ loans: 2, due: 10_000 });
    const seen = await server.call('GET', '/loans/unallocated', {
      as: 'manager',
      query: { kind: 'COLLECTOR' },
    });
    expect(seen.json()).toEqual({
      data: [{ Client_Name: server.clients.X.name, Bucket: '1', loans: 2, due: 10_000 }],
      loans: 2,
      due: 10_000,
    });
  });

  it('refuses a wrong role and a wrong request', async () => {
    expect((await ask('POST', '', 'collector', { kind: 'COLLECTOR' })).status).toBe(403);
    expect((await ask('POST', '', 'admin', { kind: 'DRIVER' })).status).toBe(400);
    const bad = { kind: 'COLLECTOR', filter: { collectorId: ['nobody'] } };
    expect((await ask('POST', '', 'admin', bad)).status).toBe(400);
    expect((await ask('GET', `/${newId()}`, 'admin')).status).toBe(404);
  });
});
