import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { demoPassword, startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { withoutWorker } from './support/no-worker.ts';
import { logIn } from './support/people.ts';

/*
 * The session of spec 4.1 over several tabs, with the page's clock in the test's hand; on a product that is served
 * below a base path, which must hold everywhere.
 */
const BASE = '/recoup';
const ALMOST_IDLE_MS = 590_000;
const A_WHILE_MS = 20_000;

let product: Product;
let url: string;

test.beforeAll(async () => {
  product = await startProduct({ env: { BASE_PATH: BASE } });
  url = `${product.url}${BASE}`;
});

test.afterAll(async () => {
  await product?.remove();
});

const ofWorker = 'below a base path every address keeps it: links, guards, reloads, the worker';

test.beforeEach(async ({ context }, { title }) => {
  if (title !== ofWorker) await withoutWorker(context);
});

/** A tab of the browser with somebody logged in, at a screen. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  return page;
}

async function logInAgain(page: Page, name: string): Promise<void> {
  await page.getByLabel('Email').fill(`${name}@demo.recoup`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

const logoutsOf = (context: BrowserContext): string[] => {
  const calls: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/logout') && pathname.includes('/api/'))
      calls.push(`${pathname} ${request.headers().authorization?.slice(0, 7) ?? ''}`);
  });
  return calls;
};

test('activity in one tab keeps all of them; without any, all end, and nothing typed is lost', async ({
  context,
}) => {
  await context.clock.install();
  const logouts = logoutsOf(context);
  const page = await context.newPage();
  await logIn(page, url, 'staff', 'collector');
  await page.goto(`${url}/active-loans`);
  await page.locator('main a[href*="loanId="]').first().click();
  await page.getByLabel('Remarks').fill('Half a sentence');
  const desk = page.url();
  const other = await openTab(context, '/daily-reports');
  await context.clock.fastForward(ALMOST_IDLE_MS);
  await other.mouse.move(200, 200);
  await other.mouse.move(240, 240);
  await context.clock.runFor(1000);
  await context.clock.fastForward(A_WHILE_MS);
  await context.clock.runFor(2000);
  await expect(page).toHaveURL(desk);
  await expect(other).toHaveURL(`${url}/daily-reports`);
  await context.clock.fastForward(600_000);
  await context.clock.runFor(2000);
  for (const tab of [page, other]) await expect(tab).toHaveURL(`${url}/login`);
  await expect(page.getByText('You were logged out after 10 minutes')).toBeVisible();
  expect(logouts).toContain('/api/v1/collector/auth/logout Bearer ');
  await logInAgain(page, 'collector');
  await expect(page).toHaveURL(desk);
  await expect(page.getByLabel('Remarks')).toHaveValue('Half a sentence');
});

test('an expiry that has passed when the app is opened ends the session before anything is shown', async ({
  page,
}) => {
  await logIn(page, url, 'staff', 'manager');
  await page.goto('about:blank');
  await page.addInitScript(() => {
    if (localStorage.getItem('recoup.expiry') !== null) localStorage.setItem('recoup.expiry', '1');
  });
  await page.goto(`${url}/all-loans`);
  await expect(page).toHaveURL(`${url}/login`);
  await expect(page.getByText('You were logged out after 10 minutes')).toBeVisible();
});

test('a 401 of any call ends the session, and what stands in a form is there again afterwards', async ({
  page,
}) => {
  await logIn(page, url, 'admin', 'admin');
  await page.goto(`${url}/manager/create`);
  await page.getByLabel('Full Name').fill('Asha Rane');
  const token = await page.evaluate(() => localStorage.getItem('recoup.token'));
  const ended = await fetch(`${product.url}/api/v1/session/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(ended.status).toBeLessThan(300);
  // The next call, whichever it is: here the palette's search, unless the count of notifications was first.
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Find a screen or a loan' });
  await search.fill('Suryodaya', { timeout: 5000 }).catch(() => undefined);
  await expect(page).toHaveURL(`${url}/login`);
  await expect(page.getByText('Your session has ended')).toBeVisible();
  // The same screen asks who it is; an admin chooses the admins' door again.
  await page.getByText('Admin', { exact: true }).click();
  await logInAgain(page, 'admin');
  await expect(page).toHaveURL(`${url}/manager/create`);
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rane');
});

test('a logout in one tab ends the others', async ({ context, page }) => {
  await logIn(page, url, 'staff', 'manager');
  const other = await openTab(context, '/all-loans');
  await page.goto(`${url}/logout`);
  await expect(page).toHaveURL(`${url}/login`);
  await expect(other).toHaveURL(`${url}/login`);
});

test(ofWorker, async ({ page }) => {
  const strays: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    // The calls have an address of their own: the base path is the app's.
    const isOurs = pathname.startsWith(`${BASE}/`) || pathname.startsWith('/api/');
    if (origin === product.url && !isOurs) strays.push(request.url());
  });
  await page.goto(`${url}/daily-reports?search=Asha`);
  await expect(page).toHaveURL(`${url}/login`);
  await logInAgain(page, 'manager');
  await expect(page).toHaveURL(`${url}/daily-reports?search=Asha`);
  await page.getByRole('link', { name: 'Loans', exact: true }).click();
  await expect(page).toHaveURL(`${url}/all-loans`);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL(`${url}/`);
  await page.goto(`${url}/loans`);
  await expect(page).toHaveURL(`${url}/`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await page.goto(`${url}/no/such/screen`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(`${url}/`);
  await page.goto(`${url}/logout`);
  await expect(page).toHaveURL(`${url}/login`);
  expect(strays).toEqual([]);
});

test('the keys alone: the palette finds a screen and opens it, "?" shows the keys, inert while typing', async ({
  page,
}) => {
  await logIn(page, url, 'staff', 'manager');
  await page.goto(`${url}/all-loans`);
  const search = page.getByPlaceholder('Name, loan number, phone');
  await search.focus();
  await page.keyboard.type('?');
  await expect(search).toHaveValue('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Find a screen or a loan' });
  await expect(box).toBeFocused();
  await page.keyboard.type('daily field');
  const choice = page.getByRole('option', { name: /Daily Field Agent Reports/ });
  await expect(choice).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}/daily-field-reports`);
  // The address changes before the screen does, and the screen takes the focus when it comes.
  await expect(page.getByRole('heading', { name: 'Daily Field Agent Reports' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
