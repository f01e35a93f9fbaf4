import { expect, test } from 'vitest';
import type { ActivityRow, ActivitySheet } from '../../contract/activity-sheet.ts';
import type { Page } from '../../contract/paging.ts';
import { findFileWords } from '../../contract/file-words.ts';
import { rowsOf, sheetIn, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const ago = (days: number): string =>
  new Date(Date.now() - days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('-');

const read = (rows: readonly string[]) =>
  sheetRead(server, 'PAYMENT', ['Loan_ID,Amount,Payment_Date,Mode,Reference', ...rows].join('\n'));

/** Each row's loan number and the sentences of its reasons. */
async function wordsOf(id: string): Promise<string[]> {
  const answer = await server.call('GET', `/activity-sheets/${id}/rows`, { as: 'admin' });
  return answer.json<Page<ActivityRow>>().data.map(({ Loan_ID, reasons }) => {
    const words = reasons.map((reason) => findFileWords(reason)?.[0]?.word);
    return `${Loan_ID}: ${words.join()}`;
  });
}

const noteWords = (notes: readonly string[], asked = 'likes-posted') =>
  notes.map((note) => findFileWords(note)?.[0]).filter((found) => found?.word === asked);

test('a payment that is told again with another mode or reference is taken, but said to be like one that stands', async () => {
  for (const loanNumber of ['K-1', 'K-2', 'K-3', 'K-4'])
    await server.addLoan({ loanNumber, totalDueAmount: 5000 });
  const daily = await read([
    `K-1,1000,${ago(30)},NEFT,U1`,
    `K-2,1000,${ago(30)},NEFT,U2`,
    `K-3,1000,${ago(30)},NEFT,U3`,
    `K-4,1000,${ago(30)},NEFT,U4`,
  ]);
  expect(noteWords(daily.notes)).toEqual([]);
  await sheetPosted(server, daily);
  const weekly = await read([
    `K-1,1000,${ago(30)},,`,
    `K-2,1000,${ago(29)},,`,
    // The one that stands, and another of that day beside it.
    `K-3,1000,${ago(30)},neft,u3`,
    `K-3,1000,${ago(30)},NEFT,U9`,
    `K-4,1100,${ago(30)},NEFT,U4`,
  ]);
  expect(rowsOf(weekly)).toEqual({ PART_PAID: 4, ALREADY_PAID: 1 });
  expect(await wordsOf(weekly._id)).toEqual([
    'K-1: like-posted',
    'K-2: ',
    'K-3: already-paid',
    'K-3: ',
    'K-4: ',
  ]);
  expect(noteWords(weekly.notes)).toEqual([{ word: 'likes-posted', values: { count: '1' } }]);
  expect((await sheetPosted(server, weekly)).state).toBe('DONE');
});

test('a payment that the bank books some days apart under the same reference is taken, but said to be like one that stands', async () => {
  const numbers = ['R-1', 'R-2', 'R-3', 'R-4', 'R-5', 'R-6'];
  for (const loanNumber of numbers) await server.addLoan({ loanNumber, totalDueAmount: 5000 });
  await sheetPosted(
    server,
    await read([
      ...['R-1', 'R-2', 'R-3', 'R-4'].map(
        (number) => `${number},1000,${ago(30)},NEFT,UTR 2040${number}`,
      ),
      `R-5,1000,${ago(30)},CASH,By hand`,
      `R-6,1000,${ago(30)},NEFT,U6`,
    ]),
  );
  const booked = await read([
    `R-1,1000,${ago(29)},NEFT,UTR 2040R-1`,
    `R-2,1000,${ago(32)},,utr2040r2`,
    // The next instalment of a standing order, another amount, and what is said of every payment.
    `R-3,1000,${ago(23)},NEFT,UTR 2040R-3`,
    `R-4,900,${ago(29)},NEFT,UTR 2040R-4`,
    `R-5,1000,${ago(29)},CASH,By hand`,
    // The one that stands, and the next of its standing order.
    `R-6,1000,${ago(30)},NEFT,U6`,
    `R-6,1000,${ago(29)},NEFT,U6`,
  ]);
  expect(rowsOf(booked)).toEqual({ PART_PAID: 6, ALREADY_PAID: 1 });
  expect(await wordsOf(booked._id)).toEqual([
    'R-1: like-referenced',
    'R-2: like-referenced',
    'R-3: ',
    'R-4: ',
    'R-5: ',
    'R-6: already-paid',
    'R-6: ',
  ]);
  expect(noteWords(booked.notes)).toEqual([{ word: 'likes-posted', values: { count: '2' } }]);
});

test('a payment is the same under its reference as another bank or a spreadsheet program spells it, in one file too', async () => {
  for (const loanNumber of ['S-1', 'S-2', 'S-3', 'S-4', 'S-5'])
    await server.addLoan({ loanNumber, totalDueAmount: 5000 });
  await sheetPosted(
    server,
    await read([
      `S-1,1000,${ago(30)},NEFT,UTR: SBIN0-2040`,
      `S-2,1000,${ago(30)},NEFT,IMPS/004512`,
      `S-3,1000,${ago(30)},NEFT,UTR 31`,
      `S-4,1000,${ago(30)},CASH,By hand`,
    ]),
  );
  const again = await read([
    `S-1,1000,${ago(30)},NEFT,sbin0 2040`,
    `S-2,1000,${ago(30)},,4512`,
    `S-3,1000,${ago(30)},NEFT,UTR 310`,
    `S-4,1000,${ago(30)},CASH,At home`,
    `S-5,1000,${ago(30)},UPI,UTR 77-1`,
    `S-5,1000,${ago(30)},UPI,utr771`,
  ]);
  expect(rowsOf(again)).toEqual({ ALREADY_PAID: 2, PART_PAID: 3, DUPLICATE: 1 });
  expect((await wordsOf(again._id)).slice(0, 4)).toEqual([
    'S-1: already-paid',
    'S-2: already-paid',
    'S-3: like-posted',
    'S-4: like-posted',
  ]);
});

/** A sheet once it was confirmed: posted, or waiting again. */
async function confirmed(id: string): Promise<ActivitySheet> {
  await server.taken('PUT', `/activity-sheets/${id}/confirm`, { as: 'admin' });
  return sheetIn(server, id, ['PENDING', 'DONE']);
}

test('two sheets that wait with the same payment: the second waits again, and is posted when it is confirmed once more', async () => {
  await server.addLoan({ loanNumber: 'K-5', totalDueAmount: 5000 });
  const first = await read([`K-5,700,${ago(30)},NEFT,U5`]);
  const second = await read([`K-5,700,${ago(30)},,`]);
  expect(noteWords(second.notes)).toEqual([]);
  await sheetPosted(server, first);
  const held = await confirmed(second._id);
  expect(held.state).toBe('PENDING');
  expect(noteWords(held.notes)).toEqual([{ word: 'likes-posted', values: { count: '1' } }]);
  expect((await confirmed(second._id)).state).toBe('DONE');
});

test('two sheets that wait with money for the same dues: the second waits again once it pays more than is due', async () => {
  await server.addLoan({ loanNumber: 'K-6', totalDueAmount: 5000 });
  const first = await read([`K-6,4000,${ago(30)},NEFT,U6`]);
  const second = await read([`K-6,3000,${ago(29)},NEFT,U7`]);
  expect(second.counts).toEqual({ PART_PAID: { rows: 1, amount: 3000 } });
  await sheetPosted(server, first);
  const held = await confirmed(second._id);
  expect(held.state).toBe('PENDING');
  expect(held.counts).toEqual({ OVER_PAID: { rows: 1, amount: 3000, excess: 2000 } });
  expect((await confirmed(second._id)).state).toBe('DONE');
});

test('a payment whose day is more than a year ago is taken, and its year is asked about', async () => {
  await server.addLoan({ loanNumber: 'K-7', totalDueAmount: 5000 });
  const sheet = await read([
    `K-7,100,${ago(400)},NEFT,U8`,
    `K-7,200,${ago(7300)},NEFT,U9`,
    `K-7,300,${ago(30)},NEFT,U10`,
  ]);
  expect(rowsOf(sheet)).toEqual({ PART_PAID: 3 });
  expect(await wordsOf(sheet._id)).toEqual(['K-7: day-year-ago', 'K-7: day-year-ago', 'K-7: ']);
  expect(noteWords(sheet.notes, 'days-year-ago')).toEqual([
    { word: 'days-year-ago', values: { count: '2', day: ago(7300) } },
  ]);
  expect((await sheetPosted(server, sheet)).state).toBe('DONE');
});
