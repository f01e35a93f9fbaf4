// @vitest-environment page
import { expect, it } from 'vitest';
import { recoveryModelCalls as calls } from '../../../../contract/recovery-model.ts';
import type { OrderExperiment } from '../../../../contract/recovery-model.ts';
import { OrderExperiments } from '../../../../src/features/predictions/order-experiments.tsx';
import { FakeServer, madeId, openScreen } from '../../support/screen.tsx';

const experiment: OrderExperiment = {
  clientId: madeId(1),
  client: 'Suraksha Bank',
  controlShare: 20,
  from: '2026-11-01T10:00:00.000Z',
  byChance: { loans: 800, payers: 200, paidAmount: 1_600_000 },
  usual: { loans: 200, payers: 30, paidAmount: 300_000 },
  problem: null,
  payers: { value: 0.1, low: 0.037, high: 0.151 },
  amount: { value: 500, low: -120.4, high: 1120.4 },
};

const shown = async (data: OrderExperiment[]) =>
  openScreen(<OrderExperiments />, new FakeServer().on(calls.listOrderExperiments, { data }));

it('tells both groups, the difference with its confidence, and which of it means something', async () => {
  const view = await shown([experiment]);
  expect(view.text()).toContain('Suraksha Bank: 20\u00a0% in the usual order since 01-11-2026');
  expect(view.all('tbody tr').map((row) => row.textContent)).toEqual([
    'Most likely to pay first800200 (25\u00a0%)₹16,00,000₹2,000',
    'Usual order20030 (15\u00a0%)₹3,00,000₹1,500',
  ]);
  expect(view.all('li').map((line) => line.textContent)).toEqual([
    'Loans that paid: +10.0 percentage points (95\u00a0% confidence: +3.7 to +15.1). Most likely to pay first does better.',
    'Paid per loan: +₹500 (95\u00a0% confidence: -₹120 to +₹1,120). No difference can be told yet.',
  ]);
});

it('says that the usual order does better where it does', async () => {
  const payers = { value: -0.05, low: -0.09, high: -0.01 };
  const view = await shown([{ ...experiment, payers }]);
  expect(view.all('li')[0]?.textContent).toBe(
    'Loans that paid: -5.0 percentage points (95\u00a0% confidence: -9.0 to -1.0). The usual order does better.',
  );
});

it('says plainly when there is nothing or too little to compare', async () => {
  const none = { ...experiment, payers: null, amount: null };
  const empty = { loans: 0, payers: 0, paidAmount: 0 };
  const view = await shown([
    { ...none, problem: 'TOO_FEW' },
    { ...none, clientId: madeId(2), problem: 'ONE_GROUP', byChance: empty },
  ]);
  expect(view.text()).toContain('Too little to compare: each order needs 100 loans');
  expect(view.text()).toContain(
    'There is nothing to compare: all these loans have the same order.',
  );
  expect(view.all('tbody tr')[2]?.textContent).toBe('Most likely to pay first00₹0–');
  expect(view.all('li')).toEqual([]);
});

it('is not there while no client has an experiment', async () => {
  expect((await shown([])).all('section, h2, table')).toEqual([]);
});
