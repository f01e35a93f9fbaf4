import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Deposit } from '../../contract/deposit.ts';
import { brokenBalances } from '../support/books.ts';
import { moneyOf } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const { cancel, collect, deposit, deposited, receipts, stateOf } = moneyOf(() => server);

const reason = 'Cheque returned unpaid';

const takeOut = (receiptId: string, as: PersonName = 'manager') =>
  server.call('PUT', '/deposits/take-out', { as, body: { receiptId, reason } });

const verify = (depositId: string, as: PersonName = 'manager', amount?: number) =>
  server.call('PUT', '/deposits/verify', { as, body: { depositId, amount } });

const deposits = async (as: PersonName) =>
  (await server.taken<{ data: Deposit[] }>('GET', '/deposits', { as })).data;

const receiptOf = async (id: string, as: PersonName = 'fieldagent') =>
  (await receipts({ pageSize: '200' }, as)).data.find(({ _id }) => _id === id);

/** The fixture's loans have dues that no file told: only what is of deposits and receipts is asked here. */
const brokenDeposits = async () =>
  (await brokenBalances(server.db)).filter(({ rule }) => /deposit/.test(rule));

/** Three receipts in one verified deposit, the second a cheque. */
async function verifiedDeposit() {
  const three = [
    await collect(4000),
    await collect(2500, { paymentMode: 'CHEQUE', paymentReference: '004512' }),
    await collect(900),
  ] as const;
  const made = await deposited(three.map(({ _id }) => _id));
  expect((await verify(made._id, 'manager', 7400)).statusCode).toBe(200);
  return { made, cheque: three[1], others: [three[0], three[2]] };
}

describe('a cheque of a verified deposit that came back', () => {
  it('is in hand again and can be cancelled; the rest stays deposited and verified, and says what left it', async () => {
    const before = (await receipts()).totals;
    const { made, cheque, others } = await verifiedDeposit();
    expect((await receiptOf(cheque._id, 'manager'))?.mayTakeOut).toBe(true);
    const answer = await takeOut(cheque._id);
    expect(answer.json(), answer.body).toMatchObject({
      data: { _id: made._id, amount: 4900, receiptCount: 2, state: 'VERIFIED' },
    });
    const { totals } = await receipts();
    expect(totals).toMatchObject({
      collected: before.collected + 7400,
      deposited: before.deposited + 4900,
      inHand: before.inHand + 2500,
    });
    const [listed] = await deposits('fieldagent');
    expect(listed).toMatchObject({
      amount: 4900,
      takenOut: [{ amount: 2500, reason, Taken_By: 'Test manager' }],
      takenOutAmount: 2500,
    });
    expect(await receiptOf(cheque._id)).toMatchObject({
      state: 'IN_HAND',
      depositId: null,
      takenOutReason: reason,
      mayAskToCancel: true,
      mayTakeOut: false,
    });
    expect((await cancel(cheque._id, 'manager')).statusCode).toBe(200);
    expect(await Promise.all(others.map(({ _id }) => stateOf(_id)))).toEqual([
      'DEPOSITED',
      'DEPOSITED',
    ]);
    expect(await brokenDeposits()).toEqual([]);
  });

  it('goes into another deposit when the money comes after all, and no longer says that it was taken out', async () => {
    const { made, cheque } = await verifiedDeposit();
    await takeOut(cheque._id);
    const again = await deposited([cheque._id]);
    expect([again.amount, (await receiptOf(cheque._id))?.takenOutReason]).toEqual([2500, null]);
    expect((await takeOut(cheque._id)).json()).toMatchObject({
      data: { _id: again._id, state: 'CANCELLED', amount: 2500, cancelReason: reason },
    });
    const answer = await server.call('PUT', '/deposits/cancel', {
      as: 'manager',
      body: { depositId: made._id, reason: 'Counted wrong' },
    });
    expect(answer.json()).toMatchObject({ data: { state: 'CANCELLED', amount: 4900 } });
    expect(await brokenDeposits()).toEqual([]);
  });

  it('leaves once, however many take it out at the same moment; whoever has to do with it is told once', async () => {
    const { made, cheque } = await verifiedDeposit();
    const people = ['manager', 'admin', 'superadmin', 'manager', 'admin'] as const;
    const answers = await Promise.all(people.map((as) => takeOut(cheque._id, as)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
    const { rows } = await server.db.execute<{ amount: number; told: number; audited: number }>(sql`
      select x.amount, (select count(*)::int from notifications n where n.kind = 'RECEIPT_TAKEN_OUT'
          and n.loan_id = ${cheque.loanId} and n.user_id = x.agent_id) as told,
        (select count(*)::int from audit_log a where a.action = 'deposit.take-out' and a.entity_id = x.id::text) as audited
      from deposits x where x.id = ${made._id}`);
    expect(rows).toEqual([{ amount: 4900, told: 1, audited: 1 }]);
    expect((await takeOut(cheque._id)).json()).toMatchObject({ code: 'NOT_DEPOSITED' });
  });
});

describe('taking out of a deposit', () => {
  it('is of who may undo the deposit: its agent until it is verified, never another team', async () => {
    const [first, second] = [await collect(110), await collect(120)];
    const made = await deposited([first._id, second._id]);
    expect((await receiptOf(first._id))?.mayTakeOut).toBe(true);
    expect((await takeOut(first._id, 'fieldagent2')).statusCode).toBe(404);
    expect((await takeOut(first._id, 'manager2')).statusCode).toBe(404);
    await verify(made._id);
    expect((await receiptOf(first._id))?.mayTakeOut).toBe(false);
    expect((await takeOut(first._id, 'fieldagent')).json()).toMatchObject({ code: 'VERIFIED' });
    const [third, fourth] = [await collect(130), await collect(140)];
    await deposited([third._id, fourth._id]);
    expect((await takeOut(third._id, 'fieldagent')).statusCode).toBe(200);
    // Who has the loan now sees the receipt, not the deposit.
    await server.db.execute(
      sql`update loans set manager_id = ${server.people.manager2.id} where id = ${fourth.loanId}`,
    );
    expect((await receiptOf(fourth._id, 'manager2'))?.mayTakeOut).toBe(false);
    expect((await takeOut(fourth._id, 'manager2')).statusCode).toBe(404);
  });

  it('leaves no deposit to be verified as an amount that it no longer is', async () => {
    const [first, second] = [await collect(210), await collect(220)];
    const made = await deposited([first._id, second._id]);
    expect((await takeOut(first._id, 'fieldagent')).statusCode).toBe(200);
    expect((await verify(made._id, 'manager', 430)).json()).toMatchObject({
      code: 'DEPOSIT_CHANGED',
    });
    expect((await verify(made._id, 'manager', 220)).statusCode).toBe(200);
    expect((await deposit([first._id])).statusCode).toBe(200);
  });
});
