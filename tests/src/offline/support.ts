import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Disposition } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { newId } from '../../../src/offline/id.ts';
import { loggedInUser } from '../support/logged-in-user.ts';
import { factoryWithin } from './quota.ts';
import type { Quota } from './quota.ts';

// The server of these tests comes along.
export { FakeServer } from './fake-server.ts';
export type { Fault } from './fake-faults.ts';

/** A user of this test's own, so that tests don't meet in one database. */
export function newUser(name = 'asha'): LoggedInUser {
  return {
    ...loggedInUser(name),
    _id: newId(),
    username: `${name}-${newId().slice(-8)}`,
  };
}

/** A visit as the form gives it. */
export function visitOf(loanId: string, remarks = 'met at home') {
  return {
    call: 'createFieldDisposition' as const,
    loanId,
    body: { loanId, disposition: 'MET', remarks, position: { missingReason: 'DENIED' as const } },
  };
}

/** A photo of a visit as the form gives it. */
export const photoOf = (bytes = 500, fill = 7) => ({
  kind: 'photo' as const,
  name: 'door.jpg',
  contentType: 'image/jpeg',
  bytes: new Uint8Array(bytes).fill(fill).buffer,
});

/** A phone that never saw the app, whose storage may have an end. */
export async function newPhone(quota?: Quota): Promise<Page> {
  globalThis.indexedDB = quota === undefined ? new IDBFactory() : factoryWithin(quota);
  // Dexie lives outside the modules that are loaded anew, and took note of the first factory.
  Dexie.dependencies.indexedDB = globalThis.indexedDB;
  return loadPage();
}

/** The heart as a freshly loaded page has it: databases stay, memory is new. */
export async function loadPage() {
  vi.resetModules();
  // The product's number of rounds takes a second on a busy machine.
  vi.doMock('../../../src/offline/key-rounds.ts', () => ({ KEY_ROUNDS: 1000 }));
  return {
    ...(await import('../../../src/offline/session.ts')),
    ...(await import('../../../src/offline/signals.ts')),
    ...(await import('../../../src/offline/operation-save.ts')),
    ...(await import('../../../src/offline/outbox.ts')),
    ...(await import('../../../src/offline/outbox-summary.ts')),
    ...(await import('../../../src/offline/outbox-export.ts')),
    ...(await import('../../../src/offline/delivery.ts')),
    ...(await import('../../../src/offline/loan-index.ts')),
    ...(await import('../../../src/offline/loan-history.ts')),
    ...(await import('../../../src/offline/pull.ts')),
    ...(await import('../../../src/offline/drafts.ts')),
    ...(await import('../../../src/offline/begun-visits.ts')),
    ...(await import('../../../src/offline/lost-forms.ts')),
    ...(await import('../../../src/offline/closed-loans.ts')),
    ...(await import('../../../src/offline/outbox-database.ts')),
    ...(await import('../../../src/offline/cache-database.ts')),
    ...(await import('../../../src/offline/database-notice.ts')),
    ...(await import('../../../src/offline/storage.ts')),
    ...(await import('../../../src/offline/vault.ts')),
    ...(await import('../../../src/offline/vault-password.ts')),
    ...(await import('../../../src/offline/quick-unlock.ts')),
    ...(await import('../../../src/offline/quick-unlock-record.ts')),
  };
}

/** The heart of one page. */
export type Page = Awaited<ReturnType<typeof loadPage>>;

/** Logs a user in online, as the app does; the session's token is the user's id. */
export async function logIn(page: Page, user: LoggedInUser, password = 'secret-1'): Promise<void> {
  const token = { getItem: () => user._id };
  vi.stubGlobal('localStorage', token);
  await page.onLogin({ user, password });
  await page.pull();
  // The delivery that the login started must not race the test's own.
  await page.deliverAll();
}

/** A loan as a pull brings it. */
export function pulledLoan(change: Partial<LoanDetail> = {}) {
  const id = change._id ?? newId();
  const text = [
    'Mobile_Number Alternate_Mobile_Number Email Address City State Pincode Region Branch Product',
    'Bucket DPD Loan_Amount EMI_Amount Principal_Outstanding Interest_Outstanding Penalty_Amount',
    'Total_Due_Amount Disbursal_Date Due_Date Last_Payment_Date Last_Payment_Amount Latitude',
    'Longitude collectorId managerId fieldAgentId collectorName managerName fieldAgentName visitDate',
    'disposition disposition_class disCreatedAt promiseDate promiseAmount convoxid dialledNumber batchNo periodEndsOn',
  ].join(' ');
  const empty = Object.fromEntries(text.split(' ').map((field) => [field, null]));
  const loan = {
    ...empty,
    _id: id,
    Loan_ID: `LN-${id.slice(-6)}`,
    Client_Name: 'Alpha Finance',
    Customer_Name: 'Ravi Kumar',
    revision: 1,
    status: 'ACTIVE',
    Paid_Amount: 0,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    otherColumns: {},
    ...change,
  } as LoanDetail;
  return { loan, dispositions: [] as Disposition[], allocationId: newId(), mark: '100' };
}
