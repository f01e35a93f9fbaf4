import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { ChartAnswer } from '../../contract/visualization.ts';
import type { ReportAnswer, ReportRows } from '../../contract/report-engine.ts';
import { NO_GROUP } from '../../contract/report-names.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { agentBoardCalls } from '../../contract/agent-board.ts';
import { businessDay } from '../../server/clock.ts';
import { readInsightFile } from '../support/data-insight.ts';
import { addPayment } from '../support/money.ts';
import { testServer } from '../support/server.ts';

/* Lenders' files write buckets, products and places in any letter case: in lists, reports, charts and boards each is one. */
const server = testServer();
const ids: string[] = [];

beforeAll(async () => {
  const words = [
    { bucket: 'B1', product: 'Gold Loan', city: 'Pune', region: 'West', totalDueAmount: 1000 },
    { bucket: 'b1', product: 'GOLD LOAN', city: 'PUNE', region: 'WEST', totalDueAmount: 200 },
    { bucket: 'B1', product: 'gold loan', city: 'pune', region: 'west', totalDueAmount: 30 },
    { bucket: 'B2', product: 'Two wheeler', city: 'Nashik', region: 'East', totalDueAmount: 4 },
  ];
  const { manager, collector } = server.people;
  for (const [at, loan] of words.entries())
    ids[at] = await server.addLoan({
      ...loan,
      loanNumber: `W-${at}`,
      managerId: manager.id,
      collectorId: collector.id,
    });
});

const WORDS = ['bucket', 'product', 'city', 'region'] as const;
const SPELLED = { bucket: 'B1', product: 'GOLD LOAN', city: 'PUNE', region: 'WEST' } as const;

it.each(WORDS.filter((word) => word !== 'region'))(
  'a report has one line for a %s, and the loans behind it are as many',
  async (by) => {
    const path = '/reports/additional';
    const { data } = await server.taken<ReportAnswer>('GET', path, {
      as: 'manager',
      query: { by },
    });
    const found = data.map(({ group, label, sums: [loans, due] }) => [group, label, loans, due]);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual([SPELLED[by], SPELLED[by], 3, 1230]);
    for (const group of [SPELLED[by], SPELLED[by].toLowerCase()]) {
      const query = { by, group, measure: 'loans' };
      const behind = await server.taken<ReportRows>('GET', `${path}/rows`, {
        as: 'manager',
        query,
      });
      expect([behind.totalCount, behind.totals[1]]).toEqual([3, 1230]);
    }
  },
);

it.each(WORDS)('a chart has one bar for a %s, and leads to the loans of all', async (by) => {
  const question = { measure: 'dueAmount', by };
  const { rows } = await server.taken<ChartAnswer>('POST', '/data-visualizations/answer', {
    as: 'manager',
    body: question,
  });
  const found = rows.map((row) => [row.by, row.value]);
  expect(found).toHaveLength(2);
  expect(found).toContainEqual([SPELLED[by], 1230]);
  const behind = await server.taken<{ totalCount: number; name: string }>(
    'GET',
    '/data-visualizations/loans',
    { as: 'manager', query: { ...question, of: SPELLED[by].toLowerCase() } },
  );
  expect(behind).toMatchObject({ totalCount: 3, name: SPELLED[by] });
});

it('filters offer it once', async () => {
  const offers = await server.taken<Record<string, string[]>>(
    'GET',
    '/loans/getDistinctBucketClients',
    { as: 'manager', query: {} },
  );
  expect(offers).toMatchObject({
    buckets: ['B1', 'B2'],
    products: ['GOLD LOAN', 'Two wheeler'],
    cities: ['Nashik', 'PUNE'],
  });
  const board = await server.taken<Record<string, string[]>>('GET', '/agentprofile/getList', {
    as: 'manager',
    query: {},
  });
  expect(board).toMatchObject({ buckets: ['B1', 'B2'], products: ['GOLD LOAN', 'Two wheeler'] });
});

it('a manager’s board and a lender’s morning have one line for a bucket', async () => {
  const board = await server.taken<{
    stock: { byBucket: { name: string; count: number; amount: number }[] };
  }>('GET', '/loans/getManagerLandingAnalytics', { as: 'manager' });
  expect(board.stock.byBucket).toEqual([
    { name: 'B1', count: 3, amount: 1230 },
    { name: 'B2', count: 1, amount: 4 },
  ]);
  const morning = await server.taken<{ buckets: { name: string; loanCount: number }[] }>(
    'GET',
    '/organisation/client-landing',
    { as: 'clientadmin' },
  );
  expect(morning.buckets.map(({ name, loanCount }) => [name, loanCount])).toEqual([
    ['B1', 3],
    ['B2', 1],
  ]);
});

it('an agent’s strengths have one line for a bucket, of loans and of money', async () => {
  const collectorId = server.people.collector.id;
  await server.db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_at)
    select gen_random_uuid(), l.id, ${collectorId}, 'COLLECTOR', now() from loans l where l.collector_id = ${collectorId}`);
  const paidOn = businessDay(server.context.settings.businessTz);
  for (const [at, amount] of [50, 20].entries())
    await addPayment(server, { loanId: ids[at] ?? '', amount, paidOn, collectorId });
  const { byBucket } = await server.taken<CallAnswer<typeof agentBoardCalls.readAgentProfile>>(
    'GET',
    '/agentprofile',
    { as: 'manager', query: { collectorId } },
  );
  expect(
    byBucket.map(({ bucket, loanCount, collected }) => [bucket, loanCount, collected]),
  ).toEqual([
    ['B1', 3, 70],
    ['B2', 1, 0],
  ]);
});

it.each(WORDS)('a file that names loans has one bar for their %s', async (word) => {
  const file = await readInsightFile(server, 'Loan No,Score\nW-0,1\nW-1,2\nW-2,3\nW-3,4\n');
  const { rows } = await server.taken<ChartAnswer>('POST', `/data-insights/${file._id}/answer`, {
    as: 'admin',
    body: { measure: 'DUE', by: `loan:${word}` },
  });
  const found = rows.map(({ by, value }) => [by, value]);
  expect(found).toHaveLength(2);
  expect(found).toContainEqual([SPELLED[word], 1230]);
});

it('a lender’s word that is what no word is called is in the group of none, with the rows behind it', async () => {
  for (const bucket of [NO_GROUP, null]) await server.addLoan({ bucket, totalDueAmount: 7 });
  const path = '/reports/additional';
  const told = await server.taken<ReportAnswer>('GET', path, {
    as: 'admin',
    query: { by: 'bucket' },
  });
  const none = told.data.filter(({ group }) => group === NO_GROUP);
  expect(none.map(({ sums: [loans, due] }) => [loans, due])).toEqual([[2, 14]]);
  const behind = await server.taken<ReportRows>('GET', `${path}/rows`, {
    as: 'admin',
    query: { by: 'bucket', group: NO_GROUP, measure: 'loans' },
  });
  expect([behind.totalCount, behind.totals[1]]).toEqual([2, 14]);
});
