// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CountedDays } from '../../../src/components/counted-days.tsx';
import { render } from '../support/render.tsx';

// The first of the month in India while it is still November elsewhere.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T01:30:00+05:30') });
});
afterEach(() => vi.useRealTimers());

it('says which days are counted, and leads from the present month to the whole one before', async () => {
  const onChange = vi.fn<(days: { from: string; to: string }) => void>();
  const days = { from: '2026-12-01', to: '2026-12-01' };
  const view = await render(<CountedDays days={days} onChange={onChange} />);
  expect(view.text()).toContain('01-12-2026 – 01-12-2026');
  await view.click(view.button('Last month'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-01', to: '2026-11-30' });
});

it('leads nowhere from days that somebody chose', async () => {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const view = await render(<CountedDays days={days} onChange={() => undefined} />);
  expect(view.text()).toContain('01-11-2026 – 30-11-2026');
  expect(view.all('button')).toHaveLength(0);
});
