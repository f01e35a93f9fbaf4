import type { BrowserContext, Page } from '@playwright/test';
import { benchPassword } from './organisation.mts';
import type { Agent } from './organisation.mts';

/** Opens the engine's page and logs an agent in (or takes up its session): nothing is pulled or delivered by itself. */
export async function openEngine(
  browser: BrowserContext,
  pages: string,
  agent: Agent,
  isFirst = true,
): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${pages}index.html`);
  if (isFirst)
    await page.evaluate(([email, password]) => window.heart.logIn(email, password), [
      agent.email,
      benchPassword,
    ] as const);
  else await page.evaluate(() => window.heart.restore());
  return page;
}
