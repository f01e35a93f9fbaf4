// @vitest-environment page
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { activitySheetCalls } from '../../../contract/activity-sheet.ts';
import type { ActivitySheet } from '../../../contract/activity-sheet.ts';
import type { Call } from '../../../contract/call.ts';
import { callSheetCalls } from '../../../contract/call-sheet.ts';
import type { CallSheet } from '../../../contract/call-sheet.ts';
import { clientCalls } from '../../../contract/client.ts';
import type { Deposit } from '../../../contract/deposit.ts';
import { depositCalls } from '../../../contract/deposit.ts';
import { employeeRevenueCalls } from '../../../contract/employee-revenue.ts';
import type { EmployeeRevenue } from '../../../contract/employee-revenue.ts';
import { incentiveCalls } from '../../../contract/incentive-calls.ts';
import type { IncentiveTotal } from '../../../contract/incentive.ts';
import { invoiceCalls } from '../../../contract/invoice.ts';
import type { InvoiceDetail, InvoiceLine } from '../../../contract/invoice.ts';
import { listFields } from '../../../contract/list-fields.ts';
import type { Payment } from '../../../contract/payment.ts';
import { paymentCalls } from '../../../contract/payment.ts';
import { targetCalls } from '../../../contract/target.ts';
import { ListExportContext } from '../../../src/components/list-export-slot.tsx';
import type { ListExportProps } from '../../../src/components/list-export-slot.tsx';
import { fileColumns } from '../../../src/components/list-file.ts';
import { PaymentList } from '../../../src/features/activity-sheets/payment-list.tsx';
import { SheetList } from '../../../src/features/activity-sheets/sheet-list.tsx';
import { CallSheetsScreen } from '../../../src/features/call-sheets/call-sheets-screen.tsx';
import { IncentivesScreen } from '../../../src/features/incentives/incentives-screen.tsx';
import { DepositList } from '../../../src/features/receipts/deposit-list.tsx';
import { RevenuesScreen } from '../../../src/features/revenue/revenues-screen.tsx';
import { invoiceColumns } from '../../../src/features/revenue/invoice-columns.tsx';
import { InvoiceLines } from '../../../src/features/revenue/invoice-lines.tsx';
import { targetColumns } from '../../../src/features/targets/target-columns.tsx';
import { text } from '../../../src/lib/texts/texts.ts';
import { loggedInUser } from '../support/logged-in-user.ts';
import { FakeServer, madeId, openScreen } from '../support/screen.tsx';

/* Files of money leave no column of their list out, and say which of their amounts do not count. */

const id = madeId(1);
const one = <Row,>(row: Row) => ({ data: [row], page: 1, pageSize: 10, totalCount: 1 });
const payment: Payment = {
  _id: id,
  loanId: id,
  Loan_ID: 'L-1',
  Customer_Name: 'Asha',
  Client_Name: 'X',
  source: 'PAYMENT',
  sheetId: id,
  fileName: 'a.csv',
  row: 2,
  amount: 500,
  appliedAmount: 500,
  paidOn: '2026-11-02',
  isDayMissing: false,
  mode: 'UPI',
  reference: 'U1',
  shares: [],
  collectorId: null,
  collectorName: null,
  managerId: null,
  managerName: null,
  createdAt: '2026-11-03T05:00:00.000Z',
  reversedAt: null,
  reversedBy: null,
  reverseReason: null,
};
const deposit: Deposit = {
  _id: id,
  agentId: id,
  Agent_Name: 'Ravi',
  Client_Name: 'X',
  amount: 500,
  receiptCount: 1,
  depositedOn: '2026-11-02',
  place: 'BANK',
  reference: '41',
  state: 'OPEN',
  Verified_By: null,
  createdAt: '2026-11-03T05:00:00.000Z',
  verifiedAt: null,
  cancelledAt: null,
  cancelReason: null,
  mayVerify: false,
  takenOut: [],
  takenOutAmount: 0,
  sameSlip: [],
  mayCancel: false,
};
const line: InvoiceLine = {
  source: 'a',
  _id: id,
  kind: 'PAYMENT',
  loanId: id,
  Loan_ID: 'L-1',
  onDate: '2026-10-05',
  base: 1000,
  percent: 5,
  fee: 5000,
  gst: 900,
  tds: 100,
  total: 5900,
  dispute: null,
  creditedIn: null,
};
const sheet: ActivitySheet = {
  _id: id,
  kind: 'PAYMENT',
  fileName: 'a.csv',
  Client_Name: 'X',
  state: 'DONE',
  doneRows: 2,
  totalRows: 2,
  counts: { MATCHED: { rows: 1, amount: 500 }, DUPLICATE: { rows: 1, amount: 500 } },
  sums: { taken: 1, left: 1, amount: 500 },
  headers: [],
  mapping: {},
  dayOrder: null,
  notes: [],
  rounding: null,
  undatedRows: 0,
  error: null,
  createdBy: 'Ravi',
  createdAt: '2026-11-03T05:00:00.000Z',
  finishedAt: null,
  reverseReason: null,
};
const callSheet: CallSheet = {
  _id: id,
  source: 'Convox',
  fileName: 'a.csv',
  state: 'DONE',
  doneRows: 2,
  totalRows: 2,
  counts: { READY: 1, FAILED: 1 },
  sums: { taken: 1, left: 1 },
  mapping: {},
  error: null,
  createdBy: 'Ravi',
  createdAt: '2026-11-03T05:00:00.000Z',
  finishedAt: null,
};
const revenue: EmployeeRevenue = {
  personId: null,
  name: null,
  role: null,
  verified: 500,
  visitCount: 0,
  fee: 0,
  salary: 0,
  incentive: 0,
  calls: 0,
  visits: 0,
  isStated: false,
  cost: 0,
  costPer100: null,
  margin: 0,
};
const statement: IncentiveTotal = {
  _id: id,
  fullName: 'Meera',
  role: 'MANAGER',
  managerName: null,
  collected: 500,
  earned: 0,
  corrections: 0,
  total: 0,
  failed: [],
};
const server = new FakeServer()
  .on(activitySheetCalls.listActivitySheets, one(sheet))
  .on(clientCalls.listClientNames, { data: [] })
  .on(paymentCalls.listPayments, { ...one(payment), amount: 500 })
  .on(depositCalls.listDeposits, { ...one(deposit), totals: { amount: 500, openCount: 1 } })
  .on(invoiceCalls.listInvoiceLines, one(line))
  .on(callSheetCalls.listCallSheets, { ...one(callSheet), sources: [] })
  .on(incentiveCalls.listIncentiveStatements, {
    ...one(statement),
    month: '2026-11-01',
    closedAt: null,
    total: 0,
    closable: null,
  })
  .on(employeeRevenueCalls.listRevenues, { ...one(revenue), month: '2026-11-01', totals: revenue });

/** The file of the list that a screen shows. */
async function fileOf(screen: ReactElement) {
  const lists: ListExportProps[] = [];
  const take = (props: ListExportProps) => {
    lists.push(props);
    return null;
  };
  await openScreen(<ListExportContext value={take}>{screen}</ListExportContext>, server);
  const list = lists.at(-1);
  if (list === undefined) throw new Error('There is no list to be exported.');
  return columnsOf(list.source.call, list.columns);
}

function columnsOf(call: Call, columns: ListExportProps['columns']) {
  const file = fileColumns(text(), columns, listFields(call) ?? new Map());
  const words = new Map(file.columns.map((column) => [column.path, column.words]));
  const titles = new Map(file.columns.map((column) => [column.path, column.title]));
  return { unread: file.unread, paths: file.columns.map(({ path }) => path), words, titles };
}

const invoice = { _id: id, state: 'SENT', number: 'AG/1' } as InvoiceDetail;

it.each([
  [
    'payments',
    <PaymentList key="payments" />,
    ['amount', 'source', 'reversedAt', 'reverseReason', 'fileName'],
  ],
  [
    'sheets',
    <SheetList key="sheets" kind="PAYMENT" />,
    ['fileName', 'state', 'sums.taken', 'sums.left', 'sums.amount'],
  ],
  [
    'call sheets',
    <CallSheetsScreen key="calls" />,
    ['fileName', 'source', 'state', 'sums.taken', 'sums.left'],
  ],
  ['revenues', <RevenuesScreen key="revenues" />, ['name', 'role', 'verified', 'fee']],
  [
    'deposits',
    <DepositList key="deposits" seesMany={false} />,
    ['place', 'reference', 'state', 'Verified_By', 'cancelReason', 'takenOutAmount', 'amount'],
  ],
  [
    'invoice lines',
    <InvoiceLines key="lines" invoice={invoice} isOwn />,
    ['Loan_ID', 'dispute.reason', 'dispute.outcome', 'dispute.answer', 'kind', 'total'],
  ],
])('the file of %s has all that the list shows', async (_name, screen, paths) => {
  const file = await fileOf(screen);
  expect(file.unread).toEqual([]);
  expect(file.paths).toEqual(expect.arrayContaining(paths));
});

it('the file of revenues calls nobody’s money what the screen calls it', async () => {
  const { words } = await fileOf(<RevenuesScreen />);
  expect(words.get('name')?.['']).toBe(text()('money.nobodyCredited'));
});

it('the file of incentives says that a manager’s amount is its team’s, which are among the rows', async () => {
  const { titles, unread } = await fileOf(
    <IncentivesScreen user={loggedInUser('asha', 'ADMIN')} />,
  );
  expect(unread).toEqual([]);
  expect(titles.get('collected')).toContain(text()('incentives.ofTeam'));
});

it('the files of targets and invoices say whose each line is', () => {
  const targets = columnsOf(targetCalls.listTargets, targetColumns(text()));
  // The pace is worked out for the day on which it is read.
  expect(targets.unread).toEqual([]);
  expect(targets.paths.slice(0, 6)).toEqual([
    'ownerName',
    'Client_Name',
    'City',
    'Region',
    'Bucket',
    'Product',
  ]);
  const invoices = columnsOf(invoiceCalls.listInvoices, invoiceColumns(text(), false));
  expect(invoices.unread).toEqual([]);
  expect(invoices.paths.slice(0, 2)).toEqual(['number', 'Client_Name']);
});
