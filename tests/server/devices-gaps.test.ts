import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { SealedOperation } from '../../contract/queued-work.ts';
import { joinRanges, rangesOf, withoutRanges } from '../../server/devices/sequence-ranges.ts';
import { newId } from '../../server/ids.ts';
import { contact, watched } from '../support/device-contact.ts';
import type { SaidState } from '../support/device-contact.ts';
import { testServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { loanOf, visitOf } from '../support/work.ts';

const server = testServer();

const newPhone = () => registerTestDevice(server, 'fieldagent');

async function visits(phone: TestDevice, sequences: readonly number[]): Promise<SealedOperation[]> {
  const loanId = await loanOf(server, 'fieldagent');
  return Promise.all(
    sequences.map((sequence) =>
      phone.seal({
        call: 'createFieldDisposition',
        loanId,
        body: visitOf(loanId, { remarks: `visit ${sequence}` }),
        sequence,
      }),
    ),
  );
}

const markOf = async (phone: TestDevice) => {
  const found = await server.db.execute(
    sql`select settled_sequence as settled, given_sequence as given from devices where id = ${phone.grant.deviceId}`,
  );
  return found.rows[0];
};

describe('ranges of numbers', () => {
  it('are joined where they touch and cut where they are taken', () => {
    expect(rangesOf([5, 1, 2, 2, 3, 7])).toEqual([
      [1, 3],
      [5, 5],
      [7, 7],
    ]);
    expect(
      joinRanges([
        [4, 9],
        [1, 5],
        [20, 10],
      ]),
    ).toEqual([[1, 9]]);
    expect(
      withoutRanges(
        [[1, 10]],
        [
          [3, 4],
          [10, 12],
        ],
      ),
    ).toEqual([
      [1, 2],
      [5, 9],
    ]);
    expect(withoutRanges([[1, 2_000_000_000]], [[2, 1_999_999_999]])).toEqual([
      [1, 1],
      [2_000_000_000, 2_000_000_000],
    ]);
    expect(withoutRanges([[5, 6]], [[1, 9]])).toEqual([]);
  });
});

describe('work lost with the storage of a phone', () => {
  it('is told to the phone and its manager, by number, and nothing that only waits is', async () => {
    const phone = await newPhone();
    const [first, second] = await visits(phone, [1, 2]);
    if (!first || !second) throw new Error('Two visits were sealed.');
    const waiting = {
      givenSequence: 9,
      waiting: [
        [2, 3],
        [7, 8],
      ] as [number, number][],
    };
    // The first one comes with the request itself; 2, 3, 7 and 8 wait.
    const answer = await contact(server, phone, waiting, [first]);
    expect(answer.gaps).toEqual([
      [4, 6],
      [9, 9],
    ]);
    const device = await watched(server, 'manager', phone);
    expect(device?.gaps).toMatchObject([
      { firstSequence: 9, lastSequence: 9, missing: 1, seenAt: null },
      { firstSequence: 4, lastSequence: 6, missing: 3, seenAt: null },
    ]);
    const again = await registerTestDevice(server, 'fieldagent', phone.grant.deviceId);
    expect(again.grant.gaps).toEqual(answer.gaps);
    expect(again.grant.lastSequence).toBe(9);
    // Saying the same again notes nothing twice.
    expect((await contact(server, again, waiting, [first])).gaps).toEqual(answer.gaps);
    expect(await markOf(phone)).toEqual({ settled: 1, given: 9 });
  });

  it('is not made up by a forged number: its work waits for a manager, and the phone counts on as before', async () => {
    const phone = await newPhone();
    const [real, forged] = await visits(phone, [3, 2_147_483_647]);
    if (!real || !forged) throw new Error('Two visits were sealed.');
    await contact(server, phone, { givenSequence: 3, waiting: [] }, [real]);
    for (const said of [{ givenSequence: 3, waiting: [] }, {}] as SaidState[]) {
      const answer = await contact(server, phone, said, [forged]);
      expect(answer).toMatchObject({
        lastSequence: 3,
        receipts: [{ outcome: 'DONE', code: 'IN_REVIEW' }],
      });
    }
    const next = await visits(phone, [4]);
    const after = await contact(server, phone, { givenSequence: 4, waiting: [] }, next);
    expect(after).toMatchObject({ lastSequence: 4, receipts: [{ outcome: 'DONE', status: 200 }] });
    expect(after.receipts[0]?.code).toBeUndefined();
    const again = await registerTestDevice(server, 'fieldagent', phone.grant.deviceId);
    expect(again.grant.lastSequence).toBe(4);
  });

  it('closes by itself, number by number, when it arrives after all', async () => {
    const phone = await newPhone();
    expect((await contact(server, phone, { givenSequence: 3, waiting: [] })).gaps).toEqual([
      [1, 3],
    ]);
    await contact(server, phone, { givenSequence: 3, waiting: [] }, await visits(phone, [2]));
    const device = await watched(server, 'manager', phone);
    expect(device?.gaps).toMatchObject([{ firstSequence: 1, lastSequence: 3, missing: 2 }]);
    const rest = await visits(phone, [1, 3]);
    expect((await contact(server, phone, { givenSequence: 3, waiting: [] }, rest)).gaps).toEqual(
      [],
    );
    expect((await watched(server, 'manager', phone))?.gaps).toEqual([]);
  });

  it('is not told of what the server holds or refused, nor of what fails in this very request', async () => {
    const phone = await newPhone();
    const loanId = await loanOf(server, 'fieldagent');
    const foreign = await server.addLoan();
    const [parent, child, refused, damaged] = await Promise.all([
      phone.seal({ call: 'createFieldDisposition', loanId, body: visitOf(loanId), sequence: 1 }),
      phone.seal({
        call: 'createFieldDisposition',
        loanId,
        body: visitOf(loanId),
        sequence: 2,
        after: newId(),
      }),
      phone.seal({
        call: 'createFieldDisposition',
        loanId: foreign,
        body: visitOf(foreign),
        sequence: 3,
      }),
      phone.seal({ call: 'createFieldDisposition', loanId, body: visitOf(loanId), sequence: 4 }),
    ]);
    const batch = [parent, child, refused, { ...damaged, payloadHash: '0'.repeat(64) }];
    const said = { givenSequence: 4, waiting: [[1, 4]] as [number, number][] };
    const { receipts, gaps } = await contact(server, phone, said, batch);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(['DONE', 'HELD', 'REFUSED', 'REFUSED']);
    expect(gaps).toEqual([]);
    // Number 4 was refused unread: only the phone has it. Once it is gone from there too, it is lost.
    expect(await markOf(phone)).toEqual({ settled: 3, given: 4 });
    expect((await contact(server, phone, { givenSequence: 4, waiting: [] })).gaps).toEqual([
      [4, 4],
    ]);
    expect(await markOf(phone)).toEqual({ settled: 4, given: 4 });
  });

  it('is not told by a phone that does not say what waits, or that knows another life of the server', async () => {
    const phone = await newPhone();
    expect((await contact(server, phone, { givenSequence: 5 })).gaps).toEqual([]);
    const said = { givenSequence: 5, waiting: [] };
    expect((await contact(server, phone, { ...said, epoch: newId() })).gaps).toEqual([]);
    expect((await contact(server, phone, { ...said, epoch: null })).gaps).toEqual([]);
    expect((await contact(server, phone, said)).gaps).toEqual([[1, 5]]);
  });

  it('is not told because of an older request that arrives late', async () => {
    const phone = await newPhone();
    const all = await visits(phone, [1, 2, 3, 4]);
    await contact(server, phone, { givenSequence: 4, waiting: [[1, 4]] }, all);
    // Sent before the last two were even saved.
    const late = await contact(server, phone, { givenSequence: 2, waiting: [[1, 2]] });
    expect(late.gaps).toEqual([]);
    expect(await markOf(phone)).toEqual({ settled: 4, given: 4 });
  });

  it('is told once, however many contacts say it at the same moment', async () => {
    const phone = await newPhone();
    await Promise.all(
      Array.from({ length: 6 }, () => contact(server, phone, { givenSequence: 8, waiting: [] })),
    );
    const device = await watched(server, 'manager', phone);
    expect(device?.gaps).toMatchObject([{ firstSequence: 1, lastSequence: 8, missing: 8 }]);
  });

  it('is not taken from a memory that can only be damaged', async () => {
    const phone = await newPhone();
    const said = { givenSequence: 9_000_000_000_000, waiting: [] };
    expect((await contact(server, phone, said)).gaps).toEqual([]);
    expect(await markOf(phone)).toEqual({ settled: 0, given: 0 });
  });

  it('counts per author: another user of the phone has numbers of its own', async () => {
    const phone = await newPhone();
    const other = await registerTestDevice(server, 'collector', phone.grant.deviceId);
    await contact(server, phone, { givenSequence: 2, waiting: [] });
    expect((await contact(server, other, { givenSequence: 0, waiting: [] })).gaps).toEqual([]);
  });

  it('leaves the open ones when a manager notes that the agent was asked; nobody else may', async () => {
    const phone = await newPhone();
    await contact(server, phone, { givenSequence: 2, waiting: [] });
    const _id = (await watched(server, 'manager', phone))?.gaps[0]?._id;
    const see = (as: 'manager' | 'manager2' | 'collector') =>
      server.call('POST', '/devices/gap-seen', { as, body: { _id } });
    expect((await see('manager2')).statusCode).toBe(404);
    expect((await see('collector')).statusCode).toBe(403);
    const seen = await see('manager');
    expect(seen.json()).toMatchObject({ deviceId: phone.grant.deviceId, gaps: [{ _id }] });
    expect((await see('manager')).json()).toEqual(seen.json());
    expect((await contact(server, phone, { givenSequence: 2, waiting: [] })).gaps).toEqual([]);
    const rows = await server.db.execute(sql`select seen_by from device_gaps where id = ${_id}`);
    expect(rows.rows).toEqual([{ seen_by: server.people.manager.id }]);
    const audit = await server.db.execute(sql`select actor_id from audit_log
      where action = 'device.gap-seen' and entity_id = ${phone.grant.deviceId} order by sequence`);
    expect(audit.rows[0]).toEqual({ actor_id: server.people.manager.id });
  });
});
