import { expect, test } from '@playwright/test';
import type { Locator, Page, Route } from '@playwright/test';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { goInside, watchPage } from './support/page-watch.ts';
import { withoutWorker } from './support/no-worker.ts';
import { logIn } from './support/people.ts';
import { SOAK } from '../support/soak.ts';

/* What has the focus of somebody who works without a mouse: always there, always in sight. */
let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => {
  await product?.remove();
});

test.beforeEach(async ({ page }) => {
  await withoutWorker(page.context());
  await logIn(page, product.url, 'staff', 'manager');
});

/** What lies over the middle of an element; empty where nothing does. */
const coverOf = (each: Locator) =>
  each.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit === null || element.contains(hit) || hit.contains(element) ? '' : hit.outerHTML;
  });

async function openList(page: Page, path: string): Promise<void> {
  const watch = watchPage(page);
  await goInside(page, path);
  await watch.settled();
}

test(
  'no row with the focus stands behind the head or the name of its list',
  SOAK,
  async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 700 });
    await openList(page, '/active-loans');
    const links = page.locator('tbody tr a');
    await links.last().focus();
    for (let row = await links.count(); row > 1; row -= 1) {
      await page.keyboard.press('Shift+Tab');
      expect.soft(await coverOf(page.locator(':focus')), `${row - 1}`).toBe('');
    }
    await page.setViewportSize({ width: 800, height: 700 });
    await openList(page, '/receipts');
    const box = page.locator('tbody tr').first().getByRole('checkbox');
    await page.locator('tbody tr').first().getByRole('button').last().focus();
    expect(await coverOf(box)).toBe('');
  },
);

test('a button whose call fails has the focus again', async ({ page }) => {
  await openList(page, '/pending-client-reports');
  const remind = page.locator('tbody tr').first().getByRole('button');
  await page.keyboard.press('Tab');
  await remind.focus();
  const sent: Route[] = [];
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    sent.push(route);
  });
  await page.keyboard.press('Enter');
  await expect(remind).toBeDisabled();
  await expect(page.locator('body')).toBeFocused();
  for (const route of sent) await route.fulfill({ status: 500 });
  await expect(remind).toBeFocused();
});

test('what comes next has the focus of a row that was done with', async ({ page }) => {
  await openList(page, '/contact-breaches');
  await page.keyboard.press('Tab');
  const allow = page.getByRole('button', { name: 'Allow for 1 hour' });
  await expect(allow.first()).toBeVisible();
  const count = await allow.count();
  await allow.first().focus();
  await page.keyboard.press('Enter');
  await expect(allow).toHaveCount(count - 1);
  await expect(page.locator('main :focus')).toBeVisible();
});

test('Tab leads out of a day whose calendar is open', async ({ page }) => {
  await openList(page, '/Reconciliation');
  await page.keyboard.press('Tab');
  const days = page.locator('main [aria-keyshortcuts="ArrowDown"]');
  await days.first().focus();
  await expect(page.locator('[data-dates-dropdown]')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(days.nth(1)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(days.first()).toBeFocused();
});
