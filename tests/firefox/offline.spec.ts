import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { findFirefox } from '../../scripts/setup/firefox.mjs';
import { DOORS } from '../e2e/support/people.ts';
import { cameraPhoto } from '../e2e/support/photo.ts';
import { serverProblems } from '../faults/support/check.ts';
import { openLab } from '../faults/support/lab.ts';
import type { Lab } from '../faults/support/lab.ts';
import type { LedgerEntry } from '../faults/support/ledger.ts';
import { faultPassword } from '../faults/support/organisation.ts';
import type { Agent } from '../faults/support/organisation.ts';
import { readOutbox, unsentOf } from '../faults/support/phone-store.ts';
import { killFirefox, openFirefox } from './support/firefox-phone.ts';

/*
 * The field agent's day in Firefox: the app is installed by its worker, opens without a network, keeps visits through a
 * kill, is unlocked without a network, and delivers each visit and photo once when it is open on a network again.
 */
test.describe.configure({ mode: 'serial' });
test.skip(findFirefox() === null, 'There is no Firefox on this system.');

let lab: Lab;
let agent: Agent;
let phone: BrowserContext;
let page: Page;
const profile = () => join(lab.folder, 'phone');
const address = (path: string) => `${lab.proxy.url}${path}`;

test.beforeAll(async () => {
  lab = await openLab();
  agent = await lab.organisation.addAgent(3);
});

test.afterAll(async () => {
  await phone?.close().catch(() => undefined);
  await lab?.close();
});

/** Key by key: a value that is set at once never reaches the app through this browser's protocol. */
async function logIn(shows = agent.loans[0]?.name ?? ''): Promise<void> {
  await page.getByLabel('Email').pressSequentially(agent.email);
  await page.getByLabel('Password', { exact: true }).pressSequentially(faultPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
  await expect(page.getByText(shows, { exact: true }).first()).toBeVisible();
}

async function recordVisit(at: number): Promise<void> {
  const loan = agent.loans[at];
  await page.goto(address(`/field-agent/loan/visit?id=${loan?.id}`));
  await expect(page.getByText(loan?.name ?? '').first()).toBeVisible();
  await page.getByRole('button', { name: 'Door locked' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Take photo').click();
  await (await chooser).setFiles(await cameraPhoto(`door-${at}.jpg`));
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save visit' }).click();
  await expect(page.getByText(/Saved on this phone/).first()).toBeVisible();
}

test('the worker installs, the loans are pulled, and the app opens without a network', async () => {
  phone = await openFirefox(profile());
  page = await phone.newPage();
  await page.goto(address(DOORS.field));
  await logIn();
  await expect(page.getByText(/As of/)).toBeVisible();
  await page.evaluate(async () => navigator.serviceWorker.ready);
  lab.proxy.cut();
  await page.goto(address('/field-agent-loans'));
  await expect(page.getByText(agent.loans[0]?.name ?? '', { exact: true })).toBeVisible();
});

test('visits with photos are saved without a network', async () => {
  await recordVisit(0);
  await recordVisit(1);
});

test('killed and started again without a network, it lets the agent in again and shows what waits', async () => {
  killFirefox(profile());
  await phone.close().catch(() => undefined);
  phone = await openFirefox(profile());
  page = await phone.newPage();
  await page.goto(address('/outbox'));
  await expect(page).toHaveURL(/login/);
  await logIn('2 unsent');
  await page.goto(address('/logout'));
  await expect(page).toHaveURL(/login/);
  await logIn();
  await recordVisit(2);
});

/** What lies in the outbox, as the ledger of what must arrive. */
async function saved(): Promise<LedgerEntry[]> {
  const { operations, files } = await readOutbox(page, agent.id);
  return operations.map(({ opId, payloadHash, sequence, loanId, after }) => ({
    opId,
    userId: agent.id,
    call: 'createFieldDisposition',
    payloadHash,
    sequence,
    loanId,
    after,
    files: files.filter((file) => file.opId === opId),
  }));
}

test('back on the network the open app delivers every visit and photo once', async () => {
  const ledger = await saved();
  expect(ledger.map(({ loanId }) => loanId).toSorted()).toEqual(
    agent.loans.map(({ id }) => id).toSorted(),
  );
  expect(ledger.flatMap(({ files }) => files)).toHaveLength(3);
  expect((await serverProblems(lab, ledger)).length).toBeGreaterThan(0);
  lab.proxy.restore();
  await page.goto(address('/outbox'));
  await expect
    .poll(async () => unsentOf(await readOutbox(page, agent.id)))
    .toEqual({ operations: [], files: [] });
  expect(await serverProblems(lab, ledger)).toEqual([]);
  // Let in without a network and loaded again since, the app has no session: it delivers, and asks for the password.
  await page.goto(address('/logout'));
  // The login that it leads to is there: a page that is still on its way would break the next address off.
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await page.goto(address(DOORS.field));
  await logIn();
  await page.goto(address('/outbox'));
  await expect(page.getByText('Everything is sent')).toBeVisible();
});
