// @vitest-environment page
import { expect, it, vi } from 'vitest';
import { targetCalls } from '../../../contract/target.ts';
import type { MonthTarget } from '../../../contract/target.ts';
import { formatMonth } from '../../../src/lib/months.ts';
import { TargetsScreen } from '../../../src/features/targets/targets-screen.tsx';
import {
  FakeServer,
  element,
  inputOf,
  madeId,
  onePage,
  openScreen,
  press,
  settled,
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
  revision: 4,
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

it("a total that is typed stays when the manager's own target comes late", async () => {
  const server = new FakeServer();
  const mine = { ...target, City: null, amount: 700_000 };
  server
    .on(targetCalls.listTargets, { ...onePage([target]), month: target.month })
    .on(targetCalls.readTargetsOf, {
      personId: madeId(1),
      name: 'Usha Rao',
      role: 'MANAGER',
      month: target.month,
      today: '2026-11-05',
      targets: [mine],
      days: [],
      changes: [],
    });
  localStorage.setItem('recoup.user', JSON.stringify(viewer('MANAGER')));
  const view = await openScreen(<TargetsScreen user={viewer('MANAGER')} />, server);
  const held: (() => void)[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('/targets/of/'))
      await new Promise<void>((resolve) => {
        held.push(resolve);
      });
    return server.fetch(address, init);
  });
  await press('Propose targets');
  await view.type(inputOf('total'), '900000');
  for (const release of held) release();
  await settled();
  expect(server.sentOf(targetCalls.readTargetsOf)).toHaveLength(1);
  expect(inputOf('total').value).toBe('₹9,00,000');
});

it('a target of ₹0, set for contacts alone, is not said to be reached', async () => {
  const calls = { ...target, amount: 0, contacts: 40 };
  const server = new FakeServer().on(targetCalls.listTargets, {
    ...onePage([calls]),
    month: target.month,
  });
  const { text } = await openScreen(<TargetsScreen user={viewer('ADMIN')} />, server);
  expect(text()).toContain('₹0');
  expect(text()).not.toContain('Target reached');
});

it.each(['Add target', 'Upload sheet', 'Propose targets', 'Change'])(
  '"%s" says of which month it is',
  async (name) => {
    const server = new FakeServer().on(targetCalls.listTargets, {
      ...onePage([target]),
      month: target.month,
    });
    await openScreen(<TargetsScreen user={viewer('ADMIN')} />, server, '/?month=2026-11-01');
    await press(name);
    await settled();
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(
      `${name}, ${formatMonth(target.month)}`,
    );
  },
);
