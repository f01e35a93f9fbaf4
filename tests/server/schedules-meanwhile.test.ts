import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JOB_WORDS } from '../../contract/job-words.ts';
import type { Page } from '../../contract/paging.ts';
import type { ReportDelivery, ReportSchedule } from '../../contract/report-schedule.ts';
import { keepSchedulesDue } from '../../server/reports/report-delivery-jobs.ts';
import { startMailBox } from '../support/mail-box.ts';
import type { MailBox } from '../support/mail-box.ts';
import { PATIENCE } from '../support/patience.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let box: MailBox;
let names = 0;

beforeAll(async () => {
  box = await startMailBox();
  server = await startTestServer({
    SMTP_URL: box.url,
    MAIL_FROM: 'recoup@agency.example',
    APP_URL: 'https://recoup.agency.example/',
  });
});

afterAll(async () => {
  await server.close();
  await box.close();
});

const plan = (more: object) => ({
  time: { rhythm: 'DAILY', at: '07:00' },
  recipientIds: [server.people.manager.id],
  ...more,
});

async function deliveriesOf(id: string): Promise<ReportDelivery[]> {
  const answer = await server.call('GET', `/report-schedules/${id}/deliveries`, { as: 'admin' });
  return answer.json<Page<ReportDelivery>>().data;
}

const deliveryOf = async (id: string): Promise<ReportDelivery | undefined> =>
  (await deliveriesOf(id))[0];

/** A schedule to the manager, unless told otherwise, whose time has come. */
async function due(more: object = {}): Promise<string> {
  names += 1;
  const look = { gte: '01-03-2026', lte: '31-03-2026' };
  const view = await server.call('POST', '/report-views', {
    as: 'admin',
    body: { report: 'callStatus', name: `Meanwhile ${names}`, look },
  });
  const { _id: viewId } = view.json<{ _id: string }>();
  const { _id: id } = await server.taken<{ _id: string }>('POST', '/report-schedules', {
    as: 'admin',
    body: plan({ viewId, ...more }),
  });
  await server.db.execute(
    sql`update report_schedules set next_at = now() - interval '1 second' where id = ${id}`,
  );
  await keepSchedulesDue(server.context, new Date());
  return id;
}

/** The same, whose e-mail the mail server asked to bring later. */
async function putOff(more: object = {}): Promise<string> {
  box.behave('later');
  const id = await due(more);
  await expect.poll(async () => (await deliveryOf(id))?.error ?? '', PATIENCE).not.toBe('');
  return id;
}

/** The mail server takes everything, and the next try has come. */
async function tryAgain(id: string, state: ReportDelivery['state']): Promise<void> {
  box.behave('take');
  await server.db.execute(
    sql`update report_deliveries set next_at = now() where schedule_id = ${id}`,
  );
  await server.upkeep.runNow('report mails');
  await expect.poll(async () => (await deliveryOf(id))?.state, PATIENCE).toBe(state);
}

describe('an e-mail that waits for its next try', () => {
  let before: number;

  beforeEach(() => {
    before = box.mails.length;
  });

  it('goes to the address that its recipient has by then', async () => {
    const id = await putOff();
    const { manager } = server.people;
    await server.db.execute(
      sql`update users set email = 'corrected@agency.example' where id = ${manager.id}`,
    );
    await tryAgain(id, 'SENT');
    expect(box.mails.slice(before).map(({ to }) => to.join())).toEqual([
      expect.stringContaining('corrected@agency.example'),
    ]);
    await server.db.execute(
      sql`update users set email = ${manager.email} where id = ${manager.id}`,
    );
  });

  it('is not sent once its schedule was removed', async () => {
    const id = await putOff();
    await server.taken('DELETE', `/report-schedules/${id}`, { as: 'admin' });
    box.behave('take');
    await server.db.execute(
      sql`update report_deliveries set next_at = now() where schedule_id = ${id}`,
    );
    await server.upkeep.runNow('report mails');
    const stateOf = async () => {
      const { rows } = await server.db.execute<{ state: string }>(
        sql`select state from report_deliveries where schedule_id = ${id}`,
      );
      return rows[0]?.state;
    };
    await expect.poll(stateOf, PATIENCE).toBe('SKIPPED');
    expect(box.mails).toHaveLength(before);
  });

  it.each([
    ['paused', () => plan({ isActive: false })],
    ['for others only', () => plan({ recipientIds: [server.people.admin.id] })],
  ])('is not sent once its schedule is %s', async (_, changed) => {
    const id = await putOff();
    const body = { format: 'xlsx', isAttached: true, isActive: true, ...changed() };
    await server.taken('PUT', `/report-schedules/${id}`, { as: 'admin', body });
    await tryAgain(id, 'SKIPPED');
    expect(box.mails).toHaveLength(before);
  });
});

it('a schedule is not paused over what somebody else set meanwhile; that it was sent is no change', async () => {
  const id = await putOff();
  const seen = async () => {
    const path = '/report-schedules?pageSize=100';
    const { data } = await server.taken<Page<ReportSchedule>>('GET', path, { as: 'admin' });
    return data.find(({ _id }) => _id === id);
  };
  const change = (more: object) =>
    server.call('PUT', `/report-schedules/${id}`, { as: 'admin', body: plan(more) });
  const { revision } = (await seen()) ?? {};
  await server.db.execute(
    sql`update report_schedules set next_at = now() + interval '1 day' where id = ${id}`,
  );
  const recipientIds = [server.people.admin.id];
  expect((await change({ recipientIds, revision })).statusCode).toBe(200);
  const late = await change({ isActive: false, revision });
  expect([late.statusCode, late.json()]).toMatchObject([
    409,
    { code: 'STALE_REVISION', details: { changedBy: 'Test admin' } },
  ]);
  expect((await seen())?.recipients.map(({ _id }) => _id)).toEqual(recipientIds);
});

it('a schedule leaves out who went to another lender, and ends when who set it up went there', async () => {
  const { clientadmin, customer } = server.people;
  const look = { gte: '01-03-2026', lte: '31-03-2026' };
  const { _id: viewId } = await server.taken<{ _id: string }>('POST', '/report-views', {
    as: 'clientadmin',
    body: { report: 'callStatus', name: 'Own lender', look },
  });
  const { _id: id } = await server.taken<{ _id: string }>('POST', '/report-schedules', {
    as: 'clientadmin',
    body: plan({ viewId, recipientIds: [clientadmin.id, customer.id] }),
  });
  const recipients = async () => {
    const list = await server.call('GET', '/report-schedules', { as: 'admin' });
    const found = list.json<Page<ReportSchedule>>().data.find(({ _id }) => _id === id);
    return found?.recipients.map((each) => each._id);
  };
  const move = async (_id: string) =>
    server.taken('PUT', '/userData', { as: 'admin', body: { _id, client: server.clients.Y.id } });
  await move(customer.id);
  expect(await recipients()).toEqual([clientadmin.id]);
  await move(clientadmin.id);
  expect(await recipients()).toBeUndefined();
});

it('a schedule is paused and changed though one of its people has left, who cannot be named anew', async () => {
  const id = await putOff();
  const { manager, admin } = server.people;
  const change = async (more: object) =>
    (await server.call('PUT', `/report-schedules/${id}`, { as: 'admin', body: plan(more) }))
      .statusCode;
  await server.db.execute(sql`update users set disabled_at = now() where id = ${manager.id}`);
  expect(await change({ isActive: false })).toBe(200);
  expect(await change({ recipientIds: [admin.id] })).toBe(200);
  expect(await change({})).toBe(422);
  await server.db.execute(sql`update users set disabled_at = null where id = ${manager.id}`);
});

it('a mail server that says nothing holds up nobody’s file', async () => {
  const { manager, manager2 } = server.people;
  box.behave('say-nothing');
  const id = await due({ recipientIds: [manager.id, manager2.id] });
  const tried = async () =>
    (await deliveriesOf(id)).map(({ state, attempts }) => `${state} ${attempts}`).toSorted();
  await expect.poll(tried, PATIENCE).toEqual(['READY 0', 'SENDING 1']);
  await server.taken('DELETE', `/report-schedules/${id}`, { as: 'admin' });
});

it('an e-mail whose file can not be read is not sent, and is once it can', async () => {
  const id = await putOff({ isAttached: true });
  const { rows } = await server.db.execute<{ key: string }>(sql`select f.store_key as key
    from report_files f join report_deliveries d on d.file_id = f.id where d.schedule_id = ${id}`);
  const path = join(server.context.settings.dataDir, 'files', rows[0]?.key ?? '');
  await rename(path, `${path}.away`);
  await mkdir(path);
  await tryAgain(id, 'READY');
  await expect
    .poll(async () => deliveryOf(id), PATIENCE)
    .toMatchObject({ attempts: 2, error: JOB_WORDS['report-not-readable'] });
  await rmdir(path);
  await rename(`${path}.away`, path);
  await tryAgain(id, 'SENT');
  expect((await deliveryOf(id))?.attempts).toBe(3);
});
