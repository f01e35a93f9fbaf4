// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settlementRuleCalls } from '../../../../contract/settlement-rule.ts';
import { SettlementReportScreen } from '../../../../src/features/settlements/report-screen.tsx';
import { FakeServer, element, openScreen, settled } from '../../support/screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-10T06:00:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

it('a quarter is chosen by its months, over the turn of a year too', async () => {
  const server = new FakeServer();
  server.on(settlementRuleCalls.reportSettlements, {
    data: [],
    from: '2027-01-01',
    to: '2027-02-10',
  });
  await openScreen(<SettlementReportScreen />, server, '/download-reports');
  await act(async () => element('input[aria-label="Quarter"]').click());
  const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  const words = options.map(({ textContent }) => textContent);
  expect(words).toContain('01-2027 – 03-2027');
  await act(async () => options[words.indexOf('10-2026 – 12-2026')]?.click());
  await settled();
  const asked = server.sentOf(settlementRuleCalls.reportSettlements).at(-1)?.query;
  expect(asked).toMatchObject({ gte: '2026-10-01', lte: '2026-12-31' });
  const input = element('input[aria-label="Quarter"]') as HTMLInputElement;
  expect(input.value).toBe('10-2026 – 12-2026');
});
