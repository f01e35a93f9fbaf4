// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportViewCalls } from '../../../../contract/report-view.ts';
import type { Role } from '../../../../contract/roles.ts';
import { ViewBar } from '../../../../src/features/reports/view-bar.tsx';
import { FakeServer, element, madeId, openScreen, press, viewer } from '../../support/screen.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const LOOK = { view: 'figures', columns: {} } as const;

/** What the menu of saved views offers for a view of somebody else. */
async function offered(role: Role, mayRemove: boolean): Promise<string[]> {
  const user = viewer(role);
  localStorage.setItem('recoup.user', JSON.stringify(user));
  const view = {
    _id: madeId(1),
    report: 'lastInteraction' as const,
    name: 'Mornings',
    roles: [role],
    look: LOOK,
    isOwn: false,
    mayRemove,
    ownerName: 'Meera',
    updatedAt: '2026-11-01T00:00:00.000Z',
  };
  const server = new FakeServer().on(reportViewCalls.listReportViews, { data: [view] });
  const bar = <ViewBar name="lastInteraction" user={user} look={() => LOOK} onApply={() => {}} />;
  await openScreen(bar, server, '/last-interaction-report');
  await act(async () => element('input[aria-haspopup="listbox"]').click());
  await act(async () => element('[role="option"]').click());
  await press('Saved views');
  return [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent);
}

it.each([
  ['ADMIN', true, ['Save view', 'Schedule', 'Remove Mornings']],
  ['ADMIN', false, ['Save view', 'Schedule']],
  // It has no screen of schedules.
  ['SUPER_ADMIN', false, ['Save view']],
  ['COLLECTOR', false, ['Save view']],
] as const)('offers %s what it may do with another’s view', async (role, mayRemove, items) => {
  expect(await offered(role, mayRemove)).toEqual(items);
});
