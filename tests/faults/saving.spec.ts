import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAllDelivered } from './support/check.ts';
import type { AgentLoan } from './support/organisation.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { takeStock } from './support/phone-stock.ts';
import { document } from './support/sample-files.ts';

ownLab();

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save visit' });
const REMARK = 'Nobody at home, the neighbour took the letter';

/** Of both letters together. */
const FILE_BYTES = 700_000;

/** How large a draft lies on the phone, encrypted; 0 when there is none. */
async function draftBytes(page: Page, start: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('recoup-device');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const reading: IDBRequest<{ data: ArrayBuffer } | undefined> = database
      .transaction('values')
      .objectStore('values')
      .get(IDBKeyRange.bound(wanted, `${wanted}\uffff`));
    const draft = await new Promise<{ data: ArrayBuffer } | undefined>((resolve) => {
      reading.addEventListener('success', () => resolve(reading.result));
    });
    database.close();
    return draft?.data.byteLength ?? 0;
  }, start);
}

/** A visit with two letters, filled in and kept as a draft, not saved yet. */
async function fillVisit(page: Page, loan: AgentLoan): Promise<void> {
  await page.goto(`${lab.proxy.url}/field-agent/loan/visit?id=${loan.id}`);
  await page.getByRole('button', { name: 'Door locked' }).click();
  await page.getByLabel('Remarks').fill(REMARK);
  const letters = [document(FILE_BYTES - 300_000), document(300_000)];
  await page.getByLabel('Add file').setInputFiles(letters);
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
  // What is typed is kept after a pause, its files after it.
  const filesKeys = `draft:${phone.agent.id}:visit-files:${loan.id}`;
  await expect.poll(() => draftBytes(page, filesKeys)).toBeGreaterThan(FILE_BYTES);
}

/** After a kill the visit is either whole in the outbox or still in the form; then it is saved from there. */
async function expectVisit(loan: AgentLoan): Promise<void> {
  const { operations, files } = await phone.outbox();
  const mine = operations.filter(({ loanId }) => loanId === loan.id);
  expect(mine.length).toBeLessThanOrEqual(1);
  expect(files.filter(({ opId }) => opId === mine[0]?.opId)).toHaveLength(2 * mine.length);
  const page = phone.page();
  await page.goto(`${lab.proxy.url}/field-agent/loan/visit?id=${loan.id}`);
  await expect(page.getByText(loan.name).first()).toBeVisible();
  await expect(page.getByText('Outcome', { exact: true })).toBeVisible();
  // The field is there once an outcome is chosen.
  const isKept = (await page.getByLabel('Remarks').count()) === 1;
  expect(isKept || mine.length === 1, 'a visit is never nowhere').toBe(true);
  if (isKept) {
    await expect(page.getByLabel('Remarks')).toHaveValue(REMARK);
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
    // Also where the outbox has it already: the same visit saved twice stays one.
    await saveButton(page).click();
    await expect(page.getByText(/Saved on this phone/).first()).toBeVisible();
  }
}

test('3: killed between "Save" and the word "saved", a visit is whole in the outbox or still in the form', async () => {
  await startPhone({ loans: 4 });
  lab.proxy.cut();
  for (const [at, waitMs] of [0, 30, 70, 140].entries()) {
    const loan = phone.agent.loans[at];
    if (loan === undefined) throw new Error('There is a loan for each kill.');
    await fillVisit(phone.page(), loan);
    await saveButton(phone.page()).evaluate((button: HTMLElement) => button.click());
    await phone.page().waitForTimeout(waitMs);
    await phone.kill();
    await phone.start('/outbox');
    await expectVisit(loan);
  }
  expect(await takeStock(phone)).toHaveLength(4);
  lab.proxy.restore();
  await phone.page().goto(`${lab.proxy.url}/outbox`);
  await expectAllDelivered(lab, phone);
});
