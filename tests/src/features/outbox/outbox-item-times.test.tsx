// @vitest-environment page
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../../../src/app/query-client.ts';
import { OutboxItemCard } from '../../../../src/features/outbox/outbox-item-card.tsx';
import type { ShownItem } from '../../../../src/features/outbox/outbox-queries.ts';
import { noteClock } from '../../../../src/lib/clock.ts';
import { formatDayTime } from '../../../../src/lib/dates.ts';
import { render } from '../../support/render.tsx';

const DAY_MS = 86_400_000;

afterEach(() => noteClock(null));

const said = async (item: ShownItem) => {
  const view = await render(
    <QueryClientProvider client={queryClient}>
      <main>
        <OutboxItemCard item={item} loanPath={null} />
      </main>
    </QueryClientProvider>,
  );
  return view.one('main').textContent;
};

it('on a phone whose clock is a day slow an item was saved and sent when everybody else says so', async () => {
  const notedAt = Date.now();
  noteClock({
    heardMs: notedAt + DAY_MS,
    offsetMs: DAY_MS,
    atMonotonicMs: performance.now(),
  });
  // Only what the card's times are made of.
  const waiting = {
    opId: 'a',
    sequence: 1,
    state: 'attention',
    reason: 'refused',
    call: null,
    disposition: null,
    body: {},
    files: [],
    answer: { at: notedAt, status: 0, message: null },
    // The outbox says it by the right clock (tests/src/offline/wrong-clock.test.ts), the rest as it was noted.
    savedAt: notedAt + DAY_MS,
    confirmedAt: null,
    nextTryAt: null,
  } as unknown as ShownItem;
  const right = formatDayTime(notedAt + DAY_MS);
  expect(await said(waiting)).toContain(`Saved ${right}`);
  expect(await said(waiting)).toContain(`(${right})`);
  const sent = { ...waiting, state: 'sent', reason: 'sent', confirmedAt: notedAt } as ShownItem;
  expect(await said(sent)).toContain(`Confirmed ${right}`);
});
