import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import type { DispositionReport } from '../../contract/report.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { layNetwork } from '../support/network.ts';
import type { Network } from '../support/network.ts';
import { allocateAll } from './support/allocation-steps.ts';
import { downloadRefused, uploadLoans, verifyLoans } from './support/import-steps.ts';
import { makeLenderFile } from './support/lender-file.ts';
import type { LenderFile } from './support/lender-file.ts';
import { withoutWorker } from './support/no-worker.ts';
import { ask, logIn, tokenOf, unlock } from './support/people.ts';
import { fireSync, killPhone, openPhone } from './support/phone.ts';
import { PHONE } from './support/screen-walk.ts';
import { cameraPhoto } from './support/photo.ts';

/*
 * The whole story in one: a lender's file becomes loans, loans become visits, visits recorded without a network reach the
 * manager's report once each, after the phone's browser was killed and with the app closed.
 */
test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1400, height: 900 } });

let product: Product;
let folder: string;
let file: LenderFile;
let phone: BrowserContext;
/** What lies between the phone and the server. */
let network: Network;
const profile = () => join(folder, 'phone');

test.beforeAll(async () => {
  product = await startProduct();
  network = await layNetwork(product.url);
  folder = await mkdtemp(join(tmpdir(), 'recoup-story-'));
  file = await makeLenderFile(folder, 'STORY', 6, 2);
});

test.afterAll(async () => {
  await phone?.close().catch(() => undefined);
  await network?.close();
  await product?.remove();
  await rm(folder, { recursive: true, force: true });
});

// Of the desks; the phone is a browser of its own.
test.beforeEach(({ context }) => withoutWorker(context));

test('the admin imports a file whose headers map themselves, and downloads what was refused', async ({
  page,
}) => {
  await logIn(page, product.url, 'admin', 'admin');
  await uploadLoans(page, product.url, 'Suryodaya Housing', file.path);
  expect(await downloadRefused(page, 'CSV', folder)).toMatch(/\.csv$/);
  await verifyLoans(page, 6);
});

test('the admin allocates the loans to a manager and, with a day for the visit, to a field agent', async ({
  page,
}) => {
  await logIn(page, product.url, 'admin', 'admin');
  const loans = `${product.url}/loans?search=STORY`;
  await allocateAll(page, loans, 6, 'To a manager', 'Meera Nambiar');
  await allocateAll(page, loans, 6, 'To a field agent', 'Ganesh Mane');
});

async function recordVisit(page: Page, name: string, fill: (page: Page) => Promise<void>) {
  await page.goto(`${network.url}/field-agent-loans`);
  await page.getByRole('searchbox', { name: 'Name, loan number, phone, address' }).fill(name);
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await page
    .getByRole('link', { name: 'Record visit' })
    .or(page.getByRole('button', { name: 'Record visit' }))
    .click();
  await fill(page);
  const [photo] = [await cameraPhoto(`${name}.jpg`)];
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Take photo').click();
  await (await chooser).setFiles(photo);
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save visit' }).click();
  await expect(page.getByText(/Saved on this phone/).first()).toBeVisible();
}

test('the field agent pulls the loans, loses the network, and records three visits and a new phone number', async () => {
  phone = await openPhone(profile());
  const page = await phone.newPage();
  await logIn(page, network.url, 'field', 'fieldagent');
  await expect(page.getByText(/As of/)).toBeVisible();
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await page.getByRole('searchbox', { name: 'Name, loan number, phone, address' }).fill('STORY');
  await expect(page.getByText('Asha STORYson1')).toBeVisible();
  network.cut();
  await phone.setOffline(true);
  await recordVisit(page, file.names[0] ?? '', async (form) => {
    await form.getByRole('button', { name: 'Promise to pay' }).click();
    await form.getByLabel('Amount promised').fill('5000');
    await form.getByText('Tomorrow', { exact: true }).first().click();
    await form.getByText('Borrower', { exact: true }).first().click();
  });
  await recordVisit(page, file.names[1] ?? '', async (form) => {
    await form.getByRole('button', { name: 'Paid in part' }).click();
    await form.getByLabel('Amount collected').fill('1234');
    await form.getByText('Borrower', { exact: true }).first().click();
  });
  await recordVisit(page, file.names[2] ?? '', async (form) => {
    await form.getByRole('button', { name: 'Door locked' }).click();
  });
  await page.goto(`${network.url}/field-agent-loans`);
  await page
    .getByRole('searchbox', { name: 'Name, loan number, phone, address' })
    .fill(file.names[3] ?? '');
  await page
    .getByRole('link', { name: new RegExp(file.names[3] ?? '') })
    .first()
    .click();
  await page.getByRole('link', { name: /Edit/ }).click();
  await page.getByLabel('Mobile', { exact: true }).fill('9123456780');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Saved on this phone/).first()).toBeVisible();
});

test('after a kill the phone opens by its password without a network, and shows all four waiting', async () => {
  killPhone(profile());
  await phone.close().catch(() => undefined);
  phone = await openPhone(profile(), true);
  const page = await phone.newPage();
  await page.goto(`${network.url}/outbox`);
  await expect(page).toHaveURL(/\/field-agent\/login$/);
  await unlock(page, 'fieldagent');
  await expect(page.getByText(/4 unsent/)).toBeVisible();
  for (const name of file.names.slice(0, 4))
    await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
  // The bar that says how much waits stays on the smallest phone, with all its buttons.
  await page.setViewportSize(PHONE);
  const last = await page.locator('header').first().getByRole('button').last().boundingBox();
  expect((last?.x ?? PHONE.width) + (last?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
});

interface Counted {
  readonly report: DispositionReport;
  readonly files: number;
}

async function counted(token: string): Promise<Counted> {
  const report = await ask<DispositionReport>(
    product.url,
    token,
    '/field-disposition/daily-reports?search=STORY&pageSize=50',
  );
  const files = report.data.flatMap((entry) => entry.files.filter((one) => one.isDelivered)).length;
  return { report, files };
}

test('back on the network with the app closed, everything is delivered once', async () => {
  const token = await tokenOf(product.url, '/login', 'manager');
  expect((await counted(token)).report.totalCount).toBe(0);
  // A page elsewhere keeps the browser alive; the app itself is closed.
  const elsewhere = await phone.newPage();
  await elsewhere.goto('about:blank');
  for (const page of phone.pages()) if (page !== elsewhere) await page.close();
  network.restore();
  await phone.setOffline(false);
  await fireSync(phone, network.url);
  await expect.poll(async () => (await counted(token)).files, { intervals: [1000] }).toBe(3);
  const { report } = await counted(token);
  expect(report.totalCount).toBe(3);
  expect(report.totals).toMatchObject({ count: 3, receipted: 1234, promiseAmount: 5000 });
  expect(new Set(report.data.map((entry) => entry.Loan_ID)).size).toBe(3);
  for (const entry of report.data) {
    expect(entry.position).toMatchObject({ latitude: 18.5196, accuracyMetres: 12 });
    expect(entry.files[0]?.size).toBeLessThanOrEqual(300 * 1024);
  }
  const loans = await ask<{ data: { Mobile_Number: string }[] }>(
    product.url,
    token,
    `/loans?search=${file.numbers[3]}`,
  );
  expect(loans.data[0]?.Mobile_Number).toBe('9123456780');
});

test('the manager finds the three visits in the report, with photos', async ({ page }) => {
  await logIn(page, product.url, 'staff', 'manager');
  await page.goto(`${product.url}/daily-field-reports?search=STORY&view=rows`);
  await expect(page.getByText('Showing 3 of 3')).toBeVisible();
  await expect(page.getByText('₹1,234').first()).toBeVisible();
  for (const name of file.names.slice(0, 3))
    await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(1);
});
