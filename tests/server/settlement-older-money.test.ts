import { sql } from 'drizzle-orm';
import { addDays } from '../../server/clock.ts';
import { describe, expect, it } from 'vitest';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const of = settlementsOf(() => server);
const {
  addLoan,
  proposed,
  decide,
  decided,
  read,
  upload,
  letterOf,
  withLetter,
  pay,
  bounce,
  loanOf,
  today,
} = of;

/** Days pass for a settlement and the money of its loan. */
async function passDays(loanId: string, days: number): Promise<void> {
  await server.db.execute(
    sql`update payments set paid_on = paid_on - ${days}::int where loan_id = ${loanId}`,
  );
  await server.db.execute(sql`update settlements set valid_until = valid_until - ${days}::int,
    offered_on = offered_on - ${days}::int, judge_on = judge_on - ${days}::int where loan_id = ${loanId}`);
}

/** A loan on which 2,000 of 12,000 was paid before anything was offered: 10,000 is due. */
async function partlyPaid() {
  const loan = await addLoan({ totalDueAmount: 12_000 });
  return { ...loan, early: await pay(loan.number, 2000, addDays(today(), -3)) };
}

describe('money from before the offer that bounces', () => {
  it('is to be paid beside the offer: no more is written off than was approved', async () => {
    const { loanId, number, early } = await partlyPaid();
    const made = await withLetter(loanId);
    await pay(number, 4000, today());
    await bounce(early);
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'ACTIVE',
      bouncedAmount: 2000,
      nextAmount: 7000,
      instalments: [{ amount: 11_000, paidAmount: 4000 }],
    });
    await pay(number, 5000, today());
    expect(await read(made._id)).toMatchObject({ settlementStatus: 'ACTIVE', nextAmount: 2000 });
    await pay(number, 2000, today());
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      waivedAmount: 1000,
    });
    expect(await loanOf(loanId)).toMatchObject({ status: 'SETTLED', due: 0 });
    expect(await of.booksBroken()).toEqual([]);
  });

  it('after all was paid brings the loan back until it is paid again, and is asked for on the last day only', async () => {
    const { loanId, number, early } = await partlyPaid();
    const instalments = [
      { dueOn: addDays(today(), 1), amount: 4000 },
      { dueOn: addDays(today(), 31), amount: 5000 },
    ];
    const made = await withLetter(loanId, { kind: 'INSTALMENTS', instalments });
    await pay(number, 9000, today());
    expect(await loanOf(loanId)).toMatchObject({ status: 'SETTLED', due: 0 });
    await bounce(early);
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'ACTIVE',
      waivedAmount: null,
      nextAmount: 2000,
      instalments: [
        { amount: 4000, standing: 'KEPT' },
        { amount: 7000, standing: 'PART' },
      ],
    });
    expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 3000 });
    expect(await of.booksBroken()).toEqual([]);
    await pay(number, 2000, today());
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      waivedAmount: 1000,
    });
    expect(await of.booksBroken()).toEqual([]);
  });

  it('before the decision stops an approval of what nobody sees; other terms are measured by what is due now', async () => {
    const { loanId, early } = await partlyPaid();
    const made = await proposed(loanId);
    await bounce(early);
    expect(await read(made._id)).toMatchObject({ dueAmount: 10_000, bouncedAmount: 2000 });
    expect((await decide(made, 'APPROVE', 'manager')).json()).toMatchObject({
      code: 'DUE_IS_MORE',
    });
    const terms = { kind: 'ONE_TIME', offeredAmount: 11_000, validUntil: addDays(today(), 5) };
    const countered = await decided(made, 'COUNTER', 'manager', { terms });
    expect(countered).toMatchObject({
      dueAmount: 12_000,
      waiverAmount: 1000,
      bouncedAmount: 0,
      waitsFor: 'CLIENT',
    });
    const beyond = { ...terms, offeredAmount: 8500 };
    const other = await partlyPaid();
    const offered = await proposed(other.loanId);
    await bounce(other.early);
    const low = await decided(offered, 'COUNTER', 'manager', {
      terms: beyond,
    });
    expect(low).toMatchObject({ waiverAmount: 3500, waitsFor: 'ADMIN' });
    expect(await decided(countered, 'APPROVE', 'customer')).toMatchObject({ waitsFor: 'LETTER' });
  });

  it('between the approval and the letter stops the letter: the parties agree anew', async () => {
    const { loanId, early } = await partlyPaid();
    const approved = await decided(await proposed(loanId), 'APPROVE', 'manager');
    const final = await decided(approved, 'APPROVE', 'customer');
    await bounce(early);
    const answer = await upload(final._id, letterOf(final));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'DUE_IS_MORE' });
    await decided(final, 'WITHDRAW', 'manager', { remarks: 'A cheque bounced' });
    const anew = await proposed(loanId);
    expect(anew).toMatchObject({ dueAmount: 12_000, waiverAmount: 3000 });
  });
});

describe('money from before the offer that comes late', () => {
  it('is not asked for again: no more than what is owed, and then nothing is written off', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId);
    const late = await pay(number, 4000, addDays(today(), -2));
    expect(await read(made._id)).toMatchObject({ nextAmount: 6000, paidAmount: 0 });
    await pay(number, 6000, today());
    expect(await read(made._id)).toMatchObject({ settlementStatus: 'FULFILLED', waivedAmount: 0 });
    expect(await loanOf(loanId)).toMatchObject({ status: 'PAID', due: 0 });
    expect(await of.booksBroken()).toEqual([]);
    await bounce(late);
    expect(await read(made._id)).toMatchObject({ settlementStatus: 'ACTIVE', nextAmount: 3000 });
    expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 4000 });
    expect(await of.booksBroken()).toEqual([]);
  });
});

describe('what came since the offer', () => {
  it('before anybody decided does not stop the approval', async () => {
    const { loanId, number } = await addLoan();
    const made = await proposed(loanId, { offeredAmount: 8600 });
    await pay(number, 4000, today());
    expect(await decided(made, 'APPROVE', 'manager')).toMatchObject({ waitsFor: 'CLIENT' });
  });

  it('beyond the offer lowers the write-off; reversed, what is left is written off again', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId);
    await pay(number, 9000, today());
    expect(await read(made._id)).toMatchObject({ waivedAmount: 1000 });
    const more = await pay(number, 400, today());
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      waivedAmount: 600,
    });
    await bounce(more);
    const after = await read(made._id);
    expect(after).toMatchObject({ settlementStatus: 'FULFILLED', waivedAmount: 1000 });
    expect(after.events).toHaveLength(after.revision);
    expect(await loanOf(loanId)).toMatchObject({ status: 'SETTLED', due: 0 });
    expect(await of.booksBroken()).toEqual([]);
  });
});

describe('all of the due since the offer', () => {
  it.each([[[10_000]], [[9000, 1000]]])(
    'makes the loan paid, not settled, in payments of %j; a reversal settles it again',
    async (amounts) => {
      const { loanId, number } = await addLoan();
      const made = await withLetter(loanId, { offeredAmount: 9000 });
      const sheets = [];
      for (const amount of amounts) sheets.push(await pay(number, amount, today()));
      expect(await read(made._id)).toMatchObject({ waivedAmount: 0, paidAmount: 10_000 });
      expect(await loanOf(loanId)).toMatchObject({ status: 'PAID', due: 0 });
      const [, rest] = sheets;
      if (rest === undefined) return;
      await bounce(rest);
      expect(await read(made._id)).toMatchObject({ waivedAmount: 1000, paidAmount: 9000 });
      expect(await loanOf(loanId)).toMatchObject({ status: 'SETTLED', due: 0 });
      expect(await of.booksBroken()).toEqual([]);
    },
  );
});

describe('an offer whose last day is over', () => {
  it.each(['not noted yet', 'noted'])(
    'is neither approved nor confirmed by a letter, its end %s',
    async (how) => {
      const endOf = async (loanId: string) => {
        await passDays(loanId, 11);
        if (how === 'noted') await server.upkeep.runNow('settlements');
      };
      const { loanId } = await addLoan();
      const made = await proposed(loanId);
      await endOf(loanId);
      const refused = await decide(made, 'APPROVE', 'manager');
      expect(refused.json()).toMatchObject({ code: 'OFFER_OVER' });
      const other = await addLoan();
      const approved = await decided(await proposed(other.loanId), 'APPROVE', 'manager');
      const final = await decided(approved, 'APPROVE', 'customer');
      await endOf(other.loanId);
      const late = await upload(final._id, letterOf(await read(final._id)));
      expect(late.json()).toMatchObject({ code: 'OFFER_OVER' });
    },
  );
});
