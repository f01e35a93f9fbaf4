import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginAnew, page, reload, server, user } from './one-phone.ts';
import { loadPage, logIn, pulledLoan, visitOf } from './support.ts';

beforeEach(() => beginAnew());
afterEach(() => {
  vi.restoreAllMocks();
});

const names = async () => (await page.searchLoans()).map((row) => row.loan.Customer_Name);
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) =>
    pulledLoan({ Customer_Name: `${prefix} ${String(at).padStart(3, '0')}` }),
  );

describe('pulling', () => {
  it('is over only after everybody heard that the list is whole', async () => {
    await logIn(page, user);
    const states: boolean[] = [];
    const stop = page.subscribe(['pull'], () => states.push(page.pullState().isRunning));
    server.pages.push({ loans: many(3, 'A'), gone: [] });
    await page.pull();
    stop();
    expect(states).toEqual([true]);
    expect(page.pullState().isRunning).toBe(false);
  });

  it('is over, and the next one runs, also where somebody who heard of it failed', async () => {
    await logIn(page, user);
    const stop = page.subscribe(['pull'], () => {
      throw new Error('not drawn');
    });
    server.pages.push({ loans: many(3, 'A'), gone: [] });
    await expect(page.pull()).rejects.toThrow('not drawn');
    stop();
    expect(page.pullState().isRunning).toBe(false);
    server.pages.push({ loans: many(2, 'B'), gone: [] });
    expect(await page.pull()).toMatchObject({ loans: 2 });
  });

  it('brings every page, and a change replaces the loan it changes', async () => {
    const first = many(150, 'A');
    server.pages.push({ loans: first, gone: [] }, { loans: many(130, 'B'), gone: [] });
    await logIn(page, user);
    expect(await page.searchLoans()).toHaveLength(280);
    const changed = first[3];
    if (changed === undefined) throw new Error('No loan to change.');
    server.pages.push({
      loans: [{ ...changed, loan: { ...changed.loan, Customer_Name: 'Changed', revision: 2 } }],
      gone: [],
    });
    await page.pull();
    expect(await page.searchLoans()).toHaveLength(280);
    expect(await names()).toContain('Changed');
    expect(await names()).not.toContain('A 003');
  });

  it('wipes a loan that went, its history too, but still delivers the work done on it', async () => {
    const [stays, goes] = [pulledLoan({ Customer_Name: 'Stays' }), pulledLoan()];
    server.pages.push({ loans: [stays, goes], gone: [] });
    await logIn(page, user);
    const { opId } = await page.saveOperation(visitOf(goes.loan._id));
    server.pages.push({ loans: [], gone: [goes.loan._id] });
    await page.pull();
    expect(await names()).toEqual(['Stays']);
    expect(await page.readLoan(goes.loan._id)).toBeNull();
    await page.deliverAuthor(user._id);
    expect(server.operations.map((one) => one.opId)).toEqual([opId]);
  });

  it('keeps of work on a loan that went what it came to, and nothing that was said', async () => {
    const goes = pulledLoan();
    server.pages.push({ loans: [goes], gone: [] });
    await logIn(page, user);
    const visit = visitOf(goes.loan._id);
    await page.saveOperation({ ...visit, body: { ...visit.body, remarks: 'At the shop' } });
    await page.deliverAuthor(user._id);
    server.pages.push({ loans: [], gone: [goes.loan._id] });
    await page.pull();
    const [sent] = await page.listOutbox();
    const { disposition } = visit.body;
    expect(sent).toMatchObject({ call: visit.call, state: 'sent', body: { disposition } });
    expect(sent?.body).not.toHaveProperty('remarks');
  });

  it('tells once which of its loans are over, over a restart and offline, until they come back', async () => {
    const [paid, elsewhere] = [pulledLoan({ Customer_Name: 'Paid' }), newId()];
    const { _id: loanId, Loan_ID } = paid.loan;
    const closing = (id: string) => ({
      loanId: id,
      Loan_ID,
      Customer_Name: 'Paid',
      reason: 'PAID',
    });
    server.pages.push({ loans: [paid], gone: [] });
    await logIn(page, user);
    await page.saveDraft(`visit:${loanId}`, { remarks: 'half filled' });
    server.pages.push({
      loans: [],
      gone: [loanId, elsewhere],
      closed: [closing(loanId), closing(elsewhere)],
    });
    await page.pull();
    expect(await names()).toEqual([]);
    server.pullsUntilKill = 0;
    await reload();
    await page.restoreSession();
    expect(await page.closedLoans()).toEqual([{ ...closing(loanId), isTold: false }]);
    expect(await page.readDraft(`visit:${loanId}`)).toEqual({ remarks: 'half filled' });
    await page.markClosedLoansTold();
    expect(await page.closedLoans()).toMatchObject([{ loanId, isTold: true }]);
    server.pullsUntilKill = Number.POSITIVE_INFINITY;
    server.pages.push({ loans: [paid], gone: [] });
    await page.pull();
    expect(await page.closedLoans()).toEqual([]);
  });

  it('tells of every loan that left, however many leave at once, and then remembers the newest', async () => {
    const loans = many(450, 'A');
    const taken = ({ loan: { _id, Loan_ID, Customer_Name } }: (typeof loans)[number]) => {
      return { loanId: _id, Loan_ID, Customer_Name, reason: 'ACTIVE' as const };
    };
    const leave = (some: typeof loans) =>
      server.pages.push({
        loans: [],
        gone: some.map(({ loan }) => loan._id),
        closed: some.map(taken),
      });
    server.pages.push({ loans, gone: [] });
    await logIn(page, user);
    leave(loans.slice(0, 200));
    leave(loans.slice(200, 400));
    await page.pull();
    const told = await page.closedLoans();
    expect(told).toHaveLength(400);
    expect(told.every(({ isTold }) => !isTold)).toBe(true);
    await page.markClosedLoansTold();
    leave(loans.slice(400));
    await page.pull();
    const later = await page.closedLoans();
    expect(later.map(({ isTold }) => isTold)).toEqual([
      ...Array.from({ length: 50 }, () => false),
      ...Array.from({ length: 200 }, () => true),
    ]);
  });

  it('asks for fewer loans at once when a line could not bring a page before the call was given up', async () => {
    await logIn(page, user);
    server.pages.push({ loans: many(5, 'A'), gone: [] }, { loans: many(5, 'B'), gone: [] });
    const { fetch } = globalThis;
    const limits: number[] = [];
    let passedMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const limit = Number(/pull\?.*limit=(\d+)/.exec(address)?.[1] ?? 0);
      if (limit > 0) limits.push(limit);
      passedMs += Math.min(limit * 400, 30_000);
      if (limit > 70) throw new DOMException('signal timed out', 'TimeoutError');
      return fetch(address, init);
    });
    await expect(page.pull()).rejects.toThrow('Network error');
    await page.pull();
    expect(await names()).toHaveLength(10);
    expect(limits.slice(0, 2)).toEqual([200, 50]);
    // What came slowly is followed by less still.
    expect(limits[2]).toBeLessThan(50);
  });

  it('goes on after a kill where it stopped', async () => {
    server.pages.push({ loans: many(5, 'A'), gone: [] });
    await logIn(page, user);
    server.pages.push({ loans: many(5, 'B'), gone: [] }, { loans: many(5, 'C'), gone: [] });
    server.pullsUntilKill = 1;
    await expect(page.pull()).rejects.toThrow('Network error');
    expect(await page.searchLoans()).toHaveLength(10);
    server.pullsUntilKill = Number.POSITIVE_INFINITY;
    await reload();
    await page.restoreSession();
    expect(await page.pull()).toEqual({ loans: 5, gone: 0, isHeldBack: false });
    expect(await page.searchLoans()).toHaveLength(15);
  });

  it('a first load that goes on counts from what it has brought before', async () => {
    server.pages.push({ loans: [pulledLoan(), pulledLoan()], gone: [] });
    server.pages.push({ loans: [pulledLoan()], gone: [] });
    server.pullsUntilKill = 1;
    await expect(logIn(page, user)).rejects.toThrow('Network error');
    server.pullsUntilKill = Number.POSITIVE_INFINITY;
    const done: number[] = [];
    await page.pull((progress) => void done.push(progress.done));
    expect(done.filter((count) => count > 0)).toEqual(expect.arrayContaining([2, 3]));
  });

  it('starts anew when the server was restored from a backup', async () => {
    server.pages.push({ loans: many(3, 'Old'), gone: [] });
    await logIn(page, user);
    server.epoch = newId();
    server.pages[0] = { loans: many(2, 'Restored'), gone: [] };
    await page.pull();
    expect(await names()).toEqual(['Restored 000', 'Restored 001']);
  });

  it('starts anew also when the restored server still takes the cursor', async () => {
    server.pages.push({ loans: many(3, 'Old'), gone: [] });
    await logIn(page, user);
    server.epoch = newId();
    server.knowsOldCursors = true;
    server.pages[0] = { loans: many(2, 'Restored'), gone: [] };
    await page.pull();
    expect(await names()).toEqual(['Restored 000', 'Restored 001']);
  });

  it('another tab sees what this one pulled', async () => {
    await logIn(page, user);
    const tab = await loadPage();
    await tab.restoreSession();
    expect(await tab.searchLoans()).toHaveLength(0);
    server.pages.push({ loans: many(2, 'A'), gone: [] });
    await page.pull();
    expect(await tab.searchLoans()).toHaveLength(2);
  });

  it('a thrown-away cache fills again, and the outbox keeps its work', async () => {
    server.pages.push({ loans: many(3, 'A'), gone: [] });
    await logIn(page, user);
    await page.saveOperation(visitOf(newId()));
    await page.dropCache(user._id);
    expect(await page.searchLoans()).toHaveLength(0);
    await page.pull();
    expect(await page.searchLoans()).toHaveLength(3);
    expect((await page.outboxSummary()).unsent).toBe(1);
  });
});
