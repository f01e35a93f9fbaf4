import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { OrganisationLanding } from '../../contract/organisation-dashboard.ts';
import { rowsOf, sheetIn, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { importIn, pendingList, verified } from '../support/loan-file.ts';
import { moneyOf, paidVisit } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import { callOf, dayFromNow, loanOf } from '../support/work.ts';

/** What people do to dues, payments and receipts that nobody meant them to: at once, twice, too late, at the edge. */

const server = testServer();
const { cancel, collect, deposit, receipts } = moneyOf(() => server);

async function dueOf(which: string) {
  const { rows } = await server.db.execute<{ number: string; due: number; paid: number }>(sql`
    select loan_number as number, total_due_amount as due, paid_amount as paid, unverified_amount as unverified
    from loans where (loan_number = ${which} or id::text = ${which}) and status <> 'DELETED'`);
  return rows[0];
}

const paymentFile = (...rows: string[]) =>
  ['Loan Number,Amount,Payment Date,Mode,Reference', ...rows].join('\n');

const loanFile = (number: string, due: number) =>
  `Loan_ID,Customer_Name,Mobile_Number,Total_Due_Amount\n${number},Asha Verma,9876501234,${due}`;

const loansFile = ([first = '', ...more]: readonly string[]) =>
  [loanFile(first, 500), ...more.map((each) => `${each},Asha,,500`)].join('\n');

const reverse = (id: string) =>
  server.call('PUT', `/payments/${id}/reverse`, { as: 'admin', body: { reason: 'Bounced' } });

test('no row of a payment file raises a due or pays with an amount or a day that makes no sense', async () => {
  await server.addLoan({ loanNumber: 'M-ODD', totalDueAmount: 10_000 });
  const yesterday = dayFromNow(-1);
  const amounts = ['-500', '0', '0.4', '1e15', '(200)', '100 Dr', '"1,00,00,00,00,00,000"', 'NaN'];
  const days = [dayFromNow(5), '01-01-1970', '01-01-1900', '31-02-2026'];
  const sheet = await sheetRead(
    server,
    'PAYMENT',
    paymentFile(
      ...amounts.map((amount, at) => `M-ODD,${amount},${yesterday},UPI,A${at}`),
      ...days.map((day, at) => `M-ODD,100,${day},UPI,D${at}`),
    ),
  );
  expect(rowsOf(sheet)).toEqual({ FAILED: amounts.length + days.length });
});

test('one payment in two files of two people who confirm at once is posted once, and reversed once', async () => {
  await server.addLoan({ loanNumber: 'M-TWICE', totalDueAmount: 10_000 });
  const day = dayFromNow(-1);
  const text = paymentFile(`M-TWICE,400,${day},UPI,R1`, `m-twice ,400,${day},UPI,r1`);
  const sheets = await Promise.all([1, 2].map(() => sheetRead(server, 'PAYMENT', text)));
  await Promise.all(
    [...sheets, ...sheets].map(({ _id }) =>
      server.call('PUT', `/activity-sheets/${_id}/confirm`, { as: 'admin' }),
    ),
  );
  await Promise.all(sheets.map(({ _id }) => sheetIn(server, _id, ['DONE', 'PENDING', 'FAILED'])));
  expect(await dueOf('M-TWICE')).toMatchObject({ due: 9600, paid: 400 });
  const { rows } = await server.db.execute<{ id: string }>(sql`select p.id from payments p
    join loans l on l.id = p.loan_id where l.loan_number = 'M-TWICE'`);
  expect(rows).toHaveLength(1);
  const back = await Promise.all([1, 2, 3].map(() => reverse(rows[0]?.id ?? '')));
  expect(back.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ]);
  expect(await dueOf('M-TWICE')).toMatchObject({ due: 10_000, paid: 0 });
});

test('a total below payments that is not their sum is told: rows are missing from the file', async () => {
  const yesterday = dayFromNow(-1);
  const notesOf = async (...totals: string[]) => {
    const rows = [`M-ADDED,"1,000.40",${yesterday},UPI,T1`, `M-ADDED,-200,${yesterday},UPI,T2`];
    const sheet = await sheetRead(server, 'PAYMENT', paymentFile(...rows, ...totals));
    return sheet.notes.filter((note) => note.includes('total'));
  };
  expect(await notesOf('Total,800,,,')).toEqual([]);
  expect(await notesOf('Grand Total,"5,000",,,')).toEqual([
    'Row 4 says that it is a total, but "Amount" of the rows above adds up to 800. Check that no row is missing from the file.',
  ]);
});

test('a loan whose number comes without its zeros or signs is not stored a second time unsaid', async () => {
  const before = await pendingList(server, loansFile(['000778', 'AL/77-9', 'AL-5']));
  await verified(server, before);
  const noted = async (...numbers: string[]) =>
    (await pendingList(server, loansFile(numbers))).notes.filter((note) => note.includes('nearly'));
  expect(before.notes).toEqual([]);
  expect(await noted('000778', 'AL/77-9', 'AL-6')).toEqual([]);
  expect(await noted('778', 'AL-6')).toEqual([expect.stringContaining('778, stored 000778')]);
  expect(await noted('AL-6', '778', 'al779')).toEqual([
    expect.stringMatching(/^2 loans .* such as 778, stored 000778/),
  ]);
});

test('last week’s file that comes after this week’s changes no due, and says why', async () => {
  const store = async (due: number, asOf: string) => {
    const pending = await pendingList(server, loanFile('M-ORDER', due), { asOf });
    await verified(server, pending);
    return pending;
  };
  await store(8000, dayFromNow(-2));
  const paid = paymentFile(
    `M-ORDER,1000,${dayFromNow(-1)},UPI,O1`,
    `M-ORDER,3000,${dayFromNow(-8)},UPI,O2`,
  );
  await sheetPosted(server, await sheetRead(server, 'PAYMENT', paid));
  expect(await dueOf('M-ORDER')).toMatchObject({ due: 7000, paid: 4000 });
  const late = await store(20_000, dayFromNow(-9));
  expect(late.notes).toEqual([expect.stringContaining('1 loan has details of a later day')]);
  expect(late).toMatchObject({ updateRows: 0, unchangedRows: 1 });
  expect(await dueOf('M-ORDER')).toMatchObject({ due: 7000, paid: 4000 });
  await store(6500, dayFromNow(-1));
  expect(await dueOf('M-ORDER'), 'a newer day counts').toMatchObject({ due: 6500 });
});

test('last week’s file that comes after this week’s fills what is empty and changes nothing else', async () => {
  const head = 'Loan_ID,Customer_Name,Mobile_Number,Address,Bucket,Email,Colour,Total_Due_Amount';
  const store = async (row: string, asOf: string) => {
    const fields = { asOf, Client_Name: server.clients.Y.name };
    const pending = await pendingList(server, `${head}\nM-FIELDS,${row}`, fields);
    const rows = await server.call('GET', `/loans/imports/${pending._id}/rows`, { as: 'admin' });
    await verified(server, pending);
    return { pending, rows: rows.json<{ data: { before: Record<string, string> }[] }>().data };
  };
  await store(
    'Asha Verma,9876501234,4 New Road,2,,B-9,8000\nM-OTHER,Ravi Rao,9876501235,5 New Road,2,ravi@example.com,B-9,8000',
    dayFromNow(-2),
  );
  const late = await store(
    'Asha Sharma,9811111111,1 Old Road,1,asha@example.com,B-1,9000',
    dayFromNow(-9),
  );
  expect(late.pending).toMatchObject({ updateRows: 1 });
  expect(late.rows[0]?.before, 'told is what changes').toEqual({ Email: '' });
  const { rows } = await server.db
    .execute(sql`select customer_name as name, mobile_number as phone, address, bucket,
    email, other_columns as more, total_due_amount as due from loans where loan_number = 'M-FIELDS'`);
  expect(rows).toEqual([
    {
      name: 'Asha Verma',
      phone: '9876501234',
      address: '4 New Road',
      bucket: '2',
      email: 'asha@example.com',
      more: { Colour: 'B-9' },
      due: 8000,
    },
  ]);
  const again = await store(
    'Asha Sharma,9811111111,1 Old Road,1,asha@example.com,B-1,9000',
    dayFromNow(-9),
  );
  expect(again.pending).toMatchObject({ updateRows: 0, unchangedRows: 1 });
  await store('Asha Sharma,9811111111,5 Next Road,3,asha@example.com,B-7,7000', dayFromNow(-1));
  expect(await dueOf('M-FIELDS')).toMatchObject({ due: 7000 });
});

test('two clicks on "Verify" store a file once', async () => {
  const pending = await pendingList(server, loanFile('M-CLICKS', 900));
  const clicks = await Promise.all(
    [1, 2].map(() =>
      server.call('PUT', '/loans/csv/verify', { as: 'admin', body: { _id: pending._id } }),
    ),
  );
  expect(clicks.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await importIn(server, pending._id, ['DONE'])).toMatchObject({ newRows: 1 });
  expect(await dueOf('M-CLICKS')).toMatchObject({ due: 900 });
});

test('a receipt that the bank confirmed meanwhile and its manager cancels leaves due and payments as they are', async () => {
  const receipt = await collect(500);
  const loan = await dueOf(receipt.loanId);
  expect((await cancel(receipt._id)).statusCode).toBe(200);
  const file = paymentFile(`${loan?.number},500,${dayFromNow(0)},CASH,C1`);
  await sheetPosted(server, await sheetRead(server, 'PAYMENT', file));
  const before = await dueOf(receipt.loanId);
  expect(before).toMatchObject({ paid: 500, unverified: 0 });
  expect((await cancel(receipt._id, 'manager')).statusCode).toBe(200);
  expect(await dueOf(receipt.loanId)).toEqual(before);
});

test('money whose cancelling is asked for is deposited only once its manager kept it, whoever deposits', async () => {
  const [one, other] = [await collect(700), await collect(800)];
  await cancel(one._id);
  for (const as of ['fieldagent', 'manager'] as const) {
    const refused = await deposit([one._id, other._id], {}, as);
    expect(refused.json()).toMatchObject({
      code: 'CANCEL_ASKED',
      details: { receiptIds: [one._id] },
    });
  }
  const left = await receipts({ state: 'IN_HAND', asked: '0', pageSize: '200' });
  expect(left.data.map(({ _id }) => _id)).toContain(other._id);
  expect(left.data.map(({ _id }) => _id)).not.toContain(one._id);
  const body = { receiptId: one._id };
  await server.call('PUT', '/receipts/keep', { as: 'manager', body });
  expect((await deposit([one._id, other._id])).statusCode).toBe(200);
  expect((await cancel(other._id)).json(), 'the other way round').toMatchObject({
    code: 'RECEIPT_DEPOSITED',
  });
  const { totals } = await receipts({ pageSize: '200' }, 'admin');
  expect(totals.collected).toBe(totals.deposited + totals.inHand + totals.cancelled);
});

test('of asking for a cancelling and depositing at once, one comes first and the other hears why it can’t', async () => {
  for (let round = 0; round < 5; round += 1) {
    const receipt = await collect(900 + round);
    const answers = await Promise.all([cancel(receipt._id), deposit([receipt._id])]);
    const codes = answers.map((answer) => answer.json<{ code?: string }>().code ?? 'DONE');
    expect([
      ['DONE', 'CANCEL_ASKED'],
      ['RECEIPT_DEPOSITED', 'DONE'],
    ]).toContainEqual(codes);
  }
});

test('an agent takes no receipt of its own back by correcting the visit, whatever way it was paid', async () => {
  for (const paymentMode of ['CASH', 'CHEQUE', 'UPI', 'ONLINE']) {
    const loanId = await loanOf(server, 'fieldagent');
    const visit = paidVisit(loanId, 600, { paymentMode });
    await server.call('POST', '/field-disposition', { as: 'fieldagent', body: visit });
    const correct = (more: object) =>
      server.call('PUT', '/call-disposition/single', {
        as: 'fieldagent',
        body: { dispositionId: visit._id, ...more },
      });
    const removed = await server.call('DELETE', '/call-disposition', {
      as: 'fieldagent',
      body: [visit._id],
    });
    expect([(await correct({ amountCollected: 1 })).statusCode, removed.statusCode]).toEqual([
      403, 403,
    ]);
    const { data } = await receipts({ pageSize: '200' });
    expect(data.filter((one) => one.loanId === loanId)).toMatchObject([{ amount: 600 }]);
    expect(data.find((one) => one.loanId === loanId)?.state, paymentMode).not.toBe('CANCELLED');
  }
});

test.each([
  { amountCollected: 0.5 },
  { amountCollected: '1e5' },
  { amountCollected: -5 },
  { amountCollected: Number.MAX_SAFE_INTEGER },
  { amountCollected: 1_000_000, excessReason: '   ' },
])('a visit with the money %o makes no receipt', async (more) => {
  const loanId = await loanOf(server, 'fieldagent');
  const body = paidVisit(loanId, 1, more);
  const answer = await server.call('POST', '/field-disposition', { as: 'fieldagent', body });
  expect([400, 422]).toContain(answer.statusCode);
  expect(await dueOf(loanId)).toMatchObject({ unverified: 0 });
});

test('one payment that a borrower tells of in two calls is claimed once, and no more once the bank confirms it', async () => {
  const loanId = await loanOf(server, 'collector');
  const claimed = async () => {
    const answer = await server.call('GET', '/organisation/landing', { as: 'admin' });
    return answer.json<OrganisationLanding>().collected.ofToday.claimed ?? 0;
  };
  const before = await claimed();
  const tell = async (paymentReference: string, more: object = {}) => {
    const body = callOf(loanId, {
      disposition: 'PAID',
      amountCollected: 900,
      paymentMode: 'UPI',
      paidOn: dayFromNow(-3),
      paymentReference,
      ...more,
    });
    const answer = await server.call('POST', '/call-disposition', { as: 'collector', body });
    return answer.statusCode;
  };
  expect([await tell('UTR77'), await tell('utr no. 77'), await tell('UTR78')]).toEqual([
    200, 200, 200,
  ]);
  expect((await claimed()) - before).toBe(1800);
  expect(await tell('UTR79', { paidOn: dayFromNow(3) })).toBe(422);
  const loan = await dueOf(loanId);
  const file = paymentFile(`${loan?.number},900,${dayFromNow(-3)},UPI,UTR77`);
  await sheetPosted(server, await sheetRead(server, 'PAYMENT', file));
  expect((await claimed()) - before).toBe(900);
});
