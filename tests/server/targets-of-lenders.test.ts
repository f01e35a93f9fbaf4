import { beforeAll, expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { staffDashboardCalls } from '../../contract/staff-dashboard.ts';
import type { MonthTarget } from '../../contract/target.ts';
import { businessDay } from '../../server/clock.ts';
import { monthOf } from '../../server/targets/target-service.ts';
import { addPayment } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

type Targets = CallAnswer<typeof staffDashboardCalls.getManagersCollTargets>;

const server = testServer();
const today = businessDay('Asia/Kolkata');
const month = monthOf(today);

const homeOf = (as: PersonName, query: Record<string, string> = {}) =>
  server.taken<Targets>('GET', '/loans/getManagersCollTargets', { as, query });

const setFor = (person: PersonName, client: 'X' | 'Y' | null, amount: number) =>
  server.taken('PUT', '/targets', {
    as: 'admin',
    body: {
      targets: [
        {
          ownerId: server.people[person].id,
          forClientId: client && server.clients[client].id,
          month,
          amount,
        },
      ],
    },
  });

const listed = async () =>
  (await server.taken<{ data: MonthTarget[] }>('GET', '/targets', { as: 'admin' })).data;

beforeAll(async () => {
  const { collector, collector2, manager } = server.people;
  const paid = async (client: 'X' | 'Y', amount: number, collectorId: string) => {
    const loanId = await server.addLoan({ client, collectorId, managerId: manager.id });
    await addPayment(server, { loanId, amount, paidOn: today, collectorId, managerId: manager.id });
  };
  await paid('X', 1500, collector.id);
  await paid('Y', 4000, collector.id);
  await paid('Y', 700, collector2.id);
});

it('a target for one lender is reached on that lender alone, on every screen', async () => {
  const { collector } = server.people;
  await setFor('collector', 'X', 3000);
  expect((await listed()).map(({ amount, achieved }) => [amount, achieved.amount])).toEqual([
    [3000, 1500],
  ]);
  for (const by of ['day', 'month']) {
    const home = await homeOf('collector', { by });
    expect([home.achieved, home.targeted], by).toEqual([1500, 3000]);
    expect(home.achievement.at(-1)?.amount, by).toBe(1500);
    expect(home.otherLenders?.map(({ amount }) => amount)).toEqual([4000]);
  }
  // Of who has no target all counts.
  expect((await homeOf('collector2')).achieved).toBe(700);
  const team = await homeOf('manager');
  expect([team.achieved, team.targeted, team.verified]).toEqual([2200, 3000, null]);
  expect(team.achievement.find(({ key }) => key === collector.id)?.amount).toBe(1500);
  expect(team.otherLenders).toEqual([
    { key: collector.id, name: collector.fullName, amount: 4000 },
  ]);
  expect((await homeOf('manager', { by: 'month' })).achieved).toBe(2200);
});

it('with a target for each lender, or one for all, everything counts', async () => {
  await setFor('manager', null, 20_000);
  const team = await homeOf('manager');
  // The manager's own is of all that it led; its people's lines are of their own targets.
  expect([team.achieved, team.targeted]).toEqual([6200, 20_000]);
  await setFor('collector', 'Y', 5000);
  const both = await homeOf('collector');
  expect([both.achieved, both.targeted, both.otherLenders]).toEqual([5500, 8000, []]);
  await setFor('collector', null, 6000);
  const all = await homeOf('collector');
  expect([all.achieved, all.targeted, all.otherLenders]).toEqual([5500, 6000, []]);
});
