import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  ClientLanding,
  OrganisationLanding,
  PartnerLanding,
} from '../../contract/organisation-dashboard.ts';
import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { filledDays } from '../../server/organisation-dashboards/collections.ts';
import { monthsBack } from '../../server/organisation-dashboards/client-landing.ts';
import { addPayment } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';
const today = businessDay(ZONE);

const server = testServer({ BUSINESS_TZ: ZONE });

beforeAll(async () => {
  await makeWork();
});

interface Payment {
  loanId: string;
  agent: PersonName;
  manager: PersonName;
  amount: number | null;
  at: string;
  channel?: 'CALL' | 'FIELD';
  dispositionClass?: string;
}

async function pay({ loanId, agent, manager, amount, at, ...more }: Payment): Promise<void> {
  const { channel = 'CALL', dispositionClass = 'PAID' } = more;
  const code = channel === 'CALL' ? 'PAID' : 'FIELD_PAID';
  await server.db.execute(sql`
    insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, amount_collected, recorded_at)
    values (${newId()}, ${loanId}, ${channel}, ${server.people[agent].id}, ${server.people[manager].id}, ${code},
      ${dispositionClass}, null, ${at})`);
  if (amount !== null)
    await addPayment(server, {
      loanId,
      amount,
      paidOn: businessDay(ZONE, new Date(at)),
      collectorId: server.people[agent].id,
      managerId: server.people[manager].id,
      createdAt: at,
    });
}

const atNight = (daysBack: number) => instantOf(ZONE, addDays(today, -daysBack), '00:00');

/** X: two loans of manager's, one of nobody's. Y: one of manager2's. Collections around the days' borders. */
async function makeWork(): Promise<void> {
  const { manager, manager2, collector, collector3, fieldagent } = server.people;
  const first = await server.addLoan({
    managerId: manager.id,
    collectorId: collector.id,
    totalDueAmount: 10_001,
    bucket: '1',
    product: 'Home',
    promiseDate: today,
    promiseAmount: 2500,
    disposition: 'PTP',
  });
  const second = await server.addLoan({
    managerId: manager.id,
    fieldAgentId: fieldagent.id,
    totalDueAmount: 20_000,
    bucket: '2',
    product: 'Car',
    promiseDate: addDays(today, -1),
    promiseAmount: 700,
    disposition: 'FIELD_PTP',
  });
  await server.addLoan({ totalDueAmount: null, bucket: null });
  const ofY = await server.addLoan({
    client: 'Y',
    managerId: manager2.id,
    collectorId: collector3.id,
    totalDueAmount: 5000,
    bucket: '1',
  });
  const byCollector = { agent: 'collector', manager: 'manager' } as const;
  await pay({ ...byCollector, loanId: first, amount: 101, at: atNight(0) });
  // One second before midnight is yesterday in the business zone, whatever the day is in UTC.
  const lastSecond = new Date(Date.parse(atNight(0)) - 1000).toISOString();
  await pay({ ...byCollector, loanId: first, amount: 1000, at: lastSecond });
  await pay({ ...byCollector, loanId: first, amount: 40, at: atNight(7) });
  await pay({ ...byCollector, loanId: first, amount: 5, at: atNight(13) });
  await pay({
    ...byCollector,
    loanId: first,
    amount: 7777,
    at: new Date(Date.parse(atNight(13)) - 1000).toISOString(),
  });
  await pay({
    agent: 'fieldagent',
    manager: 'manager',
    loanId: second,
    amount: 300,
    at: atNight(1),
    channel: 'FIELD',
  });
  await pay({
    agent: 'collector3',
    manager: 'manager2',
    loanId: ofY,
    amount: 9000,
    at: atNight(0),
  });
  await pay({
    ...byCollector,
    loanId: second,
    amount: null,
    at: atNight(0),
    dispositionClass: 'PTP',
  });
}

const addImport = async (batchNo: number, state: string, at: string) =>
  server.db
    .execute(sql`insert into loan_imports (id, batch_no, file_name, store_key, client_id, state, created_by, created_at)
    values (${newId()}, ${batchNo}, 'a.csv', 'k', ${server.clients.X.id}, ${state}, ${server.people.admin.id}, ${at})`);

const addPortfolio = async (name: string, products: string[], buckets: string[]) =>
  server.db.execute(sql`insert into portfolios (id, client_id, name, products, buckets)
    values (${newId()}, ${server.clients.X.id}, ${name}, ${sql.param(products)}::text[], ${sql.param(buckets)}::text[])`);

async function landing<Answer>(path: string, as: PersonName): Promise<Answer> {
  return server.taken<Answer>('GET', `/organisation/${path}`, { as });
}

describe("the organisation's morning", () => {
  it('has the stock right to the rupee, loans without an amount included', async () => {
    const { stock } = await landing<OrganisationLanding>('landing', 'admin');
    expect(stock).toEqual({
      all: { count: 4, amount: 35_001 },
      allocated: { count: 3, amount: 35_001 },
      notAllocated: { count: 1, amount: 0 },
      worked: { count: 2, amount: 30_001 },
      promisesToday: { count: 1, amount: 2500 },
      promisesOverdue: { count: 1, amount: 700 },
    });
  });

  it('has collections by days of the business zone beside those of a week ago', async () => {
    const { collected } = await landing<OrganisationLanding>('landing', 'superadmin');
    expect(collected).toMatchObject({
      today: 9101,
      yesterday: 1300,
      lastWeekByNow: 40,
      weekBeforeYesterday: 0,
    });
    expect(collected.days).toHaveLength(14);
    expect(collected.days[0]).toEqual({ day: addDays(today, -13), amount: 5 });
    expect(collected.days.at(-1)).toEqual({ day: today, amount: 9101 });
  });

  it('tells clients and managers apart, the largest dues first', async () => {
    const { byClient, byManager } = await landing<OrganisationLanding>('landing', 'admin');
    expect(byClient.rows).toMatchObject([
      {
        name: 'Xenon Finance',
        loanCount: 3,
        dueAmount: 30_001,
        allocatedCount: 2,
        promisesToday: 1,
        collectedWeek: 1401,
        collectedWeekBefore: 45,
      },
      {
        name: 'Yarrow Bank',
        loanCount: 1,
        dueAmount: 5000,
        collectedWeek: 9000,
        collectedWeekBefore: 0,
      },
    ]);
    expect(byManager.totalCount).toBe(3);
    expect(byManager.rows.map((row) => [row.name, row.loanCount])).toEqual([
      [server.people.manager.fullName, 2],
      [server.people.manager2.fullName, 1],
      [null, 1],
    ]);
  });

  it('counts uploads at work, waiting and failed within a week', async () => {
    await addImport(9001, 'PENDING', new Date().toISOString());
    await addImport(9002, 'FAILED', new Date().toISOString());
    await addImport(9003, 'FAILED', atNight(9));
    await addImport(9004, 'CANCELLED', new Date().toISOString());
    const { imports } = await landing<OrganisationLanding>('landing', 'admin');
    expect(imports).toEqual({ running: 0, pending: 1, failed: 1 });
    expect((await landing<ClientLanding>('client-landing', 'clientadmin')).imports).toEqual(
      imports,
    );
    expect((await landing<ClientLanding>('client-landing', 'customer')).imports.failed).toBe(0);
  });
});

describe("a partner's morning", () => {
  it('has its own managers’ loans, and their people, whose sums are the managers’', async () => {
    const answer = await landing<PartnerLanding>('partner-landing', 'partner');
    expect(answer.stock.all).toEqual({ count: 2, amount: 30_001 });
    expect(answer.collected).toMatchObject({ today: 101, yesterday: 1300 });
    expect(answer.people).toMatchObject({
      totalCount: 4,
      rows: [
        {
          _id: server.people.manager.id,
          role: 'MANAGER',
          loanCount: 2,
          dueAmount: 30_001,
          contactsToday: 2,
          collectedToday: 101,
        },
        {},
        {},
        {},
      ],
    });
    const [manager, ...agents] = answer.people.rows;
    const { collector, collector2, fieldagent } = server.people;
    expect(agents.map(({ _id }) => _id).toSorted()).toEqual(
      [collector.id, collector2.id, fieldagent.id].toSorted(),
    );
    for (const figure of ['collectedMonth', 'collectedToday', 'contactsToday'] as const)
      expect(agents.reduce((sum, agent) => sum + agent[figure], 0)).toBe(manager?.[figure]);
  });
});

describe("a lender's morning", () => {
  it('has its own portfolio by bucket, in the order of the buckets', async () => {
    const answer = await landing<ClientLanding>('client-landing', 'client');
    expect(answer.stock.all).toEqual({ count: 3, amount: 30_001 });
    expect(answer.buckets).toEqual([
      { name: '1', loanCount: 1, dueAmount: 10_001, allocatedCount: 1, workedCount: 1 },
      { name: '2', loanCount: 1, dueAmount: 20_000, allocatedCount: 1, workedCount: 1 },
      { name: null, loanCount: 1, dueAmount: 0, allocatedCount: 0, workedCount: 0 },
    ]);
    expect(answer.contacts.today).toEqual({ calls: 2, visits: 0, promises: 1, verified: 101 });
    expect(answer.contacts.week).toEqual({ calls: 3, visits: 1, promises: 1, verified: 1401 });
    const other = await landing<ClientLanding>('client-landing', 'customerOfY');
    expect(other.stock.all).toEqual({ count: 1, amount: 5000 });
    expect(other.recovered.thisMonth).toBe(9000);
  });

  it('recovered adds up the days of the month it is and the one before', async () => {
    const { recovered } = await landing<ClientLanding>('client-landing', 'customer');
    const paid: [number, number][] = [
      [0, 101],
      [1, 1300],
      [7, 40],
      [13, 5],
      [14, 7777],
    ];
    const sum = (month: string) =>
      paid
        .filter(([back]) => addDays(today, -back).slice(0, 7) === month)
        .reduce((all, [, amount]) => all + amount, 0);
    expect(recovered.thisMonth).toBe(sum(today.slice(0, 7)));
    expect(recovered.lastMonth).toBe(sum(monthsBack(today, 1).slice(0, 7)));
    expect(recovered.lastMonthByNow).toBeLessThanOrEqual(recovered.lastMonth);
    expect(recovered.days).toHaveLength(30);
  });

  it('shows portfolios to the client admin only: the loans of their products and buckets', async () => {
    await addPortfolio('Everything', [], []);
    await addPortfolio('Cars', ['Car'], []);
    await addPortfolio('Early homes', ['Home'], ['1']);
    await addPortfolio('None', ['Home'], ['2']);
    const { portfolios } = await landing<ClientLanding>('client-landing', 'clientadmin');
    expect(
      portfolios.map(({ name, loanCount, dueAmount }) => [name, loanCount, dueAmount]),
    ).toEqual([
      ['Cars', 1, 20_000],
      ['Early homes', 1, 10_001],
      ['Everything', 3, 30_001],
      ['None', 0, 0],
    ]);
    expect((await landing<ClientLanding>('client-landing', 'customer')).portfolios).toEqual([]);
  });
});

describe('landing calls', () => {
  it('are for their own role only', async () => {
    const calls: [string, PersonName[]][] = [
      ['landing', ['partner', 'manager', 'clientadmin', 'customer']],
      ['partner-landing', ['admin', 'manager', 'customer']],
      ['client-landing', ['admin', 'manager', 'partner']],
      ['health', ['manager', 'partner', 'clientadmin']],
    ];
    for (const [path, people] of calls)
      for (const as of people) {
        const answer = await server.call('GET', `/organisation/${path}`, { as });
        expect(answer.statusCode, `${path} as ${as}`).toBe(403);
      }
  });

  it('count days and months as a calendar does', () => {
    expect(monthsBack('2026-03-31', 1)).toBe('2026-02-28');
    expect(monthsBack('2024-03-30', 1)).toBe('2024-02-29');
    expect(monthsBack('2026-01-15', 1)).toBe('2025-12-15');
    expect(filledDays([{ day: '2026-03-01', amount: 5 }], '2026-03-02', 3)).toEqual([
      { day: '2026-02-28', amount: 0 },
      { day: '2026-03-01', amount: 5 },
      { day: '2026-03-02', amount: 0 },
    ]);
  });
});
