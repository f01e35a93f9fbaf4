import { expect, test } from '@playwright/test';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { goInside, watchPage } from './support/page-watch.ts';
import { withoutWorker } from './support/no-worker.ts';
import { logIn } from './support/people.ts';
import { SOAK } from '../support/soak.ts';

/* Setting up a client as an admin does it: step by step, with a mistake, a reload in between, and a policy. */

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => {
  await product?.remove();
});

test.beforeEach(({ context }) => withoutWorker(context));

const POLICY = {
  name: 'fair-practice.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\nfair practice\n%%EOF'),
};

test(
  'a client is set up step by step, survives a reload, and is removed again',
  SOAK,
  async ({ page }) => {
    const watch = watchPage(page);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await logIn(page, product.url, 'admin', 'admin');
    await watch.settled();
    await goInside(page, '/create-client');

    await test.step('a wrong number keeps the person in its step', async () => {
      await page.getByLabel('Client name').fill('Malabar Microfinance');
      await page.getByLabel('GST number').fill('27AAPFU0939F1ZA');
      await next.click();
      await expect(page.getByText(/This GST number is not right/)).toBeVisible();
      await expect(page.getByLabel('GST number')).toBeFocused();
      await page.getByLabel('GST number').fill('');
      await next.click();
      await page.getByRole('button', { name: 'Add portfolio' }).click();
      await page.getByLabel('Portfolio name').fill('Whole book');
    });

    await test.step('what was typed is there after a reload', async () => {
      // Kept a moment after the last change.
      const kept = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
      await expect.poll(kept).toContain('Whole book');
      await page.reload();
      await expect(page.getByText('This is what you typed earlier')).toBeVisible();
      await expect(page.getByLabel('Client name')).toHaveValue('Malabar Microfinance');
      await next.click();
      await expect(page.getByLabel('Portfolio name')).toHaveValue('Whole book');
    });

    await test.step('the last step stores all of it', async () => {
      await next.click();
      await page.getByLabel('Choose policies').setInputFiles(POLICY);
      await next.click();
      await page.getByRole('button', { name: 'Add incentive' }).click();
      await page.getByLabel('Share of it').fill('1.5');
      await next.click();
      await next.click();
      await next.click();
      // Twice, as impatient people do: it is stored once and not refused as taken by itself.
      await page.getByRole('button', { name: 'Store client' }).dblclick();
      await expect(page.getByText('Client added successfully')).toBeVisible();
      await expect(page).toHaveURL(/view-client\?clientId=/);
      for (const words of ['Malabar Microfinance', 'Whole book', 'fair-practice.pdf', '1.5 %'])
        await expect(page.getByText(words).first(), words).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download fair-practice.pdf' }).click();
      expect((await download).suggestedFilename()).toBe('fair-practice.pdf');
    });

    await test.step('it can be removed, one with loans cannot', async () => {
      await goInside(page, '/clients');
      const remove = async (name: string) => {
        await page.getByRole('button', { name: `Actions for ${name}` }).click();
        await page.getByRole('menuitem', { name: 'Remove' }).click();
      };
      await remove('Suryodaya Housing');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(/[\d,]+ loans/)).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Remove client' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await remove('Malabar Microfinance');
      await dialog.getByRole('button', { name: 'Remove client' }).click();
      await expect(page.getByText('Malabar Microfinance was removed')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Malabar Microfinance' })).toHaveCount(0);
    });

    expect(watch.takeProblems()).toEqual([]);
  },
);
