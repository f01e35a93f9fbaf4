import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { loggedInUserSchema } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';
import { isAllowed } from '../../src/app/route-table.ts';
import { routes } from '../../src/app/routes.ts';
import { demoPassword, startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { goInside, watchPage } from './support/page-watch.ts';
import { logIn } from './support/people.ts';
import { PERSON_OF } from './support/roles.ts';
import { readStored } from './support/stored.ts';
import { SOAK, soakUnless } from '../support/soak.ts';

/* What the browser may keep, send and run: seen from the browser, with the service worker in place. */
let product: Product;

test.beforeAll(async () => {
  // The chattiest log there is: what never stands in it never stands in any.
  product = await startProduct({ env: { LOG_LEVEL: 'trace' } });
});

test.afterAll(async () => {
  await product?.remove();
});

interface Traffic {
  readonly addresses: string[];
  /** API answers that a cache might keep. */
  readonly storable: string[];
  readonly violations: string[];
}

/** Listens to everything that the pages and the worker of a browser send, and to the content policy. */
async function listen(context: BrowserContext): Promise<Traffic> {
  const traffic: Traffic = { addresses: [], storable: [], violations: [] };
  context.on('request', (request) => traffic.addresses.push(request.url()));
  context.on('response', (response) => {
    const isApi = new URL(response.url()).pathname.includes('/api/');
    if (isApi && response.headers()['cache-control'] !== 'no-store')
      traffic.storable.push(response.url());
  });
  context.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text()))
      traffic.violations.push(message.text());
  });
  await context.exposeFunction('tellViolation', (text: string) => traffic.violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell = (globalThis as unknown as { tellViolation: (text: string) => void })
        .tellViolation;
      tell(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  return traffic;
}

async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('the app’s files travel as small as the build made them, and nothing that only the build needs', async ({
  request,
}) => {
  const sent = await request.get(`${product.url}/service-worker.js`);
  expect(sent.headers()['content-encoding']).toBe('br');
  expect(sent.headers()['vary']).toMatch(/accept-encoding/i);
  const worker = await readFile('dist/app/service-worker.js', 'utf8');
  expect(await sent.text()).toBe(worker);
  const plain = { headers: { 'accept-encoding': 'identity' } };
  expect(await (await request.get(`${product.url}/service-worker.js`, plain)).text()).toBe(worker);
  for (const path of ['/service-worker.js.br', '/.vite/manifest.json', '/assets/none.js'])
    expect((await request.get(`${product.url}${path}`)).status(), path).toBe(404);
});

/** So many screens of a role are enough: screens.spec.ts watches all of them for the same, without the worker. */
const MOST_SCREENS = 5;

async function walkScreens(page: Page, role: Role): Promise<void> {
  const watch = watchPage(page);
  await watch.settled();
  const allowed = routes.filter((each) => isAllowed(each, role));
  const step = Math.ceil(allowed.length / MOST_SCREENS);
  for (const route of allowed.filter((_, at) => at % step === 0)) {
    await goInside(page, route.path);
    await watch.settled();
  }
}

for (const role of ['ADMIN', 'COLLECTOR', 'FIELD_AGENT'] as const)
  test(
    `${role}: under the service worker the screens break no rule of the content policy and leave no answer behind`,
    soakUnless(role === 'FIELD_AGENT'),
    async ({ context, page }) => {
      const traffic = await listen(context);
      const { door, name } = PERSON_OF[role];
      await logIn(page, product.url, door, name);
      await workerReady(page);
      await walkScreens(page, role);
      expect(traffic.violations).toEqual([]);
      expect(traffic.storable).toEqual([]);
      const token = await page.evaluate(() => localStorage.getItem('recoup.token') ?? '');
      expect(token.length).toBeGreaterThan(20);
      expect(traffic.addresses.length).toBeGreaterThan(10);
      expect(traffic.addresses.filter((address) => address.includes(token))).toEqual([]);
      expect(product.output().includes(token)).toBe(false);
      expect(product.output().includes(demoPassword)).toBe(false);
      const stored = await readStored(page);
      expect(stored.cached.length).toBeGreaterThan(5);
      expect(stored.cached.filter((address) => address.includes('/api/'))).toEqual([]);
      expect(stored.localKeys.filter((key) => !key.startsWith('recoup.'))).toEqual([]);
      expect(stored.text).not.toContain(demoPassword);
      expect(stored.text).not.toContain('EXTRACTABLE KEY');
      const user: unknown = await page.evaluate(() =>
        JSON.parse(localStorage.getItem('recoup.user') ?? '{}'),
      );
      expect(Object.keys(user as object).sort()).toEqual(
        Object.keys(loggedInUserSchema.shape).sort(),
      );
    },
  );

/** Names, loan numbers and phones of the borrowers on the page. */
async function borrowersOn(page: Page): Promise<string[]> {
  await expect(
    page
      .locator('main')
      .getByText(/[A-Z]{4,}\d{6,}/)
      .first(),
  ).toBeVisible();
  const text = await page.locator('main').innerText();
  const linked = await page.locator('main').evaluate((main) => {
    const names = [...main.querySelectorAll('a[href*="loanId="], a[href*="loan?id="]')];
    const phones = [...main.querySelectorAll('a[href^="tel:"]')];
    return [
      ...names.map((link) => link.textContent.split(/[A-Z]{4,}\d/)[0]?.trim() ?? ''),
      ...phones.map((link) => (link.getAttribute('href') ?? '').slice(-10)),
    ];
  });
  const numbers = text.match(/[A-Z]{4,}\d{6,}/g) ?? [];
  const phones = (text.match(/\b\d{5} \d{5}\b/g) ?? []).map((each) => each.replace(' ', ''));
  const borrowers = [...new Set([...linked, ...numbers, ...phones])].filter(
    (word) => word.length > 5,
  );
  expect(borrowers.length).toBeGreaterThan(5);
  return borrowers;
}

/** Which of these words can be read in the browser's storages. */
async function foundStored(page: Page, words: readonly string[]): Promise<string[]> {
  const { text } = await readStored(page);
  return words.filter((word) => text.includes(word));
}

/** Which of these words can be read in the browser's storages or on the page. */
async function found(page: Page, words: readonly string[]): Promise<string[]> {
  const shown = await page.locator('body').innerText();
  return [
    ...(await foundStored(page, words)),
    ...words.filter((word) => shown.replaceAll(' ', '').includes(word.replaceAll(' ', ''))),
  ];
}

/** Where each reads about its borrowers. */
const LIST_OF = { COLLECTOR: '/active-loans', FIELD_AGENT: '/field-agent-loans?view=all' } as const;

for (const role of ['COLLECTOR', 'FIELD_AGENT'] as const)
  test(
    `${role}: the next user of the browser finds no borrower in it, also when logged out without a network`,
    soakUnless(role === 'FIELD_AGENT'),
    async ({ context, page }) => {
      const { door, name } = PERSON_OF[role];
      await logIn(page, product.url, door, name);
      await workerReady(page);
      const watch = watchPage(page);
      await page.goto(`${product.url}${LIST_OF[role]}`);
      await watch.settled();
      const borrowers = await borrowersOn(page);
      expect(await foundStored(page, borrowers), 'encrypted at rest').toEqual([]);
      await context.setOffline(true);
      await page.goto(`${product.url}/logout`);
      await expect(page).toHaveURL(/\/login$/);
      expect(await found(page, borrowers)).toEqual([]);
      await page.goBack();
      await expect(page).toHaveURL(/login$/);
      expect(await found(page, borrowers)).toEqual([]);
      await context.setOffline(false);
      await logIn(page, product.url, 'client', 'customer');
      expect(await foundStored(page, borrowers)).toEqual([]);
      await page.goto(`${product.url}/field-agent-loans`);
      await watch.settled();
      expect(await found(page, borrowers)).toEqual([]);
    },
  );

test(
  'MANAGER: after the logout, the lists it saw are nowhere in the browser',
  SOAK,
  async ({ page }) => {
    await logIn(page, product.url, 'staff', 'manager');
    await workerReady(page);
    const watch = watchPage(page);
    await page.goto(`${product.url}/all-loans`);
    await watch.settled();
    const borrowers = await borrowersOn(page);
    await page.goto(`${product.url}/logout`);
    await expect(page).toHaveURL(/\/login$/);
    expect(await found(page, borrowers)).toEqual([]);
  },
);
