import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { read as readBook, utils } from 'xlsx';
import { callAddress } from '../../contract/call.ts';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { isPaged, listFields } from '../../contract/list-fields.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loan } from '../../contract/loan.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  await makeReportBooks(server, 16);
});

// More files are taken here than a person may take.
beforeEach(async () => {
  await server.db.execute(sql`delete from rate_limits`);
});

const LOAN_COLUMNS = [
  { path: 'Loan_ID', title: 'Loan' },
  { path: 'Customer_Name', title: 'Borrower' },
  { path: 'Client_Name', title: 'Lender' },
  { path: 'Mobile_Number', title: 'Phone' },
  { path: 'Total_Due_Amount', title: 'Due' },
  { path: 'createdAt', title: 'Came' },
];

const ask = async (as: PersonName | null, body: object) =>
  server.call('POST', '/list-exports', {
    as,
    body: { call: 'listLoans', columns: LOAN_COLUMNS, ...body },
  });

/** The lines of a file, the header first. */
function linesOf(bytes: Buffer): unknown[][] {
  const book = readBook(bytes, { cellDates: true, UTC: true });
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
}

async function loansOf(as: PersonName, query: Record<string, string> = {}): Promise<Page<Loan>> {
  return server.taken<Page<Loan>>('GET', '/loans', { as, query: { ...query, pageSize: '200' } });
}

/** How many rows a file has, that there are none, or the status of a refusal. */
function outcomeOf({ statusCode, rawPayload, body }: Awaited<ReturnType<typeof ask>>) {
  if (statusCode === 200) return linesOf(rawPayload).length - 1;
  return body.includes('NO_ROWS') ? 'NO_ROWS' : statusCode;
}

const addressOf = (call: Call) => callAddress(call, {});
const LISTS = calls.filter((call) => listFields(call) !== null && call.params === undefined);

it.each(LISTS.map((call) => [call.name, call] as const))(
  'has what %s answers to the same person, whole',
  async (_, call) => {
    const columns = [...(listFields(call) ?? [])].map(([path]) => ({ path, title: path }));
    let answered = 0;
    for (const as of ['admin', 'manager', 'collector', 'clientadmin', 'fieldagent'] as const) {
      const shown = await server.call('GET', addressOf(call), {
        as,
        query: isPaged(call) ? { pageSize: '200' } : {},
      });
      const file = await ask(as, { call: call.name, columns: columns.slice(0, 100) });
      const { data } = shown.json<{ data?: unknown[] }>();
      if (data !== undefined) answered += 1;
      expect(outcomeOf(file), file.body).toEqual(
        data === undefined ? shown.statusCode : data.length > 0 ? data.length : 'NO_ROWS',
      );
    }
    // Lists that need a filter say so, in the same words.
    const needs = await server.call('GET', addressOf(call), { as: 'admin' });
    expect(answered > 0 || needs.statusCode !== 200).toBe(true);
  },
);

it('has the rows, the order and the headings of the screen, amounts and times as such', async () => {
  const shown = await loansOf('manager', { sort: '-Customer_Name', city: 'Pune' });
  const file = await ask('manager', { query: { sort: '-Customer_Name', city: ['Pune'], page: 7 } });
  expect(file.statusCode, file.body).toBe(200);
  expect(file.headers['content-disposition']).toMatch(/filename="loans_\d{2}-\d{2}-\d{4}\.xlsx"/);
  const [header, ...lines] = linesOf(file.rawPayload);
  expect(header).toEqual(LOAN_COLUMNS.map(({ title }) => title));
  expect(lines.map(([number]) => number)).toEqual(shown.data.map((loan) => loan.Loan_ID));
  const at = lines.findIndex((line) => Number(line[4]) > 1000);
  expect(lines[at]?.[4]).toBe(shown.data[at]?.Total_Due_Amount);
  expect(lines[at]?.[5]).toBeInstanceOf(Date);
  const sheet = readBook(file.rawPayload, { cellNF: true }).Sheets['loans'] ?? {};
  expect((sheet[`E${at + 2}`] as { w: string }).w).toMatch(/^₹[\d,]+$/);
});

/** What the file of a list is called. */
async function nameOf(call: string, path: string, query: object) {
  const file = await ask('admin', { call, columns: [{ path, title: 'x' }], query });
  expect(file.statusCode, file.body).toBe(200);
  return file.headers['content-disposition'];
}

it('is named after the month or the days that it was asked for', async () => {
  const month = await nameOf('listRevenues', 'personId', { month: '2026-10' });
  expect(month).toContain('"revenues_10-2026.xlsx"');
  const days = await nameOf('listPayments', '_id', { from: '01-01-2020', to: '2030-12-31' });
  expect(days).toContain('"payments_01-01-2020_31-12-2030.xlsx"');
  const now = await nameOf('listPayments', '_id', {});
  expect(now).toMatch(/"payments_\d{2}-\d{2}-\d{4}\.xlsx"/);
});

it('is audited with its filter and how many rows it has, but for what could be a number', async () => {
  await server.db.execute(
    sql`update loans set mobile_number = '9876500042' where loan_number = 'RB-42'`,
  );
  const file = await ask('admin', { query: { search: '9876500042' } });
  const { rows } = await server.db.execute<{ details: unknown }>(
    sql`select details from audit_log where action = 'report.export' order by sequence desc limit 1`,
  );
  const details = JSON.stringify(rows[0]?.details);
  expect(details).not.toContain('9876500042');
  expect(file.statusCode, file.body).toBe(200);
  expect(rows[0]?.details).toMatchObject({
    rows: linesOf(file.rawPayload).length - 1,
    filters: { search: 'XXXXXX0042' },
  });
});

const statuses = async (body: object, as: PersonName | null = 'manager') =>
  (await ask(as, body)).statusCode;

it('never has a field, a list or a row that the list itself would not give', async () => {
  const columns = [{ path: 'password_hash', title: 'x' }];
  const newest = await server.db.execute<{ n: number }>(
    sql`select max(sequence)::int as n from audit_log`,
  );
  const before = newest.rows[0]?.n ?? 0;
  expect(await statuses({ columns })).toBe(400);
  expect(await statuses({ columns: [{ path: '__proto__.constructor', title: 'x' }] })).toBe(400);
  expect(await statuses({ columns: [] })).toBe(400);
  expect(await statuses({ call: 'getLoan' })).toBe(404);
  expect(await statuses({ call: 'createLoan' })).toBe(404);
  expect(await statuses({ call: 'exportModel' })).toBe(404);
  expect(await statuses({}, null)).toBe(401);
  // People and lenders that none of its rows name, as on the screen.
  expect(await statuses({ query: { collectorId: server.people.customerOfY.id } })).toBe(403);
  expect(await statuses({ query: { client: 'Yarrow Bank' } }, 'customer')).toBe(403);
  // By somebody who asked for no such list before: repeats are counted.
  const backups = { call: 'listBackups', columns: [{ path: '_id', title: 'x' }] };
  expect(await statuses(backups, 'manager2')).toBe(403);
  const { rows } = await server.db.execute<{ n: number }>(
    sql`select count(*)::int as n from audit_log where action = 'access.denied' and entity_id = 'listBackups'
      and sequence > ${before}`,
  );
  expect(rows[0]?.n).toBe(1);
  // Filters that the list does not take are refused with the same sentence.
  expect(await statuses({ query: { sort: 'password' } })).toBe(400);
});

it('gives each reader what it sees itself', async () => {
  for (const as of ['admin', 'manager', 'manager2', 'customer', 'customerOfY'] as const) {
    const shown = await loansOf(as);
    const file = await ask(as, {});
    const [, ...lines] = linesOf(file.rawPayload);
    expect(lines.map(([number]) => number)).toEqual(shown.data.map((loan) => loan.Loan_ID));
  }
});

it('runs no formula, and says what codes are called', async () => {
  await server.db.execute(
    sql`update loans set customer_name = '=HYPERLINK("http://evil")' where loan_number = 'RB-42'`,
  );
  const columns = [
    { path: 'Customer_Name', title: '=1+1' },
    { path: 'status', title: 'State', words: { ACTIVE: 'In work', PAID: '=cmd' } },
  ];
  const csv = await ask('admin', {
    query: { search: 'HYPERLINK' },
    columns: columns.filter(({ path }) => listFields(loanList())?.has(path)),
    format: 'csv',
  });
  expect(csv.statusCode, csv.body).toBe(200);
  const lines = csv.body.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^"?'=/);
});

it('an empty field is called what the screen calls nothing', async () => {
  await server.db.execute(sql`update loans set product = null where loan_number = 'RB-41'`);
  const csv = await ask('admin', {
    query: { search: 'RB-41' },
    columns: [
      { path: 'Loan_ID', title: 'Loan' },
      { path: 'Product', title: 'Product', words: { '': 'No product' } },
    ],
    format: 'csv',
  });
  expect(csv.statusCode, csv.body).toBe(200);
  expect(csv.body).toContain('RB-41,No product');
});

const loanList = (): Call => {
  const call = calls.find(({ name }) => name === 'listLoans');
  if (!call) throw new Error('There is no list of loans.');
  return call;
};

it('masks numbers and is marked where the lender of a row asks for it', async () => {
  const { X, Y } = server.clients;
  await server.db.execute(sql`insert into client_exports (client_id, watermark, masked_roles)
    values (${X.id}, 'Only for Xenon', '{MANAGER}')`);
  const [, ...lines] = linesOf((await ask('manager', {})).rawPayload);
  expect(String(lines.at(-1)?.[0])).toContain('Only for Xenon · ');
  const phones = lines.slice(0, -1).filter((line) => line[3] !== undefined);
  expect(phones.length).toBeGreaterThan(3);
  for (const line of phones)
    expect(String(line[3])).toMatch(line[2] === X.name ? /^X+\d{4}$/ : /^\d+$/);
  const ofY = linesOf((await ask('manager', { query: { client: [Y.name] } })).rawPayload);
  expect(String(ofY.at(-1)?.[0])).toMatch(/^RB-/);
  await server.db.execute(sql`delete from client_exports`);
});

it('codes of a column may be called what requests name lenders by: the role CLIENT', async () => {
  const answer = await server.call('POST', '/list-exports', {
    as: 'manager',
    body: {
      call: 'listIncentiveStatements',
      columns: [{ path: 'role', title: 'Role', words: { CLIENT: 'Client', MANAGER: 'Manager' } }],
    },
  });
  // Nobody earned anything here.
  expect(answer.json(), answer.body).toMatchObject({ code: 'NO_ROWS' });
});
