import { createPublicKey, verify } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { notify } from '../../server/notifications/notification-service.ts';
import type { NewNotification } from '../../server/notifications/notification-service.ts';
import { isPublicAddress } from '../../server/push/push-address.ts';
import { startPushDouble } from '../support/push-double.ts';
import type { PushDouble } from '../support/push-double.ts';
import { startTestServer, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const doubles: PushDouble[] = [];

const server = testServer({ PUSH_TO_PRIVATE: '1' });

afterEach(async () => {
  await server.db.execute(sql`delete from push_subscriptions`);
  for (const double of doubles.splice(0)) await double.close();
});

/** A message may wait for its job, and for its second try. */
const patience = { timeout: 25_000, interval: 100 };

async function browser(): Promise<PushDouble> {
  const double = await startPushDouble();
  doubles.push(double);
  return double;
}
const subscribe = (as: PersonName, { subscription }: PushDouble) =>
  server.call('POST', '/api/v2/push/subscriptions', { as, body: subscription });
const tell = (notices: readonly NewNotification[]) =>
  server.db.transaction((tx) => notify(tx, notices));
const allocationTo = (name: PersonName): NewNotification => ({
  to: { userId: server.people[name].id },
  kind: 'ALLOCATION',
  facts: { count: 3, personName: 'Secret Name' },
});
const subscriptions = async () => {
  const { rows } = await server.db.execute<{ user_id: string }>(
    sql`select user_id from push_subscriptions`,
  );
  return rows.map((row) => row.user_id);
};

describe('a person who allowed it', () => {
  it('is told on its browser, sealed for it, without names or amounts', async () => {
    const phone = await browser();
    expect((await subscribe('collector', phone)).statusCode).toBe(200);
    await tell([allocationTo('collector'), allocationTo('collector2')]);
    await expect.poll(() => phone.received.length, patience).toBe(1);
    const [message] = phone.received;
    expect(JSON.parse(message?.text ?? '')).toEqual({
      kind: 'ALLOCATION',
      count: 3,
      tag: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      url: 'notifications',
      to: server.people.collector.id,
    });
    expect(message?.body.includes('ALLOCATION')).toBe(false);
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200' });
  });

  it('is told under the key that the browser was given, and no other server can be', async () => {
    const phone = await browser();
    await subscribe('manager', phone);
    const answer = await server.call('GET', '/api/v2/push/key', { as: 'manager' });
    const { publicKey } = answer.json<{ publicKey: string }>();
    const again = await server.call('GET', '/api/v2/push/key', { as: 'customer' });
    expect(again.json()).toEqual({ publicKey });
    await tell([allocationTo('manager')]);
    await expect.poll(() => phone.received.length, patience).toBe(1);
    const authorization = phone.received[0]?.headers.authorization ?? '';
    const [, head = '', claims = '', signature = '', key] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
    expect(key).toBe(publicKey);
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: new URL(phone.subscription.endpoint).origin,
    });
  });

  it('shares what is for its lender with the lender’s other people', async () => {
    const [phone, desk, foreign] = [await browser(), await browser(), await browser()];
    await subscribe('customer', phone);
    await subscribe('clientadmin', desk);
    await subscribe('customerOfY', foreign);
    await tell([{ to: { clientId: server.clients.X.id }, kind: 'SETTLEMENT_PROPOSED' }]);
    await expect.poll(() => phone.received.length + desk.received.length, patience).toBe(2);
    expect(foreign.received).toHaveLength(0);
  });

  it('is told after the commit only', async () => {
    const phone = await browser();
    await subscribe('collector', phone);
    const undone = server.db.transaction(async (tx) => {
      await notify(tx, [allocationTo('collector')]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await tell([{ to: { userId: server.people.collector.id }, kind: 'SETTLEMENT_LETTER' }]);
    await expect.poll(() => phone.received.length, patience).toBe(1);
    expect(phone.received[0]?.text).toContain('SETTLEMENT_LETTER');
  });
});

describe('a subscription', () => {
  it('belongs to who subscribed last, and only that person ends it', async () => {
    const phone = await browser();
    await subscribe('collector', phone);
    await subscribe('collector2', phone);
    expect(await subscriptions()).toEqual([server.people.collector2.id]);
    const remove = (as: PersonName) =>
      server.call('PUT', '/api/v2/push/subscriptions/remove', {
        as,
        body: { endpoint: phone.subscription.endpoint },
      });
    const check = async (as: PersonName) =>
      (
        await server.call('POST', '/api/v2/push/subscriptions/check', {
          as,
          body: { endpoint: phone.subscription.endpoint },
        })
      ).json<{ isSubscribed: boolean }>().isSubscribed;
    expect([await check('collector'), await check('collector2')]).toEqual([false, true]);
    expect((await remove('collector')).statusCode).toBe(200);
    expect(await subscriptions()).toHaveLength(1);
    expect((await remove('collector2')).statusCode).toBe(200);
    expect(await subscriptions()).toHaveLength(0);
  });

  it('goes when the push service says that it is gone', async () => {
    const phone = await browser();
    await subscribe('collector', phone);
    phone.answer(410);
    await tell([allocationTo('collector')]);
    await expect.poll(subscriptions, patience).toEqual([]);
    expect(phone.received).toHaveLength(1);
  });

  it('is tried again when the push service is in trouble, and goes after many failures', async () => {
    const phone = await browser();
    await subscribe('collector', phone);
    phone.answer(503);
    await tell([allocationTo('collector')]);
    await expect.poll(() => phone.received.length, patience).toBe(1);
    phone.answer(201);
    await expect.poll(() => phone.received.length, patience).toBe(2);
    expect(phone.received[1]?.text).toBe(phone.received[0]?.text);
    const failures = async () => {
      const { rows } = await server.db.execute<{ failures: number }>(
        sql`select failures from push_subscriptions`,
      );
      return rows[0]?.failures;
    };
    await expect.poll(failures, patience).toBe(0);
    await server.db.execute(sql`update push_subscriptions set failures = 14`);
    phone.answer(500);
    await tell([allocationTo('collector')]);
    await expect.poll(subscriptions, patience).toEqual([]);
  });
});

describe('the address of a push service', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fd00::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ];

  it('lies in the public internet', () => {
    for (const address of inside) expect(isPublicAddress(address), address).toBe(false);
    for (const address of ['8.8.8.8', '142.250.1.1', '2a00:1450:4001:800::200a'])
      expect(isPublicAddress(address), address).toBe(true);
  });

  it('is refused when it does not, or is not https', async () => {
    const strict = await startTestServer();
    try {
      const { subscription } = await browser();
      const hosts = inside.map((ip) => (ip.includes(':') ? `[${ip}]` : ip));
      const refused = [
        ...[...hosts, 'localhost', 'db', 'push.internal', '2130706433', 'localhost.'].map(
          (host) => `https://${host}/push`,
        ),
        'http://push.example.com/x',
        'https://push.example.com:22/x',
        'https://user:pass@push.example.com/x',
        'file:///etc/passwd',
        'nothing',
      ];
      for (const endpoint of refused) {
        const answer = await strict.call('POST', '/api/v2/push/subscriptions', {
          as: 'collector',
          body: { ...subscription, endpoint },
        });
        expect(answer.statusCode, endpoint).toBe(400);
        expect(answer.json<{ code: string }>().code).toBe('BAD_PUSH_ADDRESS');
      }
      await strict.taken('POST', '/api/v2/push/subscriptions', {
        as: 'collector',
        body: { ...subscription, endpoint: 'https://push.example.com/abc' },
      });
    } finally {
      await strict.close();
    }
  });
});
