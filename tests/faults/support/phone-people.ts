import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { logInAgent, screensOf } from './agent-phone.ts';
import type { AgentPhone } from './agent-phone.ts';
import type { Lab } from './lab.ts';
import { openLedger } from './ledger.ts';
import { faultPassword } from './organisation.ts';
import type { Agent } from './organisation.ts';
import { readOutbox } from './phone-store.ts';
import { takeStock } from './phone-stock.ts';

/** The same phone in the hands of another agent, who logs in on it; with a ledger and an outbox of its own. */
export async function handOver(lab: Lab, phone: AgentPhone, agent: Agent): Promise<AgentPhone> {
  const core = {
    agent,
    ledger: openLedger(join(lab.folder, `${agent.name}.ledger`)),
    page: phone.page,
    outbox: () => readOutbox(phone.page(), agent.id),
  };
  await logInAgent(phone.page(), lab.proxy.url, agent);
  return { ...phone, ...core, ...screensOf(core) };
}

/** Logs out by the menu's address; what waits stays. */
export async function logOut(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/logout`);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
}

/** Tries a password at the field agents' door, with or without a network, and waits for what the screen says. */
export async function tryPassword(
  page: Page,
  agent: Agent,
  { password = faultPassword, says }: { password?: string; says: RegExp },
): Promise<void> {
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText(says).first()).toBeVisible();
}

/** For the page only: moves its clock forward, as the time that passes does. */
export async function letPass(page: Page, ms: number): Promise<void> {
  await page.evaluate((by) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + by;
  }, ms);
}

/** Records a visit in the page as fast as the app goes, until its screen says "saved". */
async function saveQuickly(page: Page, loanId: string): Promise<void> {
  await page.evaluate(async (id) => {
    const until = Date.now() + 15_000;
    const shown = async (find: () => HTMLElement | null | undefined) => {
      while (Date.now() < until) {
        const found = find();
        if (found !== null && found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`The visit of ${id} can not be saved.`);
    };
    const press = async (name: string) => {
      const isIt = (button: Element) => button.textContent.trim() === name;
      (await shown(() => [...document.querySelectorAll('button')].find(isIt))).click();
    };
    const address = `/field-agent/loan/visit?id=${id}`;
    history.pushState({ key: `${until}`, idx: history.length }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    await press('Door locked');
    await press('Save visit');
    await shown(() => {
      const isSaved = document.body.textContent.includes('Saved on this phone');
      return isSaved && !location.pathname.endsWith('/visit') ? document.body : null;
    });
  }, loanId);
}

/** Records so many visits, several for each loan, and notes them in the ledger. */
export async function saveManyVisits(phone: AgentPhone, count: number): Promise<void> {
  const loanIds = phone.agent.loans.map(({ id }) => id);
  for (let at = 0; at < count; at += 1)
    await saveQuickly(phone.page(), loanIds[at % loanIds.length] ?? '');
  expect(await takeStock(phone), 'each save made one operation').toHaveLength(count);
}
