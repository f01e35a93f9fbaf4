import { readFile, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAllDelivered } from './support/check.ts';
import { fileDelivery, uploadPart, uploadStart } from './support/faults.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { document } from './support/sample-files.ts';
import { SOAK } from '../support/soak.ts';

ownLab();

const LETTER_BYTES = 3_000_000;
/** What sealing adds. */
const SEAL_BYTES = 28;
const PART_BYTES = 256 * 1024;

const takenParts = (from: number) =>
  lab.proxy.seen(uploadPart).filter((part) => part.number >= from && part.serverStatus !== null);

/** A phone that is uploading a letter on a slow line: some parts are on the server, more are to come. */
async function phoneMidUpload(): Promise<number> {
  await startPhone({ hasSync: false });
  const from = lab.proxy.requests.length;
  lab.proxy.line.setSpeed({ bytesPerSecond: 700_000 });
  await phone.saveVisit(phone.agent.loans[0], { documents: [document(LETTER_BYTES)] });
  await expect.poll(() => takenParts(from).length).toBeGreaterThan(2);
  return from;
}

/** Bytes of files that the phone sent so far. */
const bytesSent = (from: number) =>
  [...lab.proxy.seen(uploadPart), ...lab.proxy.seen(fileDelivery)]
    .filter((part) => part.number >= from)
    .reduce((sum, part) => sum + part.bytes, 0);

/** The upload went on where it stopped: no more than the part under way was sent again. */
function expectResumed(from: number): void {
  expect(bytesSent(from)).toBeLessThanOrEqual(LETTER_BYTES + SEAL_BYTES + PART_BYTES);
}

test('1: a tab closed in the middle of an upload goes on where it stopped', SOAK, async () => {
  const from = await phoneMidUpload();
  await phone.closeApp();
  lab.proxy.line.setSpeed({ bytesPerSecond: null });
  await phone.page().goto(`${lab.proxy.url}/field-agent-loans`);
  await expect(phone.page().getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expectAllDelivered(lab, phone);
  expectResumed(from);
});

test('2: a browser killed in the middle of an upload goes on where it stopped', async () => {
  const from = await phoneMidUpload();
  await phone.kill();
  lab.proxy.line.setSpeed({ bytesPerSecond: null });
  const before = bytesSent(from);
  expect(before).toBeLessThan(LETTER_BYTES);
  await phone.start();
  await expectAllDelivered(lab, phone);
  expectResumed(from);
});

/** Where the server keeps the one unfinished upload, its bytes and what it knows of it. */
async function unfinishedUpload(): Promise<{ bytes: string; facts: string }> {
  const folder = join(lab.product.dataDir, 'uploads');
  const names = (await readdir(folder)).filter((name) => name.startsWith(phone.agent.id));
  const [bytes, ...others] = names.filter((name) => !name.endsWith('.json'));
  if (bytes === undefined || others.length > 0) throw new Error('There is no one upload.');
  return { bytes: join(folder, bytes), facts: join(folder, `${bytes}.json`) };
}

/** Stops the upload under way by a dead network, and the browser; what `change` does happens before they are back. */
async function interrupt(change: () => Promise<void>): Promise<number> {
  lab.proxy.cut();
  await phone.kill();
  await change();
  lab.proxy.line.setSpeed({ bytesPerSecond: null });
  const from = lab.proxy.requests.length;
  lab.proxy.restore();
  await phone.start();
  return from;
}

test('38: an upload that the server lost the end of goes on from there', SOAK, async () => {
  await phoneMidUpload();
  const from = await interrupt(async () => {
    await truncate((await unfinishedUpload()).bytes, 300_000);
  });
  await expectAllDelivered(lab, phone);
  expect(lab.proxy.seen(uploadStart).filter(({ number }) => number >= from)).toEqual([]);
  expect(bytesSent(from)).toBe(LETTER_BYTES + SEAL_BYTES - 300_000);
});

test('38: an upload that waited too long begins anew', SOAK, async () => {
  await phoneMidUpload();
  const from = await interrupt(async () => {
    const { facts } = await unfinishedUpload();
    const known = JSON.parse(await readFile(facts, 'utf8')) as { creation_date: string };
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await writeFile(facts, JSON.stringify({ ...known, creation_date: old }));
  });
  await expectAllDelivered(lab, phone);
  expect(lab.proxy.seen(uploadStart).filter(({ number }) => number >= from)).toHaveLength(1);
  expect(bytesSent(from)).toBe(LETTER_BYTES + SEAL_BYTES);
});

test(
  '38: told a wrong place to go on from, the phone never makes a file of the wrong bytes',
  SOAK,
  async () => {
    await phoneMidUpload();
    const size = String(LETTER_BYTES + SEAL_BYTES);
    const protocol = { 'tus-resumable': '1.0.0', 'upload-length': size };
    const head = { method: 'HEAD', path: uploadPart.path };
    const wrong = lab.proxy.inject(head, {
      kind: 'made-answer',
      isDone: false,
      answer: { status: 200, headers: { ...protocol, 'upload-offset': '2621440' } },
    });
    await interrupt(async () => undefined);
    await wrong.happened();
    await expectAllDelivered(lab, phone);
    // The server refused a part unread, and its connection went on: whoever asked next was answered.
    const asked = lab.proxy.seen({ method: 'GET', path: fileDelivery.path });
    expect(new Set(asked.map(({ serverStatus }) => serverStatus))).toEqual(new Set([200]));
  },
);
