import type { BrowserContext, Page } from '@playwright/test';
import { benchPassword } from './organisation.mts';
import type { Agent } from './organisation.mts';

/** Logs an agent in by its door, on a page as wide as the window, and waits until its loans are on the phone and the worker has the shell. */
export async function logInAtDoor(
  browser: BrowserContext,
  url: string,
  agent: Agent,
): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${url}/field-agent/login`);
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill(benchPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText(/As of/).waitFor({ timeout: 120_000 });
  await page.evaluate(async () => navigator.serviceWorker.ready);
  return page;
}
