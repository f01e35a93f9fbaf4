// @vitest-environment page
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientCalls } from '../../../../contract/client.ts';
import type { ImportSummary } from '../../../../contract/import-summary.ts';
import { loanImportCalls } from '../../../../contract/loan-import.ts';
import type { LoanImport, PendingLoan } from '../../../../contract/loan-import.ts';
import { loanMappingCalls } from '../../../../contract/loan-mapping.ts';
import { sheetCalls } from '../../../../contract/sheet.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { ImportCheck } from '../../../../src/features/loan-import/import-check.tsx';
import { ImportFileStep } from '../../../../src/features/loan-import/import-file-step.tsx';
import type { ImportFile } from '../../../../src/features/loan-import/import-file-step.tsx';
import {
  FakeServer,
  Refusal,
  element,
  madeId,
  onePage,
  openScreen,
  settled,
} from '../../support/screen.tsx';

/* What stands on the check screen of a lender's file, and what its buttons send. */

const upload: LoanImport = {
  _id: madeId(7),
  batchNo: 1,
  fileName: 'week-2.xlsx',
  name: 'week-2.xlsx',
  sheetName: null,
  periodEndsOn: null,
  asOf: null,
  Client_Name: 'Xenon Finance',
  state: 'PENDING',
  doneRows: 4,
  totalRows: 4,
  newRows: 1,
  updateRows: 1,
  unchangedRows: 0,
  duplicateRows: 0,
  failedRows: 0,
  skippedRows: 0,
  changedRows: 0,
  notes: [],
  rounding: null,
  headers: ['Loan No', 'Name', 'Overdue', 'Balance'],
  mapping: { Loan_ID: 'Loan No', Customer_Name: 'Name', Total_Due_Amount: 'Balance' },
  otherColumns: ['Overdue'],
  error: null,
  createdBy: 'Usha Rao',
  createdAt: '2026-11-25T05:00:00.000Z',
  finishedAt: null,
  takenBackAt: null,
};

const summary: ImportSummary = {
  buckets: [
    { bucket: 'B2', loans: 1, dueAmount: 150 },
    { bucket: null, loans: 2, dueAmount: 1_20_900 },
  ],
  reasons: [
    { outcome: 'NEW', column: 'Mobile', reason: 'Not a number.', count: 40, rows: [3, 4] },
    { outcome: 'FAILED', column: 'Name', reason: 'Not there.', count: 1, rows: [5] },
  ],
  absentLoans: 2,
  absentDueAmount: 500,
  absentHeld: 1,
  absentWorked: 0,
};

const update: PendingLoan = {
  row: 2,
  outcome: 'UPDATE',
  values: { Loan_ID: 'A1', Customer_Name: 'Asha Rao', Total_Due_Amount: '150' },
  rounded: {},
  dueBefore: 100,
  dueAfter: 150,
  before: { Customer_Name: 'Asha' },
  problems: [],
};

const fakeServer = () =>
  new FakeServer()
    .on(loanImportCalls.getImportSummary, summary)
    .on(loanImportCalls.listPendingLoans, onePage([update]))
    .on(loanImportCalls.listAbsentLoans, onePage([]))
    .on(loanImportCalls.verifyLoanFile, { ...upload, state: 'SAVING' })
    .on(loanImportCalls.lookIntoImport, {
      headers: upload.headers,
      sheets: [],
      sheetName: null,
      sample: [{ 'Loan No': 'A1', Name: 'Asha', Overdue: '10', Balance: '1000' }],
    })
    .on(loanMappingCalls.previewLoanMapping, { rows: [] })
    .on(sheetCalls.changeSheet, () => {
      throw new Refusal(409, { code: 'SHEET_CHANGED', message: 'Somebody was faster.' });
    });

const open = async (server: FakeServer) =>
  openScreen(<ImportCheck upload={upload} onRestart={() => undefined} />, server);

const press = async (name: string) => {
  const found = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  );
  if (!found) throw new Error(`There is no button ${name}.`);
  await act(async () => found.click());
  await settled();
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('has count and sum by bucket and in all, equal reasons once, and old → new of updates', async () => {
  const view = await open(fakeServer());
  const lines = view.all('table tr').map(({ textContent }) => textContent);
  expect(lines).toEqual(expect.arrayContaining(['B21₹150', 'All loans3₹1,21,050']));
  const reasons = view.all('section[aria-label="What was found"] li');
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/40 rows.*Mobile.*Not a number/),
    expect.stringMatching(/1 row.*Name.*Not there/),
  ]);
  expect(view.text()).toContain('₹100 → ₹150');
  expect(view.text()).toMatch(/Asha\s*→\s*Asha Rao/);
  expect(view.text()).toContain('2 active loans are not in this file');
});

it('recalls what the file does not name in the same step, after asking; without a tick nothing', async () => {
  const server = fakeServer();
  const view = await open(server);
  await press('Verify and store 2 loans');
  expect(server.sentOf(loanImportCalls.verifyLoanFile).map(({ body }) => body)).toEqual([
    { _id: upload._id },
  ]);
  await view.click(view.one('input[type="checkbox"]'));
  await press('Verify and store 2 loans');
  expect(element('[role="dialog"], [role="alertdialog"]').textContent).toContain('Recall 2 loans?');
  await press('Verify and recall');
  expect(server.sentOf(loanImportCalls.verifyLoanFile)[1]?.body).toEqual({
    _id: upload._id,
    recallAbsent: 2,
  });
});

it('wrong columns are changed in place, and the stored file is checked again with them', async () => {
  const server = fakeServer();
  const view = await open(server);
  await press('Change the columns');
  const row = view.all('tr').find(({ textContent }) => textContent?.startsWith('Total due'));
  const due = row?.querySelector<HTMLInputElement>('input:not([type="hidden"])');
  if (!due) throw new Error('There is no column of the due.');
  await view.click(due);
  await settled();
  const offered = `[id="${due.getAttribute('aria-controls') ?? ''}"] [role="option"]`;
  await view.click(element(`${offered}[value="Overdue"]`));
  await press('Check again with these columns');
  expect(server.sentOf(sheetCalls.changeSheet).map(({ body }) => body)).toEqual([
    { _id: upload._id, reopen: true, mapping: { ...upload.mapping, Total_Due_Amount: 'Overdue' } },
  ]);
});

function FileStep() {
  const [chosen, setChosen] = useState<ImportFile>({
    file: new File(['x'], 'locked.xlsx'),
    clientName: 'Xenon Finance',
    periodEndsOn: null,
    asOf: null,
    password: '',
  });
  return (
    <ImportFileStep
      chosen={chosen}
      isLookedInto={false}
      onChosen={setChosen}
      onLook={() => undefined}
      onNext={() => undefined}
    />
  );
}

it('a locked workbook is asked for its password at a field that comes into view', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  const details = [
    {
      path: 'password',
      code: 'file-password-missing' as const,
      message: 'Enter the password.',
      values: {},
    },
  ];
  const server = new FakeServer()
    .on(clientCalls.listClientNames, {
      data: [{ _id: madeId(2), Client_Name: 'Xenon Finance' }],
    })
    .on(loanImportCalls.uploadLoanMapping, () => {
      throw new Refusal(422, { code: 'FILE_LOCKED', message: 'Locked.', details });
    });
  const view = await openScreen(<FileStep />, server);
  expect(view.all('input[type="password"]')).toEqual([]);
  await press('Continue to mapping');
  expect(view.all('input[type="password"]')).toHaveLength(1);
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalled(), PATIENCE);
  await view.type(view.one('input[type="password"]'), 'open sesame');
  await press('Continue to mapping');
  expect(server.sentOf(loanImportCalls.uploadLoanMapping)).toHaveLength(2);
});
