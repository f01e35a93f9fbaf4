import { expect, test } from '@playwright/test';
import { ROLES } from '../../contract/roles.ts';
import { first } from '../../src/lib/texts/en-first.ts';
import { demoPassword, startProduct } from '../support/product.ts';
import type { Locator, Page } from '@playwright/test';
import type { Product } from '../support/product.ts';
import { goInside, watchPage } from './support/page-watch.ts';
import { withoutWorker } from './support/no-worker.ts';
import { logIn } from './support/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { SOAK } from '../support/soak.ts';
import { PHONE, expectToFit, walkScreens, walksOf } from './support/screen-walk.ts';

/* All screens, role by role; the walks are side by side. */
test.describe.configure({ mode: 'parallel' });

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => {
  await product?.remove();
});

for (const role of ROLES)
  for (const [part, paths] of walksOf(role).entries())
    test(`${role}: its screens are whole, another leads home (${part + 1})`, async ({
      browser,
    }) => {
      await walkScreens(browser, product.url, role, paths);
    });

test('a screen that is left while a slow phone draws its chart ends in peace', async ({ page }) => {
  await withoutWorker(page.context());
  // Each look at the clock takes a while: a picture needs several frames.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    let passedMs = 0;
    Date.now = () => now() + (passedMs += 9);
  });
  const watch = watchPage(page);
  await logIn(page, product.url, 'staff', 'manager');
  for (const width of [1000, 1300, 1000]) {
    await goInside(page, '/data-visualizations');
    await page.locator('main canvas').first().waitFor();
    await page.setViewportSize({ width, height: 800 });
    await goInside(page, '/export-csv');
    await watch.settled();
  }
  expect(watch.takeProblems()).toEqual([]);
});

/** How many pixels of what fits a selector are cut at most; all at once, since a list may be drawn anew meanwhile. */
const mostCut = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .evaluateAll((all) => Math.max(...all.map((each) => each.scrollWidth - each.clientWidth)));

/** Where the first letters of what fits a selector begin, pixels from its card's left: below 0 they are cut off. */
const leftmostLetters = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluateAll((all) =>
    Math.min(
      ...all.flatMap((each) => {
        const letters = document.createRange();
        letters.selectNodeContents(each);
        const from = each.closest('a')?.getBoundingClientRect().left ?? 0;
        return [...letters.getClientRects()]
          .filter(({ width }) => width > 0)
          .map(({ left }) => left - from);
      }),
    ),
  );

test('an agent’s day loses none of its words to letters twice as large', async ({ page }) => {
  await withoutWorker(page.context());
  await page.setViewportSize(PHONE);
  const watch = watchPage(page);
  // A reminder may come up at any moment; it lies over what is below.
  const reminder = page.locator('[data-passing] [data-kind=info]').first();
  await page.addLocatorHandler(reminder, async () => {
    expect
      .soft((await reminder.boundingBox())?.height, 'a reminder')
      .toBeLessThan(PHONE.height / 2);
    await reminder.getByRole('button', { name: 'Close' }).click();
  });
  const enlarge = () => page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  await page.goto(`${product.url}/field-agent/login`);
  await enlarge();
  await watch.settled();
  await expectToFit(page, 'the login');
  await logIn(page, product.url, 'field', 'fieldagent');
  await goInside(page, '/field-agent-loans');
  await enlarge();
  await watch.settled();
  await expectToFit(page, 'the day');
  expect.soft(await mostCut(page, 'main article a > span:nth-child(2)')).toBeLessThanOrEqual(1);
  // Letters farther apart: a loan's number takes several lines.
  const apart = await page.addStyleTag({ content: 'main { letter-spacing: 0.3em !important }' });
  const facts = 'main article a > span:nth-child(2) > span';
  expect.soft(await leftmostLetters(page, facts)).toBeGreaterThanOrEqual(-1);
  await apart.evaluate((each) => (each as HTMLElement).remove());
  const name = page.locator('main article a span').first();
  expect((await name.boundingBox())?.width).toBeGreaterThan(150);
  expect.soft(await mostCut(page, 'main fieldset button, main nav button')).toBeLessThanOrEqual(1);
  await page.locator('main article a').first().click();
  await watch.settled();
  await expectToFit(page, 'a loan');
  const skip = await page.getByRole('button', { name: 'Skip to content' }).boundingBox();
  expect.soft((skip?.y ?? 0) + (skip?.height ?? 0), 'what only keys bring').toBeLessThanOrEqual(0);
  expect.soft(await mostCut(page, 'main .mantine-Button-label')).toBeLessThanOrEqual(1);
  await page.getByRole('tab', { name: /^History/ }).click();
  const chip = page.locator('main li span[data-tone]').filter({ hasText: /./ }).last();
  await chip.evaluate((each) => each.append(' with words of an outcome that are many'));
  expect.soft(await mostCut(page, 'main section'), 'the history').toBeLessThanOrEqual(1);
});

/** Screens that say names within sentences, chips, cards' titles and facts. */
const NAMING = ['/allocation-rule-loans', '/allocation-rule', '/loans', '/target-setting'];

test('names of sixty letters without a space stay within a phone', SOAK, async ({ page }) => {
  await withoutWorker(page.context());
  await page.setViewportSize(PHONE);
  const watch = watchPage(page);
  await logIn(page, product.url, 'admin', 'admin');
  await page.route('**/api/v1/**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const long = body.replaceAll(/("\w*name":")[^"]+"/gi, `$1${'Subramaniam'.repeat(6)}"`);
    await route.fulfill({ response: answer, body: long });
  });
  for (const path of NAMING) {
    await goInside(page, path);
    await watch.settled();
    await expectToFit(page, path);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** No word of the top bar's title is cut. */
async function expectWholeTitle(page: Page, where: string): Promise<void> {
  const title = page.locator('header > span[aria-hidden]');
  const cut = await title.evaluate((each) => [
    each.scrollWidth - each.clientWidth,
    each.scrollHeight - each.clientHeight,
  ]);
  expect.soft(Math.max(...cut), where).toBeLessThanOrEqual(1);
}

test('a small phone’s bar keeps its title whole, without a network and at 400 % too', async ({
  page,
}) => {
  await withoutWorker(page.context());
  const watch = watchPage(page);
  await page.setViewportSize(PHONE);
  await logIn(page, product.url, 'field', 'fieldagent');
  await goInside(page, '/settlement/mine');
  await watch.settled();
  await page.context().setOffline(true);
  await expect(page.getByRole('link', { name: /^Offline/ })).toBeVisible();
  await expectWholeTitle(page, 'offline');
  await page.context().setOffline(false);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/last-interaction-report', '/receipts']) {
    await goInside(page, path);
    await watch.settled();
    const title = page.getByRole('heading', { level: 1 });
    expect.soft((await title.boundingBox())?.height, path).toBeGreaterThan(20);
  }
  await page.getByRole('button', { name: /^Account/ }).click();
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem').last().scrollIntoViewIfNeeded();
  await expect(menu.getByRole('menuitem').last()).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Escape');
  // A4 paper within a browser's margins is narrower than a tablet, and has no bar.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const heading = page.getByRole('heading', { level: 1 });
  expect.soft((await heading.boundingBox())?.height, 'on paper').toBeGreaterThan(20);
});

test(
  'a day is read whole between its signs, which are as wide as a finger on a tablet',
  SOAK,
  async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
      isMobile: true,
    });
    await withoutWorker(context);
    const page = await context.newPage();
    const watch = watchPage(page);
    await logIn(page, product.url, 'staff', 'manager');
    for (const path of ['/daily-reports', '/Reconciliation', '/agent-login-report']) {
      await goInside(page, path);
      await watch.settled();
      const days = page.locator('main input').and(page.getByPlaceholder('DD-MM-YYYY'));
      expect(await days.count(), path).toBeGreaterThan(1);
      const cut = days.evaluateAll((all) =>
        Math.max(...all.map((each) => each.scrollWidth - each.clientWidth)),
      );
      expect.soft(await cut, path).toBeLessThanOrEqual(1);
    }
    await context.close();
  },
);

const groundOf = (each: Locator) =>
  each.evaluate((element) => getComputedStyle(element).backgroundColor);

test('with the system’s own colours it is told what is chosen', async ({ page }) => {
  await withoutWorker(page.context());
  const watch = watchPage(page);
  await logIn(page, product.url, 'staff', 'manager');
  await page.emulateMedia({ forcedColors: 'active' });
  await goInside(page, '/daily-reports?compare=1');
  await watch.settled();
  const tabs = page.getByRole('tab');
  expect.soft(await groundOf(tabs.first()), 'tab').not.toBe(await groundOf(tabs.last()));
  const track = page.locator('.mantine-Switch-track').first();
  const on = await groundOf(track);
  await page.getByRole('switch').first().click();
  await expect(page.getByRole('switch').first()).not.toBeChecked();
  // Colours fade.
  await expect.poll(() => groundOf(track), 'switch').not.toBe(on);
  await goInside(page, '/all-loans');
  await watch.settled();
  const entry = page.locator('nav a[aria-current=page]').first();
  const other = page.locator('nav a:not([aria-current])').first();
  expect.soft(await groundOf(entry), 'menu').not.toBe(await groundOf(other));
  const boxes = page.getByRole('row').getByRole('checkbox');
  await boxes.nth(1).check();
  const unchecked = await groundOf(boxes.nth(2));
  await expect.poll(() => groundOf(boxes.nth(1)), 'check box').not.toBe(unchecked);
});

test.describe('with nobody logged in', () => {
  test.describe.configure({ mode: 'default' });
  test.beforeEach(({ context }) => withoutWorker(context));

  test('a screen asks for a login, at its own door', async ({ page }) => {
    const watch = watchPage(page);
    await page.goto(`${product.url}/login`);
    await watch.settled();
    await goInside(page, '/all-loans');
    await expect(page).toHaveURL(`${product.url}/login`);
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

test('paper has what a screen says, not what can be pressed', async ({ page }) => {
  await withoutWorker(page.context());
  await page.setViewportSize(PHONE);
  const watch = watchPage(page);
  await logIn(page, product.url, 'staff', 'manager');
  for (const path of ['/settalement-loans', '/daily-reports?search=a']) {
    await goInside(page, path);
    await watch.settled();
    await page.emulateMedia({ media: 'print' });
    const pressed = page.locator('main .mantine-Button-root').filter({ visible: true });
    await expect.soft(pressed, path).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
  const search = page.getByRole('searchbox');
  await page.emulateMedia({ media: 'print' });
  await expect.soft(search, 'what was looked for').toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await goInside(page, '/settalement-loans');
  await watch.settled();
  await page.emulateMedia({ media: 'print' });
  await expect.soft(search, 'looked for nothing').toBeHidden();
});

test('many buttons beside a title go on in further lines: the name above a form stays in one', async ({
  page,
}) => {
  await withoutWorker(page.context());
  await page.setViewportSize({ width: 1400, height: 900 });
  await logIn(page, product.url, 'staff', 'manager');
  await goInside(page, '/all-loans');
  await page.locator('main tbody tr').first().getByRole('link').first().click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  const title = page.getByRole('heading', { level: 1 });
  const lines = await title.evaluate(
    (each) => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
});
