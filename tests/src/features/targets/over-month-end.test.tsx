// @vitest-environment page
import { act } from 'react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../../../contract/call.ts';
import { employeeRevenueCalls } from '../../../../contract/employee-revenue.ts';
import { incentiveCalls } from '../../../../contract/incentive-calls.ts';
import { targetCalls } from '../../../../contract/target.ts';
import type { MonthTarget } from '../../../../contract/target.ts';
import { IncentivesScreen } from '../../../../src/features/incentives/incentives-screen.tsx';
import { RevenuesScreen } from '../../../../src/features/revenue/revenues-screen.tsx';
import { TargetDialog } from '../../../../src/features/targets/target-dialog.tsx';
import { TargetsScreen } from '../../../../src/features/targets/targets-screen.tsx';
import {
  FakeServer,
  Refusal,
  madeId,
  openScreen,
  settled,
  submit,
  viewer,
} from '../../support/screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T23:50:00+05:30') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refused = () => {
  throw new Refusal(503, { message: 'Not now.' });
};

it.each<[string, Call, ReactElement]>([
  ['targets', targetCalls.listTargets, <TargetsScreen key="t" user={viewer('ADMIN')} />],
  ['revenues', employeeRevenueCalls.listRevenues, <RevenuesScreen key="r" />],
  [
    'statements',
    incentiveCalls.listIncentiveStatements,
    <IncentivesScreen key="i" user={viewer('ADMIN')} />,
  ],
  [
    "an agent's statement",
    incentiveCalls.readIncentiveStatement,
    <IncentivesScreen key="s" user={viewer('COLLECTOR')} />,
  ],
])('%s are asked of the month that the screen names, over its end too', async (_, call, screen) => {
  const server = new FakeServer().on(call, refused);
  await openScreen(screen, server);
  expect(server.sentOf(call).at(-1)?.query).toMatchObject({ month: '2026-11-01' });
  vi.setSystemTime(new Date('2026-12-01T00:10:00+05:30'));
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await settled();
  expect(server.sentOf(call).at(-1)?.query).toMatchObject({ month: '2026-12-01' });
});

it('a target that is changed stays one of its own month', async () => {
  const target: MonthTarget = {
    _id: madeId(1),
    month: '2026-11-01',
    ownerId: madeId(2),
    ownerName: 'Usha Rao',
    ownerRole: 'COLLECTOR',
    forClientId: null,
    Client_Name: null,
    City: null,
    Region: null,
    Bucket: null,
    Product: null,
    amount: 50_000,
    loans: null,
    promises: null,
    contacts: null,
    achieved: { amount: 0, loans: 0, promises: 0, contacts: 0 },
    setBy: null,
    updatedAt: '2026-11-02T05:00:00.000Z',
    revision: 7,
  };
  const server = new FakeServer()
    .on(targetCalls.listTargetChanges, { data: [] })
    .on(targetCalls.setTargets, { count: 1 });
  const props = { month: '2026-12-01', target, isOwnersOnly: true, onClose: () => undefined };
  await openScreen(<TargetDialog {...props} />, server);
  await submit();
  const [sent] = server.sentOf(targetCalls.setTargets);
  expect(sent?.body).toMatchObject({ targets: [{ month: '2026-11-01', revision: 7 }] });
});
