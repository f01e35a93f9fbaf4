import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { goInside } from '../e2e/support/page-watch.ts';
import { logInAgent } from './support/agent-phone.ts';
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
import { document, photo } from './support/sample-files.ts';
import { sharePhone } from './support/shared-phone.ts';
import { SOAK } from '../support/soak.ts';

/* The server, or something before it, says no. */

const always = { times: Infinity };
const shared = sharePhone();

async function logInAgain(): Promise<void> {
  await goInside(shared.phone.page(), '/logout');
  await expect(shared.phone.page()).toHaveURL(/login/);
  await logInAgent(shared.phone.page(), shared.lab.proxy.url, shared.phone.agent);
}

test(
  'fault 15: a 401 in the middle pauses the queue, says so, and everything goes on after a login',
  SOAK,
  async () => {
    const loan = shared.phone.freshLoan();
    await shared.phone.saveVisit(loan);
    await shared.phone.drained();
    const refused = shared.lab.proxy.inject(
      { ...operationDelivery, ...always },
      fault.unauthorised,
    );
    await shared.phone.saveVisit(loan, { remarks: 'After the token ended' });
    await shared.phone.saveEdit(loan, '9888888888');
    await refused.happened();
    await goInside(shared.phone.page(), '/outbox');
    await expect(shared.phone.page().getByText(/paused: log in again/i)).toBeVisible();
    refused.remove();
    expect((await shared.phone.outbox()).operations).toHaveLength(2);
    await logInAgain();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

test(
  'fault 15: a 401 between a visit and its files keeps the files until the next login',
  SOAK,
  async () => {
    const refused = shared.lab.proxy.inject({ ...anyFile, ...always }, fault.unauthorised);
    await shared.phone.saveVisit(shared.phone.freshLoan(), {
      documents: [document(40_000), document(600_000)],
      photos: [await photo()],
    });
    await expect.poll(async () => (await shared.phone.outbox()).delivery?.pause).toBe('login');
    refused.remove();
    const { files } = await shared.phone.outbox();
    expect(files.filter(({ state }) => state === 'waiting')).toHaveLength(3);
    await logInAgain();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

/** As if the loan had been taken away so long ago that nobody can work on it in good faith any more. */
async function takeAway(loanId: string): Promise<void> {
  await shared.lab.db.execute(sql`update loans set field_agent_id = null where id = ${loanId}`);
  await shared.lab.db.execute(sql`update allocations set allocated_at = now() - interval '40 days',
    ended_at = now() - interval '30 days' where loan_id = ${loanId}`);
}

async function giveBack(loanId: string): Promise<void> {
  await shared.lab.db.execute(
    sql`update loans set field_agent_id = ${shared.phone.agent.id} where id = ${loanId}`,
  );
  await shared.lab.db.execute(
    sql`update allocations set ended_at = null where loan_id = ${loanId}`,
  );
}

test(
  'fault 20: one operation that the server refuses waits for a person with its reason, and all others go on',
  SOAK,
  async () => {
    const [poisoned, other, another] = [
      shared.phone.freshLoan(),
      shared.phone.freshLoan(),
      shared.phone.freshLoan(),
    ];
    shared.lab.proxy.cut();
    await shared.phone.saveVisit(other);
    const poison = await shared.phone.saveVisit(poisoned, { documents: [document(30_000)] });
    const behind = await shared.phone.saveVisit(poisoned, { remarks: 'A second time' });
    await shared.phone.saveVisit(other, {
      remarks: 'And once more',
      documents: [document(30_000)],
    });
    await shared.phone.saveEdit(another, '9899999999');
    await takeAway(poisoned.id);
    shared.lab.proxy.restore();
    await shared.phone.sendNow();
    await expectAllDelivered(shared.lab, shared.phone, {
      parked: [
        { opId: poison.opId, reason: /The server did not allow it/ },
        { opId: behind.opId, reason: /Waits behind an item of this loan/ },
      ],
    });
    await giveBack(poisoned.id);
    await shared.phone.page().getByRole('button', { name: 'Try again' }).first().click();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

test(
  'fault 20: an operation for which whole deliveries are refused is found, and holds up nobody else',
  SOAK,
  async () => {
    const [first, second, third] = [
      shared.phone.freshLoan(),
      shared.phone.freshLoan(),
      shared.phone.freshLoan(),
    ];
    shared.lab.proxy.cut();
    await shared.phone.saveVisit(first);
    const poison = await shared.phone.saveVisit(second);
    await shared.phone.saveVisit(third);
    await shared.phone.saveVisit(first, { remarks: 'Again' });
    const refused = shared.lab.proxy.inject(
      { ...operationDelivery, ...always },
      refusalOf(poison.opId),
    );
    shared.lab.proxy.restore();
    await shared.phone.sendNow();
    await expectAllDelivered(shared.lab, shared.phone, {
      parked: [{ opId: poison.opId, reason: /The server refused it/ }],
    });
    refused.remove();
    await shared.phone.page().getByRole('button', { name: 'Try again' }).click();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

test(
  'fault 21: a proxy that takes only small requests gets small batches, in their order',
  SOAK,
  async () => {
    shared.lab.proxy.cut();
    const [one, other] = [shared.phone.freshLoan(), shared.phone.freshLoan()];
    for (const remarks of ['First', 'Second', 'Third', 'Fourth'])
      for (const loan of [one, other]) await shared.phone.saveVisit(loan, { remarks });
    const limit = shared.lab.proxy.inject({ ...operationDelivery, ...always }, largerThan(5000));
    shared.lab.proxy.restore();
    await shared.phone.sendNow();
    await expectAllDelivered(shared.lab, shared.phone);
    const answers = shared.lab.proxy.seen(operationDelivery).map(({ status }) => status);
    expect(answers).toContain(413);
    expect(limit.hits()).toBeGreaterThan(2);
  },
);

test(
  'fault 21: files too large for a proxy go in smaller parts, or once it takes them',
  SOAK,
  async () => {
    const { proxy } = shared.lab;
    const limit = proxy.inject({ ...anyFile, ...always }, largerThan(20_000));
    const before = proxy.requests.length;
    await shared.phone.saveVisit(shared.phone.freshLoan(), {
      documents: [document(10_000), document(60_000), document(600_000)],
    });
    // What was refused may be through in smaller parts before anybody looks.
    const isRefused = () =>
      proxy.seen(anyFile).some(({ number, status }) => number >= before && status === 413);
    await expect.poll(isRefused).toBe(true);
    limit.remove();
    await expectAllDelivered(shared.lab, shared.phone);
  },
);

/** From the last 429 to the next request of the same kind, milliseconds. */
function pauseAfterRefusal(match: RequestMatch): number {
  const seen = shared.lab.proxy.seen(match);
  const refused = seen.findLastIndex(({ status }) => status === 429);
  return (seen[refused + 1]?.at ?? 0) - (seen[refused]?.at ?? Infinity);
}

test(
  'fault 22: after a 429 nothing is sent before its time is over, though more is saved',
  SOAK,
  async () => {
    const loan = shared.phone.freshLoan();
    const busy = shared.lab.proxy.inject(operationDelivery, tooMany(6));
    await shared.phone.saveVisit(loan);
    await shared.phone.saveVisit(loan, { remarks: 'Meanwhile' });
    await expectAllDelivered(shared.lab, shared.phone);
    expect(busy.hits()).toBe(1);
    expect(pauseAfterRefusal(operationDelivery)).toBeGreaterThanOrEqual(6000);
  },
);

test(
  'fault 22: a 429 for a file holds the files back for its time, by a proxy that is not ours',
  SOAK,
  async () => {
    const busy = shared.lab.proxy.inject(fileDelivery, tooMany(4, false));
    await shared.phone.saveVisit(shared.phone.freshLoan(), { documents: [document(30_000)] });
    await expectAllDelivered(shared.lab, shared.phone);
    expect(busy.hits()).toBe(1);
    expect(pauseAfterRefusal(fileDelivery)).toBeGreaterThanOrEqual(4000);
  },
);

// Last: what it leaves behind stays on the phone.
test(
  'fault 20: a file that the server refuses waits for a person; its visit and the other files are there',
  SOAK,
  async () => {
    const noPdf = { ...document(0), buffer: Buffer.from('No PDF, whatever its name says.') };
    const { files } = await shared.phone.saveVisit(shared.phone.freshLoan(), {
      documents: [document(40_000), noPdf, document(300_000)],
    });
    const refused = files.filter(({ size }) => size === noPdf.buffer.length);
    expect(refused).toHaveLength(1);
    await expectAllDelivered(shared.lab, shared.phone, {
      refusedFiles: refused.map(({ fileId }) => ({ fileId, reason: /refused a file/ })),
    });
  },
);
