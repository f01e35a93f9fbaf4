import { sql } from 'drizzle-orm';
import { assert, asyncProperty, constant, constantFrom, integer, option, record } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import {
  CHART_MEASURES,
  CHART_RANGES,
  chartQuestionSchema,
  DIMENSIONS_OF,
} from '../../contract/visualization.ts';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import type { SavedChart } from '../../contract/visualization-calls.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { newId } from '../../server/ids.ts';
import { casesOf } from '../support/cases.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
beforeAll(async () => {
  const { people, db } = server;
  const holders = ['collector', 'collector2', 'collector3'] as const;
  for (const [at, name] of holders.entries())
    for (let n = 0; n < 4; n += 1) {
      const loanId = await server.addLoan({
        client: at === 2 ? 'Y' : 'X',
        collectorId: people[name].id,
        managerId: people[at === 2 ? 'manager2' : 'manager'].id,
        bucket: `B${n % 2}`,
        city: n === 0 ? null : `City ${n}`,
        totalDueAmount: 1000 * (n + 1),
      });
      await db.execute(sql`insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, recorded_at)
        select ${newId()}, ${loanId}, 'CALL', ${people[name].id}, ${people[at === 2 ? 'manager2' : 'manager'].id}, c.code,
          c.disposition_class, now() - make_interval(hours => ${n * 30})
        from disposition_codes c where c.channel = 'CALL' and not c.needs_amount order by c.sort_order limit 1`);
    }
});

const question = (more: object) => ({ measure: 'dueAmount', by: 'client', ...more });
const ask = async (as: PersonName, more: object = {}) =>
  server.call('POST', '/data-visualizations/answer', { as, body: question(more) });
const answerOf = async (as: PersonName, more: object = {}) =>
  (await ask(as, more)).json<ChartAnswer>();

const sum = (figures: readonly (number | undefined)[]) =>
  figures.reduce<number>((all, each) => all + (each ?? 0), 0);

const drawn = async (more: object) => (await answerOf('admin', more)).suggested;

it('a saved chart shows a lender’s people no other lender’s name', async () => {
  const { X } = server.clients;
  await server.taken('POST', '/data-visualizations', {
    as: 'admin',
    body: {
      name: 'Of one lender',
      category: 'CUSTOMER',
      kind: 'BAR',
      question: question({ filters: { clients: [X.name] } }),
    },
  });
  const names = async (as: PersonName) =>
    (await server.call('GET', '/data-visualization/by/category', { as }))
      .json<{ data: SavedChart[] }>()
      .data.map(({ name }) => name);
  expect(await names('customer')).toContain('Of one lender');
  expect(await names('customerOfY')).not.toContain('Of one lender');
});

describe('a question to the product’s own figures', () => {
  it('is answered within what the viewer may see', async () => {
    const all = await answerOf('admin');
    expect(all.total).toBe(30_000);
    expect(all.rows.map(({ by, value }) => [by, value])).toEqual([
      [server.clients.X.name, 20_000],
      [server.clients.Y.name, 10_000],
    ]);
    expect((await answerOf('collector')).total).toBe(10_000);
    expect((await answerOf('manager')).total).toBe(20_000);
    expect((await answerOf('customerOfY')).total).toBe(10_000);
    expect((await answerOf('collector', { measure: 'calls', by: 'agent' })).rows).toHaveLength(1);
    const foreign = await answerOf('customerOfY', {
      filters: { clients: [server.clients.X.name] },
    });
    expect([foreign.total, foreign.rows]).toEqual([0, []]);
  });

  it('gives what the daily report counts', async () => {
    const { json } = await server.call('GET', '/call-disposition/daily-reports', {
      as: 'admin',
      query: {
        gte: new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10),
        lte: '2999-12-31',
      },
    });
    const report: { totals: { count: number } } = json();
    const chart = await answerOf('admin', { measure: 'calls', by: 'day', range: 'DAYS_7' });
    expect(chart.total).toBe(12);
    expect(report.totals.count).toBe(chart.total);
  });

  it('sums to its total whatever is asked, by whomever', async () => {
    const asked = constantFrom(...CHART_MEASURES).chain((measure) =>
      record({
        measure: constant(measure),
        by: constantFrom(...DIMENSIONS_OF[measure]),
        and: option(constantFrom(...DIMENSIONS_OF[measure])),
        range: constantFrom(...CHART_RANGES),
        most: integer({ min: 3, max: 12 }),
        as: constantFrom<PersonName>(
          'admin',
          'manager',
          'collector',
          'customer',
          'partner',
          'fieldagent',
        ),
      }),
    );
    await assert(
      asyncProperty(asked, async ({ as, ...given }) => {
        const answer = await ask(as, given);
        const { rows = [], total = 0 } = answer.json<Partial<ChartAnswer>>();
        const sum = rows.reduce((before, row) => before + row.value, 0);
        const isTwice = given.and === given.by;
        const isSum = given.measure === 'loansContacted' ? total <= sum : total === sum;
        const isForeign = as === 'customer' && given.measure === 'receipted';
        const status = isForeign ? 403 : 200;
        expect([answer.statusCode, isSum]).toEqual([isTwice ? 400 : status, true]);
      }),
      { numRuns: casesOf(100) },
    );
  });

  it('stands beside the period before, row by row and in sum', async () => {
    const { rows, total, before } = await answerOf('admin', {
      measure: 'calls',
      by: 'day',
      range: 'DAYS_7',
      isCompared: true,
    });
    expect([rows.length, total, before?.total]).toEqual([7, 12, 0]);
    expect(rows.every((row) => row.before === 0)).toBe(true);
    const ofAgents = { measure: 'calls', by: 'agent', range: 'TODAY', isCompared: true };
    const today = await answerOf('admin', ofAgents);
    expect(sum(today.rows.map((row) => row.before))).toBe(today.before?.total);
    expect(sum(today.rows.map(({ value }) => value))).toBe(today.total);
    expect(today.total + (today.before?.total ?? 0)).toBeGreaterThan(0);
    // Stock has no days, and a second dimension leaves no room.
    for (const more of [{}, { measure: 'calls', and: 'weekday' }])
      expect((await answerOf('admin', { ...more, isCompared: true })).before).toBeUndefined();
  });

  it('follows loans from bucket to bucket as the roll rates do', async () => {
    const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);
    await server.db.execute(
      sql`update loans set created_at = '2020-01-01', due_date = ${`${month}-01`}::date - 45`,
    );
    // As if it had stood so for long.
    await server.db.execute(sql`delete from loan_past_figures`);
    const moved = { measure: 'movedLoans', by: 'openingStage', and: 'becameOf', range: 'MONTH' };
    const { rows, total, suggested } = await answerOf('admin', moved);
    expect([total, suggested]).toEqual([12, 'SANKEY']);
    expect(new Set(rows.map(({ by }) => by))).toEqual(new Set(['D31_60']));
    const report = (
      await server.call('GET', '/reports/rollRate', { as: 'admin', query: {} })
    ).json<ReportAnswer>();
    expect(report.totals[report.measures.indexOf('flowLoans')]).toBe(total);
    expect((await answerOf('collector', moved)).total).toBe(4);
  });

  it('says how it is best drawn', async () => {
    expect(await drawn({ by: 'bucket' })).toBe('BAR');
    expect(await drawn({ by: 'bucket', and: 'client' })).toBe('SANKEY');
    expect(await drawn({ by: 'client', and: 'product' })).toBe('TABLE');
    expect(await drawn({ measure: 'calls', by: 'outcome' })).toBe('FUNNEL');
    expect(await drawn({ measure: 'calls', by: 'weekday', and: 'hour' })).toBe('HEAT');
    expect(await drawn({ measure: 'collected', by: 'day' })).toBe('LINE');
  });

  it('is not answered where the figure is not for the role, nor saved for its board', async () => {
    const receipted = { measure: 'receipted', by: 'agent' };
    for (const path of ['/data-visualizations/answer', '/data-visualizations/export']) {
      const body = path.endsWith('answer') ? receipted : { name: 'x', question: receipted };
      const refused = await server.call('POST', path, { as: 'customer', body });
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
        403,
        'FOREIGN_MEASURE',
      ]);
    }
    const loans = await server.call('GET', '/data-visualizations/loans', {
      as: 'client',
      query: receipted,
    });
    expect(loans.statusCode).toBe(403);
    const chart = { name: 'Taken in', category: 'CUSTOMER', kind: 'BAR', question: receipted };
    const saved = await server.call('POST', '/data-visualizations', { as: 'admin', body: chart });
    expect([saved.statusCode, saved.json()]).toMatchObject([
      422,
      { details: [{ path: 'question.measure', code: 'not-a-choice' }] },
    ]);
    // One of before this was refused stands on no board of the role.
    await server.db
      .execute(sql`insert into data_visualizations (id, name, category, kind, question, position)
      values (${newId()}, 'Taken in', 'CUSTOMER', 'BAR', ${JSON.stringify(
        chartQuestionSchema.parse(receipted),
      )}::jsonb, 99)`);
    const names = (await board('customer'))
      .json<{ data: SavedChart[] }>()
      .data.map(({ name }) => name);
    expect(names).not.toContain('Taken in');
  });

  it('refuses what no measure has, and says which field', async () => {
    const refused = await ask('admin', { by: 'hour' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ details: [{ path: 'by', code: 'not-a-choice' }] });
    expect((await ask('admin', { measure: 'select 1' })).statusCode).toBe(400);
  });

  it('leaves as a sheet, noted in the audit trail', async () => {
    const file = await server.call('POST', '/data-visualizations/export', {
      as: 'collector',
      body: { name: 'My dues', question: question({}) },
    });
    expect(file.headers['content-disposition']).toContain('my-dues_');
    const { rows } = await server.db.execute(
      sql`select 1 from audit_log where action = 'visualization.export'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('leaves in words: headings, outcomes, weekdays and hours, never their codes', async () => {
    const lines = async (asked: object) => {
      const body = { name: 'Words', question: question(asked) };
      const file = await server.call('POST', '/data-visualizations/export', { as: 'admin', body });
      expect(file.statusCode).toBe(200);
      const { Sheets } = read(file.rawPayload);
      return utils.sheet_to_json<unknown[]>(Sheets.Chart ?? {}, { header: 1, raw: false });
    };
    const contacts = { measure: 'contacts', range: 'DAYS_90' };
    const [head, first] = await lines({ ...contacts, by: 'weekday', and: 'hour' });
    expect(head).toEqual(['Weekday', 'Hour', 'Contacts']);
    expect(first?.slice(0, 2)).toEqual([
      expect.stringMatching(/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/),
      expect.stringMatching(/^\d\d:00$/),
    ]);
    const outcomes = await lines({ ...contacts, by: 'outcome' });
    const { rows: codes } = await server.db.execute<{ code: string; label: string }>(
      sql`select code, label from disposition_codes where code <> label`,
    );
    const names = outcomes.slice(1).map(([name]) => name);
    expect(names.some((name) => codes.some(({ label }) => label === name))).toBe(true);
    expect(names.filter((name) => codes.some(({ code }) => code === name))).toEqual([]);
  });
});

const board = async (as: PersonName, category?: string) =>
  server.call('GET', '/data-visualization/by/category', {
    as,
    ...(category && { query: { category } }),
  });

const places = async () =>
  (await board('manager')).json<{ data: SavedChart[] }>().data.map(({ _id }) => _id);

describe('saved charts', () => {
  it('begin with a set for each role; others’ boards are the admin’s alone', async () => {
    for (const name of [
      'admin',
      'manager',
      'collector',
      'customer',
      'clientadmin',
      'client',
      'partner',
      'fieldagent',
      'superadmin',
    ] as const)
      expect((await board(name)).json<{ data: SavedChart[] }>().data.length, name).toBeGreaterThan(
        1,
      );
    expect((await board('admin', 'COLLECTOR')).statusCode).toBe(200);
    expect((await board('collector', 'ADMIN')).statusCode).toBe(403);
    expect((await board('collector', 'NOBODY')).statusCode).toBe(400);
  });

  it('are made, changed, moved and removed by an admin; the slower of two is told', async () => {
    const body = { name: 'Dues', category: 'MANAGER', kind: 'BAR', question: question({}) };
    expect(
      (await server.call('POST', '/data-visualizations', { as: 'manager', body })).statusCode,
    ).toBe(403);
    const made = (
      await server.call('POST', '/data-visualizations', { as: 'admin', body })
    ).json<SavedChart>();
    const path = `/data-visualizations/${made._id}`;
    expect((await places()).at(-1)).toBe(made._id);
    const move = async (direction: string) =>
      server.call('PUT', `${path}/place`, { as: 'admin', body: { direction } });
    await move('UP');
    expect((await places()).at(-2)).toBe(made._id);
    await move('DOWN');
    await move('DOWN');
    expect((await places()).at(-1)).toBe(made._id);
    const change = { ...body, name: 'All dues', revision: made.revision };
    const [first, second] = await Promise.all(
      [1, 2].map(async () => server.call('PUT', path, { as: 'admin', body: change })),
    );
    expect(
      [first?.statusCode, second?.statusCode].toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([200, 409]);
    expect((await server.call('DELETE', path, { as: 'admin' })).json()).toEqual({ removed: true });
    expect((await server.call('DELETE', path, { as: 'admin' })).json()).toEqual({ removed: false });
    expect((await server.call('PUT', path, { as: 'admin', body: change })).statusCode).toBe(404);
  });
});
