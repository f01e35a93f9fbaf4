import { beforeEach, describe, expect, it } from 'vitest';
import type { Disposition } from '../../../contract/disposition.ts';
import { addDays, today } from '../../../src/lib/dates.ts';
import { newId } from '../../../src/offline/id.ts';
import { beginAnew, page, reload, server, user } from './one-phone.ts';
import { logIn, pulledLoan, visitOf } from './support.ts';

beforeEach(() => beginAnew());

// The heart is loaded anew for each page: so is this part of it.
const ownAlerts = async () => (await import('../../../src/offline/own-alerts.ts')).ownAlerts();
const dismiss = async (id: string) =>
  (await import('../../../src/offline/own-alerts.ts')).dismissOwnAlert(id);

const YESTERDAY = addDays(today(), -1);
const LONG_AGO = `${addDays(today(), -5)}T06:00:00.000Z`;

/** A visit of the history, made by the user unless told. */
const past = (loanId: string, change: Partial<Disposition>): Disposition => ({
  _id: newId(),
  dispositionId: newId(),
  loanId,
  Loan_ID: 'LN-1',
  Customer_Name: 'Ravi Kumar',
  Client_Name: 'Alpha Finance',
  channel: 'FIELD',
  collectorId: null,
  fieldAgentId: user._id,
  Agent_Name: 'asha',
  code: 'PTP',
  label: 'Promise to pay',
  disposition_class: 'PTP',
  call_status: null,
  duration: null,
  recordlink: null,
  personMet: null,
  remarks: null,
  amountCollected: null,
  promiseAmount: 4000,
  date: YESTERDAY,
  time: '16:30',
  position: null,
  files: [],
  disCreatedAt: LONG_AGO,
  createdAt: LONG_AGO,
  updatedAt: LONG_AGO,
  ...change,
});

/** A pulled loan with contacts in its history. */
async function withHistory(...contacts: Partial<Disposition>[]) {
  const row = pulledLoan({ disCreatedAt: LONG_AGO, disposition_class: 'PTP' });
  const dispositions = contacts.map((change) => past(row.loan._id, change));
  server.pages.push({ loans: [{ ...row, dispositions }], gone: [] });
  await logIn(page, user);
  return { loanId: row.loan._id, dispositions };
}

describe("a field agent's alerts", () => {
  it('come from the promises of the history, with their day and time', async () => {
    const { loanId, dispositions } = await withHistory({});
    expect(await ownAlerts()).toMatchObject([
      {
        id: dispositions[0]?._id,
        loanId,
        alertType: 'PTP',
        alertTime: '04:30 PM',
        customerName: 'Ravi Kumar',
        isFieldDisposition: false,
        dueAt: `${YESTERDAY}T11:00:00.000Z`,
      },
    ]);
  });

  it("are not made of other people's contacts, nor of contacts without an appointment", async () => {
    await withHistory(
      { fieldAgentId: newId() },
      { disposition_class: 'REFUSED', date: null, time: null },
    );
    expect(await ownAlerts()).toEqual([]);
  });

  it('begin with the working day when no time was named', async () => {
    await withHistory({ time: null });
    const [alert] = await ownAlerts();
    expect(alert).toMatchObject({ alertTime: '', dueAt: `${YESTERDAY}T03:30:00.000Z` });
  });

  it('are those of the newest promise, and gone once the agent was there after it fell due', async () => {
    const newer = { disCreatedAt: `${addDays(today(), -3)}T06:00:00.000Z`, time: '18:00' };
    const { loanId } = await withHistory({}, newer);
    expect(await ownAlerts()).toMatchObject([{ alertTime: '06:00 PM' }]);
    await page.saveOperation(visitOf(loanId));
    expect(await ownAlerts()).toEqual([]);
  });

  it('come from a visit that still waits on this phone', async () => {
    const row = pulledLoan();
    server.pages.push({ loans: [row], gone: [] });
    await logIn(page, user);
    const body = {
      loanId: row.loan._id,
      disposition: 'PTP',
      promiseAmount: 4000,
      date: addDays(today(), 1),
      time: '10:15 AM',
      position: { missingReason: 'DENIED' as const },
    };
    const { opId } = await page.saveOperation({ ...visitOf(row.loan._id), body });
    expect(await ownAlerts()).toMatchObject([{ id: opId, alertTime: '10:15 AM' }]);
  });

  it('stay away once deactivated: after a reload, and after logging out and in again', async () => {
    const { dispositions } = await withHistory({});
    await dismiss(dispositions[0]?._id ?? '');
    expect(await ownAlerts()).toEqual([]);
    await reload();
    await page.restoreSession();
    expect(await ownAlerts()).toEqual([]);
    await page.onLogout();
    await expect(ownAlerts()).rejects.toMatchObject({ code: 'LOCKED' });
    await reload();
    await page.unlockOffline(user.username, 'secret-1');
    expect(await ownAlerts()).toEqual([]);
  });
});
