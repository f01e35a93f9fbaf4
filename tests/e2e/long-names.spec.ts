import { expect, test } from '@playwright/test';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { withoutWorker } from './support/no-worker.ts';
import { goInside, watchPage } from './support/page-watch.ts';
import { logIn } from './support/people.ts';

/* What a name that is longer than its column leaves of a table. */
let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => {
  await product?.remove();
});

test('a name of 200 letters without a space leaves the other columns of a list in sight', async ({
  page,
}) => {
  await withoutWorker(page.context());
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.route(/\/api\/v1\/loans\?/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { Customer_Name: string }[] };
    for (const loan of json.data.slice(0, 1)) loan.Customer_Name = 'W'.repeat(200);
    await route.fulfill({ response, json });
  });
  await logIn(page, product.url, 'staff', 'manager');
  await goInside(page, '/all-loans');
  const row = page.locator('main tbody tr').first();
  await expect(row).toContainText('WWWW');
  await expect(row.locator('td').nth(2)).toBeInViewport();
});

test('a name longer than a column stands over no figure beside it', async ({ page }) => {
  await withoutWorker(page.context());
  await page.setViewportSize({ width: 1000, height: 768 });
  const long = 'Venkatanarasimharajuvaripeta Subrahmanyeswara Financial Services Private Limited';
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(/("(?:fullName|Agent_Name|agentName|label|name)":)"[^"]{3,}"/g, `$1"${long}"`)
      .replaceAll(/("email":)"[^"]+"/g, `$1"${'subrahmanyeswara.'.repeat(5)}@example.com"`);
    await route.fulfill({ response, body });
  });
  const watch = watchPage(page);
  await logIn(page, product.url, 'admin', 'admin');
  for (const path of ['/agent-performance-report', '/best-disposition', '/collectors']) {
    await goInside(page, path);
    await watch.settled();
    await expect(page.locator('main tbody')).toContainText(/subrahmanyeswara/i);
    const over = page.locator('main tbody td').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          const edge = cell.getBoundingClientRect().right + 1;
          return [...words.getClientRects()].some(({ right }) => right > edge);
        })
        .map((cell) => cell.textContent),
    );
    expect.soft(await over, path).toEqual([]);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('on a small phone a borrower’s name stands once, and toasts leave the history to be read', async ({
  page,
}) => {
  await withoutWorker(page.context());
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, product.url, 'field', 'fieldagent');
  await goInside(page, '/field-agent-loans');
  await page.locator('main li a[href*="/field-agent/loan?"]').first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.locator('main')).toContainText('Total due');
  const name = await heading.first().innerText();
  // The page's own title is there for readers of screens only where the bar above shows it.
  const seen = () =>
    page
      .locator('main')
      .getByText(name, { exact: true })
      .evaluateAll((all) => all.filter(({ clientWidth }) => clientWidth > 1).length);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(seen, `${width} px`).toBe(1);
  }
  // Three things told at once, as alerts that come together.
  const shown = page.locator('[data-passing] output > *');
  await page.locator('[data-passing] output').evaluate((host) => {
    for (let at = 0; at < 3; at += 1) host.append(document.createElement('div'));
    for (const each of host.children) each.textContent = 'Told';
  });
  await expect(shown.and(page.locator(':visible'))).toHaveCount(2);
  // What is offered for seconds only is never the one that waits.
  await shown.first().evaluate((toast) => {
    toast.append(document.createElement('button'));
    toast.lastElementChild?.setAttribute('aria-keyshortcuts', 'u');
  });
  await expect(shown.and(page.locator(':visible'))).toHaveCount(3);
  await shown.first().evaluate((toast) => toast.lastElementChild?.remove());
  await expect(shown.and(page.locator(':visible'))).toHaveCount(2);
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect(shown.and(page.locator(':visible'))).toHaveCount(3);
});
