import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { Client } from 'pg';
import type { Loan } from '../../contract/loan.ts';
import type { Settlement, SettlementDetail } from '../../contract/settlement.ts';
import { layNetwork } from '../support/network.ts';
import type { Network } from '../support/network.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { withoutWorker } from './support/no-worker.ts';
import { ask, logIn, tokenOf } from './support/people.ts';
import { openPhone } from './support/phone.ts';
import { cameraPhoto } from './support/photo.ts';
import { fill, isKept, letterOf, payByBank, send } from './support/settlement-steps.ts';

/*
 * A settlement over four roles: proposed in the field without a network, other terms by the manager, approved by the
 * client on a tablet, its letter, its money by a bank's file; and one whose money does not come.
 */
test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1400, height: 900 } });

let product: Product;
let folder: string;
let phone: BrowserContext;
let tablet: BrowserContext;
/** What lies between phone, tablet and server. */
let network: Network;
let loan: Loan;
let other: Loan;
let settlement: Settlement;
const tokens = { admin: '', manager: '', field: '', client: '' };

test.beforeAll(async () => {
  product = await startProduct();
  network = await layNetwork(product.url);
  folder = await mkdtemp(join(tmpdir(), 'recoup-settlement-'));
  tokens.admin = await tokenOf(product.url, '/admin/login', 'admin');
  tokens.manager = await tokenOf(product.url, '/login', 'manager');
  tokens.field = await tokenOf(product.url, '/login', 'fieldagent');
  tokens.client = await tokenOf(product.url, '/client/login', 'customer');
  const ofClient = await ask<{ data: Loan[] }>(product.url, tokens.client, '/loans?pageSize=200');
  const free = ofClient.data.filter(
    (one) =>
      one.fieldAgentName === 'Ganesh Mane' &&
      one.managerName === 'Meera Nambiar' &&
      one.settlementId == null &&
      one.status === 'ACTIVE' &&
      (one.Total_Due_Amount ?? 0) > 5000,
  );
  expect(free.length).toBeGreaterThan(1);
  [loan, other] = free as [Loan, Loan];
});

test.afterAll(async () => {
  await phone?.close().catch(() => undefined);
  await tablet?.close().catch(() => undefined);
  await network?.close();
  await product?.remove();
  await rm(folder, { recursive: true, force: true });
});

// Of the desks; phone and tablet need theirs.
test.beforeEach(({ context }) => withoutWorker(context));

const detail = async (token: string, id: string) =>
  (await ask<{ data: SettlementDetail }>(product.url, token, `/settlement/id/${id}`)).data;

test('the field agent proposes without a network, with a photo, and sees who decides', async () => {
  phone = await openPhone(join(folder, 'phone'));
  const page = await phone.newPage();
  await logIn(page, network.url, 'field', 'fieldagent');
  await expect(page.getByText(/As of/)).toBeVisible();
  await page.evaluate(async () => navigator.serviceWorker.ready);
  network.cut();
  await phone.setOffline(true);
  await page.goto(`${network.url}/field-agent/loan?id=${loan._id}`);
  await page.getByRole('link', { name: 'Propose settlement' }).click();
  const offered = Math.round((loan.Total_Due_Amount ?? 0) * 0.88);
  await page.getByLabel('Offered amount').fill(String(offered));
  await expect(page.getByText('This offer goes to: Manager')).toBeVisible();
  await expect(page.getByText(/As this device last heard them/)).toBeVisible();
  await fill(page, 'Borrower’s reason', 'Medical');
  await page.locator('input[type=file]').setInputFiles(await cameraPhoto('hospital-bill.jpg'));
  await expect(page.getByText('hospital-bill.jpg')).toBeVisible();
  await page.getByRole('button', { name: 'Save proposal' }).click();
  await expect(page.getByText('Settlement saved').first()).toBeVisible();
  network.restore();
  await phone.setOffline(false);
  const ofLoan = () =>
    ask<{ data: Settlement[] }>(
      product.url,
      tokens.manager,
      `/settlement/getManagerSettlement?loanId=${loan._id}`,
    );
  await expect.poll(async () => (await ofLoan()).data.length).toBe(1);
  [settlement] = (await ofLoan()).data as [Settlement];
  expect(settlement).toMatchObject({ settlementStatus: 'PROPOSED', offeredAmount: offered });
  await expect
    .poll(async () =>
      (await detail(tokens.manager, settlement._id)).files.map((one) => one.isDelivered),
    )
    .toEqual([true]);
  await phone.close();
});

test('the manager offers other terms, in three instalments', async ({ page }) => {
  await logIn(page, product.url, 'staff', 'manager');
  await page.goto(`${product.url}/approveLoan?id=${settlement._id}`);
  await page.getByRole('button', { name: 'Other terms' }).click();
  const dialog = page.getByRole('dialog');
  const amount = Math.round((loan.Total_Due_Amount ?? 0) * 0.9);
  await dialog.getByLabel('Offered amount').fill(String(amount));
  await fill(page, 'Payment', 'Instalments');
  await dialog.getByLabel('Remarks').fill('Borrower has a new job.');
  await dialog.getByRole('button', { name: 'Send terms' }).click();
  await expect(page.getByText('Saved. Notifications open in 3 seconds.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/notifications/);
  const now = await detail(tokens.manager, settlement._id);
  expect(now).toMatchObject({
    settlementStatus: 'COUNTERED',
    waitsFor: 'CLIENT',
    offeredAmount: amount,
  });
  expect(now.instalments).toHaveLength(3);
});

test('the client reads queue and settlement on a tablet without a network, and approves with one', async ({
  browser,
}) => {
  tablet = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  const page = await tablet.newPage();
  await logIn(page, network.url, 'client', 'customer');
  const isRead = page.waitForResponse((answer) =>
    answer.url().includes(`/settlement/id/${settlement._id}`),
  );
  await page.goto(`${network.url}/settalement-loans`);
  const row = page.getByText(settlement.Loan_ID).first();
  await expect(row).toBeVisible();
  // The queue is read ahead.
  await isRead;
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await expect.poll(() => isKept(page, settlement._id)).toBe(true);
  network.cut();
  await tablet.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^No network\. Shown from this device, as of .*\.$/)).toBeVisible();
  await page.getByText(settlement.Loan_ID).first().click();
  await expect(page.getByText('The agency’s recommendation')).toBeVisible();
  await expect(page.getByText('Borrower has a new job.').first()).toBeVisible();
  await expect(page.getByText(/^No network\. Shown from this device, as of .*\.$/)).toBeVisible();
  // What is typed without a network is there when it comes back.
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Remarks').fill('Agreed with the branch.');
  await expect(dialog.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  network.restore();
  await tablet.setOffline(false);
  await expect(dialog.getByLabel('Remarks')).toHaveValue('Agreed with the branch.');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page).toHaveURL(/\/notifications/);
  expect(await detail(tokens.client, settlement._id)).toMatchObject({
    settlementStatus: 'APPROVED_BY_CLIENT',
    waitsFor: 'LETTER',
  });
});

let letter: Buffer;

test('a letter of another amount is refused, the right one is taken', async () => {
  const [page] = tablet.pages() as [Page];
  settlement = await detail(tokens.client, settlement._id);
  letter = letterOf(settlement.offeredAmount, settlement);
  const wrong = letterOf(settlement.offeredAmount - 100, settlement);
  await page.goto(`${network.url}/letterUploadByClient?id=${settlement._id}`);
  await page.getByRole('button', { name: 'Upload letter' }).click();
  const dialog = page.getByRole('dialog');
  const choose = (buffer: Buffer) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer });
  await choose(wrong);
  await dialog.getByRole('button', { name: 'Upload letter' }).click();
  await expect(dialog.getByText('This letter does not say what was approved')).toBeVisible();
  await choose(letter);
  await dialog.getByRole('button', { name: 'Upload letter' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await detail(tokens.client, settlement._id)).toMatchObject({
    settlementStatus: 'LETTER_ISSUED',
    letters: [{ check: 'AGREES' }],
  });
});

test('the manager downloads it byte for byte', async ({ page }) => {
  await logIn(page, product.url, 'staff', 'manager');
  await page.goto(`${product.url}/approveLoan?id=${settlement._id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download letter letter.pdf' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`Settlement_${settlement.Loan_ID}.pdf`);
  expect((await readFile(await file.path())).equals(letter)).toBe(true);
});

const stateOf = async (id: string) => (await detail(tokens.manager, id)).settlementStatus;

test('three instalments come with a bank file: it is paid, and the loan settled', async ({
  page,
}) => {
  const { instalments } = await detail(tokens.manager, settlement._id);
  await payByBank(
    product.url,
    tokens.admin,
    loan,
    instalments.map(({ amount }) => amount),
  );
  await expect.poll(() => stateOf(settlement._id)).toBe('FULFILLED');
  const settled = await ask<Loan>(product.url, tokens.manager, `/loans/id/${loan._id}`);
  expect(settled).toMatchObject({ status: 'SETTLED', Total_Due_Amount: 0 });
  await logIn(page, product.url, 'staff', 'manager');
  await page.goto(`${product.url}/approveLoan?id=${settlement._id}`);
  await expect(page.getByText('Paid in full').first()).toBeVisible();
});

test('one whose money does not come breaks, and the due stands again', async ({ page }) => {
  const due = other.Total_Due_Amount ?? 0;
  const offeredAmount = Math.round(due * 0.9);
  const validUntil = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const body = { kind: 'ONE_TIME', offeredAmount, validUntil, reason: 'HARDSHIP' };
  const made = await send<{ data: Settlement }>(product.url, tokens.field, 'POST', '/settlement', {
    _id: crypto.randomUUID(),
    loanId: other._id,
    ...body,
  });
  const { _id } = made.data;
  const approve = { _id, revision: 1, action: 'APPROVE' };
  await send(product.url, tokens.manager, 'PUT', '/settlement/updateSettlementStatus', approve);
  const approved = { ...approve, revision: 2 };
  const { data } = await send<{ data: Settlement }>(
    product.url,
    tokens.client,
    'PUT',
    '/settlement/approveByClient',
    approved,
  );
  const form = new FormData();
  form.append('letter', new Blob([new Uint8Array(letterOf(offeredAmount, data))]), 'letter.pdf');
  await send(product.url, tokens.client, 'PUT', `/settlement/uploadLetter?id=${_id}`, form);
  await payByBank(product.url, tokens.admin, other, [100]);
  await expect.poll(() => stateOf(_id)).toBe('ACTIVE');
  // The days pass.
  const database = new Client({ connectionString: product.databaseUrl ?? '' });
  await database.connect();
  await database.query(
    `update settlements set valid_until = valid_until - 30, judge_on = judge_on - 30 where id = $1`,
    [_id],
  );
  await database.end();
  await expect.poll(() => stateOf(_id)).toBe('BROKEN');
  const back = await ask<Loan>(product.url, tokens.manager, `/loans/id/${other._id}`);
  expect(back).toMatchObject({ status: 'ACTIVE', Total_Due_Amount: due - 100 });
  await logIn(page, product.url, 'staff', 'manager');
  await page.goto(`${product.url}/approveLoan?id=${_id}`);
  await expect(page.getByText('Broken').first()).toBeVisible();
});
