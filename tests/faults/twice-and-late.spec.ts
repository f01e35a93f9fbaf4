import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { expectAllDelivered, serverProblems } from './support/check.ts';
import { anyFile, fault, fileDelivery, operationDelivery } from './support/faults.ts';
import { document, photo } from './support/sample-files.ts';
import { sharePhone } from './support/shared-phone.ts';
import { SOAK } from '../support/soak.ts';

/* The same arrives twice at once, or long after newer work. */

const always = { times: Infinity };
const shared = sharePhone();

async function mobileOf(loanId: string): Promise<string | undefined> {
  const result = await shared.lab.db.execute<{ mobile_number: string }>(
    sql`select mobile_number from loans where id = ${loanId}`,
  );
  return result.rows[0]?.mobile_number;
}

test('fault 7: a batch that arrives twice at once is done once', SOAK, async () => {
  const twice = shared.lab.proxy.inject({ ...operationDelivery, ...always }, fault.sentTwice);
  shared.lab.proxy.cut();
  const [one, other] = [shared.phone.freshLoan(), shared.phone.freshLoan()];
  await shared.phone.saveVisit(one);
  await shared.phone.saveVisit(one, { remarks: 'Second try at the door' });
  await shared.phone.saveVisit(other);
  await shared.phone.saveEdit(other, '9844444444');
  shared.lab.proxy.restore();
  await shared.phone.sendNow();
  await expectAllDelivered(shared.lab, shared.phone);
  expect(twice.hits()).toBeGreaterThan(0);
});

test('fault 7: files that arrive twice at once are stored once', SOAK, async () => {
  const twice = shared.lab.proxy.inject({ ...fileDelivery, ...always }, fault.sentTwice);
  await shared.phone.saveVisit(shared.phone.freshLoan(), {
    documents: [document(120_000), document(30_000)],
    photos: [await photo()],
  });
  await expectAllDelivered(shared.lab, shared.phone);
  expect(twice.hits()).toBeGreaterThan(1);
});

test('fault 8: deliveries that arrive long after newer ones change nothing', SOAK, async () => {
  const [loan, other] = [shared.phone.freshLoan(), shared.phone.freshLoan()];
  const late = shared.lab.proxy.inject({ ...operationDelivery, ...always }, fault.late);
  await shared.phone.saveVisit(loan);
  await shared.phone.saveEdit(loan, '9800000001');
  await shared.phone.failedToSend();
  late.remove();
  await shared.phone.saveVisit(other);
  await shared.phone.saveEdit(loan, '9800000002');
  await shared.phone.saveVisit(loan, { remarks: 'Later the same day' });
  await shared.phone.drained();
  expect(await mobileOf(loan.id)).toBe('9800000002');
  const statuses = await shared.lab.proxy.deliverLate();
  expect(statuses.length).toBeGreaterThan(0);
  expect(await mobileOf(loan.id)).toBe('9800000002');
  await expectAllDelivered(shared.lab, shared.phone);
});

test(
  'fault 8: what arrived late while the phone still waits is not done again by its next try',
  SOAK,
  async () => {
    const loan = shared.phone.freshLoan();
    const late = shared.lab.proxy.inject({ ...operationDelivery, ...always }, fault.late);
    await shared.phone.saveVisit(loan);
    await shared.phone.saveEdit(loan, '9800000003');
    await shared.phone.failedToSend();
    await shared.lab.proxy.deliverLate();
    await shared.lab.proxy.deliverLate();
    expect((await shared.phone.outbox()).operations.length).toBeGreaterThan(0);
    late.remove();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

test(
  'fault 8: a file that others overtake, and one that arrives again long after, are stored once',
  SOAK,
  async () => {
    const overtaken = shared.lab.proxy.inject({ ...anyFile }, { kind: 'overtaken', by: 2 });
    const documents = [document(100_000), document(20_000), document(20_000)];
    await shared.phone.saveVisit(shared.phone.freshLoan(), { documents });
    await shared.phone.drained();
    expect(overtaken.hits()).toBe(1);
    const late = shared.lab.proxy.inject({ ...fileDelivery, ...always }, fault.late);
    await shared.phone.saveVisit(shared.phone.freshLoan(), { documents: [document(50_000)] });
    await shared.phone.failedToSend();
    late.remove();
    await shared.phone.drained();
    for (const status of await shared.lab.proxy.deliverLate()) expect(status).toBe(200);
    expect(await serverProblems(shared.lab, shared.phone.ledger.entries)).toEqual([]);
    await expectAllDelivered(shared.lab, shared.phone);
  },
);
