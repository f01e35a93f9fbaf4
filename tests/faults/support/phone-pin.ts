import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Of every phone that a test sets one up on. */
export const PIN = '482915';

/** Where the PIN is typed at the door. */
export const pinInput = (page: Page) => page.getByLabel(/^PIN of/);

/** Sets the PIN up, after one that is too simple. */
export async function setPin(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Set up' }).click();
  await page.getByRole('textbox', { name: 'New PIN', exact: true }).fill('123456');
  await page.getByRole('textbox', { name: 'New PIN again' }).fill('123456');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await expect(page.getByText('Others would try this PIN first').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'New PIN', exact: true }).fill(PIN);
  await page.getByRole('textbox', { name: 'New PIN again' }).fill(PIN);
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await expect(page.getByText('A PIN opens what is kept on this phone.')).toBeVisible();
}

/** Locks the phone by its menu. */
export async function lockPhone(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByRole('heading', { name: 'Phone locked' })).toBeVisible();
}
