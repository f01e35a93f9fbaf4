import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { read as readBook, utils } from 'xlsx';
import { calls } from '../../contract/calls.ts';
import type { ClientExport } from '../../contract/client-export.ts';
import { LENDER_FIELDS } from '../../contract/lender-fields.ts';
import { readInsightFile } from '../support/data-insight.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  await makeReportBooks(server, 8);
  await server.db
    .execute(sql`update loans set other_columns = '{"Zone code": "Z9"}', mobile_number = '+91 98765 43210'
    where loan_number = 'RB-1'`);
});

const DAYS = { gte: '01-03-2026', lte: '31-03-2026' };

async function rulesOf(client: 'X' | 'Y', as: PersonName = 'admin'): Promise<ClientExport> {
  const answer = await server.call('GET', '/client-exports', { as });
  const all = answer.json<{ data: ClientExport[] }>().data;
  const found = all.find(({ clientId }) => clientId === server.clients[client].id);
  if (!found) throw new Error('The client is not listed.');
  return found;
}

async function save(client: 'X' | 'Y', change: object, as: PersonName = 'admin') {
  const { clientId, Client_Name: _name, ...rules } = await rulesOf(client);
  return server.call('PUT', `/client-exports/${clientId}`, { as, body: { ...rules, ...change } });
}

const clientOf = async (number: string) => {
  const { rows } = await server.db.execute<{
    key: 'X' | 'Y';
  }>(sql`select case when client_id = ${server.clients.X.id}
    then 'X' else 'Y' end as key from loans where loan_number = ${number}`);
  return rows[0]?.key ?? 'X';
};

const COLUMNS = [
  { field: 'loanNumber', header: 'ACCT_NO' },
  { field: 'receivedOn', header: 'ALLOC DATE' },
  { field: 'other', header: 'ZONE', text: 'Zone code' },
  { field: 'mobile', header: '=Phone' },
  { field: 'fixed', header: 'AGENCY', text: 'Sharma & Sons' },
  { field: 'totalDue', header: 'TOS' },
];

const file = async (client: 'X' | 'Y', as: PersonName = 'admin', format = 'csv') =>
  server.call('GET', `/client-exports/${server.clients[client].id}/file`, {
    as,
    query: { ...DAYS, format },
  });

it('gives a lender’s file in its own columns, headers, order and dates, as the preview has it', async () => {
  const key = await clientOf('RB-1');
  expect((await save(key, { columns: COLUMNS, dateFormat: 'DD/MM/YYYY' })).statusCode).toBe(200);
  await server.db
    .execute(sql`update loans set status = 'ACTIVE', created_at = '2026-03-04T18:30:00Z'
    where loan_number = 'RB-1'`);
  const got = await file(key);
  expect(got.statusCode, got.body).toBe(200);
  const lines = got.body.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe("ACCT_NO,ALLOC DATE,ZONE,'=Phone,AGENCY,TOS");
  expect(lines.find((line) => line.startsWith('RB-1,'))).toMatch(
    /^RB-1,05\/03\/2026,Z9,.*98765 43210,Sharma & Sons,\d+$/,
  );
  // In a workbook amounts stay numbers that read as amounts.
  const book = readBook((await file(key, 'admin', 'xlsx')).rawPayload, { cellNF: true });
  const cell = book.Sheets['BOI Reports']?.['F2'] as { t: string; w: string };
  expect([cell.t, cell.w]).toEqual(['n', expect.stringMatching(/^₹[\d,]+$/)]);
  const preview = await server.call('POST', `/client-exports/${server.clients[key].id}/preview`, {
    as: 'admin',
    body: { columns: COLUMNS, dateFormat: 'DD/MM/YYYY', ...DAYS },
  });
  const shown = preview.json<{ header: string[]; rows: unknown[][]; totalCount: number }>();
  expect(shown.header).toEqual(COLUMNS.map(({ header }) => header));
  expect(shown.totalCount).toBe(lines.length - 1);
  expect(shown.rows[0]?.[0]).toBe(lines[1]?.split(',')[0]);
  const { rows } = await server.db.execute<{
    rows: number;
  }>(sql`select (details ->> 'rows')::int as rows from audit_log
    where action = 'report.export' and entity = 'client' order by sequence desc limit 1`);
  expect(rows[0]?.rows).toBe(shown.totalCount);
});

it('can have every field there is', async () => {
  const fields = Object.keys(LENDER_FIELDS);
  const columns = fields.map((field) => ({ field, header: field, text: 'x' }));
  for (const as of ['admin', 'manager', 'clientadmin'] as const) {
    const { rows } = await server.taken<{ rows: unknown[][] }>(
      'POST',
      `/client-exports/${server.clients.X.id}/preview`,
      {
        as,
        body: { columns, dateFormat: 'DD-MMM-YYYY', ...DAYS },
      },
    );
    expect(rows[0]).toHaveLength(fields.length);
    // What agents told is not a lender's people's to see.
    const isHidden = rows.every((row) => row[fields.indexOf('unverified')] === null);
    expect(isHidden).toBe(as === 'clientadmin');
  }
});

it('marks every file of a lender that asks for it, and masks numbers for the roles it names', async () => {
  const key = await clientOf('RB-1');
  const rules = { columns: COLUMNS, watermark: 'Secret of the lender', maskedRoles: ['MANAGER'] };
  expect((await save(key, rules)).statusCode).toBe(200);
  await server.db.execute(
    sql`update loans set manager_id = ${server.people.manager.id} where loan_number = 'RB-1'`,
  );
  const open = await file(key);
  expect(open.body).toContain('98765 43210');
  expect(open.body.trim().split('\r\n').at(-1)).toContain('Secret of the lender · ');
  const masked = await file(key, 'manager');
  expect(masked.body).toContain('+XX XXXXX X3210');
  expect(masked.body).not.toContain('98765 43210');
  const report = async (as: PersonName, view: string) =>
    server.call('GET', '/reports/additional/export', {
      as,
      query: { ...DAYS, format: 'csv', view },
    });
  expect((await report('manager', 'rows')).body).toContain('+XX XXXXX X3210');
  expect((await report('admin', 'rows')).body).toContain('+91 98765 43210');
  expect((await report('admin', 'groups')).body).toContain('Secret of the lender · ');
  const model = async (as: PersonName) =>
    server.call('GET', '/activity/get-export/file', {
      as,
      query: { model: 'Loan', ...DAYS, format: 'csv' },
    });
  expect((await model('manager')).body).toContain('+XX XXXXX X3210');
  expect((await model('admin')).body).toContain('+91 98765 43210');
  expect((await model('admin')).body).toContain('Secret of the lender · ');
  // A table that a screen saves by itself, of all lenders or of the other one.
  const marks = async (clientName: string[]) => {
    const body = { screen: 'settlement-report', rows: 3, clientName };
    const answer = await server.call('POST', '/file-marks', { as: 'admin', body });
    return answer.json<{ marks: string[] }>().marks.join();
  };
  expect(await marks([])).toContain('Secret of the lender · ');
  const other = server.clients[key === 'X' ? 'Y' : 'X'].name;
  expect(await marks([other])).not.toContain('Secret');
  const { rows: noted } = await server.db.execute(sql`select entity_id, details from audit_log
    where action = 'report.export' order by sequence desc limit 1`);
  expect(noted).toMatchObject([
    { entity_id: 'settlement-report', details: { rows: 3, filters: { clientName: [other] } } },
  ]);
});

/** How each file with figures or rows of loans is asked for; one that comes new is named here or below. */
type Ask = Parameters<typeof server.call>;
const MARKED: Readonly<Record<string, (clientId: string) => Ask | Promise<Ask>>> = {
  exportReport: () => asked('/reports/additional/export', { ...DAYS, format: 'csv' }),
  exportModel: () => asked('/activity/get-export/file', { model: 'Loan', ...DAYS, format: 'csv' }),
  exportLenderFormat: (clientId) =>
    asked(`/client-exports/${clientId}/file`, { ...DAYS, format: 'csv' }),
  exportReconciliation: () => asked('/reconciliation/export', { ...DAYS }),
  exportList: () =>
    posted('/list-exports', {
      call: 'listLoans',
      columns: [{ path: 'Loan_ID', title: 'Loan' }],
    }),
  exportChart: () =>
    posted('/data-visualizations/export', {
      name: 'Loans',
      question: { measure: 'loans', by: 'city' },
    }),
  exportInsightAnswer: async () => {
    const fields = { Client_Name: server.clients[await clientOf('RB-1')].name };
    const read = await readInsightFile(server, 'Loan,Score\nRB-1,700', 'admin', fields);
    return posted(`/data-insights/${read._id}/answer/file`, { measure: 'ROWS', by: 'loan:city' });
  },
};
/** Files of another kind, files made before, what goes back to the lender itself, tables that are read in again. */
const UNMARKED = [
  'downloadAllocationRules',
  'downloadBackup',
  'downloadIncentivePayout',
  'downloadInvoice',
  'downloadLetter',
  'downloadReportFile',
  'downloadSheetRows',
  'draftLetter',
  'exportModelCard',
  'followAgentStatus',
  'followOwnSeat',
  'getFailedLoanRows',
  'getFile',
  'getPolicy',
  'getRecording',
  'makeSampleFile',
];

const asked = (path: string, query: Record<string, string>): Ask => [
  'GET',
  path,
  { as: 'admin', query },
];
const posted = (path: string, body: object): Ask => ['POST', path, { as: 'admin', body }];

/** The lines of a file, as CSV. */
function csvOf(bytes: Buffer): string {
  const book = readBook(bytes);
  return utils.sheet_to_csv(book.Sheets[book.SheetNames[0] ?? ''] ?? {}).trim();
}

it('marks every file in which a lender’s loans or figures of them may be', async () => {
  const files = calls.filter((call) => call.answerKind === 'file').map(({ name }) => name);
  expect([...Object.keys(MARKED), ...UNMARKED].toSorted()).toEqual(files.toSorted());
  const key = await clientOf('RB-1');
  const rules = { columns: COLUMNS, watermark: 'In every file' };
  expect((await save(key, rules)).statusCode).toBe(200);
  for (const [name, ask] of Object.entries(MARKED)) {
    const got = await server.call(...(await ask(server.clients[key].id)));
    expect(got.statusCode, `${name}: ${got.body.slice(0, 300)}`).toBe(200);
    expect(csvOf(got.rawPayload).split('\n').at(-1), name).toContain('In every file · ');
  }
  const other = server.clients[key === 'X' ? 'Y' : 'X'];
  for (const narrowed of [{ clientId: other.id }, { clientName: other.name }])
    expect(
      (
        await server.call(
          ...asked('/reconciliation/export', { ...DAYS, format: 'csv', ...narrowed }),
        )
      ).body,
    ).not.toContain('In every file');
});

it('marks what an agent and its manager worked, though the loan is theirs no more', async () => {
  const key = await clientOf('RB-1');
  expect((await save(key, { columns: COLUMNS, watermark: 'Still secret' })).statusCode).toBe(200);
  const { people, db } = server;
  const lender = sql`select id from loans where client_id = ${server.clients[key].id}`;
  await db.execute(sql`update dispositions set agent_id = ${people.collector.id}, manager_id = ${people.manager.id}
    where channel = 'CALL' and loan_id in (${lender})`);
  await db.execute(sql`update loans set collector_id = null, field_agent_id = null, manager_id = ${people.manager2.id}
    where id in (${lender})`);
  await db.execute(sql`delete from manager_clients where manager_id = ${people.manager.id}`);
  for (const as of ['collector', 'manager'] as const) {
    const query = { ...DAYS, format: 'csv', view: 'rows' };
    const got = await server.call('GET', '/reports/callStatus/export', { as, query });
    expect(got.body, as).toContain(server.clients[key].name);
    expect(got.body, as).toContain('Still secret · ');
  }
});

it('is an admin’s to change, a lender’s people’s to read, and nobody else’s', async () => {
  const other = `/client-exports/${server.clients.Y.id}`;
  expect((await save('X', { watermark: 'x' }, 'manager')).statusCode).toBe(403);
  expect((await server.call('GET', `${other}/file`, { as: 'clientadmin' })).statusCode).toBe(404);
  const body = { columns: COLUMNS, dateFormat: 'DDMMYYYY' };
  expect(
    (await server.call('POST', `${other}/preview`, { as: 'clientadmin', body })).statusCode,
  ).toBe(404);
  expect((await server.call('GET', '/client-exports', { as: 'partner' })).statusCode).toBe(403);
  await expect(rulesOf('Y', 'clientadmin')).rejects.toThrow('not listed');
});

it('refuses what makes no sense, and what somebody else changed meanwhile', async () => {
  expect((await save('Y', { columns: [{ field: 'password', header: 'x' }] })).statusCode).toBe(400);
  expect((await save('Y', { columns: [{ field: 'city', header: ' ' }] })).statusCode).toBe(400);
  expect((await save('Y', { columns: [], revision: 99 })).statusCode).toBe(409);
  expect((await save('Y', { columns: [] })).statusCode).toBe(200);
  expect((await file('Y')).statusCode).toBe(422);
});
