import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Lab } from './lab.ts';
import { faultPassword } from './organisation.ts';

/** Logs the organisation's manager in at the staff's door, past the proxy. */
export async function logInManager(page: Page, lab: Lab): Promise<void> {
  await page.goto(`${lab.product.url}/login`);
  await page.getByLabel('Email').fill(lab.organisation.managerEmail);
  await page.getByLabel('Password', { exact: true }).fill(faultPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
}

/** A call of the organisation's manager, past the proxy. Fails when it is refused. */
export async function managerCall(
  lab: Lab,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const send = async (to: string, how: RequestInit) => {
    const response = await fetch(`${lab.product.url}/api/v1${to}`, how);
    expect(response.status, to).toBe(200);
    return response.json() as Promise<unknown>;
  };
  const json = { 'content-type': 'application/json' };
  const login = { email: lab.organisation.managerEmail, password: faultPassword };
  const answer = await send('/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(login),
  });
  const { token } = answer as { token: string };
  return send(path, {
    method,
    headers: { ...(body === undefined ? {} : json), authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
