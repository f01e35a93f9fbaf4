import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceGrant } from '../../contract/queued-work.ts';
import { keepDevicesUp } from '../../server/devices/device-upkeep.ts';
import {
  eraseUnusedServerKeys,
  rotateServerKey,
} from '../../server/devices/server-key-rotation.ts';
import { currentServerKey } from '../../server/devices/server-keys.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { loanOf, visitOf } from '../support/work.ts';

const server = testServer();
let phone: TestDevice;

beforeAll(async () => {
  phone = await registerTestDevice(server, 'fieldagent');
});

const days = (count: number) => sql`make_interval(days => ${count})`;

/** Lets all keys and devices grow older. */
async function wait(count: number): Promise<void> {
  await server.db.execute(sql`update server_keys set created_at = created_at - ${days(count)},
    active_from = active_from - ${days(count)}`);
}

async function nextKey(): Promise<string> {
  await rotateServerKey(server.db, { isForced: true });
  await wait(3);
  return (await currentServerKey(server.db)).keyId;
}

async function keyIds(): Promise<string[]> {
  const result = await server.db.execute<{ id: string }>(sql`select id from server_keys`);
  return result.rows.map((row) => row.id);
}

const visit = async (of: TestDevice, more: object = {}) => {
  const loanId = await loanOf(server, 'fieldagent');
  return of.seal({ call: 'createFieldDisposition', loanId, body: visitOf(loanId), ...more });
};

/** What a phone says with a delivery. */
const deliver = async (of: TestDevice, operations: readonly object[], sealedTo?: string[]) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/device/delivery',
    headers: { authorization: `Bearer ${of.grant.deliveryToken}` },
    payload: {
      device: { appVersion: '1', unsentCount: 0, oldestUnsentAt: null, sealedTo },
      operations,
    },
  });

describe("the server's keys", () => {
  it('are followed by a new one after 90 days, which is handed out two days later', async () => {
    const first = phone.grant.serverKey.keyId;
    await keepDevicesUp(server.context);
    expect(await keyIds()).toEqual([first]);
    await wait(91);
    await Promise.all([keepDevicesUp(server.context), keepDevicesUp(server.context)]);
    expect(await keyIds()).toHaveLength(2);
    expect((await currentServerKey(server.db)).keyId).toBe(first);
    expect(await rotateServerKey(server.db, { isForced: true })).toMatchObject({ isNew: false });
    await wait(3);
    const second = (await currentServerKey(server.db)).keyId;
    expect(second).not.toBe(first);
    const answer = await deliver(phone, []);
    expect(answer.json<DeviceGrant>().serverKey.keyId).toBe(second);
  });

  it('open what was sealed to an old one, and stay while a phone names them', async () => {
    const queued = await visit(phone);
    const old = queued.keyId;
    await deliver(phone, [], [old]);
    for (let round = 0; round < 4; round += 1) await nextKey();
    await eraseUnusedServerKeys(server.db);
    expect(await keyIds()).toContain(old);
    const done = await deliver(phone, [queued], []);
    expect(done.json()).toMatchObject({ receipts: [{ outcome: 'DONE' }] });
    // The answer of that may have been lost; the next contact lets go of all but the newest.
    await deliver(phone, [], []);
    await eraseUnusedServerKeys(server.db);
    const left = await keyIds();
    expect(left).not.toContain(old);
    expect(left.length).toBeLessThanOrEqual(3);
    const late = await deliver(phone, [{ ...queued, opId: newId() }], []);
    expect(late.json()).toMatchObject({ receipts: [{ outcome: 'REFUSED', code: 'UNKNOWN_KEY' }] });
  });

  it('stay while work sealed to them is held here for its parent', async () => {
    const sealing = await registerTestDevice(server, 'fieldagent');
    const parent = await visit(sealing);
    const child = await visit(sealing, { after: parent.opId });
    expect((await deliver(sealing, [child], [])).json()).toMatchObject({
      receipts: [{ outcome: 'HELD' }],
    });
    for (let round = 0; round < 4; round += 1) await nextKey();
    await deliver(sealing, [], []);
    await deliver(sealing, [], []);
    await eraseUnusedServerKeys(server.db);
    expect(await keyIds()).toContain(child.keyId);
    await deliver(sealing, [parent], []);
    const rows = await server.db.execute(
      sql`select outcome from operations where op_id = ${child.opId}`,
    );
    expect(rows.rows).toEqual([{ outcome: 'DONE' }]);
  });

  it('stay for phones that never said what they hold, until they are ended', async () => {
    const silent = await registerTestDevice(server, 'fieldagent2');
    const granted = silent.grant.serverKey.keyId;
    await server.db.execute(
      sql`update devices set key_ids = '{}' where id = ${silent.grant.deviceId}`,
    );
    for (let round = 0; round < 3; round += 1) await nextKey();
    await server.db.execute(sql`update devices set key_ids = array[${newId()}::uuid]
      where id <> ${silent.grant.deviceId}`);
    await eraseUnusedServerKeys(server.db);
    expect(await keyIds()).toContain(granted);
    await server.db.execute(
      sql`update devices set revoked_at = now() where id = ${silent.grant.deviceId}`,
    );
    expect(await eraseUnusedServerKeys(server.db)).toContain(granted);
    const audit = await server.db.execute(
      sql`select 1 from audit_log where action = 'server-key.erase' and entity_id = ${granted}`,
    );
    expect(audit.rows).toHaveLength(1);
  });
});
