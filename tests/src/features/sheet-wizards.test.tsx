// @vitest-environment page
import { act } from 'react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activitySheetCalls } from '../../../contract/activity-sheet.ts';
import type { ActivitySheet } from '../../../contract/activity-sheet.ts';
import { callSheetCalls } from '../../../contract/call-sheet.ts';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { clientCalls } from '../../../contract/client.ts';
import { loanClosureCalls } from '../../../contract/loan-closure.ts';
import { paymentCalls } from '../../../contract/payment.ts';
import { SheetReport } from '../../../src/features/activity-sheets/sheet-report.tsx';
import { NewSheet } from '../../../src/features/activity-sheets/sheet-wizard.tsx';
import { NewCallSheet } from '../../../src/features/call-sheets/new-call-sheet.tsx';
import { ListUpload } from '../../../src/features/campaigns/list-upload.tsx';
import { ExtendLoansScreen } from '../../../src/features/extend-loans/extend-loans-screen.tsx';
import { PATIENCE } from '../../support/patience.ts';
import type { Rendered } from '../support/render.tsx';
import {
  FakeServer,
  buttonOf,
  element,
  inputOf,
  madeId,
  openScreen,
  press,
  settled,
} from '../support/screen.tsx';

/* The ways on and back through wizards: sheets about loans, call sheets, and loans whose period is extended. */

const look = {
  sheets: ['May', 'June'],
  headers: ['Loan', 'Paid', 'On'],
  sample: [{ Loan: 'A1', Paid: '500', On: '2026-11-20' }],
};

const uploadedSheet: ActivitySheet = {
  _id: madeId(9),
  kind: 'PAYMENT',
  fileName: 'paid.xlsx',
  Client_Name: 'Xenon Finance',
  state: 'READING',
  doneRows: 0,
  totalRows: null,
  counts: {},
  sums: { taken: 0, left: 0, amount: 0 },
  headers: look.headers,
  mapping: {},
  dayOrder: null,
  notes: [],
  rounding: null,
  undatedRows: 0,
  error: null,
  createdBy: 'Usha Rao',
  createdAt: '2026-11-25T05:00:00.000Z',
  finishedAt: null,
  reverseReason: null,
};

const choose = (view: Rendered, name: string) =>
  act(async () => {
    const input = view.one('input[type="file"]');
    Object.defineProperty(input, 'files', {
      value: [new File(['Loan,Paid,On'], name)],
      configurable: true,
    });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });

/** Chooses in a select, by its label's words. */
async function pick(view: Rendered, selector: string, option: string): Promise<void> {
  await view.click(view.one(selector));
  const found = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
    ({ textContent }) => textContent === option,
  );
  if (found === undefined) throw new Error(`There is no choice ${option}.`);
  await view.click(found);
  await settled();
}

const alerts = (view: Rendered) =>
  view.all('[role="alert"], .mantine-InputWrapper-error').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('a call sheet says what is missing at its field, goes back with all that was chosen, and is not uploaded without its columns', async () => {
  const uploaded: string[] = [];
  const server = new FakeServer()
    .on(callSheetCalls.listCallSheets, {
      data: [],
      page: 1,
      pageSize: 10,
      totalCount: 0,
      sources: ['Ozonetel'],
    })
    .on(callSheetCalls.lookIntoCallSheet, {
      ...look,
      mapping: { Call_ID: 'Loan' },
      isSaved: false,
    });
  const view = await openScreen(<NewCallSheet onUploaded={(id) => uploaded.push(id)} />, server);
  await press('Continue to mapping');
  expect(alerts(view)).toEqual(expect.arrayContaining(['Fill this in.', 'Choose a file.']));
  expect(server.sentOf(callSheetCalls.lookIntoCallSheet)).toEqual([]);
  await view.type(inputOf('source'), 'Ozonetel');
  await choose(view, 'calls.csv');
  await press('Continue to mapping');
  expect(view.all('tbody tr').length).toBeGreaterThan(3);
  await press('Back');
  expect(inputOf('source').value).toBe('Ozonetel');
  expect(view.text()).toContain('calls.csv');
  await press('Continue to mapping');
  await press('Upload and check');
  expect(server.sentOf(callSheetCalls.uploadCallSheet)).toEqual([]);
  expect(alerts(view).length).toBeGreaterThan(0);
  expect(uploaded).toEqual([]);
});

it('a sheet of payments is looked into again for another sheet of its workbook, and uploaded with its columns', async () => {
  const uploaded: string[] = [];
  const mapping = { Loan_ID: 'Loan', Amount: 'Paid', Payment_Date: 'On' };
  const server = new FakeServer()
    .on(clientCalls.listClientNames, { data: [{ _id: madeId(2), Client_Name: 'Xenon Finance' }] })
    .on(activitySheetCalls.lookIntoSheet, { ...look, suggested: mapping, saved: null })
    .on(activitySheetCalls.uploadSheet, uploadedSheet);
  const view = await openScreen(
    <NewSheet kind="PAYMENT" onUploaded={(id) => uploaded.push(id)} />,
    server,
  );
  await press('Continue to mapping');
  expect(alerts(view)).toEqual(expect.arrayContaining(['Choose the client.', 'Choose a file.']));
  await pick(view, 'input[name="clientName"]', 'Xenon Finance');
  await choose(view, 'paid.xlsx');
  await press('Continue to mapping');
  expect(server.sentOf(activitySheetCalls.lookIntoSheet)).toHaveLength(1);
  await pick(view, 'input[placeholder="The first that fits"]', 'June');
  expect(server.sentOf(activitySheetCalls.lookIntoSheet)).toHaveLength(2);
  const send = buttonOf('Upload and check');
  await act(async () => {
    send.click();
    send.click();
  });
  await settled();
  await vi.waitFor(() => expect(uploaded).toEqual([madeId(9)]), PATIENCE);
  expect(server.sentOf(activitySheetCalls.uploadSheet)).toHaveLength(1);
});

it.each(['payments', 'calls', 'a list'])(
  'columns of %s that were chosen by hand are there after the way back to the file',
  async (kind) => {
    const chosen = { ...look, saved: null, isSaved: false };
    const server = new FakeServer()
      .on(clientCalls.listClientNames, { data: [{ _id: madeId(2), Client_Name: 'Xenon Finance' }] })
      .on(activitySheetCalls.lookIntoSheet, { ...chosen, suggested: {} })
      .on(campaignCalls.lookIntoList, { ...chosen, suggested: {} })
      .on(callSheetCalls.listCallSheets, {
        data: [],
        page: 1,
        pageSize: 10,
        totalCount: 0,
        sources: [],
      })
      .on(callSheetCalls.lookIntoCallSheet, { ...chosen, mapping: {} });
    const screens: Record<string, ReactElement> = {
      payments: <NewSheet kind="PAYMENT" onUploaded={() => undefined} />,
      calls: <NewCallSheet onUploaded={() => undefined} />,
      'a list': <ListUpload campaignId={madeId(3)} onClose={() => undefined} />,
    };
    const view = await openScreen(screens[kind], server);
    if (kind === 'payments') await pick(view, 'input[name="clientName"]', 'Xenon Finance');
    if (kind === 'calls') await view.type(inputOf('source'), 'Ozonetel');
    await act(async () => {
      const input = element('input[type="file"]');
      Object.defineProperty(input, 'files', { value: [new File(['Loan'], 'a.csv')] });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    const first = 'td input[role="combobox"]';
    await press('Continue to mapping');
    await settled();
    await act(async () => element(first).click());
    const list = element(first).getAttribute('aria-controls') ?? '';
    await act(async () => element(`[id="${list}"] [role="option"]`).click());
    await settled();
    expect(element(first)).toHaveProperty('value', 'Loan');
    await act(async () => element('.mantine-Stepper-step').click());
    await settled();
    await press('Continue to mapping');
    await settled();
    expect(element(first)).toHaveProperty('value', 'Loan');
  },
);

const nothing = () => undefined;

it('does not take whoever went back to the file to its other sheet once that is read', async () => {
  const server = new FakeServer()
    .on(clientCalls.listClientNames, { data: [{ _id: madeId(2), Client_Name: 'Xenon Finance' }] })
    .on(activitySheetCalls.lookIntoSheet, { ...look, suggested: {}, saved: null });
  const view = await openScreen(<NewSheet kind="PAYMENT" onUploaded={() => undefined} />, server);
  await pick(view, 'input[name="clientName"]', 'Xenon Finance');
  await choose(view, 'paid.xlsx');
  await press('Continue to mapping');
  let answer: () => void = nothing;
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    await answering;
    return server.fetch(address, init);
  });
  await pick(view, 'input[placeholder="The first that fits"]', 'June');
  await press('Back');
  await choose(view, 'paid in June.xlsx');
  answer();
  await settled();
  expect(view.text()).toContain('paid in June.xlsx');
});

it('says before payments are posted how much of them is more than is due', async () => {
  const server = new FakeServer().on(activitySheetCalls.listSheetRows, {
    data: [],
    page: 1,
    pageSize: 10,
    totalCount: 0,
  });
  const sheet: ActivitySheet = {
    ...uploadedSheet,
    state: 'PENDING',
    counts: {
      PART_PAID: { rows: 1, amount: 2000 },
      OVER_PAID: { rows: 1, amount: 50_000_000, excess: 49_914_624 },
      LATE: { rows: 1, amount: 400, excess: 400 },
    },
  };
  const view = await openScreen(<SheetReport sheet={sheet} onRestart={() => undefined} />, server);
  expect(view.text()).toContain('₹4,99,15,024 of these payments is more than is due');
});

it('says of a whole sheet that is taken back what of it still stands', async () => {
  const page = { data: [], page: 1, pageSize: 10, totalCount: 0 };
  const server = new FakeServer()
    .on(activitySheetCalls.listSheetRows, page)
    .on(paymentCalls.listPayments, { ...page, amount: 200 });
  const sheet: ActivitySheet = {
    ...uploadedSheet,
    state: 'DONE',
    counts: { PART_PAID: { rows: 2, amount: 300 } },
  };
  await openScreen(<SheetReport sheet={sheet} onRestart={() => undefined} />, server);
  await press('Reverse the whole sheet');
  await settled();
  expect(server.sentOf(paymentCalls.listPayments)[0]?.query).toMatchObject({ sheetId: sheet._id });
  expect(document.body.textContent).toContain('still stand, ₹200 in all, are taken back');
});

it('loans to extend are still named, and the last day chosen, after the way back', async () => {
  const server = new FakeServer()
    .on(clientCalls.listClientNames, { data: [] })
    .on(loanClosureCalls.matchLoanIds, {
      data: [
        {
          _id: madeId(1),
          Loan_ID: 'A-1',
          Client_Name: 'Xenon Finance',
          Customer_Name: 'Asha',
          status: 'EXPIRED',
          periodEndsOn: null,
        },
      ],
      unknown: ['A-2'],
    });
  const view = await openScreen(<ExtendLoansScreen />, server);
  await view.type(view.one('textarea'), 'A-1\nA-2');
  await press('Find the loans');
  await press('Continue');
  await view.click(view.one('input[type="checkbox"]'));
  await press('Back');
  expect(view.one('textarea')).toHaveProperty('value', 'A-1\nA-2');
  await press('Find the loans');
  await press('Continue');
  expect(view.one('input[type="checkbox"]')).toHaveProperty('checked', true);
});
