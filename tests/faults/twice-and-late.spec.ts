import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered, serverProblems } from './support/check.ts';
import { anyFile, fault, fileDelivery, operationDelivery } from './support/faults.ts';
import { openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document, photo } from './support/sample-files.ts';

/* The same arrives twice at once, or long after newer work. */

const always = { times: Infinity };
let lab: Lab;
let phone: AgentPhone;

test.beforeAll(async () => {
  lab = await openLab();
  phone = await startAgentPhone(lab, { loans: 20 });
});
test.afterAll(async () => {
  await phone?.close();
  await lab?.close();
});
test.afterEach(() => lab.proxy.heal());

async function mobileOf(loanId: string): Promise<string | undefined> {
  const result = await lab.db.execute<{ mobile_number: string }>(
    sql`select mobile_number from loans where id = ${loanId}`,
  );
  return result.rows[0]?.mobile_number;
}

test('fault 7: a batch that arrives twice at once is done once', async () => {
  const twice = lab.proxy.inject({ ...operationDelivery, ...always }, fault.sentTwice);
  lab.proxy.cut();
  const [one, other] = [phone.freshLoan(), phone.freshLoan()];
  await phone.saveVisit(one);
  await phone.saveVisit(one, { remarks: 'Second try at the door' });
  await phone.saveVisit(other);
  await phone.saveEdit(other, '9844444444');
  lab.proxy.restore();
  await phone.sendNow();
  await expectAllDelivered(lab, phone);
  expect(twice.hits()).toBeGreaterThan(0);
});

test('fault 7: files that arrive twice at once are stored once', async () => {
  const twice = lab.proxy.inject({ ...fileDelivery, ...always }, fault.sentTwice);
  await phone.saveVisit(phone.freshLoan(), {
    documents: [document(120_000), document(30_000)],
    photos: [await photo()],
  });
  await expectAllDelivered(lab, phone);
  expect(twice.hits()).toBeGreaterThan(1);
});

test('fault 8: deliveries that arrive long after newer ones change nothing', async () => {
  const [loan, other] = [phone.freshLoan(), phone.freshLoan()];
  const late = lab.proxy.inject({ ...operationDelivery, ...always }, fault.late);
  await phone.saveVisit(loan);
  await phone.saveEdit(loan, '9800000001');
  await phone.failedToSend();
  late.remove();
  await phone.saveVisit(other);
  await phone.saveEdit(loan, '9800000002');
  await phone.saveVisit(loan, { remarks: 'Later the same day' });
  await phone.drained();
  expect(await mobileOf(loan.id)).toBe('9800000002');
  const statuses = await lab.proxy.deliverLate();
  expect(statuses.length).toBeGreaterThan(0);
  expect(await mobileOf(loan.id)).toBe('9800000002');
  await expectAllDelivered(lab, phone);
});

test('fault 8: what arrived late while the phone still waits is not done again by its next try', async () => {
  const loan = phone.freshLoan();
  const late = lab.proxy.inject({ ...operationDelivery, ...always }, fault.late);
  await phone.saveVisit(loan);
  await phone.saveEdit(loan, '9800000003');
  await phone.failedToSend();
  await lab.proxy.deliverLate();
  await lab.proxy.deliverLate();
  expect((await phone.outbox()).operations.length).toBeGreaterThan(0);
  late.remove();
  await expectAllDelivered(lab, phone);
});

test('fault 8: a file that others overtake, and one that arrives again long after, are stored once', async () => {
  const overtaken = lab.proxy.inject({ ...anyFile }, { kind: 'overtaken', by: 2 });
  const documents = [document(100_000), document(20_000), document(20_000)];
  await phone.saveVisit(phone.freshLoan(), { documents });
  await phone.drained();
  expect(overtaken.hits()).toBe(1);
  const late = lab.proxy.inject({ ...fileDelivery, ...always }, fault.late);
  await phone.saveVisit(phone.freshLoan(), { documents: [document(50_000)] });
  await phone.failedToSend();
  late.remove();
  await phone.drained();
  for (const status of await lab.proxy.deliverLate()) expect(status).toBe(200);
  expect(await serverProblems(lab, phone.ledger.entries)).toEqual([]);
  await expectAllDelivered(lab, phone);
});
