import { describe, expect, it } from 'vitest';
import {
  callDispositionInputSchema,
  dispositionSchema,
  fieldDispositionInputSchema,
} from '../../contract/disposition.ts';
import type { Disposition } from '../../contract/disposition.ts';
import { sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';
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
  ['visit', '/field-disposition', 'fieldagent', fieldDispositionInputSchema, visitOf, 'FIELD_PAID'],
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
