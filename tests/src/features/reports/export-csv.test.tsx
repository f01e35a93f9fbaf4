// @vitest-environment page
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { reportEngineCalls } from '../../../../contract/report-engine.ts';
import { ExportCsvScreen } from '../../../../src/features/reports/export-csv-screen.tsx';
import {
  FakeServer,
  onePage,
  openScreen,
  Refusal,
  settled,
  submit,
  toasts,
} from '../../support/screen.tsx';

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

it('an export without rows says that no data was found', async () => {
  const server = new FakeServer().on(reportEngineCalls.exportModel, () => {
    throw new Refusal(422, { code: 'NO_ROWS', message: 'No data found.' });
  });
  await openExport(server, ['01-11-2026', '30-11-2026']);
  expect(server.sentOf(reportEngineCalls.exportModel)[0]?.query).toMatchObject({
    model: 'Loan',
    gte: '2026-11-01',
    lte: '2026-11-30',
  });
  expect(toasts()).toEqual(['No data found']);
});

it('model and both days are asked for at their fields', async () => {
  const server = new FakeServer();
  const view = await openExport(server, []);
  expect(server.sentOf(reportEngineCalls.exportModel)).toEqual([]);
  expect(view.text()).toContain('Enter the From Date.');
  expect(view.text()).toContain('Enter the End Date.');
  const marked = view.all('label').filter(({ textContent }) => textContent?.includes('*'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([
    'Model *',
    'From Date *',
    'End Date *',
  ]);
});
