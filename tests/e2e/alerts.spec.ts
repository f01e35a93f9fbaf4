import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Alert } from '../../contract/alert.ts';
import { formatTime, today } from '../../src/lib/dates.ts';
import { demoPassword, startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { withoutWorker } from './support/no-worker.ts';
import { ask, logIn, tokenOf } from './support/people.ts';
import { SOAK } from '../support/soak.ts';

/*
 * What a collector, a dialer agent and a field agent are told and do in the top bar, in the built product: alerts pop up
 * once in all tabs, missed ones lead to the desk, readiness changes after the server's yes, logouts go out in order.
 */

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => product.remove());

const bell = (page: Page) => page.getByRole('button', { name: /^Missed alerts/ });

async function logInAtDialer(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/login?role=DIALER`);
  await page.getByLabel('Email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** An alert of a collector's that falls due now. */
async function alertNow(token: string): Promise<Alert> {
  const active = await ask<{ loans: { _id: string }[] }>(product.url, token, '/loans/active/loans');
  const now = Date.now();
  const response = await fetch(`${product.url}/api/v2/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      loanId: active.loans[0]?._id,
      alertType: 'CallBack',
      alertDate: today(now),
      alertTime: formatTime(now),
    }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Alert;
}

test("a collector's alert pops up in one tab only and is deactivated there; a missed one leads to the desk", async ({
  browser,
}) => {
  const alert = await alertNow(await tokenOf(product.url, '/login', 'collector2'));
  const words = `Alert for ${alert.customerName} for CallBack on ${alert.alertTime}`;
  const context = await browser.newContext();
  await withoutWorker(context);
  const page = await context.newPage();
  await logIn(page, product.url, 'staff', 'collector2');
  const popUp = page.getByRole('button', { name: words });
  await expect(popUp).toBeVisible();
  // It stays as long as somebody is at it.
  await popUp.focus();
  const other = await context.newPage();
  const heard = other.waitForResponse((answer) => answer.url().endsWith('/api/v2/alerts'));
  await other.goto(`${product.url}/active-loans`);
  expect((await (await heard).json()) as object).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: alert.id })]),
  });
  await expect(bell(other)).toHaveAccessibleName(/: \d+$/);
  await expect(other.getByRole('button', { name: words })).toHaveCount(0);
  await other.close();
  const deactivated = page.waitForResponse((answer) => answer.url().endsWith('/deactivate'));
  await page
    .locator('div')
    .filter({ has: popUp })
    .last()
    .getByRole('button', { name: 'Deactivate' })
    .click();
  expect((await deactivated).url()).toContain(alert.id);
  await expect(popUp).toBeHidden();
  const due = await ask<{ data: Alert[] }>(
    product.url,
    await tokenOf(product.url, '/login', 'collector2'),
    '/api/v2/alerts',
  );
  expect(due.data.map(({ id }) => id)).not.toContain(alert.id);

  await bell(page).click();
  const dialog = page.getByRole('dialog', { name: 'Missed alerts' });
  await expect(dialog.getByRole('columnheader', { name: 'Loan number' })).toBeVisible();
  const row = dialog.getByRole('row').nth(1).getByRole('link');
  const number = (await row.textContent()) ?? '';
  const opened = page.waitForResponse((answer) => answer.url().endsWith('/deactivate'));
  await row.press('Enter');
  expect((await opened).status()).toBe(200);
  await expect(page).toHaveURL(new RegExp(`/call-management\\?loanId=.+&loanNumber=${number}`));
  await expect(dialog).toBeHidden();
  await context.close();
});

test(
  'a dialer agent goes on break and is ready again; its logouts go out in order',
  SOAK,
  async ({ browser }) => {
    const context = await browser.newContext();
    await withoutWorker(context);
    const page = await context.newPage();
    await logInAtDialer(page, product.url, 'dialer');
    // The predictive call's screen has them too, beside its keys.
    const bar = page.getByRole('banner');
    await expect(page.getByText('Dialer: Ready')).toBeAttached();
    await bar.getByRole('button', { name: 'Break', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Quality Audit Feedback' }).click();
    await expect(page.getByText('Agent is in break mode')).toBeVisible();
    await expect(page.getByText('Dialer: On break: Quality Audit Feedback')).toBeAttached();
    await page.reload();
    await bar.getByRole('button', { name: 'Ready', exact: true }).click();
    await expect(page.getByText('Agent is in idle mode')).toBeVisible();

    // Nothing changes without the server's yes.
    await page.route('**/dialer/break', (route) => route.abort());
    await bar.getByRole('button', { name: 'Break', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tea Break' }).click();
    await expect(page.getByText('Network error')).toBeVisible();
    await expect(page.getByText('Dialer: Ready')).toBeAttached();

    const sent: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.endsWith('/logout') && path.startsWith('/api/')) sent.push(path);
    });
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect
      .poll(() => sent)
      .toEqual(['/api/v2/dialer/logout', '/api/v1/collector/auth/logout']);
    await context.close();
  },
);

test("a field agent's alerts need no network", SOAK, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await logIn(page, product.url, 'field', 'fieldagent');
  await expect(bell(page)).toHaveAccessibleName(/: \d+$/);
  // The screens that follow come from it.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await bell(page).click();
  const dialog = page.getByRole('dialog', { name: 'Missed alerts' });
  const cards = dialog.getByRole('listitem');
  await expect(cards.first()).toBeVisible();
  const before = await cards.count();
  // Going there deactivates it. At some hours of the day the demo has only one.
  await cards.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/field-agent\/loan\?id=/);
  await page.goBack();
  await expect(bell(page)).toHaveAccessibleName(
    new RegExp(`: ${before === 1 ? 'none' : before - 1}$`),
  );
  await context.close();
});

test(
  "another dialer service's refusal is shown in its own words, and its app is where its people go",
  SOAK,
  async ({ browser }) => {
    const own = await startProduct({
      isDemo: false,
      env: {
        DIALER_LOGIN_URL: 'https://dialer.example/auth',
        DIALER_APP_URL: 'https://dialer.example/agent',
      },
    });
    const context = await browser.newContext();
    try {
      await withoutWorker(context);
      const page = await context.newPage();
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      await context.route('https://dialer.example/**', async (route) => {
        const request = route.request();
        if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
        if (request.method() === 'GET') return route.fulfill({ body: 'The agent desk' });
        const { username } = request.postDataJSON() as { username: string };
        if (username !== 'asha')
          return route.fulfill({ status: 403, headers, body: 'Unknown agent 7' });
        return route.fulfill({ headers, json: { token: 'theirs' } });
      });
      await logInAtDialer(page, own.url, 'nobody');
      await expect(page.getByText('Unknown agent 7')).toBeVisible();
      await page.getByLabel('Email').fill('asha');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page.getByText('The agent desk')).toBeVisible();
    } finally {
      await context.close();
      await own.remove();
    }
  },
);
