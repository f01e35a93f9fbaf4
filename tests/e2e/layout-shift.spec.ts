import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { withoutWorker } from './support/no-worker.ts';
import { watchPage } from './support/page-watch.ts';
import { ask, logIn, tokenOf } from './support/people.ts';
import { SOAK, soakUnless } from '../support/soak.ts';

/* What is shown stays where it is while a slow server's answers arrive, as web vitals measure it. */

const MOST_SHIFT = 0.1;
/** Answers come one after the other. */
const ANSWERS_MS = [100, 350, 200, 500, 150, 400] as const;
const DESK = { width: 1400, height: 900 };
const PHONE = { width: 360, height: 780 };

/** Screens on which sums, notices, panels or columns come with an answer. */
const SCREENS = {
  manager: [
    '/active-loans',
    '/receipts',
    '/contact-breaches',
    '/messages',
    '/profile',
    '/agentProfiling',
    '/incentives',
    '/settalement-loans',
    '/daily-field-reports',
    '/additional-reports',
    '/redirectBi',
  ],
  collector: ['/my-profile', '/agentProfiling'],
  fieldagent: ['/outbox'],
} as const;

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => {
  await product?.remove();
});

/** Counts the shifts of each page that is opened from now on. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Notes of each page opened from now on what can be pressed and moved by itself, after it stood for a moment. */
async function noteMoved(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const places = new WeakMap<Element, { x: number; y: number; since: number }>();
    const look = () => {
      const now = performance.now();
      const watched = ':is(main, header) :is(button, a[href], input, textarea, th > *)';
      for (const each of document.querySelectorAll(watched)) {
        const { x, y, width } = each.getBoundingClientRect();
        if (width === 0 || getComputedStyle(each).visibility === 'hidden') continue;
        const before = places.get(each);
        const place = { x: x + scrollX, y: y + scrollY };
        places.set(each, { ...place, since: before?.since ?? now });
        if (before === undefined || now - before.since < 100) continue;
        if (Math.hypot(place.x - before.x, place.y - before.y) > 4)
          moved.push(each.getAttribute('aria-label') ?? each.outerHTML.slice(0, 80));
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

/** Every answer takes its time, one longer than the other. */
async function slowDown(page: Page): Promise<void> {
  let asked = 0;
  await page.route('**/api/**', async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS[asked % ANSWERS_MS.length]));
    await route.continue();
  });
}

test('at the desk nothing that can be pressed moves while answers arrive, and a press holds while it does', async ({
  page,
}) => {
  await withoutWorker(page.context());
  await page.setViewportSize(DESK);
  const token = await tokenOf(product.url, '/login', 'collector');
  const path = '/loans/active/loans?pageSize=1';
  const { loans } = await ask<{ loans: { _id: string }[] }>(product.url, token, path);
  await noteMoved(page);
  const watch = watchPage(page);
  await logIn(page, product.url, 'staff', 'collector');
  await slowDown(page);
  await page.goto(`${product.url}/call-management?loanId=${loans[0]?._id}`);
  await watch.settled();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.waitFor();
  const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
  expect(moved).toEqual([]);
  // Nothing is chosen: that is what a press has to say.
  const help = page.locator('#disposition-help');
  const before = await help.innerText();
  await save.hover();
  await page.mouse.down();
  await page.evaluate(() => {
    document.querySelector('form')?.insertAdjacentHTML('beforebegin', '<p style="height: 90px">');
  });
  await page.mouse.up();
  await expect(help).not.toHaveText(before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a list’s headings and the top bar come where they stay', SOAK, async ({ page }) => {
  await withoutWorker(page.context());
  await page.setViewportSize(DESK);
  await noteMoved(page);
  const watch = watchPage(page);
  await logIn(page, product.url, 'staff', 'manager');
  await slowDown(page);
  await page.goto(`${product.url}/all-loans`);
  await watch.settled();
  const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
  expect(moved).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

for (const name of ['manager', 'collector', 'fieldagent'] as const)
  test(
    `a ${name}’s screens keep their place while answers arrive`,
    soakUnless(name === 'collector'),
    async ({ page }) => {
      await withoutWorker(page.context());
      await page.setViewportSize(name === 'fieldagent' ? PHONE : DESK);
      await countShifts(page);
      const watch = watchPage(page);
      await logIn(page, product.url, name === 'fieldagent' ? 'field' : 'staff', name);
      await slowDown(page);
      for (const path of SCREENS[name]) {
        await page.goto(`${product.url}${path}`);
        await watch.settled();
        const moved = await page.evaluate(
          () => (window as unknown as { shifts: { sum: number } }).shifts.sum,
        );
        expect.soft(moved, path).toBeLessThan(MOST_SHIFT);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
