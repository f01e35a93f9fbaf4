import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered, serverProblems } from './support/check.ts';
import { lookInto, openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document } from './support/sample-files.ts';

/* The server is put back to an older backup: what phones had confirmed since comes again, once. */

const PARTS = ['postgres', 'files'];
const program = join(import.meta.dirname, '../../dist/server/database/after-restore-command.js');

let lab: Lab;
let phone: AgentPhone;

test.beforeAll(async () => {
  lab = await openLab({ isEmbedded: true });
});
test.afterAll(async () => lab?.close());
test.afterEach(async () => phone?.close());

const run = promisify(execFile);

/** Owners and all: the database runs as a user of its own. */
async function copyParts(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const part of PARTS) {
    await rm(join(to, part), { recursive: true, force: true });
    await run('cp', ['-a', join(from, part), to]);
  }
}

/** A copy of the data as a backup of the stopped product has it. */
async function backUp(to: string): Promise<void> {
  await lab.product.stop();
  await copyParts(lab.product.dataDir, to);
  await lab.product.restart();
}

/** Puts the copy back and says so by the product's own command, as its manual tells. */
async function putBack(from: string): Promise<void> {
  const { product } = lab;
  await product.stop();
  await copyParts(from, product.dataDir);
  const env = { ...process.env, DATA_DIR: product.dataDir, DEMO: '0' };
  const { stdout } = await run(process.execPath, [program], { env });
  expect(stdout).toContain('begins a new life');
  await product.restart();
}

test('37: after a backup was put back, confirmed work and its files come again without doubles', async () => {
  phone = await startAgentPhone(lab);
  const page = phone.page();
  const backup = join(lab.folder, 'backup');
  const before = await phone.saveVisit(phone.freshLoan(), { documents: [document(40_000)] });
  await phone.drained();
  await backUp(backup);
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
  await seen.close();
});
