/**
 * `npm run shots`: a picture of every screen of every role, phone and desktop, light and dark, from the built
 * product with its demo organisation, into the ignored folder shots/. `npm run shots -- manager` takes one role,
 * `npm run shots -- readme` makes the two pictures of the README.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'vite';
import { ensureBuild } from './setup/build.mjs';
import {
  launchBrowser,
  logIn,
  people,
  person,
  settle,
  sizes,
  startProduct,
} from './shots-product.mjs';
import { shootReadme } from './shots-readme.mjs';

const root = join(import.meta.dirname, '..');
const shots = join(root, 'shots');

/** The app's own table of routes, read as the app reads it. */
async function readRoutes() {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { routes } = await vite.ssrLoadModule('/src/app/routes.ts');
    const { isAllowed } = await vite.ssrLoadModule('/src/app/route-table.ts');
    return (role) => routes.filter((route) => isAllowed(route, role)).map((route) => route.path);
  } finally {
    await vite.close();
  }
}

/** The first loan that the role's own list links to, for screens that want one in their address. */
async function firstLoan(page) {
  await settle(page);
  const link = page.locator('main a[href*="loanId="], main a[href*="loan?id="]').first();
  // The field agent's list is there once the first pull is through.
  const href = await link.getAttribute('href', { timeout: 5000 }).catch(() => null);
  return href === null ? '' : (/[?&]((?:loanId|id)=[^&]+)/.exec(href)?.[1] ?? '');
}

async function shoot(page, file) {
  await settle(page);
  await page.screenshot({ path: join(shots, file) });
}

async function shootRole(browser, url, name, paths) {
  for (const [size, options] of Object.entries(sizes)) {
    const context = await browser.newContext({ ...options, ...person });
    const page = await context.newPage();
    await logIn(page, url, name);
    const loan = await firstLoan(page);
    for (const path of ['/', ...paths]) {
      await page.goto(`${url}${path}${loan === '' ? '' : `?${loan}`}`);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const screen = path.replaceAll('/', '-').slice(1) || 'landing';
        await shoot(page, `${name}/${screen}.${size}.${colorScheme}.png`);
      }
    }
    await context.close();
  }
}

async function shootLogins(browser, url) {
  for (const [size, options] of Object.entries(sizes)) {
    const context = await browser.newContext({ ...options, ...person });
    const page = await context.newPage();
    for (const path of ['/login', '/field-agent/login', '/not-a-page']) {
      await page.goto(`${url}${path}`);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await shoot(
          page,
          `public/${path.slice(1).replaceAll('/', '-')}.${size}.${colorScheme}.png`,
        );
      }
    }
    await context.close();
  }
}

async function main() {
  const wanted = process.argv.slice(2);
  const names = Object.keys(people).filter((name) => wanted.length === 0 || wanted.includes(name));
  await ensureBuild();
  await mkdir(shots, { recursive: true });
  const pathsOf = await readRoutes();
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    if (wanted.includes('readme')) await shootReadme(browser, product.url);
    if (wanted.length === 0) await shootLogins(browser, product.url);
    for (const name of names) {
      console.log(`shots: ${name}`);
      await shootRole(browser, product.url, name, pathsOf(people[name].role));
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  console.log(`shots: done, see ${shots}`);
}

await main();
