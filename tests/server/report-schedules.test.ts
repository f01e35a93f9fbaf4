import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { ReportAnswer, ReportFile } from '../../contract/report-engine.ts';
import { reportScheduleCalls } from '../../contract/report-schedule.ts';
import type { ReportDelivery, ReportSchedule } from '../../contract/report-schedule.ts';
import type { ReportView } from '../../contract/report-view.ts';
import { keepSchedulesDue } from '../../server/reports/report-delivery-jobs.ts';
import { prepareServer } from '../../server/start.ts';
import { startMailBox } from '../support/mail-box.ts';
import type { MailBox } from '../support/mail-box.ts';
import { PATIENCE } from '../support/patience.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

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
  await makeReportBooks(server, 5);
});

afterAll(async () => {
  await server.close();
  await box.close();
});

beforeEach(() => box.behave('take'));

/** The days of the books. */
const LOOK = { gte: '01-03-2026', lte: '31-03-2026' };

async function view(as: PersonName, more: object = {}): Promise<ReportView> {
  names += 1;
  return server.taken<ReportView>('POST', '/report-views', {
    as,
    body: { report: 'callStatus', name: `View ${names}`, look: LOOK, ...more },
  });
}

const DAILY = { rhythm: 'DAILY', at: '07:00' };

async function schedule(as: PersonName, to: readonly PersonName[], more: object = {}) {
  const { _id: viewId } = await view(as);
  const recipientIds = to.map((name) => server.people[name].id);
  return server.call('POST', '/report-schedules', {
    as,
    body: { viewId, time: DAILY, recipientIds, ...more },
  });
}

async function scheduled(as: PersonName, to: readonly PersonName[], more: object = {}) {
  const answer = await schedule(as, to, more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ _id: string }>()._id;
}

/** Has its time come now. */
async function sendNow(id: string, now = new Date()): Promise<void> {
  await server.db.execute(sql`update report_schedules
    set next_at = ${now.toISOString()}::timestamptz - interval '1 second' where id = ${id}`);
  await keepSchedulesDue(server.context, now);
}

const deliveries = async (id: string, as: PersonName = 'admin') =>
  (await server.call('GET', `/report-schedules/${id}/deliveries`, { as })).json<
    Page<ReportDelivery>
  >().data;

async function settled(id: string, state: ReportDelivery['state']): Promise<ReportDelivery[]> {
  await expect
    .poll(async () => (await deliveries(id)).every((one) => one.state === state), PATIENCE)
    .toBe(true);
  return deliveries(id);
}

const mailsTo = (name: PersonName) =>
  box.mails.filter(({ to }) => to.includes(server.people[name].email));

/** The text of an e-mail whose lines were folded and whose signs were encoded. */
const readable = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

describe('a schedule', () => {
  it('is listed with every field that its screen reads', async () => {
    const id = await scheduled('admin', ['manager'], { format: 'csv' });
    const answer = await server.call('GET', '/report-schedules', { as: 'admin' });
    const { data } = reportScheduleCalls.listReportSchedules.answer.parse(answer.json());
    expect(data.find(({ _id }) => _id === id)?.format).toBe('csv');
    await server.call('DELETE', `/report-schedules/${id}`, { as: 'admin' });
  });

  it('gives each recipient a file of what it sees, in the app and by e-mail', async () => {
    const id = await scheduled('admin', ['manager', 'manager2'], {
      isAttached: true,
      format: 'csv',
    });
    await sendNow(id);
    const made = await settled(id, 'SENT');
    expect(made).toHaveLength(2);
    for (const name of ['manager', 'manager2'] as const) {
      const [mail] = mailsTo(name);
      expect(readable(mail?.text ?? '')).toContain('call-productivity_01-03-2026_31-03-2026.csv');
      const report = await server.call('GET', '/reports/callStatus', { as: name, query: LOOK });
      const { totals } = report.json<ReportAnswer>();
      const files = await server.call('GET', '/report-files', { as: name });
      const [file] = files.json<Page<ReportFile>>().data;
      const got = await server.call('GET', `/report-files/${file?._id}`, { as: name });
      const total = got.body.split('\r\n').find((line) => line.startsWith('Total,'));
      expect(total?.split(',')[1]).toBe(String(totals[0]));
    }
    const { rows } = await server.db.execute<{
      n: number;
    }>(sql`select count(*)::int as n from audit_log
      where action = 'report.deliver' and details ->> 'schedule' = ${id}`);
    expect(rows[0]?.n).toBe(2);
  });

  it('is not sent twice, whichever server looks and however often', async () => {
    const parts: { stop(): Promise<void> }[] = [];
    const other = await prepareServer(server.context.settings, (part) => parts.unshift(part));
    try {
      const ids = await Promise.all(
        ['07:11', '07:12', '07:13'].map(async (at) =>
          scheduled('admin', ['manager', 'manager2'], { time: { ...DAILY, at } }),
        ),
      );
      await server.db.execute(
        sql`update report_schedules set next_at = now() - interval '1 second' where id in ${ids}`,
      );
      const now = new Date();
      await Promise.all(
        [server, other, server, other].map(({ context }) => keepSchedulesDue(context, now)),
      );
      const made = (await Promise.all(ids.map((id) => settled(id, 'SENT')))).flat();
      for (const upkeep of ['report schedules', 'report deliveries', 'report mails'])
        await Promise.all([server, other].map((each) => each.upkeep.runNow(upkeep)));
      const after = (await Promise.all(ids.map((id) => deliveries(id)))).flat();
      expect(after).toHaveLength(6);
      expect(made).toHaveLength(6);
      for (const { _id } of made)
        expect(box.mails.filter(({ text }) => text.includes(_id))).toHaveLength(1);
    } finally {
      for (const part of parts) await part.stop();
    }
  });

  it('has a link that asks for a login where the file is not attached', async () => {
    const id = await scheduled('admin', ['collector2']);
    await sendNow(id);
    await settled(id, 'SENT');
    const [mail] = mailsTo('collector2');
    expect(readable(mail?.text ?? '')).toContain('https://recoup.agency.example/export-csv');
    expect(mail?.text).not.toContain('attachment');
  });

  it('sends once what was missed while no server ran', async () => {
    const id = await scheduled('admin', ['admin']);
    await server.db.execute(
      sql`update report_schedules set next_at = next_at - interval '5 days' where id = ${id}`,
    );
    const { rows } = await server.db.execute<{ now: string }>(
      sql`select (next_at + interval '3 days 1 hour') as now from report_schedules where id = ${id}`,
    );
    await keepSchedulesDue(server.context, new Date(rows[0]?.now ?? ''));
    const made = await settled(id, 'SENT');
    expect(made).toHaveLength(1);
    const [next] = (
      await server.db.execute<{ is_due: boolean }>(sql`select s.next_at > d.due_at as is_due
        from report_schedules s join report_deliveries d on d.schedule_id = s.id where s.id = ${id}`)
    ).rows;
    expect(next?.is_due).toBe(true);
  });

  it('gives nothing to who left or may not read the report any more', async () => {
    const id = await scheduled('admin', ['collector3', 'clientadmin']);
    await server.db.execute(
      sql`update users set disabled_at = now() where id = ${server.people.collector3.id}`,
    );
    await server.db.execute(
      sql`update users set role = 'CLIENT' where id = ${server.people.clientadmin.id}`,
    );
    await sendNow(id);
    await settled(id, 'SKIPPED');
    await server.db.execute(
      sql`update users set role = 'CLIENT_ADMIN' where id = ${server.people.clientadmin.id}`,
    );
    expect(mailsTo('collector3')).toEqual([]);
    expect(mailsTo('clientadmin')).toEqual([]);
  });
});

describe('the mail server', () => {
  it('that says "later" is asked again', async () => {
    box.behave('later');
    const id = await scheduled('admin', ['manager']);
    await sendNow(id);
    await expect
      .poll(async () => (await deliveries(id))[0]?.error ?? '', PATIENCE)
      .toContain('Not this one');
    expect((await deliveries(id))[0]?.state).toBe('READY');
    box.behave('take');
    await server.db.execute(
      sql`update report_deliveries set next_at = now() where schedule_id = ${id}`,
    );
    await server.upkeep.runNow('report mails');
    const [sent] = await settled(id, 'SENT');
    expect(sent?.attempts).toBe(2);
  });

  it('that says "never" is not', async () => {
    box.behave('never');
    const id = await scheduled('admin', ['manager']);
    await sendNow(id);
    const [failed] = await settled(id, 'FAILED');
    expect(failed?.attempts).toBe(1);
  });

  it('that hangs up before the e-mail is asked again', async () => {
    box.behave('hang-up-first');
    const id = await scheduled('admin', ['manager']);
    await sendNow(id);
    await expect.poll(async () => (await deliveries(id))[0]?.error ?? '', PATIENCE).not.toBe('');
    expect((await deliveries(id))[0]?.state).toBe('READY');
  });

  it('that hangs up after the e-mail may have it: it is not sent again', async () => {
    box.behave('hang-up-last');
    const id = await scheduled('admin', ['manager']);
    await sendNow(id);
    await settled(id, 'UNKNOWN');
    const tries = box.tries();
    await server.upkeep.runNow('report mails');
    expect(box.tries()).toBe(tries);
  });
});

it('a delivery whose process died while it mailed is not mailed again', async () => {
  const id = await scheduled('admin', ['manager']);
  await sendNow(id);
  await settled(id, 'SENT');
  await server.db
    .execute(sql`update report_deliveries set state = 'SENDING', claimed_until = now() - interval '1 minute'
    where schedule_id = ${id}`);
  await server.upkeep.runNow('report mails');
  const [unknown] = await settled(id, 'UNKNOWN');
  expect(unknown?.attempts).toBe(1);
});

it('is for those whom its maker may name, and for readers of the report', async () => {
  expect((await schedule('manager', ['manager2'])).statusCode).toBe(422);
  expect((await schedule('manager', ['collector'])).statusCode).toBe(200);
  expect((await schedule('clientadmin', ['collector'])).statusCode).toBe(422);
  expect((await schedule('clientadmin', ['customer'])).statusCode).toBe(200);
  expect((await schedule('admin', ['fieldagent'])).statusCode).toBe(422);
  expect((await schedule('collector', ['collector'])).statusCode).toBe(403);
});

it('is looked after by its maker and admins alone', async () => {
  const id = await scheduled('manager', ['collector']);
  const body = { time: DAILY, recipientIds: [server.people.collector.id], isActive: false };
  const change = async (as: PersonName) =>
    (await server.call('PUT', `/report-schedules/${id}`, { as, body })).statusCode;
  expect(await change('manager2')).toBe(404);
  expect(await change('admin')).toBe(200);
  const listed = (await server.call('GET', '/report-schedules', { as: 'manager2' })).json<
    Page<ReportSchedule>
  >();
  expect(listed.data.map(({ _id }) => _id)).not.toContain(id);
  expect(
    (await server.call('GET', `/report-schedules/${id}/deliveries`, { as: 'manager2' })).statusCode,
  ).toBe(404);
  await server.taken('DELETE', `/report-schedules/${id}`, { as: 'manager' });
  await sendNow(id);
  expect(
    (await server.call('GET', `/report-schedules/${id}/deliveries`, { as: 'admin' })).statusCode,
  ).toBe(404);
});

describe('without a mail server', () => {
  it('what would be mailed is recorded and shown, and the file is in the app', async () => {
    const bare = await startTestServer();
    try {
      const made = await bare.call('POST', '/report-views', {
        as: 'admin',
        body: { report: 'workable', name: 'W', look: {} },
      });
      const body = {
        viewId: made.json<ReportView>()._id,
        time: DAILY,
        recipientIds: [bare.people.manager.id],
      };
      const answer = await bare.call('POST', '/report-schedules', { as: 'admin', body });
      const { _id: id } = answer.json<{ _id: string }>();
      await bare.db.execute(sql`update report_schedules set next_at = now() where id = ${id}`);
      await keepSchedulesDue(bare.context, new Date(Date.now() + 1000));
      const list = async () =>
        (await bare.call('GET', `/report-schedules/${id}/deliveries`, { as: 'admin' })).json<
          Page<ReportDelivery>
        >().data;
      await expect.poll(async () => (await list())[0]?.state, PATIENCE).toBe('RECORDED');
      const [one] = await list();
      expect(one).toMatchObject({ address: bare.people.manager.email, attempts: 0 });
      expect(one?.subject).toContain('Workable Reports');
      const files = await bare.call('GET', '/report-files', { as: 'manager' });
      expect(files.json<Page<ReportFile>>().data).toHaveLength(1);
    } finally {
      await bare.close();
    }
  });
});
