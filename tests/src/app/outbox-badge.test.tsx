// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { OutboxBadge } from '../../../src/app/outbox-badge.tsx';
import { readTopicAgain } from '../../../src/data/device-query.ts';
import type { outboxSummary } from '../../../src/offline/outbox-summary.ts';
import { announce } from '../../../src/offline/signals.ts';
import { render } from '../support/render.tsx';

type Summary = Awaited<ReturnType<typeof outboxSummary>>;

/** Reads of the outbox that were begun, the first first; the test ends them. */
const reads = vi.hoisted(() => [] as ((summary: Summary) => void)[]);

vi.mock('../../../src/offline/outbox-summary.ts', () => ({
  outboxAtAGlance: {
    key: ['outbox', 'summary'],
    topics: ['outbox'],
    load: () => new Promise((resolve) => reads.push(resolve)),
  },
}));

const idle = vi.hoisted(() => ({ isRunning: false }));

vi.mock('../../../src/offline/pull.ts', () => ({
  lastPulledAt: async () => null,
  pullState: () => idle,
  subscribePullState: () => () => undefined,
}));

const unsent = (count: number) =>
  ({ unsent: count, attention: 0, lost: 0, lastConfirmedAt: null }) as Summary;

it('a slow read of the outbox does not stand over a later one', async () => {
  const client = new QueryClient();
  const view = await render(
    <QueryClientProvider client={client}>
      <OutboxBadge userRole="COLLECTOR" />
    </QueryClientProvider>,
  );
  const end = (at: number, count: number) =>
    act(async () => {
      reads[at]?.(unsent(count));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  await end(0, 5);
  for (let times = 0; times < 2; times += 1)
    await act(async () => {
      announce('outbox');
      void readTopicAgain(client, 'outbox');
    });
  expect(reads).toHaveLength(3);
  await end(2, 1);
  await end(1, 3);
  expect(view.text()).toContain('1 unsent');
});

it.each([
  ['COLLECTOR', true],
  ['MANAGER', false],
] as const)(
  'tells a %s whose device keeps loans that they are not synced yet: %s',
  async (role, told) => {
    reads.length = 0;
    const view = await render(
      <QueryClientProvider client={new QueryClient()}>
        <OutboxBadge userRole={role} />
      </QueryClientProvider>,
    );
    await act(async () => reads[0]?.(unsent(0)));
    const name = view.one('a').getAttribute('aria-label') ?? '';
    expect(name).toContain('Online');
    expect(name.includes('not synced yet')).toBe(told);
    expect(view.text().includes('not synced yet')).toBe(told);
  },
);
