import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import type { Alert } from '../../contract/alert.ts';
import type { DispositionReport } from '../../contract/report.ts';
import { layNetwork } from '../support/network.ts';
import type { Network } from '../support/network.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { allocateAll, chooseAssignee, selectAllLoans } from './support/allocation-steps.ts';
import { downloadRefused, expectCounts, uploadLoans, verifyLoans } from './support/import-steps.ts';
import { attachByKeys, tabTo } from './support/keys.ts';
import { COLUMN, makeLenderFile } from './support/lender-file.ts';
import type { LenderFile } from './support/lender-file.ts';
import { withoutWorker } from './support/no-worker.ts';
import { ask, logIn, tokenOf, unlock } from './support/people.ts';
import { killPhone, openDesk } from './support/phone.ts';
import { screenShot, supportingDoc } from './support/photo.ts';
import { indiaTime } from './support/india-time.ts';
import { readSheet, writeSheet } from './support/sheet.ts';
import { SOAK } from '../support/soak.ts';

/*
 * The desk's half of the story: a file with refused rows is mended and imported again, loans are allocated over pages and
 * against somebody else, two calls are worked by keys alone without a network and reach the manager's report once each.
 */
test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1400, height: 900 } });

const CLIENT = 'Suryodaya Housing';
const LIST = 'search=DESK&sort=-Total_Due_Amount';
const GOOD = 12;
const ALL = 14;

let product: Product;
/** The collector's way to the product. */
let network: Network;
/** The people at their own desks, logged in once. */
let admin: Page;
let manager: Page;
let folder: string;
let file: LenderFile;
let refusedCsv: string;
let desk: BrowserContext;
/** When the promise of the first call reminds. */
let remindsAt: Date;
const profile = () => join(folder, 'desk');
/** The loans as the list shows them: the largest due first. */
const nameAt = (place: number) => file.names[GOOD - 1 - place] ?? '';

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  network = await layNetwork(product.url);
  folder = await mkdtemp(join(tmpdir(), 'recoup-desk-'));
  file = await makeLenderFile(folder, 'DESK', GOOD, 2, 'xlsx');
  // The lender's program exported a loan twice.
  await writeSheet(file.path, [...file.rows, file.rows[1] ?? []]);
  const openPage = async () => {
    const context = await browser.newContext();
    await withoutWorker(context);
    return context.newPage();
  };
  admin = await openPage();
  manager = await openPage();
  await logIn(admin, product.url, 'admin', 'admin');
  await logIn(manager, product.url, 'staff', 'manager');
});

test.afterAll(async () => {
  await desk?.close().catch(() => undefined);
  await admin?.context().close();
  await manager?.context().close();
  await network?.close();
  await product?.remove();
  await rm(folder, { recursive: true, force: true });
});

test('the admin imports an XLSX and gets its refused rows back as XLSX and as CSV', async () => {
  await uploadLoans(admin, product.url, CLIENT, file.path);
  await expectCounts(admin, { New: GOOD, Updates: 0, Unchanged: 0, Duplicates: 1, Failed: 2 });
  const refused = await readSheet(await downloadRefused(admin, 'XLSX', folder));
  expect(refused[0]?.slice(0, file.rows[0]?.length)).toEqual(file.rows[0]);
  expect(refused[0]?.at(-1)).toBe('Reason (Recoup)');
  for (const [index, row] of refused.slice(1).entries()) {
    expect(row.slice(0, file.rows[0]?.length)).toEqual(file.rows[GOOD + 1 + index]);
    expect(row.at(-1)).toContain('Overdue Amt');
  }
  expect(refused).toHaveLength(3);
  refusedCsv = await downloadRefused(admin, 'CSV', folder);
  expect(await readSheet(refusedCsv)).toEqual(refused);
  await verifyLoans(admin, GOOD);
});

test('the mended rows import again; an update, an unchanged and a duplicate row are told apart', async () => {
  const [header = [], ...rows] = await readSheet(refusedCsv);
  const mended = rows.map((row, index) =>
    row
      .with(COLUMN.phone, `99876${String(50_000 + index)}`)
      .with(COLUMN.overdue, `${index + 1},000`),
  );
  const known = file.rows[1] ?? [];
  const changed = (file.rows[2] ?? []).with(COLUMN.overdue, '13,346.00');
  const path = join(folder, 'mended.csv');
  await writeSheet(path, [header, ...mended, known, changed, mended[0] ?? []]);
  await uploadLoans(admin, product.url, CLIENT, path);
  await expectCounts(admin, { New: 2, Updates: 1, Unchanged: 1, Duplicates: 1, Failed: 0 });
  await verifyLoans(admin, 3);
  await admin.goto(`${product.url}/loans?search=DESK`);
  await expect(admin.getByText(`Showing 10 of ${ALL}`)).toBeVisible();
});

test('the loans go to a manager and on to a collector, all that match over two pages', async () => {
  const loans = `${product.url}/loans?search=DESK`;
  await allocateAll(admin, loans, ALL, 'To a manager', 'Meera Nambiar');
  await allocateAll(
    manager,
    `${product.url}/all-loans?search=DESK`,
    ALL,
    'To an agent',
    'Rohini Salve',
  );
});

const toldDialog = (page: Page) => page.getByRole('dialog', { name: 'Changed meanwhile' });

/** Presses "Allocate" in an open dialog; true when this person is told that somebody else was faster. */
async function isTold(page: Page): Promise<boolean> {
  await page.getByRole('dialog').getByRole('button', { name: 'Allocate' }).click();
  await toldDialog(page).or(page.getByText('1 loan allocated')).first().waitFor();
  return toldDialog(page).isVisible();
}

test('of two who allocate one loan at once one wins, and the other is told by whom', async () => {
  await selectAllLoans(admin, `${product.url}/loans?search=DESKBAD1`, 1);
  await selectAllLoans(manager, `${product.url}/all-loans?search=DESKBAD1`, 1);
  await chooseAssignee(admin, 'To an agent', 'Imtiaz Shaikh');
  await chooseAssignee(manager, 'To an agent', 'Leena Fernandes');
  const [isAdminTold, isManagerTold] = await Promise.all([isTold(admin), isTold(manager)]);
  expect(isAdminTold).not.toBe(isManagerTold);
  const dialog = toldDialog(isAdminTold ? admin : manager);
  await expect(dialog).toContainText(
    `DESKBAD1: ${isAdminTold ? 'Meera Nambiar' : 'Arvind Kelkar'}, `,
  );
});

async function rowNames(page: Page): Promise<string[]> {
  return page.getByRole('table', { name: 'Active Loans' }).getByRole('link').allInnerTexts();
}

test('a saved address shows the same rows in a new window and after going back', async () => {
  desk = await openDesk(profile());
  const page = await desk.newPage();
  await logIn(page, network.url, 'staff', 'collector');
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await page.goto(`${network.url}/active-loans`);
  await page.getByPlaceholder('Name, loan number, phone').fill('DESK');
  await expect(page.getByText(`Showing ${ALL - 1} of ${ALL - 1}`)).toBeVisible();
  await page.getByTitle('Sort by Total Due').click();
  await page.getByTitle('Sort by Total Due').click();
  await expect(page).toHaveURL(`${network.url}/active-loans?${LIST}`);
  await expect(page.getByRole('row').nth(1)).toContainText(nameAt(0));
  const rows = await rowNames(page);
  const other = await desk.newPage();
  await other.goto(page.url());
  await expect(other.getByText(`Showing ${ALL - 1} of ${ALL - 1}`)).toBeVisible();
  expect(await rowNames(other)).toEqual(rows);
  await other.getByRole('link', { name: new RegExp(nameAt(3)) }).click();
  await expect(other.getByRole('heading', { name: nameAt(3) })).toBeVisible();
  await other.goBack();
  await expect(other).toHaveURL(`${network.url}/active-loans?${LIST}`);
  await expect(other.getByText(`Showing ${ALL - 1} of ${ALL - 1}`)).toBeVisible();
  expect(await rowNames(other)).toEqual(rows);
  await other.close();
});

/** The browser notices at once, as it does when the cable is pulled. */
async function cutNetwork(): Promise<void> {
  network.cut();
  await desk.setOffline(true);
}

/** The first call: talked, promised with day and time, both kinds of files. */
async function promiseByKeys(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Start call' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByText('Calling', { exact: true })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/[1-9]$/);
  await page.keyboard.press('c');
  await expect(page.getByText('Call ended')).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByLabel('Amount promised')).toBeFocused();
  await page.keyboard.type('5000');
  remindsAt = new Date(Math.ceil((Date.now() + 30_000) / 60_000) * 60_000);
  const { day, clock } = indiaTime(remindsAt);
  await page.keyboard.press('Tab');
  await page.keyboard.type(day);
  await tabTo(page, page.getByLabel('Time'));
  await page.keyboard.type(clock);
  await tabTo(page, page.getByLabel('Remarks'));
  await page.keyboard.type('Salary comes today');
  await tabTo(page, page.locator('summary', { hasText: 'Files' }));
  await page.keyboard.press('Enter');
  await attachByKeys(page, page.getByLabel('Screenshots'), await screenShot());
  await attachByKeys(page, page.getByLabel('Supporting documents'), supportingDoc());
  await expect(page.getByRole('button', { name: /^Remove .*\.(png|pdf)$/ })).toHaveCount(2);
}

test('two calls are worked by keys; the network goes before they are saved, and nothing is lost', async () => {
  const page = await desk.newPage();
  await page.goto(`${network.url}/active-loans?${LIST}`);
  await tabTo(page, page.getByRole('link', { name: new RegExp(nameAt(0)) }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Loan 1 of ${ALL - 1}`)).toBeVisible();
  await promiseByKeys(page);
  await cutNetwork();
  await page.keyboard.press('Control+Shift+Enter');
  // Save & next: the next of the same list in the same order.
  await expect(page.getByRole('heading', { name: nameAt(1) })).toBeVisible();
  await expect(page.getByText(`Loan 2 of ${ALL - 1}`)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-Total_Due_Amount');
  await expect(page.getByRole('radio', { name: 'Paid in part' })).toBeVisible();
  await page.keyboard.press('d');
  await page.keyboard.type('paid in');
  await tabTo(page, page.getByLabel('Amount paid'));
  await page.keyboard.type('1234');
  await tabTo(page, page.getByLabel('Paid on'));
  await page.keyboard.type(indiaTime(new Date()).day);
  const paidBy = page.getByRole('combobox', { name: 'Paid by' });
  await tabTo(page, paidBy);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Cash' })).toBeVisible();
  // The list looks for what is chosen in a timer of its opening: no person's arrow comes before that.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(paidBy).not.toHaveValue('');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Disposition Added Successfully').first()).toBeVisible();
  await expect(page).toHaveURL(`${network.url}/active-loans?${LIST}`);
});

test('after a kill the desk opens by its password without a network, and shows both calls waiting', async () => {
  killPhone(profile());
  await desk.close().catch(() => undefined);
  desk = await openDesk(profile(), true);
  const page = await desk.newPage();
  await page.goto(`${network.url}/outbox`);
  await unlock(page, 'collector');
  await expect(page.getByText(/2 unsent/)).toBeVisible();
  const waiting = page.getByRole('listitem').filter({ hasText: 'Waiting' });
  for (const place of [0, 1])
    await expect(waiting.filter({ hasText: nameAt(place) })).toHaveCount(1);
});

const REPORT = '/call-disposition/daily-reports?search=DESK&pageSize=50';

test('back on the network both calls are in the report once each, with exact totals and files', async () => {
  const token = await tokenOf(product.url, '/login', 'manager');
  const read = () => ask<DispositionReport>(product.url, token, REPORT);
  const files = async () =>
    (await read()).data.flatMap((entry) => entry.files.filter((one) => one.isDelivered));
  network.restore();
  await desk.setOffline(false);
  await expect
    .poll(async () => (await files()).map((one) => one.kind).toSorted())
    .toEqual(['screenShot', 'supportingDoc']);
  await expect.poll(async () => (await read()).totals.claimed).toBe(1234);
  const report = await read();
  expect(report.totals).toMatchObject({
    count: 2,
    loanCount: 2,
    claimed: 1234,
    promiseAmount: 5000,
    promiseCount: 1,
  });
  const promise = report.data.find((entry) => entry.code === 'PTP');
  expect(promise).toMatchObject({ Customer_Name: nameAt(0), remarks: 'Salary comes today' });
  expect(promise?.duration).toBeGreaterThanOrEqual(1);
  expect(report.data.map((entry) => entry.Customer_Name).toSorted()).toEqual(
    [nameAt(0), nameAt(1)].toSorted(),
  );
});

test('the manager sees both in the report and exports exactly what it says', async () => {
  await manager.goto(`${product.url}/daily-reports?search=DESK&view=rows`);
  await expect(manager.getByText('Showing 2 of 2')).toBeVisible();
  await expect(manager.getByText('₹5,000').first()).toBeVisible();
  await expect(manager.getByText('₹1,234').first()).toBeVisible();
  for (const place of [0, 1])
    await expect(manager.getByRole('row', { name: new RegExp(nameAt(place)) })).toHaveCount(1);
  const exported = async () => {
    const download = manager.waitForEvent('download');
    await manager.getByRole('button', { name: 'Export', exact: true }).click();
    await manager.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    const path = join(folder, 'report.xlsx');
    await (await download).saveAs(path);
    return readSheet(path);
  };
  const lines = await exported();
  const at = (line: string[] | undefined, title: string) => line?.[lines[0]?.indexOf(title) ?? -1];
  // Both calls, the claim of one of them, and the totals.
  expect(lines).toHaveLength(5);
  expect(
    lines
      .slice(1, 4)
      .map((line) => at(line, 'Entry') ?? '')
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['Call', 'Call', 'Claim']);
  const told = lines.find((line) => at(line, 'Amount told') === '₹1,234');
  expect(at(told, 'Borrower')).toBe(nameAt(1));
  expect(lines.map((line) => at(line, 'Remarks'))).toContain('Salary comes today');
  const last = lines.at(-1);
  expect([at(last, 'Calls'), at(last, 'Claimed'), at(last, 'Promised')]).toEqual([
    '2',
    '₹1,234',
    '₹5,000',
  ]);
  await manager.goto(`${product.url}/daily-reports?search=DESK`);
  await expect(manager.getByRole('table', { name: 'Figures' })).toContainText('₹1,234');
  expect((await exported()).at(-1)?.slice(0, 2)).toEqual(['Total', '2']);
});

test('the promise reminds its collector at its time', SOAK, async () => {
  const token = await tokenOf(product.url, '/login', 'collector');
  const alerts = async () =>
    (await ask<{ data: Alert[] }>(product.url, token, '/api/v2/alerts')).data;
  await expect
    .poll(async () => (await alerts()).filter((alert) => alert.customerName === nameAt(0)), {
      timeout: 120_000,
      intervals: [1000],
    })
    .toMatchObject([{ alertType: 'PTP', dueAt: remindsAt.toISOString() }]);
});
