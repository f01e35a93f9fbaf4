import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { DeviceGrant } from '../../contract/queued-work.ts';
import { newId } from '../../server/ids.ts';
import { openSession } from '../../server/identity/session.ts';
import { listenLive, notifyLive, sessionsTopic } from '../../server/live-events/live-events.ts';
import { contact, sayWiped, sendContact, watched } from '../support/device-contact.ts';
import { testServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { loanOf, visitOf } from '../support/work.ts';

const server = testServer();

/** A login of its own: ending it must not end those of the other tests. */
async function logIn(name: PersonName) {
  const { id, role } = server.people[name];
  const { token } = await openSession(server.db, { id, role });
  const headers = { authorization: `Bearer ${token}` };
  return {
    register: async (deviceId: string, more: object = {}) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/device',
        headers,
        payload: { deviceId, appVersion: '1.0.0', ...more },
      }),
    get: async (path: string, query: Record<string, string> = {}) =>
      server.app.inject({ method: 'GET', url: `/api/v1${path}`, headers, query }),
  };
}

/** A phone whose login may be ended: it was registered by a session of its own. */
async function phoneOf(name: PersonName) {
  const session = await logIn(name);
  const call: TestServer['call'] = (_method, _path, { body }) => session.register('', { ...body });
  const phone = await registerTestDevice({ ...server, call }, name);
  return { phone, session, deviceId: phone.grant.deviceId, userId: server.people[name].id };
}

const wipe = (as: PersonName, { deviceId, userId }: { deviceId: string; userId: string }) =>
  server.call('POST', '/devices/wipe', { as, body: { deviceId, userId } });
const cancel = (as: PersonName, { deviceId, userId }: { deviceId: string; userId: string }) =>
  server.call('POST', '/devices/cancel-wipe', { as, body: { deviceId, userId } });

async function auditOf(deviceId: string): Promise<unknown[]> {
  const rows = await server.db.execute(sql`select action, actor_id from audit_log
    where entity_id = ${deviceId} and action like 'device.%' and action <> 'device.register' order by sequence`);
  return rows.rows.map((row) => [row['action'], row['actor_id']]);
}

const visitOn = async (phone: TestDevice, more: object = {}) => {
  const loanId = await loanOf(server, 'fieldagent');
  return phone.seal({ call: 'createFieldDisposition', loanId, body: visitOf(loanId, more) });
};

describe('ending a device', () => {
  it('reaches the phone of a disabled user too, from which nothing is taken in until it is enabled', async () => {
    const ended = await phoneOf('fieldagent2');
    const { phone, deviceId, userId } = ended;
    const disable = (isDisabled: boolean) =>
      server.db
        .execute(sql`update users set disabled_at = case when ${isDisabled}::boolean then now() end
        where id = ${userId}`);
    const loanId = await server.addLoan({ client: 'Y', fieldAgentId: userId });
    const body = visitOf(loanId);
    const sealed = await phone.seal({ call: 'createFieldDisposition', loanId, body });
    await disable(true);
    expect((await phone.post([sealed])).statusCode, 'not ended').toBe(401);
    await wipe('admin', ended);
    expect(await contact(server, phone, { unsentCount: 1 }, [sealed])).toMatchObject({
      wipe: true,
      receipts: [{ outcome: 'RETRY', code: 'SESSION_OVER' }],
    });
    expect((await phone.putFile(newId(), Buffer.from('x'))).statusCode).toBe(401);
    expect((await sayWiped(server, phone, { unsentCount: 1 })).statusCode).toBe(200);
    expect((await auditOf(deviceId)).map((row) => (row as string[])[0])).toContain('device.wiped');
    expect((await phone.post([sealed])).statusCode, 'it has heard').toBe(401);
    await disable(false);
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
  });

  it('ends its logins at once and others not, and repeating it changes nothing', async () => {
    const ended = await phoneOf('fieldagent');
    const elsewhere = await phoneOf('fieldagent');
    const heard: string[] = [];
    const stop = listenLive(server.context, (topic) => heard.push(topic));
    const isListening = async () => {
      await notifyLive(server.db, 'gate');
      return heard.includes('gate');
    };
    await expect.poll(isListening).toBe(true);
    const answer = await wipe('manager', ended);
    // Streams that these logins opened ask at once whether they are still welcome.
    await expect.poll(() => heard).toContain(sessionsTopic(ended.userId));
    stop();
    expect(answer.json()).toMatchObject({ deviceId: ended.deviceId, wipe: 'ASKED' });
    expect((await ended.session.get('/session')).statusCode).toBe(401);
    expect((await elsewhere.session.get('/session')).statusCode).toBe(200);
    expect((await wipe('admin', ended)).json()).toEqual(answer.json());
    const by = server.people.manager.id;
    expect(await auditOf(ended.deviceId)).toEqual([['device.wipe', by]]);
    const sessions = await server.db.execute(sql`select a.actor_id, s.end_reason from sessions s
      join audit_log a on a.entity_id = s.id::text and a.action = 'session.end' where s.device_id = ${ended.deviceId}`);
    expect(sessions.rows).toEqual([{ actor_id: by, end_reason: 'device wiped' }]);
  });

  it('lets what waits be delivered first, tells the phone, and gives it nothing to read', async () => {
    const ended = await phoneOf('fieldagent');
    await wipe('superadmin', ended);
    const session = await logIn('fieldagent');
    const pulled = await session.get('/device/pull', { deviceId: ended.deviceId });
    expect(pulled.statusCode).toBe(403);
    expect(pulled.json()).toMatchObject({ code: 'DEVICE_WIPE_PENDING' });
    const refused = await session.register(ended.deviceId);
    expect(refused.json()).toMatchObject({ code: 'DEVICE_WIPE_PENDING' });
    const answer = await contact(server, ended.phone, { unsentCount: 1 }, [
      await visitOn(ended.phone),
    ]);
    expect(answer).toMatchObject({ wipe: true, receipts: [{ outcome: 'DONE' }] });
    // Saying it is wiped while something waits: the token lives on until that is delivered too.
    expect((await sayWiped(server, ended.phone, { unsentCount: 1 })).json()).toEqual({ ok: true });
    expect((await sayWiped(server, ended.phone, { unsentCount: 1 })).statusCode).toBe(200);
    expect(await watched(server, 'manager', ended.phone)).toMatchObject({ wipe: 'DONE' });
    const last = await contact(server, ended.phone, {}, [await visitOn(ended.phone)]);
    expect(last).toMatchObject({ wipe: false, receipts: [{ outcome: 'DONE' }] });
    expect((await sendContact(server, ended.phone, {})).statusCode).toBe(401);
    expect(await auditOf(ended.deviceId)).toEqual([
      ['device.wipe', server.people.superadmin.id],
      ['device.wiped', ended.userId],
      ['device.token-end', ended.userId],
    ]);
  });

  it('keeps the delivery token for a photo that a delivered visit announced', async () => {
    const ended = await phoneOf('fieldagent');
    await wipe('manager', ended);
    const bytes = Buffer.from('%PDF-1.4\n%%EOF\n');
    const file = {
      _id: newId(),
      kind: 'supportingDoc',
      name: 'slip.pdf',
      contentType: 'application/pdf',
      size: bytes.length,
      sha256: sha256Hex(bytes),
    };
    const sealed = await visitOn(ended.phone, { files: [file] });
    await contact(server, ended.phone, {}, [sealed]);
    await sayWiped(server, ended.phone);
    const stored = await ended.phone.putFile(file._id, bytes);
    expect(stored.json()).toMatchObject({ outcome: 'DONE' });
    expect((await sendContact(server, ended.phone, {})).statusCode).toBe(200);
    expect((await sendContact(server, ended.phone, {})).statusCode).toBe(401);
  });

  it('ends the token at once when nothing waits; the agent may log in on it anew', async () => {
    const ended = await phoneOf('fieldagent');
    await wipe('manager', ended);
    await sayWiped(server, ended.phone);
    expect((await sendContact(server, ended.phone, {})).statusCode).toBe(401);
    expect((await cancel('manager', ended)).json()).toMatchObject({ code: 'ALREADY_WIPED' });
    const session = await logIn('fieldagent');
    expect((await session.register(ended.deviceId)).statusCode).toBe(200);
    expect((await session.get('/device/pull', { deviceId: ended.deviceId })).statusCode).toBe(200);
    expect(await watched(server, 'manager', ended.phone)).toMatchObject({
      wipe: 'NONE',
      wipeAskedAt: null,
      wipedAt: null,
    });
  });

  it('registers a phone again that says it was emptied', async () => {
    const ended = await phoneOf('fieldagent');
    await wipe('manager', ended);
    const session = await logIn('fieldagent');
    expect((await session.register(ended.deviceId, { isWiped: true })).statusCode).toBe(200);
    expect(await watched(server, 'manager', ended.phone)).toMatchObject({ wipe: 'NONE' });
    expect(await auditOf(ended.deviceId)).toEqual([
      ['device.wipe', server.people.manager.id],
      ['device.wiped', ended.userId],
    ]);
  });

  it('can be taken back until it was carried out', async () => {
    const ended = await phoneOf('fieldagent');
    expect((await cancel('manager', ended)).json()).toMatchObject({ wipe: 'NONE' });
    await wipe('manager', ended);
    expect((await cancel('manager', ended)).json()).toMatchObject({
      wipe: 'NONE',
      wipeAskedAt: null,
    });
    expect((await contact(server, ended.phone, {})).wipe).toBe(false);
    // It had wiped itself at that moment: harmless.
    expect((await sayWiped(server, ended.phone)).statusCode).toBe(200);
    expect((await sendContact(server, ended.phone, {})).statusCode).toBe(200);
    expect(await auditOf(ended.deviceId)).toEqual([
      ['device.wipe', server.people.manager.id],
      ['device.wipe-cancel', server.people.manager.id],
    ]);
  });

  it('is nothing for another manager, an agent or the wrong pair of user and phone', async () => {
    const ended = await phoneOf('fieldagent');
    for (const send of [wipe, cancel]) {
      // A manager may not even name someone else's agent.
      expect((await send('manager2', ended)).json()).toMatchObject({ code: 'FOREIGN_PERSON' });
      for (const as of ['collector', 'fieldagent', 'partner', 'clientadmin'] as const)
        expect((await send(as, ended)).statusCode, as).toBe(403);
      const wrongPair = { deviceId: ended.deviceId, userId: server.people.collector.id };
      expect((await send('manager', wrongPair)).statusCode).toBe(404);
      expect((await send('admin', { ...ended, deviceId: newId() })).statusCode).toBe(404);
    }
    expect(await watched(server, 'manager', ended.phone)).toMatchObject({ wipe: 'NONE' });
  });

  it('ends one user of a shared phone, not the other', async () => {
    const ended = await phoneOf('fieldagent');
    const other = await logIn('collector');
    const grant = (await other.register(ended.deviceId)).json<DeviceGrant>();
    await wipe('manager', ended);
    expect((await other.get('/device/pull', { deviceId: ended.deviceId })).statusCode).toBe(200);
    const answer = await contact(server, { ...ended.phone, grant }, {});
    expect(answer.wipe).toBe(false);
  });
});
