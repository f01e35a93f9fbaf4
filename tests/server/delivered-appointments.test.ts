import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { addDays, businessDay, businessTime } from '../../server/clock.ts';
import { testServer } from '../support/server.ts';
import { settlementsOf } from '../support/settlement.ts';
import { registerTestDevice } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { ago, visitOf } from '../support/work.ts';

/* What a phone said that it saved is not refused later for what a clock shows then. */

const DAY_MINUTES = 1440;

const server = testServer();
let phone: TestDevice;
const settlements = settlementsOf(() => server);

// One that was never heard of before: nothing contradicts the times that it tells.
beforeEach(async () => {
  phone = await registerTestDevice(server, 'fieldagent');
});

/** A loan that the agent has had for long. */
async function ownLoan(): Promise<string> {
  const { loanId } = await settlements.addLoan();
  await server.db.execute(
    sql`update allocations set allocated_at = now() - interval '30 days' where loan_id = ${loanId}`,
  );
  return loanId;
}

const zone = () => server.context.settings.businessTz;
const today = () => businessDay(zone());
const visit = (loanId: string, more: object, clockOffsetMs = 0) =>
  phone.seal({
    call: 'createFieldDisposition',
    loanId,
    body: visitOf(loanId, more),
    clockOffsetMs,
  });

it('a callback whose time is over by a while is taken, and what was saved after it does not wait', async () => {
  const loanId = await ownLoan();
  // Of this day, also right after midnight.
  const past = businessDay(zone(), new Date(ago(40))) === today() ? new Date(ago(40)) : new Date();
  const callback = await visit(loanId, {
    disposition: 'FIELD_CALLBACK',
    personMet: 'Spouse',
    date: today(),
    time: businessTime(zone(), past),
  });
  const payment = await visit(loanId, {
    disposition: 'FIELD_PARTIAL_PAID',
    amountCollected: 400,
    paymentMode: 'CASH',
    personMet: 'Spouse',
  });
  const receipts = await phone.deliver([callback, payment]);
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['DONE', 'DONE']);
});

it('the same said at once, by a call of its own, is refused', async () => {
  const loanId = await ownLoan();
  const body = visitOf(loanId, {
    disposition: 'FIELD_PTP',
    promiseAmount: 500,
    personMet: 'Spouse',
    date: addDays(today(), -1),
  });
  const answer = await server.call('POST', '/field-disposition', { as: 'fieldagent', body });
  expect(answer.statusCode).toBe(422);
});

it('a promise for a day that was over, by a clock that was behind, waits for the manager, who can take it in', async () => {
  const loanId = await ownLoan();
  const promise = await visit(loanId, {
    disposition: 'FIELD_PTP',
    promiseAmount: 500,
    personMet: 'Spouse',
    date: addDays(today(), -1),
  });
  const [receipt] = await phone.deliver([promise]);
  expect(receipt).toMatchObject({ outcome: 'DONE', code: 'IN_REVIEW' });
  const list = await server.call('GET', '/work-reviews', { as: 'manager' });
  const waiting = list.json().data.find((one: { loanId: string }) => one.loanId === loanId);
  expect(waiting).toMatchObject({ doubt: 'CLOCK' });
  await server.taken('POST', '/work-reviews/accept', {
    as: 'manager',
    body: { _id: waiting._id },
  });
  const { rows } = await server.db.execute(
    sql`select code, promise_amount from dispositions where loan_id = ${loanId}`,
  );
  expect(rows).toEqual([{ code: 'FIELD_PTP', promise_amount: 500 }]);
});

it('a settlement is judged by the day on which it was proposed, and ends by itself where it ran out on its way', async () => {
  const loanId = await ownLoan();
  const body = settlements.offer(loanId, { validUntil: addDays(today(), -1) });
  const sealed = await phone.seal({
    call: 'proposeSettlement',
    loanId,
    body,
    opId: body._id,
    savedAt: ago(2 * DAY_MINUTES),
  });
  const [receipt] = await phone.deliver([sealed]);
  expect(receipt).toMatchObject({ outcome: 'DONE' });
  await server.upkeep.runNow('settlements');
  const { rows } = await server.db.execute(
    sql`select state, offered_on::text from settlements where loan_id = ${loanId}`,
  );
  expect(rows).toEqual([{ state: 'EXPIRED', offered_on: addDays(today(), -2) }]);
});

it.each([
  ['its own clock, as the visit', 180 - 12, 12],
  ['that of the satellites', -12, 12],
  ['its own clock, long before the visit', 180 - 90, 90],
])(
  'a position is timed as its visit though the phone’s clock is wrong: by %s',
  async (_, fast, age) => {
    const loanId = await ownLoan();
    const position = { latitude: 18.5, longitude: 73.8, accuracyMetres: 12, takenAt: ago(-fast) };
    // Three hours fast.
    const said = { recordedAt: ago(10 - 180), position };
    const sealed = await visit(loanId, said, -180 * 60_000);
    expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
    const { rows } = await server.db.execute<{ position: { takenAt: string } }>(
      sql`select position from dispositions where op_id = ${sealed.opId}`,
    );
    const takenAt = Date.parse(rows[0]?.position.takenAt ?? '');
    expect((Date.now() - takenAt) / 60_000).toBeCloseTo(age, 0);
  },
);

it.each([
  ['slow', 1],
  ['fast', -1],
])(
  'what is saved after a clock that was a day %s was set right is of the time it then said',
  async (_, days) => {
    const loanId = await ownLoan();
    const savedAt = ago(20);
    const sealed = await phone.seal({
      call: 'createFieldDisposition',
      loanId,
      body: visitOf(loanId, { recordedAt: savedAt }),
      savedAt,
      clockOffsetMs: days * DAY_MINUTES * 60_000,
      seen: { serverTime: ago(60), sinceMs: null },
    });
    const [receipt] = await phone.deliver([sealed]);
    expect(receipt).toMatchObject({ outcome: 'DONE' });
    expect(receipt?.code).toBeUndefined();
    const { rows } = await server.db.execute<{ at: string }>(
      sql`select recorded_at as at from dispositions where op_id = ${sealed.opId}`,
    );
    expect(new Date(rows[0]?.at ?? 0).toISOString()).toBe(savedAt);
  },
);
