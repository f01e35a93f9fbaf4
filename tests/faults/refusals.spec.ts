import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { goInside } from '../e2e/support/page-watch.ts';
import { logInAgent, startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import {
  anyFile,
  fault,
  fileDelivery,
  largerThan,
  operationDelivery,
  refusalOf,
  tooMany,
} from './support/faults.ts';
import type { RequestMatch } from './support/faults.ts';
import { openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document, photo } from './support/sample-files.ts';

/* The server, or something before it, says no. */

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

async function logInAgain(): Promise<void> {
  await goInside(phone.page(), '/logout');
  await expect(phone.page()).toHaveURL(/login/);
  await logInAgent(phone.page(), lab.proxy.url, phone.agent);
}

test('fault 15: a 401 in the middle pauses the queue, says so, and everything goes on after a login', async () => {
  const loan = phone.freshLoan();
  await phone.saveVisit(loan);
  await phone.drained();
  const refused = lab.proxy.inject({ ...operationDelivery, ...always }, fault.unauthorised);
  await phone.saveVisit(loan, { remarks: 'After the token ended' });
  await phone.saveEdit(loan, '9888888888');
  await refused.happened();
  await goInside(phone.page(), '/outbox');
  await expect(phone.page().getByText(/paused: log in again/i)).toBeVisible();
  refused.remove();
  expect((await phone.outbox()).operations).toHaveLength(2);
  await logInAgain();
  await expectAllDelivered(lab, phone);
});

test('fault 15: a 401 between a visit and its files keeps the files until the next login', async () => {
  const refused = lab.proxy.inject({ ...anyFile, ...always }, fault.unauthorised);
  await phone.saveVisit(phone.freshLoan(), {
    documents: [document(40_000), document(600_000)],
    photos: [await photo()],
  });
  await expect.poll(async () => (await phone.outbox()).delivery?.pause).toBe('login');
  refused.remove();
  const { files } = await phone.outbox();
  expect(files.filter(({ state }) => state === 'waiting')).toHaveLength(3);
  await logInAgain();
  await expectAllDelivered(lab, phone);
});

/** As if the loan had been taken away so long ago that nobody can work on it in good faith any more. */
async function takeAway(loanId: string): Promise<void> {
  await lab.db.execute(sql`update loans set field_agent_id = null where id = ${loanId}`);
  await lab.db.execute(sql`update allocations set allocated_at = now() - interval '40 days',
    ended_at = now() - interval '30 days' where loan_id = ${loanId}`);
}

async function giveBack(loanId: string): Promise<void> {
  await lab.db.execute(
    sql`update loans set field_agent_id = ${phone.agent.id} where id = ${loanId}`,
  );
  await lab.db.execute(sql`update allocations set ended_at = null where loan_id = ${loanId}`);
}

test('fault 20: one operation that the server refuses waits for a person with its reason, and all others go on', async () => {
  const [poisoned, other, another] = [phone.freshLoan(), phone.freshLoan(), phone.freshLoan()];
  lab.proxy.cut();
  await phone.saveVisit(other);
  const poison = await phone.saveVisit(poisoned, { documents: [document(30_000)] });
  const behind = await phone.saveVisit(poisoned, { remarks: 'A second time' });
  await phone.saveVisit(other, { remarks: 'And once more', documents: [document(30_000)] });
  await phone.saveEdit(another, '9899999999');
  await takeAway(poisoned.id);
  lab.proxy.restore();
  await phone.sendNow();
  await expectAllDelivered(lab, phone, {
    parked: [
      { opId: poison.opId, reason: /The server did not allow it/ },
      { opId: behind.opId, reason: /Waits behind an item of this loan/ },
    ],
  });
  await giveBack(poisoned.id);
  await phone.page().getByRole('button', { name: 'Try again' }).first().click();
  await expectAllDelivered(lab, phone);
});

test('fault 20: an operation for which whole deliveries are refused is found, and holds up nobody else', async () => {
  const [first, second, third] = [phone.freshLoan(), phone.freshLoan(), phone.freshLoan()];
  lab.proxy.cut();
  await phone.saveVisit(first);
  const poison = await phone.saveVisit(second);
  await phone.saveVisit(third);
  await phone.saveVisit(first, { remarks: 'Again' });
  const refused = lab.proxy.inject({ ...operationDelivery, ...always }, refusalOf(poison.opId));
  lab.proxy.restore();
  await phone.sendNow();
  await expectAllDelivered(lab, phone, {
    parked: [{ opId: poison.opId, reason: /The server refused it/ }],
  });
  refused.remove();
  await phone.page().getByRole('button', { name: 'Try again' }).click();
  await expectAllDelivered(lab, phone);
});

test('fault 21: a proxy that takes only small requests gets small batches, in their order', async () => {
  lab.proxy.cut();
  const [one, other] = [phone.freshLoan(), phone.freshLoan()];
  for (const remarks of ['First', 'Second', 'Third', 'Fourth'])
    for (const loan of [one, other]) await phone.saveVisit(loan, { remarks });
  const limit = lab.proxy.inject({ ...operationDelivery, ...always }, largerThan(5000));
  lab.proxy.restore();
  await phone.sendNow();
  await expectAllDelivered(lab, phone);
  const answers = lab.proxy.seen(operationDelivery).map(({ status }) => status);
  expect(answers).toContain(413);
  expect(limit.hits()).toBeGreaterThan(2);
});

test('fault 21: files too large for a proxy wait, and go once it takes them', async () => {
  const limit = lab.proxy.inject({ ...anyFile, ...always }, largerThan(20_000));
  await phone.saveVisit(phone.freshLoan(), {
    documents: [document(10_000), document(60_000), document(600_000)],
  });
  await phone.failedToSend();
  limit.remove();
  await expectAllDelivered(lab, phone);
});

/** From the last 429 to the next request of the same kind, milliseconds. */
function pauseAfterRefusal(match: RequestMatch): number {
  const seen = lab.proxy.seen(match);
  const refused = seen.findLastIndex(({ status }) => status === 429);
  return (seen[refused + 1]?.at ?? 0) - (seen[refused]?.at ?? Infinity);
}

test('fault 22: after a 429 nothing is sent before its time is over, though more is saved', async () => {
  const loan = phone.freshLoan();
  const busy = lab.proxy.inject(operationDelivery, tooMany(6));
  await phone.saveVisit(loan);
  await phone.saveVisit(loan, { remarks: 'Meanwhile' });
  await expectAllDelivered(lab, phone);
  expect(busy.hits()).toBe(1);
  expect(pauseAfterRefusal(operationDelivery)).toBeGreaterThanOrEqual(6000);
});

test('fault 22: a 429 for a file holds the files back for its time, by a proxy that is not ours', async () => {
  const busy = lab.proxy.inject(fileDelivery, tooMany(4, false));
  await phone.saveVisit(phone.freshLoan(), { documents: [document(30_000)] });
  await expectAllDelivered(lab, phone);
  expect(busy.hits()).toBe(1);
  expect(pauseAfterRefusal(fileDelivery)).toBeGreaterThanOrEqual(4000);
});

// Last: what it leaves behind stays on the phone.
test('fault 20: a file that the server refuses waits for a person; its visit and the other files are there', async () => {
  const noPdf = { ...document(0), buffer: Buffer.from('No PDF, whatever its name says.') };
  const { files } = await phone.saveVisit(phone.freshLoan(), {
    documents: [document(40_000), noPdf, document(300_000)],
  });
  const refused = files.filter(({ size }) => size === noPdf.buffer.length);
  expect(refused).toHaveLength(1);
  await expectAllDelivered(lab, phone, {
    refusedFiles: refused.map(({ fileId }) => ({ fileId, reason: /refused a file/ })),
  });
});
