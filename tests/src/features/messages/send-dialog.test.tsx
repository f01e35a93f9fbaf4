// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { messageCalls } from '../../../../contract/message.ts';
import type { Message } from '../../../../contract/message.ts';
import { messageTemplateCalls } from '../../../../contract/message-template.ts';
import type { MessageTemplate } from '../../../../contract/message-template.ts';
import { SendDialog } from '../../../../src/features/messages/send-dialog.tsx';
import {
  FakeServer,
  element,
  madeId,
  onePage,
  openScreen,
  settled,
} from '../../support/screen.tsx';

const loanId = madeId(5);
const template: MessageTemplate = {
  _id: madeId(7),
  clientId: null,
  Client_Name: null,
  channel: 'SMS',
  language: 'en',
  name: 'Reminder',
  body: 'Please pay.',
  registeredId: null,
  sender: null,
  version: 1,
  isActive: true,
  canEdit: false,
  updatedAt: '2026-11-02T05:00:00.000Z',
};

/** A message to a number, and what became of it. */
const to = (number: string, state: Message['state'], n: number): Message => ({
  _id: madeId(20 + n),
  loanId,
  Loan_ID: 'L1',
  Customer_Name: 'Farida Khan',
  Client_Name: 'Lender',
  channel: 'SMS',
  number,
  text: 'Please pay.',
  segments: 1,
  language: 'en',
  templateName: 'Reminder',
  version: 1,
  state,
  attempts: 1,
  nextAt: null,
  provider: 'http',
  providerId: null,
  error: state === 'FAILED' ? 'No such subscriber' : null,
  reason: null,
  runId: null,
  createdBy: null,
  createdAt: '2026-11-02T05:00:00.000Z',
  sentAt: null,
  deliveredAt: null,
  readAt: null,
});

/** What the dialog says after these messages, newest first. */
async function saidAfter(data: Message[]): Promise<string> {
  const server = new FakeServer();
  server
    .on(messageTemplateCalls.listMessageTemplates, onePage([template]))
    .on(messageCalls.listLoanMessages, { data })
    .on(messageCalls.previewMessage, {
      loanId,
      Loan_ID: 'L1',
      text: 'Please pay.',
      encoding: 'GSM-7',
      length: 11,
      segments: 1,
      unknown: [],
      missing: [],
      numbers: ['9811111111', '9822222222'],
      isAllowed: true,
      reason: null,
      until: null,
    });
  await openScreen(<SendDialog loanId={loanId} channel="SMS" onClose={() => undefined} />, server);
  await settled();
  return element('[role="dialog"]').textContent ?? '';
}

it('says that the last message to the chosen number was not delivered, and why', async () => {
  const said = await saidAfter([to('9811111111', 'FAILED', 1), to('9811111111', 'DELIVERED', 2)]);
  expect(said).toContain('was not delivered');
  expect(said).toContain('No such subscriber');
});

it('says nothing of another number’s failure, or of one before a delivery', async () => {
  const said = await saidAfter([
    to('9822222222', 'FAILED', 1),
    to('9811111111', 'DELIVERED', 2),
    to('9811111111', 'FAILED', 3),
  ]);
  expect(said).toContain('Please pay.');
  expect(said).not.toContain('was not delivered');
});

it('looks past what says nothing of the number: still on its way, kept back, or nobody knows', async () => {
  const said = await saidAfter([
    to('9811111111', 'REFUSED', 1),
    to('9811111111', 'UNKNOWN', 2),
    to('9811111111', 'FAILED', 3),
  ]);
  expect(said).toContain('was not delivered');
});
