import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allocationRuleSpecSchema } from '../../contract/allocation-rule.ts';
import type { RuleCondition } from '../../contract/allocation-rule.ts';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { BestTime, LoanOutlook } from '../../contract/recovery-model.ts';
import { ruleCondition } from '../../server/allocation-rules/rule-sql-service.ts';
import { readCampaigns } from '../../server/dialer-engine/campaign-rows.ts';
import { dueLeads } from '../../server/dialer-engine/lead-picking.ts';
import { businessTime } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import {
  LOANS,
  chanceOf,
  chances,
  falling,
  makeScoredLoans,
  scored,
  setSwitch,
  usual,
} from '../support/scored-loans.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';

const server = testServer();
/** Loan ids by number, and back. */
let ids: string[] = [];
const numberOf = (id: string) => ids.indexOf(id);

beforeAll(async () => {
  ids = await makeScoredLoans(server);
});

beforeEach(async () => {
  await setSwitch(server);
});

const taken = async (is: RuleCondition['is'], ...values: string[]) => {
  const conditions = [{ field: 'chanceToPay' as const, is, values }];
  const spec = allocationRuleSpecSchema.parse({ conditions, kind: 'COLLECTOR' });
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select l.id from loans l where l.client_id = ${server.clients.X.id} and ${ruleCondition(spec, ZONE)}`,
  );
  return rows.map(({ id }) => numberOf(id)).toSorted((a, b) => a - b);
};

const where = (holds: (percent: number | null) => boolean) =>
  usual.toReversed().filter((number) => {
    const chance = chanceOf(number);
    return holds(chance === null ? null : Math.round(100 * chance));
  });

describe('a rule that asks for the chance to pay', () => {
  it('takes loans by their percent, and those without a score only as empty or not in a list', async () => {
    expect(await taken('between', '60', '')).toEqual(where((is) => is !== null && is >= 60));
    expect(await taken('between', '', '35%')).toEqual(where((is) => is !== null && is <= 35));
    expect(await taken('in', '35', '70')).toEqual(where((is) => is === 35 || is === 70));
    expect(await taken('notIn', '35')).toEqual(where((is) => is !== 35));
    expect(await taken('empty')).toEqual(where((is) => is === null));
    expect(await taken('notEmpty')).toEqual(where((is) => is !== null));
  });

  it('takes none by their score once the client is switched off', async () => {
    await setSwitch(server, { isUsed: false });
    expect(await taken('between', '0', '')).toEqual([]);
    expect(await taken('empty')).toHaveLength(LOANS);
  });

  it('says what a percent is', async () => {
    for (const value of ['101', '-1', '600', '0.6', 'most', '₹60'])
      await expect(taken('between', value, '')).rejects.toThrow(/chanceToPay: /);
  });
});

const body = { ...DEFAULT_CAMPAIGN, name: 'Likely first', leadOrder: 'MOST_LIKELY' };

const firstOf = async (most: number, order = 'MOST_LIKELY') => {
  const campaign = (await readCampaigns(server.db, ZONE)).find(
    ({ leadOrder }) => leadOrder === order,
  );
  if (!campaign) throw new Error('The campaign does not run.');
  return (await dueLeads({ db: server.db, businessTz: ZONE }, campaign, most)).map((row) =>
    numberOf(row.loan_id),
  );
};

describe('a campaign that calls the likeliest to pay first', () => {
  it('takes leads by their chance, those without one by priority, and starves neither', async () => {
    const made = (await server.call('POST', '/campaigns', { as: 'admin', body })).json<Campaign>();
    expect(made.leadOrder).toBe('MOST_LIKELY');
    const listId = newId();
    await server.db.execute(sql`update campaigns set state = 'RUNNING' where id = ${made._id}`);
    await server.db.execute(
      sql`insert into campaign_lists (id, campaign_id, name) values (${listId}, ${made._id}, 'All')`,
    );
    for (const [number, id] of ids.entries())
      await server.db
        .execute(sql`insert into campaign_leads (id, campaign_id, list_id, loan_id, number, position, priority)
        values (${newId()}, ${made._id}, ${listId}, ${id}, ${`98765${String(10_000 + number)}`}, ${number}, ${number})`);
    const found = await firstOf(100);
    expect(found).toHaveLength(LOANS);
    expect(chances(scored(found))).toEqual(falling(chances(scored(found))));
    const unscored = found.filter((number) => chanceOf(number) === null);
    expect(unscored).toEqual(unscored.toSorted((a, b) => b - a));
    // A quarter of the leads has no score: looked at 200 times, neither kind is always the first.
    const kinds: boolean[] = [];
    for (let look = 0; look < 200; look += 1) {
      const [first = -1] = await firstOf(1);
      kinds.push(chanceOf(first) === null);
    }
    const share = kinds.filter(Boolean).length / kinds.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.45);
  });

  it('goes by priority alone where the client is switched off', async () => {
    await setSwitch(server, { isUsed: false });
    expect(await firstOf(100)).toEqual(usual);
  });

  it('is the agency’s to choose: a lender’s admin keeps it and can leave it, no more', async () => {
    const own = { ...DEFAULT_CAMPAIGN, name: 'Of the lender' };
    const refused = await server.call('POST', '/campaigns', {
      as: 'clientadmin',
      body: { ...own, leadOrder: 'MOST_LIKELY' },
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'ORDER_NOT_ALLOWED',
      details: [{ path: 'leadOrder' }],
    });
    const made = await server.call('POST', '/campaigns', { as: 'clientadmin', body: own });
    const { _id, revision } = made.json<Campaign>();
    const change = (as: PersonName, leadOrder: string, seen: number) =>
      server.call('PUT', '/campaigns', {
        as,
        body: { ...own, leadOrder, _id, revision: seen },
      });
    expect((await change('clientadmin', 'MOST_LIKELY', revision)).statusCode).toBe(422);
    expect((await change('admin', 'MOST_LIKELY', revision)).statusCode).toBe(200);
    expect((await change('clientadmin', 'MOST_LIKELY', revision + 1)).statusCode).toBe(200);
    expect((await change('clientadmin', 'RANDOM', revision + 2)).statusCode).toBe(200);
    expect((await change('clientadmin', 'MOST_LIKELY', revision + 3)).statusCode).toBe(422);
  });
});

/** A call of the nth loan so many days ago at an hour of the business zone. */
const call = async (number: number, hour: number, code: string, daysAgo = 3) =>
  server.db
    .execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at, created_at)
      select ${newId()}, ${ids[number]}, 'CALL', ${server.people.collector.id}, c.code, c.disposition_class,
        ((now() at time zone ${ZONE})::date - ${daysAgo}::int + make_interval(hours => ${hour}, mins => 30)) at time zone ${ZONE}, now()
      from disposition_codes c where c.code = ${code}`);
const count = async () => server.upkeep.runNow('best time to call');
const outlooksOf = async (as: PersonName) => {
  const answer = await server.call('GET', '/recovery/outlooks', { as });
  return answer.json<{ data?: LoanOutlook[] }>().data ?? answer.statusCode;
};
const bestTimeOf = async (number: number) =>
  (await server.call('GET', `/recovery/loans/${ids[number] ?? ''}`, { as: 'collector' })).json<{
    bestTime: BestTime | null;
  }>().bestTime;

const allowFrom = async (from: string) =>
  server.db
    .execute(sql`insert into contact_policies (client_id, profile, own_from, own_to) values (${server.clients.X.id}, 'OWN', ${from}, '19:00')
    on conflict (client_id) do update set profile = 'OWN', own_from = excluded.own_from, own_to = excluded.own_to`);

describe('the best time to call', () => {
  it('is when its borrower answered most, within the hours of contact', async () => {
    await call(3, 11, 'PTP');
    await call(3, 10, 'PTP', 4);
    await call(3, 15, 'RINGING');
    await call(3, 16, 'PTP', 5);
    // One answered call tells nothing, nor do hours in which most calls were missed.
    await call(7, 11, 'PTP');
    for (const code of ['PTP', 'PTP', 'RINGING', 'RINGING', 'RINGING']) await call(11, 12, code);
    await count();
    expect(await bestTimeOf(3)).toEqual({ from: '10:00', to: '12:00', calls: 2, answered: 2 });
    expect([await bestTimeOf(7), await bestTimeOf(11)]).toEqual([null, null]);
    await allowFrom('11:00');
    expect(await bestTimeOf(3)).toMatchObject({ from: '11:00', to: '12:00' });
    await allowFrom('12:30');
    expect(await bestTimeOf(3)).toBeNull();
    await allowFrom('08:00');
    // What it answers later is counted.
    for (const daysAgo of [1, 2, 3, 4, 5]) await call(3, 15, 'PTP', daysAgo);
    await count();
    expect(await bestTimeOf(3)).toEqual({ from: '14:00', to: '16:00', calls: 6, answered: 5 });
  });

  it('goes to the phone of who works the loan with what it is expected to bring, and to nobody else', async () => {
    const outlooks = (await outlooksOf('collector')) as LoanOutlook[];
    const known = new Map(outlooks.map((outlook) => [numberOf(outlook.loanId), outlook]));
    expect([...known.keys()].toSorted((a, b) => a - b)).toEqual(
      [...scored(usual), 3].toSorted((a, b) => a - b),
    );
    expect(known.get(3)).toMatchObject({ expectedAmount: null, bestTime: { from: '14:00' } });
    expect(known.get(0)).toMatchObject({ expectedAmount: 100, isFirst: false, bestTime: null });
    await setSwitch(server, { ordersWork: true });
    const first = ((await outlooksOf('collector')) as LoanOutlook[]).filter(
      ({ isFirst }) => isFirst,
    );
    expect(first).toHaveLength(scored(usual).length);
    await setSwitch(server, { ordersWork: true, controlShare: 100 });
    expect(await outlooksOf('collector')).toMatchObject([{ expectedAmount: null, isFirst: false }]);
    expect(await outlooksOf('collector2')).toEqual([]);
    for (const as of ['customer', 'client', 'partner', 'admin'] as const)
      expect(await outlooksOf(as), as).toBe(403);
    expect((await server.call('GET', '/recovery/outlooks', { as: null })).statusCode).toBe(401);
  });

  it('is an order of campaigns: those who answer at this hour first, those of other hours last', async () => {
    const hour = Number(businessTime(ZONE, new Date()).slice(0, 2));
    for (const number of [5, 9]) {
      await call(number, hour, 'PTP', 2);
      await call(number, hour, 'PTP', 4);
    }
    for (const daysAgo of [2, 4]) await call(39, (hour + 12) % 24, 'PTP', daysAgo);
    await count();
    await server.db.execute(
      sql`update campaigns set lead_order = 'BEST_TIME' where name = 'Likely first'`,
    );
    const found = await firstOf(100, 'BEST_TIME');
    const known = new Set([3, 5, 7, 9, 11, 39]);
    const others = found.filter((number) => !known.has(number));
    expect(others).toEqual(usual.filter((number) => !known.has(number)));
    const [first = -1, last = -1] = [others[0], others.at(-1)].map((number) =>
      found.indexOf(number ?? -1),
    );
    expect(found.filter((number) => [5, 9].includes(number))).toEqual([9, 5]);
    expect(found.indexOf(5)).toBeLessThan(first);
    expect(found.indexOf(39)).toBeGreaterThan(last);
  });
});
