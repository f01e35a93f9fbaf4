import { sql } from 'drizzle-orm';
import { addDays } from '../../server/clock.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { expect, it } from 'vitest';
import { pendingList, verified } from '../support/loan-file.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const of = settlementsOf(() => server);
const {
  addLoan,
  offer,
  propose,
  proposed,
  decide,
  decided,
  read,
  upload,
  letterOf,
  stands,
  today,
} = of;
const { withLetter, pay, loanOf } = of;

async function approved() {
  const made = await proposed((await addLoan()).loanId);
  return decided(await decided(made, 'APPROVE', 'manager'), 'APPROVE', 'customer');
}

it('a decision whose answer got lost is answered as done, once; anybody else’s or another one is a conflict', async () => {
  const made = await proposed((await addLoan()).loanId);
  const taps = await Promise.all([1, 2, 3].map(async () => decide(made, 'APPROVE', 'manager')));
  expect(taps.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await read(made._id)).events).toHaveLength(2);
  const other = await decide(made, 'REJECT', 'manager', { remarks: 'Thought again' });
  expect(other.json()).toMatchObject({ code: 'STALE_SETTLEMENT' });
  const admin = await decide(made, 'APPROVE', 'admin');
  expect(admin.json()).toMatchObject({ code: 'STALE_SETTLEMENT' });
  const words = await decide(made, 'APPROVE', 'manager', { remarks: 'With other words' });
  expect(words.json()).toMatchObject({ code: 'STALE_SETTLEMENT' });
});

it('other terms sent twice are one change; with another amount they are a conflict', async () => {
  const made = await proposed((await addLoan()).loanId);
  const terms = { kind: 'ONE_TIME', offeredAmount: 9500, validUntil: addDays(today(), 5) };
  const first = await decided(made, 'COUNTER', 'manager', { terms });
  expect((await decided(made, 'COUNTER', 'manager', { terms })).revision).toBe(first.revision);
  const more = { terms: { ...terms, offeredAmount: 9600 } };
  expect((await decide(made, 'COUNTER', 'manager', more)).statusCode).toBe(409);
});

const inTwo = (first: number, second: number, days = 20) => ({
  kind: 'INSTALMENTS',
  offeredAmount: 9000,
  validUntil: addDays(today(), 5),
  instalments: [
    { dueOn: addDays(today(), 5), amount: first },
    { dueOn: addDays(today(), days), amount: second },
  ],
});

it('other terms that are the ones that stand are refused: nothing goes to the other side once more', async () => {
  const made = await proposed((await addLoan()).loanId, inTwo(4000, 5000));
  const approved = await decided(made, 'APPROVE', 'manager');
  const same = await decide(approved, 'COUNTER', 'customer', { terms: inTwo(4000, 5000) });
  expect([same.statusCode, same.json()]).toMatchObject([422, { code: 'SAME_TERMS' }]);
  const other = await decided(approved, 'COUNTER', 'customer', { terms: inTwo(5000, 4000) });
  expect(other.settlementStatus).toBe('COUNTERED');
});

it('terms with other days or amounts are other terms, though they come to the same', async () => {
  const made = await proposed((await addLoan()).loanId);
  const first = await decided(made, 'COUNTER', 'manager', { terms: inTwo(4000, 5000) });
  const again = await decided(made, 'COUNTER', 'manager', { terms: inTwo(4000, 5000) });
  expect(again.revision).toBe(first.revision);
  for (const terms of [inTwo(5000, 4000), inTwo(4000, 5000, 25)])
    expect((await decide(made, 'COUNTER', 'manager', { terms })).statusCode).toBe(409);
  expect(again.events[0]?.instalments).toEqual(inTwo(4000, 5000).instalments);
  const { loanId } = await addLoan();
  const body = offer(loanId, inTwo(4000, 5000));
  expect((await propose(body)).statusCode).toBe(200);
  expect((await propose({ ...body, ...inTwo(5000, 4000) })).json()).toMatchObject({
    code: 'OTHER_CONTENT',
  });
});

it('days that are none, out of order, on one day or of the year 9999 are refused in words', async () => {
  const { loanId } = await addLoan();
  const due = (dueOn: string) => ({
    ...inTwo(4000, 5000),
    instalments: [
      { dueOn: addDays(today(), 5), amount: 4000 },
      { dueOn, amount: 5000 },
    ],
  });
  const bad = [
    due('2027-02-29'),
    due('2027-04-31'),
    due(addDays(today(), 5)),
    due(addDays(today(), 4)),
    due('9999-12-31'),
    { ...inTwo(4000, 5000), instalments: [] },
    { ...inTwo(4000, 5000), instalments: [{ dueOn: addDays(today(), 5), amount: 9000 }] },
    { ...inTwo(4000, 5000), kind: 'ONE_TIME' },
    inTwo(9000, 0),
    inTwo(10_000, -1000),
    { offeredAmount: 0.5 },
    { offeredAmount: -9000 },
    { offeredAmount: '₹९,०००' },
    { validUntil: '2026-02-30' },
  ];
  for (const more of bad) {
    const answer = await propose(offer(loanId, more));
    expect([400, 422], `${JSON.stringify(more)} ${answer.body}`).toContain(answer.statusCode);
  }
  const leap = { ...offer(loanId), ...due('2028-02-29') };
  expect((await propose(leap)).statusCode).toBe(200);
});

it('a letter for a settlement that was withdrawn meanwhile is refused, and leaves nothing', async () => {
  const final = await approved();
  const letter = letterOf(final);
  await decided(final, 'WITHDRAW', 'collector', { remarks: 'Borrower paid in full' });
  expect((await upload(final._id, letter)).json()).toMatchObject({ code: 'NOT_NOW' });
  expect((await read(final._id)).letters).toEqual([]);
});

it('of two letters at once one stands, and the other is kept as replaced', async () => {
  const final = await approved();
  const signed = Buffer.concat([letterOf(final), Buffer.from('\n% signed\n')]);
  const answers = await Promise.all([
    upload(final._id, letterOf(final), {}, 'customer'),
    upload(final._id, signed, {}, 'clientadmin'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { letters } = await read(final._id);
  expect(letters).toHaveLength(2);
  expect(letters.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
});

it('the same letter sent twice at once is one letter', async () => {
  const final = await approved();
  const answers = await Promise.all(
    [1, 2].map(async () => upload(final._id, letterOf(final), {}, 'customer')),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await read(final._id)).letters).toHaveLength(1);
});

it('who proposed it as an agent does not approve it as a manager: a promotion is no second person', async () => {
  const made = await proposed((await addLoan()).loanId);
  const { id } = server.people.manager;
  await server.db.execute(
    sql`update settlements set proposed_by = ${id}, maker_id = ${id} where id = ${made._id}`,
  );
  expect((await decide(made, 'APPROVE', 'manager')).json()).toMatchObject({ code: 'OWN_TERMS' });
  expect(stands(await read(made._id))).toEqual(['PROPOSED', 'MANAGER']);
});

it('huge remarks and terms that do not add up are refused in words, and change nothing', async () => {
  const made = await proposed((await addLoan()).loanId);
  const instalments = [
    { dueOn: addDays(today(), 1), amount: 4000 },
    { dueOn: addDays(today(), 20), amount: 4000 },
  ];
  const bad = [
    await decide(made, 'REJECT', 'manager', { remarks: 'x'.repeat(2001) }),
    await decide(made, 'REJECT', 'manager', { remarks: 'x'.repeat(5_000_000) }),
    await decide(made, 'REJECT', 'manager', { remarks: '  ' }),
    await decide(made, 'COUNTER', 'manager', {
      terms: {
        kind: 'INSTALMENTS',
        offeredAmount: 9000,
        validUntil: addDays(today(), 5),
        instalments,
      },
    }),
    await decide(made, 'COUNTER', 'manager', {
      terms: { kind: 'ONE_TIME', offeredAmount: 9e15, validUntil: addDays(today(), 5) },
    }),
  ];
  expect(bad.map(({ statusCode }) => statusCode)).toEqual([400, 413, 400, 400, expect.any(Number)]);
  expect(bad.at(-1)?.statusCode).toBeLessThan(500);
  expect((await read(made._id)).revision).toBe(1);
});

it('another lender’s people neither see nor decide nor confirm it', async () => {
  const final = await approved();
  const seen = [
    await server.call('GET', `/settlement/id/${final._id}`, { as: 'customerOfY' }),
    await decide(final, 'APPROVE', 'customerOfY'),
    await decide(final, 'REJECT', 'customerOfY', { remarks: 'Not mine' }),
    await upload(final._id, letterOf(final), {}, 'customerOfY'),
    await server.call('GET', '/settlement/draftLetter', {
      as: 'customerOfY',
      query: { id: final._id },
    }),
  ];
  expect(seen.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
  expect(stands(await read(final._id))).toEqual(['APPROVED_BY_CLIENT', 'LETTER']);
});

it('an offer saved without a network on a loan that ended meanwhile is never an open settlement', async () => {
  const { loanId } = await addLoan();
  const phone = await registerTestDevice(server, 'fieldagent');
  const body = { ...offer(loanId) };
  const sealed = await phone.seal({ call: 'proposeSettlement', loanId, body, opId: body._id });
  await server.db.execute(
    sql`update loans set status = 'WITHDRAWN', field_agent_id = null, collector_id = null where id = ${loanId}`,
  );
  const [receipt] = await phone.deliver([sealed]);
  expect(receipt?.outcome).not.toBe('FAILED');
  const { rows } = await server.db.execute(
    sql`select state from settlements where loan_id = ${loanId} and waits_for is not null`,
  );
  expect(rows).toEqual([]);
});

it('a recalled loan’s settlement is neither approved nor given other terms, and can still be rejected', async () => {
  const { loanId } = await addLoan();
  const made = await proposed(loanId);
  await server.db.execute(sql`update loans set status = 'WITHDRAWN' where id = ${loanId}`);
  const terms = { kind: 'ONE_TIME', offeredAmount: 9500, validUntil: addDays(today(), 5) };
  const no = [
    await decide(made, 'APPROVE', 'admin'),
    await decide(made, 'COUNTER', 'admin', { terms }),
  ];
  expect(no.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
  const gone = await decided(made, 'REJECT', 'admin', { remarks: 'Recalled' });
  expect(stands(gone)).toEqual(['REJECTED', null]);
});

it('a lender’s newer figure below what is left of the agreement is all that is asked for', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await pay(number, 1000, today());
  await verified(
    server,
    await pendingList(
      server,
      `Loan Account Number,Customer Name,Total Due Amount\n${number},Asha,5000`,
    ),
  );
  expect(await read(made._id)).toMatchObject({ settlementStatus: 'ACTIVE', nextAmount: 5000 });
  const loan = await server.call('GET', `/loans/id/${loanId}`, { as: 'collector' });
  expect(loan.body).toContain('"settlementAmount":5000');
});

it('a settlement goes with its loan to another agent, and a loan that was recalled can still be paid', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await server.taken('PUT', '/loans/assign/collector', {
    as: 'manager',
    body: [{ _id: loanId, collectorId: server.people.collector2.id }],
  });
  const letter = async (as: PersonName) =>
    (await server.call('GET', '/settlement/downloadLetter', { as, query: { id: made._id } }))
      .statusCode;
  expect([await letter('collector'), await letter('collector2')]).toEqual([404, 200]);
  await server.db.execute(sql`update loans set status = 'WITHDRAWN', collector_id = null,
    field_agent_id = null where id = ${loanId}`);
  await pay(number, 9000, today());
  expect(await read(made._id)).toMatchObject({ settlementStatus: 'FULFILLED', waivedAmount: 1000 });
  expect(await loanOf(loanId)).toMatchObject({ status: 'SETTLED', due: 0 });
});
