import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { answeringExchange, runDemoCampaign } from '../tests/e2e/support/demo-campaign.ts';
import { logIn } from '../tests/e2e/support/people.ts';
import { startProduct } from '../tests/support/product.ts';
import type { Product } from '../tests/support/product.ts';
import { benchRow, percentile } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { withFreshBrowser } from './heart/browser.mts';

/** A screen takes input so soon after its loan arrived, milliseconds (issue 6). */
const MOST_MS = 100;
const LOANS = 40;
/** Right after a login the browser has yet to compile what it runs, and the phone's part of the work is fetched. */
const FIRST_LOANS = 10;
const CALLS = 10;

/** The measures of this name that the page took, milliseconds. */
const measures = (page: Page, name: string): Promise<number[]> =>
  page.evaluate(
    (wanted) => performance.getEntriesByName(wanted).map(({ duration }) => duration),
    name,
  );

/** A collector goes from loan to loan at the desk. */
async function walkDesk(page: Page, product: Product): Promise<number[]> {
  await logIn(page, product.url, 'staff', 'collector');
  await page.goto(`${product.url}/active-loans`);
  await page.locator('main td a[href*="loanId="]').first().click();
  for (let place = 1; place <= LOANS; place += 1) {
    await expect(page.getByText(new RegExp(`Loan ${place} of `))).toBeVisible();
    await expect
      .poll(async () => (await measures(page, 'recoup.desk-ready')).length)
      .toBeGreaterThanOrEqual(place);
    await page.keyboard.press('2');
    await expect(page.getByRole('radio', { name: 'Call back later', exact: true })).toBeChecked();
    await page.getByRole('button', { name: 'Next loan' }).click();
  }
  return measures(page, 'recoup.desk-ready');
}

/** A dialer agent works calls as they are connected, by keys. */
async function workCalls(page: Page, product: Product): Promise<number[]> {
  await logIn(page, product.url, 'staff', 'dialer');
  await page.goto(`${product.url}/predictive-call`);
  await expect(page.getByRole('button', { name: 'Start predictive calls' })).toBeVisible();
  await page.keyboard.press('s');
  for (let place = 1; place <= CALLS; place += 1) {
    await expect
      .poll(async () => (await measures(page, 'predictive-ready')).length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(place);
    await page.keyboard.press('Control+h');
    await expect(page.getByText('Wrap-up', { exact: true })).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('8');
    await expect(page.getByLabel('Remarks')).toBeFocused();
    await page.keyboard.press('Control+Enter');
  }
  return measures(page, 'predictive-ready');
}

const atDesktop = (work: (page: Page) => Promise<number[]>): Promise<number[]> =>
  withFreshBrowser(async (browser) => {
    const page = await browser.newPage();
    await page.setViewportSize({ width: 1400, height: 900 });
    return work(page);
  });

const worst = (name: string, found: readonly number[]): BenchRow =>
  benchRow(
    `${name}: ready for input after the loan's arrival, 95 of 100 of ${found.length} loans`,
    percentile(found, 0.95),
    null,
    { atMost: MOST_MS },
    'ms',
  );

/** The time from a loan's arrival until its screen takes input, at the desk and at the dialer, in a browser on the built product. */
export async function run(): Promise<BenchRow[]> {
  const product = await startProduct({ env: answeringExchange() });
  try {
    await runDemoCampaign(product.url);
    const desk = await atDesktop((page) => walkDesk(page, product));
    return [
      worst('desk, first after a login', desk.slice(0, FIRST_LOANS)),
      worst('desk', desk.slice(FIRST_LOANS)),
      worst('predictive call', await atDesktop((page) => workCalls(page, product))),
    ];
  } finally {
    await product.remove();
  }
}
