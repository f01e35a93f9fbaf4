// @vitest-environment page
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { LoanDetail } from '../../../../contract/loan.ts';
import { EMPTY_CONTACT } from '../../../../src/features/call-desk/contact-form.ts';
import { DeskContactPanel } from '../../../../src/features/call-desk/desk-contact-panel.tsx';
import { DeskLoanPanel } from '../../../../src/features/call-desk/desk-loan-panel.tsx';
import { DeviceError } from '../../../../src/offline/errors.ts';
import { newId } from '../../../../src/offline/id.ts';
import { FREE_CONTACT } from '../../../support/free-contact.ts';
import {
  element,
  FakeServer,
  madeId,
  openScreen,
  press,
  settled,
  toasts,
} from '../../support/screen.tsx';

/* The desk of a loan that was lost in the midst of a call, or is lent for one. */

const { saveOperation } = vi.hoisted(() => ({
  saveOperation: vi.fn<(operation: { opId?: string; body: unknown }) => Promise<void>>(),
}));
vi.mock('../../../../src/offline/operation-save.ts', () => ({ saveOperation }));
const { isSaved } = vi.hoisted(() => ({ isSaved: vi.fn<(opId: string) => Promise<boolean>>() }));
vi.mock('../../../../src/offline/operation-known.ts', () => ({ isSaved }));
const { isOutcomeSaved } = vi.hoisted(() => ({
  isOutcomeSaved: vi.fn<(loanId: string, callId: string) => Promise<boolean>>(async () => false),
}));
vi.mock(import('../../../../src/offline/outbox.ts'), async (original) => ({
  ...(await original()),
  isOutcomeSaved,
}));

const loan = {
  _id: madeId(5),
  status: 'ACTIVE',
  Mobile_Number: '9876500001',
  Total_Due_Amount: 1000,
  contactFacts: { ...FREE_CONTACT, from: '00:00', to: '24:00' },
} as unknown as LoanDetail;
const codes = [{ code: 'RINGING', label: 'Rings, no answer', requires: [], channels: ['CALL'] }];
const start = {
  codes: { data: codes },
  kept: { values: { ...EMPTY_CONTACT, disposition: 'RINGING' }, call: null },
} as unknown as Parameters<typeof DeskContactPanel>[0]['start'];
const way = { listPath: '/' } as unknown as Parameters<typeof DeskContactPanel>[0]['way'];

const open = (shown: LoanDetail, isLost: boolean) =>
  openScreen(
    <DeskContactPanel loan={shown} isLost={isLost} way={way} start={start} arrivedAt={0} />,
    new FakeServer(),
  );

it.each([true, false])('calls nobody and learns no number there: %s', async (isLost) => {
  const view = await open(loan, isLost);
  expect(view.all('a[href^="tel:"]')).toHaveLength(isLost ? 0 : 1);
  for (const offer of ['Add a number', 'May be contacted now'])
    expect(view.text().includes(offer)).toBe(!isLost);
});

it('gives the outcome to the call that was begun on another computer', async () => {
  const owedCall = { _id: madeId(7), dialledNumber: '9876500002' };
  await open({ ...loan, owedCall }, true);
  await press('Save');
  expect(saveOperation.mock.lastCall?.[0].body).toMatchObject({
    _id: owedCall._id,
    dialledNumber: owedCall.dialledNumber,
    disposition: 'RINGING',
  });
});

it('takes what is told of a call whose outcome another tab saved as a contact of its own, once it was said', async () => {
  const call = { contactId: madeId(9), talkedMs: 5000, startedAt: null, number: '9876500001' };
  const told = { ...start, kept: { values: start.kept?.values, call } } as typeof start;
  isOutcomeSaved.mockImplementation(async (_, callId) => callId === call.contactId);
  saveOperation.mockClear();
  await openScreen(
    <DeskContactPanel loan={loan} isLost={false} way={way} start={told} arrivedAt={0} />,
    new FakeServer(),
  );
  await press('Save');
  await settled();
  expect(saveOperation).not.toHaveBeenCalled();
  expect(toasts()).toEqual([expect.stringContaining('saved in another tab')]);
  await press('Save');
  await settled();
  expect(saveOperation.mock.lastCall?.[0].body).toMatchObject({
    disposition: 'RINGING',
    call_status: 'NOT_CALLED',
  });
  expect(saveOperation.mock.lastCall?.[0].body).not.toHaveProperty('_id');
});

it('one draft without a call in two tabs is one contact; what differs is told, then a contact of its own', async () => {
  const kept = { ...start.kept, uncalledId: newId() };
  const uncalled = { ...start, kept } as typeof start;
  saveOperation.mockReset().mockRejectedValueOnce(new DeviceError('ALREADY_SAVED'));
  isSaved.mockResolvedValueOnce(true);
  await openScreen(
    <DeskContactPanel loan={loan} isLost={false} way={way} start={uncalled} arrivedAt={0} />,
    new FakeServer(),
  );
  await press('Save');
  await settled();
  expect(toasts()).toContainEqual(expect.stringContaining('saved in another tab'));
  await press('Save');
  await settled();
  const [first, second] = saveOperation.mock.calls.map(([{ opId }]) => opId);
  expect(first).toBe(kept.uncalledId);
  expect(second).toEqual(expect.any(String));
  expect(second).not.toBe(first);
});

it('what is typed after the form was cleared is a contact of its own', async () => {
  const kept = { ...start.kept, uncalledId: newId() };
  const uncalled = { ...start, kept } as typeof start;
  saveOperation.mockReset();
  await openScreen(
    <DeskContactPanel loan={loan} isLost={false} way={way} start={uncalled} arrivedAt={0} />,
    new FakeServer(),
  );
  await press('Clear the form');
  await settled();
  await act(async () => element('label:has([value=RINGING])').click());
  await settled();
  await press('Save');
  await settled();
  expect(saveOperation.mock.calls).toHaveLength(1);
  expect(saveOperation.mock.calls[0]?.[0].opId).not.toBe(kept.uncalledId);
});

it.each([
  ['is its own', 'COLLECTOR', 1],
  ['is not its own', null, 0],
] as const)(
  'leads to a settlement where the loan %s, and tells of one in any case',
  async (_, reader, ways) => {
    const none = { ...loan, promiseDate: null, otherColumns: {} } as unknown as LoanDetail;
    const proposed = {
      ...none,
      settlementId: madeId(8),
      settlementStatus: 'APPROVED',
      settlementAmount: 700,
    } as unknown as LoanDetail;
    const openPanel = (shown: LoanDetail) =>
      openScreen(<DeskLoanPanel loan={shown} reader={reader} />, new FakeServer());
    expect((await openPanel(none)).all('a[href^="/settlement"]')).toHaveLength(ways);
    const told = await openPanel(proposed);
    expect(told.text()).toContain('₹700');
    expect(told.all('a[href*="settlement"], a[href*="settalement"]')).toHaveLength(ways);
  },
);
