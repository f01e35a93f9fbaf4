import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { AttributionPart } from '../../contract/attribution.ts';
import type { Page } from '../../contract/paging.ts';
import type { Payment } from '../../contract/payment.ts';
import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { dispositions } from '../../server/database/tables/dispositions.ts';
import { refreshLoanSummary } from '../../server/dispositions/loan-summary.ts';
import { newId } from '../../server/ids.ts';
import { readMoney } from '../../server/payments/collected-service.ts';
import { sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';
import { settlementsOf } from '../support/settlement.ts';
import type { PersonName } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';
const today = businessDay(ZONE);
const monthStart = `${today.slice(0, 8)}01`;

const server = testServer();
const settle = settlementsOf(() => server);

const setRule = async (parts: AttributionPart[], more: object = {}, as: PersonName = 'admin') =>
  server.call('PUT', `/attribution-rules/${server.clients.X.id}`, {
    as,
    body: { validFrom: monthStart, parts, ...more },
  });

const shownDay = (day: string) => day.split('-').toReversed().join('-');

/** A payment of today on a loan that the collector has. */
async function paid(number: string, amount: number, more = '') {
  const loanId = await server.addLoan({
    loanNumber: number,
    totalDueAmount: 50_000,
    collectorId: server.people.collector.id,
    managerId: server.people.manager.id,
  });
  await server.db
    .execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_by, allocated_at)
    values (gen_random_uuid(), ${loanId}, ${server.people.collector.id}, 'COLLECTOR', ${server.people.admin.id}, now() - interval '40 days'),
      (gen_random_uuid(), ${loanId}, ${server.people.manager.id}, 'MANAGER', ${server.people.admin.id}, now() - interval '40 days')`);
  const pay = async () => {
    const file = [
      'LAN,Amt Received,Txn Date,Mode,UTR No',
      `${number},${amount},${shownDay(today)},UPI,U-${number}${more}`,
    ];
    await sheetPosted(server, await sheetRead(server, 'PAYMENT', file.join('\n')));
  };
  return { loanId, pay };
}

async function contacted(
  loanId: string,
  who: PersonName,
  daysAgo: number,
  more: Partial<typeof dispositions.$inferInsert> = {},
): Promise<void> {
  await server.db.insert(dispositions).values({
    id: newId(),
    loanId,
    channel: 'CALL',
    agentId: server.people[who].id,
    managerId: server.people.manager.id,
    code: 'RINGING',
    dispositionClass: 'NOT_CONTACTED',
    recordedAt: instantOf(ZONE, addDays(today, -daysAgo), '00:10'),
    ...more,
  });
  await refreshLoanSummary(server.db, loanId, ZONE);
}

async function paymentOf(loanId: string): Promise<Payment> {
  const answer = await server.call('GET', '/payments', { as: 'admin', query: { loanId } });
  expect(answer.statusCode, answer.body).toBe(200);
  const [payment] = answer.json<Page<Payment>>().data;
  if (!payment) throw new Error('There is no payment.');
  return payment;
}

const verifiedOf = async (who: PersonName) => {
  const { id, role } = server.people[who];
  const actor = { userId: id, role, username: who, fullName: who, managerId: null, clientId: null };
  const whole = { ...actor, clientName: null, location: null, sessionId: null };
  return readMoney(server.db, whole, { from: monthStart, to: today });
};

test('without a rule a payment is whose it has always been, and says why', async () => {
  const { loanId, pay } = await paid('A-DEFAULT', 1000);
  await pay();
  expect((await paymentOf(loanId)).shares).toEqual([
    expect.objectContaining({
      personId: server.people.collector.id,
      amount: 1000,
      reason: 'HOLDER',
    }),
  ]);
});

test('a rule shares payments out to the rupee, over boards too; a reversal takes it back', async () => {
  const before = await verifiedOf('collector');
  const otherBefore = await verifiedOf('collector2');
  const allBefore = await verifiedOf('admin');
  const set = await setRule([
    { basis: 'LAST_CONTACT', percent: 33, withinDays: 7 },
    { basis: 'PROMISE', percent: 33, withinDays: 3 },
    { basis: 'CREDITED', percent: 34, withinDays: 0 },
  ]);
  expect(set.statusCode, set.body).toBe(200);
  const { loanId, pay } = await paid('A-SPLIT', 1001);
  await contacted(loanId, 'collector', 3);
  await contacted(loanId, 'collector2', 2);
  await pay();
  const { shares, _id } = await paymentOf(loanId);
  expect(shares.map(({ personId, amount, reason }) => [personId, amount, reason])).toEqual([
    [server.people.collector2.id, 330, 'LAST_CONTACT'],
    // Nobody promised: the share is of who had the loan.
    [server.people.collector.id, 330, 'HOLDER'],
    [server.people.collector.id, 341, 'HOLDER'],
  ]);
  expect((await verifiedOf('collector')).verified).toBe(before.verified + 671);
  expect((await verifiedOf('collector2')).collected).toBe(otherBefore.collected + 330);
  expect((await verifiedOf('admin')).collected).toBe(allBefore.collected + 1001);
  await server.taken('PUT', `/payments/${_id}/reverse`, {
    as: 'admin',
    body: { reason: 'Bounced' },
  });
  expect((await paymentOf(loanId)).shares).toEqual([]);
  expect(await verifiedOf('admin')).toEqual(allBefore);
  expect(await verifiedOf('collector2')).toEqual(otherBefore);
});

test('contacts too long ago, or after the payment, give nobody a share', async () => {
  expect((await setRule([{ basis: 'LAST_CONTACT', percent: 100, withinDays: 5 }])).statusCode).toBe(
    200,
  );
  const { loanId, pay } = await paid('A-OLD', 500);
  await contacted(loanId, 'collector2', 6);
  await contacted(loanId, 'collector2', -1);
  await pay();
  expect((await paymentOf(loanId)).shares).toEqual([
    expect.objectContaining({
      personId: server.people.collector.id,
      amount: 500,
      reason: 'HOLDER',
    }),
  ]);
});

test('what a receipt took in goes where the rule says, on its day, once', async () => {
  expect((await setRule([{ basis: 'LAST_CONTACT', percent: 100, withinDays: 5 }])).statusCode).toBe(
    200,
  );
  const { loanId, pay } = await paid('A-CASH', 700);
  await contacted(loanId, 'collector2', 1);
  const before = await verifiedOf('admin');
  await server.db
    .execute(sql`insert into receipts (id, disposition_id, loan_id, client_id, agent_id, manager_id, amount, collected_on)
    values (gen_random_uuid(), gen_random_uuid(), ${loanId}, ${server.clients.X.id}, ${server.people.fieldagent.id},
      ${server.people.manager.id}, 700, ${today})`);
  const told = await verifiedOf('admin');
  expect(told.collected).toBe(before.collected + 700);
  const agent = await verifiedOf('collector2');
  await pay();
  expect((await verifiedOf('admin')).collected).toBe(told.collected);
  expect((await verifiedOf('admin')).receipted).toBe(told.receipted);
  expect((await verifiedOf('collector2')).collected).toBe(agent.collected + 700);
});

test('a change of the rule re-attributes its days only; the default takes the shares away', async () => {
  const { loanId, pay } = await paid('A-CHANGE', 900);
  await contacted(loanId, 'collector2', 1);
  await setRule([{ basis: 'LAST_CONTACT', percent: 100, withinDays: 5 }]);
  await pay();
  expect((await paymentOf(loanId)).shares[0]?.personId).toBe(server.people.collector2.id);
  // From tomorrow on: what is paid stays.
  await setRule([{ basis: 'CREDITED', percent: 100, withinDays: 0 }], {
    validFrom: addDays(today, 1),
  });
  expect((await paymentOf(loanId)).shares[0]?.personId).toBe(server.people.collector2.id);
  await setRule([{ basis: 'CREDITED', percent: 100, withinDays: 0 }]);
  expect((await paymentOf(loanId)).shares).toEqual([
    expect.objectContaining({ personId: server.people.collector.id, reason: 'HOLDER' }),
  ]);
});

test('nobody but an admin sets rules; shares must come to the whole; past months stand', async () => {
  const whole: AttributionPart[] = [{ basis: 'HOLDER', percent: 100, withinDays: 0 }];
  expect((await setRule(whole, {}, 'manager')).statusCode).toBe(403);
  expect((await setRule([{ basis: 'HOLDER', percent: 90, withinDays: 0 }])).statusCode).toBe(400);
  const past = await setRule(whole, { validFrom: addDays(monthStart, -1) });
  expect(past.statusCode).toBe(422);
  expect(past.json()).toMatchObject({ code: 'MONTH_IS_OVER' });
  const unknown = await server.call('PUT', `/attribution-rules/${newId()}`, {
    as: 'admin',
    body: { validFrom: monthStart, parts: whole },
  });
  expect(unknown.statusCode).toBe(404);
});

test('a letter that comes after the payment gives it to who proposed the settlement', async () => {
  expect((await setRule([{ basis: 'SETTLEMENT', percent: 100, withinDays: 0 }])).statusCode).toBe(
    200,
  );
  const loan = await settle.addLoan();
  const offered = await settle.proposed(loan.loanId, {}, 'fieldagent');
  const approved = await settle.decided(offered, 'APPROVE', 'manager');
  const final = await settle.decided(approved, 'APPROVE', 'customer');
  await settle.pay(loan.number, 100, today);
  expect((await paymentOf(loan.loanId)).shares[0]?.reason).not.toBe('SETTLEMENT');
  const letter = await settle.upload(final._id, settle.letterOf(final));
  expect(letter.statusCode, letter.body).toBe(200);
  expect((await paymentOf(loan.loanId)).shares).toEqual([
    expect.objectContaining({
      personId: server.people.fieldagent.id,
      amount: 100,
      reason: 'SETTLEMENT',
    }),
  ]);
});

test('more days of grace give what a promise brings to who took it', async () => {
  expect((await setRule([{ basis: 'PROMISE', percent: 100, withinDays: 0 }])).statusCode).toBe(200);
  const { loanId, pay } = await paid('A-GRACE', 600);
  await contacted(loanId, 'collector2', 3, {
    code: 'PTP',
    dispositionClass: 'PTP',
    promiseAmount: 600,
    onDate: addDays(today, -1),
  });
  await pay();
  // Nobody has judged it yet: it is as open as it was yesterday.
  await server.db.execute(sql`update promises set state = 'OPEN' where loan_id = ${loanId}`);
  expect((await paymentOf(loanId)).shares[0]?.reason).toBe('HOLDER');
  await server.taken('PUT', `/promise-rules/${server.clients.X.id}`, {
    as: 'admin',
    body: { graceDays: 2, tolerancePercent: 0, managerFrom: 10_000, revision: 0 },
  });
  // The upkeep may have come by under the old rule; what is broken once stays so.
  await server.db.execute(sql`update promises set state = 'OPEN' where loan_id = ${loanId}`);
  await server.upkeep.runNow('promises');
  expect((await paymentOf(loanId)).shares).toEqual([
    expect.objectContaining({ personId: server.people.collector2.id, reason: 'PROMISE' }),
  ]);
});

const waiting = async () => {
  const { rows } = await server.db.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
};

test('a rule that is set while a contact is recorded on a paid loan holds for it, and both are stored', async () => {
  expect((await setRule([{ basis: 'CREDITED', percent: 100, withinDays: 0 }])).statusCode).toBe(
    200,
  );
  const { loanId, pay } = await paid('A-AT-ONCE', 900);
  await pay();
  expect((await setRule([{ basis: 'LAST_CONTACT', percent: 100, withinDays: 9 }])).statusCode).toBe(
    200,
  );
  const setting = await server.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from loans where id = ${loanId} for no key update`);
    await refreshLoanSummary(tx, loanId, ZONE);
    const rule = setRule([
      { basis: 'HOLDER', percent: 40, withinDays: 0 },
      { basis: 'CREDITED', percent: 60, withinDays: 0 },
    ]);
    await expect.poll(waiting).toBeGreaterThan(0);
    // Not awaited here: it waits for this transaction.
    return { rule };
  });
  const answer = await setting.rule;
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await paymentOf(loanId)).shares.map(({ amount }) => amount)).toEqual([360, 540]);
});
