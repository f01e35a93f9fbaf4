import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { BulkPeopleAnswer } from '../../contract/person.ts';
import { writeXlsx } from '../../server/spreadsheets/xlsx-writer.ts';
import { sendFile } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const HEADER = 'Role,Full Name,User Name,E-Mail,Mobile No.,Password,Manager,Location';

async function send(
  content: string | Buffer,
  {
    isTrial = 'true',
    as = 'admin',
    name = 'people.csv',
  }: { isTrial?: 'true' | 'false'; as?: PersonName; name?: string } = {},
) {
  return sendFile(server, '/people/sheet', { as, content, name, fields: { isTrial } });
}

async function answerOf(...given: Parameters<typeof send>): Promise<BulkPeopleAnswer> {
  const answer = await send(...given);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<BulkPeopleAnswer>();
}

const logIn = async (email: string, password: string) =>
  (await server.call('POST', '/login', { as: null, body: { email, password, role: '' } })).json<{
    auth: boolean;
  }>();

describe('people from a sheet', () => {
  it('are tried first: every wrong row with its reasons, nobody made', async () => {
    const sheet = [
      HEADER,
      'Collector,Asha One,asha.one,asha@sheet.test,98765 01234,,Test manager,D',
      'Boss,Nobody,no.body,nobody@sheet.test,,,Test manager,',
      'Field agent,,field one,not-an-address,12,short,Somebody Else,Q',
      'Collector,Asha Two,ASHA.ONE,two@sheet.test,,,manager,',
      '',
      'Collector,Taken,admin@test.recoup,admin@test.recoup,,password1,,',
    ].join('\r\n');
    const answer = await answerOf(sheet);
    expect(answer).toMatchObject({ isTrial: true, rowCount: 5, createdCount: 0, failedCount: 4 });
    const problems = Object.fromEntries(
      answer.rows.map((row) => [row.row, row.problems.map((problem) => problem.column).sort()]),
    );
    expect(problems).toEqual({
      2: [],
      3: ['role'],
      4: ['email', 'fullName', 'manager', 'password', 'phone', 'username'],
      5: ['username'],
      7: ['email', 'manager', 'password', 'username'],
    });
    expect(answer.rows.every((row) => row.madePassword === null)).toBe(true);
    const { rows } = await server.db.execute(
      sql`select 1 from users where email like '%@sheet.test'`,
    );
    expect(rows).toEqual([]);
  });

  it('are made where the row is right, a team with its manager; a made password is said once', async () => {
    const sheet = [
      'username;email;full name;role;manager;password;phone',
      'sheet.two;two@sheet.test;Sheet Two;COLLECTOR;sheet.boss;;9876501234',
      'sheet.boss;boss@sheet.test;Sheet Boss;Manager;;Heron-over-Wardha;',
      'sheet.three;three@sheet.test;Sheet Three;field_agent;boss@sheet.test;Heron-over-Wardha;',
      'sheet.bad;bad@sheet.test;Sheet Bad;Collector;;Heron-over-Wardha;',
    ].join('\n');
    const answer = await answerOf(sheet, { isTrial: 'false' });
    expect(answer).toMatchObject({ rowCount: 4, createdCount: 3, failedCount: 1 });
    const [two, boss] = answer.rows;
    expect(boss?.madePassword).toBeNull();
    const made = two?.madePassword ?? '';
    expect(made.length).toBeGreaterThanOrEqual(12);
    expect(await logIn('two@sheet.test', made)).toMatchObject({ auth: true });
    expect(await logIn('three@sheet.test', 'Heron-over-Wardha')).toMatchObject({ auth: true });
    const { rows } = await server.db.execute<{ username: string; boss: string }>(sql`
      select u.username, m.username as boss from users u join users m on m.id = u.manager_id
      where u.email like '%@sheet.test' order by 1`);
    expect(rows).toEqual([
      { username: 'sheet.three', boss: 'sheet.boss' },
      { username: 'sheet.two', boss: 'sheet.boss' },
    ]);
    const audit = await server.db.execute(sql`select details::text from audit_log`);
    expect(JSON.stringify(audit.rows)).not.toContain(made);
    const again = await answerOf(sheet, { isTrial: 'false' });
    expect(again).toMatchObject({ createdCount: 0, failedCount: 4 });
  });

  it('can come as an Excel workbook', async () => {
    const stream = writeXlsx(
      [
        ['Role', 'Name', 'User', 'Email', 'Manager'],
        ['Collector', 'Sheet Four', 'sheet.four', 'four@sheet.test', 'manager'],
      ],
      'People',
    );
    const pieces: Buffer[] = [];
    for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(Buffer.from(piece));
    const answer = await answerOf(Buffer.concat(pieces), { name: 'people.xlsx' });
    expect(answer).toMatchObject({ rowCount: 1, failedCount: 0 });
  });

  it('of a partner go under its own managers only, and are no field agents', async () => {
    const sheet = [
      HEADER,
      'Collector,Own,p.own,own@p.test,,,manager,',
      'Collector,Foreign,p.foreign,foreign@p.test,,,manager2,',
      'Field agent,Field,p.field,field@p.test,,,manager,',
    ].join('\n');
    const answer = await answerOf(sheet, { as: 'partner', isTrial: 'false' });
    expect(answer.rows.map((row) => row.problems.map((problem) => problem.column))).toEqual([
      [],
      ['manager'],
      ['role'],
    ]);
  });

  it('are refused whole when the file is none, lacks columns, or has too many rows', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `Collector,N,n${n},n${n}@x.test,,,manager,`);
    const asked: [string, number, string][] = [
      ['<html><body>no</body></html>', 415, 'WRONG_FILE_TYPE'],
      ['Role,Name\nCollector,A', 422, 'MISSING_COLUMNS'],
      [HEADER, 422, 'EMPTY_SHEET'],
      [[HEADER, ...many].join('\n'), 422, 'TOO_MANY'],
      ['', 422, 'UNREADABLE_FILE'],
    ];
    for (const [content, status, code] of asked) {
      const answer = await send(content);
      expect(answer.statusCode, answer.body).toBe(status);
      expect(answer.json()).toMatchObject({ code });
    }
    const none = await server.call('POST', '/people/sheet', { as: 'admin', body: {} });
    expect(none.statusCode).toBe(400);
    expect((await send(HEADER, { as: 'manager' })).statusCode).toBe(403);
  });
});
