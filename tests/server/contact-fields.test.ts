import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  callDispositionInputSchema,
  dispositionSchema,
  fieldDispositionInputSchema,
} from '../../contract/disposition.ts';
import type { Disposition } from '../../contract/disposition.ts';
import { sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';
import { savedOffline } from '../support/test-device.ts';
import { ago, callOf, dayFromNow, loanOf, visitOf } from '../support/work.ts';

const server = testServer();

const wire = (day: string) => day.split('-').toReversed().join('-');
const tomorrow = dayFromNow(1);

/** Every field that a contact may tell, as it is told, and as it is answered where that differs. */
const TOLD: Readonly<Record<string, readonly [told: unknown, answered?: unknown]>> = {
  remarks: ['Called back'],
  personMet: ['Wife'],
  amountCollected: [700],
  paymentMode: ['CHEQUE'],
  paymentReference: ['CHQ 000123'],
  paidOn: [dayFromNow(-1)],
  promiseAmount: [300],
  date: [tomorrow, wire(tomorrow)],
  time: ['16:30', '04:30 PM'],
  call_status: ['CALL_ENDED'],
  duration: [35],
  recordlink: ['rec/1'],
  position: [{ latitude: 18.5, longitude: 73.8, accuracyMetres: 12, takenAt: ago(1) }],
};
/** Told by other tests: the number is the device's range's, files come back with what became of them. */
const NOT_TOLD = new Set(['_id', 'loanId', 'receiptNumber', 'files']);

describe.each([
  ['call', '/call-disposition', 'collector', callDispositionInputSchema, callOf, 'PAID'],
  [
    'visit',
    '/field-disposition',
    'fieldagent',
    fieldDispositionInputSchema,
    visitOf,
    'FIELD_PARTIAL_PAID',
  ],
] as const)('a %s', (_, path, as, schema, bodyOf, disposition) => {
  it('answers every field that it takes: none is dropped without a word', async () => {
    const names = Object.keys(schema.shape).filter(
      (name) => name in dispositionSchema.shape && !NOT_TOLD.has(name),
    );
    expect(names.filter((name) => !(name in TOLD))).toEqual([]);
    const of = (at: 0 | 1) =>
      Object.fromEntries(
        names.map((name) => {
          const [told, answered = told] = TOLD[name] ?? [];
          return [name, at === 0 ? told : answered];
        }),
      );
    const body = bodyOf(await loanOf(server, as), { ...of(0), disposition });
    const answer = await server.call('POST', path, { as, body });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject(of(1));
  });
});

it.each([
  ['/call-disposition', 'collector', callOf],
  ['/field-disposition', 'fieldagent', visitOf],
] as const)(
  'a field that %s does not know is refused by its name, and nothing is recorded',
  async (path, as, bodyOf) => {
    const loanId = await loanOf(server, as);
    const whole = bodyOf(loanId);
    const { disposition: code, ...rest } = whole as { disposition?: unknown };
    const count = async () =>
      (await server.db.execute(sql`select 1 from dispositions where loan_id = ${loanId}`)).rows
        .length;
    const before = await count();
    const misspelt = await server.call('POST', path, {
      as,
      body: { ...rest, code, call_staus: 'CALL_ENDED' },
    });
    expect(misspelt.statusCode, misspelt.body).toBe(400);
    expect(misspelt.json<{ details: object[] }>().details).toMatchObject([
      { path: 'code', code: 'unknown-field' },
      { path: 'call_staus', code: 'unknown-field' },
    ]);
    expect(await count()).toBe(before);
    // What is read of a contact may come back with it.
    const body = { ...whole, Loan_ID: 'X-1', disposition_class: 'PTP', screenShot: [] };
    expect((await server.call('POST', path, { as, body })).statusCode).toBe(200);
    expect(await count()).toBe(before + 1);
  },
);

it('what a phone of another version delivers is taken with fields that are not known here', async () => {
  const body = { ...callOf(await loanOf(server, 'collector')), mood: 'angry' };
  expect(await savedOffline(server, 'collector', body)).toMatchObject({ outcome: 'DONE' });
});

it('money of a visit is confirmed by the payment of its own number, and keeps a number that its manager corrects', async () => {
  const loanId = await loanOf(server, 'fieldagent');
  const collect = async (paymentReference: string) => {
    const body = visitOf(loanId, {
      disposition: 'FIELD_PARTIAL_PAID',
      amountCollected: 500,
      paymentMode: 'UPI',
      personMet: 'Borrower',
      paymentReference,
    });
    return server.taken<Disposition>('POST', '/field-disposition', { as: 'fieldagent', body });
  };
  const read = async ({ _id }: Disposition) =>
    (
      await server.call('GET', `/call-disposition/id/${_id}`, { as: 'manager' })
    ).json<Disposition>();
  const [older, newer] = [await collect('UTR N4-11'), await collect('UTR N4-12')];
  const line = `${older.Loan_ID},500,${dayFromNow(0)},n412`;
  const file = `Loan Number,Amount,Payment Date,UTR\n${line}`;
  await sheetPosted(server, await sheetRead(server, 'PAYMENT', file));
  expect(await read(newer)).toMatchObject({
    moneyState: 'VERIFIED',
    paymentReference: 'UTR N4-12',
  });
  expect(await read(older)).toMatchObject({ moneyState: 'RECEIPTED' });
  const correction = { _id: older._id, paymentReference: 'UTR-C', reason: 'Misread' };
  await server.taken('PUT', '/call-disposition/single', {
    as: 'manager',
    body: correction,
  });
  expect(await read(older)).toMatchObject({ moneyState: 'RECEIPTED', paymentReference: 'UTR-C' });
});

const paid = (loanId: string, amountCollected: number, more: object = {}) =>
  visitOf(loanId, { disposition: 'FIELD_PAID', amountCollected, personMet: 'Borrower', ...more });
const owing = async () => {
  const loanId = await loanOf(server, 'fieldagent');
  await server.db.execute(sql`update loans set total_due_amount = 12345 where id = ${loanId}`);
  return loanId;
};
const record = (body: object) =>
  server.call('POST', '/field-disposition', { as: 'fieldagent', body });

describe('“Paid in full” of less than is left', () => {
  it('is asked about once: refused until its agent says that it is all', async () => {
    const loanId = await owing();
    const asked = await record(paid(loanId, 500));
    expect(asked.json(), asked.body).toMatchObject({
      code: 'INCOMPLETE_DISPOSITION',
      details: [{ path: 'isAll', code: 'less-than-all', values: { left: '₹12,345' } }],
    });
    const body = paid(loanId, 500, { isAll: true });
    expect((await record(body)).statusCode).toBe(200);
    expect((await record(body)).statusCode).toBe(200);
  });

  it('is not asked about all of it, about a part, nor about what a settlement asks for', async () => {
    const whole = await record(paid(await owing(), 12_345));
    expect(whole.statusCode, whole.body).toBe(200);
    const part = paid(await owing(), 500, { disposition: 'FIELD_PARTIAL_PAID' });
    expect((await record(part)).statusCode).toBe(200);
    const settled = await owing();
    await server.db.execute(sql`update loans set settlement_amount = 5000 where id = ${settled}`);
    expect((await record(paid(settled, 4999))).statusCode).toBe(422);
    expect((await record(paid(settled, 5000))).statusCode).toBe(200);
  });

  it('is taken when a phone delivers it: nobody is there to be asked', async () => {
    const receipt = await savedOffline(server, 'fieldagent', paid(await owing(), 500));
    expect(receipt).toMatchObject({ outcome: 'DONE' });
  });
});
