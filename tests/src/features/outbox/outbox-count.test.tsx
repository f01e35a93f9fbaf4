// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { OutboxScreen } from '../../../../src/features/outbox/outbox-screen.tsx';
import type { ShownItem } from '../../../../src/features/outbox/outbox-queries.ts';
import { newUser } from '../../offline/support.ts';
import { render } from '../../support/render.tsx';

vi.mock('../../../../src/features/outbox/outbox-list.tsx', () => ({ OutboxList: () => null }));
vi.mock('../../../../src/features/outbox/outbox-storage.tsx', () => ({
  OutboxStorage: () => null,
}));
vi.mock('../../../../src/features/outbox/outbox-notices.tsx', () => ({
  OutboxNotices: () => null,
}));

const SUMMARY = { unsent: 58, attention: 0, lastConfirmedAt: null };

it('counts beside the title what the list below has, also while the summary is of another moment', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const states = ['sent', 'files', 'queued', 'attention'] as const;
  const items = states.map((state): Partial<ShownItem> => ({ opId: state, state }));
  client.setQueryData(['device', 'outbox', 'items'], items);
  client.setQueryData(['device', 'outbox', 'summary'], SUMMARY);
  const screen = await render(
    <QueryClientProvider client={client}>
      <OutboxScreen user={newUser()} />
    </QueryClientProvider>,
  );
  onTestFinished(screen.unmount);
  expect(screen.text()).toContain('Outbox3');
});
