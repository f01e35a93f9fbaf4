// @vitest-environment page
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { clientCalls } from '../../../../contract/client.ts';
import { loanImportCalls } from '../../../../contract/loan-import.ts';
import { ImportWizard } from '../../../../src/features/loan-import/import-wizard.tsx';
import {
  FakeServer,
  Refusal,
  element,
  madeId,
  openScreen,
  press,
  settled,
  viewer,
} from '../../support/screen.tsx';

const nothing = () => undefined;
const proposed = { Loan_ID: 'Loan No', Customer_Name: 'Name', Total_Due_Amount: 'Balance' };

const server = new FakeServer()
  .on(clientCalls.listClientNames, { data: [{ _id: madeId(2), Client_Name: 'Xenon Finance' }] })
  .on(loanImportCalls.uploadLoanMapping, {
    headers: ['Loan No', 'Name', 'Balance', 'Town'],
    sheets: [],
    sheetName: null,
    sample: [],
    suggested: proposed,
    saved: null,
    newColumns: [],
    proposed,
  });

/** Whether the browser asks before the page is left. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Opens a select and takes the last of its choices. */
async function chooseLast(selector: string): Promise<void> {
  await act(async () => element(selector).click());
  await settled();
  const list = element(selector).getAttribute('aria-controls') ?? '';
  await act(async () => element(`[id="${list}"] [role="option"]:last-of-type`).click());
  await settled();
}

async function chooseFile(): Promise<void> {
  const input = element('input[type="file"]');
  Object.defineProperty(input, 'files', { value: [new File(['a'], 'loans.csv')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

it('asks before columns that were chosen by hand are left, and has them after the way back to the file', async () => {
  await openScreen(
    <ImportWizard importId={null} onUploaded={nothing} onRestart={nothing} />,
    server,
  );
  await chooseLast('input[role="combobox"]');
  await chooseFile();
  await press('Continue to mapping');
  await settled();
  expect(asks()).toBe(false);
  await chooseLast('input[aria-label^="City"]');
  expect(asks()).toBe(true);
  await press('Back');
  await press('Continue to mapping');
  await settled();
  expect(element('input[aria-label^="City"]')).toHaveProperty('value', 'Town');
});

it('leads on from an upload that is not there to a new one', async () => {
  let restarts = 0;
  const none = new FakeServer().on(loanImportCalls.getLoanImport, () => {
    throw new Refusal(404, { code: 'NOT_FOUND' });
  });
  await openScreen(
    <ImportWizard importId={madeId(9)} onUploaded={nothing} onRestart={() => (restarts += 1)} />,
    none,
  );
  await press('Import another file');
  expect(restarts).toBe(1);
});

it('keeps a day that is chosen while the file is looked into', async () => {
  const view = await openScreen(
    <ImportWizard importId={null} onUploaded={nothing} onRestart={nothing} />,
    server,
  );
  await chooseLast('input[role="combobox"]');
  await chooseFile();
  let answer: () => void = nothing;
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    await answering;
    return server.fetch(address, init);
  });
  await press('Continue to mapping');
  const asOf = () => view.all('input[placeholder="DD-MM-YYYY"]').at(-1) as HTMLInputElement;
  await view.type(asOf(), '02-01-2026');
  answer();
  await settled();
  await press('Back');
  expect(asOf().value).toBe('02-01-2026');
});

it('asks a client’s own people only for the file: it is their client’s, by the name that it has now', async () => {
  const own = { ...viewer('CLIENT_ADMIN'), client: madeId(2), Client_Name: 'Xenon Loans' };
  localStorage.setItem('recoup.user', JSON.stringify(own));
  const view = await openScreen(
    <ImportWizard importId={null} onUploaded={nothing} onRestart={nothing} />,
    server,
  );
  expect(view.all('input[role="combobox"]')).toEqual([]);
  let asked: unknown = null;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.body instanceof FormData) asked = init.body.get('Client_Name');
    return server.fetch(address, init);
  });
  await chooseFile();
  await press('Continue to mapping');
  await settled();
  expect(element('input[aria-label^="City"]')).toBeTruthy();
  expect(asked).toBe('Xenon Finance');
  localStorage.removeItem('recoup.user');
});
