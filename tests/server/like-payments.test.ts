import { expect, test } from 'vitest';
import type { ActivityRow, ActivitySheet } from '../../contract/activity-sheet.ts';
import type { Page } from '../../contract/paging.ts';
import { findFileWords } from '../../contract/file-words.ts';
import { rowsOf, sheetIn, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

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

const noteWords = (notes: readonly string[]) =>
  notes.map((note) => findFileWords(note)?.[0]).filter((found) => found?.word === 'likes-posted');

test('a payment that is told again with another mode or reference is taken, but said to be like one that stands', async () => {
  for (const loanNumber of ['K-1', 'K-2', 'K-3', 'K-4'])
    await server.addLoan({ loanNumber, totalDueAmount: 5000 });
  const daily = await read([
    'K-1,1000,01-11-2025,NEFT,U1',
    'K-2,1000,01-11-2025,NEFT,U2',
    'K-3,1000,01-11-2025,NEFT,U3',
    'K-4,1000,01-11-2025,NEFT,U4',
  ]);
  expect(noteWords(daily.notes)).toEqual([]);
  await sheetPosted(server, daily);
  const weekly = await read([
    'K-1,1000,01-11-2025,,',
    'K-2,1000,02-11-2025,,',
    // The one that stands, and another of that day beside it.
    'K-3,1000,01-11-2025,neft,u3',
    'K-3,1000,01-11-2025,NEFT,U9',
    'K-4,1100,01-11-2025,NEFT,U4',
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

/** A sheet once it was confirmed: posted, or waiting again. */
async function confirmed(id: string): Promise<ActivitySheet> {
  await server.taken('PUT', `/activity-sheets/${id}/confirm`, { as: 'admin' });
  return sheetIn(server, id, ['PENDING', 'DONE']);
}

test('two sheets that wait with the same payment: the second waits again, and is posted when it is confirmed once more', async () => {
  await server.addLoan({ loanNumber: 'K-5', totalDueAmount: 5000 });
  const first = await read(['K-5,700,01-11-2025,NEFT,U5']);
  const second = await read(['K-5,700,01-11-2025,,']);
  expect(noteWords(second.notes)).toEqual([]);
  await sheetPosted(server, first);
  const held = await confirmed(second._id);
  expect(held.state).toBe('PENDING');
  expect(noteWords(held.notes)).toEqual([{ word: 'likes-posted', values: { count: '1' } }]);
  expect((await confirmed(second._id)).state).toBe('DONE');
});

test('two sheets that wait with money for the same dues: the second waits again once it pays more than is due', async () => {
  await server.addLoan({ loanNumber: 'K-6', totalDueAmount: 5000 });
  const first = await read(['K-6,4000,01-11-2025,NEFT,U6']);
  const second = await read(['K-6,3000,02-11-2025,NEFT,U7']);
  expect(second.counts).toEqual({ PART_PAID: { rows: 1, amount: 3000 } });
  await sheetPosted(server, first);
  const held = await confirmed(second._id);
  expect(held.state).toBe('PENDING');
  expect(held.counts).toEqual({ OVER_PAID: { rows: 1, amount: 3000, excess: 2000 } });
  expect((await confirmed(second._id)).state).toBe('DONE');
});
