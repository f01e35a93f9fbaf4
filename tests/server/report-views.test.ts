import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { ReportFile } from '../../contract/report-engine.ts';
import type { ReportView } from '../../contract/report-view.ts';
import { keepSchedulesDue } from '../../server/reports/report-delivery-jobs.ts';
import { PATIENCE } from '../support/patience.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

let server: TestServer;
let names = 0;

beforeAll(async () => {
  server = await startTestServer();
  await makeReportBooks(server, 6);
});

afterAll(async () => server.close());

const LOOK = { gte: '01-03-2026', lte: '31-03-2026' };
const DAILY = { rhythm: 'DAILY', at: '07:00' };

async function view(as: PersonName, more: object = {}): Promise<ReportView> {
  names += 1;
  const answer = await server.call('POST', '/report-views', {
    as,
    body: { report: 'callStatus', name: `View ${names}`, look: LOOK, ...more },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ReportView>();
}

const list = async (as: PersonName) =>
  (await server.call('GET', '/report-views', { as, query: { report: 'callStatus' } }))
    .json<{ data: ReportView[] }>()
    .data.map(({ name }) => name);

it('is its owner’s, and of the roles it is shared with, but no lender’s that it does not name', async () => {
  const own = await view('manager');
  const shared = await view('manager', { roles: ['MANAGER', 'CUSTOMER'] });
  const otherLenders = await view('admin', {
    roles: ['CUSTOMER'],
    look: { ...LOOK, clientName: [server.clients.Y.name] },
  });
  const lenders = await view('clientadmin', { roles: ['MANAGER', 'CUSTOMER'] });
  expect(await list('manager')).toEqual(expect.arrayContaining([own.name, shared.name]));
  const ofManager2 = await list('manager2');
  expect(ofManager2).toContain(shared.name);
  expect(ofManager2).not.toContain(own.name);
  expect(ofManager2).not.toContain(lenders.name);
  const ofCustomer = await list('customer');
  expect(ofCustomer).toEqual(expect.arrayContaining([shared.name, lenders.name]));
  expect(ofCustomer).not.toContain(otherLenders.name);
});

it('is changed and removed by its owner alone, and not while a schedule sends it', async () => {
  const { _id: id } = await view('manager', { roles: ['MANAGER'] });
  const change = async (as: PersonName, name: string) =>
    (
      await server.call('PUT', `/report-views/${id}`, {
        as,
        body: { name, look: LOOK, roles: ['MANAGER'] },
      })
    ).statusCode;
  expect(await change('manager2', 'Mine')).toBe(403);
  expect(await change('collector', 'Mine')).toBe(404);
  expect(await change('manager', 'Better')).toBe(200);
  const body = { viewId: id, time: DAILY, recipientIds: [server.people.manager2.id] };
  const made = await server.call('POST', '/report-schedules', { as: 'manager2', body });
  expect(made.statusCode, made.body).toBe(200);
  const remove = async (as: PersonName) =>
    (await server.call('DELETE', `/report-views/${id}`, { as })).statusCode;
  expect(await remove('manager')).toBe(409);
  const { _id } = made.json<{ _id: string }>();
  await server.call('DELETE', `/report-schedules/${_id}`, { as: 'manager2' });
  expect(await remove('manager2')).toBe(403);
  expect(await remove('manager')).toBe(200);
  expect(await change('manager', 'Again')).toBe(404);
});

it('has a name that its owner has once, and roles that only managers give', async () => {
  const { name } = await view('manager');
  const create = async (as: PersonName, more: object) =>
    (
      await server.call('POST', '/report-views', {
        as,
        body: { report: 'callStatus', name, look: LOOK, ...more },
      })
    ).statusCode;
  expect(await create('manager', { name: name.toUpperCase() })).toBe(409);
  expect(await create('collector', { roles: ['MANAGER'] })).toBe(403);
  expect(await create('collector', {})).toBe(200);
  expect(await create('manager', { look: { preset: 'someday' } })).toBe(400);
  expect(await create('partner', {})).toBe(403);
});

it('says which columns its file has', async () => {
  const { _id: viewId } = await view('admin', {
    look: { ...LOOK, columns: { connects: false, connectRate: false } },
  });
  const recipientIds = [server.people.manager.id];
  const body = { viewId, time: DAILY, recipientIds, format: 'csv' };
  const made = await server.call('POST', '/report-schedules', { as: 'admin', body });
  const { _id } = made.json<{ _id: string }>();
  await server.db.execute(sql`update report_schedules set next_at = now() where id = ${_id}`);
  await keepSchedulesDue(server.context, new Date(Date.now() + 1000));
  const files = async () =>
    (await server.call('GET', '/report-files', { as: 'manager' })).json<Page<ReportFile>>().data;
  await expect.poll(async () => (await files()).length, PATIENCE).toBe(1);
  const [file] = await files();
  const got = await server.call('GET', `/report-files/${file?._id}`, { as: 'manager' });
  const [header] = got.body.split('\r\n');
  expect(header).toContain('Right party');
  expect(header).not.toContain('Connects');
  expect(header).not.toContain('Contact rate');
});
