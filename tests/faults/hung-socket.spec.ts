import { expect, test } from '@playwright/test';
import { startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { anyFile, fault, operationDelivery } from './support/faults.ts';
import { openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document, photo } from './support/sample-files.ts';
import { SOAK, soakUnless } from '../support/soak.ts';

/*
 * Nobody answers, and the connection stays open. The app gives up after a minute or more: here the page's time limits end
 * thirty times sooner, and only the page delivers.
 */

const always = { times: Infinity };
let lab: Lab;
let phone: AgentPhone;

test.beforeAll(async () => {
  lab = await openLab();
  phone = await startAgentPhone(lab, { loans: 10, hasSync: false, hurry: 30 });
});
test.afterAll(async () => {
  await phone?.close();
  await lab?.close();
});
test.afterEach(() => lab.proxy.heal());

for (const { name, what } of [
  { name: 'before the server got the work', what: fault.hung },
  { name: 'after the server did the work', what: fault.hungAfterCommit },
]) {
  test(
    `fault 23: a delivery that hangs ${name} is given up and sent again`,
    soakUnless(what.isDone),
    async () => {
      const loan = phone.freshLoan();
      const hung = lab.proxy.inject({ ...operationDelivery, ...always }, what);
      await phone.saveVisit(loan);
      await phone.saveEdit(loan, '9812345670');
      await phone.failedToSend();
      expect((await phone.outbox()).operations).toHaveLength(2);
      hung.remove();
      await expectAllDelivered(lab, phone);
    },
  );

  test(`fault 23: files that hang ${name} are given up and sent again`, SOAK, async () => {
    const hung = lab.proxy.inject({ ...anyFile, ...always }, what);
    await phone.saveVisit(phone.freshLoan(), {
      documents: [document(30_000), document(600_000)],
      photos: [await photo()],
    });
    await phone.failedToSend();
    hung.remove();
    await expectAllDelivered(lab, phone);
  });
}
