import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { newId } from '../../server/ids.ts';
import { sendForm } from '../support/loan-file.ts';
import { addPayment } from '../support/money.ts';
import { testPassword, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* What a person does reaches the server over lines that lose answers: sent again under its name it is done once. */

const server = testServer();

const person = (name: string, clientId = server.clients.X.id) => ({
  name,
  designation: null,
  matter: null,
  phone: '02261600000',
  email: null,
  clientId,
});
const add = (key: string, body: object, as: PersonName = 'admin') =>
  server.call('POST', '/contacts', { as, body, headers: { 'idempotency-key': key } });
const countOf = async (search: string) =>
  (await server.call('GET', '/contacts', { as: 'admin', query: { search } })).json<{
    totalCount: number;
  }>().totalCount;

it('gives an answer that was lost again, and does nothing twice', async () => {
  const first = await add('lost-answer', person('Nandita Rao'));
  const again = await add('lost-answer', person('Nandita Rao'));
  expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
  expect(again.body).toBe(first.body);
  expect(await countOf('Nandita')).toBe(1);
  await add('another-name', person('Nandita Rao'));
  expect(await countOf('Nandita')).toBe(2);
});

const sendLoans = async (due: string) =>
  sendForm(server, 'POST', '/loans/csv/upload', {
    as: 'admin',
    fields: { Client_Name: server.clients.X.name },
    files: [['file', 'loans.csv', `Loan No,Name,Overdue\nD-1,Asha Rao,${due}\n`]],
    headers: { 'idempotency-key': 'the-same-file' },
  });

it('does not take a file that was mended meanwhile for the one that was sent, though its name and size are the same', async () => {
  const first = await sendLoans('1200');
  expect(first.statusCode).toBe(200);
  expect((await sendLoans('1200')).body).toBe(first.body);
  const mended = await sendLoans('2100');
  expect([mended.statusCode, mended.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'KEY_TAKEN' }),
  ]);
});

it('does it once when it is sent eight times in the same moment', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => add('eight-times', person('Suresh Pai'))),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await countOf('Suresh')).toBe(1);
});

const changePassword = (key: string) =>
  server.call('PUT', '/session/password', {
    as: 'partner',
    body: { currentPassword: testPassword, newPassword: 'Heron-over-Wardha' },
    headers: { 'idempotency-key': key },
  });

it('does not call a person’s own password wrong when it was changed and the answer was lost', async () => {
  expect((await changePassword('own-password')).json()).toEqual({ success: true });
  expect((await changePassword('own-password')).json()).toEqual({ success: true });
  expect((await changePassword('another-name')).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
});

it('does not call a person’s own change somebody else’s when its answer was lost', async () => {
  const portfolio = { name: 'Homes', products: ['Home Loan'], buckets: ['1'] };
  const period = { startsOn: '2026-04-01', endsOn: '31-03-2027' };
  const made = await server.call('POST', '/portfolios', {
    as: 'clientadmin',
    body: { ...portfolio, ...period },
  });
  const { _id } = made.json<{ _id: string }>();
  const change = async (key: string) =>
    server.call('PUT', `/portfolios/${_id}`, {
      as: 'clientadmin',
      body: { ...portfolio, ...period, name: 'Homes early', revision: 1 },
      headers: { 'idempotency-key': key },
    });
  expect((await change('own-change')).statusCode).toBe(200);
  expect((await change('own-change')).statusCode).toBe(200);
  expect((await change('another-change')).json()).toMatchObject({ code: 'STALE_REVISION' });
});

it('does not refuse a step of money to who took it and heard nothing', async () => {
  const { fieldagent } = server.people;
  await addPayment(server, { loanId: await server.addLoan({}), amount: 700, paidOn: '2026-01-05' });
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from payments`);
  await server.taken('PUT', '/targets', {
    as: 'admin',
    body: { targets: [{ month: '2026-11', ownerId: fieldagent.id, amount: 5000 }] },
  });
  const targets = await server.db.execute<{ id: string }>(sql`select id from targets`);
  const steps = [
    ['PUT', `/payments/${rows[0]?.id}/reverse`, { body: { reason: 'Wrong loan' } }, 409],
    ['DELETE', `/targets/${targets.rows[0]?.id}`, {}, 404],
  ] as const;
  for (const [method, path, given, refused] of steps) {
    const take = async (key: string) =>
      server.call(method, path, { as: 'admin', ...given, headers: { 'idempotency-key': key } });
    const first = await take(`a-step${refused}`);
    expect(first.statusCode, first.body).toBe(200);
    expect((await take(`a-step${refused}`)).body).toBe(first.body);
    expect((await take(`another${refused}`)).statusCode).toBe(refused);
  }
});

it('gives nobody the answer of another, and none for something else', async () => {
  const first = await add('taken-name', person('Vikram Shah'));
  const other = await add('taken-name', person('Vikram Shah'), 'superadmin');
  expect(other.statusCode).not.toBe(409);
  expect(other.body).not.toBe(first.body);
  const changed = await add('taken-name', person('Vikram Shaw'));
  expect(changed.json()).toMatchObject({ code: 'KEY_TAKEN' });
  expect(await countOf('Shaw')).toBe(0);
});

it('counts no refusal: what was wrong can be put right under the same name', async () => {
  expect((await add('put-right', person('Leela Nair', newId()))).statusCode).toBe(404);
  expect((await add('put-right', person('Leela Nair'))).statusCode).toBe(200);
  expect(await countOf('Leela')).toBe(1);
});

it('says that the outcome is unknown when the server stopped while it did it', async () => {
  await server.db.execute(sql`insert into done_once (user_id, key, call, asked, begun_at)
    select user_id, 'cut-off-then', call, asked, now() - interval '3 minutes' from done_once where key = 'lost-answer'`);
  const cutOff = await add('cut-off-then', person('Nandita Rao'));
  expect(cutOff.statusCode).toBe(409);
  expect(cutOff.json()).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  expect(await countOf('Nandita')).toBe(2);
});

it('keeps answers for a day', async () => {
  await server.db.execute(
    sql`update done_once set begun_at = now() - interval '25 hours' where key = 'lost-answer'`,
  );
  await server.upkeep.runNow('answers kept for repeats');
  const { rows } = await server.db.execute<{ key: string }>(sql`select key from done_once`);
  expect(rows.map(({ key }) => key)).not.toContain('lost-answer');
  expect(rows.map(({ key }) => key)).toContain('eight-times');
});

it('refuses a name that could be guessed', async () => {
  expect((await add('1', person('Anil Kumar'))).statusCode).toBe(400);
});
