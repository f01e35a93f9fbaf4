import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { ReportFile } from '../../contract/report-engine.ts';
import { reportScheduleCalls } from '../../contract/report-schedule.ts';
import type { ReportDelivery } from '../../contract/report-schedule.ts';
import type { SavedChart } from '../../contract/visualization-calls.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { keepSchedulesDue } from '../../server/reports/report-delivery-jobs.ts';
import { PATIENCE } from '../support/patience.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  await makeReportBooks(server, 7);
});

const QUESTION = { measure: 'loans', by: 'bucket' };
const DAILY = { rhythm: 'DAILY', at: '07:00' };

async function savedChart(category = 'MANAGER', question: object = QUESTION): Promise<SavedChart> {
  const body = { name: 'Stock, by bucket', category, kind: 'BAR', question };
  return server.taken<SavedChart>('POST', '/data-visualizations', { as: 'admin', body });
}

const schedule = (as: PersonName, to: readonly PersonName[], more: object) =>
  server.call('POST', '/report-schedules', {
    as,
    body: { time: DAILY, recipientIds: to.map((name) => server.people[name].id), ...more },
  });

async function scheduled(as: PersonName, to: readonly PersonName[], more: object): Promise<string> {
  const answer = await schedule(as, to, more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ _id: string }>()._id;
}

async function sendNow(id: string): Promise<void> {
  const now = new Date();
  await server.db.execute(sql`update report_schedules
    set next_at = ${now.toISOString()}::timestamptz - interval '1 second' where id = ${id}`);
  await keepSchedulesDue(server.context, now);
}

const statesOf = async (id: string): Promise<string[]> => {
  const { rows } = await server.db.execute<{ state: string }>(
    sql`select state from report_deliveries where schedule_id = ${id} order by id`,
  );
  return rows.map(({ state }) => state);
};

const filesOf = async (as: PersonName) =>
  (await server.call('GET', '/report-files', { as })).json<Page<ReportFile>>().data;

describe('a scheduled chart', () => {
  it('gives each recipient the figures of its own loans, in the app and by e-mail', async () => {
    const { _id: chartId } = await savedChart();
    const to = ['manager', 'manager2', 'collector', 'fieldagent'] as const;
    const id = await scheduled('admin', to, { chartId, format: 'csv' });
    await sendNow(id);
    await expect
      .poll(() => statesOf(id), PATIENCE)
      .toEqual(['RECORDED', 'RECORDED', 'RECORDED', 'RECORDED']);
    const totals = new Set<string>();
    for (const name of to) {
      const asked = { as: name, body: QUESTION };
      const { total } = (
        await server.call('POST', '/data-visualizations/answer', asked)
      ).json<ChartAnswer>();
      const [file] = await filesOf(name);
      expect(file).toMatchObject({ report: 'CHART' });
      expect(file?.name).toMatch(/^stock-by-bucket_\d{4}-\d\d-\d\d\.csv$/);
      const got = await server.call('GET', `/report-files/${file?._id}`, { as: name });
      expect(got.body).toContain(`Total,${total}`);
      totals.add(String(total));
    }
    expect(totals.size).toBeGreaterThan(2);
    const deliveries = await server.call('GET', `/report-schedules/${id}/deliveries`, {
      as: 'admin',
    });
    const { data } = deliveries.json<Page<ReportDelivery>>();
    expect(data[0]?.subject).toBe('Stock, by bucket');
    expect(data[0]?.body).toContain('What you get is what you may see.');
  });

  it('gives nothing to who may not see its figure', async () => {
    const { _id: chartId } = await savedChart('ADMIN', { measure: 'receipted', by: 'agent' });
    const id = await scheduled('admin', ['manager', 'customer'], { chartId });
    await sendNow(id);
    await expect
      .poll(async () => (await statesOf(id)).toSorted(), PATIENCE)
      .toEqual(['RECORDED', 'SKIPPED']);
    expect((await filesOf('customer')).filter(({ report }) => report === 'CHART')).toEqual([]);
  });

  it('gives a lender’s people nothing that names another lender, and they can’t have it sent', async () => {
    const clients = [server.clients.X.name, server.clients.Y.name];
    const { _id: chartId } = await savedChart('CLIENT_ADMIN', {
      ...QUESTION,
      filters: { clients },
    });
    const id = await scheduled('admin', ['manager', 'customer'], { chartId });
    await sendNow(id);
    await expect
      .poll(async () => (await statesOf(id)).toSorted(), PATIENCE)
      .toEqual(['RECORDED', 'SKIPPED']);
    expect((await schedule('clientadmin', ['customer'], { chartId })).statusCode).toBe(404);
  });

  it('goes on when its maker is no manager any more: each gets what itself may see, and an admin can end it', async () => {
    const { _id: chartId } = await savedChart();
    const id = await scheduled('manager', ['manager', 'collector'], { chartId, format: 'csv' });
    const make = async (role: string) =>
      server.db.execute(
        sql`update users set role = ${role} where id = ${server.people.manager.id}`,
      );
    await make('COLLECTOR');
    await sendNow(id);
    await expect.poll(() => statesOf(id), PATIENCE).toEqual(['RECORDED', 'RECORDED']);
    const { rows } = await server.db.execute<{ key: string }>(
      sql`select f.store_key as key from report_files f where f.owner_id = ${server.people.manager.id}
        order by f.id desc limit 1`,
    );
    const sheet = await text(await server.context.fileStore.read(rows[0]?.key ?? ''));
    await make('MANAGER');
    // Those of a collector: none is allocated to it.
    expect(sheet).toContain('Total,0');
    expect(
      (await server.call('DELETE', `/report-schedules/${id}`, { as: 'admin' })).statusCode,
    ).toBe(200);
  });

  it('counts its days back from the day for which it is sent', async () => {
    const question = { measure: 'contacts', by: 'day', range: 'TODAY' };
    const { _id: chartId } = await savedChart('ADMIN', question);
    const id = await scheduled('admin', ['admin'], { chartId });
    await server.db.execute(
      sql`update report_schedules set next_at = '2026-03-10T01:30:00Z' where id = ${id}`,
    );
    await keepSchedulesDue(server.context, new Date('2026-03-10T02:00:00Z'));
    await expect.poll(() => statesOf(id), PATIENCE).toEqual(['RECORDED']);
    const { rows } = await server.db.execute<{ subject: string }>(
      sql`select subject from report_deliveries where schedule_id = ${id}`,
    );
    expect(rows[0]?.subject).toBe('Stock, by bucket, 10-03-2026 to 10-03-2026');
  });

  it('is listed as one, changed and paused like a report', async () => {
    const { _id: chartId } = await savedChart();
    const id = await scheduled('manager', ['collector'], { chartId });
    const recipientIds = [server.people.collector.id];
    const body = { time: { rhythm: 'WEEKLY', weekday: 1, at: '09:30' }, recipientIds };
    await server.taken('PUT', `/report-schedules/${id}`, {
      as: 'manager',
      body: { ...body, isActive: false },
    });
    const listed = await server.call('GET', '/report-schedules', { as: 'manager' });
    const { data } = reportScheduleCalls.listReportSchedules.answer.parse(listed.json());
    expect(data.find(({ _id }) => _id === id)).toMatchObject({
      report: null,
      viewId: null,
      chartId,
      viewName: 'Stock, by bucket',
      isActive: false,
    });
  });

  it('ends with its chart: nothing is sent any more, and no list has it', async () => {
    const { _id: chartId } = await savedChart();
    const id = await scheduled('manager', ['collector'], { chartId });
    await server.taken('DELETE', `/data-visualizations/${chartId}`, { as: 'admin' });
    await sendNow(id);
    expect(await statesOf(id)).toEqual([]);
    const listed = await server.call('GET', '/report-schedules', { as: 'manager' });
    expect(listed.body).not.toContain(id);
  });

  it('whose chart is removed while its file waits to be made gives nothing', async () => {
    const { _id: chartId } = await savedChart();
    const id = await scheduled('manager', ['collector'], { chartId });
    await server.db
      .execute(sql`insert into report_deliveries (id, schedule_id, due_at, recipient_id)
      values (gen_random_uuid(), ${id}, now(), ${server.people.collector.id})`);
    await server.call('DELETE', `/data-visualizations/${chartId}`, { as: 'admin' });
    await server.upkeep.runNow('report mails');
    await expect.poll(() => statesOf(id), PATIENCE).toEqual(['SKIPPED']);
  });
});

describe('scheduling a chart', () => {
  it('is for charts of the own board; an admin has all', async () => {
    const { _id: chartId } = await savedChart('ADMIN');
    expect((await schedule('manager', ['collector'], { chartId })).statusCode).toBe(404);
    expect((await schedule('superadmin', ['collector'], { chartId })).statusCode).toBe(200);
    const { _id: own } = await savedChart('CLIENT_ADMIN');
    expect((await schedule('clientadmin', ['customer'], { chartId: own })).statusCode).toBe(200);
    expect((await schedule('collector', ['collector'], { chartId: own })).statusCode).toBe(403);
  });

  it('goes to people whom its maker may name', async () => {
    const { _id: chartId } = await savedChart();
    expect((await schedule('manager', ['manager2'], { chartId })).statusCode).toBe(422);
    const { _id: own } = await savedChart('CLIENT_ADMIN');
    const stranger = await schedule('clientadmin', ['collector'], { chartId: own });
    expect(stranger.statusCode).toBe(422);
  });

  it('takes one of both: a chart or a view', async () => {
    const { _id: chartId } = await savedChart();
    const both = { chartId, viewId: chartId };
    for (const more of [{}, both]) {
      const answer = await schedule('admin', ['manager'], more);
      expect(answer.statusCode, answer.body).toBe(400);
    }
  });

  it('names every reachable person where no report is named', async () => {
    const asked = await server.call('GET', '/report-schedules/recipients', { as: 'clientadmin' });
    const { data } = asked.json<{ data: { _id: string }[] }>();
    expect(data.map(({ _id }) => _id)).toContain(server.people.customer.id);
    expect(data.map(({ _id }) => _id)).not.toContain(server.people.collector.id);
  });
});

describe('boards', () => {
  it('stay in order though charts are made, moved, removed and sent to other boards at once', async () => {
    const call = async (method: 'PUT' | 'DELETE', id: string, body?: object) =>
      server.call(method, `/data-visualizations/${id}`, { as: 'admin', ...(body && { body }) });
    const boards = ['MANAGER', 'COLLECTOR'] as const;
    await server.db.execute(
      sql`delete from data_visualizations where category in ('MANAGER', 'COLLECTOR')`,
    );
    for (let tries = 0; tries < 5; tries += 1) {
      // Empty boards are filled by several, too.
      const charts = await Promise.all(
        [...boards, ...boards, ...boards].map(async (category) => savedChart(category)),
      );
      const [first, second] = charts;
      const answers = await Promise.all([
        ...charts.map(async ({ _id }) => call('PUT', `${_id}/place`, { direction: 'DOWN' })),
        ...charts.map(async ({ _id, name, category, kind, question, revision }) => {
          const other = category === 'MANAGER' ? 'COLLECTOR' : 'MANAGER';
          return call('PUT', _id, { name, category: other, kind, question, revision });
        }),
        ...[first, second].map(async (chart) => call('DELETE', chart?._id ?? '')),
      ]);
      const odd = answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 404);
      expect(odd.map(({ body }) => body)).toEqual([]);
      const { rows } = await server.db.execute(sql`select category from data_visualizations
        group by category having count(*) <> count(distinct position)`);
      expect(rows).toEqual([]);
    }
  });
});
