import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { allocations } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import { expectAllDelivered } from './support/check.ts';
import { fault, gate, pullPage } from './support/faults.ts';
import type { AgentLoan } from './support/organisation.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { cachedLoanIds } from './support/phone-cache.ts';
import { SOAK } from '../support/soak.ts';

ownLab();

const pullsSince = (number: number) =>
  lab.proxy.seen(pullPage).filter((request) => request.number >= number);

/** The phone holds exactly these loans, each once. */
async function expectCached(loans: readonly AgentLoan[]): Promise<void> {
  const ids = loans.map(({ id }) => id).toSorted();
  await expect.poll(async () => (await cachedLoanIds(phone)).toSorted()).toEqual(ids);
}

test('35: a pull killed between its pages goes on where it stopped', async () => {
  await startPhone();
  const more = await lab.organisation.addLoans(phone.agent.id, 450);
  const later = lab.proxy.inject({ ...pullPage, nth: 2, times: Infinity }, fault.hung);
  await phone.page().reload();
  await later.happened();
  const { length: before } = phone.agent.loans;
  await expect.poll(async () => (await cachedLoanIds(phone)).length).toBe(before + 200);
  await phone.kill();
  lab.proxy.heal();
  const from = lab.proxy.requests.length;
  await phone.start();
  await expectCached([...phone.agent.loans, ...more]);
  const cursors = pullsSince(from).map(({ query }) => query.get('cursor'));
  expect(cursors, 'no page is asked for twice').toHaveLength(new Set(cursors).size);
  expect(cursors).not.toContain(null);
  await phone.saveVisit(more.at(-1));
  await expectAllDelivered(lab, phone);
});

/** A loan that nobody works yet. */
async function looseLoan(): Promise<AgentLoan> {
  const { loans } = await lab.organisation.addAgent(1);
  const [loan] = loans;
  if (loan === undefined) throw new Error('There is no loan.');
  await lab.organisation.deallocate(loan.id);
  return loan;
}

test('36: an allocation that commits behind the cursor is not passed by', SOAK, async () => {
  await startPhone();
  const { id: agentId, loans } = phone.agent;
  const late = await looseLoan();
  const begun = gate();
  const held = gate();
  const transaction = lab.db.transaction(async (tx) => {
    await tx.execute(sql`update loans set field_agent_id = ${agentId} where id = ${late.id}`);
    const row = { id: newId(), loanId: late.id, assigneeId: agentId, kind: 'FIELD' as const };
    await tx.insert(allocations).values(row);
    begun.open();
    await held.passed;
  });
  await begun.passed;
  // Begun later, committed before: a cursor that followed it would never see the other one.
  const [early] = await lab.organisation.addLoans(agentId, 1);
  if (early === undefined) throw new Error('There is no loan.');
  const from = lab.proxy.requests.length;
  await phone.page().reload();
  await expect.poll(() => pullsSince(from).at(-1)?.status).toBe(200);
  expect(await cachedLoanIds(phone)).not.toContain(late.id);
  held.open();
  await transaction;
  await phone.page().reload();
  await expectCached([...loans, early, late]);
  await phone.saveVisit(late);
  await phone.saveVisit(early);
  await expectAllDelivered(lab, phone);
});
