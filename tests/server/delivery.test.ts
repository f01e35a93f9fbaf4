import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Disposition } from '../../contract/disposition.ts';
import { allocations } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import { keepDevicesUp } from '../../server/devices/device-upkeep.ts';
import { unseal } from '../../server/devices/unseal.ts';
import { testServer } from '../support/server.ts';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { ago, loanOf, visitOf } from '../support/work.ts';
import vectors from '../support/seal-vectors.json' with { type: 'json' };

const server = testServer();
let phone: TestDevice;

beforeAll(async () => {
  phone = await registerTestDevice(server, 'fieldagent');
});

const addLoan = () => loanOf(server, 'fieldagent');

const visit = async (loanId: string, more: object = {}, queued: object = {}) =>
  phone.seal({
    call: 'createFieldDisposition',
    loanId,
    body: visitOf(loanId, more),
    ...queued,
  });

async function historyOf(loanId: string): Promise<Disposition[]> {
  const answer = await server.call('GET', '/call-disposition/caseHistory', {
    as: 'admin',
    query: { loanId },
  });
  return answer.json<{ data: Disposition[] }>().data;
}

async function rowsOf(query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await server.db.execute(query)).rows;
}

describe('unsealing', () => {
  it.each(vectors.cases)('opens what the app seals ($purpose $id)', (vector) => {
    const privateKey = Buffer.from(vectors.serverKey.privateKeyPkcs8, 'base64');
    const plain = unseal(
      privateKey,
      {
        ephemeralKey: vector.ephemeralKey,
        iv: Buffer.from(vector.iv, 'base64url'),
        ciphertext: Buffer.from(vector.ciphertext, 'base64url'),
      },
      vector.purpose as 'recoup-operation-v1',
      vector.id,
    );
    expect(plain.toString('base64url')).toBe(vector.plain);
    expect(sha256Hex(plain)).toBe(vector.sha256);
  });
});

describe('delivery of operations', () => {
  it('stores a visit once, however often and at once it is delivered, and answers the same receipt', async () => {
    const loanId = await addLoan();
    const sealed = await visit(loanId);
    const rounds = await Promise.all([1, 2, 3, 4, 5].map(() => phone.deliver([sealed])));
    for (const receipts of rounds)
      expect(receipts).toEqual([
        { opId: sealed.opId, payloadHash: sealed.payloadHash, outcome: 'DONE', status: 200 },
      ]);
    expect(await historyOf(loanId)).toHaveLength(1);
    const audit = await rowsOf(
      sql`select 1 from audit_log where action = 'disposition.record' and details ->> 'loanId' = ${loanId}`,
    );
    expect(audit).toHaveLength(1);
  });

  it("takes work that another person recorded under nobody else's token, and under its author's", async () => {
    const loanId = await addLoan();
    const strange = await visit(loanId, {}, { authorId: newId() });
    const [refused] = await phone.deliver([strange]);
    expect(refused).toMatchObject({ outcome: 'REFUSED', status: 403, code: 'OTHER_AUTHOR' });
    const [user] = await rowsOf(
      sql`select user_id from devices where id = ${phone.grant.deviceId}`,
    );
    const own = await visit(loanId, {}, { authorId: user?.['user_id'], opId: strange.opId });
    expect(await phone.deliver([own])).toMatchObject([{ outcome: 'DONE' }]);
  });

  it('refuses another content under the same operation id', async () => {
    const loanId = await addLoan();
    const first = await visit(loanId);
    const other = await visit(loanId, {}, { opId: first.opId });
    await phone.deliver([first]);
    expect(await phone.deliver([other])).toMatchObject([{ outcome: 'REFUSED', status: 409 }]);
    expect(await historyOf(loanId)).toHaveLength(1);
  });

  it('holds a child until its parent is there, then runs it', async () => {
    const collectorPhone = await registerTestDevice(server, 'collector');
    const ofCollector = await server.addLoan({ collectorId: server.people.collector.id });
    const dispositionId = newId();
    const parent = await collectorPhone.seal({
      call: 'createCallDisposition',
      loanId: ofCollector,
      body: {
        _id: dispositionId,
        loanId: ofCollector,
        disposition: 'CALLBACK',
        date: '2099-01-01',
      },
    });
    const alert = await collectorPhone.seal({
      call: 'createAlert',
      loanId: ofCollector,
      after: parent.opId,
      body: {
        loanId: ofCollector,
        dispositionId,
        alertType: 'CallBack',
        alertDate: '2027-01-05',
        alertTime: '10:00 AM',
      },
    });
    expect(await collectorPhone.deliver([alert])).toMatchObject([{ outcome: 'HELD' }]);
    expect(await collectorPhone.deliver([parent])).toMatchObject([
      { outcome: 'REFUSED', status: 422, code: 'INCOMPLETE_DISPOSITION' },
    ]);
    const repaired = await collectorPhone.seal({
      call: 'createCallDisposition',
      loanId: ofCollector,
      body: { _id: dispositionId, loanId: ofCollector, disposition: 'RINGING' },
    });
    const child = await collectorPhone.seal({
      call: 'createAlert',
      loanId: ofCollector,
      after: repaired.opId,
      body: {
        loanId: ofCollector,
        dispositionId,
        alertType: 'CallBack',
        alertDate: '2027-01-05',
        alertTime: '10:00 AM',
      },
    });
    expect(await collectorPhone.deliver([child])).toMatchObject([{ outcome: 'HELD' }]);
    expect(await collectorPhone.deliver([repaired])).toMatchObject([{ outcome: 'DONE' }]);
    expect(await collectorPhone.deliver([child])).toMatchObject([{ outcome: 'DONE' }]);
    expect(await rowsOf(sql`select 1 from alerts where loan_id = ${ofCollector}`)).toHaveLength(1);
  });

  it('releases what is held although the server died before it could, and tells of what stays held', async () => {
    const loanId = await addLoan();
    const parentId = newId();
    const child = await visit(loanId, {}, { after: parentId });
    expect(await phone.deliver([child])).toMatchObject([{ outcome: 'HELD' }]);
    await server.db.execute(
      sql`update operations set delivered_at = now() - interval '2 days' where op_id = ${child.opId}`,
    );
    const refused = async () => {
      const answer = await server.call('GET', '/devices/watched', { as: 'admin' });
      const { data } = answer.json<{ data: { deviceId: string; refusedCount: number }[] }>();
      return data.find(({ deviceId }) => deviceId === phone.grant.deviceId)?.refusedCount;
    };
    const before = await refused();
    await server.db.execute(sql`
      insert into operations (op_id, payload_hash, user_id, device_id, sequence, call, outcome, status)
      select ${parentId}, payload_hash, user_id, device_id, 900000, call, 'DONE', 200
      from operations where op_id = ${child.opId}`);
    await keepDevicesUp(server.context);
    expect(await historyOf(loanId)).toHaveLength(1);
    expect(await phone.deliver([child])).toMatchObject([{ outcome: 'DONE' }]);
    expect(await refused()).toBe(Number(before) - 1);
  });

  it('lets one refused operation stop nobody, and runs it again when it may go through', async () => {
    const mine = await addLoan();
    const notYet = await server.addLoan();
    const refused = await visit(notYet);
    const good = [await visit(mine), await visit(mine)];
    expect(await phone.deliver([refused, ...good])).toMatchObject([
      { outcome: 'REFUSED', status: 404, code: 'NOT_FOUND' },
      { outcome: 'DONE' },
      { outcome: 'DONE' },
    ]);
    expect(
      await rowsOf(sql`select outcome, status from operations where op_id = ${refused.opId}`),
    ).toEqual([{ outcome: 'REFUSED', status: 404 }]);
    await server.db.execute(
      sql`update loans set field_agent_id = ${server.people.fieldagent.id} where id = ${notYet}`,
    );
    expect(await phone.deliver([refused])).toMatchObject([{ outcome: 'DONE' }]);
    expect(await historyOf(notYet)).toHaveLength(1);
  });

  it('counts late work under the allocation it was done in, also when the agent could not know it had ended', async () => {
    phone = await registerTestDevice(server, 'fieldagent');
    const loanId = await server.addLoan();
    const allocationId = newId();
    await server.db.insert(allocations).values({
      id: allocationId,
      loanId,
      assigneeId: server.people.fieldagent.id,
      kind: 'FIELD',
      allocatedAt: ago(5000),
      endedAt: ago(300),
    });
    const sealed = await visit(loanId, { recordedAt: ago(200) });
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
    expect(
      await rowsOf(sql`select allocation_id, op_id from dispositions where loan_id = ${loanId}`),
    ).toEqual([{ allocation_id: allocationId, op_id: sealed.opId }]);
  });

  it("corrects the phone's clock", async () => {
    phone = await registerTestDevice(server, 'fieldagent');
    const loanId = await addLoan();
    const dayAhead = 86_400_000;
    const sealed = await visit(
      loanId,
      { recordedAt: new Date(Date.now() + dayAhead - 600_000).toISOString() },
      { clockOffsetMs: -dayAhead },
    );
    await phone.deliver([sealed]);
    const [row] = await historyOf(loanId);
    const minutesAgo = (Date.now() - new Date(row?.disCreatedAt ?? 0).getTime()) / 60_000;
    expect(minutesAgo).toBeGreaterThan(9.5);
    expect(minutesAgo).toBeLessThan(11);
  });

  it('opens nothing that was changed, moved to another id, or sealed for another server', async () => {
    const loanId = await addLoan();
    const sealed = await visit(loanId);
    const moved = { ...sealed, opId: newId() };
    const changed = { ...(await visit(loanId)), payloadHash: '0'.repeat(64) };
    const foreign = { ...(await visit(loanId)), keyId: newId() };
    expect(await phone.deliver([moved, changed, foreign])).toMatchObject([
      { outcome: 'REFUSED', code: 'SEAL_BROKEN' },
      { outcome: 'REFUSED', code: 'HASH_MISMATCH' },
      { outcome: 'REFUSED', code: 'UNKNOWN_KEY' },
    ]);
    expect(await historyOf(loanId)).toEqual([]);
  });

  it('runs only what the role may do, and only as its author', async () => {
    const loanId = await addLoan();
    const asCollector = await phone.seal({
      call: 'createCallDisposition',
      loanId,
      body: { _id: newId(), loanId, disposition: 'RINGING' },
    });
    expect(await phone.deliver([asCollector])).toMatchObject([{ status: 403, code: 'WRONG_ROLE' }]);
    const other = await registerTestDevice(server, 'fieldagent2');
    const mine = await visit(loanId);
    await phone.deliver([mine]);
    expect(await other.deliver([mine])).toMatchObject([{ outcome: 'REFUSED', status: 409 }]);
    expect(await other.deliver([await visit(loanId)])).toMatchObject([{ status: 404 }]);
  });

  it('knows what the device still holds, and what it had confirmed', async () => {
    const collectorPhone = await registerTestDevice(server, 'collector2');
    const loanId = await server.addLoan({ collectorId: server.people.collector2.id });
    const sealed = await collectorPhone.seal({
      call: 'createCallDisposition',
      loanId,
      sequence: 7,
      body: { _id: newId(), loanId, disposition: 'BUSY' },
    });
    const answer = await collectorPhone.post([sealed], 3);
    expect(answer.json()).toMatchObject({ lastSequence: 7, epoch: collectorPhone.grant.epoch });
    expect(
      await rowsOf(sql`select unsent_count, app_version, last_sequence, last_delivered_at is not null as delivered
        from devices where id = ${collectorPhone.grant.deviceId}`),
    ).toEqual([{ unsent_count: 3, app_version: '1.0.1', last_sequence: 7, delivered: true }]);
    const again = await registerTestDevice(server, 'collector2', collectorPhone.grant.deviceId);
    expect(again.grant.lastSequence).toBe(7);
  });

  it('keeps the delivery token to delivery: no reading, dead after a new login, useless for a disabled user', async () => {
    const first = await registerTestDevice(server, 'collector3');
    const read = (token: string) =>
      server.app.inject({
        method: 'GET',
        url: '/api/v1/device/pull',
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await read(first.grant.deliveryToken)).statusCode).toBe(401);
    expect((await first.post([], 0, server.people.collector3.token)).statusCode).toBe(401);
    const second = await registerTestDevice(server, 'collector3', first.grant.deviceId);
    expect((await first.post([])).statusCode).toBe(401);
    expect((await second.post([])).statusCode).toBe(200);
    await server.db.execute(
      sql`update users set disabled_at = now() where id = ${server.people.collector3.id}`,
    );
    expect((await second.post([])).statusCode).toBe(401);
    await server.db.execute(
      sql`update users set disabled_at = null where id = ${server.people.collector3.id}`,
    );
  });

  it('delivers after the session ended', async () => {
    const loanId = await addLoan();
    const sealed = await visit(loanId);
    await server.db.execute(
      sql`update sessions set last_seen_at = now() - interval '2 hours' where user_id = ${server.people.fieldagent.id}`,
    );
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
    await server.db.execute(
      sql`update sessions set last_seen_at = now() where user_id = ${server.people.fieldagent.id}`,
    );
  });
});
