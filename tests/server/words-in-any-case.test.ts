import { beforeAll, expect, it } from 'vitest';
import type { ChartAnswer } from '../../contract/visualization.ts';
import type { ReportAnswer, ReportRows } from '../../contract/report-engine.ts';
import { testServer } from '../support/server.ts';

/* Lenders' files write buckets, products and places in any letter case: in lists, reports, charts and boards each is one. */
const server = testServer();

beforeAll(async () => {
  const words = [
    { bucket: 'B1', product: 'Gold Loan', city: 'Pune', region: 'West', totalDueAmount: 1000 },
    { bucket: 'b1', product: 'GOLD LOAN', city: 'PUNE', region: 'WEST', totalDueAmount: 200 },
    { bucket: 'B1', product: 'gold loan', city: 'pune', region: 'west', totalDueAmount: 30 },
    { bucket: 'B2', product: 'Two wheeler', city: 'Nashik', region: 'East', totalDueAmount: 4 },
  ];
  const managerId = server.people.manager.id;
  for (const loan of words) await server.addLoan({ ...loan, managerId });
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
