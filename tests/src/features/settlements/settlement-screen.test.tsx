// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { settlementCalls } from '../../../../contract/settlement-calls.ts';
import type { Settlement } from '../../../../contract/settlement.ts';
import { screenKeysStore } from '../../../../src/components/screen-keys.ts';
import { SettlementScreen } from '../../../../src/features/settlements/settlement-screen.tsx';
import {
  FakeServer,
  Refusal,
  element,
  openScreen,
  settled,
  submit,
  viewer,
} from '../../support/screen.tsx';
import { madeDetail, madeSettlement } from './made-settlement.ts';

async function openRecord(more: Partial<Settlement> = {}) {
  const server = new FakeServer();
  server.on(settlementCalls.readSettlement, { data: madeDetail(1, more) });
  const address = `/approveLoan?id=${madeSettlement(1)._id}`;
  await openScreen(<SettlementScreen user={viewer('MANAGER')} />, server, address);
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

it('what was typed stays when somebody was faster, and the next try is about what stands now', async () => {
  const server = await openRecord();
  server.on(settlementCalls.updateSettlementStatus, () => {
    server.on(settlementCalls.readSettlement, { data: madeDetail(1, { revision: 2 }) });
    throw new Refusal(409, { code: 'STALE_SETTLEMENT', message: 'Somebody was faster.' });
  });
  await key('a');
  const remarks = element('textarea[name="remarks"]') as HTMLTextAreaElement;
  await act(async () => {
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
    value?.set?.call(remarks, 'As the bucket allows');
    remarks.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await submit();
  expect(remarks.value).toBe('As the bucket allows');
  server.on(settlementCalls.updateSettlementStatus, { data: madeDetail(1, { revision: 3 }) });
  await submit();
  expect(server.sentOf(settlementCalls.updateSettlementStatus).at(-1)?.body).toMatchObject({
    revision: 2,
    action: 'APPROVE',
    remarks: 'As the bucket allows',
  });
});

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
