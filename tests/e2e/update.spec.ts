import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { layVersions } from './support/new-versions.ts';
import type { Versions } from './support/new-versions.ts';
import { goInside } from './support/page-watch.ts';
import { logIn } from './support/people.ts';
import { openPhone } from './support/phone.ts';

/* A new version is offered, never forced: a half-typed visit survives putting it off, and taking it. */

let product: Product;
let versions: Versions;
let folder: string;
let phone: BrowserContext;

test.beforeAll(async () => {
  product = await startProduct();
  versions = await layVersions(product.url);
  folder = await mkdtemp(join(tmpdir(), 'recoup-update-'));
});

test.afterAll(async () => {
  await phone?.close().catch(() => undefined);
  await versions?.close();
  await product?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Comes back to the app after more than a minute elsewhere. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 61_000;
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Where what this page asked for came from; `fetch-event`: from the worker. */
async function sourcesOf(page: Page, part: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const all = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes(wanted));
    return [...new Set(all.map((entry) => String(Reflect.get(entry, 'workerFinalSourceType'))))];
  }, part);
}

test('a new version is told to an open app and waits until the agent takes it; the half-typed visit stays', async () => {
  phone = await openPhone(join(folder, 'phone'));
  const page = await phone.newPage();
  await logIn(page, versions.url, 'field', 'fieldagent');
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await page.goto(`${versions.url}/field-agent-loans`);
  await page.locator('main a[href*="/field-agent/loan?id="]').first().click();
  await page
    .getByRole('link', { name: 'Record visit' })
    .or(page.getByRole('button', { name: 'Record visit' }))
    .click();
  await page.getByRole('button', { name: 'Promise to pay' }).click();
  const amount = page.getByLabel('Amount promised');
  await amount.fill('4321');
  const banner = page.getByRole('complementary', { name: 'A new version is ready.' });
  await expect(banner).toBeHidden();

  versions.publish();
  await comeBack(page);
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Later' }).click();
  await expect(banner).toBeHidden();
  await expect(amount).toHaveValue('₹4,321');

  versions.publish();
  await comeBack(page);
  await expect(banner).toBeVisible();
  await expect(amount).toHaveValue('₹4,321');
  const reloaded = page.waitForEvent('load');
  await banner.getByRole('button', { name: 'Update' }).click();
  await reloaded;
  await expect(amount).toHaveValue('₹4,321');
  await expect(banner).toBeHidden();
  // Each call and each file would keep the worker from handing over, and wait for it to wake.
  expect(await sourcesOf(page, '/api/')).toEqual(['network']);
  expect(await sourcesOf(page, '/assets/')).toEqual(['cache']);
});

test('a tab that was open while a new version took over loads itself again when a part of the old one is gone', async () => {
  const desk = await openPhone(join(folder, 'desk'));
  const page = await desk.newPage();
  await logIn(page, versions.url, 'staff', 'manager');
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The new version's worker keeps only its own files.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys()) await caches.delete(name);
  });
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await desk.route(/\/assets\/.*\.js$/, (route) =>
    loads > 0 ? route.continue() : route.fulfill({ status: 404, body: '' }),
  );
  await goInside(page, '/allocation-reports');
  await expect(page.getByRole('heading', { name: 'Allocation', level: 1 })).toBeVisible();
  expect(loads).toBe(1);
  await desk.close();
});
