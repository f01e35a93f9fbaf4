import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { withoutWorker } from './support/no-worker.ts';
import { watchPage } from './support/page-watch.ts';
import { logIn } from './support/people.ts';
import { soakUnless } from '../support/soak.ts';

/* What is shown stays where it is while a slow server's answers arrive, as web vitals measure it. */

const MOST_SHIFT = 0.1;
/** Answers come one after the other. */
const ANSWERS_MS = [100, 350, 200, 500, 150, 400] as const;
const DESK = { width: 1400, height: 900 };

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

for (const name of ['manager', 'collector'] as const)
  test(
    `a ${name}’s screens keep their place while answers arrive`,
    soakUnless(name === 'collector'),
    async ({ page }) => {
      test.setTimeout(240_000);
      await withoutWorker(page.context());
      await page.setViewportSize(DESK);
      await countShifts(page);
      const watch = watchPage(page);
      await logIn(page, product.url, 'staff', name);
      let asked = 0;
      await page.route('**/api/**', async (route) => {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS[asked % ANSWERS_MS.length]));
        await route.continue();
      });
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
