// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contactGateCalls } from '../../../../contract/contact-gate.ts';
import type { LoanDetail } from '../../../../contract/loan.ts';
import { CallPanel } from '../../../../src/features/call-desk/call-panel.tsx';
import type { DeskCall } from '../../../../src/features/call-desk/use-call.ts';
import { LoanContactActions } from '../../../../src/features/loans/loan-contact.tsx';
import { FREE_CONTACT } from '../../../support/free-contact.ts';
import { FakeServer, madeId, openScreen, settled } from '../../support/screen.tsx';

const loan = {
  _id: madeId(5),
  status: 'ACTIVE',
  Mobile_Number: '9876500001',
  contactFacts: { ...FREE_CONTACT, from: '00:00', to: '24:00' },
} as unknown as LoanDetail;

const dialled: string[] = [];
const note = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  if (event.target.hidden) dialled.push(event.target.href);
  event.preventDefault();
};
beforeEach(() => {
  dialled.length = 0;
  document.addEventListener('click', note);
});
afterEach(() => document.removeEventListener('click', note));

const allowing = () =>
  new FakeServer().on(contactGateCalls.claimContact, {
    isAllowed: true,
    decision: 'ALLOWED',
    reason: null,
    until: null,
  } as never);

const started: (string | null)[] = [];
const call: DeskCall = {
  state: null,
  isRunning: false,
  start: (number) => void started.push(number),
  end: () => undefined,
  forget: () => undefined,
};

it.each([
  ['the desk', 'a[href^="tel:"]', <CallPanel key="desk" loan={loan} call={call} />],
  ['the loan’s page', 'button', <LoanContactActions key="page" loan={loan} />],
])('calls from %s, and nobody whose loan was left before the gate answered', async (...given) => {
  const [, selector, screen] = given;
  started.length = 0;
  const server = allowing();
  const view = await openScreen(screen, server);
  await act(async () => view.all(selector)[0]?.click());
  await settled();
  expect(dialled).toEqual(['tel:+919876500001']);
  const soFar = started.length;
  const again = await openScreen(screen, server);
  await act(async () => {
    again.all(selector)[0]?.click();
    await again.again(null);
  });
  await settled();
  expect(server.sentOf(contactGateCalls.claimContact)).toHaveLength(2);
  expect(dialled).toHaveLength(1);
  expect(started).toHaveLength(soFar);
});
