import { assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import {
  CHART_RANGES,
  DIMENSIONS_OF,
  chartQuestionSchema,
  maySeeMeasure,
} from '../../contract/visualization.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { addDays } from '../../server/clock.ts';
import { actorOfUser } from '../../server/identity/actor-service.ts';
import { answerChart } from '../../server/visualizations/chart-answer.ts';
import { casesOf } from '../support/cases.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

/* A chart's numbers are the reports' for the same question: group by group, for whoever asks. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await makeReportBooks(server, 4711);
});
afterAll(async () => server.close());

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
  const actor = await actorOfUser(server.db, server.people[as].id);
  if (actor === null) throw new Error('Nobody asks.');
  const filters = { buckets: bucket === null ? [] : [bucket] };
  const question = chartQuestionSchema.parse({ ...given, filters, most: 100 });
  return answerChart(server.db, ZONE, actor, question, addDays('2026-02-25', day));
}

/** The sums of both reports of productivity by group: one has the calls and their money, the other the visits and theirs. */
async function reportOf(asked: Asked, { from, to }: ChartAnswer): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const names = asked.measure === 'contacts' ? ['calls', 'visits'] : [asked.measure];
  for (const report of ['callStatus', 'fieldStatus']) {
    const answer = await server.call('GET', `/reports/${report}`, {
      as: asked.as,
      query: {
        gte: from ?? '',
        lte: to ?? '',
        by: asked.by,
        pageSize: '200',
        ...(asked.bucket !== null && { bucket: asked.bucket }),
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { measures, data } = answer.json<ReportAnswer>();
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
