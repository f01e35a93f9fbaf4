import { beforeEach, expect, it, vi } from 'vitest';
import { beginLoggedIn, page, reload, server, user } from './one-phone.ts';
import { logIn, pulledLoan, visitOf } from './support.ts';

const [stays, lingers] = [pulledLoan({ Customer_Name: 'Stays' }), pulledLoan()];

beforeEach(async () => {
  vi.restoreAllMocks();
  await beginLoggedIn({ loans: [stays, lingers] });
});

const listed = (mark: string, isComing = false) => ({ loanId: stays.loan._id, mark, isComing });
const cursor = async () => (await page.cacheOf(user._id).cursor.get('cursor'))?.cursor;
const aDayLater = () => {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 25 * 3_600_000);
};

it('the phone compares after the first whole pull, then not before a day has passed', async () => {
  expect(server.digests).toHaveLength(1);
  await page.pull();
  expect(server.digests).toHaveLength(1);
  aDayLater();
  await page.pull();
  expect(server.digests).toHaveLength(2);
});

it('wipes at once what it should not have, work on it is still delivered', async () => {
  const { opId } = await page.saveOperation(visitOf(lingers.loan._id));
  server.shouldHold = [listed('100')];
  aDayLater();
  expect(await page.pull()).toMatchObject({ gone: 1 });
  expect((await page.searchLoans()).map(({ loan }) => loan.Customer_Name)).toEqual(['Stays']);
  expect(await cursor()).not.toBe('');
  await page.sendNow();
  expect(server.operations.map((one) => one.opId)).toEqual([opId]);
});

it('tells of what it takes off the phone, once', async () => {
  server.shouldHold = [listed('100')];
  aDayLater();
  await page.pull();
  const { _id: loanId, Loan_ID, Customer_Name } = lingers.loan;
  const told = { loanId, Loan_ID, Customer_Name, reason: 'ACTIVE' };
  expect(await page.closedLoans()).toEqual([{ ...told, isTold: false }]);
  await page.markClosedLoansTold();
  await page.pull();
  expect(await page.closedLoans()).toEqual([{ ...told, isTold: true }]);
});

it('pulls everything anew when something is stale or missing, what it has stays until then', async () => {
  server.shouldHold = [listed('101'), { loanId: lingers.loan._id, mark: '100', isComing: false }];
  aDayLater();
  await page.pull();
  expect(await cursor()).toBe('');
  expect(await page.searchLoans()).toHaveLength(2);
  server.pages[0] = { loans: [{ ...stays, mark: '101' }, lingers], gone: [] };
  expect(await page.pull()).toMatchObject({ loans: 2 });
  expect(server.digests.at(-1)).not.toBe(server.digests.at(-2));
  expect(await cursor()).not.toBe('');
});

it('waits for what is on its way anyway', async () => {
  server.shouldHold = [
    listed('101', true),
    { loanId: lingers.loan._id, mark: '100', isComing: false },
  ];
  aDayLater();
  await page.pull();
  expect(await cursor()).not.toBe('');
});

it('a difference that stays costs one whole pull a day, not one each time', async () => {
  server.shouldHold = [listed('101'), { loanId: lingers.loan._id, mark: '100', isComing: false }];
  aDayLater();
  await page.pull();
  await page.pull();
  expect(await cursor()).not.toBe('');
});

it('compares after an eviction', async () => {
  await page.onLogout();
  await page.cacheOf(user._id).delete();
  await reload();
  await logIn(page, user);
  expect(server.digests).toHaveLength(2);
  expect(await page.searchLoans()).toHaveLength(2);
});

it('blocks that were damaged are pulled anew, the rest stays on the screen', async () => {
  const { loanBlocks } = page.cacheOf(user._id);
  const more = Array.from({ length: 120 }, () => pulledLoan());
  server.pages.push({ loans: more, gone: [] });
  await page.pull();
  await loanBlocks.update(2, { loans: { iv: new Uint8Array(12), data: new ArrayBuffer(40) } });
  await reload();
  await page.restoreSession();
  expect(await page.searchLoans()).toHaveLength(100);
  expect(await cursor()).toBe('');
  await page.pull();
  expect(await page.searchLoans()).toHaveLength(122);
});

it('a pull that meets a damaged block begins anew by itself', async () => {
  const { loanBlocks } = page.cacheOf(user._id);
  await loanBlocks.update(1, { loans: { iv: new Uint8Array(12), data: new ArrayBuffer(40) } });
  server.pages.push({ loans: [pulledLoan()], gone: [] });
  await reload();
  await page.restoreSession();
  await page.pull();
  expect(await page.searchLoans()).toHaveLength(3);
});

it('a cache given up in the middle of a pull is whole at its end', async () => {
  server.pages.push({ loans: [pulledLoan()], gone: [] }, { loans: [pulledLoan()], gone: [] });
  let dropping: Promise<void> | null = null;
  const stop = page.subscribePullState(() => {
    if (page.pullState().done === 1) dropping ??= page.dropCache(user._id);
  });
  await page.pull();
  stop();
  expect(dropping).not.toBeNull();
  await page.pull();
  expect(await page.searchLoans()).toHaveLength(4);
});
