import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { newId } from '../../../src/offline/id.ts';
import { FakeServer, logIn, newPhone, newUser, pulledLoan, visitOf } from './support.ts';
import type { Page } from './support.ts';

let server: FakeServer;
let page: Page;
let user: LoggedInUser;

beforeEach(async () => {
  server = new FakeServer();
  server.install();
  server.pages.push({ loans: [pulledLoan()], gone: [] });
  page = await newPhone();
  user = newUser();
  await logIn(page, user);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const full = () => Object.assign(new Error('No room.'), { name: 'QuotaExceededError' });

it('a phone that is full says so: nothing was saved, and what was saved before is untouched', async () => {
  await page.saveOperation(visitOf(newId()));
  vi.spyOn(page.outboxOf(user._id).operations, 'add').mockRejectedValue(full());
  await expect(page.saveOperation(visitOf(newId()))).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
  expect(await page.listOutbox()).toHaveLength(1);
});

it('gives up the cache before it refuses to save', async () => {
  vi.spyOn(page.outboxOf(user._id).operations, 'add').mockRejectedValueOnce(full());
  await page.saveOperation(visitOf(newId()));
  expect(await page.listOutbox()).toHaveLength(1);
  expect(await page.searchLoans()).toHaveLength(0);
});

it('a pull that finds no room leaves the cursor where it was', async () => {
  server.pages.push({ loans: [pulledLoan()], gone: [] });
  const { loanBlocks } = page.cacheOf(user._id);
  vi.spyOn(loanBlocks, 'bulkPut').mockRejectedValueOnce(full());
  await expect(page.pull()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await page.searchLoans()).toHaveLength(1);
  await page.pull();
  expect(await page.searchLoans()).toHaveLength(2);
});

it('a save that is repeated under the same id is kept once', async () => {
  const opId = newId();
  await page.saveOperation({ ...visitOf(newId()), opId });
  await page.saveOperation({ ...visitOf(newId()), opId });
  expect(await page.listOutbox()).toHaveLength(1);
  await page.deliverAuthor(user._id);
  await page.saveOperation({ ...visitOf(newId()), opId });
  expect((await page.outboxSummary()).unsent).toBe(0);
});

it('a cleared outbox does not give old numbers to new work', async () => {
  server.lastSequence = 41;
  await page.onLogout();
  await page.outboxOf(user._id).delete();
  page = await newPhone();
  await logIn(page, user);
  await page.saveOperation(visitOf(newId()));
  expect((await page.listOutbox())[0]?.sequence).toBe(42);
});
