import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Uploads a lender's file as the admin does, with the day of its figures (`DD-MM-YYYY`), and waits for the pending list. */
export async function uploadLoans(
  page: Page,
  url: string,
  client: string,
  path: string,
  asOf?: string,
): Promise<void> {
  await page.goto(`${url}/upload-loan`);
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: client }).click();
  await page.getByLabel('Loan file').setInputFiles(path);
  if (asOf !== undefined) await page.getByLabel('Figures as of').fill(asOf);
  await page.getByRole('button', { name: 'Continue to mapping' }).click();
  await expect(page.getByText('Dealer Code').first()).toBeVisible();
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await expect(page.getByRole('button', { name: /^Verify and store/ })).toBeVisible();
}

/** Expects the counts that the pending list shows. */
export async function expectCounts(
  page: Page,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [name, count] of Object.entries(counts))
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toContainText(
      new RegExp(`${name}${count}(?!\\d)`),
    );
}

/** Saves the refused rows of the pending list on screen into a folder and returns the file's path. */
export async function downloadRefused(
  page: Page,
  format: 'CSV' | 'XLSX',
  folder: string,
): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download failed rows' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  const file = await download;
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

/** Verifies the pending list on screen and waits until its loans are stored. */
export async function verifyLoans(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Verify and store ${count} loan` }).click();
  await expect(page.getByText('Loan sheet verified successfully')).toBeVisible();
}
