/**
 * `npm run shots`: a picture of every screen of every role, phone and desktop, light and dark, from the built
 * product with its demo organisation, into the ignored folder shots/. `npm run shots -- manager` takes one role.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { ensureBuild } from './setup/build.mjs';

const PASSWORD = 'Recoup-demo-2026';
const root = join(import.meta.dirname, '..');
const shots = join(root, 'shots');
const people = {
  admin: { role: 'ADMIN', kind: 'Admin' },
  superadmin: { role: 'SUPER_ADMIN', kind: 'Admin' },
  partner: { role: 'PARTNER', kind: 'Staff' },
  manager: { role: 'MANAGER', kind: 'Staff' },
  collector: { role: 'COLLECTOR', kind: 'Staff' },
  clientadmin: { role: 'CLIENT_ADMIN', kind: 'Client' },
  customer: { role: 'CUSTOMER', kind: 'Client' },
  client: { role: 'CLIENT', kind: 'Client' },
  fieldagent: { role: 'FIELD_AGENT', kind: null },
};
const sizes = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1400, height: 900 } },
};

/** The product on a folder and port of its own; its address once it is ready. */
async function startProduct() {
  const dataDir = await mkdtemp(join(tmpdir(), 'recoup-shots-'));
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO: '1', DEMO_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /https?:\/\/[^\s/]+:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`The product ended before it was ready: ${said}`)));
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, stop };
}

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

async function logIn(page, url, name, kind) {
  await page.goto(`${url}${kind === null ? '/field-agent/login' : '/login'}`);
  if (kind !== null) await page.getByText(kind, { exact: true }).click();
  await page.getByLabel('Email').fill(`${name}@demo.recoup`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
}

/** The first loan that the role's own list links to, for screens that want one in their address. */
async function firstLoan(page) {
  await settle(page);
  const href = await page
    .locator('main a[href*="loanId="]')
    .first()
    .getAttribute('href', { timeout: 2000 })
    .catch(() => null);
  return href === null ? '' : (/[?&](loanId=[^&]+)/.exec(href)?.[1] ?? '');
}

async function settle(page) {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(400);
}

async function shoot(page, file) {
  await settle(page);
  await page.screenshot({ path: join(shots, file) });
}

async function shootRole(browser, url, name, paths) {
  const { kind } = people[name];
  for (const [size, options] of Object.entries(sizes)) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await logIn(page, url, name, kind);
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
    const context = await browser.newContext(options);
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
  const system = '/usr/bin/chromium';
  const browser = await chromium.launch({
    ...(existsSync(system) && { executablePath: system }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  try {
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
