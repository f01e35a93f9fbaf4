// The two pictures of the README: the phone's day and the desk's list, small enough to lie in the repository.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { logIn, person, settle, sizes } from './shots-product.mjs';

const pictures = join(import.meta.dirname, '../docs/pictures');

async function keep(page, name) {
  await settle(page);
  const shot = await page.screenshot();
  await sharp(shot).png({ palette: true, compressionLevel: 9 }).toFile(join(pictures, name));
}

async function shootPhone(browser, url) {
  const context = await browser.newContext({ ...sizes.phone, ...person });
  const page = await context.newPage();
  await logIn(page, url, 'fieldagent');
  await page.locator('main a[href*="loan?id="]').first().waitFor();
  await keep(page, 'phone-my-day.png');
  await context.close();
}

/** Loans of one bucket, five of them chosen, the bar of what can be done with them open. */
async function shootDesk(browser, url) {
  const context = await browser.newContext({ ...sizes.desktop, ...person });
  const page = await context.newPage();
  await logIn(page, url, 'manager');
  await settle(page);
  await page.goto(`${url}/all-loans?bucket=3`);
  await settle(page);
  const boxes = page.getByRole('row').getByRole('checkbox');
  for (const row of [1, 2, 3, 5, 6]) await boxes.nth(row).check();
  await page.getByRole('button', { name: 'Allocate' }).click();
  await keep(page, 'desk-loans.png');
  await context.close();
}

/** Makes both pictures from a running product, into docs/pictures/. */
export async function shootReadme(browser, url) {
  await mkdir(pictures, { recursive: true });
  await shootPhone(browser, url);
  await shootDesk(browser, url);
}
