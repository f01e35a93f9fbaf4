import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '../../server/clock.ts';
import { revenueOf } from '../support/revenue.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const of = settlementsOf(() => server);
const revenue = revenueOf(() => server);

test('money of last month that fulfils a settlement is billed there, the settlement on the day on which we are told', async () => {
  const today = of.today();
  const month = `${today.slice(0, 7)}-01`;
  const lastMonth = `${addDays(month, -1).slice(0, 7)}-01`;
  await revenue.sayWhoSends();
  expect((await revenue.agree(lastMonth, { settlementFee: 500 })).statusCode).toBe(200);
  const { loanId, number } = await of.addLoan();
  const { _id, offeredAmount } = await of.withLetter(loanId);
  // It was offered some weeks ago, and its days are not over.
  await server.db.execute(sql`update settlements set offered_on = offered_on - 40,
    created_at = created_at - interval '40 days' where id = ${_id}`);
  const paidOn = addDays(month, -1);
  const sheet = await of.pay(number, offeredAmount, paidOn);
  expect(of.stands(await of.read(_id))).toEqual(['FULFILLED', null]);
  const linesOf = async (draft: string) =>
    (await revenue.lines(draft)).map(({ kind, onDate, fee }) => ({ kind, onDate, fee }));
  const last = await revenue.draft(lastMonth);
  const payment = { kind: 'PAYMENT', onDate: paidOn, fee: offeredAmount * 10 };
  const settlement = { kind: 'SETTLEMENT', onDate: today, fee: 50_000 };
  expect(await linesOf(last)).toEqual([payment]);
  await revenue.sent(last);
  const draft = await revenue.draft(month);
  expect(await linesOf(draft)).toEqual([settlement]);
  await of.bounce(sheet);
  expect(await linesOf(draft)).toEqual([{ ...payment, kind: 'CREDIT', fee: -payment.fee }]);
});
