import { expect, test } from '@playwright/test';
import { expectAllDelivered, serverProblems } from './support/check.ts';
import { anyFile, fault, fileDelivery, operationDelivery } from './support/faults.ts';
import { document, photo } from './support/sample-files.ts';
import { sharePhone } from './support/shared-phone.ts';
import { SOAK } from '../support/soak.ts';

/* What the phone sends gets lost, or the answer to it. */

const always = { times: Infinity };
const shared = sharePhone();

test(
  'fault 4: a delivery that never arrives is sent again by itself, in its order',
  SOAK,
  async () => {
    const loan = shared.phone.freshLoan();
    const lost = shared.lab.proxy.inject({ ...operationDelivery, ...always }, fault.requestLost);
    await shared.phone.saveVisit(loan);
    await shared.phone.saveVisit(loan, { remarks: 'Came back after lunch' });
    await shared.phone.saveEdit(loan, '9811111111');
    await shared.phone.failedToSend();
    expect((await shared.phone.outbox()).operations).toHaveLength(3);
    lost.remove();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

test('fault 4: files whose bytes never arrive follow their visit by themselves', SOAK, async () => {
  const lost = shared.lab.proxy.inject({ ...anyFile, ...always }, fault.requestLost);
  const documents = [document(40_000), document(600_000)];
  const { opId } = await shared.phone.saveVisit(shared.phone.freshLoan(), {
    documents,
    photos: [await photo()],
  });
  await shared.phone.failedToSend();
  expect((await shared.phone.outbox()).receipts.map((receipt) => receipt.opId)).toContain(opId);
  lost.remove();
  await expectAllDelivered(shared.lab, shared.phone);
});

test(
  'fault 5: work whose answer got lost after the commit stays on the phone until it is confirmed, and is done once',
  SOAK,
  async () => {
    const loan = shared.phone.freshLoan();
    const lost = shared.lab.proxy.inject({ ...operationDelivery, ...always }, fault.answerLost);
    const { opId } = await shared.phone.saveVisit(loan);
    await shared.phone.saveEdit(loan, '9822222222');
    await shared.phone.failedToSend();
    expect((await shared.phone.outbox()).operations).toHaveLength(2);
    const problems = async () =>
      (await serverProblems(shared.lab, shared.phone.ledger.entries)).join();
    await expect.poll(problems).not.toContain(opId);
    lost.remove();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

test(
  'fault 5: a file whose answer got lost after it was stored is confirmed without another copy',
  SOAK,
  async () => {
    const lost = shared.lab.proxy.inject({ ...fileDelivery, ...always }, fault.answerLost);
    const { files } = await shared.phone.saveVisit(shared.phone.freshLoan(), {
      documents: [document(90_000)],
      photos: [await photo()],
    });
    await shared.phone.failedToSend();
    const waiting = (await shared.phone.outbox()).files.filter(({ state }) => state === 'waiting');
    expect(waiting).toHaveLength(files.length);
    lost.remove();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

test(
  'fault 6: a 500 after the commit does not count as sent, and the repeat does nothing twice',
  SOAK,
  async () => {
    const loan = shared.phone.freshLoan();
    const broken = shared.lab.proxy.inject(
      { ...operationDelivery, ...always },
      fault.serverErrorAfterCommit,
    );
    const { opId } = await shared.phone.saveVisit(loan);
    await shared.phone.saveEdit(loan, '9833333333');
    await shared.phone.failedToSend();
    // Its next try may be under way when one looks.
    const answers = async () => {
      const { operations } = await shared.phone.outbox();
      return operations.map(({ state, answer }) => [state, answer?.status]);
    };
    await expect.poll(answers).toContainEqual(['queued', 500]);
    // The correction waits behind it; the visit itself was done.
    const problems = async () =>
      (await serverProblems(shared.lab, shared.phone.ledger.entries)).join();
    await expect.poll(problems).not.toContain(opId);
    broken.remove();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

test('fault 6: a 500 after a file was stored does not count as delivered', SOAK, async () => {
  const broken = shared.lab.proxy.inject(
    { ...fileDelivery, ...always },
    fault.serverErrorAfterCommit,
  );
  await shared.phone.saveVisit(shared.phone.freshLoan(), {
    documents: [document(90_000)],
    photos: [await photo()],
  });
  await shared.phone.failedToSend();
  expect(broken.hits()).toBeGreaterThan(0);
  broken.remove();
  await expectAllDelivered(shared.lab, shared.phone);
});
