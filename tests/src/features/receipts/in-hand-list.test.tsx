// @vitest-environment page
import { act } from 'react';
import { expect, it } from 'vitest';
import { depositCalls } from '../../../../contract/deposit.ts';
import { receiptCalls } from '../../../../contract/receipt.ts';
import { ReceiptsScreen } from '../../../../src/features/receipts/receipts-screen.tsx';
import {
  FakeServer,
  element,
  inputOf,
  madeId,
  onePage,
  openScreen,
  press,
  submit,
  toasts,
  viewer,
} from '../../support/screen.tsx';
import { receipt } from './shown-receipt.ts';

const none = { collected: 0, deposited: 0, inHand: 0, inHandCount: 0, cancelled: 0 };

async function tileOf(server: FakeServer): Promise<string> {
  await openScreen(<ReceiptsScreen user={viewer('FIELD_AGENT')} />, server);
  return document.querySelector('main, #root, body')?.textContent ?? '';
}

it('what is in hand is told where it is known: nothing was read, so nothing is said to be there', async () => {
  const server = new FakeServer();
  expect(await tileOf(server)).not.toContain('0 receipts');
});

it('nothing in hand is said so', async () => {
  const server = new FakeServer();
  server.on(receiptCalls.listReceipts, {
    ...onePage([]),
    totals: none,
    inReview: { amount: 0, count: 0 },
  });
  expect(await tileOf(server)).toContain('0 receipts');
});

it('money of visits in review is named: its agent has it, and it is in no sum', async () => {
  const server = new FakeServer();
  server.on(receiptCalls.listReceipts, {
    ...onePage([]),
    totals: none,
    inReview: { amount: 5000, count: 1 },
  });
  const shown = await tileOf(server);
  expect(shown).toContain('₹5,000 more in hand: 1 visit waits for review');
  expect(shown).toContain('0 receipts');
});

/** A server whose agent has these amounts in hand, and the open dialog that deposits all of them. */
async function depositAll(held: () => readonly number[]): Promise<FakeServer> {
  const server = new FakeServer();
  server.on(receiptCalls.listReceipts, ({ query }) => {
    const amounts = query.asked === '1' ? [] : held();
    const inHand = amounts.reduce((sum, amount) => sum + amount, 0);
    return {
      ...onePage(amounts.map((amount, at) => ({ ...receipt, _id: madeId(at + 10), amount }))),
      totals: { ...none, inHand, inHandCount: amounts.length },
      inReview: { amount: 0, count: 0 },
    };
  });
  server.on(depositCalls.createDeposits, { data: [] });
  await openScreen(<ReceiptsScreen user={viewer('FIELD_AGENT')} />, server);
  await press('Deposit all');
  const slip = inputOf('reference');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slip, 'S-1');
    slip.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return server;
}

it.each([
  ['more came in', [1000, 777]],
  ['they were deposited in another tab', []],
])('all that was shown in hand is not deposited as another sum when %s', async (_, now) => {
  let held = [1000];
  const server = await depositAll(() => held);
  held = now;
  await submit('[role="dialog"] form');
  expect(server.sentOf(depositCalls.createDeposits)).toEqual([]);
  expect(toasts().join(' ')).toContain('What is in hand has changed meanwhile');
  expect(inputOf('reference').value).toBe('S-1');
  if (now.length === 0) return;
  expect(element('[role="dialog"]').textContent).toContain('₹1,777');
  await submit('[role="dialog"] form');
  expect(server.sentOf(depositCalls.createDeposits)).toHaveLength(1);
});

it('a deposit that was made while its answer was lost is the same one when it is given again', async () => {
  let held = [1000, 777];
  const server = await depositAll(() => held);
  server.on(depositCalls.createDeposits, () => {
    if (held.length === 0) return { data: [] };
    held = [];
    throw new TypeError('Failed to fetch');
  });
  await submit('[role="dialog"] form');
  expect(element('[role="dialog"]').textContent).toContain('₹1,777');
  expect(element('[role="dialog"]').textContent).toContain('2 receipts');
  await submit('[role="dialog"] form');
  const [first, second] = server.sentOf(depositCalls.createDeposits);
  expect(second?.body).toEqual(first?.body);
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});
