import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { ReportAnswer, ReportFile } from '../../contract/report-engine.ts';
import type { ReportDelivery } from '../../contract/report-schedule.ts';
import type { ReportView } from '../../contract/report-view.ts';
import { keepSchedulesDue } from '../../server/reports/report-delivery-jobs.ts';
import { PATIENCE } from '../support/patience.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
let names = 0;

beforeAll(async () => {
  await makeReportBooks(server, 6);
});

const LOOK = { gte: '01-03-2026', lte: '31-03-2026' };
const DAILY = { rhythm: 'DAILY', at: '07:00' };

async function view(as: PersonName, more: object = {}): Promise<ReportView> {
  names += 1;
  return server.taken<ReportView>('POST', '/report-views', {
    as,
    body: { report: 'callStatus', name: `View ${names}`, look: LOOK, ...more },
  });
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

it('is nobody’s whom its filters name a lender or an agent for that is not theirs to ask for', async () => {
  const roles = ['MANAGER', 'COLLECTOR', 'CUSTOMER'];
  const ofLender = { ...LOOK, clientName: [server.clients.Y.name] };
  const ofAgent = { ...LOOK, collectorId: [server.people.collector.id] };
  const opened = new Set<number>();
  for (const look of [ofLender, ofAgent]) {
    const { name } = await view('admin', { roles, look });
    for (const as of ['manager', 'manager2', 'collector', 'customer'] as const) {
      const { statusCode } = await server.call('GET', '/reports/callStatus', { as, query: look });
      expect((await list(as)).includes(name), `${as}: ${statusCode}`).toBe(statusCode === 200);
      opened.add(statusCode);
    }
  }
  expect(opened).toEqual(new Set([200, 403]));
});

it('tells a lender’s viewers no number that somebody else searched for', async () => {
  const look = { ...LOOK, search: '9123456789' };
  const { _id: id } = await view('admin', { look, roles: ['CUSTOMER'] });
  const { body } = await server.call('GET', '/report-views', { as: 'customer' });
  expect(body).toContain(id);
  expect(body).toContain('••••••6789');
  expect(body).not.toContain('9123456789');
});

it.each([
  ['outcomes of a report that has none', 'collections', { disposition: ['PTP'] }, 400],
  ['a group that its report is not grouped by', 'rollRate', { by: 'hour' }, 400],
  ['days that run backwards', 'callStatus', { gte: '2026-03-31', lte: '2026-03-01' }, 422],
])('is not saved or changed into %s', async (_, report, look, status) => {
  const body = { report, name: 'Never opened', look, roles: [] };
  const saved = await server.call('POST', '/report-views', { as: 'admin', body });
  expect(saved.statusCode, saved.body).toBe(status);
  const { _id: id } = await view('admin', { report, look: {} });
  const changed = await server.call('PUT', `/report-views/${id}`, { as: 'admin', body });
  expect(changed.statusCode, changed.body).toBe(status);
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

/** Sends a view to people now: how many rows each one's file has, and the file. */
async function sent(as: PersonName, to: readonly PersonName[], more: object) {
  const { _id: viewId } = await view(as, more);
  const recipientIds = to.map((name) => server.people[name].id);
  const body = { viewId, time: DAILY, recipientIds, format: 'csv' };
  const { _id: id } = await server.taken<{ _id: string }>('POST', '/report-schedules', {
    as,
    body,
  });
  await server.db.execute(sql`update report_schedules set next_at = now() where id = ${id}`);
  await keepSchedulesDue(server.context, new Date(Date.now() + 1000));
  const deliveries = async () =>
    (await server.call('GET', `/report-schedules/${id}/deliveries`, { as })).json<
      Page<ReportDelivery>
    >().data;
  await expect
    .poll(
      async () => (await deliveries()).filter(({ state }) => state === 'RECORDED').length,
      PATIENCE,
    )
    .toBe(to.length);
  return Promise.all(to.map(newestFile));
}

/** The file that a person was given last. */
async function newestFile(as: PersonName) {
  const files = await server.call('GET', '/report-files', { as });
  const [file] = files.json<Page<ReportFile>>().data;
  const { body } = await server.call('GET', `/report-files/${file?._id}`, { as });
  return { rowCount: file?.rowsTotal, body };
}

/** The numbers in the lines of a file that name a lender. */
const numbersOf = (file = '', lender = '') =>
  new Set(
    file
      .split('\r\n')
      .filter((line) => line.includes(lender))
      .flatMap((line) => /(?:X{6}|987650)0000/.exec(line) ?? []),
  );

it('is sent with the outcomes that it is narrowed to', async () => {
  const query = { ...LOOK, disposition: 'PTP' };
  const count = async (asked: Record<string, string>) =>
    (await server.call('GET', '/reports/callStatus/rows', { as: 'admin', query: asked })).json<{
      totalCount: number;
    }>().totalCount;
  const narrowed = await count(query);
  expect(narrowed).toBeGreaterThan(0);
  expect(await count(LOOK)).toBeGreaterThan(narrowed);
  const look = { ...LOOK, disposition: ['PTP'] };
  const [rows] = await sent('admin', ['admin'], { look: { ...look, view: 'rows' } });
  expect(rows?.rowCount).toBe(narrowed);
  const [figures] = await sent('admin', ['admin'], { look });
  const report = await server.call('GET', '/reports/callStatus', { as: 'admin', query });
  const total = figures?.body.split('\r\n').find((line) => line.startsWith('Total,'));
  expect(total?.split(',')[1]).toBe(String(report.json<ReportAnswer>().totals[0]));
});

it('is sent with masked numbers and watermarks as the lender asks, to each recipient', async () => {
  const { db, clients, people } = server;
  await db.execute(sql`insert into client_exports (client_id, watermark, masked_roles)
    values (${clients.X.id}, 'Xenon, confidential', '{MANAGER}'),
      (${clients.Y.id}, 'Yarrow, confidential', '{}')`);
  await db.execute(sql`update loans set mobile_number = '9876500000', manager_id = ${people.manager.id}
    where status <> 'DELETED'`);
  const [ofManager, ofAdmin, ofCustomer] = await sent('admin', ['manager', 'admin', 'customer'], {
    report: 'additional',
    look: { ...LOOK, view: 'rows' },
  });
  expect(numbersOf(ofManager?.body, clients.X.name)).toEqual(new Set(['XXXXXX0000']));
  expect(numbersOf(ofManager?.body, clients.Y.name)).toEqual(new Set(['9876500000']));
  expect(numbersOf(ofAdmin?.body)).toEqual(new Set(['9876500000']));
  for (const file of [ofManager, ofAdmin]) {
    expect(file?.body).toContain('Xenon, confidential · ');
    expect(file?.body).toContain('Yarrow, confidential · ');
  }
  expect(ofCustomer?.body).toContain('Xenon, confidential · ');
  expect(ofCustomer?.body).not.toContain('Yarrow');
  await db.execute(sql`delete from client_exports`);
});

it('tells nothing of a lender that is not the reader’s, nor of one that is gone', async () => {
  const { clients, people } = server;
  const rows = { ...LOOK, view: 'rows' };
  const ofY = { ...rows, clientName: [clients.Y.name] };
  const refused = await server.call('POST', '/report-views', {
    as: 'clientadmin',
    body: { report: 'callStatus', name: 'Guessed', look: ofY },
  });
  expect(refused.statusCode).toBe(403);
  const [all, foreign] = await sent('admin', ['admin', 'customer'], { look: ofY });
  expect(all?.rowCount).toBeGreaterThan(0);
  expect(all?.body).toContain(clients.Y.name);
  expect(foreign?.rowCount).toBe(0);
  const [gone] = await sent('admin', ['admin'], { look: { ...rows, clientName: ['Gone Bank'] } });
  expect(gone?.rowCount).toBe(0);
  const [guessed] = await sent('clientadmin', ['customer'], {
    look: { ...rows, managerId: people.manager2.id },
  });
  expect(guessed?.body).not.toContain(clients.Y.name);
});

it('adds up while loans come in and change, each answer being of one instant', async () => {
  const { db, clients, people } = server;
  const batch = async (number: number) => {
    await db.execute(sql`insert into loans (id, loan_number, client_id, customer_name, city, total_due_amount, status,
        manager_id, created_at)
      select gen_random_uuid(), 'IMP-' || ${number}::int || '-' || n, ${clients.X.id}, 'Borrower', 'City ' || n % 7,
        1000 + n, 'ACTIVE', ${people.manager.id}, '2026-03-10T05:00:00Z' from generate_series(1, 50) n`);
    await db.execute(sql`update loans set total_due_amount = total_due_amount + 1, city = 'City ' || ${number % 7}::int
      where loan_number like 'IMP-%'`);
  };
  const totals = new Set<number | null>();
  for (let round = 0; round < 12; round += 1) {
    const query = { ...LOOK, by: 'city', pageSize: '200' };
    const [answer] = await Promise.all([
      server.call('GET', '/reports/performance', { as: 'manager', query }),
      batch(2 * round),
      batch(2 * round + 1),
    ]);
    const report = answer.json<ReportAnswer>();
    for (const [at, total] of report.totals.entries())
      expect(report.data.reduce((sum, { sums }) => sum + (sums[at] ?? 0), 0)).toBe(total);
    totals.add(report.totals[0] ?? null);
  }
  expect(totals.size).toBeGreaterThan(6);
});

it('has one schedule however often its button is pressed, another for another time or recipient', async () => {
  const { _id: viewId } = await view('admin');
  const ask = async (more: object = {}) => {
    const recipientIds = [server.people.manager.id, server.people.collector.id];
    const body = { viewId, time: DAILY, recipientIds, ...more };
    return (await server.taken<{ _id: string }>('POST', '/report-schedules', { as: 'admin', body }))
      ._id;
  };
  const turned = [server.people.collector.id, server.people.manager.id.toUpperCase()];
  const made = await Promise.all([ask(), ask(), ask(), ask({ recipientIds: turned })]);
  expect(new Set(made).size).toBe(1);
  const [id] = made;
  const others = [
    await ask({ time: { ...DAILY, at: '07:01' } }),
    await ask({ recipientIds: [server.people.manager.id] }),
    await ask({ format: 'csv' }),
    await ask({ isActive: false }),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
  const { rows } = await server.db.execute<{
    n: number;
  }>(sql`select count(*)::int as n from audit_log
    where action = 'report-schedule.create' and entity_id = ${id}`);
  expect(rows[0]?.n).toBe(1);
  // An ended one is no hindrance.
  await server.call('DELETE', `/report-schedules/${id}`, { as: 'admin' });
  expect(made).not.toContain(await ask());
});
