import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { agentBoardCalls } from '../../contract/agent-board.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { employeeRevenueCalls } from '../../contract/employee-revenue.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import type { Page } from '../../contract/paging.ts';
import { monthEnd } from '../../contract/pace.ts';
import type { Payment } from '../../contract/payment.ts';
import type { targetCalls } from '../../contract/target.ts';
import { businessDay } from '../../server/clock.ts';
import { attributedPayments } from '../../server/payments/attribution-service.ts';
import { moneyLines } from '../../server/payments/collected-service.ts';
import { monthAfter } from '../../server/targets/target-service.ts';
import { oracleManager, oracleShares } from '../support/attribution-oracle.ts';
import { AGENTS, AttributionWorld } from '../support/attribution-world.ts';
import type { StoryPayment } from '../support/attribution-world.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { percentTerms } from '../support/incentive-terms.ts';
import { testServer } from '../support/server.ts';

const SEED = String(givenSeed ?? Date.now() % 2 ** 31);
const MONTHS = casesOf(200);

const TERMS = { ...percentTerms(1), clawbackDays: 30 };

const server = testServer();

beforeAll(async () => {
  // What is judged meanwhile would hold loans while the story works on them.
  await server.upkeep.stop();
});

/** What the list of payments says of a loan's payments that stand, by reference. */
async function shownOf(loanId: string): Promise<Map<string, Payment>> {
  const query = { loanId, pageSize: '200' };
  const found = new Map<string, Payment>();
  for (let page = 1; ; page += 1) {
    const { data, totalCount } = await server.taken<Page<Payment>>('GET', '/payments', {
      as: 'admin',
      query: { ...query, page: String(page) },
    });
    for (const payment of data)
      if (payment.reversedAt === null && payment.reference !== null)
        found.set(payment.reference, payment);
    if (page * 200 >= totalCount) return found;
  }
}

const managerIds = new Map<string, string | null>();

async function managerOf(): Promise<(personId: string) => string | null> {
  const { rows } = await server.db.execute<{ id: string; managerId: string | null }>(
    sql`select id, manager_id as "managerId" from users`,
  );
  for (const { id, managerId } of rows) managerIds.set(id, managerId);
  return (personId) => managerIds.get(personId) ?? null;
}

async function compare(world: AttributionWorld, what: string): Promise<void> {
  const leads = await managerOf();
  const said: string[] = [];
  const told: string[] = [];
  for (const loan of world.loans) {
    const shown = await shownOf(loan.id);
    const own = world.payments.filter((payment) => payment.loan.id === loan.id);
    for (const [reference, { amount, managerId, shares }] of shown)
      said.push(
        JSON.stringify([
          reference,
          amount,
          managerId,
          shares.map((each) => [each.personId, each.amount, each.reason]),
        ]),
      );
    for (const payment of own)
      told.push(
        JSON.stringify([
          payment.reference,
          payment.amount,
          oracleManager(loan, payment, leads),
          oracleShares(world.rules, loan, payment).map((each) => [
            each.personId,
            each.amount,
            each.reason,
          ]),
        ]),
      );
  }
  expect(said.toSorted(), what).toEqual(told.toSorted());
}

/** Verified payments whose shares do not come to them, and shares of payments that were reversed. */
async function notPartitioned(): Promise<unknown[]> {
  const { rows } = await server.db.execute(sql`
    select x.id from payments x left join (select p.id, sum(p.amount) as amount, bool_and(p.amount > 0) as is_positive
      from ${attributedPayments} p where p.reversed_at is null group by 1) y on y.id = x.id
    where x.reversed_at is null and (y.amount is distinct from x.amount or not y.is_positive)
    union all
    select s.payment_id from payment_shares s join payments q on q.id = s.payment_id where q.reversed_at is not null`);
  return rows;
}

const sums = (rows: readonly (readonly [string | null, number])[]) =>
  Object.fromEntries(rows.filter(([id, sum]) => id !== null && sum > 0));
const isAgent = ({ role }: { readonly role: string | null }) => role !== 'MANAGER';

/** What each person is given of a month by the pages that show it, each in its own way. */
async function shownSums(month: string): Promise<Record<string, Record<string, number>>> {
  const answerTo = async <Answer>(path: string, query: Record<string, string>) => {
    return server.taken<Answer>('GET', path, { as: 'admin', query });
  };
  interface Sums extends Record<string, unknown> {
    readonly id: string | null;
    readonly sum: number;
  }
  const from = month;
  const to = monthEnd(month);
  const page = { month, pageSize: '200' };
  const board = await answerTo<CallAnswer<typeof agentBoardCalls.readAgentProfile>>(
    '/agentprofile',
    { from, to },
  );
  const earned = await answerTo<CallAnswer<typeof employeeRevenueCalls.listRevenues>>(
    '/revenues',
    page,
  );
  const stated = await answerTo<CallAnswer<typeof incentiveCalls.listIncentiveStatements>>(
    '/incentive-statements',
    page,
  );
  const admin = { userId: server.people.admin.id, role: 'ADMIN', username: 'admin' } as const;
  const actor = {
    ...admin,
    fullName: 'A',
    managerId: null,
    clientId: null,
    clientName: null,
    location: null,
    sessionId: null,
  };
  const boards = await server.db
    .execute<Sums>(sql`select m.person_id as id, sum(m.verified)::int as sum
    from ${moneyLines(actor, { from, to })} m where m.verified > 0 group by 1`);
  const targets: Record<string, number> = {};
  for (const name of AGENTS) {
    const { id } = server.people[name];
    const { days } = await answerTo<CallAnswer<typeof targetCalls.readTargetsOf>>(
      `/targets/of/${id}`,
      { month },
    );
    targets[id] = days.reduce((sum, { amount }) => sum + amount, 0);
  }
  return {
    dashboards: sums(boards.rows.map(({ id, sum }) => [id, sum])),
    'leadership board': sums(board.data.map(({ _id, collected }) => [_id, collected])),
    targets: sums(Object.entries(targets)),
    revenue: sums(earned.data.map(({ personId, verified }) => [personId, verified])),
    incentives: sums(stated.data.filter(isAgent).map(({ _id, collected }) => [_id, collected])),
  };
}

/** The same from docs/money.md. */
function toldSums(world: AttributionWorld, month: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const payment of world.payments)
    if (payment.paidOn.slice(0, 7) === month.slice(0, 7))
      for (const { personId, amount } of oracleShares(world.rules, payment.loan, payment))
        if (personId !== null) sums[personId] = (sums[personId] ?? 0) + amount;
  return sums;
}

async function bounce({ loan, reference }: StoryPayment): Promise<void> {
  const shown = (await shownOf(loan.id)).get(reference);
  await server.taken('PUT', `/payments/${shown?._id}/reverse`, {
    as: 'admin',
    body: { reason: 'Bounced' },
  });
}

test(
  `${MONTHS} months of payments are whose docs/money.md says, to the rupee (seed ${SEED})`,
  async () => {
    const world = new AttributionWorld(server, SEED);
    await world.begin();
    for (const role of ['COLLECTOR', 'FIELD_AGENT'])
      await server.db
        .execute(sql`insert into incentive_structures (id, client_id, role_type, valid_from, terms)
        values (gen_random_uuid(), ${server.clients.X.id}, ${role}, '2000-01-01', ${JSON.stringify(TERMS)}::jsonb)`);
    const first = monthAfter(`${businessDay('Asia/Kolkata').slice(0, 8)}01`, -MONTHS);
    let before: string | null = null;
    for (let count = 0; count < MONTHS; count += 1) {
      const month = monthAfter(first, count);
      if (count % 3 === 1) await world.setRule(month);
      await world.live(month, before);
      const what = `${month}, seed ${SEED}`;
      await compare(world, `${what}: posted`);
      await world.learn(before === null ? [month] : [month, before]);
      await compare(world, `${what}: learnt later`);
      const gone = world.bounced();
      if (gone !== null) await bounce(gone);
      await compare(world, `${what}: bounced`);
      expect(await notPartitioned(), what).toEqual([]);
      before = month;
    }
    const month = before ?? first;
    const told = toldSums(world, month);
    for (const [place, sums] of Object.entries(await shownSums(month)))
      expect(sums, `${place} of ${month}, seed ${SEED}`).toEqual(told);
  },
  MONTHS * 30_000,
);
