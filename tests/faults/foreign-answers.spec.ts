import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { goInside } from '../e2e/support/page-watch.ts';
import { startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { anyFile, anything, fault, operationDelivery, redirectTo } from './support/faults.ts';
import { openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document, photo } from './support/sample-files.ts';
import { SOAK } from '../support/soak.ts';

/* Somebody else answers in the server's place, or only half of its answer comes through. */

const always = { times: Infinity };
let lab: Lab;
let phone: AgentPhone;
/** A login page of somebody else's. */
let foreign: Server;
let foreignUrl: string;
let foreignRequests = 0;

test.beforeAll(async () => {
  lab = await openLab();
  phone = await startAgentPhone(lab, { loans: 20 });
  foreign = createServer((_request, answer) => {
    foreignRequests += 1;
    answer.setHeader('access-control-allow-origin', '*');
    answer.end('<h1>Log in to this network</h1>');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/login`;
});
test.afterAll(async () => {
  await phone?.close();
  foreign?.close();
  await lab?.close();
});
test.afterEach(() => lab.proxy.heal());

const portalWords = /A login page or proxy of this network answered instead of the server/;

test(
  'fault 12: behind a captive portal nothing counts as sent, and the outbox says who answered',
  SOAK,
  async () => {
    const loan = phone.freshLoan();
    lab.proxy.inject({ ...anything, ...always }, fault.captivePortal);
    await phone.saveVisit(loan, { documents: [document(30_000)] });
    await phone.saveEdit(loan, '9855555555');
    await phone.failedToSend();
    expect((await phone.outbox()).operations).toHaveLength(2);
    await goInside(phone.page(), '/outbox');
    await expect(phone.page().getByText(portalWords).first()).toBeVisible();
    lab.proxy.heal();
    await expectAllDelivered(lab, phone);
  },
);

test(
  'fault 12: a portal that begins after the visit was delivered does not swallow its files',
  SOAK,
  async () => {
    const portal = lab.proxy.inject({ ...anyFile, ...always }, fault.captivePortal);
    await phone.saveVisit(phone.freshLoan(), {
      documents: [document(40_000), document(600_000)],
      photos: [await photo()],
    });
    await phone.failedToSend();
    const { files } = await phone.outbox();
    expect(files.filter(({ state }) => state === 'waiting')).toHaveLength(3);
    portal.remove();
    await expectAllDelivered(lab, phone);
  },
);

test('fault 13: a redirect to a foreign login is not followed and not believed', SOAK, async () => {
  const loan = phone.freshLoan();
  const away = redirectTo(foreignUrl);
  const redirects = [operationDelivery, anyFile].map((match) =>
    lab.proxy.inject({ ...match, ...always }, away),
  );
  await phone.saveVisit(loan);
  await phone.saveEdit(loan, '9866666666');
  await phone.failedToSend();
  expect((await phone.outbox()).operations).toHaveLength(2);
  for (const redirect of redirects) redirect.remove();
  await expectAllDelivered(lab, phone);
  expect(foreignRequests, 'neither work nor a token went there').toBe(0);
});

test('fault 13: files are not sent after a redirect either', SOAK, async () => {
  const redirect = lab.proxy.inject({ ...anyFile, ...always }, redirectTo(foreignUrl));
  await phone.saveVisit(phone.freshLoan(), {
    documents: [document(40_000), document(600_000)],
  });
  await phone.failedToSend();
  redirect.remove();
  await expectAllDelivered(lab, phone);
  expect(foreignRequests, 'neither bytes nor a token went there').toBe(0);
});

for (const { name, what } of [
  { name: 'cut to half its length', what: fault.truncatedJson },
  { name: 'broken off by the connection', what: fault.brokenAnswer },
]) {
  test(`fault 14: an answer ${name} confirms nothing`, SOAK, async () => {
    const loan = phone.freshLoan();
    const broken = lab.proxy.inject({ ...operationDelivery, ...always }, what);
    await phone.saveVisit(loan);
    await phone.saveEdit(loan, '9877777777');
    await phone.failedToSend();
    expect((await phone.outbox()).operations.length).toBeGreaterThan(0);
    broken.remove();
    await expectAllDelivered(lab, phone);
  });

  test(`fault 14: a file's answer ${name} does not make it delivered`, SOAK, async () => {
    const broken = lab.proxy.inject({ ...anyFile, method: 'PUT', ...always }, what);
    await phone.saveVisit(phone.freshLoan(), {
      documents: [document(40_000)],
      photos: [await photo()],
    });
    await phone.failedToSend();
    const { files } = await phone.outbox();
    expect(files.filter(({ state }) => state === 'waiting')).toHaveLength(2);
    broken.remove();
    await expectAllDelivered(lab, phone);
  });
}
