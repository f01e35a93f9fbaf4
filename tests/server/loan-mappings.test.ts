import { describe, expect, test } from 'vitest';
import type { SavedMapping } from '../../contract/column-mapping.ts';
import type { MappingTrial } from '../../contract/loan-mapping.ts';
import { sql } from 'drizzle-orm';
import { pendingList, sendFile } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const mapping = { Loan_ID: 'Ref', Customer_Name: 'Who', Total_Due_Amount: 'Owed' };

async function saved(name: string, client: 'X' | 'Y' = 'X'): Promise<SavedMapping> {
  return server.taken<SavedMapping>('PUT', '/column-mappings', {
    as: 'admin',
    body: { kind: 'LOANS', name, Client_Name: server.clients[client].name, mapping },
  });
}

const change = (before: SavedMapping, body: object, as: PersonName = 'admin') =>
  server.call('PUT', `/column-mappings/${before._id}`, {
    as,
    body: { dayOrder: null, updatedAt: before.updatedAt, ...body },
  });

const sample = (query: Record<string, string>, as: PersonName = 'admin') =>
  server.call('GET', '/loans/sample-file', { as, query });

async function tried(content: string, given: object = mapping): Promise<MappingTrial> {
  const answer = await sendFile(server, '/loans/mappings/try', {
    as: 'clientadmin',
    content,
    fields: { mapping: JSON.stringify(given) },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<MappingTrial>();
}

describe('saved mappings', () => {
  test('are renamed and changed, and say by whom', async () => {
    const before = await saved('Monthly');
    const answer = await change(before, {
      name: 'Every month',
      mapping: { ...mapping, City: 'Town' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      _id: before._id,
      name: 'Every month',
      mapping: { ...mapping, City: 'Town' },
      updatedBy: 'Test admin',
    });
  });

  test('are not overwritten by who opened them before the last change', async () => {
    const before = await saved('Stale');
    await change(before, { name: 'Stale', mapping: { ...mapping, City: 'Town' } });
    const answer = await change(before, { name: 'Stale', mapping });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'STALE_MAPPING',
      details: { changedBy: 'Test admin' },
    });
  });

  test('keep one name per client, every needed field, and each column once', async () => {
    await saved('First');
    const second = await saved('Second');
    expect((await change(second, { name: 'FIRST', mapping })).json()).toMatchObject({
      code: 'NAME_TAKEN',
    });
    const { Loan_ID, ...without } = mapping;
    expect((await change(second, { name: 'Second', mapping: without })).statusCode).toBe(422);
    expect(
      (await change(second, { name: 'Second', mapping: { ...mapping, City: Loan_ID } })).statusCode,
    ).toBe(400);
    expect((await change(second, { name: ' ', mapping })).statusCode).toBe(400);
  });

  test('keep a name whose emoji a program cut in two', async () => {
    const answer = await server.call('PUT', '/column-mappings', {
      as: 'admin',
      body: {
        kind: 'LOANS',
        name: 'Half \ud83d of it',
        Client_Name: server.clients.X.name,
        mapping: { ...mapping, City: 'Town \ude00' },
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      name: 'Half \ufffd of it',
      mapping: { City: 'Town \ufffd' },
    });
  });

  test('never get one name twice, however many rename at once, whatever its case', async () => {
    const some = [await saved('Race 1'), await saved('Race 2'), await saved('Race 3')];
    const answers = await Promise.all(
      some.map(async (one, at) =>
        change(one, { name: at === 1 ? 'THE WINNER' : 'The winner', mapping }),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.sort((one, other) => one - other)).toEqual([200, 409, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<SavedMapping>();
    expect((await saved('the Winner'))._id).toBe(winner?._id);
  });

  test('are deleted; the uploads made with them stay', async () => {
    const gone = await saved('Short-lived');
    const pending = await pendingList(server, 'Ref,Who,Owed\nD1,Asha,5\n');
    const remove = async () =>
      server.call('DELETE', `/column-mappings/${gone._id}`, { as: 'clientadmin' });
    expect((await remove()).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(404);
    const upload = await server.call('GET', `/loans/imports/${pending._id}`, { as: 'admin' });
    expect(upload.json()).toMatchObject({ mapping });
  });

  test('of another lender are not there', async () => {
    const foreign = await saved('Theirs', 'Y');
    const body = { name: 'Mine', mapping };
    expect((await change(foreign, body, 'clientadmin')).statusCode).toBe(404);
    const removal = await server.call('DELETE', `/column-mappings/${foreign._id}`, {
      as: 'clientadmin',
    });
    expect(removal.statusCode).toBe(404);
    expect((await change(foreign, body, 'manager')).statusCode).toBe(403);
  });
});

describe('a mapping tried on a real file', () => {
  test('tells good and refused rows with the reasons, and stores nothing', async () => {
    const trial = await tried(
      'Ref,Who,Owed,Phone\nT1,Asha Rao,"1,200",9.19E+11\nT2,,5,\nT1,Asha Rao,7,\nT3,Dev,x,\n',
      { ...mapping, Mobile_Number: 'Phone' },
    );
    expect(trial).toMatchObject({
      headers: ['Ref', 'Who', 'Owed', 'Phone'],
      sheets: [],
      rows: 4,
      goodRows: 1,
      failedRows: 2,
      duplicateRows: 1,
      absentColumns: [],
      missingFields: [],
    });
    expect(trial.refused[0]).toMatchObject({ row: 3, outcome: 'FAILED' });
    expect(trial.good[0]?.values).toMatchObject({ Loan_ID: 'T1', Total_Due_Amount: '1200' });
    expect(trial.good[0]?.problems[0]).toMatchObject({ column: 'Phone', value: '9.19E+11' });
    const { rows } = await server.db.execute(
      sql`select 1 from loans where loan_number in ('T1', 'T2', 'T3')`,
    );
    expect(rows).toEqual([]);
  });

  test('names columns that the file lacks, and fields that stay empty for it', async () => {
    const trial = await tried('Ref,Who,Amount\nT1,Asha,5\n', { ...mapping, City: 'Town' });
    expect(trial).toMatchObject({
      absentColumns: ['Owed', 'Town'],
      missingFields: ['Total_Due_Amount'],
      goodRows: 0,
    });
  });

  test('looks at 200 rows at most', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `L${index},Asha,5`);
    const trial = await tried(['Ref,Who,Owed', ...lines].join('\n'));
    expect(trial).toMatchObject({ rows: 200, goodRows: 200 });
    expect(trial.good).toHaveLength(5);
  });

  test('refuses what is no spreadsheet', async () => {
    const answer = await sendFile(server, '/loans/mappings/try', {
      as: 'admin',
      content: '<html><body>no</body></html>',
      fields: { mapping: JSON.stringify(mapping) },
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('a sample file', () => {
  test('imports without a refused row; with mistakes exactly those rows are refused', async () => {
    const clean = await sample({ rows: '40', format: 'csv' });
    expect(clean.headers['content-disposition']).toContain('sample-40-loans.csv');
    expect(await pendingList(server, clean.body)).toMatchObject({ newRows: 40, failedRows: 0 });
    const flawed = await sample({ rows: '40', format: 'csv', mistakes: '8', seed: '2' });
    expect(await pendingList(server, flawed.body)).toMatchObject({ totalRows: 40, failedRows: 8 });
  });

  test('has the column names of a saved mapping, so that the file maps itself', async () => {
    const shape = await saved('Shape');
    const answer = await sample({ rows: '5', format: 'xlsx', mappingId: shape._id });
    const look = await sendFile(server, '/loans/mappings/try', {
      as: 'admin',
      content: answer.rawPayload,
      name: 'sample.xlsx',
      fields: { mapping: JSON.stringify(mapping) },
    });
    expect(look.json()).toMatchObject({ rows: 5, goodRows: 5, sheets: ['Loans'] });
    expect(look.json<MappingTrial>().headers.slice(0, 3)).toEqual(['Ref', 'Who', 'Owed']);
  });

  test('is the admin’s, and of a sensible size', async () => {
    expect((await sample({}, 'clientadmin')).statusCode).toBe(403);
    expect((await sample({ rows: '100001' })).statusCode).toBe(400);
    expect((await sample({ mappingId: server.people.admin.id })).statusCode).toBe(404);
  });
});
