// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { targetCalls } from '../../../contract/target.ts';
import type { MonthTarget } from '../../../contract/target.ts';
import { TargetsScreen } from '../../../src/features/targets/targets-screen.tsx';
import {
  FakeServer,
  element,
  madeId,
  onePage,
  openScreen,
  press,
  viewer,
} from '../support/screen.tsx';

const measures = { amount: 0, loans: null, promises: null, contacts: null };
const target: MonthTarget = {
  ...measures,
  _id: madeId(9),
  month: '2026-11-01',
  ownerId: madeId(2),
  ownerName: 'Ravi Kulkarni',
  ownerRole: 'COLLECTOR',
  forClientId: null,
  Client_Name: null,
  City: 'Pune',
  Region: null,
  Bucket: null,
  Product: null,
  amount: 450_000,
  achieved: measures,
  setBy: 'Usha Rao',
  updatedAt: '2026-11-02T05:00:00.000Z',
};

it('a target is removed only after its person, part, month and amount were read', async () => {
  const server = new FakeServer();
  server.on(targetCalls.listTargets, { ...onePage([target]), month: target.month });
  await openScreen(<TargetsScreen user={viewer('ADMIN')} />, server);
  await press('Remove');
  expect(element('[role="dialog"]').textContent).toContain(
    'Ravi Kulkarni · Pune, 11-2026: the target of ₹4,50,000 is removed.',
  );
  await press('Cancel');
  expect(server.sentOf(targetCalls.removeTarget)).toEqual([]);
});
