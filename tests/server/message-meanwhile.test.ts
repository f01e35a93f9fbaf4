import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../contract/message.ts';
import type { MessageRun } from '../../contract/message-run.ts';
import { newId } from '../../server/ids.ts';
import {
  addTemplate,
  beginAnew,
  gateway,
  hurry,
  loanId,
  messageOf,
  patience,
  receive,
  sent,
  server,
  startMessageFloor,
  stateOf,
  stopMessageFloor,
  template,
  triesOf,
} from '../support/message-floor.ts';

beforeAll(startMessageFloor);

afterAll(stopMessageFloor);

beforeEach(beginAnew);

const change = (columns: ReturnType<typeof sql>) =>
  server.db.execute(sql`update loans set ${columns} where id = ${loanId}`);

/** The message waits for a busy gateway. */
async function waits(id: string): Promise<void> {
  await expect.poll(() => triesOf(id), patience).toBeGreaterThan(0);
  await expect.poll(stateOf(id), patience).toBe('QUEUED');
}

/** A message that waits while something happens to its loan; then the gateway takes what comes. */
async function sentAfter(columns: ReturnType<typeof sql>, state: string): Promise<Message> {
  gateway.treat(503);
  const { _id } = await sent();
  await waits(_id);
  await change(columns);
  gateway.treat(200);
  await hurry(_id);
  await expect.poll(stateOf(_id), patience).toBe(state);
  return messageOf(_id);
}

describe('a message that waits', () => {
  it('says what is due at the moment of sending', async () => {
    await change(sql`total_due_amount = 46696`);
    const message = await sentAfter(sql`unverified_amount = 11674`, 'SENT');
    expect(message.text).toContain('₹46,696 (₹11,674 received, not yet verified) is due');
    expect(gateway.received.at(-1)?.body['text']).toBe(message.text);
  });

  it('is refused once agents collected all of it', async () => {
    await change(sql`total_due_amount = 900`);
    const message = await sentAfter(sql`unverified_amount = 900`, 'REFUSED');
    expect(message.reason).toBe('NOTHING_LEFT');
    expect(gateway.taken().get(message._id)).toBeUndefined();
  });

  it('is refused when its number is no longer of the loan', async () => {
    const message = await sentAfter(sql`mobile_number = '9700000001'`, 'REFUSED');
    expect(message.reason).toBe('NOT_OF_LOAN');
    expect(gateway.taken().get(message._id)).toBeUndefined();
  });

  it('is sent when its number is only written in another way', async () => {
    const message = await sentAfter(sql`mobile_number = '+91 ' || mobile_number`, 'SENT');
    expect(gateway.taken().get(message._id)).toBe(1);
  });

  it('is refused when its template was taken out of use', async () => {
    gateway.treat(503);
    const wrong = await addTemplate('admin', {});
    const { _id } = await sent({ templateId: wrong._id });
    await waits(_id);
    const { version, name, body, registeredId, sender } = wrong;
    await server.taken('PUT', `/message-templates/${wrong._id}`, {
      as: 'admin',
      body: { version, name, body, registeredId, sender, isActive: false },
    });
    gateway.treat(200);
    await hurry(_id);
    await expect.poll(stateOf(_id), patience).toBe('REFUSED');
    expect((await messageOf(_id)).reason).toBe('OUT_OF_USE');
    expect(gateway.taken().get(_id)).toBeUndefined();
  });

  it('of a sending to many is refused when a settlement letter went out', async () => {
    gateway.treat(503);
    const body = { templateId: template._id, choice: { loanIds: [loanId] } };
    const run = await server.call('POST', '/messages/runs', { as: 'manager', body });
    expect(run.statusCode, run.body).toBe(200);
    const find = async () => {
      const { rows } = await server.db.execute<{ id: string }>(
        sql`select id from messages where run_id = ${run.json<{ _id: string }>()._id}`,
      );
      return rows[0]?.id ?? '';
    };
    await expect.poll(find, patience).not.toBe('');
    const id = await find();
    await waits(id);
    await change(sql`settlement_state = 'LETTER_ISSUED'`);
    gateway.treat(200);
    await hurry(id);
    await expect.poll(stateOf(id), patience).toBe('REFUSED');
    expect((await messageOf(id)).reason).toBe('SETTLEMENT');
  });
});

describe('a failure that is told while a message waits for its repeat', () => {
  // The second gives every try the same name, as a provider does that knows a message again.
  it.each([
    ['under our id', (id: string) => ({ ref: id })],
    ["under the provider's", (id: string) => ({ ref: id, providerId: `gw-${id}` })],
  ])('does not hide that the repeat failed too: %s', async (_, named) => {
    gateway.treat(503);
    const { _id } = await sent();
    await waits(_id);
    const failed = { ...named(_id), data: { status: 'failed' } };
    expect((await receive(failed)).json()).toEqual({ taken: 0, known: 1 });
    expect(await stateOf(_id)()).toBe('QUEUED');
    gateway.treat(200);
    await hurry(_id);
    await expect.poll(stateOf(_id), patience).toBe('SENT');
    expect((await receive(failed)).json()).toEqual({ taken: 1, known: 1 });
    expect(await stateOf(_id)()).toBe('FAILED');
    expect((await receive(failed)).json()).toEqual({ taken: 0, known: 1 });
  });
});

/** Most messages to a borrower on a day; null: any number. */
const limit = (most: number | null) =>
  server.db.execute(sql`update contact_policies set messages_per_day = ${most}::int`);

describe('a sending to many', () => {
  it('promises no more than borrowers with one number get, and never the same text twice on a day', async () => {
    const city = `Town ${newId()}`;
    const mobileNumber = '9744444444';
    for (let n = 0; n < 5; n += 1)
      await server.addLoan({ managerId: server.people.manager.id, city, mobileNumber });
    const send = async () => {
      const body = { templateId: template._id, choice: { matching: { city: [city] } } };
      const as = 'manager';
      const preview = await server.taken<object>('POST', '/messages/runs/preview', { as, body });
      const { _id } = await server.taken<MessageRun>('POST', '/messages/runs', { as, body });
      const run = () => server.taken<MessageRun>('GET', `/messages/runs/${_id}`, { as });
      await expect.poll(async () => (await run()).state, patience).toBe('DONE');
      return { preview, run: await run() };
    };
    await limit(3);
    const first = await send();
    const tooMany = [{ reason: 'MESSAGE_LIMIT', loans: 2 }];
    expect(first.run).toMatchObject({ queued: 3, leftOut: tooMany });
    expect(first.preview).toMatchObject({ willGet: 3, leftOut: tooMany });
    // The next day's limit would allow them.
    await server.db.execute(sql`update contact_attempts set at = at - interval '2 days'
      where number = ${mobileNumber}`);
    const again = await send();
    await limit(null);
    const got = expect.arrayContaining([{ reason: 'SAME_TODAY', loans: 3 }]);
    expect(again.preview).toMatchObject({ willGet: 2, leftOut: got });
    expect(again.run).toMatchObject({ queued: 2, leftOut: got });
  });

  it('reaches those of its preview that match still, and nobody who came since', async () => {
    const city = `Town ${newId()}`;
    const add = () => server.addLoan({ managerId: server.people.manager.id, city });
    const loans = [await add(), await add(), await add()];
    const as = 'manager';
    const matching = { city: [city] };
    const of = (choice: object) => ({ as, body: { templateId: template._id, choice } }) as const;
    const preview = await server.taken<{ loanIds: string[]; totalLoans: number }>(
      'POST',
      '/messages/runs/preview',
      of({ matching }),
    );
    expect(preview.totalLoans).toBe(3);
    await add();
    await server.db.execute(sql`update loans set city = 'Elsewhere' where id = ${loans[0]}`);
    const begun = await server.taken<MessageRun>(
      'POST',
      '/messages/runs',
      of({ matching, loanIds: preview.loanIds }),
    );
    const run = () => server.taken<MessageRun>('GET', `/messages/runs/${begun._id}`, { as });
    await expect.poll(async () => (await run()).state, patience).toBe('DONE');
    expect(await run()).toMatchObject({
      totalLoans: 3,
      queued: 2,
      leftOut: [{ reason: 'NO_MATCH', loans: 1 }],
    });
  });

  it('is stopped as long as a message of it waits, and what it did not reach is told', async () => {
    gateway.treat(503);
    const as = 'manager';
    const begun = await server.taken<MessageRun>('POST', '/messages/runs', {
      as,
      body: { templateId: template._id, choice: { loanIds: [loanId] } },
    });
    const at = `/messages/runs/${begun._id}`;
    const run = () => server.taken<MessageRun>('GET', at, { as });
    await expect.poll(async () => (await run()).state, patience).toBe('DONE');
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select id from messages where run_id = ${begun._id}`,
    );
    await waits(rows[0]?.id ?? '');
    expect((await run()).waiting).toBe(1);
    // Another loan of it was not reached yet.
    await server.db.execute(sql`update message_runs set total_loans = 2 where id = ${begun._id}`);
    await server.db.execute(sql`insert into message_run_loans (run_id, loan_id, message_id)
      values (${begun._id}, ${loanId}, ${newId()})`);
    expect(await server.taken<MessageRun>('DELETE', at, { as })).toMatchObject({
      state: 'CANCELLED',
      waiting: 0,
      queued: 1,
      totalLoans: 2,
      doneLoans: 2,
      leftOut: [{ reason: 'CANCELLED', loans: 1 }],
    });
  });
});
