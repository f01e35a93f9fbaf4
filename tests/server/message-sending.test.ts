import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/ids.ts';
import { giveUpRun } from '../../server/messages/message-run-work.ts';
import {
  addTemplate,
  beginAnew,
  gateway,
  hurry,
  loanId,
  messageOf,
  patience,
  receive,
  secret,
  sent,
  server,
  startMessageFloor,
  stateOf,
  stopMessageFloor,
  template,
  triesOf,
} from '../support/message-floor.ts';
import type { PersonName } from '../support/server.ts';

beforeAll(startMessageFloor);

afterAll(stopMessageFloor);

beforeEach(beginAnew);

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

  it('that overtakes the answer with its id is taken when that came; while none came it is to come again', async () => {
    gateway.treat(() => pause(700, 200));
    const { _id } = await sent();
    await expect.poll(stateOf(_id), patience).toBe('SENDING');
    const early = receive({ providerId: `gw-${_id}`, data: { status: 'delivered' } });
    expect((await early).json()).toEqual({ taken: 1, known: 1 });
    expect(await stateOf(_id)()).toBe('DELIVERED');
    // The gateway's patience is two seconds, ours three: the state is held by hand.
    const status = 'delivered';
    const unknown = { providerId: 'gw-of-nobody', data: { status } };
    await server.db.execute(sql`update messages set state = 'SENDING' where id = ${_id}`);
    expect((await receive(unknown)).statusCode).toBe(503);
    await server.db.execute(sql`update messages set state = 'DELIVERED' where id = ${_id}`);
    expect((await receive(unknown)).json()).toEqual({ taken: 0, known: 1 });
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
    // Under its id nothing else is taken for sent: another template, or another's sending.
    const other = { ...body, templateId: (await addTemplate('admin', {}))._id, _id };
    const asOther = server.call('POST', '/messages/runs', { as: 'manager', body: other });
    expect((await asOther).json()).toMatchObject({ code: 'ID_TAKEN' });
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

  it('adds up to all loans that match, closed ones too, and asks nobody again who paid an agent all', async () => {
    const city = `Town ${newId()}`;
    const add = (more: object) =>
      server.addLoan({ managerId: server.people.manager.id, city, ...more });
    await add({ mobileNumber: '9733333331' });
    const part = await add({ mobileNumber: '9733333332', totalDueAmount: 46_696 });
    const whole = await add({ mobileNumber: '9733333333', totalDueAmount: 900 });
    await add({ status: 'PAID', totalDueAmount: 0 });
    const wrong = await add({ mobileNumber: '9733333334', alternateMobileNumber: '9733333335' });
    await server.db
      .execute(sql`update loans set unverified_amount = case when id = ${part} then 11674 else 900 end
      where id in (${part}, ${whole})`);
    await server.db.execute(sql`insert into contact_numbers (id, number, loan_id)
      values (${newId()}, '9733333334', ${wrong})`);
    const body = { templateId: template._id, choice: { matching: { city: [city] } } };
    const preview = await server.call('POST', '/messages/runs/preview', { as: 'manager', body });
    const leftOut = [
      { reason: 'NOT_ACTIVE', loans: 1 },
      { reason: 'NOTHING_LEFT', loans: 1 },
    ];
    expect(preview.json(), preview.body).toMatchObject({ totalLoans: 5, willGet: 3, leftOut });
    const made = await server.call('POST', '/messages/runs', { as: 'manager', body });
    const { _id } = made.json<{ _id: string }>();
    const run = async () =>
      (await server.call('GET', `/messages/runs/${_id}`, { as: 'manager' })).json<{
        state: string;
      }>();
    await expect.poll(async () => (await run()).state, patience).toBe('DONE');
    expect(await run()).toMatchObject({ totalLoans: 5, doneLoans: 5, queued: 3, leftOut });
    const { rows } = await server.db.execute<{ number: string; text: string }>(
      sql`select number, text from messages where run_id = ${_id} order by number`,
    );
    expect(rows.map(({ number }) => number)).toEqual(['9733333331', '9733333332', '9733333335']);
    expect(rows[1]?.text).toContain('₹46,696 (₹11,674 received, not yet verified) is due');
  });

  it('that is stopped while the gateway is busy sends nothing more', async () => {
    gateway.treat(503);
    const made = await server.call('POST', '/messages/runs', {
      as: 'manager',
      body: { templateId: template._id, choice: { loanIds: [loanId] } },
    });
    const { _id: runId } = made.json<{ _id: string }>();
    const find = async () =>
      (
        await server.db.execute<{ id: string }>(
          sql`select id from messages where run_id = ${runId}`,
        )
      ).rows[0]?.id ?? '';
    await expect.poll(find, patience).not.toBe('');
    const _id = await find();
    await expect.poll(async () => (await messageOf(_id)).error, patience).not.toBeNull();
    // The stop came while it was with the gateway: found nothing that waits.
    await server.db.execute(sql`update message_runs set state = 'CANCELLED' where id = ${runId}`);
    gateway.treat(200);
    await hurry(_id);
    await expect.poll(stateOf(_id), patience).toBe('REFUSED');
    expect((await messageOf(_id)).reason).toBe('CANCELLED');
    expect(gateway.taken().get(_id)).toBeUndefined();
  });

  it('that does not come to its end tells whoever ordered it', async () => {
    const body = { templateId: template._id, choice: { loanIds: [loanId] } };
    const made = await server.call('POST', '/messages/runs', { as: 'manager', body });
    const { _id: runId } = made.json<{ _id: string }>();
    // In one transaction: nobody else goes on with it in between.
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`update message_runs set state = 'QUEUEING' where id = ${runId}`);
      await giveUpRun(tx, runId);
    });
    const { rows } = await server.db.execute(
      sql`select user_id as id from notifications where kind = 'SENDING_FAILED'`,
    );
    expect(rows).toEqual([{ id: server.people.manager.id }]);
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

describe('a message that a manager sent again', () => {
  it('is told its second failure too', async () => {
    const { _id } = await sent();
    const failure = () => receive({ ref: _id, data: { status: 'GONE' } });
    await expect.poll(stateOf(_id), patience).toBe('SENT');
    expect((await failure()).json()).toEqual({ taken: 1, known: 1 });
    expect((await failure()).json()).toEqual({ taken: 0, known: 1 });
    const again = await server.call('POST', `/messages/${_id}/retry`, { as: 'manager' });
    expect(again.statusCode, again.body).toBe(200);
    await expect.poll(stateOf(_id), patience).toBe('SENT');
    expect((await failure()).json()).toEqual({ taken: 1, known: 1 });
    expect(await stateOf(_id)()).toBe('FAILED');
  });
});
