import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { layVersions } from '../e2e/support/new-versions.ts';
import type { Versions } from '../e2e/support/new-versions.ts';
import { UPGRADE_BEGUN } from '../e2e/support/next-schema.ts';
import { startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { startFaultProxy } from './support/fault-proxy.ts';
import { fault, operationDelivery } from './support/faults.ts';
import { openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document } from './support/sample-files.ts';
import { SOAK } from '../support/soak.ts';

/*
 * A new version of the app brings a new version of the outbox's database while work waits in it: with the shipped build as
 * version 1, and the same build with one more released schema as version 2.
 */

const begun = { path: new RegExp(`^${UPGRADE_BEGUN}$`) };
const next = { nextSchema: { upgradeMs: 0 } };

/** What the upgrade writes into each operation. */
const UPGRADED = { note: 'of the next version' };

let lab: Lab;
let versions: Versions;
let phone: AgentPhone;

test.beforeAll(async () => {
  const plain = await openLab();
  versions = await layVersions(plain.product.url);
  const proxy = await startFaultProxy(versions.url);
  const close = async () => {
    await proxy.close();
    await versions.close();
    await plain.close();
  };
  lab = { ...plain, proxy, close };
});
test.afterAll(async () => lab?.close());
test.beforeEach(async () => {
  versions.publish();
  phone = await startAgentPhone(lab);
  lab.proxy.inject({ ...operationDelivery, times: Infinity }, fault.requestLost);
});
test.afterEach(async () => {
  lab.proxy.heal();
  await phone.close();
});

/** The version of the phone's outbox, in the words of its schema. */
async function outboxVersion(): Promise<number> {
  const name = `recoup-outbox-${phone.agent.id}`;
  return phone.page().evaluate(async (wanted) => {
    const all = await indexedDB.databases();
    return (all.find((one) => one.name === wanted)?.version ?? 0) / 10;
  }, name);
}

/** Loads the app, is told of the new version, and asks for it. */
async function askForUpdate(page: Page): Promise<void> {
  await page.reload();
  const banner = page.getByRole('complementary', { name: 'A new version is ready.' });
  await banner.getByRole('button', { name: 'Update' }).click();
}

/** Takes the new version and waits until it runs. */
async function takeUpdate(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load').then(() => page.waitForEvent('load'));
  await askForUpdate(page);
  await reloaded;
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
}

test('29: an upgrade of the database takes along what waits in it', async () => {
  await phone.saveVisit(phone.freshLoan(), { documents: [document(300_000)] });
  await phone.saveEdit(phone.freshLoan(), '9866666666');
  versions.publish(next);
  await takeUpdate(phone.page());
  await expect.poll(outboxVersion).toBe(2);
  const { operations } = await phone.outbox();
  expect(operations).toMatchObject([UPGRADED, UPGRADED]);
  await phone.saveVisit(phone.freshLoan());
  lab.proxy.heal();
  await expectAllDelivered(lab, phone);
});

test(
  '30: an upgrade held up by an old tab says what to do, and goes on once that tab is closed',
  SOAK,
  async () => {
    const page = phone.page();
    await phone.saveVisit(phone.freshLoan(), { documents: [document(50_000)] });
    const old = await phone.context().newPage();
    await old.goto(`${lab.proxy.url}/outbox`);
    await expect(old.getByText('1 unsent').first()).toBeVisible();
    // Something in it does not let go of the database, however often it is asked.
    await old.evaluate(async (name) => {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      Object.assign(window, { held: opening.result });
    }, `recoup-outbox-${phone.agent.id}`);
    versions.publish(next);
    await page.bringToFront();
    await takeUpdate(page);
    await expect(page.getByText(/Close the app’s other tabs/)).toBeVisible();
    expect(await outboxVersion()).toBe(1);
    await old.close();
    await expect(page.getByText(/Close the app’s other tabs/)).toBeHidden();
    await expect.poll(outboxVersion).toBe(2);
    await phone.saveVisit(phone.freshLoan());
    lab.proxy.heal();
    await expectAllDelivered(lab, phone);
  },
);

test(
  '31: killed during the upgrade, the database is whole as it was and upgraded at the next start',
  SOAK,
  async () => {
    await phone.saveVisit(phone.freshLoan(), { documents: [document(50_000)] });
    await phone.saveEdit(phone.freshLoan(), '9877777777');
    const before = lab.proxy.seen(begun).length;
    versions.publish({ nextSchema: { upgradeMs: 3000 } });
    await askForUpdate(phone.page());
    await expect.poll(() => lab.proxy.seen(begun).length, { intervals: [30] }).toBe(before + 1);
    await phone.kill();
    await phone.start('/outbox');
    await expect
      .poll(async () => (await phone.outbox()).operations)
      .toMatchObject([UPGRADED, UPGRADED]);
    expect(lab.proxy.seen(begun).length, 'the first one left nothing behind').toBe(before + 2);
    await phone.saveVisit(phone.freshLoan());
    lab.proxy.heal();
    await expectAllDelivered(lab, phone);
  },
);

test(
  '32: back to the old version and forth again, each works on what the other saved',
  SOAK,
  async () => {
    const page = phone.page();
    const [loan] = phone.agent.loans;
    await phone.saveVisit(loan, { remarks: 'of version 1' });
    for (const build of [next, {}, next]) {
      versions.publish(build);
      await takeUpdate(page);
      await phone.saveVisit(loan, { documents: [document(20_000)] });
      await expect.poll(outboxVersion).toBe(2);
      const hasNotes = page.evaluate(() =>
        globalThis.document.scripts[0]?.src.endsWith('.next.js'),
      );
      expect(await hasNotes).toBe(build === next);
    }
    expect((await phone.outbox()).operations).toHaveLength(4);
    lab.proxy.heal();
    await expectAllDelivered(lab, phone);
  },
);
