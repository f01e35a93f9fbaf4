// @vitest-environment page
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../../../contract/call.ts';
import { messageCalls } from '../../../../contract/message.ts';
import type { Message } from '../../../../contract/message.ts';
import { messageRunCalls } from '../../../../contract/message-run.ts';
import { messageTemplateCalls } from '../../../../contract/message-template.ts';
import type { MessageTemplate } from '../../../../contract/message-template.ts';
import { RunDialog } from '../../../../src/features/messages/run-dialog.tsx';
import { SendDialog } from '../../../../src/features/messages/send-dialog.tsx';
import {
  FakeServer,
  Refusal,
  element,
  inputOf,
  madeId,
  onePage,
  openScreen,
  settled,
  submit,
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

const preview = {
  version: 1,
  loanId,
  Loan_ID: 'L1',
  text: 'Please pay.',
  encoding: 'GSM-7' as const,
  length: 11,
  segments: 1,
  unknown: [],
  missing: [],
  numbers: ['9811111111', '9822222222'],
  isAllowed: true,
  reason: null,
  until: null,
};

/** What the dialog says after these messages, newest first. */
async function saidAfter(data: Message[]): Promise<string> {
  const server = new FakeServer();
  server
    .on(messageTemplateCalls.listMessageTemplates, onePage([template]))
    .on(messageCalls.listLoanMessages, { data })
    .on(messageCalls.previewMessage, preview);
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

const submitButton = () => element('button[type="submit"]') as HTMLButtonElement;

it('asks the rules for the number that is chosen: one may be spent while another is not', async () => {
  const server = new FakeServer()
    .on(messageTemplateCalls.listMessageTemplates, onePage([template]))
    .on(messageCalls.listLoanMessages, { data: [] })
    .on(messageCalls.previewMessage, ({ body }) => ({
      ...preview,
      isAllowed: (body as { number?: string }).number === '9822222222',
      reason: 'LIMIT_DAY',
    }))
    .on(messageCalls.sendSms, () => to('9822222222', 'QUEUED', 1));
  await openScreen(<SendDialog loanId={loanId} channel="SMS" onClose={() => undefined} />, server);
  await settled();
  expect(submitButton().disabled).toBe(true);
  await act(async () => inputOf('number').click());
  await settled();
  await act(async () => element('[role="option"][value="9822222222"]').click());
  await settled();
  expect(submitButton().disabled).toBe(false);
  await submit('[role="dialog"] form');
  expect(server.sentOf(messageCalls.sendSms)[0]?.body).toMatchObject({ number: '9822222222' });
});

const versionsOf = (server: FakeServer, call: Call) =>
  server.sentOf(call).map(({ body }) => (body as { version?: number }).version);

describe('a template whose text is another one by now', () => {
  const stale = new Refusal(409, {
    code: 'STALE_REVISION',
    details: { changedBy: 'Usha Rao', changedAt: '2026-11-02T05:00:00.000Z' },
  });
  it('is shown anew before it is sent to one', async () => {
    let version = 1;
    const server = new FakeServer()
      .on(messageTemplateCalls.listMessageTemplates, onePage([template]))
      .on(messageCalls.listLoanMessages, { data: [] })
      .on(messageCalls.previewMessage, () => ({ ...preview, version, text: `Text ${version}.` }))
      .on(messageCalls.sendSms, () => {
        if (version === 2) return to('9811111111', 'QUEUED', 1);
        version = 2;
        throw stale;
      });
    await openScreen(
      <SendDialog loanId={loanId} channel="SMS" onClose={() => undefined} />,
      server,
    );
    await settled();
    await submit('[role="dialog"] form');
    expect(element('[role="dialog"]').textContent).toContain('Text 2.');
    await submit('[role="dialog"] form');
    expect(versionsOf(server, messageCalls.sendSms)).toEqual([1, 2]);
  });

  it('is checked once more before it is sent to many', async () => {
    let version = 1;
    const server = new FakeServer()
      .on(messageTemplateCalls.listMessageTemplates, onePage([template]))
      .on(messageRunCalls.previewMessageRun, () => ({
        version,
        totalLoans: 1,
        loanIds: [],
        willGet: 1,
        segments: 1,
        leftOut: [],
        sample: `Text ${version}.`,
      }))
      .on(messageRunCalls.createMessageRun, () => {
        version += 1;
        throw stale;
      });
    const loans = { loanIds: [loanId] };
    await openScreen(<RunDialog loans={loans} count={1} onClose={() => undefined} />, server);
    await settled();
    await act(async () => element('[name="templateId"]').click());
    await act(async () => element('[role="option"]').click());
    await submit('[role="dialog"] form');
    await submit('[role="dialog"] form');
    expect(versionsOf(server, messageRunCalls.createMessageRun)).toEqual([1]);
    expect(element('[role="dialog"]').textContent).not.toContain('Text 1.');
    await submit('[role="dialog"] form');
    expect(element('[role="dialog"]').textContent).toContain('Text 2.');
  });
});

it('sends to the loans of the check, not to those that match by then', async () => {
  const server = new FakeServer()
    .on(messageTemplateCalls.listMessageTemplates, onePage([template]))
    .on(messageRunCalls.previewMessageRun, {
      version: 1,
      totalLoans: 1,
      loanIds: [loanId],
      willGet: 1,
      segments: 1,
      leftOut: [],
      sample: 'Please pay.',
    })
    .on(messageRunCalls.createMessageRun, () => {
      throw new Refusal(503, { code: 'BUSY' });
    });
  const matching = { city: ['Pune'] };
  await openScreen(<RunDialog loans={{ matching }} count={9} onClose={() => undefined} />, server);
  await settled();
  await act(async () => element('[name="templateId"]').click());
  await act(async () => element('[role="option"]').click());
  await submit('[role="dialog"] form');
  await submit('[role="dialog"] form');
  const [sent] = server.sentOf(messageRunCalls.createMessageRun);
  expect(sent?.body).toMatchObject({ choice: { matching, loanIds: [loanId] } });
});
