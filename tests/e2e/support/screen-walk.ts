import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { calls } from '../../../contract/calls.ts';
import type { Role } from '../../../contract/roles.ts';
import { LANDINGS } from '../../../src/app/landings.ts';
import { isAllowed } from '../../../src/app/route-table.ts';
import { routes } from '../../../src/app/routes.ts';
import { first } from '../../../src/lib/texts/en-first.ts';
import { early } from '../../../src/lib/texts/en-early.ts';
import { rest } from '../../../src/lib/texts/en-rest.ts';
import { expectAccessible } from './accessible.ts';
import { bareAmountsOf } from './bare-amounts.ts';
import { linksLeadingHome } from './leading-links.ts';
import { goInside, watchPage } from './page-watch.ts';
import type { PageWatch } from './page-watch.ts';
import { withoutWorker } from './no-worker.ts';
import { logIn } from './people.ts';
import { PERSON_OF } from './roles.ts';
import { isSoak } from '../../support/soak.ts';

/*
 * Every screen of the routes table once, in Hindi, for the role that sees most of it: that it is whole, accessible, fits its
 * windows and is translated; with `npm run soak` also in English, and for every other role that may open it. New routes are
 * covered by being in the table. Who is let in: tests/src/app/guard.test.tsx.
 */
/** A small phone. */
export const PHONE = { width: 360, height: 780 };
/** A lender's tablet. */
const TABLET = { width: 1000, height: 768 };
const DESK = { width: 1400, height: 900 };
/** A catalogue key shown in place of its words. */
const RAW_KEY = new RegExp(
  String.raw`(^|[\s"(])(${Object.keys({ ...first, ...early, ...rest }).join('|')})\.[a-z]\w*(\.\w+)*`,
);

/** Who sees most of a screen comes before those who see less. */
const EXAMINERS: readonly Role[] = [
  'ADMIN',
  'MANAGER',
  'COLLECTOR',
  'FIELD_AGENT',
  'CLIENT_ADMIN',
  'PARTNER',
  'CUSTOMER',
  'CLIENT',
  'SUPER_ADMIN',
];
/** Screens that are another's, or another screen for each of these. */
const EXAMINED_BY: Readonly<Record<string, readonly Role[]>> = {
  '/field-agent-loans': ['FIELD_AGENT'],
  '/field-agent/loan/edit': ['FIELD_AGENT'],
  '/outbox': ['FIELD_AGENT'],
  '/receipts': ['FIELD_AGENT', 'MANAGER'],
  '/home': ['COLLECTOR', 'MANAGER'],
  '/active-loans': ['COLLECTOR'],
  '/agentProfiling': ['ADMIN', 'COLLECTOR'],
  '/call-management': ['COLLECTOR'],
  '/call-management-modify': ['COLLECTOR'],
};

/** Is a screen examined as this role sees it? */
function isExamined(role: Role, path: string): boolean {
  const known = EXAMINED_BY[path];
  if (known !== undefined) return known.includes(role);
  const route = routes.find((each) => each.path === path);
  const sees = (other: Role) =>
    route === undefined ? LANDINGS[other] === LANDINGS[role] : isAllowed(route, other);
  return EXAMINERS.find(sees) === role;
}

/** Where a role finds a loan of its own. */
const LIST_OF: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/loans',
  MANAGER: '/all-loans',
  COLLECTOR: '/active-loans',
  FIELD_AGENT: '/field-agent-loans?view=all',
};

/** Screens of one record: the lists that its id is taken from (the first that the role may read), and where it stands. */
const RECORDS: Readonly<
  Record<string, { list: string; or?: string; parameter: string | null; orOwn?: true }>
> = {
  '/target/:id': {
    list: '/collector/all',
    or: '/collector/by/manager',
    parameter: null,
    orOwn: true,
  },
  '/incentives/:id': {
    list: '/collector/all',
    or: '/collector/by/manager',
    parameter: null,
    orOwn: true,
  },
  '/field-target/:id': {
    list: '/collector/all',
    or: '/collector/by/manager',
    parameter: null,
    orOwn: true,
  },
  '/attendance/:id': { list: '/collector/all', or: '/collector/by/manager', parameter: null },
  '/manager/edit': { list: '/manager/all', parameter: 'id' },
  '/collector/edit': { list: '/collector/all', parameter: 'id' },
  '/field-agent/edit': { list: '/manager/getFieldAgents', parameter: 'id' },
  '/partner/edit': { list: '/partner/all', parameter: 'id' },
  '/client/edit': { list: '/clients', parameter: 'clientId' },
  '/successfees/edit': { list: '/clients', parameter: 'clientId' },
  '/invoice': { list: '/invoices', parameter: 'id' },
  '/revenue/edit': { list: '/collector/all', parameter: 'id' },
  '/view-client': { list: '/clients', parameter: 'clientId' },
  // The demo has none of these that every role sees: they are shown without one.
  '/settlement/view': { list: '', parameter: 'id' },
  '/data-insights': { list: '', parameter: 'id' },
};

interface Visitor {
  readonly page: Page;
  readonly watch: PageWatch;
  readonly role: Role;
  /** `?loanId=...` (field: `?id=...`) of a loan of theirs, or '' when they have none. */
  readonly loan: string;
}

async function enter(browser: Browser, url: string, role: Role): Promise<Visitor> {
  const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
  await withoutWorker(context);
  const page = await context.newPage();
  const watch = watchPage(page);
  const { door, name } = PERSON_OF[role];
  await logIn(page, url, door, name);
  if (role === 'FIELD_AGENT') await expect(page.getByText(/As of/)).toBeVisible();
  await watch.settled();
  const list = LIST_OF[role];
  if (list !== undefined) await goInside(page, list);
  await watch.settled();
  const link = page.locator('main a[href*="loanId="], main a[href*="loan?id="]').first();
  if (list !== undefined) await link.waitFor();
  const href = (await link.count()) === 0 ? null : await link.getAttribute('href');
  const loanId = /[?&]((loanId|id)=[^&]+)/.exec(href ?? '')?.[1];
  return { page, watch, role, loan: loanId === undefined ? '' : `?${loanId}` };
}

/** What stands out beyond its box's edge, and beyond the window when the page is wider. */
const standingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const spilling = [...document.querySelectorAll('main *')].filter((element) => {
      const { borderTopWidth, overflowX } = getComputedStyle(element);
      const isBox = parseFloat(borderTopWidth) > 0 && overflowX === 'visible';
      return isBox && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    });
    if (spilling.length > 0) return spilling.map((box) => box.outerHTML.slice(0, 120));
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 3)
      .map((element) => element.outerHTML.slice(0, 120));
    return wide.length > 0 ? wide : [`${scrollWidth} of ${clientWidth} pixels`];
  });

/** Fails when the page is wider than its window, or a box's words stand out of it. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  let wide = await standingOut(page);
  if (wide.length > 0) {
    // A page that was turned a moment ago is laid out anew: what is wrong must be wrong for longer.
    await page.waitForTimeout(1000);
    wide = await standingOut(page);
  }
  expect.soft(wide, `${where}: stands out`).toEqual([]);
}

const ownId = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('recoup.user') ?? '{}') as { _id?: string };
    return user._id ?? 'none';
  });

/** The id of the first row of a list, as the visitor's own session reads it. */
async function firstId(page: Page, list: string): Promise<string> {
  const id = await page.evaluate(async (path) => {
    const token = localStorage.getItem('recoup.token') ?? '';
    const headers = { authorization: `Bearer ${token}` };
    const answer = (await (await fetch(`/api/v1${path}`, { headers })).json()) as {
      data: { _id: string }[];
    };
    return answer.data[0]?._id;
  }, list);
  return id ?? 'none';
}

function mayRead(role: Role, path: string): boolean {
  const call = calls.find((each) => each.method === 'GET' && each.path === path);
  return call !== undefined && (call.roles === 'any' || call.roles.includes(role));
}

async function addressOf({ page, role, loan }: Visitor, path: string): Promise<string> {
  const record = RECORDS[path];
  if (record === undefined) return `${path}${loan}`;
  const list = [record.list, record.or ?? ''].find((each) => mayRead(role, each));
  // Whoever may not list them is shown its own without an id.
  if (list === undefined)
    return record.orOwn === true ? path.replace(':id', await ownId(page)) : path;
  const id = await firstId(page, list);
  if (record.parameter === null) return path.replace(':id', id);
  // Who has none of these is shown the screen without one.
  return id === 'none' ? path : `${path}?${record.parameter}=${id}`;
}

async function expectShown(visitor: Visitor, path: string, where: string): Promise<void> {
  const address = await addressOf(visitor, path);
  await goInside(visitor.page, address);
  await visitor.watch.settled();
  expect(new URL(visitor.page.url()).pathname, where).toBe(address.split('?')[0]);
  await expect(visitor.page.getByRole('heading', { level: 1 }), where).not.toBeEmpty();
  expect.soft(visitor.watch.takeProblems(), `${where}: problems`).toEqual([]);
  expect.soft(await bareAmountsOf(visitor.page), `${where}: amounts`).toEqual([]);
  const shut = await linksLeadingHome(visitor.page, visitor.role);
  expect.soft(shut, `${where}: links that lead home`).toEqual([]);
}

/** By turns axe looks at a screen at a desk or on a phone, which costs half of a walk; in `npm run soak` at both. */
const isLookedAt = (n: number, turn: 0 | 1) => isSoak || n % 2 === turn;

/** Screens in English, in the light: at a desk, on a tablet and on a phone. */
async function walkInEnglish(visitor: Visitor, paths: readonly string[]): Promise<void> {
  const { page, watch, role } = visitor;
  for (const path of paths) {
    const where = `${role} ${path}`;
    await expectShown(visitor, path, where);
    if (!isExamined(role, path)) continue;
    await expectAccessible(page, `${where}, desk`);
    for (const size of [TABLET, PHONE]) {
      await page.setViewportSize(size);
      await watch.settled();
      await expectToFit(page, `${where}, ${size.width} pixels`);
    }
    await expectAccessible(page, `${where}, phone`);
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

/** What a phone showed in the dark, as a tablet and a desk show it in the light; the page is a dark phone again after it. */
async function widen({ page, watch }: Visitor, where: string, isByAxe: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(TABLET);
  await expectToFit(page, `${where}, tablet`);
  await page.setViewportSize(DESK);
  await watch.settled();
  await expectToFit(page, `${where}, desk`);
  if (isByAxe) await expectAccessible(page, `${where}, desk`);
  expect.soft(watch.takeProblems(), `${where}, wider: problems`).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
}

/** Screens in Hindi, whose words are longer: on a phone in the dark, then wider in the light. */
async function walkInHindi(visitor: Visitor, paths: readonly string[]): Promise<void> {
  const { page, watch, role } = visitor;
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('recoup.language', 'hi'));
  await page.reload();
  await watch.settled();
  for (const [n, path] of paths.entries()) {
    const where = `${role} ${path} in Hindi`;
    await expectShown(visitor, path, where);
    const words = await wordsOf(page);
    expect.soft(RAW_KEY.exec(words)?.[0], `${where}: a key instead of words`).toBeUndefined();
    await expect.soft(page.locator('main'), where).toContainText(/[\u0900-\u097f]{3}/);
    await expectToFit(page, where);
    if (isLookedAt(n, 0)) await expectAccessible(page, `${where}, phone, dark`);
    await widen(visitor, where, isLookedAt(n, 1));
  }
}

/** So many screens at a time: walks go side by side. */
const MOST_OF_A_WALK = 24;

/** All screens that a role may open, by walks. */
export function walksOf(role: Role): string[][] {
  const screens = [
    '/',
    ...routes.filter((route) => isAllowed(route, role)).map(({ path }) => path),
  ].filter((path) => isSoak || isExamined(role, path));
  const walks = Math.ceil(screens.length / MOST_OF_A_WALK);
  const length = Math.ceil(screens.length / walks);
  return Array.from({ length: walks }, (_, n) => screens.slice(n * length, (n + 1) * length));
}

/** Opens those of these screens that are examined, and finds one that is shut to the role; in `npm run soak` all of them, in English too. */
export async function walkScreens(
  browser: Browser,
  url: string,
  role: Role,
  paths: readonly string[],
): Promise<void> {
  const visitor = await enter(browser, url, role);
  // The stories and the other tests read English; here it costs a second visit of each screen.
  if (isSoak) await walkInEnglish(visitor, paths);
  const shut = routes.find((route) => !isAllowed(route, role));
  await goInside(visitor.page, shut?.path ?? '');
  await expect(visitor.page, `${role} ${shut?.path}`).toHaveURL(`${url}/`);
  await visitor.watch.settled();
  const examined = paths.filter((path) => isExamined(role, path));
  if (examined.length > 0) await walkInHindi(visitor, examined);
  await visitor.page.context().close();
}
