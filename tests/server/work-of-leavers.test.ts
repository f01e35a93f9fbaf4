import { sql } from 'drizzle-orm';
import { expect, describe, it } from 'vitest';
import type { Notification, NotificationKind } from '../../contract/notification.ts';
import type { Page } from '../../contract/paging.ts';
import { notify } from '../../server/notifications/notification-service.ts';
import { runSupport } from '../support/allocation-runs.ts';
import { importIn, pendingList, verified } from '../support/loan-file.ts';
import { addAccount, addCollector } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const newest = async (as: 'admin' | 'superadmin') => {
  const path = `/api/v2/notifications/of/${server.people[as].id}`;
  return (await server.taken<Page<Notification>>('GET', path, { as })).data[0];
};
const count = async (as: PersonName) => {
  const answer = await server.call('GET', '/api/v2/notifications/count', { as });
  return answer.json<{ data: { notificationCount: number } }>().data.notificationCount;
};

const tellPerson = (userId: string, kind: NotificationKind) =>
  server.db.transaction((tx) =>
    notify(tx, [{ to: { userId }, kind, facts: { fileName: userId } }]),
  );
const toldOf = async (userId: string) => {
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select user_id as id from notifications where facts ->> 'fileName' = ${userId} order by 1`,
  );
  return rows.map(({ id }) => id);
};
const leaves = (id: string) =>
  server.taken('PUT', `/people/${id}/active`, { as: 'superadmin', body: { isActive: false } });

describe('an import', () => {
  it('verified by somebody else is stored in that name, and tells both', async () => {
    await verified(server, await pendingList(server, 'Loan No,Name,Total Due\nV-1,Asha Rao,500\n'));
    const list = await pendingList(server, 'Loan No,Name,Total Due\nV-1,Asha Rao,0\n');
    const before = { admin: await count('admin'), superadmin: await count('superadmin') };
    await server.taken('PUT', '/loans/csv/verify', { as: 'superadmin', body: { _id: list._id } });
    await importIn(server, list._id, ['DONE']);
    expect(await newest('superadmin')).toMatchObject({ kind: 'IMPORT_FINISHED' });
    expect(await count('superadmin')).toBe(before.superadmin + 1);
    expect(await count('admin')).toBe(before.admin + 1);
    const { rows } = await server.db.execute(sql`select c.reason, c.closed_by from loan_closures c
      join loans l on l.id = c.loan_id where l.loan_number = 'V-1'`);
    expect(rows).toEqual([{ reason: 'PAID', closed_by: server.people.superadmin.id }]);
  });

  it('that was verified and could not be stored tells who waits for it', async () => {
    const list = await pendingList(server, 'Loan No,Name,Total Due\nW-1,Asha Rao,500\n');
    await server.db.execute(sql`update loan_imports set state = 'SAVING',
      decided_by = ${server.people.superadmin.id} where id = ${list._id}`);
    // Another file brought the loan meanwhile: what the row does is no longer what was verified.
    await server.addLoan({ loanNumber: 'W-1' });
    await server.upkeep.runNow('import jobs');
    await importIn(server, list._id, ['PENDING']);
    const told = { kind: 'IMPORT_FAILED', facts: { importId: list._id } };
    await expect.poll(() => newest('superadmin')).toMatchObject(told);
    expect(await newest('admin')).toMatchObject(told);
  });
});

describe('a run whose order stands', () => {
  it('is carried out to its end, and taken back, though whoever ordered it left half way', async () => {
    const runs = runSupport(server);
    await runs.clear();
    const leaver = await addAccount(server, 'ADMIN');
    const loans = (await runs.addLoans(4)).sort();
    const plan = await runs.planned({ assigneeIds: [runs.idOf('collector')] });
    const ordered = async (state: string, by: 'confirmed_by' | 'undone_by') => {
      await server.db
        .execute(sql`update allocation_runs set state = ${state}, confirmed_at = now(), done_loans = 0,
        ${sql.identifier(by)} = ${leaver._id} where id = ${plan._id}`);
      await server.db.execute(sql`insert into allocation_run_lanes (run_id, lane, reached, until)
        values (${plan._id}, 1, null, ${loans[1]}), (${plan._id}, 2, ${loans[1]}, null) on conflict do nothing`);
      await server.upkeep.runNow('allocation run jobs');
    };
    await server.db.execute(sql`update users set disabled_at = now() where id = ${leaver._id}`);
    await ordered('APPLYING', 'confirmed_by');
    await runs.settled(plan._id, 'admin', 'DONE');
    expect((await runs.held())[runs.idOf('collector')]?.loans).toBe(4);
    const { rows } = await server.db.execute(sql`select distinct allocated_by as by from allocations
      where loan_id = any(${sql.param(loans)}::uuid[])`);
    expect(rows).toEqual([{ by: leaver._id }]);
    await ordered('UNDOING', 'undone_by');
    await runs.settled(plan._id, 'admin', 'UNDONE');
    expect(await runs.held()).toEqual({});
  });
});

describe('what waits for somebody who left', () => {
  it('goes to the manager, and without one who is here to the admins', async () => {
    const manager = await addAccount(server, 'MANAGER');
    const agent = await addCollector(server, 'admin', { managerId: manager._id });
    await leaves(agent._id);
    await tellPerson(agent._id, 'REPORT_FAILED');
    expect(await toldOf(agent._id)).toEqual([manager._id]);
    await leaves(manager._id);
    await tellPerson(manager._id, 'WORK_REVIEW');
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from users
      where role in ('ADMIN', 'SUPER_ADMIN') and disabled_at is null order by 1`);
    const admins = rows.map(({ id }) => id);
    expect(admins).toContain(server.people.admin.id);
    expect(await toldOf(manager._id)).toEqual(admins);
    // Its former agent has nobody else either, and what waited with the manager is the admins’ too.
    await tellPerson(agent._id, 'IMPORT_FAILED');
    expect((await toldOf(agent._id)).toSorted()).toEqual(
      [...admins, ...admins, manager._id].toSorted(),
    );
  });

  it('is told to who stands in, too, where it waited already, once and of its day', async () => {
    const manager = await addAccount(server, 'MANAGER');
    const agent = await addCollector(server, 'admin', { managerId: manager._id });
    await tellPerson(agent._id, 'SETTLEMENT_COUNTERED');
    await tellPerson(agent._id, 'REPORT_READY');
    await server.db.execute(sql`update notifications set created_at = now() - interval '2 days'
      where user_id = ${agent._id}`);
    await leaves(agent._id);
    await server.taken('PUT', `/people/${agent._id}/active`, {
      as: 'superadmin',
      body: { isActive: true },
    });
    await leaves(agent._id);
    const { rows } = await server.db
      .execute(sql`select kind, created_at < now() - interval '1 day' as "isOld",
        pushed_at is not null as "isPushed" from notifications
      where user_id = ${manager._id} and facts ->> 'fileName' = ${agent._id}`);
    expect(rows).toEqual([{ kind: 'SETTLEMENT_COUNTERED', isOld: true, isPushed: true }]);
  });

  it('is nobody else’s where it concerns the person alone', async () => {
    const agent = await addCollector(server);
    await leaves(agent._id);
    await tellPerson(agent._id, 'REPORT_READY');
    expect(await toldOf(agent._id)).toEqual([agent._id]);
  });
});

describe('a lender’s notifications', () => {
  it('are not those of a person’s former lender', async () => {
    const { X, Y } = server.clients;
    const before = await count('customerOfY');
    await server.db.transaction((tx) =>
      notify(tx, [
        { to: { userId: server.people.customerOfY.id }, kind: 'IMPORT_FINISHED', clientId: X.id },
      ]),
    );
    expect(await count('customerOfY')).toBe(before);
    await server.db.transaction((tx) =>
      notify(tx, [
        { to: { userId: server.people.customerOfY.id }, kind: 'IMPORT_FINISHED', clientId: Y.id },
      ]),
    );
    expect(await count('customerOfY')).toBe(before + 1);
  });
});
