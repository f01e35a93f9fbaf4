import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { carryOutRun } from '../../server/allocation-runs/run-applying.ts';
import { RUN_QUEUE } from '../../server/allocation-runs/run-jobs.ts';
import { newId } from '../../server/ids.ts';
import { runSupport } from '../support/allocation-runs.ts';
import { addAccount, addCollector, holdersSoFar, loanHolders } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import { SOAK } from '../support/soak.ts';

const server = testServer();
let runs: ReturnType<typeof runSupport>;

beforeAll(() => {
  runs = runSupport(server);
});

afterEach(async () => runs.clear());

/** Ways in which a collector of the first manager may no longer take its loans, though still here. */
const elsewhere = {
  anotherTeam: async (id: string) =>
    server.taken('PUT', `/people/${id}/manager`, {
      as: 'admin',
      body: { managerId: runs.idOf('manager2') },
    }),
  anotherRole: async (id: string) =>
    server.taken('PUT', '/userData', { as: 'admin', body: { _id: id, role: 'FIELD_AGENT' } }),
};

/** Jobs of the run that wait or run. */
async function openJobs(runId: string): Promise<number> {
  const { rows } = await server.db.execute<{
    count: number;
  }>(sql`select count(*)::int as count from jobs.job
    where name = ${RUN_QUEUE} and state in ('created', 'retry', 'active') and singleton_key = ${runId}`);
  return rows[0]?.count ?? -1;
}

describe('what changes meanwhile', () => {
  it('leaves loans that somebody changed since the plan, and says so', async () => {
    const loans = await runs.addLoans(4);
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    await server.db.execute(sql`update loans set city = 'Pune' where id = ${loans[0]}`);
    await server.db.execute(sql`update loans set status = 'WITHDRAWN' where id = ${loans[1]}`);
    await runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
    const done = await runs.settled(plan._id, 'admin', 'DONE');
    expect(done.changedLoans).toBe(2);
    expect((await runs.held())[runs.idOf('collector')]?.loans).toBe(2);
  });

  it('gives nothing to somebody who left since the plan', async () => {
    const leaver = await addCollector(server);
    await runs.addLoans(2);
    const plan = await runs.planned({ assigneeIds: [leaver._id, runs.idOf('collector')] });
    await server.db.execute(sql`update users set disabled_at = now() where id = ${leaver._id}`);
    await runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
    expect((await runs.settled(plan._id, 'admin', 'DONE')).changedLoans).toBe(1);
    expect(Object.keys(await runs.held())).toEqual([runs.idOf('collector')]);
  });

  it('gives nothing to somebody who went to another team since the plan', async () => {
    const mover = await addCollector(server);
    const [loan = ''] = await runs.addLoans(1, () => ({ managerId: runs.idOf('manager') }));
    const plan = await runs.planned({ assigneeIds: [mover._id] });
    await elsewhere.anotherTeam(mover._id);
    await runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
    expect((await runs.settled(plan._id, 'admin', 'DONE')).changedLoans).toBe(1);
    expect(await loanHolders(server, loan)).toMatchObject({
      manager_id: runs.idOf('manager'),
      collector_id: null,
    });
  });

  it('refuses a plan that counts on room that is gone', async () => {
    await runs.setSkills('collector', { capacity: 2 });
    await runs.addLoans(2);
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    await runs.addLoans(1, () => ({ collectorId: runs.idOf('collector') }));
    const refused = await runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
    expect(refused).toMatchObject({ status: 409, body: { code: 'PLAN_OUTDATED' } });
    expect(refused.body.message).toContain('Test collector');
  });

  it('carries a run out once, however often its work is begun', async () => {
    const loans = await runs.addLoans(6);
    const plan = await runs.planned({ assigneeIds: runs.team() });
    await runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
    const { signal } = new AbortController();
    await Promise.all(
      [1, 2, 3].map(async () => carryOutRun(server.context, plan._id, 'APPLYING', signal)),
    );
    await runs.settled(plan._id, 'admin', 'DONE');
    for (const loan of loans) expect(await holdersSoFar(server, loan, 'COLLECTOR')).toHaveLength(1);
    const { rows } = await server.db.execute<{ count: number }>(
      sql`select count(*)::int as count from notifications where user_id = any(${sql.param(runs.team())}::uuid[])`,
    );
    expect(rows[0]?.count).toBe(2);
    expect((await runs.ask('PUT', `/${plan._id}/confirm`, 'admin')).status).toBe(409);
  });

  it('keeps a plan that waits, and one that can be taken back, from a job that is found late', async () => {
    const loans = await runs.addLoans(3);
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    // As the rescue does when it looks while a run is still planned: its job is found when the plan is there.
    const lateJob = async () => {
      await server.context.jobs.add(server.db, RUN_QUEUE, plan._id);
      server.context.jobs.wake(RUN_QUEUE);
      await expect.poll(async () => openJobs(plan._id)).toBe(0);
    };
    await lateJob();
    await runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
    await runs.settled(plan._id, 'admin', 'DONE');
    expect((await runs.held())[runs.idOf('collector')]?.loans).toBe(loans.length);
    await lateJob();
    await runs.ask('PUT', `/${plan._id}/undo`, 'admin');
    expect((await runs.settled(plan._id, 'admin', 'UNDONE')).undoneLoans).toBe(loans.length);
  });

  it('does not call a run done whose plan is not all there', async () => {
    const loans = await runs.addLoans(3);
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    await server.db.execute(sql`delete from allocation_run_loans where loan_id = ${loans[0]}`);
    await runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
    expect((await runs.settled(plan._id, 'admin', 'FAILED')).error).toContain('missing');
    const { rows } = await server.db.execute(sql`select user_id as id from notifications
      where kind = 'SHARING_OUT_FAILED'`);
    expect(rows).toEqual([{ id: runs.idOf('admin') }]);
  });

  it('goes on where a killed process stopped, and plans anew what it left half planned', async () => {
    const loans = (await runs.addLoans(4)).sort();
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    // As a process leaves it that was killed after a piece of two loans, and one that was killed while planning.
    await server.db
      .execute(sql`update allocation_runs set state = 'APPLYING', confirmed_by = ${runs.idOf('admin')},
      confirmed_at = now(), done_loans = 2 where id = ${plan._id}`);
    await server.db.execute(sql`insert into allocation_run_lanes (run_id, lane, reached, until)
      values (${plan._id}, 1, ${loans[0]}, ${loans[1]}), (${plan._id}, 2, ${loans[2]}, null)`);
    const { signal } = new AbortController();
    await carryOutRun(server.context, plan._id, 'APPLYING', signal);
    await runs.settled(plan._id, 'admin', 'DONE');
    const given = await server.db.execute<{ id: string }>(
      sql`select id from loans where collector_id is not null order by id`,
    );
    expect(given.rows.map(({ id }) => id)).toEqual([loans[1], loans[3]]);
    const other = await runs.planned({ assigneeIds: [runs.idOf('collector2')] });
    await server.db.execute(
      sql`update allocation_runs set state = 'PLANNING' where id = ${other._id}`,
    );
    const again = await runs.settled(other._id, 'admin', 'PLANNED');
    expect(again).toMatchObject({ totalLoans: 2, sharedOut: 2 });
  });
});

describe('a large book', () => {
  it('is given out in two lanes, each loan once, and taken back whole', SOAK, async () => {
    await runs.addCopies(10_100);
    const plan = await runs.planned({ assigneeIds: runs.team() });
    expect((await runs.ask('PUT', `/${plan._id}/confirm`, 'admin')).status).toBe(200);
    const lanes = async () =>
      (await server.db.execute(sql`select lane from allocation_run_lanes`)).rows.length;
    await expect.poll(lanes, { interval: 20 }).toBe(2);
    const done = await runs.settled(plan._id, 'admin', 'DONE');
    expect(done).toMatchObject({ doneLoans: 10_100, sharedOut: 10_100, changedLoans: 0 });
    const { rows } = await server.db.execute(sql`select count(*)::int as allocations,
      count(distinct loan_id)::int as loans, min(kind) as kind from allocations where kind = 'COLLECTOR'`);
    expect(rows).toEqual([{ allocations: 10_100, loans: 10_100, kind: 'COLLECTOR' }]);
    expect(await lanes()).toBe(0);
    await runs.ask('PUT', `/${plan._id}/undo`, 'admin');
    const undone = await runs.settled(plan._id, 'admin', 'UNDONE');
    expect(undone).toMatchObject({ doneLoans: 10_100, undoneLoans: 10_100, keptLoans: 0 });
    expect(await runs.held()).toEqual({});
  });
});

describe('taking a run back', () => {
  it('gives loans back to who had them, except those worked since', async () => {
    const loans = await runs.addLoans(3, () => ({ collectorId: runs.idOf('collector') }));
    const done = await runs.carriedOut({
      assigneeIds: [runs.idOf('collector2')],
      takesOver: true,
    });
    expect(done.undoableUntil).not.toBeNull();
    await server.db.execute(sql`update loans set disposition = 'RINGING' where id = ${loans[0]}`);
    expect((await runs.ask('PUT', `/${done._id}/undo`, 'admin')).status).toBe(200);
    const undone = await runs.settled(done._id, 'admin', 'UNDONE');
    expect(undone).toMatchObject({ undoneLoans: 2, keptLoans: 1 });
    const now = await runs.held();
    expect(now[runs.idOf('collector')]?.loans).toBe(2);
    expect(now[runs.idOf('collector2')]?.loans).toBe(1);
    const history = await holdersSoFar(server, loans[1] ?? '', 'COLLECTOR');
    expect(history).toEqual([
      { who: runs.idOf('collector2'), over: true },
      { who: runs.idOf('collector'), over: false },
    ]);
    expect((await runs.ask('PUT', `/${done._id}/undo`, 'admin')).status).toBe(409);
  });

  it.each(Object.entries(elsewhere))(
    'taken back, gives nothing to somebody who has %s by now',
    async (_, goElsewhere) => {
      const mover = await addCollector(server);
      const [loan = ''] = await runs.addLoans(1, () => ({
        managerId: runs.idOf('manager'),
        collectorId: mover._id,
      }));
      const done = await runs.carriedOut({
        assigneeIds: [runs.idOf('collector2')],
        takesOver: true,
      });
      await goElsewhere(mover._id);
      await runs.ask('PUT', `/${done._id}/undo`, 'admin');
      await runs.settled(done._id, 'admin', 'UNDONE');
      expect(await loanHolders(server, loan)).toMatchObject({
        manager_id: runs.idOf('manager'),
        collector_id: null,
      });
    },
  );

  it('among managers, taken back, follows an agent whose manager left to the successor', async () => {
    const [leaver, successor] = [
      await addAccount(server, 'MANAGER'),
      await addAccount(server, 'MANAGER'),
    ];
    const agent = await addCollector(server, 'admin', { managerId: leaver._id });
    const [loan = ''] = await runs.addLoans(1, () => ({
      managerId: leaver._id,
      collectorId: agent._id,
    }));
    const done = await runs.carriedOut({
      kind: 'MANAGER',
      assigneeIds: [runs.idOf('manager')],
      takesOver: true,
    });
    const query = { successorId: successor._id };
    await server.taken('DELETE', `/manager/${leaver._id}`, { as: 'admin', query });
    await runs.ask('PUT', `/${done._id}/undo`, 'admin');
    await runs.settled(done._id, 'admin', 'UNDONE');
    expect(await loanHolders(server, loan)).toMatchObject({
      manager_id: successor._id,
      collector_id: agent._id,
    });
  });

  it('drops a plan, and nothing was given out', async () => {
    await runs.addLoans(2);
    const plan = await runs.planned({ assigneeIds: runs.team() });
    expect((await runs.ask('DELETE', `/${plan._id}`, 'admin')).body.state).toBe('CANCELLED');
    expect((await runs.ask('PUT', `/${plan._id}/confirm`, 'admin')).status).toBe(409);
    expect(await runs.held()).toEqual({});
  });
});

describe('who may share out what', () => {
  it('a manager shares its own loans among its own people only', async () => {
    await runs.addLoans(2, () => ({ managerId: runs.idOf('manager') }));
    await runs.addLoans(2, () => ({ managerId: runs.idOf('manager2') }));
    const done = await runs.carriedOut({}, 'manager');
    expect(done.sharedOut).toBe(2);
    const holders = Object.keys(await runs.held());
    expect(holders.every((id) => runs.team().includes(id) || id !== runs.idOf('collector3'))).toBe(
      true,
    );
    const foreign = { kind: 'COLLECTOR', assigneeIds: [runs.idOf('collector3')] };
    expect((await runs.ask('POST', '', 'manager', foreign)).status).toBe(404);
    expect((await runs.ask('POST', '', 'manager', { kind: 'MANAGER' })).status).toBe(403);
    for (const path of ['', '/loans'])
      expect((await runs.ask('GET', `/${done._id}${path}`, 'manager2')).status).toBe(404);
    expect((await runs.ask('PUT', `/${done._id}/undo`, 'manager2')).status).toBe(404);
    expect((await runs.ask('GET', '', 'manager2')).body).toMatchObject({ totalCount: 0 });
  });

  it('stays with the lender whose admin began it, wherever that admin goes', async () => {
    await runs.addLoans(1, () => ({ collectorId: runs.idOf('collector') }));
    await runs.addLoans(2);
    const plan = await runs.planned({}, 'clientadmin');
    const belongsTo = async (client: 'X' | 'Y') =>
      server.db.execute(sql`update users set client_id = ${server.clients[client].id}
        where id = ${runs.idOf('clientadmin')}`);
    await belongsTo('Y');
    for (const path of ['', '/loans'])
      expect((await runs.ask('GET', `/${plan._id}${path}`, 'clientadmin')).status).toBe(404);
    expect((await runs.ask('PUT', `/${plan._id}/confirm`, 'clientadmin')).status).toBe(404);
    expect((await runs.ask('GET', '', 'clientadmin')).body).toMatchObject({ totalCount: 0 });
    await belongsTo('X');
    expect((await runs.ask('PUT', `/${plan._id}/confirm`, 'clientadmin')).status).toBe(200);
    await runs.settled(plan._id, 'clientadmin', 'DONE');
  });

  it('a lender’s admin shares its lender’s loans among the people who work for it', async () => {
    await runs.addLoans(1, () => ({ collectorId: runs.idOf('collector') }));
    await runs.addLoans(2);
    await runs.addLoans(2, () => ({ client: 'Y' }));
    const done = await runs.carriedOut({}, 'clientadmin');
    expect(done.sharedOut).toBe(2);
    expect(done.summary?.agents.map((agent) => agent._id)).toEqual([runs.idOf('collector')]);
  });

  it('counts what there is to share out, by lender and bucket', async () => {
    await runs.addLoans(2, () => ({ managerId: runs.idOf('manager'), bucket: '1' }));
    await runs.addLoans(1, () => ({ client: 'Y', managerId: runs.idOf('manager2') }));
    const count = await runs.ask('GET', '/count?kind=COLLECTOR&bucket=1', 'admin');
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
    expect((await runs.ask('POST', '', 'collector', { kind: 'COLLECTOR' })).status).toBe(403);
    expect((await runs.ask('POST', '', 'admin', { kind: 'DRIVER' })).status).toBe(400);
    const bad = { kind: 'COLLECTOR', filter: { collectorId: ['nobody'] } };
    expect((await runs.ask('POST', '', 'admin', bad)).status).toBe(400);
    expect((await runs.ask('GET', `/${newId()}`, 'admin')).status).toBe(404);
  });
});
