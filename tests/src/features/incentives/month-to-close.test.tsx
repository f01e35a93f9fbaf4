// @vitest-environment page
import { afterEach, expect, it } from 'vitest';
import { incentiveCalls } from '../../../../contract/incentive-calls.ts';
import { IncentivesScreen } from '../../../../src/features/incentives/incentives-screen.tsx';
import { element, FakeServer, onePage, openScreen, viewer } from '../../support/screen.tsx';

afterEach(() => {
  localStorage.clear();
});

/** The screen of September 2028 to a person, where the next month to be closed is another one. */
async function openedBy(role: 'ADMIN' | 'MANAGER', closable: string | null) {
  const user = viewer(role);
  localStorage.setItem('recoup.user', JSON.stringify(user));
  const server = new FakeServer().on(incentiveCalls.listIncentiveStatements, {
    ...onePage([]),
    month: '2028-09-01',
    closedAt: null,
    total: 0,
    closable,
  });
  await openScreen(<IncentivesScreen user={user} />, server);
  return document.querySelector('a[href="/incentives?month=2027-01-01"]')?.textContent ?? null;
}

it('an admin is led to the month that is to be closed next, however long ago it was', async () => {
  expect(await openedBy('ADMIN', '2027-01-01')).toContain('01-2027');
});

it('nobody is led to a month where none is to be closed, or who may not close it', async () => {
  expect(await openedBy('ADMIN', null)).toBeNull();
  expect(await openedBy('MANAGER', '2027-01-01')).toBeNull();
  expect(element('body').textContent).not.toContain('01-2027');
});
