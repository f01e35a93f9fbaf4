import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Receipt, SealedOperation } from '../../contract/queued-work.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { ago, callOf, dayFromNow, loanOf, visitOf } from '../support/work.ts';
import { PATIENCE } from '../support/patience.ts';

const server = testServer();
let phone: TestDevice;
let desk: TestDevice;

// What was saved at times of its own choosing was saved on a phone that was not heard since.
beforeEach(async () => {
  phone = await registerTestDevice(server, 'fieldagent');
  desk = await registerTestDevice(server, 'collector');
});

const addLoan = async () => loanOf(server, 'fieldagent');

const visit = async (loanId: string, more: object = {}, queued: object = {}) =>
  phone.seal({
    call: 'createFieldDisposition',
    loanId,
    body: visitOf(loanId, more),
    ...queued,
  });

const call = async (loanId: string, body: object, queued: object = {}) =>
  desk.seal({ call: 'createCallDisposition', loanId, body: callOf(loanId, body), ...queued });

const alert = async (loanId: string, dispositionId: string, after: string) =>
  desk.seal({
    call: 'createAlert',
    loanId,
    after,
    body: {
      loanId,
      dispositionId,
      alertType: 'CallBack',
      alertDate: dayFromNow(2),
      alertTime: '10:00 AM',
    },
  });

const outcomes = (receipts: readonly Receipt[]) => receipts.map((receipt) => receipt.outcome);

/** How often each operation's work is there. */
async function timesOf(operations: readonly SealedOperation[]): Promise<number[]> {
  const result = await server.db.execute<{ op_id: string; n: number }>(sql`
    select op_id, count(*)::int as n from dispositions where op_id is not null group by 1`);
  const times = new Map(result.rows.map((row) => [row.op_id, row.n]));
  return operations.map(({ opId }) => times.get(opId) ?? 0);
}

async function auditOf(loanId: string): Promise<unknown[]> {
  const result = await server.db.execute(sql`select d.op_id from audit_log a
    join dispositions d on d.id::text = a.entity_id and a.action = 'disposition.record'
    where d.loan_id = ${loanId} order by a.sequence`);
  return result.rows.map((row) => row['op_id']);
}

async function visitsOver(loans: number, count: number): Promise<SealedOperation[]> {
  const ids = await Promise.all(Array.from({ length: loans }, addLoan));
  const made: SealedOperation[] = [];
  for (let index = 0; index < count; index += 1)
    made.push(await visit(ids[index % loans] ?? '', { recordedAt: ago(count - index) }));
  return made;
}

describe('a batch of operations', () => {
  it('is done once, in order per loan, and answered in the order given', async () => {
    const operations = await visitsOver(7, 100);
    const receipts = await phone.deliver(operations.toReversed());
    expect(receipts.map((receipt) => receipt.opId)).toEqual(
      operations.toReversed().map(({ opId }) => opId),
    );
    expect(new Set(outcomes(receipts))).toEqual(new Set(['DONE']));
    expect(new Set(await timesOf(operations))).toEqual(new Set([1]));
    const loanId = operations[0]?.loanId ?? '';
    const ofLoan = operations.filter((sealed) => sealed.loanId === loanId);
    expect(await auditOf(loanId)).toEqual(ofLoan.map(({ opId }) => opId));
    expect(outcomes(await phone.deliver(operations))).toEqual(operations.map(() => 'DONE'));
    expect(new Set(await timesOf(operations))).toEqual(new Set([1]));
  });

  it('is done once when it arrives several times at once, cut differently each time', async () => {
    const operations = await visitsOver(12, 60);
    const cuts = [
      operations,
      operations.toReversed(),
      operations.slice(20),
      operations.slice(0, 40).toReversed(),
      operations.filter((_, index) => index % 2 === 0),
    ];
    // As a phone does: whichever comes first tells that all of them were saved before.
    const given = Math.max(...operations.map(({ sequence }) => sequence));
    const rounds = await Promise.all(cuts.map(async (cut) => phone.deliver(cut, 0, given)));
    for (const receipts of rounds) expect(new Set(outcomes(receipts))).toEqual(new Set(['DONE']));
    expect(new Set(await timesOf(operations))).toEqual(new Set([1]));
    const rows = await server.db.execute(
      sql`select op_id from dispositions group by 1 having count(*) > 1`,
    );
    expect(rows.rows).toEqual([]);
  });

  it('suffers nothing from one that is refused, damaged, or there twice', async () => {
    const operations = await visitsOver(10, 40);
    const [first] = operations;
    if (!first) throw new Error('There are none.');
    const foreign = await visit(await server.addLoan());
    const incomplete = await visit(first.loanId, { disposition: 'FIELD_PTP' });
    const damaged = { ...(await visit(await addLoan())), payloadHash: '0'.repeat(64) };
    const other = await visit(first.loanId, {}, { opId: first.opId });
    const batch = [...operations, foreign, incomplete, damaged, first];
    const receipts = await phone.deliver(batch);
    expect(outcomes(receipts.slice(0, 40))).toEqual(operations.map(() => 'DONE'));
    expect(receipts.slice(40)).toMatchObject([
      { outcome: 'REFUSED', status: 404 },
      { outcome: 'REFUSED', status: 422 },
      { outcome: 'REFUSED', code: 'HASH_MISMATCH' },
      { outcome: 'DONE' },
    ]);
    expect(await phone.deliver([other])).toMatchObject([{ outcome: 'REFUSED', status: 409 }]);
    expect(new Set(await timesOf(operations))).toEqual(new Set([1]));
  });

  it('refuses one of two contents under one id that come together', async () => {
    const loanId = await addLoan();
    const one = await visit(loanId);
    const two = await visit(loanId, {}, { opId: one.opId });
    const receipts = await phone.deliver([one, two]);
    expect(outcomes(receipts).toSorted()).toEqual(['DONE', 'REFUSED']);
    expect(await timesOf([one])).toEqual([1]);
  });

  it('brings children after their parents, and the outcome after the start of a call', async () => {
    const loanId = await loanOf(server, 'collector');
    const id = newId();
    const parent = await call(loanId, { _id: id });
    const child = await alert(loanId, id, parent.opId);
    const dialled = newId();
    const start = await desk.seal({
      call: 'createCallDisposition',
      loanId,
      body: { _id: dialled, loanId, call_status: 'CALL_STARTED' },
    });
    const end = await call(loanId, { _id: dialled, disposition: 'BUSY' });
    expect(outcomes(await desk.deliver([child, end, start, parent]))).toEqual(
      Array.from({ length: 4 }, () => 'DONE'),
    );
    const rows = await server.db.execute(sql`
      select id, code from dispositions where loan_id = ${loanId} order by id`);
    expect(rows.rows).toEqual(
      [
        { id, code: 'RINGING' },
        { id: dialled, code: 'BUSY' },
      ].toSorted((a, b) => a.id.localeCompare(b.id)),
    );
    const alerts = await server.db.execute(sql`select 1 from alerts where loan_id = ${loanId}`);
    expect(alerts.rows).toHaveLength(1);
  });

  it('holds children while their parent is missing or refused, of whomever it is, and frees them with it', async () => {
    const loanId = await server.addLoan();
    const dispositionId = newId();
    const parent = await call(loanId, { _id: dispositionId });
    const mine = await loanOf(server, 'collector');
    const child = await call(mine, {}, { after: parent.opId });
    const grandchild = await call(mine, {}, { after: child.opId });
    const others = [await call(mine, {}), await call(mine, {})];
    const receipts = await desk.deliver([parent, child, grandchild, ...others]);
    expect(outcomes(receipts)).toEqual(['REFUSED', 'HELD', 'HELD', 'DONE', 'DONE']);
    expect(outcomes(await desk.deliver([child]))).toEqual(['HELD']);
    await server.db.execute(
      sql`update loans set collector_id = ${server.people.collector.id} where id = ${loanId}`,
    );
    expect(outcomes(await desk.deliver([parent]))).toEqual(['DONE']);
    expect(await timesOf([parent, child, grandchild])).toEqual([1, 1, 1]);
    expect(outcomes(await desk.deliver([child, grandchild]))).toEqual(['DONE', 'DONE']);
    expect(await timesOf([parent, child, grandchild])).toEqual([1, 1, 1]);
    // Another author's operation is nobody else's parent.
    const stranger = await registerTestDevice(server, 'collector2');
    const theirs = await loanOf(server, 'collector2');
    const waiting = await stranger.seal({
      call: 'createCallDisposition',
      loanId: theirs,
      after: parent.opId,
      body: callOf(theirs),
    });
    expect(outcomes(await stranger.deliver([waiting]))).toEqual(['HELD']);
  });

  it("takes nobody's operation under another name, and no hash without its content", async () => {
    const loanId = await addLoan();
    const mine = await visit(loanId);
    const stranger = await registerTestDevice(server, 'fieldagent2');
    const theirs = await server.addLoan({ fieldAgentId: server.people.fieldagent2.id });
    const own = await stranger.seal({
      call: 'createFieldDisposition',
      loanId: theirs,
      body: visitOf(theirs),
    });
    const borrowed = { ...own, payloadHash: mine.payloadHash };
    expect(await stranger.deliver([borrowed])).toMatchObject([{ code: 'HASH_MISMATCH' }]);
    expect(await stranger.deliver([own, mine])).toMatchObject([
      { outcome: 'DONE' },
      { outcome: 'REFUSED', status: 404 },
    ]);
    // Being refused under an id takes it from nobody; having done something under it does.
    expect(await phone.deliver([mine])).toMatchObject([{ outcome: 'DONE' }]);
    expect(await stranger.deliver([mine])).toMatchObject([{ outcome: 'REFUSED', status: 409 }]);
    expect(await timesOf([mine, own])).toEqual([1, 1]);
  });

  it('goes through although it and somebody else wait for each other', async () => {
    const loans = [await addLoan(), await addLoan()].toSorted();
    const [low = '', high = ''] = loans;
    const operations = [await visit(low), await visit(high)];
    const rival = new Client({ connectionString: server.context.database.ownerUrl });
    await rival.connect();
    try {
      // The server's side notices the circle first and gives way.
      await rival.query("set deadlock_timeout = '30s'");
      await rival.query('begin');
      await rival.query('select 1 from loans where id = $1 for update', [high]);
      const delivery = phone.deliver(operations);
      const waiting = async () => {
        const { rows } = await server.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length;
      };
      await expect.poll(waiting, PATIENCE).toBeGreaterThan(0);
      await rival.query('select 1 from loans where id = $1 for update', [low]);
      await rival.query('commit');
      expect(outcomes(await delivery)).toEqual(['DONE', 'DONE']);
    } finally {
      await rival.end();
    }
    expect(await timesOf(operations)).toEqual([1, 1]);
  });

  it('takes work of a phone whose clock is beside itself', async () => {
    const loanId = await addLoan();
    const operations = [
      await visit(loanId, {}, { clockOffsetMs: 40 * 365 * 86_400_000 }),
      await visit(loanId, {}, { clockOffsetMs: -9_000_000_000_000_000 }),
    ];
    expect(outcomes(await phone.deliver(operations))).toEqual(['DONE', 'DONE']);
  });
});
