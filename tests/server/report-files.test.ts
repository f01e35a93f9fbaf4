import ExcelJS from 'exceljs';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { read, utils } from 'xlsx';
import { JOB_WORDS } from '../../contract/job-words.ts';
import type { Page } from '../../contract/paging.ts';
import { REPORT_MEASURES } from '../../contract/report-columns.ts';
import type { ReportAnswer, ReportFile, ReportRows } from '../../contract/report-engine.ts';
import { MODELS } from '../../server/reports/model-rows.ts';
import { newId } from '../../server/ids.ts';
import { reportFileExpiry } from '../../server/reports/report-file-jobs.ts';
import { readInsightFile } from '../support/data-insight.ts';
import { PATIENCE } from '../support/patience.ts';
import { addAccount, newAccountPassword } from '../support/people.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
const DAYS = { gte: '01-03-2026', lte: '31-03-2026' };

beforeAll(async () => {
  await makeReportBooks(server, 11);
});

async function start(as: PersonName, body: object = {}): Promise<ReportFile> {
  return server.taken<ReportFile>('POST', '/reports/callStatus/files', {
    as,
    body: { ...DAYS, ...body },
  });
}

const listed = async (as: PersonName) =>
  (await server.call('GET', '/report-files', { as })).json<Page<ReportFile>>().data;

const finished = async (as: PersonName, id: string) =>
  vi.waitUntil(
    async () => (await listed(as)).find((file) => file._id === id && file.state === 'DONE'),
    PATIENCE,
  );

it('is made in the background, has every row, and its reader is told', async () => {
  const { _id: id, name } = await start('manager');
  const file = await finished('manager', id);
  expect(file).toMatchObject({ name, rowsDone: file.rowsTotal });
  const got = await server.call('GET', `/report-files/${id}`, { as: 'manager' });
  const rows = (
    await server.call('GET', '/reports/callStatus/rows', {
      as: 'manager',
      query: { ...DAYS, pageSize: '200' },
    })
  ).json<ReportRows>();
  const book = read(got.rawPayload, { cellDates: true });
  const lines = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    header: 1,
  });
  expect(lines).toHaveLength(rows.totalCount + 2);
  const { rows: told } = await server.db.execute<{ n: number }>(
    sql`select count(*)::int as n from notifications where kind = 'REPORT_READY' and user_id = ${server.people.manager.id}`,
  );
  expect(told[0]?.n).toBe(1);
});

it('is for nobody but who asked for it', async () => {
  const { _id: id } = await start('manager', { format: 'csv' });
  await finished('manager', id);
  const other = await server.call('GET', `/report-files/${id}`, { as: 'admin' });
  expect(other.statusCode).toBe(404);
  expect(await listed('manager2')).toEqual([]);
});

const ask = async (as: PersonName, body: object) =>
  (await server.call('POST', '/reports/callStatus/files', { as, body })).statusCode;

it('is refused to roles and for days that the report does not take', async () => {
  expect(await ask('partner', DAYS)).toBe(403);
  expect(await ask('manager', { gte: '02-03-2026', lte: '01-03-2026' })).toBe(422);
});

it('is removed when its days are over', async () => {
  const { _id: id } = await start('manager2');
  await finished('manager2', id);
  await server.db.execute(
    sql`update report_files set expires_at = now() - interval '1 second' where id = ${id}`,
  );
  await reportFileExpiry.work(server.context);
  expect(await listed('manager2')).toEqual([]);
  const gone = await server.call('GET', `/report-files/${id}`, { as: 'manager2' });
  expect(gone.statusCode).toBe(404);
  await expect(server.context.fileStore.read(`report-files/${id}`)).rejects.toThrow(
    'The file store has no',
  );
});

async function logIn(email: string): Promise<Record<string, string>> {
  const body = { email, password: newAccountPassword };
  const login = await server.call('POST', '/client/login', { as: null, body });
  return { authorization: `Bearer ${login.json<{ token?: string }>().token ?? ''}` };
}

const filesOf = async (headers: Record<string, string>) =>
  (await server.call('GET', '/report-files', { as: null, headers })).json<Page<ReportFile>>().data;

describe('a file of somebody with other rights now', () => {
  it.each([
    ['lender', { client: 'Y' }],
    ['role', { role: 'CLIENT', client: 'X' }],
  ] as const)('is gone, made or in the making, with the former %s', async (_what, { ...other }) => {
    const { _id, email } = await addAccount(server, 'CUSTOMER', null, server.clients.X.id);
    const before = await logIn(email);
    const asked = await server.call('POST', '/reports/dailyCalls/files', {
      as: null,
      headers: before,
      body: { ...DAYS, format: 'csv' },
    });
    const { _id: made } = asked.json<ReportFile>();
    await vi.waitUntil(async () => (await filesOf(before))[0]?.state === 'DONE', PATIENCE);
    await server.db
      .execute(sql`insert into report_files (id, owner_id, report, query, name, state, rows_total, expires_at)
      values (${newId()}, ${_id}, 'dailyCalls', '{}', 'running.csv', 'RUNNING', 1, now() + interval '1 day')`);
    const body = { ...other, _id, client: server.clients[other.client].id };
    await server.taken('PUT', '/userData', { as: 'admin', body });
    const after = await logIn(email);
    expect(await filesOf(after)).toEqual([]);
    const got = await server.call('GET', `/report-files/${made}`, { as: null, headers: after });
    expect(got.statusCode).toBe(404);
  });
});

it('is not made for somebody who may no longer work here, and leaves no half file', async () => {
  await server.db.execute(
    sql`insert into report_files (id, owner_id, report, query, name, rows_total, expires_at)
      values ('00000000-0000-4000-8000-000000000001', ${server.people.collector3.id}, 'callStatus', ${JSON.stringify(DAYS)}::jsonb, 'a.csv', 1,
        now() + interval '1 day')`,
  );
  await server.db.execute(
    sql`update users set disabled_at = now() where id = ${server.people.collector3.id}`,
  );
  const stateOf = async () =>
    (
      await server.db.execute<{ state: string }>(
        sql`select state from report_files where id = '00000000-0000-4000-8000-000000000001'`,
      )
    ).rows[0]?.state;
  await server.context.jobs.add(server.db, 'report-file', '00000000-0000-4000-8000-000000000001');
  await expect.poll(stateOf, PATIENCE).toBe('FAILED');
});

it('says why it could not be made: for want of room', async () => {
  const full = Object.assign(new Error('No room.'), { code: 'ENOSPC' });
  const writing = vi.spyOn(server.context.fileStore, 'write').mockRejectedValue(full);
  try {
    const { _id: id, error } = await start('admin');
    expect(error).toBeNull();
    const failed = await vi.waitUntil(
      async () =>
        (await listed('admin')).find((file) => file._id === id && file.state === 'FAILED'),
      PATIENCE,
    );
    expect(failed.error).toBe(JOB_WORDS['no-room-for-report']);
  } finally {
    writing.mockRestore();
  }
});

it('says why it is refused: what was asked for is no longer its asker’s to see', async () => {
  const id = newId();
  await server.db.execute(
    sql`insert into report_files (id, owner_id, report, query, name, rows_total, expires_at)
      values (${id}, ${server.people.partner.id}, 'callStatus', ${JSON.stringify(DAYS)}::jsonb, 'a.csv', 1, now() + interval '1 day')`,
  );
  await server.context.jobs.add(server.db, 'report-file', id);
  await expect
    .poll(async () => (await listed('partner')).find(({ _id }) => _id === id)?.error, PATIENCE)
    .toBe(JOB_WORDS['report-refused']);
});

/** A file as a library that did not write it reads it. */
async function readBack(bytes: Buffer): Promise<ExcelJS.Worksheet> {
  const book = new ExcelJS.Workbook();
  // Its own Buffer is an older one.
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  const [sheet] = book.worksheets;
  if (book.worksheets.length !== 1 || sheet === undefined) throw new Error('Not one sheet.');
  return sheet;
}

/** What stands in a row of a sheet, cell by cell; null where nothing does. */
const cellsOf = (sheet: ExcelJS.Worksheet, row: number, width: number) =>
  Array.from({ length: width }, (_, at) => sheet.getRow(row).getCell(at + 1));

/** The library takes a length of time for an instant so long after the first day that spreadsheets know. */
const secondsIn = (value: unknown) =>
  value instanceof Date ? Math.round((value.getTime() - Date.UTC(1899, 11, 30)) / 1000) : value;

const figureOf = ({ value }: ExcelJS.Cell) => secondsIn(value);

function totalIn(cell: ExcelJS.Cell | undefined): unknown {
  const value = cell?.value as ExcelJS.CellFormulaValue;
  return { ...value, ...('result' in value && { result: secondsIn(value.result) }) };
}

it('is read back cell by cell by another library: days are dates, totals formulas over all rows', async () => {
  const query = { ...DAYS, by: 'day', pageSize: '200' };
  const answer = await server.call('GET', '/reports/callStatus', { as: 'admin', query });
  const { data, totals, measures, ratios } = answer.json<ReportAnswer>();
  expect(data.length).toBeGreaterThan(5);
  const file = await server.call('GET', '/reports/callStatus/export', {
    as: 'admin',
    query: { ...DAYS, by: 'day', format: 'xlsx', view: 'groups' },
  });
  const sheet = await readBack(file.rawPayload);
  const width = 1 + measures.length + ratios.length;
  expect([sheet.rowCount, sheet.columnCount]).toEqual([data.length + 2, width]);
  expect(sheet.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
  const header = cellsOf(sheet, 1, width);
  expect(header.map(({ value }) => value).slice(0, 3)).toEqual(['Day', 'Calls', 'Connects']);
  for (const [at, cell] of header.entries()) {
    expect(cell.font?.bold).toBe(true);
    const wide = sheet.getColumn(at + 1).width ?? 0;
    expect(wide).toBeGreaterThan(cell.text.length);
  }
  for (const [at, { group, sums }] of data.entries()) {
    const [day, ...cells] = cellsOf(sheet, at + 2, width);
    expect(day?.value).toEqual(new Date(`${group}T00:00:00Z`));
    expect(day?.numFmt).toBe('dd-mm-yyyy');
    expect(cells.slice(0, measures.length).map(figureOf)).toEqual(sums);
    const shares = cells.slice(measures.length).map(({ value }) => value);
    expect(shares.every((share) => share === null || typeof share === 'number')).toBe(true);
  }
  const [word, ...sums] = cellsOf(sheet, data.length + 2, width);
  expect(word?.value).toBe('Total');
  for (const [at, measure] of measures.entries()) {
    const letter = String.fromCharCode('B'.charCodeAt(0) + at);
    expect(totalIn(sums[at]), measure).toEqual({
      formula: `SUM(${letter}2:${letter}${data.length + 1})`,
      // The library leaves out a nought.
      ...(totals[at] !== 0 && { result: totals[at] }),
    });
    const isTime = REPORT_MEASURES[measure].kind === 'seconds';
    expect(sums[at]?.numFmt === '[h]:mm:ss', measure).toBe(isTime);
    const isMoney = REPORT_MEASURES[measure].kind === 'money';
    expect(sums[at]?.numFmt?.includes('₹') ?? false, measure).toBe(isMoney);
  }
});

/** Beginnings that spreadsheet programs run, and a text that they would decode into one. */
const HOSTILE = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1+1', '\r=1+1', '\n=1+1', '＝1+1'];
const ENCODED = '_x003D_1+1';

/** As spreadsheet programs read a text; the library does so for texts that stand apart from their cells alone. */
const decoded = (text: string) =>
  text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );

/** Text columns whose words are the product's own. */
const OWN_WORDS = new Set([
  'Status',
  'Channel',
  'Code',
  'Class',
  'Call status',
  'State of the amount',
  'Due time',
  'Role',
]);

async function exported(model: string): Promise<ExcelJS.Worksheet> {
  const file = await server.call('GET', '/activity/get-export/file', {
    as: 'admin',
    query: { model, gte: '01-01-2026', lte: '31-12-2099' },
  });
  expect(file.statusCode, model).toBe(200);
  return readBack(file.rawPayload);
}

it('no text that a person typed is a formula, nor becomes one, in any field of the four models', async () => {
  const { db, people, clients } = server;
  const note = [...HOSTILE, ENCODED].map((text) => `"${text}"`);
  await readInsightFile(
    server,
    `Loan No,Note\n${note.map((text, at) => `L${at},${text}`).join('\n')}\n`,
  );
  const given = sql`(${sql.param([...HOSTILE, ENCODED])}::text[])`;
  const turn = (row: ReturnType<typeof sql>) => sql`${given}[1 + ${row} % ${HOSTILE.length + 1}]`;
  await db.execute(sql`update loans l set loan_number = ${turn(sql`n.n`)} || l.loan_number,
      customer_name = ${turn(sql`n.n`)}, mobile_number = ${turn(sql`n.n`)}, alternate_mobile_number = ${turn(sql`n.n`)},
      email = ${turn(sql`n.n`)}, address = ${turn(sql`n.n`)}, city = ${turn(sql`n.n`)}, state = ${turn(sql`n.n`)},
      pincode = ${turn(sql`n.n`)}, region = ${turn(sql`n.n`)}, branch = ${turn(sql`n.n`)}, product = ${turn(sql`n.n`)},
      bucket = ${turn(sql`n.n`)}
    from (select id, row_number() over (order by id) as n from loans) n where n.id = l.id`);
  await db.execute(
    sql`update loans set disposition = (select code from disposition_codes limit 1)`,
  );
  await db.execute(
    sql`update dispositions set person_met = ${HOSTILE[0]}, remarks = ${HOSTILE[3]}`,
  );
  await db.execute(sql`update disposition_codes set label = ${HOSTILE[0]} || code`);
  await db.execute(sql`update users set full_name = ${HOSTILE[1]} || id`);
  await db.execute(sql`update clients set name = ${HOSTILE[2]} || name`);
  await db.execute(sql`insert into targets (id, owner_id, client_id, month, amount)
    values (gen_random_uuid(), ${people.manager.id}, ${clients.X.id}, '2026-03-01', 1)`);
  const told: string[] = [];
  const guarded: string[] = [];
  const encoded: string[] = [];
  const unsafe: unknown[] = [];
  for (const [name, { columns }] of Object.entries(MODELS)) {
    const sheet = await exported(name);
    for (const [at, { title, kind }] of columns.entries()) {
      const cells = Array.from({ length: sheet.rowCount - 1 }, (_, row) =>
        sheet.getRow(row + 2).getCell(at + 1),
      );
      expect(cells.filter(({ formula }) => formula !== undefined)).toEqual([]);
      const texts = cells.map(({ text }) => decoded(text));
      if (kind !== 'text' || OWN_WORDS.has(title)) continue;
      told.push(`${name}: ${title}`);
      unsafe.push(...cells.filter(({ value }) => value !== null && typeof value !== 'string'));
      unsafe.push(...texts.filter((text) => /^[=+\-@\t\r\n＝]/.test(text)));
      if (texts.some((text) => text.startsWith("'"))) guarded.push(`${name}: ${title}`);
      if (texts.includes(ENCODED)) encoded.push(title);
    }
  }
  expect(unsafe).toEqual([]);
  expect(guarded).toEqual(told);
  expect(encoded).toContain('Address');
  const insights = await exported('DataInsight');
  const at = (insights.getRow(1).values as string[]).indexOf('Note');
  const notes = insights
    .getColumn(at)
    .values.slice(2)
    .map((text) => decoded(JSON.stringify(text)));
  expect(notes).toContain(`"${ENCODED}"`);
  expect(notes.filter((text) => !/^"['_]/.test(text))).toEqual([]);
});
