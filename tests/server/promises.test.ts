import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../contract/alert.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { PaymentPromise, PromiseRule } from '../../contract/promise.ts';
import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { judgeDuePromises } from '../../server/promises/promise-upkeep.ts';
import { sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { savedOffline } from '../support/test-device.ts';
import { callOf, loanOf } from '../support/work.ts';

const ZONE = 'Asia/Kolkata';
const today = businessDay(ZONE);

const server = testServer();

interface PromiseList {
  data: PaymentPromise[];
  totalCount: number;
  sums: Record<'open' | 'due' | 'broken' | 'kept', { count: number; amount: number }>;
}

/** A promise that was made so many days ago, due so many days from now. */
async function promised(
  loanId: string,
  amount: number,
  dueIn: number,
  madeAgo = 1,
): Promise<string> {
  const body = callOf(loanId, {
    disposition: 'PTP',
    promiseAmount: amount,
    date: addDays(today, Math.max(dueIn, 0)),
    time: '10:00',
    recordedAt:
      madeAgo === 0 ? new Date().toISOString() : instantOf(ZONE, addDays(today, -madeAgo), '09:00'),
  });
  expect(await savedOffline(server, 'collector', body)).toMatchObject({ outcome: 'DONE' });
  // What is due in the past was promised when it was the future.
  if (dueIn < 0) {
    await server.db.execute(
      sql`update dispositions set on_date = ${addDays(today, dueIn)} where id = ${body._id}`,
    );
    await server.db.execute(sql`update promises set is_stale = true where id = ${body._id}`);
    await server.upkeep.runNow('promises');
  }
  return body._id;
}

const listed = async (query: Record<string, string>, as: PersonName = 'collector') => {
  return server.taken<PromiseList>('GET', '/promises', { as, query });
};

const ofLoan = async (loanId: string, as: PersonName = 'admin') =>
  (await server.call('GET', `/promises/of/${loanId}`, { as })).json<{ data: PaymentPromise[] }>()
    .data;

const loanNow = async (loanId: string) =>
  (await server.call('GET', `/loans/id/${loanId}`, { as: 'admin' })).json<LoanDetail>();

async function paidIn(loanId: string, amount: number, day: string): Promise<string> {
  const { Loan_ID: number } = await loanNow(loanId);
  const file = `Loan_ID,Amount,Payment_Date,Reference\n${number},${amount},${day},REF-${number}-${amount}\n`;
  const sheet = await sheetPosted(server, await sheetRead(server, 'PAYMENT', file));
  expect(sheet.state).toBe('DONE');
  await server.upkeep.runNow('promises');
  return sheet._id;
}

describe('a promise to pay', () => {
  it('is open, kept by what the lender tells of, and open again when that is taken back', async () => {
    const loanId = await loanOf(server, 'collector');
    await promised(loanId, 2000, 3);
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'OPEN', amount: 2000, paidAmount: 0 }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseAmount: 2000, promiseBrokenOn: null });
    const sheetId = await paidIn(loanId, 2000, today);
    expect(await ofLoan(loanId)).toMatchObject([
      { state: 'KEPT', paidAmount: 2000, isUnproven: false },
    ]);
    expect(await loanNow(loanId)).toMatchObject({ promiseDate: null, promiseAmount: null });
    const paid = await server.call('GET', '/payments', { as: 'admin', query: { sheetId } });
    const [payment] = paid.json<{ data: { _id: string }[] }>().data;
    const body = { reason: 'The cheque bounced.' };
    await server.call('PUT', `/payments/${payment?._id}/reverse`, { as: 'admin', body });
    await server.upkeep.runNow('promises');
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'OPEN', paidAmount: 0 }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseAmount: 2000 });
  });

  it('is kept by what an agent collected, marked as not yet seen at the bank', async () => {
    const loanId = await loanOf(server, 'collector');
    await promised(loanId, 700, 2);
    const body = callOf(loanId, { disposition: 'PAID', amountCollected: 700 });
    await server.call('POST', '/call-disposition', { as: 'collector', body });
    expect(await ofLoan(loanId)).toMatchObject([
      { state: 'KEPT', saidAmount: 700, paidAmount: 0, isUnproven: true },
    ]);
    await paidIn(loanId, 700, today);
    // The same money told twice counts once.
    expect(await ofLoan(loanId)).toMatchObject([
      { state: 'KEPT', saidAmount: 700, paidAmount: 700, isUnproven: false },
    ]);
  });

  it('comes back when it is broken: an alert now, the top of the list, and word to the manager once', async () => {
    const loanId = await loanOf(server, 'collector');
    const worked = await loanOf(server, 'collector');
    const id = await promised(loanId, 15_000, -1, 4);
    await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(worked) });
    expect(await ofLoan(loanId)).toMatchObject([{ _id: id, state: 'BROKEN' }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseBrokenOn: today, promiseAmount: 15_000 });
    const alerts = await server.call('GET', '/api/v2/alerts', { as: 'collector' });
    expect(alerts.json<{ data: Alert[] }>().data).toContainEqual(
      expect.objectContaining({ loanId, alertType: 'PTP', dispositionId: id }),
    );
    const list = await server.call('GET', '/loans/active/loans', { as: 'collector' });
    const { loans } = list.json<{ loans: LoanDetail[] }>();
    expect(loans[0]).toMatchObject({ _id: loanId, promiseBrokenOn: today });
    expect(loans.map((loan) => loan._id)).toContain(worked);
    const told = async () => {
      const { rows } = await server.db.execute(sql`select 1 from notifications
        where kind = 'PROMISE_BROKEN' and loan_id = ${loanId} and user_id = ${server.people.manager.id}`);
      return rows.length;
    };
    expect(await told()).toBe(1);
    await server.db.execute(sql`update promises set is_stale = true where id = ${id}`);
    await Promise.all([judgeDuePromises(server.context), judgeDuePromises(server.context)]);
    expect(await told()).toBe(1);
    // A new promise takes its place.
    await promised(loanId, 9000, 5, 0);
    expect(await loanNow(loanId)).toMatchObject({ promiseBrokenOn: null, promiseAmount: 9000 });
    expect((await ofLoan(loanId)).map(({ state }) => state)).toEqual(['OPEN', 'BROKEN']);
  });

  it('stays due while only a part of it came, and is done with once the rest is there', async () => {
    const loanId = await loanOf(server, 'collector');
    await promised(loanId, 3000, 0);
    const pay = async (amountCollected: number) => {
      const body = callOf(loanId, { disposition: 'PAID', amountCollected });
      await server.call('POST', '/call-disposition', { as: 'collector', body });
    };
    await pay(1000);
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'OPEN', saidAmount: 1000 }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseDate: today, promiseAmount: 3000 });
    await pay(2000);
    expect(await loanNow(loanId)).toMatchObject({ promiseDate: null });
  });

  it('of the rest stands beside what was paid just before it, also once the bank confirms that', async () => {
    const loanId = await loanOf(server, 'collector');
    const body = callOf(loanId, { disposition: 'PAID', amountCollected: 900 });
    await server.call('POST', '/call-disposition', { as: 'collector', body });
    await promised(loanId, 900, 1, 0);
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'OPEN', saidAmount: 0 }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseAmount: 900 });
    await paidIn(loanId, 900, today);
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'OPEN', paidAmount: 0 }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseAmount: 900 });
  });

  it('is broken in part when a part came, and done with once the rest comes late', async () => {
    const loanId = await loanOf(server, 'collector');
    await promised(loanId, 4000, -2, 6);
    await paidIn(loanId, 1500, addDays(today, -3));
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'PART_KEPT', paidAmount: 1500 }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseBrokenOn: addDays(today, -1) });
    await paidIn(loanId, 2500, today);
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'PART_KEPT', lateAmount: 2500 }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseBrokenOn: null, promiseDate: null });
  });

  it('is closed with its loan, and open again when the loan is', async () => {
    const loanId = await loanOf(server, 'collector');
    await promised(loanId, 800, 4);
    const close = { loans: { loanIds: [loanId] }, note: 'Recalled' };
    await server.taken('PUT', '/loans/withdraw', { as: 'admin', body: close });
    await server.upkeep.runNow('promises');
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'CLOSED' }]);
    await server.taken('PUT', '/loans/restore', {
      as: 'admin',
      body: { loanIds: [loanId] },
    });
    await server.upkeep.runNow('promises');
    expect(await ofLoan(loanId)).toMatchObject([{ state: 'OPEN' }]);
    expect(await loanNow(loanId)).toMatchObject({ promiseAmount: 800 });
  });
});

describe('the list of promises', () => {
  it('shows each view with its count and sum right to the rupee, a page at a time', async () => {
    const before = await listed({ view: 'open' });
    const loans = await Promise.all([1, 2, 3].map(() => loanOf(server, 'collector')));
    for (const [place, loanId] of loans.entries()) await promised(loanId, 1001 + place, place);
    const open = await listed({ view: 'open', pageSize: '2' });
    expect(open.sums.open.count).toBe(before.sums.open.count + 3);
    expect(open.sums.open.amount).toBe(before.sums.open.amount + 1001 + 1002 + 1003);
    expect(open.sums.due.amount).toBe(before.sums.due.amount + 1001);
    expect(open.data).toHaveLength(2);
    expect(open.totalCount).toBe(open.sums.open.count);
    const due = await listed({ view: 'due' });
    expect(due.data.every(({ dueOn }) => dueOn <= today)).toBe(true);
    expect((await listed({ view: 'broken' })).data.length).toBeGreaterThan(0);
  });

  it('is searched by the borrower and the number; % and _ are characters like others', async () => {
    const names = { Customer_Name: 'Zubeida 5%_Share', Loan_ID: 'PTP-SEARCH-77' };
    const named = await server.addLoan({
      collectorId: server.people.collector.id,
      customerName: names.Customer_Name,
      loanNumber: names.Loan_ID,
    });
    await promised(named, 4321, 2);
    for (const search of ['zubeida', 'search-77', 'Share Zubeida', '5%_', '%_s']) {
      const { data, sums } = await listed({ view: 'open', search });
      expect(data, search).toMatchObject([names]);
      expect(sums.open).toEqual({ count: 1, amount: 4321 });
    }
    for (const search of ['zub_ida', 'zub%da', String.raw`5\%`])
      expect((await listed({ view: 'open', search })).totalCount, search).toBe(0);
    const all = await listed({ view: 'open' });
    expect((await listed({ view: 'open', search: ' ' })).totalCount).toBe(all.totalCount);
  });

  it('shows nothing of other people, and no loan of theirs', async () => {
    const loanId = await loanOf(server, 'collector');
    await promised(loanId, 5, 1);
    expect((await listed({ view: 'open' }, 'collector3')).totalCount).toBe(0);
    expect((await listed({ view: 'open' }, 'manager2')).sums.open.amount).toBe(0);
    const foreign = await server.call('GET', `/promises/of/${loanId}`, { as: 'collector3' });
    expect(foreign.statusCode).toBe(404);
    const agent = await server.call('GET', '/promises', { as: 'fieldagent' });
    expect(agent.statusCode).toBe(403);
  });
});

const rulesFor = async (as: PersonName) =>
  (await server.call('GET', '/promise-rules', { as })).json<{ data: PromiseRule[] }>().data;

describe("a lender's rules", () => {
  it('count for open promises at once; what was broken before stays broken', async () => {
    const open = await loanOf(server, 'collector');
    await promised(open, 1000, 0);
    await paidIn(open, 900, today);
    expect(await ofLoan(open)).toMatchObject([{ state: 'OPEN', paidAmount: 900 }]);
    const path = `/promise-rules/${server.clients.X.id}`;
    const rule = { graceDays: 2, tolerancePercent: 10, managerFrom: 50_000, revision: 0 };
    const changed = await server.call('PUT', path, { as: 'clientadmin', body: rule });
    expect(changed.json()).toMatchObject({ graceDays: 2, revision: 1 });
    await server.upkeep.runNow('promises');
    expect(await ofLoan(open)).toMatchObject([{ state: 'KEPT', lastOn: addDays(today, 2) }]);
    const broken = await listed({ view: 'broken' });
    expect(broken.sums.broken.count).toBeGreaterThan(0);
    const stale = await server.call('PUT', path, { as: 'admin', body: rule });
    expect(stale.statusCode).toBe(409);
  });

  it('are for admins and the lender itself', async () => {
    const rule = { graceDays: 1, tolerancePercent: 0, managerFrom: 0, revision: 0 };
    const foreign = await server.call('PUT', `/promise-rules/${server.clients.Y.id}`, {
      as: 'clientadmin',
      body: rule,
    });
    expect(foreign.statusCode).toBe(404);
    expect((await rulesFor('clientadmin')).map(({ clientId }) => clientId)).toEqual([
      server.clients.X.id,
    ]);
    const manager = await server.call('GET', '/promise-rules', { as: 'manager' });
    expect(manager.statusCode).toBe(403);
    const wrong = await server.call('PUT', `/promise-rules/${server.clients.X.id}`, {
      as: 'admin',
      body: { ...rule, graceDays: 31 },
    });
    expect(wrong.statusCode).toBe(400);
  });
});
