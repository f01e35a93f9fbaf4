import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Notification } from '../../contract/notification.ts';
import type { CollectionReceipt } from '../../contract/receipt.ts';
import { sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { pendingList, verified } from '../support/loan-file.ts';
import { moneyOf, paidVisit } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { savedOffline } from '../support/test-device.ts';
import { dayFromNow } from '../support/work.ts';

/** People who cannot know of each other take in more together than a borrower owes: it all stands, and managers are told. */

const server = testServer();
const { receipts, cancel } = moneyOf(() => server);

const DUE = 46_696;
type Agent = 'fieldagent' | 'fieldagent2';

/** A loan that the first agent had until now and the second one has: both took money in without a network. */
async function passedOn(loanNumber: string) {
  const { manager } = server.people;
  const loanId = await server.addLoan({ loanNumber, totalDueAmount: DUE, managerId: manager.id });
  const visits = {} as Record<
    Agent,
    (amount: number, more?: object) => object & { _id: string; loanId: string }
  >;
  for (const agent of ['fieldagent', 'fieldagent2'] as const) {
    const body = [{ _id: loanId, fieldAgentId: server.people[agent].id }];
    await server.taken('PUT', '/loans/assign/field-agent', { as: 'admin', body });
    const recordedAt = new Date().toISOString();
    visits[agent] = (amount, more) =>
      Object.assign(paidVisit(loanId, amount), { disposition: 'FIELD_PAID', recordedAt, ...more });
  }
  return { loanId, visits };
}

async function delivered(agent: Agent, visit: { loanId: string }): Promise<void> {
  expect(await savedOffline(server, agent, visit)).toMatchObject({ outcome: 'DONE', status: 200 });
}

async function noticesOf(as: PersonName, loanId: string): Promise<Notification[]> {
  const told = await server.db.execute<{ id: string }>(sql`select id from notifications
    where kind = 'RECEIPT_EXCESS' and loan_id = ${loanId}`);
  const path = `/api/v2/notifications/of/${server.people[as].id}`;
  const answer = await server.call('GET', path, { as, query: { pageSize: '100' } });
  const { data } = answer.json<{ data: Notification[] }>();
  return data.filter((one) => told.rows.some(({ id }) => id === one._id));
}

async function waiting(loanId: string, as: PersonName = 'admin'): Promise<CollectionReceipt[]> {
  const { data } = await receipts({ excess: 'OPEN', pageSize: '200' }, as);
  return data.filter((one) => one.loanId === loanId);
}

const explain = (receiptId: string, as: PersonName, reason = 'Advance of the next month') =>
  server.call('PUT', '/receipts/excess', { as, body: { receiptId, reason } });

async function receiptsOf(loanId: string) {
  const { data } = await receipts({ pageSize: '200' }, 'admin');
  return data.filter((one) => one.loanId === loanId);
}

describe('two phones without a network that both take in all that is owed', () => {
  it.each([
    ['in the order of their visits', ['fieldagent', 'fieldagent2']],
    ['the other way round', ['fieldagent2', 'fieldagent']],
  ] as const)(
    'are both booked %s; what came last is marked and managers are told',
    async (name, order) => {
      const { loanId, visits } = await passedOn(`EX ${name}`);
      const [first, last] = order;
      await delivered(first, visits[first](DUE));
      expect(await noticesOf('manager', loanId)).toEqual([]);
      const visit = visits[last](DUE);
      await delivered(last, visit);
      await delivered(last, visit);
      expect(await receiptsOf(loanId)).toHaveLength(2);
      const [notice, ...more] = await noticesOf('manager', loanId);
      expect(more).toEqual([]);
      expect(notice).toMatchObject({
        facts: {
          amount: DUE,
          left: 0,
          personName: server.people[last].fullName,
          others: [{ personName: server.people[first].fullName, amount: DUE }],
        },
        message: expect.stringMatching(
          /₹46,696 collected .* of which ₹0 was left to collect; ₹46,696/,
        ),
      });
      expect(await noticesOf('manager2', loanId), 'who leads the other agent').toHaveLength(1);
      expect(await waiting(loanId)).toMatchObject([
        {
          Agent_Name: server.people[last].fullName,
          amount: DUE,
          excessAmount: DUE,
          excessReason: null,
          others: [{ Agent_Name: server.people[first].fullName, amount: DUE }],
        },
      ]);
    },
  );

  it('count as far as they are together more than what is owed', async () => {
    const { loanId, visits } = await passedOn('EX-PART');
    await delivered('fieldagent', visits.fieldagent(40_000));
    await delivered('fieldagent2', visits.fieldagent2(6696));
    expect(await waiting(loanId)).toEqual([]);
    const { loanId: other, visits: more } = await passedOn('EX-PART-2');
    await delivered('fieldagent', more.fieldagent(40_000));
    await delivered('fieldagent2', more.fieldagent2(10_000));
    expect(await waiting(other)).toMatchObject([{ amount: 10_000, excessAmount: 3304 }]);
  });

  it('are told of though one came late, after the bank and a new file of the lender', async () => {
    const { loanId, visits } = await passedOn('EX-LATE');
    await delivered('fieldagent2', visits.fieldagent2(DUE));
    const day = dayFromNow(0);
    const paid = `Loan Number,Amount,Payment Date,Mode\nEX-LATE,${DUE},${day},CASH`;
    await sheetPosted(server, await sheetRead(server, 'PAYMENT', paid));
    const file =
      'Loan_ID,Customer_Name,Mobile_Number,Total_Due_Amount\nEX-LATE,Asha Verma,9876501234,0';
    await verified(server, await pendingList(server, file));
    await delivered('fieldagent', visits.fieldagent(DUE));
    expect(await noticesOf('manager', loanId)).toHaveLength(1);
    expect(await waiting(loanId)).toMatchObject([
      { excessAmount: DUE, others: [{ Agent_Name: 'Test fieldagent2', amount: DUE }] },
    ]);
  });
});

describe('a phone without a network and a screen with one', () => {
  it('are told of as well, and a reason given in ignorance of the other does not settle it', async () => {
    const { loanId, visits } = await passedOn('EX-DESK');
    await server.taken('POST', '/field-disposition', {
      as: 'fieldagent2',
      body: visits.fieldagent2(DUE),
    });
    await delivered('fieldagent', visits.fieldagent(DUE + 500, { excessReason: 'Advance' }));
    expect(await waiting(loanId)).toMatchObject([
      { excessAmount: DUE + 500, excessReason: 'Advance', excessKnownAt: null },
    ]);
  });

  it('with a reason for all of it are known: marked, and nobody has to look', async () => {
    const { loanId, visits } = await passedOn('EX-KNOWN');
    await delivered('fieldagent', visits.fieldagent(DUE, {}));
    const body = visits.fieldagent2(300, { excessReason: 'Advance' });
    await server.taken('POST', '/field-disposition', { as: 'fieldagent2', body });
    const { loanId: alone, visits: own } = await passedOn('EX-KNOWN-2');
    await delivered('fieldagent', own.fieldagent(DUE + 300, { excessReason: 'Advance' }));
    for (const each of [loanId, alone]) {
      expect(await waiting(each)).toEqual([]);
      expect(await noticesOf('manager', each)).toEqual([]);
      expect((await receiptsOf(each)).filter((one) => one.excessAmount > 0)).toMatchObject([
        { excessAmount: 300, excessReason: 'Advance' },
      ]);
    }
  });
});

describe('what was more than owed', () => {
  it('waits until somebody over its agent says why it stands', async () => {
    const { loanId, visits } = await passedOn('EX-SAY');
    await delivered('fieldagent2', visits.fieldagent2(DUE));
    await delivered('fieldagent', visits.fieldagent(DUE));
    const [receipt] = await waiting(loanId, 'manager');
    const id = receipt?._id ?? '';
    expect(receipt?.mayExplain).toBe(true);
    expect((await explain(id, 'fieldagent')).statusCode).toBe(403);
    expect((await explain(id, 'manager2')).statusCode).toBe(404);
    expect((await explain(id, 'manager', ' ')).statusCode).toBe(400);
    expect((await explain(id, 'manager')).json()).toMatchObject({
      data: { excessReason: 'Advance of the next month', Excess_Known_By: 'Test manager' },
    });
    expect(await waiting(loanId)).toEqual([]);
    expect((await explain(id, 'manager')).json()).toMatchObject({ code: 'NO_EXCESS' });
  });

  it('is so no longer once one of the receipts is cancelled, whichever', async () => {
    for (const which of [0, 1]) {
      const { loanId, visits } = await passedOn(`EX-CANCEL-${which}`);
      await delivered('fieldagent', visits.fieldagent(DUE));
      await delivered('fieldagent2', visits.fieldagent2(DUE));
      const made = await receiptsOf(loanId);
      const chosen = made.find((one) => one.excessAmount === (which === 0 ? 0 : DUE));
      expect((await cancel(chosen?._id ?? '', 'admin')).statusCode).toBe(200);
      expect(await waiting(loanId)).toEqual([]);
      const { rows } = await server.db.execute(sql`select unverified_amount as unverified from loans
        where id = ${loanId}`);
      expect(rows).toEqual([{ unverified: DUE }]);
    }
  });
});
