// @vitest-environment page
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { settlementCalls } from '../../../../contract/settlement-calls.ts';
import { ProposeSettlementScreen } from '../../../../src/features/settlements/propose-screen.tsx';
import { keepUnsavedInput } from '../../../../src/lib/kept-input.ts';
import { FakeServer, Refusal, element, madeId, openScreen, viewer } from '../../support/screen.tsx';

afterEach(() => vi.unstubAllGlobals());

const openWhere = (limits: () => never) =>
  openScreen(
    <ProposeSettlementScreen user={viewer('COLLECTOR')} />,
    new FakeServer().on(settlementCalls.readSettlementLimits, limits),
    `/settlement/propose?loanId=${madeId(3)}`,
  );

/** Without a network: what the loan may be settled for is not known. */
const open = () =>
  openWhere(() => {
    throw new TypeError('Failed to fetch');
  });

const choose = (name: string) =>
  act(async () => {
    const input = element('input[type="file"]');
    Object.defineProperty(input, 'files', {
      value: [new File(['letter'], name, { type: 'application/pdf' })],
      configurable: true,
    });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });

const leaving = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

it('a document that was chosen is unsaved input: leaving asks, and a session that ends keeps it', async () => {
  await open();
  expect(leaving()).toBe(false);
  await choose('letter.pdf');
  expect(leaving()).toBe(true);
  keepUnsavedInput(madeId(1));
  const view = await open();
  expect(view.text()).toContain('letter.pdf');
});

it("a loan that is not one's own has no form", async () => {
  const view = await openWhere(() => {
    throw new Refusal(404, { message: 'This loan was not found.' });
  });
  expect(view.text()).toContain('This was not found');
  expect(document.querySelector('form')).toBeNull();
});
