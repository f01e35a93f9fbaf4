import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { PendingLoan } from '../../contract/loan-import.ts';
import { newId } from '../../server/ids.ts';
import { rowsOf, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { importIn, pendingList, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import { callOf, dayFromNow, visitOf } from '../support/work.ts';

/** What a borrower still owes: the lender's last figure less the payments since, in whatever order they come. */

const server = testServer();

interface Due extends Record<string, unknown> {
  status: string;
  due: number;
  paid: number;
  unverified: number;
}

async function dueOf(number: string): Promise<Due | undefined> {
  const { rows } = await server.db
    .execute<Due>(sql`select status, total_due_amount as due, paid_amount as paid,
    unverified_amount as unverified from loans where loan_number = ${number} and status <> 'DELETED'`);
  return rows[0];
}

const fileOf = (...rows: string[]) =>
  ['Loan_ID,Customer_Name,Mobile_Number,Total_Due_Amount', ...rows].join('\n');

const row = (number: string, due: number) => `${number},Asha Verma,9876501234,${due}`;

async function store(content: string, fields: Record<string, string> = {}) {
  const done = await verified(server, await pendingList(server, content, fields));
  expect(done.state).toBe('DONE');
  return done;
}

async function pay(number: string, amount: number, day: string) {
  const sheet = await sheetRead(
    server,
    'PAYMENT',
    `Loan Number,Amount,Payment Date,Mode\n${number},${amount},${day},UPI`,
  );
  await sheetPosted(server, sheet);
  return sheet;
}

async function reverse(sheetId: string) {
  await server.taken('PUT', `/activity-sheets/${sheetId}/reverse`, {
    as: 'admin',
    body: { reason: 'Of another borrower' },
  });
  await expect
    .poll(async () => {
      const found = await server.call('GET', `/activity-sheets/${sheetId}`, { as: 'admin' });
      return found.json<{ state: string }>().state;
    })
    .toBe('REVERSED');
}

test("a payment posted while a lender's file waits is taken off its figure, told before it is stored, and given back by a reversal", async () => {
  await store(fileOf(row('D-WAIT', 80_000)));
  const waiting = await pendingList(server, fileOf(row('D-WAIT', 90_000)));
  expect(waiting).toMatchObject({ updateRows: 1, changedRows: 0 });
  const sheet = await pay('D-WAIT', 50_000, dayFromNow(-1));
  expect(await dueOf('D-WAIT')).toMatchObject({ due: 30_000 });

  const asked = await verified(server, waiting);
  expect(asked, 'what was verified is not what would be stored').toMatchObject({
    state: 'PENDING',
    changedRows: 1,
  });
  expect(await dueOf('D-WAIT')).toMatchObject({ due: 30_000 });
  const rows = await server.call('GET', `/loans/imports/${waiting._id}/rows`, { as: 'admin' });
  expect(rows.json<Page<PendingLoan>>().data[0]).toMatchObject({
    dueBefore: 30_000,
    dueAfter: 40_000,
  });

  expect((await verified(server, asked)).state).toBe('DONE');
  expect(await dueOf('D-WAIT')).toMatchObject({ due: 40_000, paid: 50_000 });
  await reverse(sheet._id);
  expect(await dueOf('D-WAIT'), "the lender's figure stands").toMatchObject({
    due: 90_000,
    paid: 0,
  });
});

test('a file that repeats the figure of before does not undo a payment that was posted after its upload', async () => {
  await store(fileOf(row('D-SAME', 10_000)));
  const waiting = await pendingList(server, fileOf(row('D-SAME', 10_000)));
  expect(waiting.unchangedRows).toBe(1);
  await pay('D-SAME', 4000, dayFromNow(-1));
  const after = await verified(server, await verified(server, waiting));
  expect(after).toMatchObject({ state: 'DONE', unchangedRows: 1 });
  expect(await dueOf('D-SAME')).toMatchObject({ due: 6000 });
});

test('with the day of its figures a file counts the payments after that day, and none before, whenever they are posted', async () => {
  await store(fileOf(row('D-DAY', 10_000)), { asOf: dayFromNow(-10) });
  await pay('D-DAY', 1000, dayFromNow(-12));
  expect(await dueOf('D-DAY')).toMatchObject({ due: 10_000, paid: 1000 });
  await pay('D-DAY', 2500, dayFromNow(-3));
  expect(await dueOf('D-DAY')).toMatchObject({ due: 7500, paid: 3500 });
  await store(fileOf(row('D-DAY', 9000)), { asOf: dayFromNow(-4) });
  expect(await dueOf('D-DAY')).toMatchObject({ due: 6500, paid: 3500 });
  const known = await sheetRead(
    server,
    'PAYMENT',
    `Loan Number,Amount,Payment Date\nD-DAY,9000,${dayFromNow(-5)}\nD-DAY,6500,${dayFromNow(-2)}`,
  );
  expect(rowsOf(known)).toEqual({ INCLUDED: 1, MATCHED: 1 });
});

test('figures of a day to come are refused', async () => {
  await expect(
    pendingList(server, fileOf(row('D-LATER', 1)), { asOf: dayFromNow(2) }),
  ).rejects.toThrow('of today at the latest');
});

test('a loan with nothing due is not worked, and comes back with the file that says otherwise', async () => {
  await store(fileOf(row('D-ZERO', 0), row('D-BACK', 5000)));
  expect(await dueOf('D-ZERO')).toMatchObject({ status: 'PAID', due: 0 });
  await pay('D-BACK', 5000, dayFromNow(-1));
  expect(await dueOf('D-BACK')).toMatchObject({ status: 'PAID', due: 0 });
  await store(fileOf(row('D-ZERO', 700), row('D-BACK', 800)));
  expect(await dueOf('D-ZERO')).toMatchObject({ status: 'ACTIVE', due: 700 });
  expect(await dueOf('D-BACK')).toMatchObject({ status: 'ACTIVE', due: 800 });
  await store(fileOf(row('D-BACK', -20)));
  expect(await dueOf('D-BACK')).toMatchObject({ status: 'PAID', due: -20 });
});

test('a figure corrected by hand counts like a file: with nothing due the loan is paid, with more it is back', async () => {
  const _id = await server.addLoan({ loanNumber: 'D-HAND', totalDueAmount: 900 });
  await pay('D-HAND', 300, dayFromNow(-1));
  const correct = async (from: string, to: string) => {
    const changes = { Total_Due_Amount: { from, to } };
    const { rows } = await server.db.execute<{ revision: number }>(
      sql`select revision from loans where id = ${_id}`,
    );
    const body = { _id, revision: rows[0]?.revision, changes };
    await server.taken('PUT', '/loans/single/loan', { as: 'admin', body });
  };
  await correct('600', '0');
  expect(await dueOf('D-HAND')).toMatchObject({ status: 'PAID', due: 0, paid: 300 });
  await correct('0', '450');
  expect(await dueOf('D-HAND')).toMatchObject({ status: 'ACTIVE', due: 450, paid: 300 });
});

test('money that an agent collected stands beside the due until a payment confirms it, and credits that agent', async () => {
  const { collector, fieldagent } = server.people;
  const loanId = await server.addLoan({
    loanNumber: 'D-CASH',
    totalDueAmount: 46_696,
    collectorId: collector.id,
    fieldAgentId: fieldagent.id,
  });
  const visit = visitOf(loanId, {
    disposition: 'FIELD_PARTIAL_PAID',
    amountCollected: 11_674,
    paymentMode: 'CASH',
    personMet: 'Borrower',
  });
  await server.taken('POST', '/field-disposition', { as: 'fieldagent', body: visit });
  expect(await dueOf('D-CASH')).toMatchObject({ due: 46_696, unverified: 11_674 });
  const sheet = await pay('D-CASH', 11_674, dayFromNow(0));
  expect(await dueOf('D-CASH')).toMatchObject({ due: 35_022, unverified: 0 });
  const payments = await server.call('GET', '/payments', {
    as: 'admin',
    query: { sheetId: sheet._id },
  });
  expect(payments.json<Page<{ collectorName: string | null }>>().data[0]).toMatchObject({
    amount: 11_674,
    collectorName: fieldagent.fullName,
  });
  await reverse(sheet._id);
  expect(await dueOf('D-CASH')).toMatchObject({ due: 46_696, unverified: 11_674 });
  const listed = await server.call('GET', '/receipts', { as: 'admin' });
  const [receipt] = listed.json<Page<{ _id: string; loanId: string }>>().data;
  await server.taken('PUT', '/receipts/cancel', {
    as: 'admin',
    body: { receiptId: receipt?._id, reason: 'Written twice' },
  });
  expect(await dueOf('D-CASH')).toMatchObject({ due: 46_696, unverified: 0 });
});

const told = (loanId: string, amountCollected: number, more: object = {}) =>
  callOf(loanId, { disposition: 'PAID', amountCollected, ...more });
const collected = (loanId: string, amountCollected: number, more: object = {}) =>
  visitOf(loanId, {
    disposition: 'FIELD_PARTIAL_PAID',
    amountCollected,
    paymentMode: 'CASH',
    personMet: 'Borrower',
    ...more,
  });

const loanOfDue = (due: number) =>
  server.addLoan({
    totalDueAmount: due,
    fieldAgentId: server.people.fieldagent.id,
    collectorId: server.people.collector.id,
    managerId: server.people.manager.id,
  });

describe.each([
  ['agent collects', '/field-disposition', 'fieldagent', collected],
  ['borrower tells of', '/call-disposition', 'collector', told],
] as const)('an %s more than is left', (_, path, as, bodyOf) => {
  const record = (body: object) => server.call('POST', path, { as, body });

  test('is recorded only knowingly, with a reason that stands in the remarks', async () => {
    const loanId = await loanOfDue(1000);
    const refused = await record(bodyOf(loanId, 1001));
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Only ₹1,000 is left to collect');
    expect(refused.json()).toMatchObject({ details: [{ path: 'excessReason' }] });
    const reason = { excessReason: 'Advance of December', remarks: 'At the door' };
    const answer = await record(bodyOf(loanId, 1001, reason));
    expect(answer.json()).toMatchObject({ remarks: 'At the door · Advance of December' });
    expect((await record(bodyOf(await loanOfDue(0), 1))).body).toContain('Nothing is left');
  });

  test('is no question for a repeat, whatever was paid meanwhile', async () => {
    const loanId = await loanOfDue(1000);
    const body = bodyOf(loanId, 1000);
    const first = await record(body);
    expect(first.statusCode, first.body).toBe(200);
    await server.db.execute(sql`update loans set total_due_amount = 0 where id = ${loanId}`);
    expect((await record(body)).statusCode).toBe(200);
  });
});

test('receipts that no payment confirms are not left to collect', async () => {
  const { fieldagent } = server.people;
  const due = { loanNumber: 'D-EXCESS', totalDueAmount: 1000, fieldAgentId: fieldagent.id };
  const loanId = await server.addLoan(due);
  const collect = (amount: number, more: object = {}) =>
    server.call('POST', '/field-disposition', {
      as: 'fieldagent',
      body: collected(loanId, amount, more),
    });
  expect((await collect(700)).statusCode).toBe(200);
  expect((await collect(1000)).body).toContain('Only ₹300 is left to collect');
  expect((await collect(1000, { excessReason: 'Advance of December' })).statusCode).toBe(200);
  expect(await dueOf('D-EXCESS')).toMatchObject({ due: 1000, unverified: 1700 });
  expect((await collect(1)).body).toContain('Nothing is left to collect');
});

test('a call that only began is completed with an amount of more than is left for a reason', async () => {
  const { collector, manager } = server.people;
  const due = { totalDueAmount: 500, collectorId: collector.id, managerId: manager.id };
  const loanId = await server.addLoan(due);
  const started = { _id: newId(), loanId };
  await server.call('POST', '/call-disposition', { as: 'collector', body: started });
  const complete = (more: object) =>
    server.call('PUT', '/call-disposition/single', {
      as: 'collector',
      body: { _id: started._id, disposition: 'PAID', amountCollected: 900, ...more },
    });
  expect((await complete({})).statusCode).toBe(422);
  expect((await complete({ excessReason: 'Advance' })).json()).toMatchObject({
    amountCollected: 900,
    remarks: 'Advance',
  });
});

test('the import that waits is still there when its rows changed', async () => {
  const waiting = await pendingList(server, fileOf(row('D-NEW', 500)));
  await store(fileOf(row('D-NEW', 400)));
  const asked = await verified(server, waiting);
  expect(asked).toMatchObject({ state: 'PENDING', changedRows: 1, newRows: 0, updateRows: 1 });
  expect((await importIn(server, waiting._id, ['PENDING']))._id).toBe(waiting._id);
});
