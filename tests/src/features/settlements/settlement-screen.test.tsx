// @vitest-environment page
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { settlementCalls } from '../../../../contract/settlement-calls.ts';
import type { Role } from '../../../../contract/roles.ts';
import type { Settlement, SettlementDetail } from '../../../../contract/settlement.ts';
import { screenKeysStore } from '../../../../src/components/screen-keys.ts';
import { SettlementScreen } from '../../../../src/features/settlements/settlement-screen.tsx';
import { switchLanguage } from '../../../../src/lib/texts/texts.ts';
import {
  FakeServer,
  Refusal,
  element,
  madeId,
  openScreen,
  settled,
  submit,
  toasts,
  viewer,
} from '../../support/screen.tsx';
import { madeDetail, madeSettlement } from './made-settlement.ts';

async function openRecord(more: Partial<Settlement> = {}, role: Role = 'MANAGER') {
  const server = new FakeServer();
  server.on(settlementCalls.readSettlement, { data: madeDetail(1, more) });
  const address = `/approveLoan?id=${madeSettlement(1)._id}`;
  await openScreen(<SettlementScreen user={viewer(role)} />, server, address);
  return server;
}

const key = async (name: string, target: EventTarget = document.body) => {
  await act(async () => {
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    );
  });
  await settled();
};

const shown = () => document.querySelector('[role="dialog"]')?.textContent ?? null;

it.each([
  ['a', 'Approve ₹9,000?'],
  ['A', 'Approve ₹9,000?'],
  ['c', 'Offer other terms'],
  ['r', 'Reject this settlement'],
])('%s opens: %s', async (name, title) => {
  await openRecord();
  expect(shown()).toBeNull();
  await key(name);
  expect(shown()).toContain(title);
  // What is typed in the dialog is no key of the screen.
  await key('c', element('textarea'));
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1);
});

it('a key decides nothing by itself, nor what the reader may not do', async () => {
  const server = await openRecord({ actions: ['WITHDRAW'] });
  for (const name of ['a', 'c', 'r']) await key(name);
  expect(shown()).toBeNull();
  expect(server.sentOf(settlementCalls.updateSettlementStatus)).toEqual([]);
});

it('the list of keys says them', async () => {
  await openRecord();
  expect(screenKeysStore.get()?.keys.map(({ keys }) => keys)).toEqual([['A'], ['C'], ['R']]);
});

async function typed(field: HTMLTextAreaElement, words: string): Promise<void> {
  await act(async () => {
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
    value?.set?.call(field, words);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it.each([
  ['a', 'remarks', 'APPROVE'],
  ['r', 'reason', 'REJECT'],
])(
  'what was typed after %s stays when somebody was faster, and the next try is about what stands now',
  async (name, field, action) => {
    const server = await openRecord();
    server.on(settlementCalls.updateSettlementStatus, () => {
      server.on(settlementCalls.readSettlement, { data: madeDetail(1, { revision: 2 }) });
      throw new Refusal(409, { code: 'STALE_SETTLEMENT', message: 'Somebody was faster.' });
    });
    await key(name);
    const remarks = element(`textarea[name="${field}"]`) as HTMLTextAreaElement;
    await typed(remarks, 'As the bucket allows');
    await submit();
    expect(remarks.value).toBe('As the bucket allows');
    server.on(settlementCalls.updateSettlementStatus, { data: madeDetail(1, { revision: 3 }) });
    await submit();
    expect(server.sentOf(settlementCalls.updateSettlementStatus).at(-1)?.body).toMatchObject({
      revision: 2,
      action,
      remarks: 'As the bucket allows',
    });
  },
);

it.each([
  ['MANAGER', 'a'],
  ['MANAGER', 'r'],
  ['ADMIN', 'r'],
] as const)('the notifications of a %s follow after %s', async (role, name) => {
  const server = await openRecord({}, role);
  server.on(settlementCalls.updateSettlementStatus, { data: madeDetail(1, { revision: 2 }) });
  await key(name);
  await typed(element('textarea') as HTMLTextAreaElement, 'Too little for it');
  await submit();
  expect(shown()).toBeNull();
  expect(toasts()).toContain('Saved. Notifications open in 3 seconds.');
});

it.each(['a', 'c', 'r'])(
  'without a network what %s opens is kept, and sent when it is back',
  async (name) => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openRecord();
    await key(name);
    const button = element('[role="dialog"] button[type="submit"]') as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    expect(shown()).toContain('A decision needs the network');
    const field = element('[role="dialog"] textarea') as HTMLTextAreaElement;
    await typed(field, 'Agreed with the branch');
    online.mockReturnValue(true);
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(button.disabled).toBe(false);
    expect(field.value).toBe('Agreed with the branch');
    online.mockRestore();
  },
);

it('says what bounced since the terms were agreed on, and what follows from it', async () => {
  const server = new FakeServer();
  const address = `/approveLoan?id=${madeSettlement(1)._id}`;
  const open = async (more: Partial<Settlement>) => {
    const data = { ...madeDetail(1, more), bouncedAmount: 2000 };
    server.on(settlementCalls.readSettlement, { data });
    return (
      await openScreen(<SettlementScreen user={viewer('MANAGER')} />, server, address)
    ).text();
  };
  const before = await open({});
  expect(before).toContain('₹2,000 that was counted as paid when this was offered bounced');
  expect(before).toContain('Nobody can approve these terms any more');
  expect(await open({ hasLetter: true })).toContain('It is to be paid beside the offer');
});

/** The text of a page whose settlement has more to tell. */
async function textOf(more: Partial<SettlementDetail>): Promise<string> {
  const server = new FakeServer();
  server.on(settlementCalls.readSettlement, { data: { ...madeDetail(1), ...more } });
  const address = `/approveLoan?id=${madeSettlement(1)._id}`;
  return (await openScreen(<SettlementScreen user={viewer('MANAGER')} />, server, address)).text();
}

it('says from what it is estimated that the loan would bring by itself', async () => {
  const expectation = { isScored: true, chance: 0.42, amount: 2500, rolls: [] };
  const scored = await textOf({ expectation });
  expect(scored).toContain('₹2,500 · 42\u00a0% chance of a payment');
  expect(scored).toContain('₹6,500 more');
  expect(scored).toContain('This loan’s score by the model in use');
  const history = await textOf({ expectation: { ...expectation, isScored: false } });
  expect(history).toContain('History of this client’s loans');
});

it('says shares to the digit that lists and files have', async () => {
  const said = await textOf({ waiverPercent: 12.5, expectedPercent: 0.4 });
  expect(said).toContain('12.5\u00a0% of the due');
  expect(said).toContain('0.4\u00a0% of the due');
});

it('awaits nothing of terms that were rejected, and says until when a settled loan is not settled again', async () => {
  const instalments = [
    { dueOn: '2026-12-01', amount: 9000, paidAmount: 0, standing: 'DUE' as const },
  ];
  expect(await textOf({ instalments })).toContain('To come');
  const over = { settlementStatus: 'REJECTED' as const, waitsFor: null };
  expect(await textOf({ ...over, instalments })).not.toContain('To come');
  const closed = { settlementStatus: 'WITHDRAWN' as const, waitsFor: null, hasLetter: true };
  expect(await textOf({ ...closed, instalments })).not.toContain('To come');
  expect(await textOf({ coolingUntil: '2027-12-01' })).toContain('01-12-2027');
});

it('says above everything why one that nobody withdrew is over', async () => {
  const event = {
    _id: madeSettlement(9)._id,
    action: 'FOLLOW' as const,
    fromStatus: 'ACTIVE' as const,
    toStatus: 'WITHDRAWN' as const,
    personName: null,
    role: null,
    at: '2026-11-20T10:00:00.000Z',
    remarks: 'NOTHING_DUE',
    offeredAmount: 9000,
    waiverAmount: 1000,
    validUntil: '2026-12-01',
    paidAmount: 0,
  };
  const over = { settlementStatus: 'WITHDRAWN' as const, waitsFor: null };
  const words = 'Closed: nothing is due any more';
  expect((await textOf({ ...over, events: [event] })).split(words)).toHaveLength(3);
  const byHand = { ...event, action: 'WITHDRAW' as const, remarks: 'NOTHING_DUE' };
  expect(await textOf({ ...over, events: [byHand] })).not.toContain(words);
});

it('a letter that names other loans too is refused with their numbers, and taken with a reason', async () => {
  const server = await openRecord({
    settlementStatus: 'APPROVED_BY_CLIENT',
    waitsFor: 'LETTER',
    actions: ['ISSUE_LETTER'],
  });
  server.on(settlementCalls.uploadLetter, () => {
    const details = [
      { path: 'letter', code: 'AMOUNT', message: '', values: { others: ['LN-7', 'LN-8'] } },
    ];
    throw new Refusal(422, { code: 'LETTER_DIFFERS', message: 'It differs.', details });
  });
  const button = [...document.querySelectorAll<HTMLElement>('main button, button')].find(
    ({ textContent }) => textContent === 'Upload letter',
  );
  await act(async () => button?.click());
  await settled();
  const input = element('input[type="file"]') as HTMLInputElement;
  await act(async () => {
    const files = [new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' })];
    Object.defineProperty(input, 'files', { value: files, configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settled();
  await submit();
  expect(shown()).toContain('Not found in it: amount.');
  expect(shown()).toContain('It also names loans LN-7, LN-8');
  expect(shown()).toContain('Upload all the same, because');
});

it('names the outcomes of contacts in the reader’s language, and those of codes of an agency’s own as it does', async () => {
  const contact = { at: '2026-11-20T10:00:00.000Z', channel: 'CALL' as const, Agent_Name: 'Ravi' };
  const record = {
    DPD: 95,
    Loan_Amount: null,
    Due_Date: null,
    City: null,
    Total_Due_Amount: 10_000,
    Paid_Amount: 0,
    contacts: [
      { ...contact, _id: madeId(1), code: 'PTP', label: 'Promise to pay', remarks: null },
      { ...contact, _id: madeId(2), code: 'OWN_7', label: 'At the market', remarks: null },
    ],
    promises: [],
    payments: [],
  };
  const server = new FakeServer();
  server.on(settlementCalls.readSettlement, { data: { ...madeDetail(1), record } });
  const address = `/approveLoan?id=${madeSettlement(1)._id}`;
  const view = await openScreen(<SettlementScreen user={viewer('MANAGER')} />, server, address);
  await act(async () => switchLanguage('hi'));
  expect(view.text()).toContain('देने का वादा');
  expect(view.text()).not.toContain('Promise to pay');
  expect(view.text()).toContain('At the market');
  await act(async () => switchLanguage('en'));
});
