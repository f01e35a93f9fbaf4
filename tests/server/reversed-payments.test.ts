import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ActivityRow, ActivitySheet } from '../../contract/activity-sheet.ts';
import type { Page } from '../../contract/paging.ts';
import type { Payment } from '../../contract/payment.ts';
import { businessDay } from '../../server/clock.ts';
import { rowsOf, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

async function booksOf(number: string) {
  const { rows } = await server.db.execute<{ due: number; paid: number }>(
    sql`select total_due_amount as due, paid_amount as paid from loans where loan_number = ${number}`,
  );
  return rows[0];
}

async function paymentsOf(query: Record<string, string>) {
  return (await server.call('GET', '/payments', { as: 'admin', query })).json<Page<Payment>>();
}

async function rowsOfSheet(id: string): Promise<ActivityRow[]> {
  const answer = await server.call('GET', `/activity-sheets/${id}/rows`, { as: 'admin' });
  return answer.json<Page<ActivityRow>>().data;
}

test('a payment that was reversed stays reversed: another file says when, and posts it only where that row is chosen', async () => {
  const loanId = await server.addLoan({ loanNumber: 'RV-1', totalDueAmount: 5000 });
  const file =
    'Loan_ID,Amount,Payment_Date\nRV-1,1000,01-11-2025\nRV-1,300,02-11-2025\nRV-1,70,03-11-2025';
  await sheetPosted(server, await sheetRead(server, 'PAYMENT', file));
  const { data } = await paymentsOf({ loanId });
  for (const amount of [1000, 300]) {
    const id = data.find((one) => one.amount === amount)?._id;
    const body = { reason: 'Cheque bounced' };
    await server.call('PUT', `/payments/${id}/reverse`, { as: 'admin', body });
  }
  expect(await booksOf('RV-1')).toMatchObject({ due: 4930, paid: 70 });
  const again = await sheetRead(server, 'PAYMENT', file);
  expect(rowsOf(again)).toEqual({ REVERSED: 2, ALREADY_PAID: 1 });
  const nothing = await server.call('PUT', `/activity-sheets/${again._id}/confirm`, {
    as: 'admin',
  });
  expect(nothing.statusCode).toBe(422);
  const rows = await rowsOfSheet(again._id);
  const today = businessDay(server.context.settings.businessTz);
  expect(rows.map(({ reversedBefore, isChosen }) => [reversedBefore, isChosen])).toEqual([
    [{ on: today, reason: 'Cheque bounced' }, false],
    [{ on: today, reason: 'Cheque bounced' }, false],
    [null, false],
  ]);
  const choose = (row: number, isChosen: boolean, as: PersonName = 'admin') =>
    server.call('PUT', `/activity-sheets/${again._id}/rows/${row}`, { as, body: { isChosen } });
  expect((await choose(rows[0]?.row ?? 0, true)).json<ActivitySheet>().counts).toMatchObject({
    PART_PAID: { rows: 1, amount: 1000 },
    REVERSED: { rows: 1, amount: 300 },
  });
  await choose(rows[0]?.row ?? 0, false);
  await choose(rows[1]?.row ?? 0, true);
  // A payment that stands can't be chosen again, nor by whoever may not post.
  expect((await choose(rows[2]?.row ?? 0, true)).statusCode).toBe(422);
  expect((await choose(rows[0]?.row ?? 0, true, 'manager')).statusCode).toBe(403);
  await sheetPosted(server, again);
  expect(await booksOf('RV-1')).toMatchObject({ due: 4630, paid: 370 });
  expect((await choose(rows[0]?.row ?? 0, true)).statusCode).toBe(409);
});

test('a payment with a reference is the same in a file that does not tell its mode, a reversed one too', async () => {
  const loanId = await server.addLoan({ loanNumber: 'RV-2', totalDueAmount: 5000 });
  const whole =
    'Loan_ID,Amount,Payment_Date,Payment_Mode,Reference\nRV-2,1000,04-11-2025,NEFT,utr 71\nRV-2,300,05-11-2025,UPI,UTR72';
  await sheetPosted(server, await sheetRead(server, 'PAYMENT', whole));
  // The bank's own list has no modes: one of its payments is known, of another day, of another amount and a new one are not.
  const bare = 'Loan_ID,Amount,Payment_Date,Reference\n';
  const other = 'RV-2,1000,06-11-2025,UTR 71\nRV-2,1001,04-11-2025,UTR 71\n';
  const known = await sheetRead(
    server,
    'BANK_PAID',
    `${bare}RV-2,1000,04-11-2025,UTR 71\n${other}`,
  );
  expect(rowsOf(known)).toEqual({ ALREADY_PAID: 1, PART_PAID: 2 });
  await sheetPosted(server, known);
  expect(await booksOf('RV-2')).toMatchObject({ due: 1699, paid: 3301 });
  const { data } = await paymentsOf({ loanId });
  const id = data.find(({ amount }) => amount === 300)?._id;
  await server.call('PUT', `/payments/${id}/reverse`, { as: 'admin', body: { reason: 'Bounced' } });
  const again = await sheetRead(server, 'PAYMENT', `${bare}RV-2,300,05-11-2025,UTR72`);
  expect(rowsOf(again)).toEqual({ REVERSED: 1 });
  const [row] = await rowsOfSheet(again._id);
  expect(row?.reversedBefore?.reason).toBe('Bounced');
  await server.call('PUT', `/activity-sheets/${again._id}/rows/${row?.row}`, {
    as: 'admin',
    body: { isChosen: true },
  });
  await sheetPosted(server, again);
  expect(await booksOf('RV-2')).toMatchObject({ due: 1699, paid: 3301 });
  // Now it stands without its mode: the first file, which tells it, brings nothing.
  expect(rowsOf(await sheetRead(server, 'PAYMENT', whole))).toEqual({ ALREADY_PAID: 2 });
});
