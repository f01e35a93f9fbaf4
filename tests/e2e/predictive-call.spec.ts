import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Disposition } from '../../contract/disposition.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { answeringExchange, runDemoCampaign } from './support/demo-campaign.ts';
import { ask, logIn, tokenOf } from './support/people.ts';

/*
 * An agent's day at the dialer by keyboard alone, in the built product with its embedded exchange: start, a connected loan,
 * the outcome, the next call; a network cut in the middle loses nothing that was typed.
 */

let product: Product;

test.beforeAll(async () => {
  product = await startProduct({ env: answeringExchange() });
  await runDemoCampaign(product.url);
});

test.afterAll(async () => product.remove());

const hangUpButton = (page: Page) => page.getByRole('button', { name: 'Hang up' });
const loanNumber = async (page: Page) => page.locator('header h1 + div span').first().textContent();

/** Waits for a connected loan and says how long the screen took until it could be worked, milliseconds. */
async function nextLoan(page: Page): Promise<{ number: string | null; readyMs: number }> {
  // The engine decides every few seconds; a busy machine takes its time.
  await expect(hangUpButton(page)).toBeVisible();
  const readyMs = await page.evaluate(
    () => performance.getEntriesByName('predictive-ready').at(-1)?.duration ?? Number.NaN,
  );
  return { number: await loanNumber(page), readyMs };
}

test('a whole call by keyboard alone, from Ready to the next call, over a cut network', async ({
  page,
  context,
}) => {
  await logIn(page, product.url, 'staff', 'dialer');
  await page.goto(`${product.url}/predictive-call`);
  await expect(page.getByRole('heading', { level: 1, name: 'Predictive Call' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start predictive calls' })).toBeVisible();
  await page.keyboard.press('s');

  const first = await nextLoan(page);
  // It takes input by itself: the first disposition has the focus.
  await expect(page.getByRole('radio').first()).toBeFocused();
  test.info().annotations.push({ type: 'ready after ms', description: String(first.readyMs) });
  expect(first.readyMs).toBeGreaterThanOrEqual(0);

  // Hang up, choose by number, a remark, save.
  await page.keyboard.press('Control+h');
  await expect(page.getByText('Wrap-up', { exact: true })).toBeVisible();
  await page.keyboard.press('8');
  await expect(page.getByRole('radio', { name: /Refuses to pay/ })).toBeChecked();
  // A number leads on to the first field that the disposition asks for.
  await expect(page.getByLabel('Remarks')).toBeFocused();
  await page.keyboard.type('Will not pay');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Disposition Added Successfully')).toBeVisible();

  const second = await nextLoan(page);
  test.info().annotations.push({ type: 'ready after ms', description: String(second.readyMs) });
  expect(second.number).not.toBe(first.number);

  // The network is cut in the middle of it: what is typed is kept, and saved on this device.
  await page.keyboard.press('8');
  await expect(page.getByLabel('Remarks')).toBeFocused();
  await page.keyboard.type('Asked for a week');
  await context.setOffline(true);
  await expect(page.getByText(/No network: what you save/)).toBeVisible();
  await expect(page.getByLabel('Remarks')).toHaveValue('Asked for a week');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/Saved on this device/)).toBeVisible();
  await context.setOffline(false);
  const third = await nextLoan(page);
  expect([first.number, second.number]).not.toContain(third.number);
  // Each call has exactly one outcome.
  const token = await tokenOf(product.url, '/admin/login', 'admin');
  const report = await ask<{ data: Disposition[] }>(
    product.url,
    token,
    '/call-disposition/daily-reports?pageSize=200',
  );
  for (const said of ['Will not pay', 'Asked for a week'])
    expect(report.data.filter(({ remarks }) => remarks === said)).toHaveLength(1);
});
