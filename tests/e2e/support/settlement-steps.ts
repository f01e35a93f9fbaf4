import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { ActivitySheet } from '../../../contract/activity-sheet.ts';
import type { Loan } from '../../../contract/loan.ts';
import type { Settlement } from '../../../contract/settlement.ts';
import { pdfSaying } from '../../support/letter.ts';
import { ask } from './people.ts';

/** Chooses an option of a select. */
export async function fill(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The client's letter over an amount. */
export const letterOf = (amount: number, { Loan_ID, validUntil }: Settlement) =>
  pdfSaying([
    'Settlement letter',
    `Loan account ${Loan_ID}`,
    `We accept Rs. ${amount.toLocaleString('en-IN')}/- in full and final settlement,`,
    `payable by ${validUntil.split('-').toReversed().join('-')}.`,
  ]);

/** Sends what a person would by a call, and expects it to be taken. */
export async function send<Answer>(
  url: string,
  token: string,
  method: string,
  path: string,
  body: object | FormData,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, `${path} ${text}`).toBe(200);
  return JSON.parse(text) as Answer;
}

/** A bank's file of payments made today, read and posted. */
export async function payByBank(
  url: string,
  token: string,
  paid: Loan,
  amounts: readonly number[],
): Promise<void> {
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' })
    .format()
    .replaceAll('/', '-');
  const rows = amounts.map(
    (amount, at) => `${paid.Loan_ID},${amount},${today},UTR${at}${paid.Loan_ID}`,
  );
  const form = new FormData();
  form.append('kind', 'BANK_PAID');
  form.append('Client_Name', paid.Client_Name);
  form.append(
    'file',
    new Blob([`Loan_ID,Amount,Payment_Date,Reference\n${rows.join('\n')}`]),
    'bank.csv',
  );
  const { _id } = await send<ActivitySheet>(url, token, 'POST', '/activity-sheets', form);
  const stateOf = async () =>
    (await ask<ActivitySheet>(url, token, `/activity-sheets/${_id}`)).state;
  await expect.poll(stateOf).toBe('PENDING');
  await send(url, token, 'POST', '/loans/bankpaid/verify', { _id });
  await expect.poll(stateOf).toBe('DONE');
}

/** Whether this browser keeps an answer about `id` for when there is no network. */
export async function isKept(page: Page, id: string): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    const names = await indexedDB.databases();
    if (!names.some(({ name }) => name === 'recoup-device')) return false;
    return new Promise<boolean>((resolve) => {
      const open = indexedDB.open('recoup-device');
      open.onsuccess = () => {
        const keys = open.result.transaction('values').objectStore('values').getAllKeys();
        keys.onsuccess = () => {
          open.result.close();
          resolve(keys.result.some((key) => typeof key === 'string' && key.includes(wanted)));
        };
      };
    });
  }, id);
}
