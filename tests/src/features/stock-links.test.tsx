// @vitest-environment page
import { expect, it, vi } from 'vitest';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { organisationDashboardCalls as calls } from '../../../contract/organisation-dashboard.ts';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { ClientLandingScreen } from '../../../src/features/organisation-dashboards/client-landing-screen.tsx';
import { OrganisationLandingScreen } from '../../../src/features/organisation-dashboards/organisation-landing-screen.tsx';
import { PartnerLandingScreen } from '../../../src/features/organisation-dashboards/partner-landing-screen.tsx';
import { MANAGER_STOCK, StockPanel } from '../../../src/features/staff-dashboards/stock-panel.tsx';
import {
  FakeServer,
  Refusal,
  madeId,
  onePage,
  openScreen,
  settled,
  viewer,
} from '../support/screen.tsx';

vi.mock('../../../src/components/chart.tsx', () => ({ Chart: () => null }));

const some = { count: 3, amount: 900 };
const none = { count: 0, amount: 0 };
const asOf = '2026-11-28T06:30:00.000Z';
const stock = {
  all: some,
  allocated: some,
  notAllocated: some,
  worked: some,
  promisesToday: none,
  promisesOverdue: none,
};
const collected = {
  today: 0,
  ofToday: { claimed: 0, receipted: 0, verified: 0, collected: 0 },
  lastWeekByNow: 0,
  yesterday: 0,
  weekBeforeYesterday: 0,
  days: [],
};
const share = (n: number | null, name: string | null) => ({
  _id: n === null ? null : madeId(n),
  name,
  loanCount: 3,
  dueAmount: 900,
  allocatedCount: 0,
  promisesToday: 0,
  collectedWeek: 0,
  collectedWeekBefore: 0,
});
const part = (name: string | null) => ({
  name,
  loanCount: 3,
  dueAmount: 900,
  allocatedCount: 0,
  workedCount: 0,
});
const counts = { calls: 0, visits: 0, promises: 0, verified: 0 };
const imports = { running: 0, pending: 0, failed: 0 };

const server = new FakeServer()
  .on(deviceWatchCalls.listDevices, onePage([]))
  .on(loanConflictCalls.listLoanConflicts, onePage([]))
  .on(calls.readOrganisationLanding, {
    asOf,
    stock,
    collected,
    byClient: { rows: [share(2, 'Asha & Sons')], totalCount: 1 },
    byManager: { rows: [share(3, 'Meera'), share(null, null)], totalCount: 2 },
    imports,
  })
  .on(calls.readPartnerLanding, { asOf, stock, collected, people: { rows: [], totalCount: 0 } })
  .on(calls.readClientLanding, {
    asOf,
    stock,
    recovered: { thisMonth: 0, lastMonthByNow: 0, lastMonth: 0, days: [] },
    buckets: [part('6+'), part(null)],
    contacts: { today: counts, week: counts },
    portfolios: [],
    imports,
  });

const SCREENS: [string, number, (user: LoggedInUser) => React.ReactNode, LoggedInUser['role']][] = [
  // Two tiles, the step to allocate, a lender, a manager; loans of no manager can't be listed.
  ['an admin', 5, (user) => <OrganisationLandingScreen user={user} />, 'ADMIN'],
  ['a partner', 3, (user) => <PartnerLandingScreen user={user} />, 'PARTNER'],
  // Two tiles and a bucket; loans without one can't be listed.
  ['a lender’s admin', 3, (user) => <ClientLandingScreen user={user} />, 'CLIENT_ADMIN'],
  [
    'a manager',
    2,
    () => (
      <StockPanel
        title="Stock"
        stock={{
          ...some,
          workedCount: 0,
          freeCount: 0,
          byBucket: [
            { ...some, name: '1' },
            { ...some, name: '' },
          ],
          byClient: [{ ...some, name: 'Asha & Sons' }],
        }}
        links={MANAGER_STOCK}
      />
    ),
    'MANAGER',
  ],
];

it.each(SCREENS)(
  'what %s sees of the stock leads to loans that are in it, none that ended',
  async (_, links, screen, role) => {
    await openScreen(screen(viewer(role)), server);
    await settled();
    const found = [...document.querySelectorAll('a[href*="loans"]')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(found).toHaveLength(links);
    for (const href of found) expect(href).toContain('?status=ACTIVE');
  },
);

it('does not tell a super admin that nothing waits before that is known', async () => {
  const screen = <OrganisationLandingScreen user={viewer('SUPER_ADMIN')} />;
  await openScreen(screen, server);
  await settled();
  expect(document.body.textContent).toContain('Nothing waits for you');
  server.on(loanConflictCalls.listLoanConflicts, () => {
    throw new Refusal(409, {});
  });
  await openScreen(screen, server);
  await settled();
  expect(document.body.textContent).toContain('What next');
  expect(document.body.textContent).not.toContain('Nothing waits for you');
});
