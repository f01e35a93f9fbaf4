import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ActivityRow } from '../../contract/activity-sheet.ts';
import type { Page } from '../../contract/paging.ts';
import type { Payment } from '../../contract/payment.ts';
import { rowsOf, sheetIn, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

interface Books extends Record<string, unknown> {
  status: string;
  due: number | null;
  paid: number;
  last_on: string | null;
  last_amount: number | null;
  collector_id: string | null;
}

async function booksOf(number: string): Promise<Books | undefined> {
  const { rows } = await server.db
    .execute<Books>(sql`select status, total_due_amount as due, paid_amount as paid,
    last_payment_date::text as last_on, last_payment_amount as last_amount, collector_id
    from loans where loan_number = ${number}`);
  return rows[0];
}

async function paymentsOf(query: Record<string, string>, as = 'admin' as const) {
  return server.taken<Page<Payment> & { amount: number }>('GET', '/payments', { as, query });
}

async function rowsOfSheet(id: string): Promise<ActivityRow[]> {
  return (
    await server.taken<Page<ActivityRow>>('GET', `/activity-sheets/${id}/rows`, {
      as: 'admin',
      query: { pageSize: '200' },
    })
  ).data;
}

test('payments lower the dues to the rupee, close what is paid, and the same file twice changes nothing', async () => {
  for (const [loanNumber, totalDueAmount] of [
    ['P-WHOLE', 5000],
    ['P-PART', 5000],
    ['P-OVER', 5000],
    ['P-TWICE', 5000],
  ] as const)
    await server.addLoan({
      loanNumber,
      totalDueAmount,
      lastPaymentDate: '2025-01-02',
      lastPaymentAmount: 11,
    });
  const file = [
    'LAN,Amt Received,Txn Date,Mode,UTR No',
    'P-WHOLE,"5,000.00",05-11-2025,UPI,U1',
    'P-PART,1200,06-11-2025,CASH,U2',
    'P-OVER,"₹ 6,000",07-11-2025,NEFT,U3',
    'P-TWICE,1000,08-11-2025,CASH,',
    'P-TWICE,1000,08-11-2025,CASH,',
    'P-NONE,700,08-11-2025,CASH,U5',
    'P-PART,1200,06-11-2025,CASH,U2',
    'P-PART,-5,06-11-2025,CASH,U6',
    'P-PART,9.19E+11,06-11-2025,CASH,U7',
    'P-PART,10,06-11-2099,CASH,U8',
    'Total,9205,,,',
  ].join('\n');
  const pending = await sheetRead(server, 'PAYMENT', file);
  expect(pending.state).toBe('PENDING');
  expect(rowsOf(pending)).toEqual({
    MATCHED: 1,
    PART_PAID: 3,
    OVER_PAID: 1,
    UNMATCHED: 1,
    DUPLICATE: 1,
    FAILED: 3,
  });
  expect(pending.counts['OVER_PAID']).toEqual({ rows: 1, amount: 6000, excess: 1000 });
  expect(await booksOf('P-WHOLE')).toMatchObject({ status: 'ACTIVE', due: 5000, paid: 0 });

  const done = await sheetPosted(server, pending);
  expect(done.state).toBe('DONE');
  expect(await booksOf('P-WHOLE')).toMatchObject({
    status: 'PAID',
    due: 0,
    paid: 5000,
    last_on: '2025-11-05',
    last_amount: 5000,
  });
  expect(await booksOf('P-PART')).toMatchObject({
    status: 'ACTIVE',
    due: 3800,
    paid: 1200,
    last_amount: 1200,
  });
  expect(await booksOf('P-OVER')).toMatchObject({ status: 'PAID', due: 0, paid: 6000 });
  expect(await booksOf('P-TWICE')).toMatchObject({ status: 'ACTIVE', due: 3000, paid: 2000 });
  const posted = await paymentsOf({ sheetId: done._id });
  expect(posted.totalCount).toBe(5);
  expect(posted.amount).toBe(14_200);
  expect(posted.data.find((one) => one.Loan_ID === 'P-OVER')).toMatchObject({
    amount: 6000,
    appliedAmount: 5000,
    row: 4,
  });

  const again = await sheetRead(server, 'PAYMENT', file);
  expect(rowsOf(again)).toEqual({ ALREADY_PAID: 5, UNMATCHED: 1, DUPLICATE: 1, FAILED: 3 });
  const refused = await server.call('PUT', `/activity-sheets/${again._id}/confirm`, {
    as: 'admin',
  });
  expect(refused.statusCode).toBe(422);
  expect(await booksOf('P-PART')).toMatchObject({ due: 3800, paid: 1200 });
});

test('a payment is credited to whom the row names, else to who had the loan on that day', async () => {
  const { people } = server;
  const loanId = await server.addLoan({
    loanNumber: 'C-1',
    collectorId: people.collector2.id,
    managerId: people.manager.id,
  });
  await server.db
    .execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_at, ended_at) values
    (gen_random_uuid(), ${loanId}, ${people.collector.id}, 'COLLECTOR', '2025-10-01', '2025-10-20'),
    (gen_random_uuid(), ${loanId}, ${people.collector2.id}, 'COLLECTOR', '2025-10-20', null),
    (gen_random_uuid(), ${loanId}, ${people.manager.id}, 'MANAGER', '2025-10-01', null)`);
  const pending = await sheetRead(
    server,
    'PAYMENT',
    `Loan Number,Amount,Payment Date,Collector\nC-1,10,10-10-2025,\nC-1,20,01-11-2025,\nC-1,30,01-11-2025,${people.collector3.email}\nC-1,40,01-09-2025,\nC-1,50,01-11-2025,nobody-of-us`,
  );
  expect(rowsOf(pending)).toEqual({ PART_PAID: 4, UNKNOWN_PERSON: 1 });
  await sheetPosted(server, pending);
  const { data } = await paymentsOf({ loanId });
  expect(
    Object.fromEntries(data.map((one) => [one.amount, [one.collectorId, one.managerId]])),
  ).toEqual({
    10: [people.collector.id, people.manager.id],
    20: [people.collector2.id, people.manager.id],
    30: [people.collector3.id, people.manager.id],
    40: [null, null],
  });
  expect(
    (await paymentsOf({ collectorId: people.collector3.id })).data.map((one) => one.amount),
  ).toEqual([30]);
  const day = await paymentsOf({ loanId, from: '2025-10-01', to: '31-10-2025' });
  expect(day.data.map((one) => one.amount)).toEqual([10]);
});

test('a bank’s list tells rows apart before it is confirmed, and a paid loan stops all contact', async () => {
  const { people } = server;
  const held = await server.addLoan({
    loanNumber: 'B-PAID',
    totalDueAmount: 900,
    collectorId: people.collector.id,
    managerId: people.manager.id,
    promiseDate: '2026-12-01',
    promiseAmount: 900,
  });
  await server.addLoan({ loanNumber: 'B-REST', totalDueAmount: 800 });
  await server.addLoan({ loanNumber: 'B-PART', totalDueAmount: 1000 });
  await server.addLoan({ loanNumber: 'B-OLD', totalDueAmount: 0, status: 'PAID' });
  await server.addLoan({ loanNumber: 'B-LATE', totalDueAmount: 400, status: 'WITHDRAWN' });
  await server.addLoan({ loanNumber: 'B-OTHER', client: 'Y' });
  const file =
    'Bank paid report of the month\nLAN,Amount Paid\nB-PAID,900\nB-REST,\nB-PART,400\nB-PART,700\nB-OLD,50\nB-LATE,400\nB-OTHER,5000\nB-PAID,900\nGrand Total,2000';
  const pending = await sheetRead(server, 'BANK_PAID', file);
  expect(rowsOf(pending)).toEqual({
    MATCHED: 2,
    PART_PAID: 1,
    OVER_PAID: 1,
    LATE: 1,
    ALREADY_PAID: 1,
    UNMATCHED: 1,
    DUPLICATE: 1,
  });
  expect(pending.counts['MATCHED']).toEqual({ rows: 2, amount: 1700 });
  const wrongCall = await server.call('PUT', `/activity-sheets/${pending._id}/confirm`, {
    as: 'admin',
  });
  expect(wrongCall.statusCode).toBe(400);
  const done = await sheetPosted(server, pending);
  expect(done.state).toBe('DONE');
  expect(await booksOf('B-PAID')).toMatchObject({
    status: 'PAID',
    due: 0,
    paid: 900,
    collector_id: null,
  });
  expect(await booksOf('B-REST')).toMatchObject({ status: 'PAID', due: 0, paid: 800 });
  expect(await booksOf('B-PART')).toMatchObject({ status: 'PAID', due: 0, paid: 1100 });
  expect(await booksOf('B-LATE')).toMatchObject({ status: 'PAID', due: 0, paid: 400 });
  expect(await booksOf('B-OTHER')).toMatchObject({ status: 'ACTIVE', due: 5000, paid: 0 });
  const { rows } = await server.db.execute<{ promise: string | null }>(
    sql`select promise_date as promise from loans where id = ${held}`,
  );
  expect(rows[0]?.promise).toBeNull();
  const shown = await server.call('GET', '/loans/active/loans', { as: 'collector' });
  expect(shown.body).not.toContain('B-PAID');

  await server.taken('PUT', `/activity-sheets/${done._id}/reverse`, {
    as: 'admin',
    body: { reason: 'The bank sent the wrong month.' },
  });
  const reversed = await sheetIn(server, done._id, ['REVERSED']);
  expect(reversed.reverseReason).toBe('The bank sent the wrong month.');
  expect(await booksOf('B-PAID')).toMatchObject({
    status: 'ACTIVE',
    due: 900,
    paid: 0,
    collector_id: people.collector.id,
  });
  expect(await booksOf('B-PART')).toMatchObject({ status: 'ACTIVE', due: 1000, paid: 0 });
  expect(await booksOf('B-LATE')).toMatchObject({ status: 'WITHDRAWN', due: 400, paid: 0 });
  expect((await paymentsOf({ sheetId: done._id })).amount).toBe(0);
  expect((await rowsOfSheet(done._id)).filter((row) => row.isReversed)).toHaveLength(5);
});

test('one payment is reversed with a reason: a later one that was too much pays the dues, the last payment is the one before', async () => {
  const loanId = await server.addLoan({
    loanNumber: 'R-1',
    totalDueAmount: 1000,
    lastPaymentDate: '2025-06-01',
    lastPaymentAmount: 77,
  });
  for (const content of [
    'Loan_ID,Amount,Payment_Date\nR-1,1000,01-11-2025',
    'Loan_ID,Amount,Payment_Date\nR-1,300,02-11-2025',
  ])
    await sheetPosted(server, await sheetRead(server, 'PAYMENT', content));
  expect(await booksOf('R-1')).toMatchObject({
    status: 'PAID',
    due: 0,
    paid: 1300,
    last_on: '2025-11-02',
  });
  const { data } = await paymentsOf({ loanId });
  const first = data.find((one) => one.amount === 1000);
  const late = data.find((one) => one.amount === 300);
  expect(late).toMatchObject({ appliedAmount: 0 });
  const path = `/payments/${first?._id}/reverse`;
  expect((await server.call('PUT', path, { as: 'admin', body: { reason: '' } })).statusCode).toBe(
    400,
  );
  const reversed = await server.call('PUT', path, {
    as: 'admin',
    body: { reason: 'Cheque bounced' },
  });
  expect(reversed.statusCode).toBe(200);
  expect(reversed.json()).toMatchObject({
    reverseReason: 'Cheque bounced',
    reversedBy: server.people.admin.fullName,
  });
  expect(await booksOf('R-1')).toMatchObject({
    status: 'ACTIVE',
    due: 700,
    paid: 300,
    last_on: '2025-11-02',
    last_amount: 300,
  });
  expect(
    (await server.call('PUT', path, { as: 'admin', body: { reason: 'Cheque bounced' } }))
      .statusCode,
  ).toBe(409);
  await server.call('PUT', `/payments/${late?._id}/reverse`, {
    as: 'admin',
    body: { reason: 'Another loan' },
  });
  expect(await booksOf('R-1')).toMatchObject({
    due: 1000,
    paid: 0,
    last_on: '2025-06-01',
    last_amount: 77,
  });
  const { rows } = await server.db.execute<{ count: number }>(
    sql`select count(*)::int as count from audit_log where action = 'payment.reverse' and details->>'loanId' = ${loanId}`,
  );
  expect(rows[0]?.count).toBe(2);
});
