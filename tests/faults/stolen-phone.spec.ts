import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';

let lab: Lab;
let phone: AgentPhone;

test.beforeAll(async () => {
  lab = await openLab();
});
test.afterAll(async () => lab?.close());
test.afterEach(async () => phone.close());

/** From its next page on the phone notes the bytes of every key that it is given to work with. */
async function noteKeys(): Promise<void> {
  await phone.context().addInitScript(() => {
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

const notedKeys = async (): Promise<string[]> =>
  phone
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
  phone = await startAgentPhone(lab);
  const { loans, name } = phone.agent;
  await noteKeys();
  await phone.page().reload();
  await expect(phone.page().getByText(loans[0]?.name ?? '', { exact: true })).toBeVisible();
  const keys = await notedKeys();
  expect(keys.length, 'the phone worked with keys').toBeGreaterThan(0);
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
