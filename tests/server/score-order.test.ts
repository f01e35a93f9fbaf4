import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { loanCalls } from '../../contract/loan-calls.ts';
import type { OrderExperiment } from '../../contract/recovery-model.ts';
import { newId } from '../../server/ids.ts';
import { idOfNumber } from '../support/recovery-history.ts';
import {
  LOANS,
  chanceOf,
  chances,
  falling,
  makeScoredLoans,
  saveSwitch,
  score,
  scored,
  setSwitch,
  usual,
} from '../support/scored-loans.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

type ActiveLoans = CallAnswer<typeof loanCalls.listActiveLoans>;

const LIKELY = '-chanceToPay';

const server = testServer();
/** Loan ids by number, and back. */
let ids: string[] = [];
const numberOf = (id: string) => ids.indexOf(id);

beforeAll(async () => {
  ids = await makeScoredLoans(server);
});

const page = async (query: Record<string, string>, as: PersonName = 'collector') =>
  server.call('GET', '/loans/active/loans', { as, query });
/** All loans of the list, read page by page. */
async function listed(query: Record<string, string> = {}, size = 7): Promise<number[]> {
  const found: number[] = [];
  for (let at = 1; ; at += 1) {
    const { loans } = (
      await page({ ...query, page: String(at), pageSize: String(size) })
    ).json<ActiveLoans>();
    found.push(...loans.map(({ _id }) => numberOf(_id)));
    if (loans.length < size) return found;
  }
}

const saysSo = async (as: PersonName) => (await page({}, as)).json<ActiveLoans>().isByChance;

const save = (body: object, as: PersonName = 'admin', client = server.clients.X.id) =>
  saveSwitch(server, body, { as, client });
const experiments = async () =>
  (await server.call('GET', '/recovery/experiments', { as: 'admin' })).json<{
    data: OrderExperiment[];
  }>().data;

beforeEach(async () => {
  await setSwitch(server);
  await server.db.execute(sql`update loans set promise_broken_on = null`);
});

describe('the order of the collector’s list', () => {
  it('stays as it was until a client asks for the likeliest first', async () => {
    expect(await listed()).toEqual(usual);
    expect((await page({})).json<ActiveLoans>().isByChance).toBe(false);
  });

  it('puts the likeliest to pay first, each loan on one page only, also among equal chances', async () => {
    const found = await listed({ sort: LIKELY });
    expect(found.toSorted((a, b) => a - b)).toEqual(usual.toReversed());
    expect(chances(scored(found))).toEqual(falling(chances(scored(found))));
    expect(await listed({ sort: LIKELY }, 11)).toEqual(found);
    const rising = scored(await listed({ sort: 'chanceToPay' }));
    expect(chances(rising)).toEqual(falling(chances(rising)).toReversed());
  });

  it('keeps loans without a score where the usual order has them, not at the end', async () => {
    const found = await listed({ sort: LIKELY });
    const unscored = found.filter((number) => chanceOf(number) === null);
    expect(unscored).toEqual(usual.filter((number) => chanceOf(number) === null));
    // A quarter of the loans: one in each four.
    for (const [nth, number] of unscored.entries())
      expect(Math.abs(found.indexOf(number) - (nth * 4 + 1.5))).toBeLessThanOrEqual(2);
  });

  it('tells the chances of the page, and goes by them unasked once a client wants it', async () => {
    await setSwitch(server, { ordersWork: true });
    const first = (await page({ pageSize: '5' })).json<ActiveLoans>();
    expect(first.isByChance).toBe(true);
    for (const { loanId, chance } of first.chances)
      expect(chance).toBeCloseTo(chanceOf(numberOf(loanId)) ?? -1, 5);
    expect(await listed()).toEqual(await listed({ sort: LIKELY }));
  });

  it('still begins with broken promises where nobody chose the order', async () => {
    await server.db.execute(
      sql`update loans set promise_broken_on = '2026-01-02' where id = ${ids[1]}`,
    );
    await server.db.execute(
      sql`update loans set promise_broken_on = '2026-01-05' where id = ${ids[3]}`,
    );
    await setSwitch(server, { ordersWork: true });
    expect((await listed()).slice(0, 2)).toEqual([3, 1]);
    expect((await listed()).length).toBe(LOANS);
    expect((await listed({ sort: LIKELY })).slice(0, 2)).not.toEqual([3, 1]);
  });

  it('orders unasked only the loans of clients that want it, whoever else has scores', async () => {
    const { people } = server;
    const others: string[] = [];
    for (const [nth, chance] of [0.1, 0.9, 0.5, 0.7].entries()) {
      const id = await server.addLoan({
        client: 'Y',
        collectorId: people.collector.id,
        dispositionAt: new Date(Date.UTC(2026, 2, 1, 0, nth)).toISOString(),
      });
      await score(server, id, chance);
      others.push(id);
    }
    await setSwitch(server, { ordersWork: true });
    const all = async (query: Record<string, string>) =>
      (await page({ ...query, pageSize: '100' }))
        .json<ActiveLoans>()
        .loans.map(({ _id }) => others.indexOf(_id))
        .filter((nth) => nth >= 0);
    expect(await all({})).toEqual([3, 2, 1, 0]);
    expect(await all({ sort: LIKELY })).toEqual([1, 3, 2, 0]);
    await server.db.execute(
      sql`update loans set status = 'DELETED', collector_id = null where client_id = ${server.clients.Y.id}`,
    );
  });

  it('says so only to whoever has loans of such a client', async () => {
    await setSwitch(server, { ordersWork: true });
    expect(await saysSo('collector')).toBe(true);
    expect(await saysSo('collector3')).toBe(false);
  });

  it('goes back to the usual order at once when the client is switched off, before anything is scored anew', async () => {
    await setSwitch(server, { ordersWork: true, isUsed: false });
    expect(await listed()).toEqual(usual);
    expect(await listed({ sort: LIKELY })).toEqual(usual);
    expect((await page({ sort: LIKELY })).json<ActiveLoans>().chances).toEqual([]);
  });

  it('shows what is scored anew between two pages on its new place, and loses nobody who reads the page again', async () => {
    const query = { sort: LIKELY, pageSize: '10' };
    const first = (await page(query)).json<ActiveLoans>().loans.map(({ _id }) => _id);
    const moved = ids[numberOf(first[0] ?? '')] ?? '';
    await server.db.execute(sql`update loan_scores set chance = 0 where loan_id = ${moved}`);
    const again = (await page(query)).json<ActiveLoans>().loans.map(({ _id }) => _id);
    const second = (await page({ ...query, page: '2' }))
      .json<ActiveLoans>()
      .loans.map(({ _id }) => _id);
    expect(again).not.toContain(moved);
    expect(new Set([...first, ...again, ...second]).size).toBe(21);
    await server.db.execute(sql`update loan_scores set chance = ${chanceOf(numberOf(moved))}
      where loan_id = ${moved}`);
  });

  it('is nobody else’s to ask for: no order of a list lets lenders or partners infer scores', async () => {
    for (const as of ['clientadmin', 'partner', 'customer', 'admin'] as const)
      for (const path of ['/loans', '/loans/loan2'])
        expect((await server.call('GET', path, { as, query: { sort: LIKELY } })).statusCode).toBe(
          400,
        );
    for (const as of ['clientadmin', 'partner', 'customer'] as const)
      expect((await page({ sort: LIKELY }, as)).statusCode).toBe(403);
    expect((await page({ sort: `-${LIKELY}` })).statusCode).toBe(400);
    expect((await page({ sort: 'chance' })).statusCode).toBe(400);
  });
});

const usualOf = async () => {
  const { chances: told } = (await page({ sort: LIKELY, pageSize: '100' })).json<ActiveLoans>();
  const ordered = new Set(told.map(({ loanId }) => numberOf(loanId)));
  return scored(usual).filter((number) => !ordered.has(number));
};

describe('an experiment', () => {
  it('keeps a share of the loans, the same each time, in the usual order between the others', async () => {
    await setSwitch(server, { ordersWork: true, controlShare: 40 });
    const kept = await usualOf();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(scored(usual).length);
    expect(await usualOf()).toEqual(kept);
    const found = await listed();
    expect(found.filter((number) => kept.includes(number))).toEqual(kept);
    const others = scored(found).filter((number) => !kept.includes(number));
    expect(chances(others)).toEqual(falling(chances(others)));
    expect(found.toSorted((a, b) => a - b)).toEqual(usual.toReversed());
    await setSwitch(server, { ordersWork: true, controlShare: 70 });
    expect(await usualOf()).toEqual(expect.arrayContaining(kept));
  });

  it('at 0 leaves nothing in the usual order, at 100 everything, and says that there is nothing to compare', async () => {
    await setSwitch(server, { ordersWork: true, controlShare: 0 });
    expect(await usualOf()).toEqual([]);
    expect(await experiments()).toEqual([]);
    await setSwitch(server, { ordersWork: true, controlShare: 100 });
    expect(await listed()).toEqual(usual);
    expect(await experiments()).toMatchObject([
      { controlShare: 100, problem: 'ONE_GROUP', payers: null, amount: null },
    ]);
  });

  it('goes on as it began until its share changes, and ends with the order', async () => {
    const begun = await setSwitch(server, { ordersWork: true, controlShare: 30 });
    expect(begun.experimentFrom).not.toBeNull();
    expect(
      await setSwitch(server, { ordersWork: true, controlShare: 30, groupColumn: 'city' }),
    ).toEqual({
      ...begun,
      groupColumn: 'city',
    });
    const anew = await setSwitch(server, { ordersWork: true, controlShare: 31 });
    expect(anew.experimentFrom).not.toBe(begun.experimentFrom);
    expect((await save({ isUsed: true, groupColumn: null })).json()).toEqual(anew);
    expect((await setSwitch(server, { controlShare: 31 })).experimentFrom).toBeNull();
    expect(
      (await setSwitch(server, { ordersWork: true, isUsed: false, controlShare: 31 }))
        .experimentFrom,
    ).toBeNull();
  });

  it('refuses shares that are none', async () => {
    for (const controlShare of [-1, 101, 2.5, '10'])
      expect((await save({ isUsed: true, groupColumn: null, controlShare })).statusCode).toBe(400);
    expect((await save({ isUsed: true, groupColumn: null }, 'manager')).statusCode).toBe(403);
    expect((await save({ isUsed: true, groupColumn: null }, 'admin', newId())).statusCode).toBe(
      404,
    );
    for (const as of ['manager', 'collector', 'clientadmin', 'partner'] as const)
      expect((await server.call('GET', '/recovery/experiments', { as })).statusCode).toBe(403);
  });

  it('compares what was paid since it began, when there is enough of it', async () => {
    const { db, clients, people } = server;
    const ofY = clients.Y.id;
    await db.execute(sql`insert into loans (id, loan_number, client_id, customer_name, total_due_amount, created_at)
      select ${idOfNumber('Y-')}, 'Y-' || n, ${ofY}, 'Borrower', 5000, '2026-01-01' from generate_series(1, 1000) n`);
    await save(
      { isUsed: true, groupColumn: null, ordersWork: true, controlShare: 50 },
      'admin',
      ofY,
    );
    expect((await experiments())[0]?.problem).toBe('TOO_SHORT');
    await db.execute(sql`update prediction_switches set experiment_from = now() - interval '20 days'
      where client_id = ${ofY}`);
    expect((await experiments())[0]?.problem).toBe('TOO_FEW');
    const pay = (where: string, days: number, amount: number) =>
      db.execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on,
          payment_key, created_by)
        select gen_random_uuid(), l.client_id, l.id, 'PAYMENT', gen_random_uuid(), 1, ${amount}, ${amount},
          current_date - ${days}::int, gen_random_uuid()::text, ${people.admin.id}
        from loans l where l.client_id = ${ofY} and l.loan_number like 'Y-%' and ${sql.raw(where)}`);
    await pay(`substr(l.loan_number, 3)::int % 5 = 0`, 3, 1000);
    // Before it began: counts for nothing.
    await pay(`true`, 40, 9000);
    const [same] = await experiments();
    expect(same).toMatchObject({ problem: null, controlShare: 50 });
    expect((same?.byChance.loans ?? 0) + (same?.usual.loans ?? 0)).toBe(1000);
    expect((same?.byChance.payers ?? 0) + (same?.usual.payers ?? 0)).toBe(200);
    expect((same?.byChance.paidAmount ?? 0) + (same?.usual.paidAmount ?? 0)).toBe(200_000);
    expect(same?.payers?.low).toBeLessThan(0);
    expect(same?.payers?.high).toBeGreaterThan(0);
    const kept = `('x' || substr(md5(l.id::text || ' keeps the usual order'), 1, 7))::bit(28)::int % 100 < 50`;
    await pay(`not ${kept} and substr(l.loan_number, 3)::int % 5 = 1`, 2, 1000);
    const [better] = await experiments();
    expect(better?.payers?.low).toBeGreaterThan(0.1);
    expect(better?.payers?.value).toBeCloseTo(
      (better?.byChance.payers ?? 0) / (better?.byChance.loans ?? 1) -
        (better?.usual.payers ?? 0) / (better?.usual.loans ?? 1),
      10,
    );
    expect(better?.amount?.low).toBeGreaterThan(0);
    await save(
      { isUsed: true, groupColumn: null, ordersWork: false, controlShare: 0 },
      'admin',
      ofY,
    );
  });
});
