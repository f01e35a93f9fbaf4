import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginAnew, page, server, user } from './one-phone.ts';
import { loadPage, logIn, pulledLoan, visitOf } from './support.ts';
import { PATIENCE } from '../../support/patience.ts';

let connections: IDBDatabase[] = [];

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await beginAnew({ loans: [pulledLoan()] });
  connections = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
  await logIn(page, user);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** As iOS does to an app that was in the background. */
function closeAll({ says }: { says: boolean }): void {
  for (const connection of connections.splice(0)) {
    if (says) forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0]);
    else connection.close();
  }
}

it.each([
  ['and says so', true],
  ['without a word', false],
])('the system closes every connection %s: all goes on', async (_, says) => {
  closeAll({ says });
  const { opId } = await page.saveOperation(visitOf(newId()));
  closeAll({ says });
  expect(await page.searchLoans()).toHaveLength(1);
  expect(await page.listOutbox()).toHaveLength(1);
  closeAll({ says });
  await page.saveDraft('visit', { remarks: 'half' });
  closeAll({ says });
  await page.deliverAuthor(user._id);
  expect(server.operations.map((one) => one.opId)).toEqual([opId]);
  closeAll({ says });
  server.pages.push({ loans: [pulledLoan()], gone: [] });
  await page.pull();
  expect(await page.searchLoans()).toHaveLength(2);
  closeAll({ says });
  await page.onLogout();
  await page.unlockOffline(user.username, 'secret-1');
});

it('a save whose connection is lost in the middle is saved once', async () => {
  const aborted = Object.assign(new Error('Connection lost.'), { name: 'AbortError' });
  const spy = vi.spyOn(page.outboxOf(user._id).operations, 'add').mockRejectedValueOnce(aborted);
  await page.saveOperation(visitOf(newId()));
  expect(spy).toHaveBeenCalledTimes(2);
  expect(await page.listOutbox()).toHaveLength(1);
});

it('a save that never finds a connection says so and saves nothing', async () => {
  const lost = Object.assign(new Error('Lost.'), { name: 'UnknownError' });
  const spy = vi.spyOn(page.outboxOf(user._id).operations, 'add').mockRejectedValue(lost);
  await expect(page.saveOperation(visitOf(newId()))).rejects.toMatchObject({
    code: 'STORAGE_BROKEN',
  });
  spy.mockRestore();
  expect(await page.listOutbox()).toHaveLength(0);
});

it('a transaction that cannot begin for an UnknownError begins on a new connection', async () => {
  const connection = page.outboxOf(user._id).backendDB();
  vi.spyOn(connection, 'transaction').mockImplementation(() => {
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  });
  await page.saveOperation(visitOf(newId()));
  expect(await page.listOutbox()).toHaveLength(1);
});

it('a history whose reading was cut costs no loan', async () => {
  const [loan] = await page.searchLoans();
  const loanId = loan?.loan._id ?? '';
  const lost = Object.assign(new Error('Lost.'), { name: 'DatabaseClosedError' });
  vi.spyOn(page.cacheOf(user._id).historyBlocks, 'get').mockRejectedValueOnce(lost);
  await expect(page.loanHistory(loanId)).rejects.toThrow('Lost.');
  expect(await page.isListLost()).toBe(false);
  const reloaded = await loadPage();
  await reloaded.restoreSession();
  expect(await reloaded.searchLoans()).toHaveLength(1);
});

it('a list whose reading was cut shows what was pulled as soon as it can be read again', async () => {
  expect(await page.searchLoans()).toHaveLength(1);
  const lost = Object.assign(new Error('Lost.'), { name: 'DatabaseClosedError' });
  vi.spyOn(page.cacheOf(user._id).cursor, 'get').mockRejectedValueOnce(lost);
  const otherTab = await loadPage();
  await otherTab.restoreSession();
  server.pages.push({ loans: [pulledLoan()], gone: [] });
  await otherTab.pull();
  await vi.waitFor(() => expect(page.searchLoans()).rejects.toThrow('Lost.'), PATIENCE);
  expect(await page.searchLoans()).toHaveLength(2);
});
