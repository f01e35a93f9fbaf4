import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Disposition } from '../../../contract/disposition.ts';
import { newId } from '../../../src/offline/id.ts';
import { beginAnew, page, server, user } from './one-phone.ts';
import { logIn, pulledLoan, visitOf } from './support.ts';

beforeEach(() => beginAnew());
afterEach(() => {
  vi.restoreAllMocks();
});

describe('own work over the pulled loans', () => {
  it('shows a waiting visit in the history, marked, and no more so once it came back', async () => {
    const row = pulledLoan();
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const loanId = row.loan._id;
    const { opId } = await page.saveOperation({
      ...visitOf(loanId),
      body: {
        loanId,
        disposition: 'PTP',
        promiseAmount: 4000,
        date: '25-11-2026',
        position: { missingReason: 'TIMEOUT' },
      },
    });
    const [waiting] = await page.loanHistory(loanId);
    expect(waiting).toMatchObject({
      waiting: 'queued',
      disposition: { _id: opId, disposition_class: 'PTP', date: '2026-11-25', promiseAmount: 4000 },
    });
    expect(await page.readLoan(loanId)).toMatchObject({
      isWaiting: true,
      loan: { disposition: 'PTP', promiseDate: '2026-11-25', promiseAmount: 4000 },
    });
    await page.deliverAuthor(user._id);
    expect((await page.loanHistory(loanId))[0]).toMatchObject({ waiting: null });
    expect(await page.readLoan(loanId)).toMatchObject({
      isWaiting: false,
      loan: { promiseDate: '2026-11-25' },
    });
    const stored = { ...waiting?.disposition, label: 'from the server' } as Disposition;
    server.pages.push({ loans: [{ ...row, dispositions: [stored] }], gone: [] });
    await page.pull();
    const history = await page.loanHistory(loanId);
    expect(history.map((entry) => entry.disposition.label)).toEqual(['from the server']);
  });

  it('knows the outcome of a call that was saved here, waiting and sent; its beginning is none', async () => {
    const row = pulledLoan();
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const loanId = row.loan._id;
    const callId = newId();
    const save = async (said: object) =>
      page.saveOperation({
        call: 'createCallDisposition',
        loanId,
        body: { _id: callId, loanId, ...said },
      });
    await save({ call_status: 'CALL_STARTED' });
    expect(await page.isOutcomeSaved(loanId, callId)).toBe(false);
    await save({ call_status: 'CALL_ENDED', disposition: 'RINGING' });
    expect(await page.isOutcomeSaved(loanId, callId)).toBe(true);
    await page.deliverAuthor(user._id);
    expect(await page.isOutcomeSaved(loanId, callId)).toBe(true);
    expect(await page.isOutcomeSaved(loanId, newId())).toBe(false);
    expect(await page.isOutcomeSaved(newId(), callId)).toBe(false);
  });

  it('says of a file that it is on the phone only until the server has it, before and after the visit came back', async () => {
    const row = pulledLoan();
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const loanId = row.loan._id;
    await page.saveOperation({
      ...visitOf(loanId),
      files: [
        {
          kind: 'photo',
          name: 'door.jpg',
          contentType: 'image/jpeg',
          bytes: new TextEncoder().encode('a door').buffer,
        },
      ],
    });
    const files = async () =>
      (await page.loanHistory(loanId)).flatMap(({ disposition }) => disposition.files);
    expect(await files()).toMatchObject([{ isDelivered: false }]);
    const before = await page.loanHistory(loanId);
    await page.deliverAuthor(user._id);
    expect(await files()).toMatchObject([{ isDelivered: true }]);
    // Pulled between the visit and its file.
    const dispositions = before.map(({ disposition }) => disposition);
    server.pages.push({ loans: [{ ...row, dispositions }], gone: [] });
    await page.pull();
    expect(await files()).toMatchObject([{ isDelivered: true }]);
  });

  it('shows a visit that waits for a manager for as long as that lasts, and counts none of it', async () => {
    const row = pulledLoan();
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const loanId = row.loan._id;
    const paid = { disposition: 'PARTIAL_PAID', amountCollected: 700, personMet: 'Borrower' };
    const { opId } = await page.saveOperation({
      ...visitOf(loanId),
      body: { loanId, ...paid, position: { missingReason: 'TIMEOUT' } },
    });
    await page.deliverAuthor(user._id);
    for (const days of [0, 4]) {
      vi.setSystemTime(Date.now() + days * 86_400_000);
      server.pages.push({ loans: [], gone: [], inReview: [opId] });
      await page.pull();
    }
    expect(await page.loanHistory(loanId)).toMatchObject([
      { waiting: 'review', disposition: { _id: opId, amountCollected: 700 } },
    ]);
    expect(await page.readLoan(loanId)).toMatchObject({
      isWaiting: false,
      loan: { disposition: null },
    });
    // Decided: what became of its loan comes only when the server can give it.
    server.pages.push({ loans: [], gone: [], inReview: [], isHeldBack: true });
    await page.pull();
    expect(await page.loanHistory(loanId)).toMatchObject([{ waiting: 'review' }]);
    // Refused: its author was told why, and it is in no history.
    server.pages.push({ loans: [], gone: [], inReview: [] });
    await page.pull();
    expect(await page.loanHistory(loanId)).toEqual([]);
  });

  it('says of a visit that a manager is to decide on it from its receipt on, in the outbox too', async () => {
    const row = pulledLoan({ Total_Due_Amount: 20_000, Unverified_Amount: 0 });
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const loanId = row.loan._id;
    const visit = visitOf(loanId);
    const money = { paymentMode: 'CHEQUE' as const, paymentReference: '000123' };
    const body = { ...visit.body, amountCollected: 8000, ...money };
    const { opId } = await page.saveOperation({ ...visit, body });
    server.takesForReview = true;
    await page.deliverAuthor(user._id);
    const expectInReview = async () => {
      expect(await page.loanHistory(loanId)).toMatchObject([
        { waiting: 'review', disposition: money },
      ]);
      expect((await page.readLoan(loanId))?.loan.Unverified_Amount).toBe(0);
      expect(await page.listOutbox()).toMatchObject([{ state: 'sent', reason: 'inReview' }]);
    };
    await expectInReview();
    vi.setSystemTime(Date.now() + 60_000);
    server.pages.push({ loans: [], gone: [], inReview: [opId] });
    await page.pull();
    await expectInReview();
    server.pages.push({ loans: [], gone: [], inReview: [] });
    await page.pull();
    expect(await page.listOutbox()).toMatchObject([{ state: 'sent', reason: 'sent' }]);
  });

  it('counts money once when a pull brings the visit before its receipt is here', async () => {
    const row = pulledLoan({ Total_Due_Amount: 20_000, Unverified_Amount: 0 });
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const loanId = row.loan._id;
    const visit = visitOf(loanId);
    const body = { ...visit.body, amountCollected: 8000, paymentMode: 'CASH' as const };
    await page.saveOperation({ ...visit, body });
    const unverified = async () => (await page.readLoan(loanId))?.loan.Unverified_Amount;
    expect(await unverified()).toBe(8000);
    const [own] = await page.loanHistory(loanId);
    const stored = { ...own?.disposition } as Disposition;
    const taken = { ...row.loan, Unverified_Amount: 8000, revision: 2 };
    server.pages.push({ loans: [{ ...row, loan: taken, dispositions: [stored] }], gone: [] });
    await page.pull();
    expect(await unverified()).toBe(8000);
    await page.deliverAuthor(user._id);
    expect(await unverified()).toBe(8000);
  });

  it.each([
    ['while the server holds its loan back', { heldBack: ['after'], clockMs: 0 }],
    ['with the clock three days back', { heldBack: [], clockMs: -3 * 86_400_000 }],
    ['with both at once', { heldBack: ['before', 'after'], clockMs: -3 * 86_400_000 }],
  ])('shows a delivered visit until a pull brought it, %s', async (_, { heldBack, clockMs }) => {
    const pullHeldBack = async (when: string) => {
      if (!heldBack.includes(when)) return;
      server.pages.push({ loans: [], gone: [], isHeldBack: true });
      await page.pull();
    };
    const row = pulledLoan({ Unverified_Amount: 0 });
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const loanId = row.loan._id;
    const now = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => now() + clockMs);
    const visit = visitOf(loanId);
    const body = { ...visit.body, amountCollected: 8000, paymentMode: 'CASH' as const };
    const { opId } = await page.saveOperation({ ...visit, body });
    await pullHeldBack('before');
    await page.deliverAuthor(user._id);
    // Another pull begins after the visit is on the server: by the clock it could have brought it.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await pullHeldBack('after');
    const shown = async () => ({
      history: (await page.loanHistory(loanId)).map(({ disposition }) => disposition._id),
      money: (await page.readLoan(loanId))?.loan.Unverified_Amount,
    });
    expect(await shown()).toEqual({ history: [opId], money: 8000 });
    const [own] = await page.loanHistory(loanId);
    const loan = { ...row.loan, Unverified_Amount: 8000, revision: 2 };
    const dispositions = [{ ...own?.disposition } as Disposition];
    server.pages.push({ loans: [{ ...row, loan, dispositions }], gone: [] });
    await page.pull();
    expect(await shown()).toEqual({ history: [opId], money: 8000 });
  });

  it('shows a visit whose cancelling was asked for here as such, its money until it is decided', async () => {
    const row = pulledLoan({ Total_Due_Amount: 5000, Unverified_Amount: 0 });
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const loanId = row.loan._id;
    const visit = visitOf(loanId);
    const { opId } = await page.saveOperation({
      ...visit,
      body: { ...visit.body, amountCollected: 1200, paymentMode: 'CASH' },
    });
    const [own] = await page.loanHistory(loanId);
    expect(own).toMatchObject({ isOwn: true, disposition: { receiptStanding: 'COLLECTED' } });
    await page.saveOperation({
      call: 'cancelReceipt',
      loanId,
      after: opId,
      body: { dispositionId: opId, reason: 'Wrong borrower' },
    });
    expect(await page.loanHistory(loanId)).toMatchObject([
      { disposition: { _id: opId, receiptStanding: 'CANCEL_ASKED' } },
    ]);
    expect((await page.readLoan(loanId))?.loan.Unverified_Amount).toBe(1200);
    await expect(
      page.saveOperation({ call: 'cancelReceipt', loanId, body: { reason: 'Nothing named' } }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('shows a waiting correction on the loan and finds it by the new phone number', async () => {
    const row = pulledLoan({ Mobile_Number: '9000000001' });
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    await page.saveOperation({
      call: 'editLoan',
      loanId: row.loan._id,
      body: { _id: row.loan._id, revision: 1, changes: { Mobile_Number: '98765 43210' } },
    });
    const [found] = await page.searchLoans({ text: '9876543210' });
    expect(found).toMatchObject({
      isWaiting: true,
      pendingEdits: { Mobile_Number: '98765 43210' },
      loan: { Mobile_Number: '98765 43210' },
    });
    await page.deliverAuthor(user._id);
    const sent = await page.readLoan(row.loan._id);
    expect(sent, 'not pulled back yet').toMatchObject({ loan: { Mobile_Number: '98765 43210' } });
    expect(sent?.pendingEdits).toEqual({});
  });

  it('refuses what breaks a rule of its call, naming the field, and saves nothing', async () => {
    await logIn(page, user);
    const loanId = newId();
    await expect(
      page.saveOperation({
        call: 'editLoan',
        loanId,
        body: { _id: loanId, revision: 1, changes: { Pincode: '12'.repeat(9) } },
      }),
    ).rejects.toMatchObject({ code: 'INVALID', details: [{ path: 'changes.Pincode' }] });
    expect((await page.outboxSummary()).unsent).toBe(0);
  });
});
