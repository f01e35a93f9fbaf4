import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { goInside } from '../e2e/support/page-watch.ts';
import { evictDatabases } from '../e2e/support/phone.ts';
import { logInAgent } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { anyFile, gate, operationDelivery } from './support/faults.ts';
import { logInManager } from './support/manager.ts';
import {
  evictDatabase,
  fillStorage,
  openDatabaseCloser,
  readCache,
} from './support/phone-storage.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { document } from './support/sample-files.ts';
import { wholeChromium } from '../support/chromium.ts';
import { SOAK } from '../support/soak.ts';

/* The phone's storage is full, cleared or cut off: nothing of which the screen said "saved" is lost in silence. */

const DAY = '/field-agent-loans?view=all';
const loanPull = { method: 'GET', path: /\/device\/pull$/ };
const refreshName = { name: 'Refresh', exact: true };

ownLab();

/** How many loans no pull has yet: it stops before the oldest transaction, be it of another test in the same cluster. */
const loansNotOffered = async () =>
  (
    await lab.db.execute(
      sql`select 1 from allocations where changed_xid >= pg_snapshot_xmin(pg_current_snapshot())`,
    )
  ).rows.length;

test('24: on a full phone the screen does not say saved, and the same form saves once there is room', async () => {
  await startPhone({ quotaBytes: 20_000_000 });
  const page = phone.page();
  const visit = { remarks: 'The letter was handed over', documents: [document(400_000)] };
  const loan = phone.freshLoan();
  lab.proxy.cut();
  await phone.saveVisit(phone.freshLoan());
  await phone.fillVisit(loan, visit);
  const makeRoom = await fillStorage(phone);
  await page.getByRole('button', { name: 'Save visit' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Not saved' });
  await expect(failure).toContainText('no room left');
  await expect(page.getByText(/Saved on this phone/)).toHaveCount(0);
  await expect(page).toHaveURL(/\/loan\/visit\?/);
  expect((await phone.outbox()).operations, 'only the one before').toHaveLength(1);
  expect((await phone.outbox()).files).toHaveLength(0);
  await makeRoom();
  await expect(page.getByLabel('Remarks')).toHaveValue(visit.remarks);
  await phone.saveFilled(loan, visit);
  lab.proxy.restore();
  await phone.sendNow();
  await expectAllDelivered(lab, phone);
});

test('25: full in the middle of a pull, the phone keeps page and cursor together and goes on from there', async () => {
  await startPhone({ quotaBytes: 20_000_000 });
  const page = phone.page();
  const { id, loans } = phone.agent;
  const pulled = async () => readCache(page, id);
  const first = await pulled();
  // Nothing waits: a delivery that finds no room would rightly give the cache up.
  await phone.saveVisit(phone.freshLoan(), { documents: [document(30_000)] });
  await phone.drained();
  const more = await lab.organisation.addLoans(id, 800);
  await expect.poll(async () => loansNotOffered(), 'the server offers them').toBe(0);
  const held = gate();
  const hold = { kind: 'held', until: held.passed } as const;
  lab.proxy.inject({ ...loanPull, nth: 2, times: Infinity }, hold);
  await goInside(page, DAY);
  await page.getByRole('button', refreshName).click();
  await expect
    .poll(async () => (await pulled()).cursor, { intervals: [50] })
    .not.toBe(first.cursor);
  const half = await pulled();
  expect(half.loanIds.length).toBeLessThan(800);
  const makeRoom = await fillStorage(phone);
  held.open();
  await expect(page.getByText(/This device is full/).first()).toBeVisible();
  expect(await pulled(), 'neither half a page nor a cursor ahead of it').toEqual(half);
  await makeRoom();
  lab.proxy.heal();
  await page.getByRole('button', refreshName).click();
  const all = [...loans, ...more].map((loan) => loan.id).toSorted();
  await expect.poll(async () => (await pulled()).loanIds.toSorted()).toEqual(all);
  await phone.saveVisit(phone.freshLoan());
  await expectAllDelivered(lab, phone);
});

test('26: an evicted cache comes back, and what waits is untouched by it', SOAK, async () => {
  await startPhone();
  const page = phone.page();
  const { id, loans } = phone.agent;
  lab.proxy.cut();
  await phone.saveVisit(phone.freshLoan(), { documents: [document(30_000)] });
  await phone.saveVisit(phone.freshLoan());
  await evictDatabase(phone, `recoup-cache-${id}`);
  await goInside(page, '/outbox');
  await page.reload();
  await expect(page.getByText('2 unsent').first()).toBeVisible();
  expect((await phone.outbox()).operations).toHaveLength(2);
  lab.proxy.restore();
  await goInside(page, DAY);
  await page.getByRole('button', refreshName).first().click();
  for (const { name } of loans) await expect(page.getByText(name, { exact: true })).toBeVisible();
  await phone.saveVisit(phone.freshLoan());
  await expectAllDelivered(lab, phone);
});

test(
  '27: work lost with an evicted outbox is told to the agent and the manager; its numbers are never used again',
  SOAK,
  async ({ page: manager }) => {
    await startPhone();
    const page = phone.page();
    const [loan] = phone.agent.loans;
    await phone.saveVisit(loan);
    await phone.drained();
    lab.proxy.cut();
    const lost = [await phone.saveVisit(loan), await phone.saveVisit(phone.freshLoan())];
    await evictDatabases(page);
    lab.proxy.restore();
    await logInAgent(page, lab.proxy.url, phone.agent);
    await expect(page.getByText('2 saved items were lost on this device')).toBeVisible();
    await goInside(page, '/outbox');
    const notice = page.getByRole('alert').filter({ hasText: 'were lost on this device' });
    await expect(notice).toContainText('Numbers 2 to 3');
    const again = await phone.saveVisit(loan);
    expect(again.sequence).toBe(4);
    await expectAllDelivered(lab, phone, { lost: lost.map(({ opId }) => opId) });
    await expect(notice).toBeVisible();
    await manager.setViewportSize({ width: 1400, height: 900 });
    await logInManager(manager, lab);
    await manager.goto(`${lab.product.url}/devices?concern=GAPS`);
    const row = manager.getByRole('row', { name: new RegExp(`Fault ${phone.agent.name}\\b`) });
    await expect(row).toContainText('2 lost');
  },
);

test(
  '28: connections to the databases cut by the system are made again, under a save and under a delivery',
  SOAK,
  async () => {
    await startPhone({ browser: wholeChromium });
    const page = phone.page();
    const closer = await openDatabaseCloser(phone);
    await page.bringToFront();
    const loan = phone.freshLoan();
    await phone.fillVisit(loan, { remarks: 'cut off while it was open' });
    await closer.closeAll();
    await phone.saveFilled(loan);
    await closer.closeAll();
    const slow = { kind: 'delayed', ms: 1500 } as const;
    const onItsWay = lab.proxy.inject({ ...operationDelivery, times: 2 }, slow);
    const fileOnItsWay = lab.proxy.inject({ ...anyFile, times: 1 }, slow);
    await phone.saveVisit(phone.freshLoan(), { documents: [document(60_000)] });
    await onItsWay.happened();
    await closer.closeAll();
    await fileOnItsWay.happened();
    await closer.closeAll();
    await phone.saveEdit(phone.freshLoan(), '9844444444');
    await expectAllDelivered(lab, phone);
  },
);
