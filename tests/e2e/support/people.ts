import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Role } from '../../../contract/roles.ts';
import { hasVault } from '../../../src/app/session-hooks.ts';
import { demoPassword } from '../../support/product.ts';

/** Where each kind of demo user logs in. */
export const DOORS = {
  admin: '/login?role=ADMIN',
  staff: '/login',
  client: '/clientlogin',
  field: '/field-agent/login',
} as const;

/** Logs a demo user in by its door, as a person does, and waits until it is in. */
export async function logIn(
  page: Page,
  url: string,
  door: keyof typeof DOORS,
  name: string,
): Promise<void> {
  await logInAs(page, url, door, { email: `${name}@demo.recoup`, password: demoPassword });
}

/** Logs any user in by a door. */
export async function logInAs(
  page: Page,
  url: string,
  door: keyof typeof DOORS,
  user: { email: string; password: string },
): Promise<void> {
  await page.goto(`${url}${DOORS[door]}`);
  await fillLogin(page, user);
  await untilItCanStartAgain(page);
}

/** A page that is loaded within the instant in which the server tells its part of the key asks for the password once more. */
async function untilItCanStartAgain(page: Page): Promise<void> {
  const kept = await page.evaluate(() => localStorage.getItem('recoup.user'));
  const { role } = JSON.parse(kept ?? '{}') as { role?: Role };
  if (role !== undefined && !hasVault(role)) return;
  // Without a network the server tells nothing: then it stays so.
  for (let tries = 0; tries < 50 && !(await page.evaluate(keptKey)); tries += 1)
    await page.waitForTimeout(100);
}

/** Whether the vault's key is kept for a restart. Runs in the page: benches can't send functions that name others. */
async function keptKey(): Promise<boolean> {
  const device = 'recoup-device';
  if (!(await indexedDB.databases()).some(({ name }) => name === device)) return false;
  return new Promise<boolean>((resolve) => {
    const opening = indexedDB.open(device);
    opening.addEventListener('success', () => {
      const { result: database } = opening;
      const read = database.transaction('values').objectStore('values').get('open-vault');
      read.addEventListener('success', () => {
        database.close();
        resolve(Boolean((read.result as { wrapped?: unknown } | undefined)?.wrapped));
      });
    });
  });
}

/** Opens what lies on a device that was started anew, by the login that it shows; with or without a network. */
export async function unlock(page: Page, name: string): Promise<void> {
  await expect(page.getByText(/nothing on it opens without your password/)).toBeVisible();
  await fillLogin(page, { email: `${name}@demo.recoup`, password: demoPassword });
}

async function fillLogin(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  // A login hashes a password and fills a vault: that takes its time on a busy machine.
  await expect(page).not.toHaveURL(/login/);
}

/** A demo user's bearer token, for looking at the server's side of things. */
export async function tokenOf(url: string, path: string, name: string): Promise<string> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@demo.recoup`, password: demoPassword }),
  });
  const answer = (await response.json()) as { token?: string };
  expect(answer.token).toBeTruthy();
  return answer.token ?? '';
}

/** Asks the server as one of its users; a path stands below /api/v1 unless it begins with /api. */
export async function ask<Answer>(url: string, token: string, path: string): Promise<Answer> {
  const base = path.startsWith('/api/') ? '' : '/api/v1';
  const response = await fetch(`${url}${base}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Answer;
}
