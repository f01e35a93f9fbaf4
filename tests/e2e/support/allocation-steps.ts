import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

const PAGE_SIZE = 10;

/** Selects all loans that a list's address matches, over all its pages. */
export async function selectAllLoans(page: Page, address: string, total: number): Promise<void> {
  await page.goto(address);
  const shown = Math.min(PAGE_SIZE, total);
  await expect(page.getByText(`Showing ${shown} of ${total}`)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  if (total > PAGE_SIZE)
    await page.getByRole('button', { name: `Select all ${total} matching` }).click();
}

/** Opens the allocation of the selected loans to a person; the dialog's button "Allocate" does it. */
export async function chooseAssignee(
  page: Page,
  menuItem: string,
  person: string,
): Promise<Locator> {
  await page.getByRole('button', { name: 'Allocate' }).click();
  await page.getByRole('menuitem', { name: menuItem }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Person' }).click();
  await page
    .getByRole('option', { name: new RegExp(person) })
    .first()
    .click();
  return dialog;
}

/** Allocates all loans that a list's address matches to a person. */
export async function allocateAll(
  page: Page,
  address: string,
  total: number,
  menuItem: string,
  person: string,
): Promise<void> {
  await selectAllLoans(page, address, total);
  const dialog = await chooseAssignee(page, menuItem, person);
  await dialog.getByRole('button', { name: 'Allocate' }).click();
  await expect(page.getByText(`${total} loan${total === 1 ? '' : 's'} allocated`)).toBeVisible();
}
