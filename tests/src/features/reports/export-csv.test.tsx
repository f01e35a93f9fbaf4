// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportEngineCalls } from '../../../../contract/report-engine.ts';
import { ExportCsvScreen } from '../../../../src/features/reports/export-csv-screen.tsx';
import { saveSheet } from '../../../../src/lib/sheet.ts';
import { FakeServer, onePage, openScreen, settled, submit, toasts } from '../../support/screen.tsx';

vi.mock(import('../../../../src/lib/sheet.ts'));

afterEach(() => vi.unstubAllGlobals());

/** The screen with a model and both days chosen, as far as told. */
async function openExport(server: FakeServer, days: readonly string[]) {
  server.on(reportEngineCalls.listReportFiles, onePage([]));
  const view = await openScreen(<ExportCsvScreen />, server);
  const [model] = view.all('input');
  await act(async () => model?.click());
  await settled();
  const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  await act(async () => options.find((one) => one.textContent?.includes('Loan'))?.click());
  const inputs = view.all('input:not([type="hidden"])');
  for (const [at, day] of days.entries()) {
    const input = inputs[at + 1];
    if (!input) throw new Error('A day has no field.');
    await view.type(input, day);
    await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  }
  await submit();
  return view;
}

beforeEach(() => vi.mocked(saveSheet).mockReset());

it('an export without rows says that no data was found, and saves nothing', async () => {
  const nothing = { data: [], totalCount: 0, isWhole: true, amounts: [] };
  const server = new FakeServer().on(reportEngineCalls.getExport, nothing);
  await openExport(server, ['01-11-2026', '30-11-2026']);
  expect(server.sentOf(reportEngineCalls.getExport)[0]?.query).toEqual({
    model: 'Loan',
    gte: '2026-11-01',
    lte: '2026-11-30',
  });
  expect(toasts()).toEqual(['No data found']);
  expect(saveSheet).not.toHaveBeenCalled();
});

it('rows are saved under the model and its days, amounts as amounts', async () => {
  const server = new FakeServer().on(reportEngineCalls.getExport, {
    data: [{ 'Loan ID': 'LN-1', DPD: 30, 'Total due': 125_000 }],
    totalCount: 1,
    isWhole: true,
    amounts: ['Total due'],
  });
  await openExport(server, ['01-11-2026', '30-11-2026']);
  expect(saveSheet).toHaveBeenCalledWith('Loan_01-11-2026_30-11-2026.xlsx', [
    ['Loan ID', 'DPD', 'Total due'],
    ['LN-1', 30, { rupees: 125_000 }],
  ]);
});

it('model and both days are asked for at their fields', async () => {
  const server = new FakeServer();
  const view = await openExport(server, []);
  expect(server.sentOf(reportEngineCalls.getExport)).toEqual([]);
  expect(view.text()).toContain('Enter the From Date.');
  expect(view.text()).toContain('Enter the End Date.');
});
