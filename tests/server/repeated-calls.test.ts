import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Disposition } from '../../contract/disposition.ts';
import { newId } from '../../server/ids.ts';
import { pdfSaying } from '../support/letter.ts';
import { sendForm } from '../support/loan-file.ts';
import type { FormPart } from '../support/loan-file.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import { callOf, dayFromNow, loanOf, visitOf } from '../support/work.ts';

const server = testServer();
let picture: Buffer;
let other: Buffer;

const coloured = (background: string) =>
  sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'me' } })
    .toBuffer();

beforeAll(async () => {
  [picture, other] = await Promise.all([coloured('#0f766e'), coloured('#b91c1c')]);
});

const of = settlementsOf(() => server);

const letter = (text: string): FormPart => ['supportingDoc', 'letter.pdf', pdfSaying([text])];
const shot = (bytes: Buffer): FormPart => ['screenShot', 'shot.jpg', bytes];

/** The calls with an id of the client's that take files in their form, and a body of each that names amounts. */
const FORMS = {
  call: {
    path: '/call-disposition',
    body: async () => {
      const loanId = await loanOf(server, 'collector');
      const when = { date: dayFromNow(2), time: '10:00' };
      return callOf(loanId, { disposition: 'PTP', promiseAmount: 1500, ...when });
    },
    saved: { promiseAmount: 1500, duration: 20 },
    kept: async ({ loanId }: { loanId: string }) => {
      const query = { loanId };
      const answer = await server.call('GET', '/call-disposition/caseHistory', {
        as: 'collector',
        query,
      });
      return answer.json<{ data: Disposition[] }>().data.flatMap(({ files }) => files);
    },
  },
  settlement: {
    path: '/settlement',
    body: async () => of.offer((await of.addLoan()).loanId),
    saved: { data: { offeredAmount: 9000 } },
    kept: async ({ _id }: { _id: string }) => (await of.read(_id)).files,
  },
} as const;

const forms = Object.entries(FORMS);

describe.each(forms)('a form of a %s', (kind, { path, body, saved, kept }) => {
  const files = (): FormPart[] =>
    kind === 'call' ? [shot(picture), letter('first')] : [letter('first')];
  const send = (fields: object, parts: readonly FormPart[]) =>
    sendForm(server, 'POST', path, { as: 'collector', fields, files: parts });

  it('gives its amounts, which travel as text', async () => {
    const answer = await send(await body(), files());
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject(saved);
    const wrong = await send({ ...(await body()), promiseAmount: '5k', offeredAmount: '5k' }, []);
    expect(wrong.statusCode).toBe(400);
  });

  it('is the same when it comes again with the same files, and says so when they are others', async () => {
    const fields = await body();
    const first = await send(fields, files());
    const repeats = await Promise.all([1, 2].map(() => send(fields, files())));
    for (const repeat of repeats) expect(repeat.json()).toEqual(first.json());
    expect((await send(fields, files().toReversed())).json()).toEqual(first.json());
    const before = await kept(fields);
    const differing = [
      [],
      [letter('second')],
      [...files(), letter('second')],
      [...files(), letter('first')],
      ...(kind === 'call' ? [[shot(other), letter('first')]] : []),
    ];
    for (const parts of differing) {
      const answer = await send(fields, parts);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        409,
        'OTHER_CONTENT',
      ]);
    }
    expect(await kept(fields)).toEqual(before);
    expect(before).toHaveLength(files().length);
  });
});

const record = (body: object) =>
  server.call('POST', '/call-disposition', { as: 'collector', body });
const visit = (body: object) =>
  server.call('POST', '/field-disposition', { as: 'fieldagent', body });
const announced = () => ({
  _id: newId(),
  kind: 'photo',
  name: 'a.jpg',
  contentType: 'image/jpeg',
  size: 10,
  sha256: 'a'.repeat(64),
});

describe('a contact that comes again at once', () => {
  it('is another one when it was paid another way, on another day or under another number', async () => {
    const told = { amountCollected: 500, paymentMode: 'UPI', paidOn: dayFromNow(-1) };
    const paid = { disposition: 'PAID', ...told, paymentReference: 'UTR1' };
    const body = callOf(await loanOf(server, 'collector'), paid);
    expect((await record(body)).statusCode).toBe(200);
    expect((await record(body)).statusCode).toBe(200);
    for (const change of [
      { paymentMode: 'CHEQUE' },
      { paidOn: dayFromNow(-2) },
      { paymentReference: 'UTR2' },
      { paymentReference: undefined },
    ])
      expect((await record({ ...body, ...change })).statusCode).toBe(409);
    const loanId = await loanOf(server, 'fieldagent');
    const cash = visitOf(loanId, { disposition: 'FIELD_PAID', amountCollected: 400 });
    const met = { ...cash, personMet: 'Wife', paymentMode: 'CASH' };
    expect((await visit(met)).statusCode).toBe(200);
    expect((await visit(met)).statusCode).toBe(200);
    expect((await visit({ ...met, paymentMode: 'UPI' })).statusCode).toBe(409);
  });

  it('is another one with other announced files', async () => {
    const body = visitOf(await loanOf(server, 'fieldagent'), { files: [announced()] });
    expect((await visit(body)).statusCode).toBe(200);
    expect((await visit(body)).statusCode).toBe(200);
    expect((await visit({ ...body, files: [announced()] })).statusCode).toBe(409);
    expect((await visit({ ...body, files: [] })).statusCode).toBe(409);
  });

  it('stays the same after its correction brought a file, and when its beginning comes late', async () => {
    const loanId = await loanOf(server, 'collector');
    const started = { _id: newId(), loanId, call_status: 'CALL_STARTED' };
    await record(started);
    const outcome = callOf(loanId, { _id: started._id });
    const send = (method: 'POST' | 'PUT', path: string, fields: object, files: FormPart[]) =>
      sendForm(server, method, path, { as: 'collector', fields, files });
    const call = await send('POST', '/call-disposition', outcome, [letter('first')]);
    expect(call.statusCode, call.body).toBe(200);
    expect((await record(started)).statusCode).toBe(200);
    const more = { _id: started._id, remarks: 'More' };
    await send('PUT', '/call-disposition/single', more, [letter('second')]);
    const late = await send('POST', '/call-disposition', outcome, [letter('first')]);
    expect(late.json()).toMatchObject({ remarks: 'More', revision: 2 });
    const others = await send('POST', '/call-disposition', outcome, [letter('third')]);
    expect(others.statusCode).toBe(409);
  });
});

it.each([12, 30])(
  'a correction of the length of a call alone is no repeat: %i',
  async (duration) => {
    const body = callOf(await loanOf(server, 'collector'));
    await server.taken('POST', '/call-disposition', { as: 'collector', body });
    const corrected = await server.taken<Disposition>('PUT', '/call-disposition/single', {
      as: 'collector',
      body: { _id: body._id, duration },
    });
    expect(corrected).toMatchObject({ duration, revision: 2 });
  },
);
