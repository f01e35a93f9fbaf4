// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { receiptCalls } from '../../../../contract/receipt.ts';
import { ReceiptsScreen } from '../../../../src/features/receipts/receipts-screen.tsx';
import { FakeServer, onePage, openScreen, viewer } from '../../support/screen.tsx';

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
  server.on(receiptCalls.listReceipts, { ...onePage([]), totals: none, inReview: { amount: 0, count: 0 } });
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
