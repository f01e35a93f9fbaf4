// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { OutboxScreen } from '../../../../src/features/outbox/outbox-screen.tsx';
import { outboxSummary } from '../../../../src/offline/outbox-summary.ts';
import type { listOutbox } from '../../../../src/offline/outbox.ts';
import { newUser } from '../../offline/support.ts';
import { render } from '../../support/render.tsx';

vi.mock(import('../../../../src/offline/outbox.ts'), async (original) => ({
  ...(await original()),
  listOutbox: vi.fn<typeof listOutbox>().mockResolvedValue([]),
}));
vi.mock(import('../../../../src/offline/reference.ts'), async (original) => ({
  ...(await original()),
  storedCodes: async () => null,
}));
vi.mock(import('../../../../src/offline/outbox-summary.ts'), async (original) => {
  const fails = vi.fn<typeof outboxSummary>().mockRejectedValue(new Error('Broken.'));
  const { outboxAtAGlance } = await original();
  return {
    ...(await original()),
    outboxSummary: fails,
    outboxAtAGlance: { ...outboxAtAGlance, load: fails },
  };
});
vi.mock('../../../../src/features/outbox/outbox-list.tsx', () => ({ OutboxList: () => 'Items' }));
vi.mock('../../../../src/features/outbox/outbox-storage.tsx', () => ({
  OutboxStorage: () => null,
}));

it('the items and the way out stay while the summary, which can not be read, is tried again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <OutboxScreen user={newUser()} />
    </QueryClientProvider>,
  );
  onTestFinished(screen.unmount);
  const isShown = () => screen.text().includes('Items') && screen.text().includes('Export');
  const seen: boolean[] = [];
  for (let half = 0; half < 40; half += 1) {
    await act(async () => vi.advanceTimersByTimeAsync(500));
    seen.push(isShown());
  }
  expect(vi.mocked(outboxSummary).mock.calls.length).toBeGreaterThan(7);
  expect(seen).toContain(true);
  expect(seen.slice(seen.indexOf(true))).not.toContain(false);
});
