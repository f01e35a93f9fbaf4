import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkReview } from '../../contract/work-review.ts';
import { allocations } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import { contact } from '../support/device-contact.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { ago, callOf, loanOf, visitOf } from '../support/work.ts';

const server = testServer();

const aPhone = () => registerTestDevice(server, 'fieldagent');

const visit = async (phone: TestDevice, loanId: string, more: object = {}, queued: object = {}) =>
  phone.seal({ call: 'createFieldDisposition', loanId, body: visitOf(loanId, more), ...queued });

async function reviewsFor(as: PersonName): Promise<WorkReview[]> {
  const answer = await server.call('GET', '/work-reviews', { as, query: { pageSize: '200' } });
  return answer.json<{ data: WorkReview[] }>().data;
}

const reviewOf = async (opId: string, as: PersonName = 'manager') =>
  (await reviewsFor(as)).find(({ _id }) => _id === opId);

const decide = (decision: 'accept' | 'refuse', body: object, as: PersonName = 'manager') =>
  server.call('POST', `/work-reviews/${decision}`, { as, body });

async function storedTime(opId: string): Promise<number | null> {
  const { rows } = await server.db.execute<{ at: string }>(
    sql`select recorded_at as at from dispositions where op_id = ${opId}`,
  );
  return rows[0] ? new Date(rows[0].at).getTime() : null;
}

const minutesSince = (instant: string | number) =>
  (Date.now() - new Date(instant).getTime()) / 60_000;

/** A visit that says it was saved an hour before its phone was heard the last time without it. */
async function doubtfulVisit(more: object = {}) {
  const phone = await aPhone();
  await contact(server, phone, { givenSequence: 0 });
  const loanId = await loanOf(server, 'fieldagent');
  const sealed = await visit(phone, loanId, { recordedAt: ago(60), ...more });
  return { phone, loanId, sealed };
}

/** A visit on which money was taken. */
const PAID = {
  disposition: 'FIELD_PARTIAL_PAID',
  amountCollected: 5000,
  paymentMode: 'CASH',
  personMet: 'Borrower',
};

describe('the time of delivered work', () => {
  it('is believed between two contacts of its phone', async () => {
    const phone = await aPhone();
    const sealed = await visit(phone, await loanOf(server, 'fieldagent'), { recordedAt: ago(600) });
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
    expect(minutesSince((await storedTime(sealed.opId)) ?? 0)).toBeCloseTo(600, 0);
  });

  it.each([
    ['an hour', 60],
    ['three years', 3 * 365 * 1440],
  ])('waits for a manager when its phone was heard %s after it, without it', async (_, age) => {
    const { phone, sealed } = await doubtfulVisit({ recordedAt: ago(age) });
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE', code: 'IN_REVIEW' }]);
    expect(await storedTime(sealed.opId)).toBeNull();
    const review = await reviewOf(sealed.opId);
    expect(review).toMatchObject({ doubt: 'CLOCK', call: 'createFieldDisposition' });
    expect(minutesSince(review?.claimedAt ?? 0)).toBeCloseTo(age, 0);
    expect(minutesSince(review?.provenAt ?? 0)).toBeLessThan(5);
  });

  it.each<[string, object, object?]>([
    ['of a day to come', { recordedAt: ago(-1440) }],
    ['of long before its phone was known', { recordedAt: '2020-01-01T03:00:00.000Z' }],
    ['of another time than that of saving', { recordedAt: ago(300) }, { savedAt: ago(1) }],
    [
      'of before the server time that its phone had seen',
      { recordedAt: ago(300) },
      { seen: { serverTime: ago(60), sinceMs: 60_000 } },
    ],
    ['corrected beyond any calendar', {}, { clockOffsetMs: 40 * 365 * 86_400_000 }],
  ])('waits for a manager: one %s', async (_, more, queued = {}) => {
    const phone = await aPhone();
    const sealed = await visit(phone, await loanOf(server, 'fieldagent'), more, queued);
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE', code: 'IN_REVIEW' }]);
    expect(await storedTime(sealed.opId)).toBeNull();
    expect(await reviewOf(sealed.opId)).toMatchObject({ doubt: 'CLOCK' });
  });

  it('waits for a manager when it comes under a number that other work had', async () => {
    const phone = await aPhone();
    const loanId = await loanOf(server, 'fieldagent');
    const first = await visit(phone, loanId, {}, { sequence: 1 });
    await contact(server, phone, { givenSequence: 1 }, [first]);
    const second = await visit(phone, loanId, {}, { sequence: 1 });
    expect(await phone.deliver([second])).toMatchObject([{ code: 'IN_REVIEW' }]);
    expect(await reviewOf(second.opId)).toMatchObject({ doubt: 'NUMBER' });
  });

  it('waits for a manager when it comes under a number that its phone said is lost', async () => {
    const phone = await aPhone();
    const loanId = await loanOf(server, 'fieldagent');
    await contact(server, phone, { givenSequence: 3, waiting: [[2, 2]] });
    const [lost, waiting] = await Promise.all([
      visit(phone, loanId, { recordedAt: ago(300) }, { sequence: 1 }),
      visit(phone, loanId, { recordedAt: ago(300) }, { sequence: 2 }),
    ]);
    expect(await phone.deliver([lost, waiting])).toMatchObject([
      { outcome: 'DONE', code: 'IN_REVIEW' },
      { outcome: 'DONE' },
    ]);
    expect(await reviewOf(lost.opId)).toMatchObject({ doubt: 'NUMBER' });
    expect(await storedTime(waiting.opId)).not.toBeNull();
  });

  it('holds up nothing else: the same batch and later work on the loan go in', async () => {
    const { phone, loanId, sealed } = await doubtfulVisit();
    const later = await visit(phone, loanId, {}, { after: sealed.opId });
    const other = await visit(phone, await loanOf(server, 'fieldagent'));
    expect(await phone.deliver([sealed, later, other])).toMatchObject([
      { outcome: 'DONE', code: 'IN_REVIEW' },
      { outcome: 'DONE' },
      { outcome: 'DONE' },
    ]);
    expect(await storedTime(later.opId)).not.toBeNull();
    expect(await storedTime(other.opId)).not.toBeNull();
  });
});

async function formerLoan(): Promise<string> {
  const loanId = await server.addLoan({ managerId: server.people.manager.id });
  await server.db.insert(allocations).values({
    id: newId(),
    loanId,
    assigneeId: server.people.fieldagent.id,
    kind: 'FIELD',
    allocatedAt: ago(5000),
    endedAt: ago(100),
  });
  return loanId;
}

const pull = (phone: TestDevice, givenSequence: number) =>
  server.call('GET', '/device/pull', {
    as: 'fieldagent',
    query: { deviceId: phone.grant.deviceId, givenSequence: String(givenSequence), limit: '500' },
  });

describe('work on a loan that was taken away', () => {
  it('waits for a manager when the phone knew', async () => {
    const [phone, loanId] = [await aPhone(), await formerLoan()];
    expect((await pull(phone, 0)).statusCode).toBe(200);
    const sealed = await visit(phone, loanId, PAID);
    expect(await phone.deliver([sealed])).toMatchObject([{ code: 'IN_REVIEW' }]);
    expect(await reviewOf(sealed.opId)).toMatchObject({
      doubt: 'TAKEN_AWAY',
      amountCollected: 5000,
    });
    const { rows } = await server.db.execute(sql`select 1 from receipts where loan_id = ${loanId}`);
    expect(rows).toEqual([]);
    expect((await decide('accept', { _id: sealed.opId })).statusCode).toBe(200);
    expect(await storedTime(sealed.opId)).not.toBeNull();
  });

  it('counts when it was saved before the phone could know', async () => {
    const [phone, loanId] = [await aPhone(), await formerLoan()];
    const sealed = await visit(phone, loanId, { recordedAt: ago(50) });
    await pull(phone, sealed.sequence);
    const [receipt] = await phone.deliver([sealed]);
    expect(receipt).toMatchObject({ outcome: 'DONE' });
    expect(receipt?.code).toBeUndefined();
    expect(await storedTime(sealed.opId)).not.toBeNull();
  });

  it('is refused at once by a call, whatever time that names, and says nothing of the borrower', async () => {
    const loanId = await formerLoan();
    const answer = await server.call('POST', '/field-disposition', {
      as: 'fieldagent',
      body: visitOf(loanId, { ...PAID, recordedAt: ago(200) }),
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('Customer_Name');
  });

  it('of a loan that was never its own is no work to review', async () => {
    const phone = await aPhone();
    const sealed = await visit(phone, await server.addLoan(), { recordedAt: ago(-1440) });
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'REFUSED', status: 404 }]);
    expect(await reviewOf(sealed.opId, 'admin')).toBeUndefined();
  });
});

const setRole = async (role: string) =>
  server.db.execute(sql`update users set role = ${role} where id = ${server.people.fieldagent.id}`);

describe('work of an agent who has another role by now', () => {
  afterEach(async () => setRole('FIELD_AGENT'));

  it('waits for a manager, holds up nothing, and counts as done in the role of then', async () => {
    const phone = await aPhone();
    // Who gets another role has no loans any more.
    const loanId = await formerLoan();
    const sealed = await visit(phone, loanId, PAID);
    const edit = await phone.seal({
      call: 'editLoan',
      loanId,
      body: { _id: loanId, revision: 1, changes: { Mobile_Number: '9876543210' } },
      after: sealed.opId,
    });
    await setRole('COLLECTOR');
    const receipts = await phone.deliver([sealed, edit]);
    expect(receipts).toMatchObject([{ outcome: 'DONE', code: 'IN_REVIEW' }, { outcome: 'DONE' }]);
    expect(await reviewOf(sealed.opId)).toMatchObject({ doubt: 'ROLE_CHANGED' });
    expect((await decide('accept', { _id: sealed.opId })).statusCode).toBe(200);
    expect(await storedTime(sealed.opId)).not.toBeNull();
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
  });

  it('is refused as ever when the role never had the right', async () => {
    const phone = await aPhone();
    const loanId = await loanOf(server, 'fieldagent');
    await setRole('COLLECTOR');
    const sealed = await phone.seal({
      call: 'proposeSettlement',
      loanId,
      body: { _id: newId(), loanId },
    });
    expect(await phone.deliver([sealed])).not.toMatchObject([{ outcome: 'DONE' }]);
    const foreign = await visit(phone, await server.addLoan());
    expect(await phone.deliver([foreign])).toMatchObject([{ outcome: 'REFUSED' }]);
    expect(await reviewOf(foreign.opId, 'admin')).toBeUndefined();
  });
});

describe('the decision of a manager', () => {
  it('takes the work into the books at the proved time, once, under its author', async () => {
    const { phone, loanId, sealed } = await doubtfulVisit();
    await phone.deliver([sealed]);
    const before = await reviewOf(sealed.opId);
    expect((await decide('accept', { _id: sealed.opId })).json()).toEqual({ _id: sealed.opId });
    expect(await storedTime(sealed.opId)).toBe(new Date(before?.provenAt ?? 0).getTime());
    const history = await server.call('GET', '/call-disposition/caseHistory', {
      as: 'admin',
      query: { loanId },
    });
    expect(history.json()).toMatchObject({
      data: [{ fieldAgentId: server.people.fieldagent.id }],
    });
    expect(await reviewOf(sealed.opId)).toBeUndefined();
    expect((await decide('accept', { _id: sealed.opId })).statusCode).toBe(409);
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
  });

  it('refuses it for good, and its author reads why', async () => {
    const { phone, sealed } = await doubtfulVisit();
    await phone.deliver([sealed]);
    expect((await decide('refuse', { _id: sealed.opId, reason: ' ' })).json()).toMatchObject({
      details: [{ path: 'reason' }],
    });
    const reason = 'You were at the office then.';
    expect((await decide('refuse', { _id: sealed.opId, reason })).statusCode).toBe(200);
    expect((await decide('accept', { _id: sealed.opId })).statusCode).toBe(409);
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
    expect(await storedTime(sealed.opId)).toBeNull();
    const { rows } = await server.db.execute(sql`select 1 from notifications
      where user_id = ${server.people.fieldagent.id} and kind = 'WORK_REFUSED' and facts->>'reason' = ${reason}`);
    expect(rows).toHaveLength(1);
  });

  it('is its own manager’s or an admin’s, and nobody else sees the work', async () => {
    const { phone, sealed } = await doubtfulVisit();
    await phone.deliver([sealed]);
    expect(await reviewOf(sealed.opId, 'manager2')).toBeUndefined();
    expect((await decide('accept', { _id: sealed.opId }, 'manager2')).statusCode).toBe(404);
    expect((await decide('accept', { _id: sealed.opId }, 'fieldagent')).statusCode).toBe(403);
    expect((await decide('accept', { _id: sealed.opId }, 'admin')).statusCode).toBe(200);
  });

  it('stays open when the books refuse the work, which then waits on', async () => {
    const { phone, sealed } = await doubtfulVisit({ disposition: 'FIELD_PTP' });
    expect(await phone.deliver([sealed])).toMatchObject([{ code: 'IN_REVIEW' }]);
    expect((await decide('accept', { _id: sealed.opId })).statusCode).toBe(422);
    expect(await reviewOf(sealed.opId)).toMatchObject({ _id: sealed.opId });
  });

  it('brings the files of the work with it', async () => {
    const bytes = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n');
    const file = {
      _id: newId(),
      kind: 'supportingDoc',
      name: 'note.pdf',
      contentType: 'application/pdf',
      size: bytes.length,
      sha256: sha256Hex(bytes),
    };
    const { phone, sealed } = await doubtfulVisit({ files: [file] });
    await phone.deliver([sealed]);
    expect((await phone.putFile(file._id, bytes)).json()).toMatchObject({ outcome: 'DONE' });
    await decide('accept', { _id: sealed.opId });
    const { rows } = await server.db.execute(
      sql`select delivered_at is not null as here, disposition_id is not null as attached from files where id = ${file._id}`,
    );
    expect(rows).toEqual([{ here: true, attached: true }]);
  });

  it('is asked for in one notification, however much of an agent waits', async () => {
    const phone = await registerTestDevice(server, 'collector');
    const loanId = await loanOf(server, 'collector');
    const works = await Promise.all(
      [1, 2, 3].map(() =>
        phone.seal({
          call: 'createCallDisposition',
          loanId,
          body: callOf(loanId, { recordedAt: ago(-300) }),
        }),
      ),
    );
    await phone.deliver(works);
    const { rows } = await server.db.execute(sql`select 1 from notifications
      where user_id = ${server.people.manager.id} and kind = 'WORK_REVIEW'
        and facts->>'personName' = ${server.people.collector.fullName}`);
    expect(rows).toHaveLength(1);
  });
});
