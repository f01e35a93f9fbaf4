import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { WatchedDevice } from '../../contract/device-watch.ts';
import { newId } from '../../server/ids.ts';
import { contact, sendContact, watched, watchedBy } from '../support/device-contact.ts';
import { startTestServer, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { ago, loanOf, visitOf } from '../support/work.ts';

const server = testServer();

const phoneOf = (name: PersonName) => registerTestDevice(server, name);

const idOf = (phone: TestDevice) => phone.grant.deviceId;

async function rowOf(phone: TestDevice): Promise<WatchedDevice> {
  const row = await watched(server, 'admin', phone);
  if (!row) throw new Error('The phone is not listed.');
  return row;
}

const keysOf = async (phone: TestDevice) => {
  const found = await server.db.execute<{ key_ids: string[] }>(
    sql`select key_ids from devices where id = ${phone.grant.deviceId}`,
  );
  return found.rows[0]?.key_ids;
};

describe('what a phone says of itself', () => {
  it('is written down at each contact and shown to its manager', async () => {
    const phone = await phoneOf('fieldagent');
    expect(await rowOf(phone)).toMatchObject({
      agentName: 'Test fieldagent',
      role: 'FIELD_AGENT',
      managerName: 'Test manager',
      label: 'Test phone',
      appVersion: '1.0.0',
      unsentCount: 0,
      clockOffsetMs: null,
      isClockOff: false,
      storage: null,
      gaps: [],
      wipe: 'NONE',
    });
    const oldest = ago(90);
    await contact(server, phone, {
      unsentCount: 5,
      attentionCount: 2,
      oldestUnsentAt: oldest,
      deviceTime: new Date(Date.now() - 3_600_000).toISOString(),
      storage: { usageBytes: 1_000_000.4, quotaBytes: 6e10, isPersisted: true },
    });
    const row = await rowOf(phone);
    expect(row).toMatchObject({
      appVersion: '1.0.1',
      unsentCount: 5,
      attentionCount: 2,
      oldestUnsentAt: oldest,
      isClockOff: true,
      storage: { usageBytes: 1_000_000, quotaBytes: 6e10, isPersisted: true },
    });
    expect(Math.abs((row.clockOffsetMs ?? 0) + 3_600_000)).toBeLessThan(5000);
    await contact(server, phone, { deviceTime: new Date(Date.now() - 300_000).toISOString() });
    expect(await rowOf(phone)).toMatchObject({
      unsentCount: 0,
      attentionCount: 0,
      oldestUnsentAt: null,
      isClockOff: false,
      storage: { isPersisted: true },
    });
  });

  it('counts what was refused here until it is taken', async () => {
    const phone = await phoneOf('fieldagent');
    const foreign = await server.addLoan();
    const refused = await phone.seal({
      call: 'createFieldDisposition',
      loanId: foreign,
      body: visitOf(foreign),
    });
    await contact(server, phone, {}, [refused]);
    expect(await rowOf(phone)).toMatchObject({
      refusedCount: 1,
      unsentCount: 1,
      attentionCount: 1,
    });
    await server.db.execute(
      sql`update loans set field_agent_id = ${server.people.fieldagent.id} where id = ${foreign}`,
    );
    await contact(server, phone, {}, [refused]);
    expect(await rowOf(phone)).toMatchObject({
      refusedCount: 0,
      unsentCount: 0,
      attentionCount: 0,
    });
  });

  it('keeps the keys readable that it holds work for or may still seal to, and lets others go', async () => {
    const phone = await phoneOf('fieldagent');
    const granted = phone.grant.serverKey.keyId;
    const [old, held] = [newId(), newId()];
    expect(await keysOf(phone)).toEqual([granted]);
    await server.db.execute(sql`update devices set key_ids = array[${old}::uuid, ${held}::uuid]
      where id = ${phone.grant.deviceId}`);
    // An app that does not say what it holds may hold anything.
    await contact(server, phone, {});
    expect(await keysOf(phone)).toEqual([old, held, granted]);
    await contact(server, phone, { sealedTo: [held] });
    expect(await keysOf(phone)).toEqual([held, granted]);
    await contact(server, phone, { sealedTo: [] });
    expect(await keysOf(phone)).toEqual([granted]);
    await registerTestDevice(server, 'fieldagent', phone.grant.deviceId);
    expect(await keysOf(phone)).toEqual([granted]);
  });

  it('may be what an older app says, and breaks nothing when it is absurd', async () => {
    const phone = await phoneOf('fieldagent');
    expect((await phone.post([])).statusCode).toBe(200);
    for (const said of [
      { deviceTime: '9999-12-31T23:59:59Z' },
      { storage: { usageBytes: 1e300, quotaBytes: 1e300, isPersisted: false } },
      { oldestUnsentAt: '0000-01-01T00:00:00Z', unsentCount: Number.MAX_SAFE_INTEGER },
      { attentionCount: Number.MAX_SAFE_INTEGER, givenSequence: Number.MAX_SAFE_INTEGER },
      { waiting: [[9, 2]] as [number, number][], givenSequence: 9 },
    ])
      expect((await sendContact(server, phone, said)).statusCode, JSON.stringify(said)).toBe(200);
  });
});

describe('the list of devices', () => {
  it('shows a manager its own people and itself, an admin everyone, and agents nothing', async () => {
    const [mine, own, foreign] = [
      await phoneOf('collector'),
      await phoneOf('manager'),
      await phoneOf('fieldagent2'),
    ];
    const seen = async (as: PersonName) => {
      const ids = new Set((await watchedBy(server, as)).map((device) => device.deviceId));
      return [mine, own, foreign].map((phone) => ids.has(phone.grant.deviceId));
    };
    expect(await seen('manager')).toEqual([true, true, false]);
    expect(await seen('manager2')).toEqual([false, false, true]);
    expect(await seen('admin')).toEqual([true, true, true]);
    expect(await seen('superadmin')).toEqual([true, true, true]);
    for (const as of ['collector', 'fieldagent', 'partner', 'customer'] as const)
      expect((await server.call('GET', '/devices/watched', { as })).statusCode, as).toBe(403);
  });

  it('puts those first that need looking at, pages in the database, and filters by concern and text', async () => {
    const fresh = await startTestServer();
    try {
      const phone = (name: PersonName) => registerTestDevice(fresh, name);
      const quiet = await phone('collector');
      const unsent = await phone('collector2');
      const silent = await phone('manager');
      const refusing = await phone('fieldagent');
      const lost = await phone('fieldagent');
      const seenLost = await phone('collector');
      await contact(fresh, unsent, { unsentCount: 1 });
      await contact(fresh, silent, { unsentCount: 1 });
      await fresh.db.execute(sql`update devices set last_seen_at = now() - interval '25 hours'
        where id = ${silent.grant.deviceId}`);
      const foreign = await fresh.addLoan();
      await contact(fresh, refusing, {}, [
        await refusing.seal({
          call: 'createFieldDisposition',
          loanId: foreign,
          body: visitOf(foreign),
        }),
      ]);
      await contact(fresh, lost, { givenSequence: 1, waiting: [] });
      await contact(fresh, seenLost, { givenSequence: 1, waiting: [] });
      await fresh.db.execute(sql`update device_gaps set seen_at = now()
        where device_id = ${seenLost.grant.deviceId}`);
      const ids = async (query: Record<string, string>) =>
        (await watchedBy(fresh, 'manager', query)).map((device) => device.deviceId);
      const inOrder = [lost, refusing, silent, unsent, seenLost, quiet].map(idOf);
      expect(await ids({})).toEqual(inOrder);
      expect(await ids({ pageSize: '2', page: '2' })).toEqual(inOrder.slice(2, 4));
      expect(await ids({ concern: 'GAPS' })).toEqual([idOf(lost)]);
      expect(await ids({ concern: 'REFUSED' })).toEqual([idOf(refusing)]);
      expect(await ids({ concern: 'SILENT' })).toEqual([idOf(silent)]);
      expect(await ids({ concern: 'UNSENT' })).toEqual([refusing, silent, unsent].map(idOf));
      expect(await ids({ concern: 'WIPE' })).toEqual([]);
      expect(await ids({ search: 'COLLECTOR2' })).toEqual([idOf(unsent)]);
      expect(await ids({ search: '%' })).toEqual([]);
      expect(await ids({ search: 'test PHONE' })).toHaveLength(6);
      const page = await fresh.call('GET', '/devices/watched', { as: 'manager' });
      expect(page.json()).toMatchObject({ totalCount: 6, page: 1 });
    } finally {
      await fresh.close();
    }
  });

  it('shows what was delivered and pulled last', async () => {
    const phone = await phoneOf('fieldagent');
    const loanId = await loanOf(server, 'fieldagent');
    const sealed = await phone.seal({
      call: 'createFieldDisposition',
      loanId,
      body: visitOf(loanId),
    });
    expect(await rowOf(phone)).toMatchObject({ lastDeliveredAt: null, lastPulledAt: null });
    await contact(server, phone, {}, [sealed]);
    await server.call('GET', '/device/pull', {
      as: 'fieldagent',
      query: { deviceId: phone.grant.deviceId, limit: '500' },
    });
    const row = await rowOf(phone);
    expect(Date.now() - new Date(row.lastDeliveredAt ?? 0).getTime()).toBeLessThan(60_000);
    expect(Date.now() - new Date(row.lastPulledAt ?? 0).getTime()).toBeLessThan(60_000);
  });
});
