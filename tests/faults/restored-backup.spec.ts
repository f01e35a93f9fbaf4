import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { backUp as backUpRows, backupKey } from '../support/backups.ts';
import { brokenBalances } from '../support/books.ts';
import { startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered, serverProblems } from './support/check.ts';
import { embeddedUrl, lookInto, openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document } from './support/sample-files.ts';
import { soakUnless } from '../support/soak.ts';

/* The server is put back to an older backup: what phones had confirmed since comes again, once. */

const PARTS = ['postgres', 'files'];
const programs = join(import.meta.dirname, '../../dist/server');
const afterRestore = join(programs, 'database/after-restore-command.js');
const restoreCommand = join(programs, 'backups/restore-command.js');

let lab: Lab;
let phone: AgentPhone;

test.beforeEach(async () => {
  lab = await openLab({ isEmbedded: true });
});
test.afterEach(async () => {
  await phone?.close();
  await lab?.close();
});

const run = promisify(execFile);

/** Owners and all: the database runs as a user of its own. */
async function copyParts(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const part of PARTS) {
    await rm(join(to, part), { recursive: true, force: true });
    await run('cp', ['-a', join(from, part), to]);
  }
}

const environment = () => ({ ...process.env, DATA_DIR: lab.product.dataDir, DEMO: '0' });

/** A copy of the data as a backup of the stopped product has it. */
async function copyData(to: string): Promise<void> {
  await lab.product.stop();
  await copyParts(lab.product.dataDir, to);
  await lab.product.restart();
}

/** Puts the copy back and says so by the product's own command, as its manual tells. */
async function putCopyBack(from: string): Promise<void> {
  const { product } = lab;
  await product.stop();
  await copyParts(from, product.dataDir);
  const { stdout } = await run(process.execPath, [afterRestore], { env: environment() });
  expect(stdout).toContain('begins a new life');
  await product.restart();
}

/** A backup of ours of the running product, and the file of its key, in a folder that is not the server's. */
async function backUp(to: string): Promise<void> {
  const { dataDir } = lab.product;
  const { identity, recipient } = await backupKey();
  const { bytes } = await backUpRows(await embeddedUrl(dataDir), dataDir, recipient);
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'day.backup'), bytes);
  await writeFile(join(to, 'key.txt'), `${identity}\n`);
}

/** The catastrophe: nothing is left of the data folder. Then the backup is restored, as the manual tells. */
async function loseAllAndRestore(from: string): Promise<void> {
  const { product } = lab;
  await product.kill();
  await rm(product.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  const wish = [join(from, 'day.backup'), '--key', join(from, 'key.txt')];
  await run(process.execPath, [restoreCommand, ...wish], { env: environment() });
  await product.restart();
}

/** The books' rules that do not hold: those about managers, whom the lab's loans are not allocated to. */
const brokenRules = async (db: Lab['db']): Promise<string[]> =>
  (await brokenBalances(db)).map(({ rule }) => rule);

for (const { name, keep, putBack } of [
  { name: 'a copy was put back', keep: copyData, putBack: putCopyBack },
  { name: 'the data was lost and our backup restored', keep: backUp, putBack: loseAllAndRestore },
])
  test(
    `37: after ${name}, confirmed work and its files come again without doubles`,
    soakUnless(keep === backUp),
    async () => {
      phone = await startAgentPhone(lab);
      const page = phone.page();
      const backup = join(lab.folder, 'backup');
      const brokenBefore = await brokenRules(lab.db);
      const before = await phone.saveVisit(phone.freshLoan(), { documents: [document(40_000)] });
      await phone.drained();
      await keep(backup);
      const [first, second] = phone.agent.loans;
      const lost = [
        await phone.saveVisit(first, { documents: [document(300_000), document(20_000)] }),
        await phone.saveEdit(second, '9855555555'),
      ];
      await phone.drained();
      lab.proxy.cut();
      await phone.saveVisit(first, { remarks: 'waits while the server is put back' });
      await putBack(backup);

      const seen = await lookInto(lab.product);
      const restored = { ...lab, db: seen.db };
      const { rows } = await seen.db.execute<{ op_id: string }>(
        sql`select op_id from operations where user_id = ${phone.agent.id}`,
      );
      expect(rows.map((row) => row.op_id)).toEqual([before.opId]);
      expect(await serverProblems(restored, lost)).not.toEqual([]);
      lab.proxy.restore();
      await page.reload();
      await expectAllDelivered(restored, phone);
      expect(await brokenRules(seen.db)).toEqual(brokenBefore);
      await seen.close();
    },
  );
