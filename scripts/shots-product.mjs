// What the makers of pictures share: the built product with its demo, its people, a browser to log them in.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from './setup/chromium.mjs';

const PASSWORD = 'Recoup-demo-2026';
const root = join(import.meta.dirname, '..');

/** A demo user of every role; `kind` is its choice on the common login, null for a login of its own. */
export const people = {
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

/** The two screens that pictures are made for. */
export const sizes = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1400, height: 900 } },
};

/** What a browser in India says of itself, with position allowed. */
export const person = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  reducedMotion: 'reduce',
  permissions: ['geolocation'],
  geolocation: { latitude: 18.5196, longitude: 73.8553, accuracy: 12 },
};

/** The product on a folder and port of its own; its address once it is ready. */
export async function startProduct() {
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

/** The system's Chromium, else the browser library's own. */
export async function launchBrowser() {
  return chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: CHROMIUM_ARGUMENTS,
  });
}

/** Logs a demo user in as a person does. */
export async function logIn(page, url, name) {
  const { kind } = people[name];
  await page.goto(`${url}${kind === null ? '/field-agent/login' : '/login'}`);
  if (kind !== null) await page.getByText(kind, { exact: true }).click();
  await page.getByLabel('Email').fill(`${name}@demo.recoup`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
}

/** Waits until a screen has what it asked for. */
export async function settle(page) {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(400);
}
