import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allocationRuleSpecSchema } from '../../contract/allocation-rule.ts';
import type { RuleCondition } from '../../contract/allocation-rule.ts';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { Campaign } from '../../contract/campaign.ts';
import { ruleCondition } from '../../server/allocation-rules/rule-sql-service.ts';
import { readCampaigns } from '../../server/dialer-engine/campaign-rows.ts';
import { dueLeads } from '../../server/dialer-engine/lead-picking.ts';
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
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';

let server: TestServer;
/** Loan ids by number, and back. */
let ids: string[] = [];
const numberOf = (id: string) => ids.indexOf(id);

beforeAll(async () => {
  server = await startTestServer();
  ids = await makeScoredLoans(server);
});

afterAll(async () => server.close());

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

const firstOf = async (most: number) => {
  const campaign = (await readCampaigns(server.db, ZONE)).find(
    ({ leadOrder }) => leadOrder === 'MOST_LIKELY',
  );
  if (!campaign) throw new Error('The campaign does not run.');
  return (await dueLeads(server.db, campaign, most)).map((row) => numberOf(row.loan_id));
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
