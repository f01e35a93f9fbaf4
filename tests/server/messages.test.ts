import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../contract/message.ts';
import type { MessageTemplate } from '../../contract/message-template.ts';
import { newId } from '../../server/ids.ts';
import { startMessageDouble } from '../support/message-double.ts';
import type { MessageDouble } from '../support/message-double.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

const secret = 'a-secret-of-the-gateway';

let server: TestServer;
let gateway: MessageDouble;
let template: MessageTemplate;
let loanId: string;

beforeAll(async () => {
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
});

afterAll(async () => {
  await server.close();
  await gateway.close();
});

beforeEach(async () => {
  gateway.treat(200);
  loanId = await loanOf(server, 'collector');
});

/** A message waits for its job, and for further tries. */
const patience = { timeout: 25_000, interval: 50 };

async function addTemplate(as: PersonName, fields: object): Promise<MessageTemplate> {
  const answer = await server.call('POST', '/message-templates', {
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
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<MessageTemplate>();
}

const send = (as: PersonName, body: object = {}) =>
  server.call('POST', '/call-disposition/send-sms', {
    as,
    body: { loanId, templateId: template._id, ...body },
  });

async function sent(body: object = {}): Promise<Message> {
  const answer = await send('collector', body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Message>();
}

async function messageOf(id: string): Promise<Message> {
  const answer = await server.call('GET', '/messages/by/loan', { as: 'admin', query: { loanId } });
  const found = answer.json<{ data: Message[] }>().data.find((one) => one._id === id);
  if (!found) throw new Error(answer.body);
  return found;
}

const stateOf = (id: string) => async () => (await messageOf(id)).state;
const triesOf = (id: string) => gateway.received.filter((one) => one.id === id).length;
const hurry = (id: string) =>
  server.db.execute(
    sql`update messages set next_at = now() where id = ${id} and state = 'QUEUED' and attempts > 0`,
  );

function receive(body: object, headers: Record<string, string> = { 'x-recoup-secret': secret }) {
  return server.call('POST', '/messages/receipts/sms', { as: null, body, headers });
}

describe('a template', () => {
  it('with a placeholder that there is not is refused by name', async () => {
    const answer = await server.call('POST', '/message-templates', {
      as: 'admin',
      body: { channel: 'SMS', language: 'en', name: 'Wrong', body: 'Pay {Total_Due} now' },
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'UNKNOWN_PLACEHOLDER',
      details: { unknown: ['Total_Due'] },
    });
  });

  it('keeps each of its texts as a version, and refuses a change made on an old one', async () => {
    const first = await addTemplate('admin', {});
    const change = (version: number, body: string) =>
      server.call('PUT', `/message-templates/${first._id}`, {
        as: 'admin',
        body: { version, name: first.name, body, isActive: true },
      });
    expect((await change(1, 'Second')).json()).toMatchObject({ version: 2, body: 'Second' });
    expect((await change(1, 'Third')).statusCode).toBe(409);
    const read = await server.call('GET', `/message-templates/${first._id}`, { as: 'admin' });
    const { versions } = read.json<{ versions: { version: number; body: string }[] }>();
    expect(versions.map(({ version, body }) => [version, body])).toEqual([
      [2, 'Second'],
      [1, first.body],
    ]);
  });

  it("of a lender is written by its admin, seen by nobody of another's, and used for its loans only", async () => {
    const ofX = await addTemplate('clientadmin', {});
    expect(ofX.clientId).toBe(server.clients.X.id);
    const ofY = await addTemplate('admin', { clientId: server.clients.Y.id });
    const listed = await server.call('GET', '/message-templates', {
      as: 'clientadmin',
      query: { pageSize: '200' },
    });
    const ids = listed.json<{ data: MessageTemplate[] }>().data.map(({ _id }) => _id);
    expect(ids).toContain(ofX._id);
    expect(ids).not.toContain(ofY._id);
    const changed = await server.call('PUT', `/message-templates/${template._id}`, {
      as: 'clientadmin',
      body: { version: 1, name: 'Mine now', body: 'x', isActive: true },
    });
    expect(changed.statusCode).toBe(403);
    const foreign = await server.call('POST', '/message-templates', {
      as: 'clientadmin',
      body: {
        channel: 'SMS',
        language: 'en',
        name: 'n',
        body: 'b',
        clientId: server.clients.Y.id,
      },
    });
    expect(foreign.statusCode).toBe(404);
    expect((await send('collector', { templateId: ofY._id })).statusCode).toBe(404);
  });

  it('says of a loan what a borrower would read, and what it lacks', async () => {
    const body = 'Pay {Total_Due_Amount} by {Due_Date}. {Branch} {Nothing}';
    const answer = await server.call('POST', '/messages/preview', {
      as: 'collector',
      body: { loanId, body },
    });
    expect(answer.json()).toMatchObject({
      text: 'Pay ₹5,000 by {Due_Date}. {Branch} {Nothing}',
      encoding: 'UCS-2',
      segments: 1,
      missing: ['Due_Date', 'Branch'],
      unknown: ['Nothing'],
      numbers: ['9876501234'],
      isAllowed: true,
    });
  });
});

describe('a message', () => {
  it('reaches the gateway once, as previewed, and its delivery stands on the loan', async () => {
    const message = await sent();
    expect(message).toMatchObject({ number: '9876501234', version: 1, segments: 1 });
    await expect.poll(stateOf(message._id), patience).toBe('SENT');
    const [got] = gateway.received.filter((one) => one.id === message._id);
    expect(got?.body).toMatchObject({
      to: '919876501234',
      text: message.text,
      id: message._id,
      templateId: '110',
      sender: 'RECOUP',
    });
    expect(got?.headers.authorization).toBe('Bearer key-of-the-gateway');
    const receipt = { ref: message._id, data: { status: 'DELIVRD' } };
    expect((await receive(receipt)).json()).toEqual({ taken: 1, known: 1 });
    expect((await messageOf(message._id)).state).toBe('DELIVERED');
    expect(triesOf(message._id)).toBe(1);
    const attempts = await server.db.execute(
      sql`select decision, channel from contact_attempts where id = ${message._id}`,
    );
    expect(attempts.rows).toEqual([{ decision: 'ALLOWED', channel: 'SMS' }]);
  });

  it('asked for twice at once under one id is one; the id of another is refused', async () => {
    const _id = newId();
    const [one, two] = await Promise.all([send('collector', { _id }), send('collector', { _id })]);
    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    await expect.poll(stateOf(_id), patience).toBe('SENT');
    expect(triesOf(_id)).toBe(1);
    const other = await loanOf(server, 'collector');
    expect((await send('collector', { _id, loanId: other })).statusCode).toBe(409);
  });

  it('is refused for a foreign loan, a foreign number, a missing value, a closed loan, a template of another channel', async () => {
    const codes = async (answer: ReturnType<typeof send>) => {
      const { statusCode, body } = await answer;
      return [statusCode, (JSON.parse(body) as { code: string }).code];
    };
    expect(await codes(send('collector2'))).toEqual([404, 'NOT_FOUND']);
    expect(await codes(send('collector', { number: '9000000000' }))).toEqual([
      422,
      'MESSAGE_NO_NUMBER',
    ]);
    const dated = await addTemplate('admin', { body: 'Due on {Due_Date}' });
    const missing = await send('collector', { templateId: dated._id });
    expect(missing.json()).toMatchObject({
      code: 'MESSAGE_NO_VALUE',
      details: { missing: ['Due_Date'] },
    });
    expect(missing.json<{ message: string }>().message).toContain('{Due_Date}');
    const chat = await addTemplate('admin', { channel: 'WHATSAPP' });
    expect(await codes(send('collector', { templateId: chat._id }))).toEqual([
      422,
      'WRONG_TEMPLATE',
    ]);
    await server.db.execute(sql`update loans set status = 'PAID' where id = ${loanId}`);
    expect(await codes(send('manager'))).toEqual([422, 'MESSAGE_NOT_ACTIVE']);
  });

  it('is refused by the gate, and leaves nothing behind', async () => {
    await server.db.execute(sql`insert into contact_holds (id, loan_id, kind)
      values (${newId()}, ${loanId}, 'BEREAVEMENT')`);
    const answer = await send('collector');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'CONTACT_REFUSED',
      details: { reason: 'BEREAVEMENT' },
    });
    const kept = await server.db.execute(sql`select 1 from messages where loan_id = ${loanId}`);
    expect(kept.rows).toEqual([]);
  });

  it('by WhatsApp without a provider is recorded, not sent', async () => {
    const chat = await addTemplate('admin', { channel: 'WHATSAPP', language: 'hi', body: 'नमस्ते' });
    const answer = await server.call('POST', '/call-disposition/whatsapp-message', {
      as: 'collector',
      body: { loanId, templateId: chat._id },
    });
    const { _id } = answer.json<Message>();
    await expect.poll(stateOf(_id), patience).toBe('SENT');
    expect(await messageOf(_id)).toMatchObject({ provider: 'recorder', text: 'नमस्ते' });
    expect(triesOf(_id)).toBe(0);
    const list = await server.call('GET', '/messages', { as: 'manager', query: { search: '' } });
    expect(list.json()).toMatchObject({ recorded: ['WHATSAPP'] });
  });
});

describe('a gateway that fails', () => {
  it('busy (503, 429): the message is tried again until it is taken', async () => {
    gateway.treat((nth) => (nth % 2 === 0 ? 503 : 429));
    const { _id } = await sent();
    await expect.poll(() => triesOf(_id), patience).toBeGreaterThan(0);
    await expect.poll(stateOf(_id), patience).toBe('QUEUED');
    expect((await messageOf(_id)).error).toContain('no such header');
    gateway.treat(200);
    await hurry(_id);
    await expect.poll(stateOf(_id), patience).toBe('SENT');
    expect(gateway.taken().get(_id)).toBe(1);
  });

  it.each(['HANG', 'CUT', 'TAKE_AND_500'] as const)(
    'uncertain (%s): the message is shown as unknown, never sent again, and settled by its receipt',
    async (manner) => {
      gateway.treat(manner);
      const { _id } = await sent();
      await expect.poll(stateOf(_id), patience).toBe('UNKNOWN');
      gateway.treat(200);
      const again = await server.call('POST', `/messages/${_id}/retry`, { as: 'manager' });
      expect(again.statusCode).toBe(409);
      const receipt = { ref: _id, data: { status: 'delivered' } };
      expect((await receive(receipt)).json()).toEqual({ taken: 1, known: 1 });
      expect((await messageOf(_id)).state).toBe('DELIVERED');
      expect(triesOf(_id)).toBe(1);
    },
  );

  it('refusing (400): the message failed, tells why without our secret, and is sent again by a manager only', async () => {
    gateway.treat(400);
    const { _id } = await sent();
    await expect.poll(stateOf(_id), patience).toBe('FAILED');
    gateway.treat(200);
    const retry = (as: PersonName) => server.call('POST', `/messages/${_id}/retry`, { as });
    expect((await retry('collector')).statusCode).toBe(403);
    expect((await retry('manager2')).statusCode).toBe(404);
    expect((await retry('manager')).statusCode).toBe(200);
    await expect.poll(stateOf(_id), patience).toBe('SENT');
    expect(gateway.taken().get(_id)).toBe(1);
  });

  it('and a payment meanwhile: what still waits is refused at the moment of sending', async () => {
    gateway.treat(503);
    const { _id } = await sent();
    await expect.poll(() => triesOf(_id), patience).toBeGreaterThan(0);
    await expect.poll(stateOf(_id), patience).toBe('QUEUED');
    await server.db.execute(sql`update loans set status = 'PAID' where id = ${loanId}`);
    gateway.treat(200);
    await hurry(_id);
    await expect.poll(stateOf(_id), patience).toBe('REFUSED');
    expect(await messageOf(_id)).toMatchObject({ reason: 'LOAN_CLOSED' });
    expect(gateway.taken().get(_id)).toBeUndefined();
  });

  it('and a server that died while sending: nobody knows, nothing is sent again', async () => {
    gateway.treat(503);
    const { _id } = await sent();
    await expect.poll(() => triesOf(_id), patience).toBeGreaterThan(0);
    await expect.poll(stateOf(_id), patience).toBe('QUEUED');
    gateway.treat(200);
    await server.db.execute(sql`update messages set state = 'SENDING', attempts = attempts + 1,
      claimed_until = now() - interval '1 second' where id = ${_id}`);
    await expect.poll(stateOf(_id), patience).toBe('UNKNOWN');
    expect(gateway.taken().get(_id)).toBeUndefined();
  });
});

describe('a delivery receipt', () => {
  it('without the secret, or with a wrong signature, changes nothing', async () => {
    const { _id } = await sent();
    await expect.poll(stateOf(_id), patience).toBe('SENT');
    const receipt = { ref: _id, data: { status: 'READ' } };
    for (const headers of [
      {},
      { 'x-recoup-secret': 'a-secret-of-the-gatewaz' },
      { 'x-recoup-signature': `sha256=${'0'.repeat(64)}` },
    ])
      expect((await receive(receipt, headers)).statusCode).toBe(403);
    expect((await messageOf(_id)).state).toBe('SENT');
    const body = JSON.stringify([receipt]);
    const signed = await server.app.inject({
      method: 'POST',
      url: '/api/v1/messages/receipts/sms',
      headers: {
        'content-type': 'application/json',
        'x-recoup-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      payload: body,
    });
    expect(signed.json()).toEqual({ taken: 1, known: 1 });
    expect((await messageOf(_id)).state).toBe('READ');
  });

  it('for a channel without a secret is taken nowhere', async () => {
    const answer = await server.call('POST', '/messages/receipts/whatsapp', {
      as: null,
      body: { id: newId(), state: 'READ' },
      headers: { 'x-recoup-secret': '' },
    });
    expect(answer.statusCode).toBe(404);
  });

  it('never moves a message back, however often and in whatever order they come', async () => {
    const words = ['SENT', 'GONE', 'delivered', 'READ'] as const;
    const rank = { SENT: 1, FAILED: 2, DELIVERED: 3, READ: 4 } as Record<string, number>;
    const orders = [
      [3, 2, 1, 0],
      [2, 1, 3, 2],
      [1, 2, 1, 0],
      [0, 0, 1, 1],
    ];
    for (const order of orders) {
      const { _id } = await sent();
      await expect.poll(stateOf(_id), patience).toBe('SENT');
      let best = 1;
      for (const place of order) {
        await receive({ providerId: `gw-${_id}`, data: { status: words[place] } });
        const { state } = await messageOf(_id);
        expect(rank[state]).toBeGreaterThanOrEqual(best);
        best = rank[state] ?? 0;
      }
      expect(best).toBe(Math.max(...order.map((place) => place + 1)));
    }
  });
});

describe('a sending to many', () => {
  it('counts beforehand who gets one and why others do not, and does just that, once', async () => {
    const city = `Town ${newId()}`;
    const add = (more: object) =>
      server.addLoan({ managerId: server.people.manager.id, city, ...more });
    for (let n = 0; n < 60; n += 1) await add({ mobileNumber: `98${10_000_000 + n}` });
    await add({ mobileNumber: null });
    await add({ totalDueAmount: null });
    const held = await add({ mobileNumber: '9711111111' });
    await server.db.execute(sql`insert into contact_holds (id, loan_id, kind)
      values (${newId()}, ${held}, 'DISPUTE')`);
    const body = { templateId: template._id, choice: { matching: { city: [city] } } };
    const preview = await server.call('POST', '/messages/runs/preview', { as: 'manager', body });
    const leftOut = [
      { reason: 'DISPUTE', loans: 1 },
      { reason: 'NO_NUMBER', loans: 1 },
      { reason: 'NO_VALUE', loans: 1 },
    ];
    expect(preview.json()).toMatchObject({ totalLoans: 63, willGet: 60, segments: 60, leftOut });
    const _id = newId();
    const create = () =>
      server.call('POST', '/messages/runs', { as: 'manager', body: { ...body, _id } });
    expect((await create()).statusCode).toBe(200);
    expect((await create()).statusCode).toBe(200);
    const run = async () =>
      (await server.call('GET', `/messages/runs/${_id}`, { as: 'manager' })).json<{
        state: string;
      }>();
    await expect.poll(async () => (await run()).state, patience).toBe('DONE');
    expect(await run()).toMatchObject({ doneLoans: 63, queued: 60, leftOut });
    const sentOfRun = async () => {
      const { rows } = await server.db.execute<{ n: number }>(
        sql`select count(*)::int as n from messages where run_id = ${_id} and state = 'SENT'`,
      );
      return rows[0]?.n;
    };
    await expect.poll(sentOfRun, patience).toBe(60);
    expect([...gateway.taken().values()].every((times) => times === 1)).toBe(true);
    expect((await server.call('GET', `/messages/runs/${_id}`, { as: 'manager2' })).statusCode).toBe(
      404,
    );
  });

  it('names no foreign loan, and is not for agents', async () => {
    const foreign = await server.addLoan({ client: 'Y', managerId: server.people.manager2.id });
    const body = { templateId: template._id, choice: { loanIds: [loanId, foreign] } };
    const as = (name: PersonName) =>
      server.call('POST', '/messages/runs/preview', { as: name, body });
    expect((await as('manager')).statusCode).toBe(404);
    expect((await as('collector')).statusCode).toBe(403);
  });
});
