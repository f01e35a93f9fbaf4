import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { deviceWatchCalls } from '../../contract/device-watch.ts';
import type { WatchedDevice } from '../../contract/device-watch.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { DispositionReport } from '../../contract/report.ts';
import { layNetwork } from '../support/network.ts';
import type { Network } from '../support/network.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { withoutWorker } from './support/no-worker.ts';
import { ask, logIn, tokenOf } from './support/people.ts';
import { evictDatabases, openPhone } from './support/phone.ts';
import { SOAK } from '../support/soak.ts';

/*
 * What an agent and a manager see of work that does not get through: lost with a phone's cleared storage, stuck and
 * brought in as a file, corrected by two people at once, and on a phone that is wiped.
 */
test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1400, height: 900 } });

const AGENT = 'Ganesh Mane';
/** Today and tomorrow of the agent's day hold more loans than this test uses. */
const DAY = '/field-agent-loans?view=all';

let product: Product;
let network: Network;
let folder: string;
let phone: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  product = await startProduct();
  network = await layNetwork(product.url);
  folder = await mkdtemp(join(tmpdir(), 'recoup-devices-'));
  phone = await openPhone(join(folder, 'phone'));
  page = await phone.newPage();
  await logIn(page, network.url, 'field', 'fieldagent');
  await expect(page.getByText(/As of/)).toBeVisible();
  await page.evaluate(async () => navigator.serviceWorker.ready);
});

test.afterAll(async () => {
  await phone?.close().catch(() => undefined);
  await network?.close();
  await product?.remove();
  await rm(folder, { recursive: true, force: true });
});

// Of the desks; the phone is a browser of its own.
test.beforeEach(({ context }) => withoutWorker(context));

async function goOffline() {
  network.cut();
  await phone.setOffline(true);
}

async function goOnline() {
  network.restore();
  await phone.setOffline(false);
}

/** Records a visit at the n-th loan of the phone; returns the loan's id. */
async function recordVisit(nth: number): Promise<string> {
  await page.goto(`${network.url}${DAY}`);
  await page.locator('main a[href*="loan?id="]').nth(nth).click();
  const loanId = new URL(page.url()).searchParams.get('id') ?? '';
  await page
    .getByRole('link', { name: 'Record visit' })
    .or(page.getByRole('button', { name: 'Record visit' }))
    .click();
  await page.getByRole('button', { name: 'Door locked' }).click();
  await page.getByRole('button', { name: 'Save visit' }).click();
  await expect(page.getByText(/Saved on this phone/).first()).toBeVisible();
  return loanId;
}

/** How many visits of a loan the server has of today. */
async function visitsOf(loanId: string): Promise<number> {
  const token = await tokenOf(product.url, '/login', 'manager');
  const report = await ask<DispositionReport>(
    product.url,
    token,
    '/field-disposition/daily-reports?pageSize=200',
  );
  return report.data.filter((visit) => visit.loanId === loanId).length;
}

async function devicesOf(query: string): Promise<WatchedDevice[]> {
  const token = await tokenOf(product.url, '/login', 'manager');
  const path = `${deviceWatchCalls.listDevices.path}?${query}`;
  return (await ask<{ data: WatchedDevice[] }>(product.url, token, path)).data;
}

async function rowOf(manager: Page, name: string) {
  const row = manager.getByRole('row', { name: new RegExp(name) });
  await expect(row).toBeVisible();
  return row;
}

test(
  'the list shows whose device still holds unsent work, and a link shows the same rows',
  SOAK,
  async ({ page: manager }) => {
    const session = await tokenOf(product.url, '/login', 'collector');
    const post = async (path: string, token: string, body: object) => {
      const response = await fetch(`${product.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      expect(response.status, path).toBe(200);
      return (await response.json()) as { deliveryToken: string };
    };
    const { deliveryToken } = await post('/device', session, {
      deviceId: '0198c7a0-1111-7111-8111-000000000001',
      appVersion: 'test',
      label: 'Desk of the test',
    });
    const oldestUnsentAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
    await post('/device/delivery', deliveryToken, {
      device: { appVersion: 'test', unsentCount: 2, oldestUnsentAt },
      operations: [],
    });
    await logIn(manager, product.url, 'staff', 'manager');
    await manager.goto(`${product.url}/devices?concern=UNSENT`);
    const row = await rowOf(manager, 'Desk of the test');
    await expect(row).toContainText('2 unsent');
    await expect(row).toContainText('3 h ago');
    await expect(manager.getByRole('row', { name: new RegExp(AGENT) })).toHaveCount(0);
    await expect(manager.getByRole('button', { name: 'Take in a stuck file' })).toHaveCount(0);
  },
);

test('work lost with cleared storage is told to the agent and to the manager', async ({
  page: manager,
}) => {
  await goOffline();
  const lost = await recordVisit(0);
  await expect(page.getByText(/1 unsent/)).toBeVisible();
  await evictDatabases(page);
  await goOnline();
  await logIn(page, network.url, 'field', 'fieldagent');
  await expect(page.getByText(/As of/)).toBeVisible();
  await expect(page.getByText('1 saved item was lost on this device')).toBeVisible();
  await page.getByRole('link', { name: 'See outbox' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'was lost on this device' });
  await expect(notice).toContainText('Number 1');
  await expect(notice).toContainText('Record these visits again');

  await logIn(manager, product.url, 'staff', 'manager');
  await manager.goto(`${product.url}/`);
  await manager.getByRole('link', { name: /Ask about lost work/ }).click();
  const row = await rowOf(manager, AGENT);
  await expect(row).toContainText('1 lost');
  await row.getByRole('link').click();
  const panel = manager.getByRole('dialog');
  await expect(panel).toContainText('Number 1');
  await panel.getByRole('button', { name: 'The agent was asked' }).click();
  await expect(manager.getByText('Noted that the agent was asked')).toBeVisible();
  await expect(manager.getByRole('row', { name: new RegExp(AGENT) })).toHaveCount(0);
  expect(await visitsOf(lost)).toBe(0);
});

test('what is stuck on a phone is brought in as a file, once', async ({ page: admin }) => {
  await goOffline();
  const loanId = await recordVisit(1);
  await page.goto(`${network.url}/outbox`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export what is stuck' }).click();
  const path = join(folder, 'stuck.json');
  await (await coming).saveAs(path);

  await logIn(admin, product.url, 'admin', 'admin');
  await admin.goto(`${product.url}/devices`);
  await admin.getByRole('button', { name: 'Take in a stuck file' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(path);
  await dialog.getByRole('button', { name: 'Take in', exact: true }).click();
  await expect(dialog).toContainText(`Work of ${AGENT}`);
  await expect(dialog).toContainText('1 of 1 stored');
  expect(await visitsOf(loanId)).toBe(1);

  await goOnline();
  await expect(page.getByText('Everything is sent', { exact: true })).toBeVisible();
  expect(await visitsOf(loanId)).toBe(1);
});

async function correctAsManager(loanId: string, phoneNumber: string) {
  const token = await tokenOf(product.url, '/login', 'manager');
  const { revision } = await ask<LoanDetail>(product.url, token, `/loans/id/${loanId}`);
  const response = await fetch(`${product.url}/api/v1/loans/edit`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ _id: loanId, revision, changes: { Mobile_Number: phoneNumber } }),
  });
  expect(response.status).toBe(200);
}

async function phoneOf(loanId: string): Promise<string | null> {
  const token = await tokenOf(product.url, '/login', 'manager');
  return (await ask<LoanDetail>(product.url, token, `/loans/id/${loanId}`)).Mobile_Number;
}

test(
  'a correction that met another one is settled by the manager, who sees a third change in time',
  SOAK,
  async ({ page: manager }) => {
    await page.goto(`${network.url}${DAY}`);
    await page.locator('main a[href*="loan?id="]').nth(2).click();
    const loanId = new URL(page.url()).searchParams.get('id') ?? '';
    await goOffline();
    await page.getByRole('link', { name: /Edit/ }).click();
    await page.getByLabel('Mobile', { exact: true }).fill('9000000001');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/1 unsent/)).toBeVisible();
    await correctAsManager(loanId, '9000000002');
    await goOnline();
    await expect(page.getByText(/1 unsent/)).toBeHidden();
    expect(await phoneOf(loanId)).toBe('9000000002');

    await logIn(manager, product.url, 'staff', 'manager');
    await manager.goto(`${product.url}/view-loan?loanId=${loanId}`);
    await manager.getByRole('link', { name: 'Decide' }).click();
    const conflict = manager.getByRole('listitem').filter({ hasText: '9000000001' });
    await expect(conflict).toContainText('9000000002');
    await expect(conflict).toContainText(AGENT);
    await correctAsManager(loanId, '9000000003');
    await conflict.getByRole('button', { name: /^Take/ }).click();
    await expect(conflict.getByRole('alert')).toContainText('changed meanwhile');
    await expect(conflict).toContainText('9000000003');
    expect(await phoneOf(loanId)).toBe('9000000003');
    await conflict.getByRole('button', { name: /^Keep/ }).focus();
    await manager.keyboard.press('t');
    await expect(conflict).toHaveCount(0);
    expect(await phoneOf(loanId)).toBe('9000000001');
  },
);

/** How many blocks of loans the phone has cached, over all its users. */
async function cachedBlocks(): Promise<number> {
  return page.evaluate(async () => {
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('recoup-cache-')) continue;
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
      });
      const blocks = database.transaction('loanBlocks').objectStore('loanBlocks').count();
      count += await new Promise<number>((resolve) => {
        blocks.addEventListener('success', () => resolve(blocks.result));
      });
      database.close();
    }
    return count;
  });
}

test('a wipe asked for by the manager is carried out by the phone, its unsent work first', async ({
  page: manager,
}) => {
  await goOffline();
  const loanId = await recordVisit(3);
  await logIn(manager, product.url, 'staff', 'manager');
  await manager.goto(`${product.url}/devices?search=${encodeURIComponent(AGENT)}`);
  const row = await rowOf(manager, AGENT);
  await row.getByRole('link').click();
  const panel = manager.getByRole('dialog', { name: AGENT, exact: true });
  await panel.getByRole('button', { name: 'Wipe this device' }).click();
  const question = manager.getByRole('dialog', { name: /Wipe the device of/ });
  await expect(question).toContainText('logged out on it at once');
  await manager.keyboard.press('Escape');
  await expect(question).toBeHidden();
  // Escape answered the question only: the panel is still there.
  await panel.getByRole('button', { name: 'Wipe this device' }).click();
  await question.getByRole('button', { name: 'Wipe this device' }).click();
  await expect(panel).toContainText('Wipe asked');
  await manager.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('button', { name: 'Wipe this device' })).toBeVisible();
  await panel.getByRole('button', { name: 'Wipe this device' }).click();
  await question.getByRole('button', { name: 'Wipe this device' }).click();
  await expect(panel).toContainText('Wipe asked');
  expect(await cachedBlocks()).toBeGreaterThan(0);

  await goOnline();
  await expect(page).toHaveURL(/login/);
  await expect.poll(async () => (await devicesOf('concern=WIPE')).length).toBe(0);
  expect(await visitsOf(loanId)).toBe(1);
  expect(await cachedBlocks()).toBe(0);
  await manager.reload();
  await expect(manager.getByRole('dialog', { name: AGENT, exact: true })).toContainText('Wiped');
});
