import { sql } from 'drizzle-orm';
import { assert, asyncProperty, constant, constantFrom, integer, option, record } from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import { visualizationCalls } from '../../contract/visualization-calls.ts';
import {
  CHART_MEASURES,
  CHART_RANGES,
  DIMENSIONS_OF,
  chartQuestionSchema,
  isOfStock,
  maySeeMeasure,
} from '../../contract/visualization.ts';
import type {
  ChartAnswer,
  ChartDimension,
  ChartMeasure,
  ChartRow,
} from '../../contract/visualization.ts';
import { addDays } from '../../server/clock.ts';
import { actorOfUser } from '../../server/identity/actor-service.ts';
import { answerChart } from '../../server/visualizations/chart-answer.ts';
import { listChartLoans } from '../../server/visualizations/chart-loans.ts';
import { casesOf } from '../support/cases.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* A chart's numbers are the reports' for the same question: group by group, for whoever asks. */

const server = testServer();
beforeAll(async () => {
  await makeReportBooks(server, 4711);
});

const MEASURES = ['contacts', 'calls', 'visits', 'receipted', 'verified', 'collected'] as const;
const GROUPS = [
  'agent',
  'day',
  'client',
  'manager',
  'bucket',
  'product',
  'city',
  'outcome',
  'hour',
] as const;
const READERS = [
  'admin',
  'manager',
  'manager2',
  'customer',
] as const satisfies readonly PersonName[];
const ZONE = 'Asia/Kolkata';

interface Asked {
  readonly measure: (typeof MEASURES)[number];
  readonly by: (typeof GROUPS)[number];
  readonly range: (typeof CHART_RANGES)[number];
  readonly as: (typeof READERS)[number];
  readonly day: number;
  readonly bucket: string | null;
}

async function chartOf({ as, day, bucket, ...given }: Asked): Promise<ChartAnswer> {
  const actor = await actorOf(as);
  const filters = { buckets: bucket === null ? [] : [bucket] };
  const question = chartQuestionSchema.parse({ ...given, filters, most: 100 });
  return answerChart(server.db, ZONE, actor, question, addDays('2026-02-25', day));
}

/** The sums of both reports of productivity by group: one has the calls and their money, the other the visits and theirs. */
async function reportOf(asked: Asked, { from, to }: ChartAnswer): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const names = asked.measure === 'contacts' ? ['calls', 'visits'] : [asked.measure];
  for (const report of ['callStatus', 'fieldStatus']) {
    const { measures, data } = await server.taken<ReportAnswer>('GET', `/reports/${report}`, {
      as: asked.as,
      query: {
        gte: from ?? '',
        lte: to ?? '',
        by: asked.by,
        pageSize: '200',
        ...(asked.bucket !== null && { bucket: asked.bucket }),
      },
    });
    for (const { group, sums: told } of data)
      for (const [at, measure] of measures.entries())
        if (names.includes(measure)) sums.set(group, (sums.get(group) ?? 0) + (told[at] ?? 0));
  }
  return sums;
}

const inOrder = (values: Iterable<number>): number[] => [...values].toSorted((a, b) => a - b);

it('gives for the same question what the reports give', async () => {
  let seen = 0;
  const asked = record({
    measure: constantFrom(...MEASURES),
    by: constantFrom(...GROUPS),
    range: constantFrom(...CHART_RANGES),
    as: constantFrom(...READERS),
    day: integer({ min: 0, max: 45 }),
    bucket: option(constantFrom('1', 'X')),
  }).filter(
    ({ measure, by, as }) =>
      DIMENSIONS_OF[measure].includes(by) &&
      maySeeMeasure(as === 'customer' ? 'CUSTOMER' : 'ADMIN', measure),
  );
  await assert(
    asyncProperty(asked, async (one) => {
      const chart = await chartOf(one);
      const report = await reportOf(one, chart);
      // Days without figures are filled up; any other row without one would tell of what is not the reader's.
      const shown = chart.rows.filter(({ value }) => one.by !== 'day' || value !== 0);
      expect(inOrder(shown.map(({ value }) => value))).toEqual(
        inOrder([...report.values()].filter((value) => value !== 0)),
      );
      expect(chart.total).toBe([...report.values()].reduce((sum, value) => sum + value, 0));
      seen += chart.total;
    }),
    { numRuns: casesOf(100) },
  );
  // Questions without any figure would prove nothing.
  expect(seen).toBeGreaterThan(0);
});

const sum = (figures: readonly number[]) => figures.reduce((all, each) => all + each, 0);

const keyOf = ({ byId, by }: ChartRow) => byId ?? by;

const COMPARED = CHART_MEASURES.filter((measure) => !isOfStock(measure));

it('tells the same of a group however few are shown, now and before, and all of both periods', async () => {
  const asked = constantFrom(...COMPARED).chain((measure) =>
    record({
      measure: constant(measure),
      by: constantFrom(...DIMENSIONS_OF[measure]),
      range: constantFrom(...CHART_RANGES),
      most: integer({ min: 3, max: 6 }),
      day: integer({ min: 0, max: 60 }),
    }),
  );
  let seen = 0;
  await assert(
    asyncProperty(asked, async ({ day, ...given }) => {
      const ask = async (most: number) => {
        const question = chartQuestionSchema.parse({ ...given, most, isCompared: true });
        const today = addDays('2026-02-25', day);
        return answerChart(server.db, ZONE, await actorOf('admin'), question, today);
      };
      const [few, all] = [await ask(given.most), await ask(100)];
      const whole = new Map(all.rows.map((row) => [keyOf(row), [row.value, row.before]]));
      for (const row of few.rows.filter(({ isRest }) => !isRest))
        expect([keyOf(row), row.value, row.before]).toEqual([
          keyOf(row),
          ...(whole.get(keyOf(row)) ?? []),
        ]);
      // Distinct loans are fewer than the sum of the groups; a month's 31st has no place in a shorter one.
      if (given.measure === 'loansContacted') return;
      expect(sum(few.rows.map(({ value }) => value))).toBe(few.total);
      const before = few.rows.map((row) => row.before ?? 0);
      const isWhole = given.by !== 'day' || !given.range.endsWith('MONTH');
      expect(sum(before)).toBe(isWhole ? few.before?.total : sum(before));
      seen += sum(before);
    }),
    { numRuns: casesOf(1000) },
  );
  expect(seen).toBeGreaterThan(0);
});

it('compares weeks and months with the days at their places, not with those of other lengths', async () => {
  const asked = record({
    measure: constantFrom('contacts', 'promisedAmount', 'collected'),
    by: constantFrom('week', 'month'),
    range: constantFrom('DAYS_7', 'DAYS_30', 'DAYS_90', 'MONTH'),
    day: integer({ min: 0, max: 60 }),
  });
  await assert(
    asyncProperty(asked, async ({ day, by, ...given }) => {
      const ask = async (dimension: string) => {
        const question = chartQuestionSchema.parse({ ...given, by: dimension, isCompared: true });
        const today = addDays('2026-02-25', day);
        return answerChart(server.db, ZONE, await actorOf('admin'), question, today);
      };
      const start = (text: string) => {
        const weekday = (new Date(`${text}T00:00:00Z`).getUTCDay() + 6) % 7;
        return by === 'week' ? addDays(text, -weekday) : `${text.slice(0, 8)}01`;
      };
      const sums = new Map<string, [number, number]>();
      for (const row of (await ask('day')).rows) {
        const [now, before] = sums.get(start(row.by ?? '')) ?? [0, 0];
        sums.set(start(row.by ?? ''), [now + row.value, before + (row.before ?? 0)]);
      }
      const told = (await ask(by)).rows.map((row) => [row.by, [row.value, row.before]]);
      expect(told).toEqual([...sums].filter(([, figures]) => figures.some((one) => one !== 0)));
    }),
    { numRuns: casesOf(200) },
  );
});

/** 15 March: the books have months before it, and days after. */
const DAY = '2026-03-15';

async function actorOf(as: PersonName) {
  const actor = await actorOfUser(server.db, server.people[as].id);
  if (actor === null) throw new Error('Nobody asks.');
  return actor;
}

const loansOf = async (as: PersonName, query: Record<string, string | undefined>) => {
  const asked = visualizationCalls.listChartLoans.query.parse({ pageSize: '200', ...query });
  return listChartLoans(server.db, ZONE, await actorOf(as), asked, DAY);
};

interface AskedLoans {
  readonly measure: ChartMeasure;
  readonly by: ChartDimension;
  readonly range: (typeof CHART_RANGES)[number];
  readonly as: PersonName;
}

it('leads to the loans that a row is made of: their parts sum to its figure, for whoever asks', async () => {
  const question = constantFrom(...CHART_MEASURES).chain((measure) =>
    record({
      measure: constant(measure),
      by: constantFrom(...DIMENSIONS_OF[measure]),
      range: constantFrom(...CHART_RANGES),
      as: constantFrom<PersonName>('superadmin', 'manager', 'collector', 'customer', 'partner'),
    }),
  );
  // Every measure once, whatever chance asks.
  const plain = CHART_MEASURES.map((measure): [AskedLoans] => [
    { measure, by: DIMENSIONS_OF[measure][0] ?? 'client', range: 'DAYS_90', as: 'superadmin' },
  ]);
  const measures = new Set<string>();
  await assert(
    asyncProperty(
      question.filter(({ as, measure }) => as !== 'customer' || measure !== 'receipted'),
      async ({ as, ...given }) => {
        const asked = chartQuestionSchema.parse({ ...given, most: 100 });
        const { rows } = await answerChart(server.db, ZONE, await actorOf(as), asked, DAY);
        // Days without figures are filled up.
        for (const { by, byId, value } of rows.filter((row) => row.value !== 0).slice(0, 5)) {
          const of = byId ?? by ?? undefined;
          const { data, figure, unlisted, name, totalCount } = await loansOf(as, { ...given, of });
          expect([name, figure, data.length]).toEqual([by, value, Math.min(200, totalCount)]);
          // Each loan that is counted is listed or told of.
          const isAll = unlisted === 0 && data.length === totalCount;
          expect(isAll ? sum(data.map((loan) => loan.figure)) : figure).toBe(value);
          expect(data.filter((loan) => loan.figure === 0)).toEqual([]);
          if (isAll) measures.add(given.measure);
        }
      },
    ),
    { numRuns: casesOf(100) + plain.length, examples: plain },
  );
  // Rows without loans would prove nothing.
  expect(measures.size).toBeGreaterThan(2);
});

it('shows no loan behind a figure that was moved to somebody else since', async () => {
  const { people, db } = server;
  const mine = { measure: 'calls', by: 'agent', range: 'DAYS_90', of: people.collector.id };
  const before = await loansOf('collector', mine);
  const moved = before.data[0]?._id ?? '';
  const move = async (to: PersonName) =>
    db.execute(sql`update loans set collector_id = ${people[to].id} where id = ${moved}`);
  await move('collector2');
  const after = await loansOf('collector', mine);
  await move('collector');
  expect([after.figure, after.unlisted, after.totalCount]).toEqual([
    before.figure,
    before.unlisted + 1,
    before.totalCount - 1,
  ]);
  expect(after.data.map(({ _id }) => _id)).not.toContain(moved);
  // Another's calls are none of its figures, nor is it named to it.
  expect(await loansOf('collector', { ...mine, of: people.collector2.id })).toMatchObject({
    data: [],
    figure: 0,
    name: null,
  });
});

const behind = async (query: Record<string, string>) =>
  server.call('GET', '/data-visualizations/loans', { as: 'admin', query });

it('refuses loans of what no measure has', async () => {
  for (const query of [{ measure: 'dueAmount', by: 'hour' }, { measure: 'x', by: 'client' }, {}])
    expect((await behind(query)).statusCode).toBe(400);
  const odd = { measure: 'calls', by: 'agent', of: "x' or true --" };
  expect((await behind(odd)).json()).toMatchObject({ data: [], name: null });
});

it('counts promises as the reports of contacts do, of loans deleted since too, and kept ones of none of them', async () => {
  const charted = async (as: PersonName, measure: ChartMeasure) => {
    const question = chartQuestionSchema.parse({ measure, by: 'client', range: 'DAYS_90' });
    return answerChart(server.db, ZONE, await actorOf(as), question, '2026-03-31');
  };
  const reported = async (as: PersonName, report: string, { from, to }: ChartAnswer) => {
    const query = { gte: from ?? '', lte: to ?? '', by: 'client' };
    const answer = await server.call('GET', `/reports/${report}`, { as, query });
    const { measures, totals } = answer.json<ReportAnswer>();
    return totals[measures.indexOf('promises')] ?? 0;
  };
  const ofAgent = sql`p.agent_id = ${server.people.collector.id} and p.made_on between '2026-01-01' and '2026-03-31'`;
  await server.db.execute(sql`update promises p set state = 'KEPT' where ${ofAgent}`);
  const kept = await charted('collector', 'promisesKept');
  await server.db.execute(
    sql`update loans l set status = 'DELETED' from promises p where p.loan_id = l.id and ${ofAgent}`,
  );
  const made = await charted('admin', 'promises');
  const calls = await reported('admin', 'callStatus', made);
  expect(made.total).toBe(calls + (await reported('admin', 'fieldStatus', made)));
  const own = await charted('collector', 'promises');
  expect(own.total).toBe(await reported('collector', 'callStatus', made));
  expect([(kept.total ?? 0) > 0, (await charted('collector', 'promisesKept')).total]).toEqual([
    true,
    0,
  ]);
});
