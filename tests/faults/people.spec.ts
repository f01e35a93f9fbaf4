import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { goInside } from '../e2e/support/page-watch.ts';
import { readStored } from '../e2e/support/stored.ts';
import { logInAgent } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { fault, operationDelivery } from './support/faults.ts';
import { managerCall } from './support/manager.ts';
import type { Agent } from './support/organisation.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { handOver, letPass, logOut, saveManyVisits, tryPassword } from './support/phone-people.ts';
import { document } from './support/sample-files.ts';
import { SOAK } from '../support/soak.ts';

/* Who may do what on a phone changes while work waits on it: the work is delivered all the same, under its author. */

const REMARK = 'The neighbour will pay on Friday';
const DAY = '/field-agent-loans?view=all';

ownLab();

/** None of these stands anywhere in what the phone has stored. */
async function expectUnreadable(texts: readonly (string | undefined)[]): Promise<void> {
  const found = async () => {
    const { text } = await readStored(phone.page());
    const isThere = (word: string) => new RegExp(`${word}(?![0-9])`).test(text);
    return texts.filter((one) => one === undefined || isThere(one));
  };
  await expect.poll(found, { message: 'nothing readable is left' }).toEqual([]);
}

test(
  '16: after an idle logout 50 visits wait unreadable, and go without a login',
  SOAK,
  async () => {
    await startPhone({ loans: 10 });
    const page = phone.page();
    lab.proxy.cut();
    await phone.saveVisit(phone.agent.loans[0], { remarks: REMARK });
    await saveManyVisits(phone, 49);
    // Ten minutes in which nobody touched the phone.
    await page.evaluate(() => localStorage.setItem('recoup.expiry', String(Date.now() - 1)));
    await expect(page.getByText(/logged out after 10 minutes/)).toBeVisible();
    expect((await phone.outbox()).operations).toHaveLength(50);
    await expectUnreadable([REMARK, 'unextractable key', phone.agent.loans[0]?.name]);
    lab.proxy.restore();
    await phone.sync();
    await phone.drained();
    await expect(page).toHaveURL(/login/);
    await logInAgent(page, lab.proxy.url, phone.agent);
    await expectAllDelivered(lab, phone);
  },
);

/** Neither the day nor the outbox shows anything of an agent. */
async function expectNothingOf(page: Page, agent: Agent): Promise<void> {
  for (const path of [DAY, '/outbox']) {
    await goInside(page, path);
    for (const loan of agent.loans)
      await expect(page.getByText(loan.name, { exact: true })).toHaveCount(0);
    await expect(page.getByText(REMARK)).toHaveCount(0);
  }
}

test("17: another agent on the same phone only sees how much waits, and each one's work goes in its own name", async () => {
  await startPhone();
  const page = phone.page();
  lab.proxy.inject({ ...operationDelivery, times: Infinity }, fault.requestLost);
  await phone.saveVisit(phone.freshLoan(), { remarks: REMARK });
  await phone.saveVisit(phone.freshLoan(), { documents: [document(30_000)] });
  await phone.saveEdit(phone.freshLoan(), '9822222222');
  await goInside(page, '/outbox');
  await goInside(page, '/logout');
  const next = await lab.organisation.addAgent(2);
  // Without a reload: what the page still has in memory must not be shown to the next person either.
  await tryPassword(page, next, { says: /^Borrower \d+$/ });
  await expectNothingOf(page, phone.agent);
  await logOut(page, lab.proxy.url);
  const other = await handOver(lab, phone, next);
  await other.saveVisit(other.agent.loans[0]);
  await goInside(page, '/outbox');
  await expect(page.getByText('3 items of another user are waiting')).toBeVisible();
  await expect(page.getByText(phone.agent.loans[0]?.name ?? '', { exact: false })).toHaveCount(0);
  await expectUnreadable([REMARK, phone.agent.loans[0]?.name]);
  lab.proxy.heal();
  await phone.sync();
  await phone.drained();
  await expectAllDelivered(lab, other);
  await logOut(page, lab.proxy.url);
  await logInAgent(page, lab.proxy.url, phone.agent);
  await expectAllDelivered(lab, phone);
});

test(
  '18: a loan taken away leaves the phone, and late work on it is accepted under its allocation',
  SOAK,
  async () => {
    await startPhone();
    const [taken, kept] = phone.agent.loans;
    const page = phone.page();
    lab.proxy.inject({ ...operationDelivery, times: Infinity }, fault.requestLost);
    const before = await phone.saveVisit(taken, { documents: [document(20_000)] });
    await lab.organisation.deallocate(taken?.id ?? '');
    const after = await phone.saveVisit(taken, { remarks: REMARK });
    await phone.saveVisit(kept);
    await goInside(page, DAY);
    await page.getByRole('button', { name: /^Refresh/ }).click();
    await expect(page.getByText(taken?.name ?? '', { exact: true })).toHaveCount(0);
    await expect(page.getByText(kept?.name ?? '', { exact: true })).toBeVisible();
    await goInside(page, `/field-agent/loan?id=${taken?.id}`);
    await expect(page.getByText('9876501234')).toHaveCount(0);
    lab.proxy.heal();
    await expectAllDelivered(lab, phone);
    const result = await lab.db.execute<{ n: number }>(sql`
    select count(*)::int as n from dispositions d join allocations a on a.id = d.allocation_id
    where d.op_id in (${before.opId}, ${after.opId}) and a.assignee_id = ${phone.agent.id}
      and a.loan_id = ${taken?.id} and a.ended_at is not null`);
    expect(result.rows[0]?.n, 'both stand under the allocation that ended').toBe(2);
  },
);

test('19: a wipe lets what waits be delivered first, then leaves nothing readable', async () => {
  await startPhone();
  const page = phone.page();
  lab.proxy.cut();
  await phone.saveVisit(phone.freshLoan(), { remarks: REMARK, documents: [document(300_000)] });
  await phone.saveEdit(phone.freshLoan(), '9833333333');
  const devices = await managerCall(lab, 'GET', '/devices/watched');
  expect(JSON.stringify(devices)).toContain(phone.agent.id);
  const deviceId = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('recoup.device') ?? '{}') as { deviceId: string }).deviceId,
  );
  await managerCall(lab, 'POST', '/devices/wipe', { deviceId, userId: phone.agent.id });
  lab.proxy.restore();
  await phone.sync();
  await phone.drained();
  await expect(page).toHaveURL(/login/);
  const wiped = async () =>
    (
      await lab.db.execute<{ wiped: boolean }>(
        sql`select wiped_at is not null as wiped from devices where id = ${deviceId} and user_id = ${phone.agent.id}`,
      )
    ).rows[0]?.wiped;
  await expect.poll(wiped, { message: 'the phone says that it is empty' }).toBe(true);
  const { id, loans } = phone.agent;
  await expectUnreadable([REMARK, `vault:${id}`, `draft:${id}`, loans[0]?.name, loans[0]?.number]);
  await logInAgent(page, lab.proxy.url, phone.agent);
  await expectAllDelivered(lab, phone);
});

test('40: wrong passwords lock for longer and longer and delete nothing', SOAK, async () => {
  await startPhone();
  const { agent } = phone;
  const page = phone.page();
  lab.proxy.cut();
  await phone.saveVisit(phone.freshLoan(), { remarks: REMARK });
  await phone.saveVisit(phone.freshLoan(), { documents: [document(20_000)] });
  await goInside(page, '/logout');
  await goInside(page, '/field-agent/login');
  const wrong = { password: 'not-this-one' };
  for (let tries = 1; tries <= 5; tries += 1)
    await tryPassword(page, agent, { ...wrong, says: /email or password is wrong/ });
  await tryPassword(page, agent, { says: /Too many tries/ });
  await letPass(page, 31_000);
  await tryPassword(page, agent, { ...wrong, says: /email or password is wrong/ });
  // The second wait is twice as long.
  await letPass(page, 31_000);
  await tryPassword(page, agent, { says: /Too many tries/ });
  expect((await phone.outbox()).operations).toHaveLength(2);
  await letPass(page, 31_000);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
  await goInside(page, DAY);
  await expect(page.getByText(agent.loans[0]?.name ?? '', { exact: true })).toBeVisible();
  expect((await phone.outbox()).operations).toHaveLength(2);
  lab.proxy.restore();
  await phone.sendNow();
  await expectAllDelivered(lab, phone);
});
