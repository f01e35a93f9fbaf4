import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { businessDay } from '../../server/clock.ts';
import { runCommand } from '../../server/command.ts';
import { followSettlements } from '../../server/settlements/settlement-following-service.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { PendingLoan } from '../../contract/loan-import.ts';
import { pendingList, verified } from '../support/loan-file.ts';
import type { Settlement } from '../../contract/settlement.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';

/* Settlements whose lender says meanwhile that nothing is due, takes the loan back, or asks for what was written off. */

/** Days of grace where the client's rules name none. */
const GRACE_DAYS = 3;

const server = testServer();

beforeEach(async () => {
  await server.db.execute(sql`delete from notifications`);
});

const of = settlementsOf(() => server);
const { addLoan, proposed, decide, read, withLetter, pay, bounce, loanOf, stands, today } = of;

/** The lender's next file says that so much is due. */
async function fileSays(number: string, due: number) {
  const file = `Loan Account Number,Customer Name,Total Due Amount\n${number},Asha,${due}`;
  const list = await pendingList(server, file);
  await verified(server, list);
  await server.upkeep.runNow('settlements');
  return list;
}

const passDays = async (id: string, days: number) => {
  await server.db.execute(sql`update settlements set valid_until = valid_until - ${days}::int,
    offered_on = offered_on - ${days}::int, judge_on = judge_on - ${days}::int where id = ${id}`);
  await server.db.execute(sql`update settlements set is_stale = true where id = ${id}`);
  await server.upkeep.runNow('settlements');
};

/** What is said to who decides on what was seen before. */
const messageOf = async (seen: Pick<Settlement, '_id' | 'revision'>) => {
  const answer = await decide(seen, 'APPROVE', 'customer');
  expect(answer.json()).toMatchObject({ code: 'STALE_SETTLEMENT' });
  return answer.json<{ message: string }>().message;
};

async function told() {
  const { rows } = await server.db.execute<{ kind: string; reason: string }>(
    sql`select distinct n.kind, n.facts->>'reason' as reason from notifications n
      where n.kind like 'SETTLEMENT%' order by n.kind`,
  );
  return rows;
}

it('a settlement of which its lender says that nothing is due is closed, never broken', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await pay(number, 4000, today());
  await server.db.execute(sql`delete from notifications`);
  await fileSays(number, 0);
  const closed = await read(made._id);
  expect(closed).toMatchObject({ settlementStatus: 'WITHDRAWN', waitsFor: null, nextAmount: null });
  expect(closed.events[0]).toMatchObject({ action: 'FOLLOW', remarks: 'NOTHING_DUE' });
  expect(await loanOf(loanId)).toMatchObject({ status: 'PAID', due: 0 });
  expect(await told()).toEqual([{ kind: 'SETTLEMENT_CLOSED', reason: 'NOTHING_DUE' }]);
  await passDays(made._id, 60);
  expect(stands(await read(made._id))).toEqual(['WITHDRAWN', null]);
  expect(await told()).toHaveLength(1);
  expect(await of.booksBroken()).toEqual([]);
});

it('one that nobody paid on yet is closed too, and comes back with the lender’s mistake', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await fileSays(number, 0);
  expect(stands(await read(made._id))).toEqual(['WITHDRAWN', null]);
  await fileSays(number, 10_000);
  expect(stands(await read(made._id))).toEqual(['LETTER_ISSUED', 'PAYMENT']);
  expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 10_000 });
  await pay(number, 9000, today());
  expect(await read(made._id)).toMatchObject({ settlementStatus: 'FULFILLED', waivedAmount: 1000 });
});

it('a mistake that lasted beyond its last day leaves it closed, not broken', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await pay(number, 2000, today());
  await fileSays(number, 0);
  await passDays(made._id, 60);
  await fileSays(number, 8000);
  expect(stands(await read(made._id))).toEqual(['WITHDRAWN', null]);
  expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 8000 });
  expect(await of.booksBroken()).toEqual([]);
});

it('money that the bank tells of later makes a closed one fulfilled', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await fileSays(number, 0);
  await pay(number, 9000, today());
  expect(await read(made._id)).toMatchObject({ settlementStatus: 'FULFILLED', waivedAmount: 0 });
  expect(await loanOf(loanId)).toMatchObject({ status: 'PAID', due: 0 });
});

it('an offer that waits for its decision goes with the due, and is nobody’s to decide any more', async () => {
  const { loanId, number } = await addLoan();
  const made = await proposed(loanId);
  await fileSays(number, 0);
  const closed = await read(made._id);
  expect(stands(closed)).toEqual(['WITHDRAWN', null]);
  expect(await told()).toContainEqual({ kind: 'SETTLEMENT_CLOSED', reason: 'NOTHING_DUE' });
  expect((await decide(closed, 'APPROVE', 'manager')).statusCode).toBe(422);
  expect(await messageOf(made)).toContain('nothing is due on its loan any more');
  await fileSays(number, 10_000);
  expect(stands(await read(made._id))).toEqual(['WITHDRAWN', null]);
  expect((await proposed(loanId))._id).not.toBe(made._id);
});

it('of a loan that its lender took back nobody says that its settlement broke', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await pay(number, 2000, today());
  await server.taken('PUT', '/loans/withdraw', {
    as: 'admin',
    body: { loans: { loanIds: [loanId] } },
  });
  await passDays(made._id, 5);
  expect(stands(await read(made._id))).toEqual(['ACTIVE', 'PAYMENT']);
  await server.db.execute(sql`delete from notifications`);
  await passDays(made._id, 60);
  expect(stands(await read(made._id))).toEqual(['WITHDRAWN', null]);
  expect(await told()).toEqual([{ kind: 'SETTLEMENT_CLOSED', reason: 'LOAN_ENDED' }]);
});

it('what a lender still asks for after all was paid is not due, and the check of its file says so', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  const paid = await pay(number, 9000, today());
  const list = await pendingList(
    server,
    `Loan Account Number,Customer Name,Total Due Amount\n${number},Asha,1000`,
  );
  const rows = await server.call('GET', `/loans/imports/${list._id}/rows`, {
    as: 'admin',
  });
  const [row] = rows.json<{ data: PendingLoan[] }>().data;
  expect(row).toMatchObject({ dueBefore: 0, dueAfter: 0 });
  expect(row?.problems[0]?.reason).toContain('This loan was settled.');
  await verified(server, list);
  await server.upkeep.runNow('settlements');
  expect(await loanOf(loanId)).toMatchObject({ status: 'SETTLED', due: 0 });
  expect(await of.booksBroken()).toEqual([]);
  const seen = await server.call('GET', `/loans/id/${loanId}`, { as: 'manager' });
  expect(seen.json<LoanDetail>()).toMatchObject({ Total_Due_Amount: 0 });
  await bounce(paid);
  expect(await read(made._id)).toMatchObject({ settlementStatus: 'LETTER_ISSUED' });
  expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 1000 });
  expect(await of.booksBroken()).toEqual([]);
});

it('a payment that bounces after the lender says that nothing is due closes both', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  const paid = await pay(number, 9000, today());
  await fileSays(number, 0);
  await bounce(paid);
  expect(stands(await read(made._id))).toEqual(['WITHDRAWN', null]);
  expect(await loanOf(loanId)).toMatchObject({ status: 'PAID', due: 0 });
  expect(await of.booksBroken()).toEqual([]);
});

it('an offer ends with its last day in India, to the second', async () => {
  const waiting = await addLoan();
  const agreed = await addLoan();
  const offer = await proposed(waiting.loanId);
  const letter = await withLetter(agreed.loanId);
  const { settings, db } = server.context;
  const followedAt = async (time: string, daysAfter: number) => {
    const at = new Date(Date.parse(`${offer.validUntil}T${time}Z`) + daysAfter * 86_400_000);
    const loanIds = [waiting.loanId, agreed.loanId];
    await runCommand(db, null, async (command) =>
      followSettlements(command, loanIds, businessDay(settings.businessTz, at)),
    );
    return [await read(offer._id), await read(letter._id)].map((one) => one.settlementStatus);
  };
  expect(await followedAt('18:29:59', 0)).toEqual(['PROPOSED', 'LETTER_ISSUED']);
  expect(await followedAt('18:30:00', 0)).toEqual(['EXPIRED', 'LETTER_ISSUED']);
  // What has its letter is awaited for the days of grace.
  expect(await followedAt('18:29:59', GRACE_DAYS)).toEqual(['EXPIRED', 'LETTER_ISSUED']);
  expect(await followedAt('18:30:00', GRACE_DAYS)).toEqual(['EXPIRED', 'EXPIRED']);
});

it('an offer ends with its loan, is nobody’s to decide, and stands where it stood when the loan comes back', async () => {
  const steps = [
    [],
    [['APPROVE', 'manager']],
    [['COUNTER', 'manager']],
    [
      ['APPROVE', 'manager'],
      ['COUNTER', 'customer'],
    ],
    [
      ['APPROVE', 'manager'],
      ['APPROVE', 'customer'],
    ],
  ] as const;
  const offers = await Promise.all(
    steps.map(async (taken) => {
      const { loanId, number } = await addLoan();
      let made = await proposed(loanId);
      for (const [action, as] of taken) {
        const offeredAmount = as === 'manager' ? 9500 : 9800;
        const terms = { kind: 'ONE_TIME', offeredAmount, validUntil: made.validUntil };
        made = await of.decided(
          made,
          action,
          as,
          action === 'COUNTER' ? { terms, remarks: 'Too little' } : {},
        );
      }
      await pay(number, 100, today());
      return read(made._id);
    }),
  );
  expect(new Set(offers.map(({ settlementStatus }) => settlementStatus)).size).toBe(4);
  await server.db.execute(sql`delete from notifications`);
  const loans = { loans: { loanIds: offers.map(({ loanId }) => loanId) } };
  const preview = { as: 'admin', body: { ...loans, reason: 'WITHDRAWN' } } as const;
  expect(await server.taken('POST', '/loans/closing-preview', preview)).toMatchObject({
    settlementCount: offers.length,
  });
  await server.taken('PUT', '/loans/withdraw', { as: 'admin', body: loans });
  expect(await server.taken('POST', '/loans/closing-preview', preview)).toMatchObject({
    settlementCount: 0,
  });
  await server.upkeep.runNow('settlements');
  for (const offer of offers) {
    const closed = await read(offer._id);
    expect(stands(closed)).toEqual(['WITHDRAWN', null]);
    expect(closed.events[0]).toMatchObject({ action: 'FOLLOW', remarks: 'LOAN_ENDED' });
    expect(closed.actions).toEqual([]);
    expect(await messageOf(offer)).toContain('its loan is no longer worked');
  }
  expect(await told()).toEqual([{ kind: 'SETTLEMENT_CLOSED', reason: 'LOAN_ENDED' }]);
  await server.db.execute(sql`delete from notifications`);
  await server.taken('PUT', '/loans/restore', { as: 'admin', body: loans.loans });
  await server.upkeep.runNow('settlements');
  for (const offer of offers) {
    const back = await read(offer._id);
    expect(stands(back)).toEqual(stands(offer));
    expect(back).toMatchObject({
      offeredAmount: offer.offeredAmount,
      paidAmount: offer.paidAmount,
      actions: offer.actions,
    });
  }
  expect(await told()).toEqual([
    { kind: 'SETTLEMENT_REOPENED', reason: 'LOAN_BACK' },
    { kind: 'SETTLEMENT_WAITS', reason: null },
  ]);
  const proposers = await server.db.execute(sql`select s.id from settlements s
    where s.id = any(${sql.param(offers.map(({ _id }) => _id))}::uuid[]) and not exists (select 1 from notifications n
      where n.settlement_id = s.id and n.user_id = s.proposed_by)`);
  expect(proposers.rows, 'proposers who were told of nothing').toEqual([]);
  expect(await of.booksBroken()).toEqual([]);
});

it('an offer whose loan comes back after its last day, or with another offer, stays closed', async () => {
  const late = await addLoan();
  const offer = await proposed(late.loanId);
  const loans = { loans: { loanIds: [late.loanId] } };
  await server.taken('PUT', '/loans/withdraw', { as: 'admin', body: loans });
  await server.upkeep.runNow('settlements');
  await passDays(offer._id, 20);
  await server.taken('PUT', '/loans/restore', { as: 'admin', body: loans.loans });
  await server.upkeep.runNow('settlements');
  expect(stands(await read(offer._id))).toEqual(['WITHDRAWN', null]);
  const next = await proposed(late.loanId);
  expect(
    (await of.decide(next, 'WITHDRAW', 'collector', { remarks: 'Asked anew' })).statusCode,
  ).toBe(200);
  await server.taken('PUT', '/loans/withdraw', { as: 'admin', body: loans });
  await server.taken('PUT', '/loans/restore', { as: 'admin', body: loans.loans });
  await server.upkeep.runNow('settlements');
  expect(stands(await read(next._id))).toEqual(['WITHDRAWN', null]);
});
