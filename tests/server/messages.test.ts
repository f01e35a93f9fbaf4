import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../contract/message.ts';
import type { MessageTemplate } from '../../contract/message-template.ts';
import { newId } from '../../server/ids.ts';
import {
  addTemplate,
  beginAnew,
  gateway,
  loanId,
  messageOf,
  patience,
  receive,
  send,
  sent,
  server,
  startMessageFloor,
  stateOf,
  stopMessageFloor,
  template,
  triesOf,
} from '../support/message-floor.ts';
import { loanOf } from '../support/work.ts';

beforeAll(startMessageFloor);

afterAll(stopMessageFloor);

beforeEach(beginAnew);

describe('a template', () => {
  it('with a placeholder that there is not is refused by name', async () => {
    const answer = await server.call('POST', '/message-templates', {
      as: 'admin',
      body: { channel: 'SMS', language: 'en', name: 'Wrong', body: 'Pay {Total_Due} now' },
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'UNKNOWN_PLACEHOLDER',
      details: [{ path: 'body', values: { unknown: ['Total_Due'] } }],
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
    expect((await change(1, 'Third')).json()).toMatchObject({
      code: 'STALE_REVISION',
      details: { changedBy: 'Test admin' },
    });
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

/** Status and code of a refusal. */
const codes = async (answer: ReturnType<typeof send>) => {
  const { statusCode, body } = await answer;
  return [statusCode, (JSON.parse(body) as { code: string }).code];
};

/** Whether a message to the number would be let through; without one, to the loan's first. */
const isLetThrough = async (number?: string) => {
  const answer = await server.call('POST', '/messages/preview', {
    as: 'collector',
    body: { loanId, templateId: template._id, number },
  });
  return answer.json<{ isAllowed: boolean }>().isAllowed;
};

describe('a message', () => {
  it('reaches the gateway once, as previewed, and its delivery stands on the loan', async () => {
    const message = await sent();
    expect(message).toMatchObject({ number: '9876501234', version: 1, segments: 1 });
    await expect.poll(stateOf(message._id), patience).toBe('SENT');
    const got = gateway.received.find((one) => one.id === message._id);
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

  it('goes out only in the words that its sender saw, to one or to many', async () => {
    const seen = await addTemplate('admin', {});
    const { _id: templateId, version } = seen;
    const choice = { loanIds: [loanId] };
    const call = (path: string, body: object) =>
      server.call('POST', path, { as: 'manager', body: { templateId, ...body } });
    const previews = [
      await call('/messages/preview', { loanId }),
      await call('/messages/runs/preview', { choice }),
    ];
    for (const preview of previews) expect(preview.json()).toMatchObject({ version });
    const taken = { version, choice, _id: newId() };
    expect((await call('/messages/runs', taken)).statusCode).toBe(200);
    await server.call('PUT', `/message-templates/${templateId}`, {
      as: 'admin',
      body: { version, name: seen.name, body: 'Other words.', isActive: true },
    });
    const stale = { code: 'STALE_REVISION', details: { changedBy: 'Test admin' } };
    expect((await send('manager', { templateId, version })).json()).toMatchObject(stale);
    expect((await call('/messages/runs', { version, choice })).json()).toMatchObject(stale);
    // What was taken before answers its repeat as ever.
    expect((await call('/messages/runs', taken)).json()).toMatchObject({ _id: taken._id });
    const made = await send('manager', { templateId, version: 2 });
    expect(made.json()).toMatchObject({ text: 'Other words.' });
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
    expect(await codes(send('collector2'))).toEqual([404, 'NOT_FOUND']);
    expect(await codes(send('collector', { number: '9000000000' }))).toEqual([
      422,
      'MESSAGE_NO_NUMBER',
    ]);
    const dated = await addTemplate('admin', { body: 'Due on {Due_Date}' });
    const missing = await send('collector', { templateId: dated._id });
    expect(missing.json()).toMatchObject({
      code: 'MESSAGE_NO_VALUE',
      details: [{ path: 'templateId', values: { missing: ['Due_Date'] } }],
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
      details: [{ code: 'contact-refused', values: { reason: 'BEREAVEMENT' } }],
    });
    const kept = await server.db.execute(sql`select 1 from messages where loan_id = ${loanId}`);
    expect(kept.rows).toEqual([]);
  });

  it('is judged by the number that is chosen, and repeated to that one only', async () => {
    const [own, wrong] = ['9876507771', '9876507772'];
    await server.db
      .execute(sql`update loans set mobile_number = ${own}, alternate_mobile_number = ${wrong}
      where id = ${loanId}`);
    await server.taken('POST', '/contact-numbers', {
      as: 'collector',
      body: { loanId, number: wrong },
    });
    expect([await isLetThrough(), await isLetThrough(own), await isLetThrough(wrong)]).toEqual([
      true,
      true,
      false,
    ]);
    const _id = newId();
    for (const repeat of [own, own, undefined])
      expect((await send('collector', { _id, number: repeat })).json()).toMatchObject({
        number: own,
      });
    expect(await codes(send('collector', { _id, number: wrong }))).toEqual([409, 'ID_TAKEN']);
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
