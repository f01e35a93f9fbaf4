import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { openPhone } from '../e2e/support/phone.ts';
import { goInside } from '../e2e/support/page-watch.ts';
import { logInAgent } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { PIN, lockPhone, pinInput, setPin } from './support/phone-pin.ts';

ownLab();

/** From its next page on the phone notes the bytes of every key that it is given to work with. */
async function noteKeys(on: AgentPhone): Promise<void> {
  await on.context().addInitScript(() => {
    const noted: string[] = [];
    Object.assign(globalThis, { notedKeys: noted });
    const { subtle } = crypto;
    const whole = subtle.importKey.bind(subtle) as (...given: unknown[]) => Promise<CryptoKey>;
    const noting = async (...given: unknown[]) => {
      const [format, bytes] = given;
      if (format === 'raw' && (bytes instanceof Uint8Array || bytes instanceof ArrayBuffer)) {
        const view = new Uint8Array(bytes instanceof Uint8Array ? bytes.slice() : bytes);
        if (view.length === 32)
          noted.push(Array.from(view, (byte) => byte.toString(16).padStart(2, '0')).join(''));
      }
      return whole(...given);
    };
    Object.assign(subtle, { importKey: noting });
  });
}

const notedKeys = async (on: AgentPhone): Promise<string[]> =>
  on
    .page()
    .evaluate(() => [...new Set((globalThis as unknown as { notedKeys: string[] }).notedKeys)]);

/** The files of a folder and its folders that have one of these in them, as bytes or as text of 16 bits. */
async function filesWith(folder: string, sought: readonly Buffer[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (sought.some((each) => bytes.includes(each))) found.push(path.slice(folder.length));
  }
  return found;
}

test('41: what lies on a stolen phone opens nothing of what lies on it, and a restart needs the password', async () => {
  await startPhone();
  const { loans, name } = phone.agent;
  await noteKeys(phone);
  const on = phone;
  // The worker may tell the key before the server does: then its bytes never pass through the page.
  await expect(async () => {
    await on.page().reload();
    await expect(on.page().getByText(loans[0]?.name ?? '', { exact: true })).toBeVisible();
    expect(await notedKeys(on), 'the phone worked with keys').not.toEqual([]);
  }).toPass();
  const keys = await notedKeys(phone);
  lab.proxy.cut();
  await phone.saveVisit(loans[0]);
  await phone.kill();
  const everyKey = keys.map((key) => Buffer.from(key, 'hex'));
  expect(await filesWith(phone.profile, everyKey), `keys of ${name} on the disk`).toEqual([]);
  const names = loans.flatMap((loan) => [
    Buffer.from(loan.name),
    Buffer.from(loan.name, 'utf16le'),
  ]);
  expect(await filesWith(phone.profile, names), 'names of borrowers on the disk').toEqual([]);

  await phone.start('/outbox', true);
  await expect(phone.page().getByText('1 unsent').first()).toBeVisible();
  lab.proxy.restore();
  await phone.context().setOffline(false);
  await expectAllDelivered(lab, phone);
});

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('recoup.token'));

/** The part of the PIN's key that lies in a file of its own. */
const partOf = async (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    for await (const [, handle] of folder as unknown as AsyncIterable<
      [string, FileSystemFileHandle]
    >)
      return (await handle.getFile()).text();
    return '';
  });

test('42: a PIN opens the phone at the door, five visits and a restart long; after the logout nothing on it opens anything', async () => {
  await startPhone({ loans: 6 });
  const { loans } = phone.agent;
  await setPin(phone.page());
  const token = await tokenOf(phone.page());
  const part = await partOf(phone.page());
  expect(part).toMatch(/^[\w-]{43}$/);
  expect(
    await filesWith(phone.profile, [Buffer.from(part)]),
    'found while it is there',
  ).not.toEqual([]);
  lab.proxy.cut();
  for (const loan of loans.slice(0, 5)) await phone.saveVisit(loan);

  // Whom the agent looked for stays out of the browser's history.
  await goInside(phone.page(), '/field-agent-loans');
  await phone
    .page()
    .getByRole('searchbox')
    .fill(loans[5]?.name ?? '');
  await expect(phone.page()).toHaveURL(/search=/);

  // A begun visit stays as it is behind the lock.
  await phone.fillVisit(loans[5], { remarks: 'half a sentence' });
  await lockPhone(phone.page());
  await expect(phone.page().getByText('half a sentence')).toBeHidden();
  await expect(
    phone
      .page()
      .getByText(loans[5]?.name ?? '')
      .first(),
  ).toBeHidden();
  await pinInput(phone.page()).fill(PIN);
  await expect(phone.page().getByLabel('Remarks')).toBeVisible();
  await expect(phone.page().getByLabel('Remarks')).toHaveValue('half a sentence');

  // Chromium writes local storage down seconds late: a phone killed before would ask for the password instead.
  const sessions = join(phone.profile, 'Default/Local Storage');
  const onDisk = () => filesWith(sessions, [Buffer.from(token ?? 'none')]);
  await expect.poll(onDisk, 'the session is written down').not.toEqual([]);
  await phone.kill();
  await phone.start('/outbox', true);
  await noteKeys(phone);
  const page = phone.page();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Phone locked' })).toBeVisible();
  await pinInput(page).fill('482916');
  await expect(page.getByText('4 more tries')).toBeVisible();
  await pinInput(page).fill(PIN);
  await expect(page.getByText('5 unsent').first()).toBeVisible();
  const keys = (await notedKeys(phone)).map((key) => Buffer.from(key, 'hex'));
  expect(keys.length, 'the phone worked with keys').toBeGreaterThan(0);
  await goInside(page, `/field-agent/loan/visit?id=${loans[5]?.id ?? ''}`);
  await expect(page.getByLabel('Remarks')).toHaveValue('half a sentence');

  // Sent with the app closed, and nobody's PIN asked for.
  await phone.closeApp();
  const before = lab.proxy.requests.length;
  lab.proxy.restore();
  await phone.context().setOffline(false);
  await phone.sync();
  const isDelivered = () =>
    lab.proxy.requests
      .slice(before)
      .some(({ path, status }) => path.endsWith('/device/delivery') && status === 200);
  await expect.poll(isDelivered).toBe(true);
  await phone.page().goto(`${lab.proxy.url}/outbox`);
  await expectAllDelivered(lab, phone);

  await phone.page().goto(`${lab.proxy.url}/logout`);
  await expect(phone.page().getByLabel('Password', { exact: true })).toBeVisible();
  await expect(pinInput(phone.page())).toHaveCount(0);
  const headers = { authorization: `Bearer ${token}` };
  const tokenStatus = async () =>
    (await fetch(`${lab.product.url}/api/v1/session`, { headers })).status;
  // Wherever it still lies, it is dead.
  await expect.poll(tokenStatus).toBe(401);
  await phone.context().close();
  // In an address a space is a plus.
  const names = loans
    .flatMap(({ name }) => [name, name.replaceAll(' ', '+'), encodeURIComponent(name)])
    .flatMap((name) => [Buffer.from(name), Buffer.from(name, 'utf16le')]);
  expect(await filesWith(phone.profile, [...keys, ...names]), 'keys and names').toEqual([]);
  const parts = [Buffer.from(part), Buffer.from(part, 'utf16le'), Buffer.from(part, 'base64url')];
  expect(await filesWith(phone.profile, parts), 'the PIN\u2019s part').toEqual([]);
});

test('43: the phone\u2019s own authenticator opens it where it answers with a secret', async () => {
  const agent = await lab.organisation.addAgent(2);
  const context = await openPhone(`${lab.folder}/finger`);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        hasPrf: true,
      },
    });
    // Authenticators know names only, no addresses of numbers.
    const url = lab.proxy.url.replace('127.0.0.1', 'localhost');
    await logInAgent(page, url, agent);
    await page.getByRole('link', { name: 'Set up' }).click();
    await page.getByRole('button', { name: 'Set up fingerprint' }).click();
    await expect(page.getByText('Your fingerprint or screen lock opens')).toBeVisible();
    await goInside(page, '/field-agent-loans');
    await lockPhone(page);
    await page.getByRole('button', { name: /^Open as/ }).click();
    await expect(page.getByText(agent.loans[0]?.name ?? '', { exact: true })).toBeVisible();
  } finally {
    await context.close();
  }
});
