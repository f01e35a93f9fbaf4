import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { AgentPhone, PhoneOptions } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { fault, fileDelivery, operationDelivery, uploadStart } from './support/faults.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { document as letter } from './support/sample-files.ts';
import { ageHeartbeat } from './support/phone-lock.ts';
import { hurry } from './support/phone-time.ts';
import { stopWorkers } from './support/worker-control.ts';
import { SOAK } from '../support/soak.ts';

ownLab();

/** A phone with four visits waiting, three of them with a letter, two on the same loan; the network is cut. */
async function phoneWithWork(options?: PhoneOptions): Promise<AgentPhone> {
  const started = await startPhone(options);
  const [first, second, third] = started.agent.loans;
  lab.proxy.cut();
  await started.saveVisit(first, { documents: [letter(40_000)] });
  await started.saveVisit(second, { documents: [letter(20_000)] });
  await started.saveVisit(first, { remarks: 'came back', documents: [letter(30_000)] });
  await started.saveVisit(third);
  return started;
}

/** Opens the app in the page that `closeApp` left. */
async function openApp({ page }: AgentPhone): Promise<void> {
  await page().goto(`${lab.proxy.url}/field-agent-loans`);
  await expect(page().getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** The operations that the requests from a number on carried to the server, in turn. */
const carriedSince = (number: number) =>
  lab.proxy
    .seen(operationDelivery)
    .filter((request) => request.number >= number && request.serverStatus !== null)
    .flatMap(({ body }) => {
      const { operations } = JSON.parse(body ?? '{"operations":[]}') as {
        operations: { opId: string }[];
      };
      return operations.map(({ opId }) => opId);
    });

test('9: a worker stopped between request and answer delivers again, once', SOAK, async () => {
  await phoneWithWork();
  await phone.closeApp();
  lab.proxy.inject({ ...operationDelivery, times: Infinity }, fault.workHungAfterCommit);
  const before = lab.proxy.requests.length;
  const opIds = phone.ledger.entries.map(({ opId }) => opId);
  const timesCarried = () => {
    const carried = carriedSince(before);
    return Math.min(...opIds.map((opId) => carried.filter((each) => each === opId).length));
  };
  lab.proxy.restore();
  await phone.sync();
  await expect.poll(timesCarried, { message: 'the server did the work' }).toBe(1);
  await stopWorkers(phone);
  lab.proxy.heal();
  // A browser that has just stopped a worker may drop the event that wakes it; it sends another one.
  await expect(async () => {
    await phone.sync();
    await expect.poll(timesCarried, { timeout: 10_000 }).toBeGreaterThan(1);
  }).toPass({ timeout: 80_000 });
  await openApp(phone);
  await expectAllDelivered(lab, phone);
});

const waitersOf = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);

test('10: two tabs and the worker deliver at once, and nothing travels twice', async () => {
  await phoneWithWork();
  const page = phone.page();
  const other = await phone.context().newPage();
  await other.goto(`${lab.proxy.url}/outbox`);
  await expect(other.getByText(/4 unsent/)).toBeVisible();
  const before = lab.proxy.requests.length;
  const slow = lab.proxy.inject(operationDelivery, { kind: 'delayed', ms: 2000 });
  lab.proxy.restore();
  for (const tab of [page, other]) await tab.evaluate(() => dispatchEvent(new Event('online')));
  await phone.sync();
  await slow.happened();
  await expect.poll(() => waitersOf(page)).toBeGreaterThanOrEqual(2);
  await expectAllDelivered(lab, phone);
  const carried = carriedSince(before);
  expect(carried).toHaveLength(new Set(carried).size);
  // What the line carries in its time goes in one piece, the rest in parts: a file begins its way once.
  const begun = [...lab.proxy.seen(fileDelivery), ...lab.proxy.seen(uploadStart)];
  expect(begun.filter(({ number }) => number >= before)).toHaveLength(3);
});

/** Makes a page stand still as a frozen tab does: no script, timer or answer moves on. The returned function thaws it. */
async function standStill(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const expression = 'document.body.dataset.ticks';
  const ticks = async () =>
    (await devtools.send('Runtime.evaluate', { expression })).result.value as unknown;
  const paused = new Promise<void>((resolve) => devtools.once('Debugger.paused', () => resolve()));
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause');
  await paused;
  const before = await ticks();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await ticks(), 'nothing moves in the frozen tab').toBe(before);
  return async () => {
    await devtools.send('Debugger.resume');
    await expect.poll(ticks).not.toBe(before);
    await devtools.detach();
  };
}

/** Whether another tab gets its turn in every database of this origin, that is, no other one holds a transaction open. */
const areDatabasesFree = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    const turns = Promise.all(
      known.map(async ({ name }) => {
        const opening = indexedDB.open(name ?? '');
        await new Promise((resolve) => opening.addEventListener('success', resolve));
        const database = opening.result;
        const turn = database.transaction([...database.objectStoreNames], 'readwrite');
        await new Promise((resolve) => turn.addEventListener('complete', resolve));
        database.close();
      }),
    );
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 1000));
    return Promise.race([turns.then(() => true), late]);
  });

/**
 * Freezes a page at a moment when it holds no database transaction open, as a browser does: one that stood still in the
 * middle of one would keep every other tab from reading.
 */
async function freeze(page: Page, other: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    setInterval(() => {
      document.body.dataset['ticks'] = String(Number(document.body.dataset['ticks'] ?? 0) + 1);
    }, 20);
  });
  for (;;) {
    const thaw = await standStill(page);
    if (await areDatabasesFree(other)) return thaw;
    await thaw();
  }
}

const locksHeld = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));

test('11: a frozen tab that holds the lock loses it, and does no harm when it thaws', async () => {
  await phoneWithWork({ hasSync: false });
  const frozen = phone.page();
  const other = await phone.context().newPage();
  // Here the wait for a lock, half a minute, passes in six seconds; a holder silent for 90 seconds is made by its heartbeat.
  // The frozen tab's time limits stay: its unanswered call must not end before it stands still.
  await hurry(other, 5);
  await other.goto(`${lab.proxy.url}/version.json`);
  const unanswered = lab.proxy.inject(operationDelivery, fault.workHungAfterCommit);
  lab.proxy.restore();
  await frozen.evaluate(() => dispatchEvent(new Event('online')));
  await unanswered.happened();
  const thaw = await freeze(frozen, other);
  expect(await locksHeld(other), 'the frozen tab holds the lock').toContain(
    `recoup-delivery-${phone.agent.id}`,
  );

  await other.goto(`${lab.proxy.url}/outbox`);
  await expect(other.getByText(/4 unsent/)).toBeVisible();
  await ageHeartbeat(other, phone.agent.id, 100_000);
  await other.getByRole('button', { name: 'Send now' }).click();
  await expect(other.getByText('Everything is sent', { exact: true })).toBeVisible();

  lab.proxy.heal();
  await thaw();
  await expectAllDelivered(lab, phone);
});
