import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { ReportSchedule } from '../../contract/report-schedule.ts';
import type { ReportView } from '../../contract/report-view.ts';
import { newId } from '../../server/ids.ts';
import { addAccount } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* Views of reports whose owner has left. */

const server = testServer();
const LOOK = { gte: '01-03-2026', lte: '31-03-2026' };

it('is removed by those who may share once its owner has left, with whomever it was shared', async () => {
  const { _id: managerId, fullName } = await addAccount(server, 'MANAGER', null);
  const [shared, sharedWithManagers, own] = [newId(), newId(), newId()];
  await server.db
    .execute(sql`insert into report_views (id, owner_id, report, name, roles, look) values
    (${shared}, ${managerId}, 'retain', 'Of who left', '{COLLECTOR}', ${JSON.stringify(LOOK)}::jsonb),
    (${sharedWithManagers}, ${managerId}, 'callStatus', 'Of who left', '{MANAGER,CLIENT_ADMIN}', ${JSON.stringify(LOOK)}::jsonb),
    (${own}, ${managerId}, 'callStatus', 'Only its own', '{}', ${JSON.stringify(LOOK)}::jsonb)`);
  const seen = async (as: PersonName) =>
    (await server.call('GET', '/report-views', { as }))
      .json<{ data: ReportView[] }>()
      .data.filter(({ ownerName }) => ownerName === fullName)
      .map(({ _id, mayRemove, isOwn }) => ({ _id, mayRemove, isOwn }));
  const remove = async (as: PersonName, id: string) =>
    (await server.call('DELETE', `/report-views/${id}`, { as })).statusCode;
  const view1 = { _id: shared, mayRemove: false, isOwn: false };
  const view2 = { _id: sharedWithManagers, mayRemove: false, isOwn: false };
  expect(await seen('manager')).toEqual([view2]);
  expect(await remove('manager', sharedWithManagers)).toBe(403);
  await server.taken('DELETE', `/manager/${managerId}`, { as: 'admin' });
  expect(await seen('collector')).toEqual([view1]);
  expect(await remove('collector', shared)).toBe(403);
  // The agency's, though shared with the lender's people.
  expect(await seen('clientadmin')).toEqual([view2]);
  expect(await remove('clientadmin', sharedWithManagers)).toBe(403);
  const all = [
    { ...view1, mayRemove: true },
    { ...view2, mayRemove: true },
  ];
  const byId = async () => (await seen('manager')).toSorted((a, b) => a._id.localeCompare(b._id));
  expect(await byId()).toEqual(all.toSorted((a, b) => a._id.localeCompare(b._id)));
  // A report that is for no admin.
  expect(await seen('admin')).toEqual([{ ...view2, mayRemove: true }]);
  const change = { name: 'Mine', look: LOOK, roles: [] };
  const changed = await server.call('PUT', `/report-views/${shared}`, {
    as: 'manager',
    body: change,
  });
  expect(changed.statusCode).toBe(403);
  expect(await remove('admin', sharedWithManagers)).toBe(200);
  expect(await remove('manager', shared)).toBe(200);
  expect(await seen('collector')).toEqual([]);
});

it('is freed of its schedule by those to whom it is left, who change nothing of it', async () => {
  const { _id: managerId, fullName } = await addAccount(server, 'MANAGER', null);
  const [shared, own, sends, sendsOwn] = [newId(), newId(), newId(), newId()];
  await server.db
    .execute(sql`insert into report_views (id, owner_id, report, name, roles, look) values
    (${shared}, ${managerId}, 'callStatus', 'Sent to the team', '{MANAGER}', ${JSON.stringify(LOOK)}::jsonb),
    (${own}, ${managerId}, 'callStatus', 'Sent to itself', '{}', ${JSON.stringify(LOOK)}::jsonb)`);
  await server.db
    .execute(sql`insert into report_schedules (id, owner_id, view_id, rhythm, at, format, is_attached, recipient_ids, is_active, next_at)
    select s.id, ${managerId}, s.view_id, 'DAILY', '09:00', 'xlsx', false, array[${managerId}::uuid], true, now() + interval '1 day'
    from (values (${sends}::uuid, ${shared}::uuid), (${sendsOwn}::uuid, ${own}::uuid)) s(id, view_id)`);
  const seen = async (as: PersonName) =>
    (await server.call('GET', '/report-schedules', { as }))
      .json<{ data: ReportSchedule[] }>()
      .data.filter(({ ownerName }) => ownerName === fullName);
  const end = async (as: PersonName, id: string) =>
    (await server.call('DELETE', `/report-schedules/${id}`, { as })).statusCode;
  expect(await seen('manager')).toEqual([]);
  expect(await end('manager', sends)).toBe(404);
  await server.taken('DELETE', `/manager/${managerId}`, { as: 'admin' });
  const [left, ...more] = await seen('manager');
  expect([left?._id, left?.mayChange, more.length]).toEqual([sends, false, 0]);
  expect(await seen('clientadmin')).toEqual([]);
  expect(await end('clientadmin', sends)).toBe(404);
  const body = {
    time: left?.time,
    format: 'csv',
    recipientIds: [managerId],
    revision: left?.revision,
  };
  const path = `/report-schedules/${sends}`;
  expect((await server.call('PUT', path, { as: 'manager', body })).statusCode).toBe(404);
  const view = `/report-views/${shared}`;
  expect((await server.call('DELETE', view, { as: 'manager' })).statusCode).toBe(409);
  expect(await end('manager', sendsOwn)).toBe(404);
  expect(await end('manager', sends)).toBe(200);
  expect((await server.call('DELETE', view, { as: 'manager' })).statusCode).toBe(200);
});
