import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { addDays } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import sharp from 'sharp';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import { describe, expect, it } from 'vitest';
import { refreshDues } from '../../server/payments/due-service.ts';
import { paidVisit } from '../support/money.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const of = settlementsOf(() => server);
const {
  addLoan,
  offer,
  propose,
  proposed,
  decided,
  read,
  upload,
  letterOf,
  withLetter,
  pay,
  passWeeks,
  loanOf,
  booksBroken,
  today,
} = of;

describe('a letter', () => {
  it('is taken when it says what was approved, kept when replaced, and read byte for byte', async () => {
    const { loanId, number } = await addLoan();
    const made = await proposed(loanId);
    expect((await upload(made._id, letterOf(made))).json()).toMatchObject({ code: 'NOT_NOW' });
    const approved = await decided(made, 'APPROVE', 'manager');
    const final = await decided(approved, 'APPROVE', 'customer');
    const wrong = letterOf({ ...final, offeredAmount: 900 });
    const refused = await upload(final._id, wrong);
    expect(refused.json()).toMatchObject({ code: 'LETTER_DIFFERS', details: [{ code: 'AMOUNT' }] });
    expect((await upload(final._id, Buffer.from('no letter at all'))).statusCode).toBe(415);
    expect((await upload(final._id, letterOf(final), {}, 'collector')).statusCode).toBe(403);
    const right = letterOf(final);
    expect((await upload(final._id, right)).json()).toMatchObject({
      data: { settlementStatus: 'LETTER_ISSUED', waitsFor: 'PAYMENT' },
    });
    const read1 = await server.call('GET', '/settlement/downloadLetter', {
      as: 'manager',
      query: { id: final._id },
    });
    expect(read1.rawPayload.equals(right)).toBe(true);
    expect(read1.headers['content-disposition']).toContain(`Settlement_${number}.pdf`);
    const confirmed = await upload(final._id, wrong, { confirmReason: 'Amount is in words' });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    const { letters } = await read(final._id);
    expect(letters.map(({ check, replacedAt }) => [check, replacedAt === null])).toEqual([
      ['DIFFERS', true],
      ['AGREES', false],
    ]);
    const earlier = await server.call('GET', '/settlement/downloadLetter', {
      as: 'collector',
      query: { id: final._id, letterId: letters[1]?._id ?? '' },
    });
    expect(earlier.rawPayload.equals(right)).toBe(true);
    const foreign = await server.call('GET', '/settlement/downloadLetter', {
      as: 'customerOfY',
      query: { id: final._id },
    });
    expect(foreign.statusCode).toBe(404);
    const { rows } = await server.db.execute<{ n: number }>(
      sql`select count(*)::int as n from audit_log where action = 'settlement.letter.read' and entity_id = ${final._id}`,
    );
    expect(rows[0]?.n).toBe(2);
  });
});

describe('a proposal from a phone', () => {
  it('arrives exactly once with its photo, whichever comes first, and the photo is for those who see it', async () => {
    const { loanId } = await addLoan();
    const phone = await registerTestDevice(server, 'fieldagent');
    const photo = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#777777' },
    })
      .jpeg()
      .toBuffer();
    const file = {
      _id: newId(),
      kind: 'supportingDoc',
      name: 'bill.jpg',
      contentType: 'image/jpeg',
      size: photo.length,
      sha256: sha256Hex(photo),
    };
    const body = { ...offer(loanId), files: [file] };
    const early = await phone.putFile(file._id, photo);
    expect(early.json()).toMatchObject({ outcome: 'HELD' });
    const sealed = await phone.seal({ call: 'proposeSettlement', loanId, body, opId: body._id });
    const [first] = await phone.deliver([sealed]);
    const [again] = await phone.deliver([sealed]);
    expect([first?.outcome, again?.outcome]).toEqual(['DONE', 'DONE']);
    const made = await read(body._id);
    expect(made.events).toHaveLength(1);
    expect(made.files).toMatchObject([{ _id: file._id, isDelivered: true }]);
    const bytes = (as: PersonName) => server.call('GET', `/files/${file._id}`, { as });
    expect((await bytes('customer')).rawPayload.equals(photo)).toBe(true);
    expect((await bytes('customerOfY')).statusCode).toBe(404);
    expect((await bytes('manager2')).statusCode).toBe(404);
    const second = { ...offer(loanId) };
    const other = await phone.seal({
      call: 'proposeSettlement',
      loanId,
      body: second,
      opId: second._id,
    });
    const [refused] = await phone.deliver([other]);
    expect(refused).toMatchObject({ outcome: 'REFUSED', status: 409, code: 'SETTLEMENT_OPEN' });
  });
});

/** Who last had a settlement follow its money: a person, not the upkeep that comes later. */
async function followedBy(settlementId: string): Promise<unknown> {
  const { rows } = await server.db.execute(sql`select a.actor_id from audit_log a
    where a.action = 'settlement.follow' and a.entity_id = ${settlementId} order by a.sequence desc limit 1`);
  return rows[0]?.['actor_id'];
}

describe('payments', () => {
  it('fulfil it: the rest is written off and the loan is settled; a reversal undoes exactly that', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId);
    await pay(number, 4000, today());
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'ACTIVE',
      paidAmount: 4000,
      nextAmount: 5000,
      nextDueOn: made.validUntil,
    });
    const last = await pay(number, 5000, today());
    // With the posting itself: nobody is asked meanwhile for what is not due.
    expect(await followedBy(made._id)).toBe(server.people.admin.id);
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      paidAmount: 9000,
      waivedAmount: 1000,
    });
    expect(await loanOf(loanId)).toEqual({ status: 'SETTLED', due: 0, collector: null });
    expect(await booksBroken()).toEqual([]);
    const again = await propose(offer(loanId));
    expect(again.statusCode).toBeGreaterThanOrEqual(400);
    await server.taken('PUT', `/activity-sheets/${last._id}/reverse`, {
      as: 'admin',
      body: { reason: 'Bounced' },
    });
    const isReversed = async () => {
      const path = `/activity-sheets/${last._id}`;
      return (await server.taken<{ state: string }>('GET', path, { as: 'admin' })).state;
    };
    await expect.poll(isReversed).toBe('REVERSED');
    // With the reversal itself: nobody is shown meanwhile that nothing is due.
    expect(await followedBy(made._id)).toBe(server.people.admin.id);
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'ACTIVE',
      paidAmount: 4000,
      waivedAmount: null,
    });
    expect(await loanOf(loanId)).toEqual({
      status: 'ACTIVE',
      due: 6000,
      collector: server.people.collector.id,
    });
    expect(await booksBroken()).toEqual([]);
  });

  it('that do not come break it, and a bank’s late list gives it back', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId);
    const passed = (days: number) =>
      server.db.execute(sql`update settlements set valid_until = valid_until - ${days}::int,
        offered_on = offered_on - ${days}::int, judge_on = judge_on - ${days}::int where id = ${made._id}`);
    await passed(20);
    await server.upkeep.runNow('settlements');
    expect(await read(made._id)).toMatchObject({ settlementStatus: 'EXPIRED' });
    expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 10_000 });
    await pay(number, 4000, addDays(today(), -10));
    expect((await read(made._id)).settlementStatus).toBe('BROKEN');
    expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 6000 });
    await pay(number, 5000, addDays(today(), -8));
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      instalments: [{ standing: 'LATE', paidAmount: 9000 }],
    });
    expect(await booksBroken()).toEqual([]);
  });

  it('after it broke count for the next one alone, which leaves it as it ended', async () => {
    const { loanId, number } = await addLoan({ totalDueAmount: 11_000 });
    const instalments = [0, 7].map((days) => ({ dueOn: addDays(today(), days), amount: 5000 }));
    const terms = { kind: 'INSTALMENTS', offeredAmount: 10_000, validUntil: today(), instalments };
    const first = await withLetter(loanId, terms);
    await pay(number, 5000, today());
    await passWeeks(loanId, 2);
    expect(await read(first._id)).toMatchObject({ settlementStatus: 'BROKEN', paidAmount: 5000 });
    const second = await withLetter(loanId, { offeredAmount: 5500 });
    await pay(number, 1000, today());
    expect((await read(first._id)).paidAmount).toBe(5000);
    // The bank tells late that the first one was paid in time.
    await pay(number, 4900, addDays(today(), -8));
    await pay(number, 100, addDays(today(), -8));
    expect(await read(first._id)).toMatchObject({ settlementStatus: 'BROKEN', paidAmount: 10_000 });
    expect(await read(second._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      paidAmount: 1000,
      waivedAmount: 0,
    });
    expect((await read(first._id)).settlementStatus).toBe('BROKEN');
    expect(await booksBroken()).toEqual([]);
  });

  it('are of the newest offer alone while that is open, and of the one before once it ended without its letter', async () => {
    const { loanId, number } = await addLoan({ totalDueAmount: 10_500 });
    const first = await withLetter(loanId, { validUntil: addDays(today(), 3) });
    await pay(number, 2000, today());
    await passWeeks(loanId, 2);
    const second = await proposed(loanId, { offeredAmount: 8000 });
    await pay(number, 1000, today());
    expect(await read(first._id)).toMatchObject({ settlementStatus: 'BROKEN', paidAmount: 2000 });
    expect(await read(second._id)).toMatchObject({ paidAmount: 1000 });
    // The bank tells late that the first one was paid in time.
    await pay(number, 7000, addDays(today(), -12));
    expect(await read(first._id)).toMatchObject({ settlementStatus: 'BROKEN', paidAmount: 9000 });
    await decided(await read(second._id), 'REJECT', 'manager', { remarks: 'Paid already' });
    await server.upkeep.runNow('settlements');
    expect(await read(first._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      paidAmount: 10_000,
      waivedAmount: 500,
    });
    expect(await loanOf(loanId)).toMatchObject({ status: 'SETTLED', due: 0 });
    expect(await booksBroken()).toEqual([]);
  });

  it('that an agent took in with a receipt are of its day, and awaited while the bank may tell of them', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId, { validUntil: today() });
    const body = paidVisit(loanId, 9000);
    await server.taken('POST', '/field-disposition', { as: 'fieldagent', body });
    await passWeeks(loanId, 1);
    const awaited = { paidAmount: 0, instalments: [{ standing: 'DUE', paidAmount: 0 }] };
    expect(await read(made._id)).toMatchObject({ ...awaited, settlementStatus: 'LETTER_ISSUED' });
    await pay(number, 9000, today());
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      instalments: [{ standing: 'KEPT', paidAmount: 9000 }],
    });
    expect(await booksBroken()).toEqual([]);
  });

  it('that an agent took in are awaited no longer than the bank may tell of them, or until they are cancelled', async () => {
    const { loanId } = await addLoan();
    const made = await withLetter(loanId, { validUntil: today() });
    const body = paidVisit(loanId, 9000);
    await server.taken('POST', '/field-disposition', { as: 'fieldagent', body });
    await passWeeks(loanId, 1);
    const loanIds = [loanId];
    const cancel = async (at: SQL) =>
      server.db.transaction(async (tx) => {
        await tx.execute(sql`update receipts set cancelled_at = ${at} where loan_id = ${loanId}`);
        await refreshDues(tx, loanIds);
      });
    await cancel(sql`now()`);
    await server.upkeep.runNow('settlements');
    expect((await read(made._id)).settlementStatus).toBe('EXPIRED');
    await cancel(sql`null`);
    await server.upkeep.runNow('settlements');
    expect((await read(made._id)).settlementStatus).toBe('LETTER_ISSUED');
    await passWeeks(loanId, 1);
    expect((await read(made._id)).settlementStatus).toBe('EXPIRED');
  });

  it('that come before the letter are told with the offer, and are none of one that never stood', async () => {
    const { loanId, number } = await addLoan();
    const made = await proposed(loanId);
    await pay(number, 500, today());
    expect(await read(made._id)).toMatchObject({ settlementStatus: 'PROPOSED', paidAmount: 500 });
    const { settlementStatus, paidAmount } = await decided(made, 'REJECT', 'manager', {
      remarks: 'Offer more',
    });
    expect([settlementStatus, paidAmount]).toEqual(['REJECTED', 0]);
  });

  it('of a time before the letter are awaited no longer than the offer is valid', async () => {
    const { loanId } = await addLoan();
    const made = await proposed(loanId);
    await server.db.execute(sql`update settlements set valid_until = valid_until - 11,
      judge_on = judge_on - 11 where id = ${made._id}`);
    await server.upkeep.runNow('settlements');
    expect(await read(made._id)).toMatchObject({ settlementStatus: 'EXPIRED', waitsFor: null });
    expect((await propose(offer(loanId))).statusCode).toBe(200);
  });
});
