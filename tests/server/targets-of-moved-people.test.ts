import { expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { Analytics, staffDashboardCalls } from '../../contract/staff-dashboard.ts';
import type { MonthTarget } from '../../contract/target.ts';
import { businessDay, dayRange } from '../../server/clock.ts';
import { targets } from '../../server/database/tables/people.ts';
import { newId } from '../../server/ids.ts';
import { monthOf } from '../../server/targets/target-service.ts';
import { addPayment } from '../support/money.ts';
import { addAccount } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { storeMoves } from '../support/team-histories.ts';

type Targets = CallAnswer<typeof staffDashboardCalls.getManagersCollTargets>;

const server = testServer();

async function panelOf(as: PersonName): Promise<Targets> {
  const query = { by: 'person' };
  return server.taken('GET', '/loans/getManagersCollTargets', { as, query });
}

it('of who changed teams within the month: each manager reads which part counts where', async () => {
  const { admin, manager, manager2 } = server.people;
  const today = businessDay('Asia/Kolkata');
  const { _id: id } = await addAccount(server, 'COLLECTOR', manager2.id);
  const loanId = await server.addLoan({ managerId: manager2.id, status: 'WITHDRAWN' });
  const paid = { loanId, paidOn: today, collectorId: id };
  await addPayment(server, { ...paid, amount: 420, managerId: manager2.id });
  const target = { id: newId(), ownerId: id, month: monthOf(today), amount: 1000 };
  await server.db.insert(targets).values({ ...target, setBy: admin.id });
  const body = { managerId: manager.id };
  await server.taken('PUT', `/people/${id}/manager`, { as: 'admin', body });
  await addPayment(server, { ...paid, amount: 80, managerId: manager.id });
  const lineOf = (lines: Targets['target']) => lines.find(({ key }) => key === id)?.amount;

  const former = await panelOf('manager2');
  expect(lineOf(former.achievement)).toBe(420);
  expect(former.otherTeams).toEqual([id]);
  expect(former.ledByOthers).toEqual([]);
  // What the board calls verified in the month has the name and the figure of the board and of its report.
  const verifiedOf = async (as: PersonName) =>
    (await server.taken<Analytics>('GET', '/loans/getManagerLandingAnalytics', { as })).range
      .verified;
  expect([former.achieved, former.verified]).toEqual([420, await verifiedOf('manager2')]);

  const now = await panelOf('manager');
  expect(lineOf(now.achievement)).toBe(80);
  expect(lineOf(now.target)).toBe(1000);
  expect(lineOf(now.ledByOthers)).toBe(420);
  expect(now.otherTeams).toEqual([]);
  expect([now.achieved, now.verified]).toEqual([80, await verifiedOf('manager')]);
  expect(now.verified).toBe(500);

  // The line and what counts elsewhere are what the list of targets says of the person.
  const list = await server.call('GET', '/targets', { as: 'manager' });
  const own = list.json<{ data: MonthTarget[] }>().data.find(({ ownerId }) => ownerId === id);
  expect(own?.achieved.amount).toBe(500);
});

it('of who came in the middle of the month: its new manager reads of it what itself and the list read', async () => {
  const { admin, manager, manager2 } = server.people;
  const today = businessDay('Asia/Kolkata');
  const month = monthOf(today);
  const { _id: id } = await addAccount(server, 'COLLECTOR', manager2.id);
  const loanId = await server.addLoan({ managerId: manager2.id, status: 'WITHDRAWN' });
  const target = { id: newId(), ownerId: id, month, amount: 1000 };
  await server.db.insert(targets).values({ ...target, setBy: admin.id });
  const paid = { loanId, paidOn: month, collectorId: id, managerId: manager2.id };
  await addPayment(server, { ...paid, amount: 420 });
  // It moved when the first of the month had long ended, or a moment ago where that is today.
  const ended = Date.parse(dayRange('Asia/Kolkata', month, month).end);
  await storeMoves(server, {
    id,
    moves: [
      { at: Number.NEGATIVE_INFINITY, to: manager2.id },
      { at: Math.min(Date.now(), ended + 43_200_000), to: manager.id },
    ],
  });
  await addPayment(server, { ...paid, paidOn: today, amount: 80, managerId: manager.id });
  const read = async (as: PersonName, by: 'day' | 'month') =>
    server.taken<Targets>('GET', '/loans/getManagersCollTargets', {
      as,
      query: { by, collectorId: id },
    });
  for (const by of ['day', 'month'] as const)
    for (const as of ['admin', 'manager'] as const) {
      const { achieved, targeted } = await read(as, by);
      expect([achieved, targeted], `${as} by ${by}`).toEqual([500, 1000]);
    }
  // Who led it before has its own part of it, and no target.
  const { achieved, targeted } = await read('manager2', 'month');
  expect([achieved <= 500, targeted]).toEqual([true, null]);
  const list = await server.taken<{ data: MonthTarget[] }>('GET', '/targets', { as: 'manager' });
  expect(list.data.find(({ ownerId }) => ownerId === id)?.achieved.amount).toBe(500);
});

it('of who was promoted within the month: the team was to collect no less', async () => {
  const { admin, manager } = server.people;
  const { _id: id } = await addAccount(server, 'COLLECTOR', manager.id);
  const month = monthOf(businessDay('Asia/Kolkata'));
  const target = { id: newId(), ownerId: id, month, amount: 700 };
  await server.db.insert(targets).values({ ...target, setBy: admin.id });
  const before = await panelOf('manager');
  expect(before.target.find(({ key }) => key === id)?.amount).toBe(700);
  await server.taken('PUT', '/userData', { as: 'admin', body: { _id: id, role: 'MANAGER' } });
  const after = await panelOf('manager');
  expect([after.targeted, after.target.find(({ key }) => key === id)?.amount]).toEqual([
    before.targeted,
    700,
  ]);
  const list = await server.taken<{ data: MonthTarget[] }>('GET', '/targets', { as: 'manager' });
  expect(list.data.map(({ ownerId }) => ownerId)).toContain(id);
});
