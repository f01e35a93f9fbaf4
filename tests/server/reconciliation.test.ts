import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deposit } from '../../contract/deposit.ts';
import type { CollectionReceipt } from '../../contract/receipt.ts';
import type {
  ReconciliationDifference,
  ReconciliationItem,
  ReconciliationRow,
} from '../../contract/reconciliation.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf, visitOf } from '../support/work.ts';

const server = testServer();
let today: string;
let loanOfX: string;
let loanOfY: string;

beforeAll(async () => {
  today = businessDay(server.context.settings.businessTz);
  const mine = {
    managerId: server.people.manager.id,
    fieldAgentId: server.people.fieldagent.id,
    collectorId: server.people.collector.id,
  };
  loanOfX = await server.addLoan(mine);
  loanOfY = await server.addLoan({ ...mine, client: 'Y' });
});

type Sums = Pick<
  ReconciliationRow,
  'collected' | 'deposited' | 'direct' | 'inHand' | 'cancelled' | 'bankPaid' | 'difference'
>;
interface Lines {
  data: ReconciliationRow[];
  totalCount: number;
  totals: Sums;
  from: string;
  to: string;
}

const lines = async (query: Record<string, string> = {}, as: PersonName = 'admin') =>
  (await server.call('GET', '/reconciliation', { as, query })).json<Lines>();

const items = async (query: Record<string, string>, as: PersonName = 'admin') =>
  (await server.call('GET', '/reconciliation/items', { as, query })).json<{
    data: ReconciliationItem[];
    totalCount: number;
    amount: number;
  }>();

async function visit(loanId: string, amount: number, paymentMode: string): Promise<void> {
  const body = visitOf(loanId, {
    disposition: 'FIELD_PARTIAL_PAID',
    personMet: 'Borrower',
    amountCollected: amount,
    paymentMode,
    excessReason: 'By chance',
  });
  await server.taken('POST', '/field-disposition', { as: 'fieldagent', body });
}

/** A payment that a file said, credited to someone or nobody. */
async function pay(
  loanId: string,
  amount: number,
  who: { collectorId?: string; day?: string; reversed?: boolean } = {},
): Promise<void> {
  const id = newId();
  await server.db.execute(sql`
    insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, reference,
      collector_id, manager_id, payment_key, reversed_at, created_by)
    select ${id}, l.client_id, l.id, 'PAYMENT', ${newId()}, 2, ${amount}, ${amount}, ${who.day ?? today}::date, 'UTR1',
      ${who.collectorId ?? null}, l.manager_id, ${id}, ${who.reversed ? sql`now()` : sql`null`}, ${server.people.admin.id}
    from loans l where l.id = ${loanId}`);
}

const inHand = async (): Promise<CollectionReceipt[]> =>
  (
    await server.call('GET', '/receipts', {
      as: 'manager',
      query: { state: 'IN_HAND', pageSize: '200' },
    })
  ).json<{ data: CollectionReceipt[] }>().data;

const balance = ({ collected, deposited, inHand: hand, cancelled, bankPaid, difference }: Sums) => [
  collected - deposited - hand - cancelled,
  collected - cancelled - bankPaid - difference,
];

describe('the reconciliation', () => {
  beforeAll(async () => {
    await visit(loanOfX, 1000, 'CASH');
    await visit(loanOfX, 300, 'UPI');
    await visit(loanOfY, 50, 'CHEQUE');
    const call = callOf(loanOfX, { disposition: 'PAID', amountCollected: 700 });
    await server.call('POST', '/call-disposition', { as: 'collector', body: call });
    await pay(loanOfX, 1000, { collectorId: server.people.fieldagent.id });
    await pay(loanOfX, 25);
    await pay(loanOfX, 9999, { reversed: true });
    await pay(loanOfY, 40, { collectorId: server.people.fieldagent.id, day: addDays(today, -40) });
    const cash = (await inHand()).find(({ amount }) => amount === 1000);
    const body = { receiptIds: [cash?._id ?? ''], place: 'OFFICE' };
    await server.call('POST', '/deposits', { as: 'manager', body });
    const cheque = (await inHand()).find(({ amount }) => amount === 50);
    const cancel = { receiptId: cheque?._id ?? '', reason: 'Bounced' };
    await server.call('PUT', '/receipts/cancel', { as: 'manager', body: cancel });
  });

  it('sums the month so far to the rupee', async () => {
    const { totals, from, to } = await lines();
    expect([from, to]).toEqual([`${today.slice(0, 8)}01`, today]);
    expect(totals).toEqual({
      collected: 1350,
      deposited: 1300,
      direct: 300,
      inHand: 0,
      cancelled: 50,
      bankPaid: 1025,
      difference: 275,
    });
  });

  it('has a line per client, agent and day, what nobody is credited for by itself', async () => {
    const byClient = await lines({ groupBy: 'client' });
    expect(byClient.data.map((row) => [row.Client_Name, row.collected, row.difference])).toEqual([
      ['Xenon Finance', 1300, 275],
      ['Yarrow Bank', 50, 0],
    ]);
    const byAgent = await lines({ groupBy: 'agent' });
    expect(byAgent.data.map((row) => [row.Agent_Name, row.collected, row.bankPaid])).toEqual([
      ['Test fieldagent', 1350, 1000],
      [null, 0, 25],
    ]);
    const all = await lines({ groupBy: 'all', pageSize: '2', page: '2' });
    expect([all.totalCount, all.data.length, all.totals.collected]).toEqual([3, 1, 1350]);
    for (const row of [...byClient.data, ...byAgent.data, ...all.data])
      expect(balance(row)).toEqual([0, 0]);
  });

  it('is narrowed by day, client, agent and difference', async () => {
    const old = { gte: addDays(today, -60), lte: addDays(today, -30) };
    expect((await lines(old)).totals).toMatchObject({ collected: 0, bankPaid: 40 });
    expect((await lines({ clientName: 'Yarrow Bank' })).totals.collected).toBe(50);
    // What a borrower only says by phone is nobody's receipt.
    expect((await lines({ agent: server.people.collector.id })).totals.collected).toBe(0);
    expect((await lines({ agent: 'none' })).totals.bankPaid).toBe(25);
    expect((await lines({ groupBy: 'client', differing: '1' })).totalCount).toBe(1);
    const wrong = await server.call('GET', '/reconciliation', {
      as: 'admin',
      query: { gte: '2020-01-01', lte: today },
    });
    expect(wrong.statusCode).toBe(422);
  });

  it('leads from each figure to the items whose sum it is', async () => {
    const { totals } = await lines();
    for (const kind of ['collected', 'deposited', 'inHand', 'cancelled', 'bankPaid'] as const) {
      const { amount, data, totalCount } = await items({ kind, pageSize: '200' });
      expect(amount, kind).toBe(totals[kind]);
      expect(
        data.reduce((sum, item) => sum + item.amount, 0),
        kind,
      ).toBe(amount);
      expect(data, kind).toHaveLength(totalCount);
    }
    const { data } = await items({ kind: 'cancelled' });
    expect(data[0]).toMatchObject({ note: 'Bounced', Client_Name: 'Yarrow Bank', amount: 50 });
  });

  it('leads from a difference to its loans, and tells where the rest of their money stands', async () => {
    const differences = async (query: Record<string, string>, as: PersonName = 'admin') =>
      (await server.call('GET', '/reconciliation/differences', { as, query })).json<{
        data: ReconciliationDifference[];
        totalCount: number;
        amount: number;
      }>();
    const { totals } = await lines();
    const all = await differences({});
    expect([all.amount, all.totalCount]).toEqual([totals.difference, 1]);
    const { fieldagent } = server.people;
    const ofNobody = await differences({ agent: 'none' });
    expect(ofNobody.data).toMatchObject([{ collected: 0, bankPaid: 25, difference: -25 }]);
    expect(
      ofNobody.data[0]?.elsewhere.map(({ kind, Agent_Name, amount }) => [kind, Agent_Name, amount]),
    ).toEqual(
      expect.arrayContaining([
        ['collected', fieldagent.fullName, 300],
        ['bankPaid', fieldagent.fullName, 1000],
      ]),
    );
    expect((await differences({}, 'manager2')).totalCount).toBe(0);
    const foreign = { clientId: server.clients.Y.id };
    expect((await differences(foreign, 'clientadmin')).totalCount).toBe(0);
  });

  it('shows each role its own: a manager its people, a lender its loans, others nothing', async () => {
    expect((await lines({}, 'manager')).totals).toMatchObject({ collected: 1350, bankPaid: 1025 });
    expect((await lines({}, 'manager2')).totals).toMatchObject({ collected: 0, bankPaid: 0 });
    expect((await lines({}, 'clientadmin')).totals).toMatchObject({ collected: 1300 });
    expect((await lines({ groupBy: 'client' }, 'clientadmin')).totalCount).toBe(1);
    expect((await items({ kind: 'collected' }, 'manager2')).totalCount).toBe(0);
    const foreign = { kind: 'collected', clientId: server.clients.Y.id };
    expect((await items(foreign, 'clientadmin')).totalCount).toBe(0);
    for (const as of ['collector', 'fieldagent', 'customer', 'partner'] as const)
      expect((await server.call('GET', '/reconciliation', { as })).statusCode, as).toBe(403);
  });

  it('is exported as CSV and XLSX with its totals', async () => {
    const query = { groupBy: 'client', format: 'csv' };
    const csv = await server.call('GET', '/reconciliation/export', { as: 'admin', query });
    expect(csv.headers['content-disposition']).toContain('.csv');
    expect(csv.body.trim().split('\r\n')).toEqual([
      expect.stringContaining(
        'Client,Receipts written,Deposited,Paid to client,In hand,Cancelled,Verified,Difference',
      ),
      'Xenon Finance,1300,1300,300,0,0,1025,275',
      'Yarrow Bank,50,0,0,0,50,0,0',
      'Total,1350,1300,300,0,50,1025,275',
    ]);
    const xlsx = await server.call('GET', '/reconciliation/export', { as: 'admin', query: {} });
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });
});

/** A small generator of reproducible chance. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('whatever is collected, cancelled, deposited and undone, in any order', () => {
  const MODES = ['CASH', 'CHEQUE', 'UPI', 'ONLINE'];

  const step = async (next: () => number): Promise<void> => {
    const pick = <Item>(list: readonly Item[]): Item | undefined =>
      list[Math.floor(next() * list.length)];
    const dice = next();
    const hand = await inHand();
    if (dice < 0.45 || hand.length === 0) {
      const loanId = next() < 0.5 ? loanOfX : loanOfY;
      await visit(loanId, 1 + Math.floor(next() * 5000), pick(MODES) ?? 'CASH');
    } else if (dice < 0.6) {
      const body = { receiptId: pick(hand)?._id ?? '', reason: 'By chance' };
      await server.call('PUT', '/receipts/cancel', { as: 'manager', body });
    } else if (dice < 0.8) {
      const receiptIds = hand.filter(() => next() < 0.5).map(({ _id }) => _id);
      const body = { receiptIds, place: 'BANK', reference: 'S1' };
      if (receiptIds.length > 0) await server.call('POST', '/deposits', { as: 'manager', body });
    } else {
      const { data } = (
        await server.call('GET', '/deposits', { as: 'manager', query: { pageSize: '200' } })
      ).json<{ data: Deposit[] }>();
      const open = pick(data.filter(({ mayCancel }) => mayCancel));
      const body = { depositId: open?._id ?? '', reason: 'By chance' };
      if (open) await server.call('PUT', '/deposits/cancel', { as: 'manager', body });
    }
  };

  it.each([1, 2, 3])(
    'collected = deposited + in hand + cancelled, of everyone (story %i)',
    async (seed) => {
      const next = chance(seed);
      for (let at = 0; at < 30; at += 1) {
        await step(next);
        if (at % 5 !== 4) continue;
        const { data, totals } = await lines({ groupBy: 'all', pageSize: '200' });
        for (const row of [...data, totals]) expect(balance(row)).toEqual([0, 0]);
        // Once more from the raw rows, apart from the code that sums them.
        const { rows } = await server.db.execute<{ said: number; kept: number; slips: number }>(sql`
          select (select sum(amount_collected) from dispositions where channel = 'FIELD')::bigint as said,
            (select sum(amount) from receipts where not is_claim)::bigint as kept,
            (select count(*) from deposits x where x.cancelled_at is null and x.amount <>
              (select coalesce(sum(amount), 0) from receipts where deposit_id = x.id and cancelled_at is null))::int as slips`);
        expect(rows[0]).toEqual({ said: totals.collected, kept: totals.collected, slips: 0 });
      }
    },
  );
});
