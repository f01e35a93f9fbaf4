import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import type { ActivityRow, ActivitySheet } from '../../contract/activity-sheet.ts';
import { findFileWords } from '../../contract/file-words.ts';
import type { Page } from '../../contract/paging.ts';
import { rowsOf, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

afterEach(() => {
  vi.useRealTimers();
});

/** From here on it is noon of a day in India. */
const beOn = (day: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T06:30:00.000Z`) });
};

const read = (rows: readonly string[]) =>
  sheetRead(server, 'BANK_PAID', ['Loan_ID,Amount,Reference', ...rows].join('\n'));

async function reasonsOf({ _id }: ActivitySheet): Promise<string[]> {
  const { data } = await server.taken<Page<ActivityRow>>('GET', `/activity-sheets/${_id}/rows`, {
    as: 'admin',
  });
  return data.map(({ Loan_ID, reasons }) => {
    const words = reasons.map((reason) => findFileWords(reason)?.[0]?.word);
    return `${Loan_ID}: ${words.join()}`;
  });
}

async function dueOf(loanNumber: string): Promise<number | undefined> {
  const { data } = await server.taken<Page<{ Loan_ID: string; Total_Due_Amount: number }>>(
    'GET',
    '/loans',
    { as: 'admin', query: { search: loanNumber } },
  );
  return data.find((loan) => loan.Loan_ID === loanNumber)?.Total_Due_Amount;
}

test("an instalment in next month's list without days is another payment; what has a reference, or comes again within the month, is not", async () => {
  for (const loanNumber of ['U-1', 'U-2', 'U-3'])
    await server.addLoan({ loanNumber, totalDueAmount: 12_000 });
  const list = ['U-1,1000,', 'U-2,1500,', 'U-3,2000,REF-3'];
  beOn('2026-09-10');
  await sheetPosted(server, await read(list));
  beOn('2026-09-28');
  const again = await read(list);
  expect(rowsOf(again)).toEqual({ ALREADY_PAID: 3 });
  beOn('2026-10-10');
  const next = await read(list);
  expect(rowsOf(next)).toEqual({ PART_PAID: 2, ALREADY_PAID: 1 });
  expect(await reasonsOf(next)).toEqual(['U-1: ', 'U-2: ', 'U-3: already-paid']);
  await sheetPosted(server, next);
  expect(await dueOf('U-1')).toBe(10_000);
  expect(await dueOf('U-2')).toBe(9000);
  expect(await dueOf('U-3')).toBe(10_000);
});

test('the list of the last days of a month that comes again in the first ones of the next is said to be like it', async () => {
  await server.addLoan({ loanNumber: 'U-8', totalDueAmount: 12_000 });
  await server.addLoan({ loanNumber: 'U-9', totalDueAmount: 12_000 });
  beOn('2026-07-30');
  await sheetPosted(server, await read(['U-8,1000,']));
  beOn('2026-08-02');
  const again = await read(['U-8,1000,', 'U-9,1000,']);
  expect(await reasonsOf(again)).toEqual(['U-8: like-undated', 'U-9: ']);
  const found = again.notes.map((note) => findFileWords(note)?.[0]);
  expect(found).toContainEqual({ word: 'likes-posted', values: { count: '1' } });
});

test('a list without days speaks of the day on which it was uploaded, though the next month has begun when it is confirmed', async () => {
  await server.addLoan({ loanNumber: 'U-10', totalDueAmount: 12_000 });
  const figured = await server.addLoan({ loanNumber: 'U-11', totalDueAmount: 12_000 });
  beOn('2026-05-31');
  const list = await read(['U-10,1000,', 'U-11,1000,']);
  expect(rowsOf(list)).toEqual({ PART_PAID: 2 });
  beOn('2026-06-01');
  // Meanwhile the lender tells what was due at the end of that day.
  await server.db.execute(
    sql`update lender_figures set as_of = '2026-05-31' where loan_id = ${figured}`,
  );
  expect(rowsOf(await sheetPosted(server, list))).toEqual({ PART_PAID: 1, INCLUDED: 1 });
  const { data } = await server.taken<Page<{ Loan_ID: string; paidOn: string }>>(
    'GET',
    '/payments',
    { as: 'admin', query: { sheetId: list._id } },
  );
  expect(data.map(({ paidOn }) => paidOn)).toEqual(['2026-05-31', '2026-05-31']);
  expect([await dueOf('U-10'), await dueOf('U-11')]).toEqual([11_000, 12_000]);
});

test('a payment of a list without days is the same in the next one under its reference however that is spelt', async () => {
  await server.addLoan({ loanNumber: 'U-20', totalDueAmount: 12_000 });
  beOn('2026-03-10');
  await sheetPosted(server, await read(['U-20,2000,UTR No. N31-220']));
  beOn('2026-04-10');
  const next = await read(['U-20,2000,n31220', 'U-20,2000,N31221']);
  expect(rowsOf(next)).toEqual({ ALREADY_PAID: 1, PART_PAID: 1 });
  await sheetPosted(server, next);
  expect(await dueOf('U-20')).toBe(8000);
});
