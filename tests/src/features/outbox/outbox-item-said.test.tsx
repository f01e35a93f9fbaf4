// @vitest-environment page
import { expect, it } from 'vitest';
import { OutboxItemSaid } from '../../../../src/features/outbox/outbox-item-said.tsx';
import type { ShownItem } from '../../../../src/features/outbox/outbox-queries.ts';
import { render } from '../../support/render.tsx';

const shown = async (
  body: ShownItem['body'],
  state: ShownItem['state'] = 'attention',
  reason: ShownItem['reason'] = 'refused',
) => {
  // Only what the words are made of.
  const item = { body, state, reason } as ShownItem;
  const view = await render(
    <main>
      <OutboxItemSaid item={item} />
    </main>,
  );
  return view.one('main').textContent;
};

it('an item that needs attention shows what was typed: amount, day, remarks', async () => {
  const proposal = { offeredAmount: 9000, validUntil: '2026-12-31', remarks: 'Lost his job' };
  expect(await shown(proposal)).toBe('Saved: ₹9,000 · 31-12-2026 · Lost his job');
  const visit = { amountCollected: 500, date: '31-12-2026', personMet: 'Wife' };
  expect(await shown(visit)).toBe('Saved: ₹500 · 31-12-2026');
  expect(await shown({ personMet: 'Wife' })).toBe('');
});

it('an item that needs attention shows all that it would have to be typed again from', async () => {
  const cheque = { amountCollected: 500, paymentReference: '004512', excessReason: 'Paid ahead' };
  expect(await shown(cheque)).toBe('Saved: ₹500 · 004512 · Paid ahead');
  expect(await shown({ dispositionId: 'x', reason: 'Typed 700 for 70' })).toBe(
    'Saved: Typed 700 for 70',
  );
  expect(await shown({ revision: 3, changes: { mobile: '98111 11111', address: 'Flat 2' } })).toBe(
    'Saved: 98111 11111 · Flat 2',
  );
});

it('work that a manager has yet to decide on shows what was typed', async () => {
  expect(await shown({ amountCollected: 500 }, 'sent', 'inReview')).toBe('Saved: ₹500');
});

it('what the server has taken shows nothing', async () => {
  expect(await shown({ promiseAmount: 500 }, 'sent', 'sent')).toBe('');
});

it('what this device cannot read says so, sent or not', async () => {
  expect(await shown(null)).toContain('can’t show');
  expect(await shown(null, 'sent', 'sent')).toContain('can’t show');
});
