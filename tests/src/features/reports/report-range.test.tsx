// @vitest-environment page
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useUrlFilters } from '../../../../src/components/use-url-filters.ts';
import { RangeBar } from '../../../../src/features/reports/range-bar.tsx';
import { reportDays } from '../../../../src/features/reports/report-days.ts';
import { ENGINE_FILTERS } from '../../../../src/features/reports/report-query.ts';
import { render } from '../../support/render.tsx';

function Filter() {
  const url = useUrlFilters(ENGINE_FILTERS);
  const days = reportDays('dailyCalls', url.values);
  return (
    <>
      <RangeBar days={days} filters={url} />
      <button type="button" onClick={() => url.change({ gte: '2026-10-01', lte: '2026-10-31' })}>
        October
      </button>
      <output>{`${days.gte} ${days.lte}`}</output>
    </>
  );
}

beforeEach(() => localStorage.clear());

it.each(['gte', 'lte'] as const)(
  'asks for both days: an emptied %s says so, and the days before stay',
  async (key) => {
    const view = await render(<Filter />, '/daily-reports?gte=2026-11-02&lte=2026-11-20');
    const inputs = view
      .all('input:not([type="hidden"])')
      .filter((input) => /^\d\d-\d\d-\d{4}$/.test((input as HTMLInputElement).value));
    const input = inputs[key === 'gte' ? 0 : 1];
    if (!input) throw new Error('The range has no such day.');
    await view.type(input, '');
    await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(view.text()).toContain('Choose the date.');
    expect(view.one('output').textContent).toBe('2026-11-02 2026-11-20');
    // Both are chosen at once elsewhere: none is missing any more.
    await act(async () => view.one('button:not([aria-label])').click());
    expect(view.text()).not.toContain('Choose the date.');
    expect(input).toHaveProperty('value', key === 'gte' ? '01-10-2026' : '31-10-2026');
  },
);
