import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { rupees } from './figures.ts';
import { BORROWERS } from './month-file.ts';
import type { Borrower } from './month-file.ts';

/** Records a call at the desk in which a borrower says that it paid a part by UPI on a day (`DD-MM-YYYY`). */
export async function claimOnCall(
  page: Page,
  url: string,
  who: Borrower,
  amount: number,
  day: string,
): Promise<void> {
  await openOnDesk(page, url, who);
  await page.getByRole('radio', { name: 'Paid in part' }).check();
  await page.getByLabel('Amount paid').fill(String(amount));
  await page.getByLabel('Paid on').fill(day);
  await page.getByLabel('Paid on').press('Tab');
  await page.getByRole('combobox', { name: 'Paid by' }).click();
  await page.getByRole('option', { name: 'UPI' }).click();
  await saveCall(page);
}

/** Records a call at the desk in which a borrower promises to pay at a time of a day (`DD-MM-YYYY`). */
export async function promiseOnCall(
  page: Page,
  url: string,
  who: Borrower,
  amount: number,
  day: string,
): Promise<void> {
  await openOnDesk(page, url, who);
  await page.getByRole('radio', { name: 'Promise to pay' }).check();
  await page.getByLabel('Amount promised').fill(String(amount));
  await page.getByRole('textbox', { name: 'Date', exact: true }).fill(day);
  await page.getByRole('textbox', { name: 'Date', exact: true }).press('Tab');
  await page.getByLabel('Time').fill('11:00');
  await saveCall(page);
}

async function openOnDesk(page: Page, url: string, who: Borrower): Promise<void> {
  const [number, name] = BORROWERS[who];
  await page.goto(`${url}/active-loans?search=${number}`);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

async function saveCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Once it is safe the list is back; what the desk says in its place stands in the log of a failure.
  await expect(page.getByRole('main')).toContainText('Active Loans');
}

/** Takes money in on a visit, in cash from the borrower, and saves it on the phone. */
export async function collectOnVisit(
  page: Page,
  url: string,
  who: Borrower,
  outcome: 'Paid in full' | 'Paid in part',
  amount: number,
): Promise<void> {
  const [, name] = BORROWERS[who];
  await page.goto(`${url}/field-agent-loans?view=all`);
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await page
    .getByRole('link', { name: 'Record visit' })
    .or(page.getByRole('button', { name: 'Record visit' }))
    .click();
  await page.getByRole('button', { name: outcome }).click();
  await page.getByLabel('Amount collected').fill(String(amount));
  await page.getByText('Borrower', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Save visit' }).click();
  await expect(page.getByText(/Saved on this phone/).first()).toBeVisible();
  // At once, whether it is sent or not.
  await page.goto(`${url}/field-agent-loans?view=all`);
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText(
    `${rupees(amount)} collected, not yet verified`,
  );
}

/** Uploads a file of payments and waits for its check. */
export async function checkPayments(
  page: Page,
  url: string,
  client: string,
  path: string,
): Promise<void> {
  await page.goto(`${url}/post-payment`);
  await page.getByRole('combobox', { name: 'Client' }).first().click();
  await page.getByRole('option', { name: client }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles(path);
  await page.getByRole('button', { name: 'Continue to mapping' }).click();
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await expect(page.getByText('Waiting to be confirmed').first()).toBeVisible();
}

/** Reverses the payment of a borrower. */
export async function reversePayment(
  page: Page,
  url: string,
  who: Borrower,
  reason: string,
): Promise<void> {
  const [number] = BORROWERS[who];
  await page.goto(`${url}/post-payment?view=payments&search=${number}`);
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByRole('button', { name: 'Reverse' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why?').fill(reason);
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByText('Reversed: the dues are as before')).toBeVisible();
}
