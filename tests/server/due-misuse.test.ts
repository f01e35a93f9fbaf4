import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, sheetIn, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { importIn, pendingList, verified } from '../support/loan-file.ts';
import { moneyOf } from '../support/money.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { callOf, dayFromNow, loanOf, visitOf } from '../support/work.ts';

/** What people do to dues, payments and receipts that nobody meant them to: at once, twice, too late, at the edge. */

let server: TestServer;
const { cancel, collect, deposited, receipts } = moneyOf(() => server);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.close());

async function dueOf(number: string) {
  const { rows } = await server.db.execute<Record<string, unknown>>(sql`
    select status, total_due_amount as due, paid_amount as paid, unverified_amount as unverified
    from loans where loan_number = ${number} and status <> 'DELETED'`);
  return rows[0];
}
const paymentFile = (...rows: string[]) =>
  ['Loan Number,Amount,Payment Date,Mode,Reference', ...rows].join('\n');

test('odd amounts and days', async () => {
  await server.addLoan({ loanNumber: 'M-ODD', totalDueAmount: 10_000 });
  const odd = await sheetRead(server, 'PAYMENT', paymentFile(
    `M-ODD,-500,${dayFromNow(-1)},UPI,A1`, `M-ODD,0,${dayFromNow(-1)},UPI,A2`,
    `M-ODD,1e15,${dayFromNow(-1)},UPI,A3`, `M-ODD,0.4,${dayFromNow(-1)},UPI,A4`,
    `M-ODD,100,${dayFromNow(5)},UPI,A5`, `M-ODD,100,01-01-1970,UPI,A6`, `M-ODD,(200),${dayFromNow(-1)},UPI,A7`,
    `M-ODD,100 Dr,${dayFromNow(-1)},UPI,A8`, `M-ODD,"1,00,00,00,00,00,000",${dayFromNow(-1)},UPI,A9`,
  ));
  console.log(odd.state, rowsOf(odd));
  const { rows } = await server.db.execute(sql`select row, amount, outcome, applied_amount from activity_sheet_rows where sheet_id = ${odd._id} order by row`);
  console.log(rows);
});
test('same reference twice, and in parallel', async () => {
  await server.addLoan({ loanNumber: 'M-TWICE', totalDueAmount: 10_000 });
  const text = paymentFile(`M-TWICE,400,${dayFromNow(-1)},UPI,R1`, `m-twice ,400,${dayFromNow(-1)},UPI,r1`);
  const [a, b] = await Promise.all([sheetRead(server, 'PAYMENT', text), sheetRead(server, 'PAYMENT', text)]);
  console.log(rowsOf(a), rowsOf(b));
  const sent = await Promise.all([a, b, a].map(({ _id }) => server.call('PUT', `/activity-sheets/${_id}/confirm`, { as: 'admin' })));
  console.log(sent.map((x) => x.statusCode + x.body.slice(0, 100)));
  await Promise.all([a, b].map(({ _id }) => sheetIn(server, _id, ['DONE', 'PENDING', 'FAILED'])));
  console.log(await dueOf('M-TWICE'));
  const { rows } = await server.db.execute<{ id: string }>(sql`select p.id from payments p join loans l on l.id = p.loan_id where l.loan_number = 'M-TWICE'`);
  const back = await Promise.all([1, 2, 3].map(() => server.call('PUT', `/payments/${rows[0]?.id}/reverse`, { as: 'admin', body: { reason: 'Bounced' } })));
  console.log(back.map((x) => x.statusCode), await dueOf('M-TWICE'));
});
test('files out of order', async () => {
  const f = (due: number) => `Loan_ID,Customer_Name,Mobile_Number,Total_Due_Amount\nM-ORDER,Asha Verma,9876501234,${due}`;
  await verified(server, await pendingList(server, f(8000), { asOf: dayFromNow(-2) }));
  const p = await sheetRead(server, 'PAYMENT', paymentFile(`M-ORDER,1000,${dayFromNow(-1)},UPI,O1`, `M-ORDER,3000,${dayFromNow(-8)},UPI,O2`));
  await sheetPosted(server, p);
  console.log(await dueOf('M-ORDER'));
  const old = await pendingList(server, f(11_000), { asOf: dayFromNow(-9) });
  console.log('OLD FILE', JSON.stringify(old));
  await verified(server, old);
  console.log(await dueOf('M-ORDER'));
  const twice = await pendingList(server, f(7000), { asOf: dayFromNow(-1) });
  const both = await Promise.all([1, 2].map(() => server.call('PUT', '/loans/csv/verify', { as: 'admin', body: { _id: twice._id } })));
  await importIn(server, twice._id, ['DONE', 'PENDING', 'FAILED']);
  console.log(both.map((x) => x.statusCode), await dueOf('M-ORDER'));
});
test('cancel after bank, deposit while asked', async () => {
  const r = await collect(500);
  const { rows } = await server.db.execute<{ n: string }>(sql`select loan_number as n from loans where id = ${r.loanId}`);
  const n = rows[0]?.n ?? '';
  console.log((await cancel(r._id)).statusCode);
  await sheetPosted(server, await sheetRead(server, 'PAYMENT', paymentFile(`${n},500,${dayFromNow(0)},CASH,C1`)));
  console.log(await dueOf(n), (await receipts({ pageSize: '200' }, 'manager')).data.find((x) => x._id === r._id));
  const c = await cancel(r._id, 'manager');
  console.log(c.statusCode, c.body, await dueOf(n));
  const q = await collect(700);
  await cancel(q._id);
  const d = await server.call('POST', '/deposits', { as: 'fieldagent', body: { receiptIds: [q._id], place: 'BANK', reference: 'S' } });
  console.log('deposit of asked', d.statusCode, d.body.slice(0, 200));
  console.log((await cancel(q._id, 'manager')).statusCode);
});
test('odd contacts', async () => {
  const loanId = await loanOf(server, 'fieldagent');
  for (const more of [
    { amountCollected: 1_000_000_000, excessReason: '   ' }, { amountCollected: 1_000_000_000, excessReason: '\u200b' }, { amountCollected: 0.5 }, { amountCollected: '1e5', excessReason: 'x' },
    { amountCollected: -5 }, { amountCollected: Number.MAX_SAFE_INTEGER, excessReason: 'x' },
  ]) {
    const a = await server.call('POST', '/field-disposition', { as: 'fieldagent', body: visitOf(loanId, { disposition: 'FIELD_PARTIAL_PAID', paymentMode: 'CASH', personMet: 'B', ...more }) });
    console.log(JSON.stringify(more), a.statusCode, a.body.slice(0, 160));
  }
  const c = await loanOf(server, 'collector');
  for (const more of [{}, { paidOn: dayFromNow(3) }, { paidOn: dayFromNow(-3), paymentMode: 'UPI', paymentReference: 'U1' }, { paidOn: dayFromNow(-3), paymentMode: 'UPI', paymentReference: 'U1' }, { paidOn: '2026-13-45' }]) {
    const a = await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(c, { disposition: 'PAID', amountCollected: 900, ...more }) });
    console.log(JSON.stringify(more), a.statusCode, a.body.slice(0, 300));
  }
});
