// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CollectorLanding } from '../../../../src/features/staff-dashboards/collector-landing.tsx';
import { ManagerLanding } from '../../../../src/features/staff-dashboards/manager-landing.tsx';
import { FakeServer, openScreen } from '../../support/screen.tsx';

vi.mock('../../../../src/components/chart.tsx', () => ({ Chart: () => null }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T23:50:00+05:30') });
});
afterEach(() => void vi.useRealTimers());

it.each([
  ['collector', <CollectorLanding key="c" />],
  ['manager', <ManagerLanding key="m" />],
])('the board of a %s that stands open over midnight becomes the next day', async (_, board) => {
  const { text } = await openScreen(board, new FakeServer());
  expect(text()).toContain('28-11-2026');
  vi.setSystemTime(new Date('2026-11-29T00:10:00+05:30'));
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(text()).toContain('29-11-2026');
});
