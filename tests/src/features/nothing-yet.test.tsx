// @vitest-environment page
import { expect, it } from 'vitest';
import type { ReactElement } from 'react';
import { allocationCalls } from '../../../contract/allocation.ts';
import { allocationRunCalls } from '../../../contract/allocation-run.ts';
import { attributionCalls } from '../../../contract/attribution.ts';
import type { Call } from '../../../contract/call.ts';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { clientExportCalls } from '../../../contract/client-export.ts';
import { clientCalls } from '../../../contract/client.ts';
import { NO_MONEY } from '../../../contract/collected.ts';
import { contactPolicyCalls } from '../../../contract/contact-policy.ts';
import { depositCalls } from '../../../contract/deposit.ts';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { feeAgreementCalls } from '../../../contract/fee-agreement.ts';
import { incentiveCalls } from '../../../contract/incentive-calls.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { organisationDashboardCalls } from '../../../contract/organisation-dashboard.ts';
import type { OrganisationLanding } from '../../../contract/organisation-dashboard.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { promiseCalls } from '../../../contract/promise.ts';
import { receiptCalls } from '../../../contract/receipt.ts';
import { settlementRuleCalls } from '../../../contract/settlement-rule.ts';
import { sheetCalls } from '../../../contract/sheet.ts';
import { userDataCalls } from '../../../contract/user-data.ts';
import { ClientNameSelect } from '../../../src/components/client-name-select.tsx';
import { AttributionScreen } from '../../../src/features/attribution/attribution-screen.tsx';
import { AutoAllocationScreen } from '../../../src/features/auto-allocation/auto-allocation-screen.tsx';
import { CampaignsScreen } from '../../../src/features/campaigns/campaigns-screen.tsx';
import { ClientsScreen } from '../../../src/features/clients/clients-screen.tsx';
import { ContactRulesScreen } from '../../../src/features/contact-rules/contact-rules-screen.tsx';
import { StructuresScreen } from '../../../src/features/incentives/structures-screen.tsx';
import { ManualEntryScreen } from '../../../src/features/loans/manual-entry-screen.tsx';
import { OrganisationLandingScreen } from '../../../src/features/organisation-dashboards/organisation-landing-screen.tsx';
import { SetUpPanel } from '../../../src/features/organisation-dashboards/set-up-panel.tsx';
import { PartnerListScreen } from '../../../src/features/partners/partner-list-screen.tsx';
import { ManagersScreen } from '../../../src/features/people/people-screens.tsx';
import { PromiseRulesScreen } from '../../../src/features/promises/promise-rules-screen.tsx';
import { ReceiptsScreen } from '../../../src/features/receipts/receipts-screen.tsx';
import { LenderFormatsScreen } from '../../../src/features/reports/lender-formats-screen.tsx';
import { SuccessFeesScreen } from '../../../src/features/revenue/success-fees-screen.tsx';
import { SettlementRulesScreen } from '../../../src/features/settlements/settlement-rules-screen.tsx';
import { SheetListScreen } from '../../../src/features/sheets/sheet-list-screen.tsx';
import { FakeServer, element, onePage, openScreen, viewer } from '../support/screen.tsx';

const admin = viewer('ADMIN');
const names = { data: [], isFetching: false, isError: false, refetch: () => undefined };
const linkTo = (path: string) => document.querySelector(`a[href="${path}"]`);

const perClient: [string, Call, () => ReactElement][] = [
  ['attribution', attributionCalls.listAttributionRules, () => <AttributionScreen />],
  ['success fees', feeAgreementCalls.listFeeAgreements, () => <SuccessFeesScreen />],
  ['settlement rules', settlementRuleCalls.listSettlementRules, () => <SettlementRulesScreen />],
  ['promise rules', promiseCalls.listPromiseRules, () => <PromiseRulesScreen />],
  [
    'contact rules',
    contactPolicyCalls.listContactPolicies,
    () => <ContactRulesScreen user={admin} />,
  ],
  ['formats', clientExportCalls.listClientExports, () => <LenderFormatsScreen user={admin} />],
  ['a loan by hand', clientCalls.listClientNames, () => <ManualEntryScreen />],
  [
    'whose file it is',
    clientCalls.listClientNames,
    () => <ClientNameSelect names={names} value={null} error={null} onChange={() => undefined} />,
  ],
];

it.each(perClient)(
  'without a client an admin is led from %s to the form of the first one',
  async (_, list, screen) => {
    await openScreen(screen(), new FakeServer().on(list, { data: [] }));
    expect(linkTo('/create-client')).not.toBeNull();
  },
);

it('who may not add a client is not sent to its form', async () => {
  const server = new FakeServer().on(clientExportCalls.listClientExports, { data: [] });
  await openScreen(<LenderFormatsScreen user={viewer('MANAGER')} />, server);
  expect(element('body').textContent).toContain('Ask an admin');
  expect(linkTo('/create-client')).toBeNull();
});

it('the set-up goes on to the allocation of the loans', async () => {
  const server = new FakeServer();
  for (const list of [
    clientCalls.listClients,
    userDataCalls.listUserData,
    peopleCalls.listManagers,
    peopleCalls.listCollectors,
    peopleCalls.listFieldAgents,
    partnerCalls.listPartners,
  ])
    server.on(list, onePage([]));
  await openScreen(<SetUpPanel />, server);
  const steps = [...document.querySelectorAll('ol a')].map((step) => step.getAttribute('href'));
  expect(steps.slice(-2)).toEqual(['/upload-loan', '/loans/auto-allocation']);
});

const nothing = { count: 0, amount: 0 };
const emptyHouse: OrganisationLanding = {
  asOf: '2026-11-30T05:00:00.000Z',
  stock: {
    all: nothing,
    allocated: nothing,
    notAllocated: nothing,
    worked: nothing,
    promisesToday: nothing,
    promisesOverdue: nothing,
  },
  collected: {
    today: 0,
    ofToday: NO_MONEY,
    lastWeekByNow: 0,
    yesterday: 0,
    weekBeforeYesterday: 0,
    days: [{ day: '2026-11-30', amount: 0 }],
  },
  byClient: { rows: [], totalCount: 0 },
  byManager: { rows: [], totalCount: 0 },
  imports: { running: 0, pending: 1, failed: 0 },
};
const house = (landing: OrganisationLanding) =>
  new FakeServer()
    .on(organisationDashboardCalls.readOrganisationLanding, landing)
    .on(deviceWatchCalls.listDevices, onePage([]))
    .on(loanConflictCalls.listLoanConflicts, onePage([]));

it('the home of an empty organisation is its set-up, which stands before it is known what is done', async () => {
  await openScreen(<OrganisationLandingScreen user={admin} />, house(emptyHouse));
  expect(linkTo('/create-client')).not.toBeNull();
  expect(element('main, body').textContent).not.toContain('Dues in stock');
  expect(linkTo('/daily-reports')).toBeNull();
  // What waits is still told.
  expect(document.querySelector('ul a[href="/upload-loan"]')).not.toBeNull();
});

it('what was collected of loans that are gone is still shown', async () => {
  const days = [{ day: '2026-11-30', amount: 500 }];
  const gone = { ...emptyHouse, collected: { ...emptyHouse.collected, days } };
  await openScreen(<OrganisationLandingScreen user={admin} />, house(gone));
  expect(element('body').textContent).toContain('Dues in stock');
});

const addedOnce: [string, Call, () => ReactElement, string][] = [
  ['clients', clientCalls.listClients, () => <ClientsScreen />, '/create-client'],
  ['partners', partnerCalls.listPartners, () => <PartnerListScreen />, '/partner/create'],
  ['managers', peopleCalls.listManagers, () => <ManagersScreen user={admin} />, '/manager/create'],
  [
    'campaigns',
    campaignCalls.listCampaigns,
    () => <CampaignsScreen user={admin} />,
    '/predictive-list-upload?campaign=new',
  ],
  ['sheets', sheetCalls.listSheets, () => <SheetListScreen />, '/upload-loan'],
];

it.each(addedOnce)('an empty list offers its first row once: %s', async (_, list, screen, form) => {
  const server = new FakeServer()
    .on(clientCalls.listClientNames, { data: [] })
    .on(list, onePage([]));
  await openScreen(screen(), server);
  expect(element('body').textContent).toContain('No Data Found');
  expect(document.querySelectorAll(`a[href="${form}"]`)).toHaveLength(1);
});

const toAllocate = () =>
  new FakeServer()
    .on(allocationRunCalls.countAllocatable, { loans: 0, due: 0 })
    .on(allocationRunCalls.listAllocationRuns, onePage([]))
    .on(allocationCalls.listAssignees, { data: [] })
    .on(loanCalls.getDistinctBucketClients, {
      clients: [],
      buckets: [],
      cities: [],
      products: [],
    });

it('nobody is told to change a filter that is not set', async () => {
  await openScreen(<AutoAllocationScreen user={admin} />, toAllocate());
  expect(element('output').textContent).not.toContain('filter');
});

it('a filter that leaves no loan is named', async () => {
  await openScreen(<AutoAllocationScreen user={admin} />, toAllocate(), '/?city=Pune');
  expect(element('output').textContent).toContain('Change the filter');
});

const sums = { collected: 0, deposited: 0, inHand: 0, inHandCount: 0, cancelled: 0 };
const money = () =>
  new FakeServer()
    .on(receiptCalls.listReceipts, {
      ...onePage([]),
      totals: sums,
      inReview: { amount: 0, count: 0 },
    })
    .on(depositCalls.listDeposits, { ...onePage([]), totals: { amount: 0, openCount: 0 } })
    .on(incentiveCalls.listIncentiveStructures, { ...onePage([]), firstDay: '2026-11-01' });

it('who may only read incentive structures is told who sets them', async () => {
  await openScreen(<StructuresScreen />, money());
  expect(element('body').textContent).toContain('admin sets it');
});

const filtered: [string, () => ReactElement, string][] = [
  ['receipts', () => <ReceiptsScreen user={admin} />, '/?view=all&search=Asha'],
  ['receipts in hand', () => <ReceiptsScreen user={viewer('FIELD_AGENT')} />, '/?search=Asha'],
  ['deposits', () => <ReceiptsScreen user={admin} />, '/?view=deposits&gte=2026-11-01'],
  ['incentive structures', () => <StructuresScreen />, '/?search=Asha'],
];

it.each(filtered)(
  'what a filter hides is not said to be missing: %s',
  async (_, screen, address) => {
    await openScreen(screen(), money(), address);
    expect(element('body').textContent).toContain('remove a filter');
  },
);
