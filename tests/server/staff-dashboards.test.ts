import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { staffDashboardCalls } from '../../contract/staff-dashboard.ts';
import type { MonthTarget } from '../../contract/target.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { agentBreaks, targets } from '../../server/database/tables/people.ts';
import { newId } from '../../server/ids.ts';
import { monthAfter, monthOf } from '../../server/targets/target-service.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { addPayment } from '../support/money.ts';
import { addStaffDay } from '../support/staff-day.ts';

type Staff = typeof staffDashboardCalls;

const server = testServer();
const today = businessDay('Asia/Kolkata');
const yesterday = addDays(today, -1);
const month = monthOf(today);

beforeAll(async () => {
  const { people, db, clients } = server;
  await addStaffDay(server);
  await server.addLoan({ customerName: 'Free', managerId: people.manager.id });
  await db.insert(agentBreaks).values({
    id: newId(),
    userId: people.collector2.id,
    reason: 'tea',
  });
  const target = (ownerId: string, amount: number, more: object = {}) => ({
    id: newId(),
    ownerId,
    month,
    amount,
    ...more,
  });
  await db
    .insert(targets)
    .values([
      target(people.collector.id, 10_001),
      target(people.collector2.id, 600, { clientId: clients.X.id }),
      target(people.collector2.id, 50, { clientId: clients.Y.id }),
      target(people.collector3.id, 5_000_000),
      target(people.collector.id, 900, { month: monthAfter(month, -1) }),
    ]);
});

async function ask<Name extends keyof Staff>(
  path: string,
  as: PersonName,
  query: Record<string, string> = {},
): Promise<CallAnswer<Staff[Name]>> {
  return server.taken('GET', `/loans/${path}`, { as, query });
}

const namesOf = (cases: readonly { Customer_Name: string }[]) =>
  cases.map((each) => each.Customer_Name);

describe("a collector's morning", () => {
  it('has the overdue first, the latest of them on top, then today in order of time', async () => {
    const due = await ask<'listScheduledCasesAll'>('scheduledCasesAll', 'collector');
    expect(namesOf(due.overdue)).toEqual(['Overdue', 'Older']);
    expect(namesOf(due.today)).toEqual(['Callback', 'Promised']);
    expect([due.overdueCount, due.todayCount]).toEqual([2, 2]);
    expect(due.today[1]).toMatchObject({
      kind: 'PTP',
      date: today,
      time: '16:30',
      promiseAmount: 1200,
      Agent_Name: 'Test collector',
    });
  });

  it('can be asked for promises or for callbacks alone', async () => {
    const calls = await ask<'listScheduledCasesAll'>('scheduledCasesAll', 'collector', {
      callback: 'true',
    });
    expect(namesOf([...calls.overdue, ...calls.today])).toEqual(['Callback']);
    const promises = await ask<'listScheduledCasesAll'>('scheduledCasesAll', 'collector', {
      callback: 'false',
    });
    expect(namesOf(promises.today)).toEqual(['Promised']);
  });

  it('counts its loans, what is due on them and what was done, to the rupee', async () => {
    const board = await ask<'getLandingAnalytics'>('getLandingAnalytics', 'collector', {
      gte: yesterday,
    });
    expect(board.stock).toMatchObject({ count: 5, amount: 27_001, workedCount: 5, freeCount: 0 });
    expect(board.stock.byBucket).toEqual([
      { name: '', count: 2, amount: 10_000 },
      { name: '2', count: 2, amount: 12_001 },
      { name: '1', count: 1, amount: 5000 },
    ]);
    expect(board.due.promises).toEqual({
      overdue: { count: 2, amount: 1200 },
      today: { count: 1, amount: 1200 },
      ahead: { count: 0, amount: 0 },
    });
    expect(board.due.callbacks).toEqual({ overdue: 0, today: 1, ahead: 0 });
    expect(board.yesterday).toMatchObject({ calls: 2, claimed: 40, collected: 0, promiseCount: 1 });
    expect(board.today).toMatchObject({ calls: 5, visits: 0, claimed: 0, collected: 0 });
    expect(board.range).toMatchObject({ calls: 7, claimed: 40, collected: 0, promiseAmount: 2400 });
    expect(board.days.map((each) => each.day)).toEqual([yesterday, today]);
  });

  it('knows yesterday whatever range is shown', async () => {
    const board = await ask<'getLandingAnalytics'>('getLandingAnalytics', 'collector', {
      gte: '01-01-2024',
      lte: '31-01-2024',
    });
    expect(board.days).toEqual([]);
    expect(board.range.calls).toBe(0);
    expect(board.yesterday.calls).toBe(2);
  });

  it('is narrowed by lender', async () => {
    const board = await ask<'getLandingAnalytics'>('getLandingAnalytics', 'collector', {
      clientName: server.clients.Y.name,
      gte: yesterday,
    });
    expect(board.stock.count).toBe(1);
    expect(board.range.calls).toBe(1);
    const list = await ask<'getLandingClientList'>('getLandingClientList', 'collector');
    expect(list.Clients).toEqual(['Xenon Finance', 'Yarrow Bank']);
  });

  it('refuses days that run backwards, and what is no day', async () => {
    for (const path of ['getLandingAnalytics', 'scheduledCases'])
      for (const [asked, status] of [
        [{ gte: today, lte: yesterday }, 422],
        [{ gte: 'soon', ptpStartDate: 'soon' }, 400],
      ] as const) {
        const more = { ptpStartDate: today, ptpEndDate: yesterday };
        const answer = await server.call('GET', `/loans/${path}`, {
          as: 'collector',
          query: { ...more, ...asked },
        });
        expect(answer.statusCode).toBe(status);
      }
  });
});

describe("a manager's board", () => {
  it("shows the team's day: work, breaks, who is there", async () => {
    const board = await ask<'getManagerLandingAnalytics'>('getManagerLandingAnalytics', 'manager');
    expect(board.team.map((each) => each.fullName)).toEqual([
      'Test fieldagent',
      'Test collector',
      'Test collector2',
    ]);
    expect(board.team[0]).toMatchObject({ visits: 1, calls: 0, receipted: 2_000_000_001 });
    expect(board.team[1]).toMatchObject({ calls: 5, promiseCount: 2, loanCount: 5 });
    expect(board.team[2]).toMatchObject({ breakReason: 'tea', isLoggedIn: true, loanCount: 1 });
    expect(board.stock).toMatchObject({ count: 7, freeCount: 1, workedCount: 6 });
    // The payment of the visit closed the second collector's promise.
    expect(board.due.promises.today).toEqual({ count: 1, amount: 1200 });
    expect(board.today.collected).toBe(2_000_000_001);
  });

  it('narrows to one of its people, never to another manager’s', async () => {
    const one = await ask<'getManagerLandingAnalytics'>('getManagerLandingAnalytics', 'manager', {
      collectorId: server.people.collector2.id,
    });
    expect(one.stock.count).toBe(1);
    expect(one.team.map((each) => each.fullName)).toEqual(['Test collector2']);
    for (const path of ['getManagerLandingAnalytics', 'getLandingAnalytics', 'fieldCases'])
      expect(
        (
          await server.call('GET', `/loans/${path}`, {
            as: 'manager',
            query: { collectorId: server.people.collector3.id },
          })
        ).statusCode,
      ).toBe(403);
  });

  it('lists the promises of the day with their sum, and of other days', async () => {
    const stock = await ask<'getTodaysPtpStockManager'>('getTodaysPtpStockManager', 'manager');
    expect(namesOf(stock.data)).toEqual(['Promised']);
    expect(stock).toMatchObject({ totalCount: 1, promiseAmount: 1200 });
    const week = await ask<'getTodaysPtpStockManager'>('getTodaysPtpStockManager', 'manager', {
      startDate: addDays(today, -10),
      endDate: today,
    });
    expect(namesOf(week.data)).toEqual(['Older', 'Overdue', 'Promised']);
  });

  it('pages promises and callbacks apart; a page behind the last keeps the count', async () => {
    const first = await ask<'listScheduledCases'>('scheduledCases', 'manager', { pageSize: '2' });
    expect(namesOf(first.ptp.data)).toEqual(['Older', 'Overdue']);
    expect(first.ptp.totalCount).toBe(3);
    expect(namesOf(first.callBack.data)).toEqual(['Callback']);
    const behind = await ask<'listScheduledCases'>('scheduledCases', 'manager', {
      pageSize: '2',
      ptpPage: '9',
    });
    expect(behind.ptp).toMatchObject({ data: [], totalCount: 3 });
    expect(behind.callBack.data).toHaveLength(1);
  });

  it('lists the loans that field agents have', async () => {
    const cases = await ask<'listFieldCases'>('fieldCases', 'manager');
    expect(cases.totalCount).toBe(1);
    expect(cases.data[0]).toMatchObject({
      Customer_Name: 'Paid',
      fieldAgentName: 'Test fieldagent',
      disposition: 'PAID',
    });
  });

  it('names its lenders', async () => {
    const list = await ask<'getManagerLandingClientList'>('getManagerLandingClientList', 'manager');
    expect(list.Clients).toEqual(['Xenon Finance', 'Yarrow Bank']);
  });
});

describe('targets', () => {
  it('of one person grow day by day to the whole, to the rupee', async () => {
    const mine = await ask<'getManagersCollTargets'>('getManagersCollTargets', 'collector');
    expect(mine).toMatchObject({ by: 'day', month, targeted: 10_001 });
    expect(mine.target.at(-1)?.amount).toBe(10_001);
    expect(mine.achievement.at(-1)).toMatchObject({ key: today });
    // What a borrower only says it paid is not collected.
    expect(mine.achieved).toBe(0);
  });

  it('of a team stand by person; per-lender ones are summed, one lender’s stands alone', async () => {
    const team = await ask<'getManagersCollTargets'>('getManagersCollTargets', 'manager');
    const { people, clients } = server;
    const amountOf = (lines: typeof team.target, id: string) =>
      lines.find((line) => line.key === id)?.amount;
    expect(amountOf(team.target, people.collector.id)).toBe(10_001);
    expect(amountOf(team.target, people.collector2.id)).toBe(650);
    expect(amountOf(team.target, people.collector3.id)).toBeUndefined();
    expect(team.targeted).toBe(10_651);
    // What an agent says it took in counts once a payment confirms it.
    expect(amountOf(team.achievement, people.fieldagent.id)).toBe(0);
    expect(team.achievement.map((line) => line.key)).toEqual(team.target.map((line) => line.key));
    const ofY = await ask<'getManagersCollTargets'>('getManagersCollTargets', 'manager', {
      clientName: clients.Y.name,
    });
    expect(amountOf(ofY.target, people.collector2.id)).toBe(50);
    expect(ofY.targeted).toBe(50);
  });

  it('of whoever is disabled meanwhile stay, by person and in the sum, as in the list of targets', async () => {
    const { id } = server.people.collector2;
    const disabled = async (at: SQL) =>
      server.db.execute(sql`update users set disabled_at = ${at} where id = ${id}`);
    await disabled(sql`now()`);
    for (const by of ['person', 'month', 'day']) {
      const team = await ask<'getManagersCollTargets'>('getManagersCollTargets', 'manager', { by });
      expect(team.targeted, by).toBe(10_651);
    }
    const team = await ask<'getManagersCollTargets'>('getManagersCollTargets', 'manager');
    expect(team.target.find((line) => line.key === id)).toMatchObject({ amount: 650 });
    await disabled(sql`null`);
  });

  it("of a manager are its own once set, not its people's sum", async () => {
    const own = { id: newId(), ownerId: server.people.manager2.id, month, amount: 4_000_000 };
    await server.db.insert(targets).values(own);
    const team = await ask<'getManagersCollTargets'>('getManagersCollTargets', 'manager2');
    expect(team.targeted).toBe(4_000_000);
  });

  it('count for a manager what it led, the same on its home as in the list of targets', async () => {
    const { people } = server;
    const loanId = await server.addLoan({ managerId: people.manager2.id, status: 'WITHDRAWN' });
    const paid = { loanId, paidOn: today };
    await addPayment(server, { ...paid, amount: 700, managerId: people.manager2.id });
    // Paid before the manager had the loan: it sees it, its target does not count it.
    await addPayment(server, { ...paid, amount: 30 });
    const list = await server.call('GET', '/targets', { as: 'manager2' });
    const own = list
      .json<{ data: MonthTarget[] }>()
      .data.find(({ ownerId }) => ownerId === people.manager2.id);
    for (const by of ['person', 'day', 'month'])
      expect(
        (await ask<'getManagersCollTargets'>('getManagersCollTargets', 'manager2', { by }))
          .achieved,
        by,
      ).toBe(own?.achieved.amount);
    expect(own?.achieved.amount).toBe(700);
  });

  it('go back six months', async () => {
    const past = await ask<'getManagersCollTargets'>('getManagersCollTargets', 'collector', {
      by: 'month',
    });
    expect(past.target).toHaveLength(6);
    expect(past.target.slice(-2).map((line) => line.amount)).toEqual([900, 10_001]);
    expect(past.achievement.at(-1)?.key).toBe(month);
  });
});

describe('other people', () => {
  it('are not let in, and see nothing of this team', async () => {
    const collectorOnly = ['getManagerLandingAnalytics', 'getTodaysPtpStockManager'];
    for (const path of collectorOnly)
      expect((await server.call('GET', `/loans/${path}`, { as: 'collector' })).statusCode).toBe(
        403,
      );
    for (const as of ['customer', 'fieldagent', 'partner', 'clientadmin'] as const)
      expect((await server.call('GET', '/loans/getLandingAnalytics', { as })).statusCode).toBe(403);
    const other = await ask<'listScheduledCases'>('scheduledCases', 'manager2');
    expect(namesOf(other.ptp.data)).toEqual(['Foreign']);
  });

  it('who run the agency see everything', async () => {
    const board = await ask<'getManagerLandingAnalytics'>('getManagerLandingAnalytics', 'admin');
    expect(board.stock.count).toBe(8);
    expect(board.team.map((each) => each.fullName)).toContain('Test collector3');
  });
});
