import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { startAgentPhone } from './support/agent-phone.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered, serverProblems } from './support/check.ts';
import { openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document } from './support/sample-files.ts';
import { SOAK } from '../support/soak.ts';

/* What every fault ends with must itself notice harm: here the harm is done on purpose. */

let lab: Lab;
let phone: AgentPhone;

test.beforeAll(async () => {
  lab = await openLab();
  phone = await startAgentPhone(lab);
  const loan = phone.freshLoan();
  await phone.saveVisit(loan, { documents: [document(20_000)] });
  await phone.saveVisit(loan, { remarks: 'The second' });
  await phone.saveEdit(loan, '9811112222');
  await expectAllDelivered(lab, phone);
});
test.afterAll(async () => {
  await phone?.close();
  await lab?.close();
});

/** What the check says after some harm to the database, which is taken back. */
async function problemsAfter(harm: SQL): Promise<string> {
  let problems: string[] = [];
  const undo = new Error('Taken back.');
  const done = lab.db.transaction(async (tx) => {
    await tx.execute(harm);
    problems = await serverProblems({ ...lab, db: tx }, phone.ledger.entries);
    throw undo;
  });
  await expect(done).rejects.toBe(undo);
  return problems.join('\n');
}

test('nothing is wrong before the harm', SOAK, async () => {
  expect(await serverProblems(lab, phone.ledger.entries)).toEqual([]);
});

test('the check notices lost, doubled, changed and foreign work', async () => {
  const [first, second, edit] = phone.ledger.entries;
  const [one, two, three] = [first?.opId, second?.opId, edit?.opId];
  expect(await problemsAfter(sql`delete from operations where op_id = ${one}`)).toContain('lost');
  expect(
    await problemsAfter(sql`update operations set outcome = 'HELD' where op_id = ${one}`),
  ).toContain('HELD');
  expect(
    await problemsAfter(sql`update dispositions set op_id = ${two} where op_id = ${one}`),
  ).toContain('did its work 2 times');
  expect(
    await problemsAfter(sql`insert into loan_changes (id, loan_id, revision, field, new_value, op_id)
      select gen_random_uuid(), loan_id, revision, field, new_value, op_id from loan_changes where op_id = ${three}`),
  ).toContain('stands 2 times');
  expect(
    await problemsAfter(sql`update operations set payload_hash = 'x' where op_id = ${one}`),
  ).toContain('other content');
  expect(
    await problemsAfter(sql`update dispositions set agent_id = ${lab.organisation.managerId}
      where op_id = ${one}`),
  ).toContain('another author');
});

test('the check notices work out of its order, and work that nobody saved', SOAK, async () => {
  const [first] = phone.ledger.entries;
  expect(
    await problemsAfter(sql`update operations set delivered_at = now() + interval '1 hour'
      where op_id = ${first?.opId}`),
  ).toContain('was done before');
  const some = phone.ledger.entries.slice(1);
  expect((await serverProblems(lab, some)).join()).toContain('no screen ever said saved');
});

test('the check notices files that are missing, damaged or without their visit', SOAK, async () => {
  const file = phone.ledger.entries.flatMap(({ files }) => files)[0];
  const id = file?.fileId;
  expect(await problemsAfter(sql`update files set store_key = null where id = ${id}`)).toContain(
    'never arrived',
  );
  expect(
    await problemsAfter(sql`update files set disposition_id = null where id = ${id}`),
  ).toContain('not with its visit');
  await writeFile(join(lab.product.dataDir, 'files/dispositions', id ?? ''), 'damaged');
  expect((await serverProblems(lab, phone.ledger.entries)).join()).toContain('other bytes');
});
