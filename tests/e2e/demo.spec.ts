import { expect, test } from '@playwright/test';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { agentBoardCalls } from '../../contract/agent-board.ts';
import { dataInsightCalls } from '../../contract/data-insight.ts';
import { basicPredictionSchema } from '../../contract/prediction.ts';
import { recoveryModelCalls } from '../../contract/recovery-model.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { brokenBalances } from '../support/books.ts';
import { ask, tokenOf } from './support/people.ts';

/* What the demo organisation has to show. No browser: the run's demo is here, and nothing else makes one. */
let product: Product;
let token = '';

test.beforeAll(async () => {
  product = await startProduct();
  token = await tokenOf(product.url, '/admin/login', 'admin');
});

test.afterAll(async () => {
  await product?.remove();
});

const read = (path: string): Promise<unknown> => ask(product.url, token, path);

test("the demo's books balance, its past too", async () => {
  const pool = new Pool({ connectionString: product.databaseUrl ?? '' });
  try {
    expect(await brokenBalances(drizzle({ client: pool }))).toEqual([]);
  } finally {
    await pool.end();
  }
});

test("the basic predictor has months behind it, and models of the demo's stages", async () => {
  const basic = basicPredictionSchema.parse(await read('/recovery/basic'));
  expect(basic.months.length).toBeGreaterThanOrEqual(5);
  expect(basic.segments.length).toBeGreaterThanOrEqual(4);
  const outcomes = basic.rolls.flatMap((row) => row.outcomes.filter(({ count }) => count > 0));
  expect(new Set(outcomes.map(({ outcome }) => outcome)).size).toBe(5);
  expect(basic.expected.every(({ basis }) => basis !== 'NONE')).toBe(true);
});

test('the advanced predictor has a model in use, scores, and an experiment', async () => {
  const insight = recoveryModelCalls.readRecoveryInsight.answer.parse(
    await read('/recovery/insight'),
  );
  const used = insight.models?.find(({ isUsed }) => isUsed);
  expect(used?.card?.model.auc ?? 0).toBeGreaterThan(used?.card?.basic.auc ?? 1);
  expect(insight.scoring?.done).toBeGreaterThan(2900);
});

test('the board holds agents against what their loans were expected to bring', async () => {
  // Not the month so far: on its first day next to nothing is expected of anybody.
  const today = businessDay('Asia/Kolkata');
  const days = `from=${addDays(today, -30)}&to=${today}`;
  const board = agentBoardCalls.readAgentProfile.answer.parse(await read(`/agentprofile?${days}`));
  const sumOf = (key: 'expected' | 'collected') =>
    board.data.reduce((sum, row) => sum + row[key], 0);
  const expected = sumOf('expected');
  expect(expected).toBeGreaterThan(1_000_000);
  // What came is of the order of what was expected.
  expect(sumOf('collected') / expected).toBeGreaterThan(0.4);
  expect(sumOf('collected') / expected).toBeLessThan(2);
});

test('loans were retained, moved and released within the month', async () => {
  const manager = await tokenOf(product.url, '/login', 'manager');
  const { totals } = await ask<{ totals: (number | null)[] }>(
    product.url,
    manager,
    '/reports/retain',
  );
  expect(totals.slice(0, 5).every((total) => (total ?? 0) > 0)).toBe(true);
});

test('a file that is not loans lies there to be looked into, joined to its loans', async () => {
  const { listInsights } = dataInsightCalls;
  await expect
    .poll(async () => listInsights.answer.parse(await read('/data-insights')).data[0]?.state)
    .toBe('READY');
  const [file] = listInsights.answer.parse(await read('/data-insights')).data;
  expect(file?.matchedRows).toBeGreaterThan(300);
});
