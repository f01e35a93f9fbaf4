// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { employeeRevenueCalls } from '../../../../contract/employee-revenue.ts';
import { feeAgreementCalls } from '../../../../contract/fee-agreement.ts';
import type { ClientAgreements } from '../../../../contract/fee-agreement.ts';
import { invoiceCalls } from '../../../../contract/invoice.ts';
import type { InvoiceDetail } from '../../../../contract/invoice.ts';
import { InvoiceScreen } from '../../../../src/features/revenue/invoice-screen.tsx';
import { RevenueEditScreen } from '../../../../src/features/revenue/revenue-edit-screen.tsx';
import { SuccessFeeEditScreen } from '../../../../src/features/revenue/success-fee-edit-screen.tsx';
import { FakeServer, element, onePage, openScreen, press, submit } from '../../support/screen.tsx';
import { PATIENCE } from '../../../support/patience.ts';

const id = '00000000-0000-4000-8000-000000000001';
const client: ClientAgreements = {
  clientId: id,
  Client_Name: 'Surya Finance',
  agreements: [],
  openFrom: null,
  revision: 4,
  contractFees: [
    { product: null, bucket: null, feePercent: 7.25, minimumFee: 1000 },
    { product: null, bucket: '6+', feePercent: 12.5, minimumFee: null },
  ],
};

let server: FakeServer;
beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer();
});
afterEach(() => vi.unstubAllGlobals());

it('the first agreement is filled in from the contract, narrow rates before wide ones', async () => {
  server
    .on(feeAgreementCalls.readFeeAgreements, client)
    .on(feeAgreementCalls.setFeeAgreement, client);
  await openScreen(<SuccessFeeEditScreen />, server, `/successfees/edit?clientId=${id}`);
  await submit();
  const [sent] = server.sentOf(feeAgreementCalls.setFeeAgreement);
  expect(JSON.stringify(sent)).toMatch(/"bucket":"6\+".*12\.5.*7\.25.*"minimumFee":1000/);
  expect(sent?.body).toMatchObject({ revision: 4 });
});

it.each([
  [true, { personId: id, salary: 20_000, calls: 0, visits: 0, revision: 4 }],
  [false, { personId: id, salary: 20_000, incentive: 7227, calls: 0, visits: 0, revision: 4 }],
])('the incentive of a statement is not saved as an entered one: %s', async (isStated, cost) => {
  const person = { personId: id, name: 'A', salary: 20_000, incentive: 7227, calls: 0, visits: 0 };
  server
    .on(employeeRevenueCalls.readEmployeeCost, { ...person, isStated, revision: 4 })
    .on(employeeRevenueCalls.setEmployeeCosts, { count: 1 });
  await openScreen(<RevenueEditScreen />, server, `/revenue/edit?id=${id}&month=2026-11-01`);
  await submit();
  const [sent] = server.sentOf(employeeRevenueCalls.setEmployeeCosts);
  expect(sent?.body).toEqual({ month: '2026-11-01', costs: [cost] });
});

const invoice: InvoiceDetail = {
  _id: id,
  clientId: id,
  Client_Name: 'Surya Finance',
  month: '2025-01-01',
  state: 'DRAFT',
  number: null,
  sentOn: null,
  paidOn: null,
  paidReference: null,
  lineCount: 1,
  openDisputes: 0,
  fee: 104_661,
  gst: 18_839,
  tds: 2093,
  total: 123_500,
  payable: 121_407,
  isOver: true,
  kinds: [{ kind: 'PAYMENT', lines: 1, fee: 104_661 }],
  taxes: [{ kind: 'IGST', percent: 18, amount: 18_839 }],
  corrects: [],
  correctedBy: [],
  history: [],
};

const agreedFrom = (validFrom: string, validTo: string | null): ClientAgreements => {
  const terms = { rates: [], minimumFee: null, visitFee: 0, settlementFee: 0 };
  const taxes = { gstPercent: 18, tdsPercent: 2 };
  const version = { _id: id, validFrom, validTo, setBy: null, setAt: '2025-01-01T00:00:00.000Z' };
  return { ...client, agreements: [{ ...version, terms: { ...terms, ...taxes } }] };
};

const over = (newer: ClientAgreements, older: ClientAgreements): ClientAgreements => ({
  ...newer,
  agreements: [...newer.agreements, ...older.agreements],
});

it.each([
  ['no agreement at all', client, 'applies in 01-2025'],
  ['one that ended before', agreedFrom('2024-01-01', '2024-12-31'), 'applies in 01-2025'],
  ['one that begins after', agreedFrom('2025-02-01', null), 'applies in 01-2025'],
  [
    'one of some days',
    agreedFrom('2025-01-10', '2025-01-20'),
    '01-01-2025 to 09-01-2025, 21-01-2025 to 31-01-2025',
  ],
  [
    'one of some days over one without an end',
    over(agreedFrom('2025-01-10', '2025-01-20'), agreedFrom('2025-01-01', null)),
    '21-01-2025 to 31-01-2025',
  ],
  [
    'one that begins a day after the other ended',
    over(agreedFrom('2025-01-16', null), agreedFrom('2025-01-01', '2025-01-14')),
    'these days: 15-01-2025. ',
  ],
  ['one of all days', agreedFrom('2025-01-01', '2025-01-31'), null],
])(
  'a draft of a month with %s says on which days payments earn no fee',
  async (_, agreed, told) => {
    server
      .on(invoiceCalls.readInvoice, { ...invoice, isOver: false, lineCount: 0 })
      .on(invoiceCalls.listInvoiceLines, onePage([]))
      .on(feeAgreementCalls.readFeeAgreements, agreed);
    const user = { role: 'ADMIN' } as Parameters<typeof InvoiceScreen>[0]['user'];
    await openScreen(<InvoiceScreen user={user} />, server, `/invoice?id=${id}`);
    const words = element('body').textContent ?? '';
    expect(words).toContain(told ?? 'the draft grows');
    expect(words.includes('No success fee agreement')).toBe(told !== null);
  },
);

it('an invoice is shown to the paisa; one whose month runs can’t be sent', async () => {
  server
    .on(invoiceCalls.readInvoice, { ...invoice, isOver: false })
    .on(invoiceCalls.listInvoiceLines, onePage([]))
    .on(feeAgreementCalls.readFeeAgreements, agreedFrom('2024-12-15', null));
  const user = { role: 'ADMIN' } as Parameters<typeof InvoiceScreen>[0]['user'];
  await openScreen(<InvoiceScreen user={user} />, server, `/invoice?id=${id}`);
  const words = element('body').textContent ?? '';
  expect(words).toContain('₹1,235.00');
  expect(words).toContain('₹1,214.07');
  expect(words).toContain('IGST 18\u00a0%₹188.39');
  expect(words).toContain('The month is not over');
  expect(element('button[disabled]').textContent).toBe('Send');
});

it('open disputes are told above, their lines are one press away', async () => {
  const scrolled = vi.fn<Element['scrollIntoView']>();
  Element.prototype.scrollIntoView = scrolled;
  server
    .on(invoiceCalls.readInvoice, {
      ...invoice,
      state: 'DISPUTED',
      number: 'AG/26-27/0001',
      openDisputes: 2,
    })
    .on(invoiceCalls.listInvoiceLines, onePage([]));
  const user = { role: 'ADMIN' } as Parameters<typeof InvoiceScreen>[0]['user'];
  await openScreen(<InvoiceScreen user={user} />, server, `/invoice?id=${id}&page=3`);
  expect(element('body').textContent).toContain('2 lines are disputed');
  await press('Show disputed lines');
  await vi.waitFor(
    () =>
      expect(server.sentOf(invoiceCalls.listInvoiceLines).at(-1)?.query).toMatchObject({
        dispute: 'OPEN',
        page: '1',
      }),
    PATIENCE,
  );
  expect(scrolled).toHaveBeenCalled();
});

const line = {
  source: 'a',
  _id: id,
  kind: 'PAYMENT' as const,
  loanId: id,
  Loan_ID: 'L-1',
  onDate: '2025-01-05',
  base: 1000,
  percent: 5,
  fee: 5000,
  gst: 900,
  tds: 100,
  total: 5900,
  dispute: null,
  creditedIn: null,
};
const second = id.replace(/1$/, '2');
const open = {
  _id: id,
  lineId: id,
  reason: 'Paid at the branch',
  raisedBy: null,
  raisedAt: '2025-02-01T00:00:00.000Z',
  outcome: null,
  answer: null,
  decidedBy: null,
  decidedAt: null,
};

/** Writes into the dialog's words and saves. */
async function say(words: string) {
  await act(async () => {
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
    const field = element('[role="dialog"] textarea');
    value?.set?.call(field, words);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await submit();
}

it('several lines are disputed at once with one reason, those that can be', async () => {
  server
    .on(invoiceCalls.readInvoice, { ...invoice, state: 'SENT', number: 'AG/26-27/0001' })
    .on(
      invoiceCalls.listInvoiceLines,
      onePage([
        line,
        { ...line, source: 'b', _id: second },
        { ...line, source: 'c', _id: id.replace(/1$/, '3'), dispute: open },
      ]),
    )
    .on(invoiceCalls.disputeInvoiceLines, { _id: id, state: 'DISPUTED' });
  const user = { role: 'CLIENT_ADMIN' } as Parameters<typeof InvoiceScreen>[0]['user'];
  await openScreen(<InvoiceScreen user={user} />, server, `/invoice?id=${id}`);
  await act(async () => element('thead input[type="checkbox"]').click());
  await press('Dispute 2 lines');
  expect(element('[role="dialog"]').textContent).toContain('2 lines: ₹118.00');
  await say('Paid before we gave them');
  expect(server.sentOf(invoiceCalls.disputeInvoiceLines)[0]?.body).toEqual({
    lineIds: [id, second],
    reason: 'Paid before we gave them',
  });
});

it('whoever answers disputes is told which line it is, or of how many, and what it comes to', async () => {
  server
    .on(invoiceCalls.readInvoice, { ...invoice, state: 'DISPUTED', number: 'AG/26-27/0001' })
    .on(
      invoiceCalls.listInvoiceLines,
      onePage([
        { ...line, dispute: open },
        { ...line, source: 'b', _id: second, dispute: { ...open, _id: second } },
        { ...line, source: 'c', _id: id.replace(/1$/, '3') },
      ]),
    )
    .on(invoiceCalls.decideDisputes, { _id: id, state: 'SENT' });
  const user = { role: 'ADMIN' } as Parameters<typeof InvoiceScreen>[0]['user'];
  await openScreen(<InvoiceScreen user={user} />, server, `/invoice?id=${id}`);
  await press('Accept');
  expect(element('[role="dialog"]').textContent).toContain('L-1: ₹59.00');
  await press('Cancel');
  await act(async () => element('thead input[type="checkbox"]').click());
  await press('Reject 2 disputes');
  expect(element('[role="dialog"]').textContent).toContain('2 lines: ₹118.00');
  await say('They were given before');
  expect(server.sentOf(invoiceCalls.decideDisputes)[0]?.body).toEqual({
    disputeIds: [id, second],
    isAccepted: false,
    answer: 'They were given before',
  });
});
