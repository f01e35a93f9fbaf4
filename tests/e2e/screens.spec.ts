import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { ROLES } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import { isAllowed } from '../../src/app/route-table.ts';
import { routes } from '../../src/app/routes.ts';
import { first } from '../../src/lib/texts/en-first.ts';
import { rest } from '../../src/lib/texts/en-rest.ts';
import { demoPassword, startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { goInside, watchPage } from './support/page-watch.ts';
import type { PageWatch } from './support/page-watch.ts';
import { logIn } from './support/people.ts';
import { PERSON_OF } from './support/roles.ts';

/*
 * Every screen of the routes table for every role: who is let in, and that what opens is whole, accessible, fits a
 * phone and is translated. New routes are covered by being in the table.
 */
const PHONE = { width: 360, height: 780 };
const DESK = { width: 1400, height: 900 };
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A catalogue key shown in place of its words. */
const RAW_KEY = new RegExp(
  String.raw`(^|[\s"(])(${Object.keys({ ...first, ...rest }).join('|')})\.[a-z]\w*(\.\w+)*`,
);

/** Roles for which a screen's accessibility is examined; for the rest it differs in nothing but the menu. */
const MOST_EXAMINED = 2;
const examined = new Map<string, number>();
/** Screens that were looked at in dark and in Hindi already: one role each is enough. */
const seenInDark = new Set<string>();
const seenInHindi = new Set<string>();

/** The page as axe's own copy of the browser library names it. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => {
  await product?.remove();
});

/** Where a role finds a loan of its own. */
const LIST_OF: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/loans',
  MANAGER: '/all-loans',
  COLLECTOR: '/active-loans',
  FIELD_AGENT: '/field-agent-loans?view=all',
  CLIENT_ADMIN: '/loans',
};

interface Visitor {
  readonly page: Page;
  readonly watch: PageWatch;
  /** `?loanId=...` (field: `?id=...`) of a loan of theirs, or '' when they have none. */
  readonly loan: string;
}

async function enter(browser: Browser, role: Role): Promise<Visitor> {
  const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const watch = watchPage(page);
  const { door, name } = PERSON_OF[role];
  await logIn(page, product.url, door, name);
  if (role === 'FIELD_AGENT') await expect(page.getByText(/As of/)).toBeVisible();
  await watch.settled();
  const list = LIST_OF[role];
  if (list !== undefined) await goInside(page, list);
  await watch.settled();
  const link = page.locator('main a[href*="loanId="], main a[href*="loan?id="]').first();
  const href = (await link.count()) === 0 ? null : await link.getAttribute('href');
  const loanId = /[?&]((loanId|id)=[^&]+)/.exec(href ?? '')?.[1];
  return { page, watch, loan: loanId === undefined ? '' : `?${loanId}` };
}

async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: page as unknown as AxePage })
    .withTags(WCAG)
    .analyze();
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect.soft(told, `${where}: axe`).toEqual([]);
}

async function expectToFit(page: Page, where: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 3)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect.soft(wide, `${where}: wider than the phone`).toEqual([]);
}

async function visit(visitor: Visitor, path: string): Promise<void> {
  await goInside(visitor.page, `${path}${visitor.loan}`);
  await visitor.watch.settled();
}

async function expectShown(visitor: Visitor, path: string, where: string): Promise<void> {
  await visit(visitor, path);
  expect(new URL(visitor.page.url()).pathname, where).toBe(path);
  await expect(visitor.page.getByRole('heading', { level: 1 }), where).not.toBeEmpty();
  expect.soft(visitor.watch.takeProblems(), `${where}: problems`).toEqual([]);
}

async function lookInDark(visitor: Visitor, screen: string, where: string): Promise<void> {
  if (seenInDark.has(screen)) return;
  seenInDark.add(screen);
  await visitor.page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(visitor.page, `${where}, dark`);
  await visitor.page.emulateMedia({ colorScheme: 'light' });
}

async function walk(visitor: Visitor, role: Role, paths: readonly string[]): Promise<void> {
  const { page, watch } = visitor;
  for (const path of paths) {
    const where = `${role} ${path}`;
    // '/' is another screen for each role.
    const screen = path === '/' ? where : path;
    const times = (examined.get(screen) ?? 0) + 1;
    examined.set(screen, times);
    await expectShown(visitor, path, where);
    if (times <= MOST_EXAMINED) await expectAccessible(page, `${where}, desk`);
    await page.setViewportSize(PHONE);
    await watch.settled();
    await expectToFit(page, where);
    if (times <= MOST_EXAMINED) await expectAccessible(page, `${where}, phone`);
    await lookInDark(visitor, screen, `${where}, phone`);
    await page.setViewportSize(DESK);
  }
}

/** What a person reads, sees as a hint or hears on a screen. */
async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const spoken = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')];
    const names = ['aria-label', 'placeholder', 'title', 'alt'];
    const attributes = spoken.flatMap((each) => names.map((name) => each.getAttribute(name) ?? ''));
    return [document.title, document.body.innerText, ...attributes].join('\n');
  });
}

async function walkInHindi(visitor: Visitor, role: Role, paths: readonly string[]): Promise<void> {
  const { page, watch } = visitor;
  const fresh = paths.filter((path) => path === '/' || !seenInHindi.has(path));
  if (fresh.length === 0) return;
  await page.setViewportSize(PHONE);
  await page.evaluate(() => localStorage.setItem('recoup.language', 'hi'));
  await page.reload();
  await watch.settled();
  for (const path of fresh) {
    seenInHindi.add(path);
    const where = `${role} ${path} in Hindi`;
    await expectShown(visitor, path, where);
    const words = await wordsOf(page);
    expect.soft(RAW_KEY.exec(words)?.[0], `${where}: a key instead of words`).toBeUndefined();
    await expect.soft(page.locator('main'), where).toContainText(/[\u0900-\u097f]{3}/);
    await expectToFit(page, where);
  }
}

// The field agent first: the screens open to everyone are its own.
for (const role of ROLES.toReversed()) {
  const open = routes.filter((route) => isAllowed(route, role)).map((route) => route.path);
  const shut = routes.filter((route) => !isAllowed(route, role)).map((route) => route.path);

  test(`${role}: every screen open to it is whole, every other leads home`, async ({ browser }) => {
    test.setTimeout(180_000);
    const visitor = await enter(browser, role);
    const own = ['/', ...open];
    await walk(visitor, role, own);
    for (const path of shut) {
      await visit(visitor, path);
      await expect(visitor.page, `${role} ${path}`).toHaveURL(`${product.url}/`);
    }
    await walkInHindi(visitor, role, own);
    await visitor.page.context().close();
  });
}

test.describe('with nobody logged in', () => {
  test('every screen asks for a login, each at its own door', async ({ page }) => {
    await page.goto(`${product.url}/login`);
    await watchPage(page).settled();
    for (const { path, loginPath } of routes) {
      await goInside(page, path);
      await expect(page, path).toHaveURL(`${product.url}${loginPath ?? '/login'}`);
    }
    await page.goto(`${product.url}/field-agent/loan/edit`);
    await expect(page).toHaveURL(`${product.url}/clientlogin`);
  });

  test('the login leads back to where the visitor wanted to go', async ({ page }) => {
    await page.goto(`${product.url}/daily-reports?search=Asha`);
    await expect(page).toHaveURL(`${product.url}/login`);
    await page.getByLabel('Email').fill('manager@demo.recoup');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/daily-reports\?search=Asha/);
  });

  test('the logins are accessible and fit a phone', async ({ page }) => {
    const watch = watchPage(page);
    await page.setViewportSize(PHONE);
    for (const path of ['/login', '/clientlogin', '/field-agent/login', '/nowhere/at/all']) {
      await page.goto(`${product.url}${path}`);
      await watch.settled();
      await expectToFit(page, path);
      await expectAccessible(page, path);
      expect.soft(watch.takeProblems(), path).toEqual([]);
    }
  });

  test('an address that is none says so', async ({ page }) => {
    await page.goto(`${product.url}/nowhere/at/all`);
    await expect(page.getByRole('heading', { name: first.states.notFoundTitle })).toBeVisible();
  });

  test('/logout ends the session and forgets who it was', async ({ page }) => {
    await logIn(page, product.url, 'staff', 'manager');
    await page.goto(`${product.url}/logout`);
    await expect(page).toHaveURL(`${product.url}/login`);
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept).not.toContain('recoup.token');
    expect(kept).not.toContain('recoup.user');
    await page.goto(`${product.url}/all-loans`);
    await expect(page).toHaveURL(`${product.url}/login`);
  });
});
