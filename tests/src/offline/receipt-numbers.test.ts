import { beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginAnew, clearStorage, page, server, user as asha } from './one-phone.ts';
import { loadPage, logIn, newUser, visitOf } from './support.ts';
import type { Page } from './support.ts';

beforeEach(() => beginAnew());

const collect = (on: Page = page, opId = newId(), loanId = newId()) =>
  on.saveOperation({ ...visitOf(loanId), opId, takesReceiptNumber: true });

const left = async () =>
  (await import('../../../src/offline/receipt-numbers.ts')).receiptNumbersLeft();

/** The same phone's storage, another tab. */
async function secondTab(): Promise<Page> {
  const tab = await loadPage();
  await tab.restoreSession();
  return tab;
}

it('gives receipts the numbers of the range in their order, and says how many are left', async () => {
  await logIn(page, asha);
  const first = await collect();
  const second = await collect();
  expect([first.receiptNumber, second.receiptNumber]).toEqual([1, 2]);
  expect(await left()).toBe(98);
  const [item] = await page.listOutbox();
  expect(item?.body).toMatchObject({ receiptNumber: 1 });
});

it('gives no number to a visit that took nothing in', async () => {
  await logIn(page, asha);
  const saved = await page.saveOperation(visitOf(newId()));
  expect(saved.receiptNumber).toBeNull();
  expect(await left()).toBe(100);
});

it('takes one number for one save, however often it is repeated, and tells it again', async () => {
  await logIn(page, asha);
  const [opId, loanId] = [newId(), newId()];
  const told = [await collect(page, opId, loanId), await collect(page, opId, loanId)];
  expect(told.map(({ receiptNumber }) => receiptNumber)).toEqual([1, 1]);
  expect((await collect()).receiptNumber).toBe(2);
});

it('never gives one number to two tabs that save at the same moment', async () => {
  await logIn(page, asha);
  const other = await secondTab();
  const saved = await Promise.all(
    Array.from({ length: 12 }, (_, at) => collect(at % 2 === 0 ? page : other)),
  );
  const numbers = saved.map(({ receiptNumber }) => receiptNumber ?? 0).sort((a, b) => a - b);
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

it('saves without a number when none is left, and asks for more with the next pull', async () => {
  server.rangeSize = 2;
  await logIn(page, asha);
  const saved = [await collect(), await collect(), await collect()];
  expect(saved.map(({ receiptNumber }) => receiptNumber)).toEqual([1, 2, null]);
  await page.pull();
  expect((await collect()).receiptNumber).toBe(3);
});

it('asks for more before the last is used, and uses up the old range first', async () => {
  server.rangeSize = 29;
  await logIn(page, asha);
  await page.pull();
  expect([server.rangesGiven, await left()]).toEqual([2, 58]);
  await page.pull();
  expect(server.rangesGiven).toBe(2);
  expect((await collect()).receiptNumber).toBe(1);
});

it('has numbers of its own for each person on a shared phone', async () => {
  await logIn(page, asha);
  await collect();
  const bala = newUser('bala');
  await logIn(page, bala);
  expect((await collect()).receiptNumber).toBe(101);
  await logIn(page, asha);
  expect((await collect()).receiptNumber).toBe(2);
});

it('begins with a fresh range after the system cleared the phone', async () => {
  await logIn(page, asha);
  await collect();
  await clearStorage();
  await logIn(page, asha);
  expect((await collect()).receiptNumber).toBe(101);
});

it('drops its numbers when the server was restored, since others may get them', async () => {
  await logIn(page, asha);
  await collect();
  server.epoch = newId();
  await page.pull();
  expect((await collect()).receiptNumber).toBe(101);
});

it('has none, and saves all the same, when the server gave none', async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.includes('receipt-numbers')) throw new TypeError('Failed to fetch');
    return fetch(address, init);
  });
  await logIn(page, asha);
  expect((await collect()).receiptNumber).toBeNull();
});

it('asks for none for people who take no cash', async () => {
  await logIn(page, { ...asha, role: 'COLLECTOR' });
  expect(server.rangesGiven).toBe(0);
});
