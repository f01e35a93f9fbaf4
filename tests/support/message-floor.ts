import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Message } from '../../contract/message.ts';
import type { MessageTemplate } from '../../contract/message-template.ts';
import { newId } from '../../server/ids.ts';
import { PATIENCE } from './patience.ts';
import { startMessageDouble } from './message-double.ts';
import type { MessageDouble } from './message-double.ts';
import { startTestServer } from './server.ts';
import type { PersonName, TestServer } from './server.ts';
import { loanOf } from './work.ts';

/* One server with a message gateway, for the files that try messages: each file has its own. */

/** What proves the gateway's receipts. */
export const secret = 'a-secret-of-the-gateway';

export let server: TestServer;
export let gateway: MessageDouble;
/** A reminder by SMS for every lender. */
export let template: MessageTemplate;
/** The collector's newest loan: each test has its own. */
export let loanId: string;

/** Starts server and gateway; before all tests of a file. */
export async function startMessageFloor(): Promise<void> {
  gateway = await startMessageDouble();
  server = await startTestServer({
    MESSAGE_SMS_URL: gateway.url,
    MESSAGE_SMS_HEADERS: '{"Authorization":"Bearer key-of-the-gateway"}',
    MESSAGE_SMS_ID_PATH: 'messages.0.id',
    MESSAGE_SMS_TIMEOUT: '2',
    MESSAGE_SMS_RECEIPT_SECRET: secret,
    MESSAGE_SMS_RECEIPT_FIELDS: '{"id":"ref","state":"data.status"}',
    MESSAGE_SMS_RECEIPT_STATES: '{"GONE":"FAILED"}',
  });
  template = await addTemplate('admin', {});
}

/** Stops both. */
export async function stopMessageFloor(): Promise<void> {
  await server.close();
  await gateway.close();
}

/** A gateway that takes everything and a new loan; before each test. */
export async function beginAnew(): Promise<void> {
  gateway.treat(200);
  loanId = await loanOf(server, 'collector');
}

/** A message waits for its job, and for further tries. */
export const patience = { ...PATIENCE, interval: 50 };

/** Adds a template as one of the people. */
export async function addTemplate(as: PersonName, fields: object): Promise<MessageTemplate> {
  return server.taken<MessageTemplate>('POST', '/message-templates', {
    as,
    body: {
      channel: 'SMS',
      language: 'en',
      name: `Reminder ${newId()}`,
      body: 'Dear {Customer_Name}, {Total_Due_Amount} is due on loan {Loan_ID}.',
      registeredId: '110',
      sender: 'RECOUP',
      ...fields,
    },
  });
}

/** Sends the template, or what is said, as one of the people. */
export const send = (as: PersonName, body: object = {}) =>
  server.call('POST', '/call-disposition/send-sms', {
    as,
    body: { loanId, templateId: template._id, ...body },
  });

/** The collector's message, queued. */
export async function sent(body: object = {}): Promise<Message> {
  const answer = await send('collector', body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Message>();
}

/** A message as its loan tells it. */
export async function messageOf(id: string): Promise<Message> {
  const answer = await server.call('GET', '/messages/by/loan', { as: 'admin', query: { loanId } });
  const found = answer.json<{ data: Message[] }>().data.find((one) => one._id === id);
  if (!found) throw new Error(answer.body);
  return found;
}

/** Asks for a message's state, for polling. */
export const stateOf = (id: string) => async () => (await messageOf(id)).state;
/** How often the gateway was asked for a message. */
export const triesOf = (id: string) => gateway.received.filter((one) => one.id === id).length;
/** What waits for its next try waits no longer. */
export const hurry = (id: string) =>
  server.db.execute(
    sql`update messages set next_at = now() where id = ${id} and state = 'QUEUED' and attempts > 0`,
  );

/** Sends a delivery receipt. */
export function receive(
  body: object,
  headers: Record<string, string> = { 'x-recoup-secret': secret },
) {
  return server.call('POST', '/messages/receipts/sms', { as: null, body, headers });
}
