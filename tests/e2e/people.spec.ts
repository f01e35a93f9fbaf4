import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { withoutWorker } from './support/no-worker.ts';
import { logIn } from './support/people.ts';
import { SOAK } from '../support/soak.ts';

/*
 * The house's people as an admin keeps them: a manager and a collector made by hand, a taken name and another's change
 * told where they belong, a handover before a deletion, and more people from a sheet.
 */
test.describe.configure({ mode: 'serial' });

let product: Product;
let context: BrowserContext;
let page: Page;
let folder: string;

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'recoup-people-'));
  context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  await withoutWorker(context);
  page = await context.newPage();
  await logIn(page, product.url, 'admin', 'admin');
});

test.afterAll(async () => {
  await context?.close();
  await product?.remove();
  await rm(folder, { recursive: true, force: true });
});

const open = (path: string) => page.goto(`${product.url}${path}`);
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const row = (name: string) => page.getByRole('row', { name });

async function fillAccount(who: { username: string; fullName: string }): Promise<void> {
  await field('User Name').fill(who.username);
  await field('Full Name').fill(who.fullName);
  await field('Email').fill(`${who.username}@demo.recoup`);
  await page.getByRole('button', { name: 'Make a strong password' }).click();
}

async function act(name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a manager is made; what is missing or taken is said under its field', SOAK, async () => {
  await open('/managers-collectors');
  await page.getByRole('link', { name: 'Add manager' }).click();
  await page.getByRole('button', { name: 'Add manager' }).click();
  await expect(page.getByText('Enter a user name.')).toBeVisible();
  await expect(page.getByText('Enter the full name.')).toBeVisible();
  await expect(field('User Name')).toBeFocused();
  await fillAccount({ username: 'manager', fullName: 'Usha Kulkarni' });
  await field('Email').fill('usha@demo.recoup');
  await page.getByRole('button', { name: 'Add manager' }).click();
  await expect(field('User Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('User Name')).toBeFocused();
  await field('User Name').fill('usha');
  await page.getByRole('button', { name: 'Add manager' }).click();
  await expect(page.getByText('Manager updated successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/managers-collectors$/);
  await expect(row('Usha Kulkarni')).toContainText('Active');
});

test(
  'a collector is made under her and can log in with the password that was made',
  SOAK,
  async ({ browser }) => {
    await open('/collector/create');
    await fillAccount({ username: 'nisha', fullName: 'Nisha Pawar' });
    const password = await page.locator('input[name="password"]').inputValue();
    await page.getByRole('combobox', { name: 'Manager' }).fill('Usha');
    await page.getByRole('option', { name: 'Usha Kulkarni' }).click();
    await page.getByRole('button', { name: 'Add collector' }).click();
    await expect(page.getByText('collector updated successfully')).toBeVisible();
    await expect(row('Nisha Pawar')).toContainText('Usha Kulkarni');

    const own = await browser.newContext();
    await withoutWorker(own);
    const hers = await own.newPage();
    await hers.goto(`${product.url}/login`);
    await hers.getByLabel('Email').fill('nisha@demo.recoup');
    await hers.getByLabel('Password', { exact: true }).fill(password);
    await hers.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(hers).not.toHaveURL(/login/);
    await hers.goto(`${product.url}/my-profile`);
    await expect(hers.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Nisha Pawar');
    await own.close();
  },
);

test(
  'what somebody else changed meanwhile is taken in, and what was typed stays',
  SOAK,
  async () => {
    await open('/collectors?search=nisha');
    const href = await row('Nisha Pawar').getByRole('link').first().getAttribute('href');
    await open(href ?? '');
    await field('Full Name').fill('Nisha Pawar-Joshi');
    const other = await context.newPage();
    await other.goto(`${product.url}${href}`);
    await other.getByRole('textbox', { name: 'Mobile' }).fill('98765 43210');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('collector updated successfully')).toBeVisible();
    await other.close();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Take in their changes' }).click();
    await expect(field('Mobile')).toHaveValue('9876543210');
    await expect(field('Full Name')).toHaveValue('Nisha Pawar-Joshi');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row('Nisha Pawar-Joshi')).toContainText('98765 43210');
  },
);

test(
  'before a manager is deleted, it is said what hangs on her and who takes over',
  SOAK,
  async () => {
    await open('/managers-collectors');
    await act('Usha Kulkarni', 'Delete');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('This can’t be undone');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText('Choose who takes over.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Who takes over' }).click();
    await page.getByRole('option', { name: 'Tejas Wagh' }).click();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByText('Sheet deleted successfully')).toBeVisible();
    await expect(row('Usha Kulkarni')).toHaveCount(0);
    await open('/collectors?search=nisha');
    await expect(row('Nisha Pawar-Joshi')).toContainText('Tejas Wagh');
  },
);

test('people come from a sheet: tried first, mended rows only are made', SOAK, async () => {
  const sheet = join(folder, 'people.csv');
  await writeFile(
    sheet,
    [
      'role,fullName,username,email,manager',
      'collector,Omkar Jadhav,omkar,omkar@demo.recoup,manager2',
      'field agent,Sarla Bai,,sarla@demo.recoup,manager2',
    ].join('\n'),
  );
  await open('/managers-collectors?view=sheet');
  await page.getByLabel('Sheet of people').setInputFiles(sheet);
  await expect(page.getByText('1 of 2 rows are right')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create 1 person' }).click();
  await expect(page.getByText('1 person was created')).toBeVisible();
  expect((await download).suggestedFilename()).toBe('passwords.xlsx');
  await open('/userlist?search=omkar');
  await expect(row('Omkar Jadhav')).toBeVisible();
});
