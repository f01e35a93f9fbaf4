// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useUrlFilters } from '../../../../src/components/use-url-filters.ts';
import { REPORT_FILTERS, reportQueryOf } from '../../../../src/features/reports/report-filters.ts';
import { ReportRange } from '../../../../src/features/reports/report-range.tsx';
import { render } from '../../support/render.tsx';

function Filter() {
  const url = useUrlFilters(REPORT_FILTERS);
  const { gte, lte } = reportQueryOf(url);
  return (
    <>
      <ReportRange url={url} />
      <output>{`${gte} ${lte}`}</output>
    </>
  );
}

beforeEach(() => localStorage.clear());

it.each(['gte', 'lte'] as const)(
  'asks for both days: an emptied %s says so, and the days before stay',
  async (key) => {
    const view = await render(<Filter />, '/daily-reports?gte=2026-11-02&lte=2026-11-20');
    const inputs = view.all('input:not([type="hidden"])');
    const input = inputs[key === 'gte' ? 0 : 1];
    if (!input) throw new Error('The filter has no such day.');
    await view.type(input, '');
    await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(view.text()).toContain('Choose the date.');
    expect(view.one('output').textContent).toBe('2026-11-02 2026-11-20');
  },
);
