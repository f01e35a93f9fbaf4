import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { read as readBook, utils } from 'xlsx';
import type { Page } from '../../contract/paging.ts';
import type { ReportFile } from '../../contract/report-engine.ts';
import { newId } from '../../server/ids.ts';
import { actorOfUser } from '../../server/identity/actor-service.ts';
import { askList } from '../../server/reports/list-asking.ts';
import { listPieces } from '../../server/reports/list-reading.ts';
import { PATIENCE } from '../support/patience.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf, dayFromNow, loanOf } from '../support/work.ts';

const server = testServer();

beforeAll(async () => {
  await makeReportBooks(server, 5);
});

beforeEach(async () => {
  await server.db.execute(sql`delete from rate_limits`);
});

const BODY = {
  call: 'listLoans',
  params: {},
  query: { sort: 'Customer_Name' },
  columns: [
    { path: 'Loan_ID', title: 'Loan' },
    { path: 'Total_Due_Amount', title: 'Due' },
  ],
  format: 'xlsx' as const,
};

const start = async (as: PersonName, body: object = {}) =>
  server.call('POST', '/list-exports/files', { as, body: { ...BODY, ...body } });

async function started(as: PersonName, body: object = {}): Promise<ReportFile> {
  const answer = await start(as, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ReportFile>();
}

async function ended(id: string): Promise<string> {
  return vi.waitUntil(async () => {
    const { rows } = await server.db.execute<{ state: string }>(
      sql`select state from report_files where id = ${id} and state in ('DONE', 'FAILED')`,
    );
    return rows[0]?.state;
  }, PATIENCE);
}

async function linesOf(as: PersonName, id: string): Promise<unknown[][]> {
  const got = await server.call('GET', `/report-files/${id}`, { as });
  expect(got.statusCode, got.body.slice(0, 200)).toBe(200);
  const book = readBook(got.rawPayload);
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
}

/** A file that was asked for and not begun, as a killed process leaves it. */
async function left(as: PersonName, state: 'WAITING' | 'RUNNING', body: object = {}) {
  const id = newId();
  await server.db
    .execute(sql`insert into report_files (id, owner_id, report, query, name, state, rows_done, rows_total,
      expires_at)
    values (${id}, ${server.people[as].id}, 'list', ${JSON.stringify({ ...BODY, ...body })}::jsonb, 'loans.xlsx', ${state}, 3, 9,
      now() + interval '1 day')`);
  return id;
}

const work = async (id: string) => {
  await server.context.jobs.add(server.db, 'report-file', id);
  return ended(id);
};

/** How many loans somebody's list has. */
const loansOf = async (as: PersonName) =>
  (await server.call('GET', '/loans', { as })).json<Page<unknown>>().totalCount;

const countOf = async (text: ReturnType<typeof sql>) =>
  (await server.db.execute<{ n: number }>(text)).rows[0]?.n;

it('is made in the background with every row once, told and audited, and is nobody else’s', async () => {
  await server.db
    .execute(sql`insert into loans (id, loan_number, client_id, customer_name, total_due_amount, manager_id)
    select gen_random_uuid(), 'MANY-' || n, ${server.clients.X.id}, 'Borrower ' || (n % 50), n, ${server.people.manager2.id}
    from generate_series(1, 5100) n`);
  const direct = await server.call('POST', '/list-exports', { as: 'manager2', body: BODY });
  expect(direct.json(), direct.body).toMatchObject({ code: 'TOO_MANY_ROWS' });
  const { _id: id, name } = await started('manager2');
  expect(await ended(id)).toBe('DONE');
  const listed = await server.call('GET', '/report-files', { as: 'manager2' });
  const [file] = listed.json<Page<ReportFile>>().data;
  expect(file).toMatchObject({ report: 'list', name, rowsDone: file?.rowsTotal });
  const numbers = (await linesOf('manager2', id)).slice(1).map(([number]) => number);
  const owned = await loansOf('manager2');
  expect(new Set(numbers).size).toBe(owned);
  expect(numbers).toHaveLength(owned);
  for (const as of ['admin', 'manager'] as const)
    expect((await server.call('GET', `/report-files/${id}`, { as })).statusCode).toBe(404);
  expect(
    await countOf(sql`select count(*)::int as n from notifications
      where kind = 'REPORT_READY' and user_id = ${server.people.manager2.id}`),
  ).toBe(1);
  const { rows } = await server.db.execute<{ action: string; rows: number }>(sql`
    select action, (details ->> 'rows')::int as rows from audit_log where details ->> 'file' = ${id} order by sequence`);
  expect(rows.map(({ action }) => action)).toEqual(['report.export', 'report.export-made']);
  expect(rows[1]?.rows).toBe(owned);
});

it('is made again from the start when the process that made it was killed', async () => {
  const id = await left('manager', 'RUNNING');
  expect(await work(id)).toBe('DONE');
  expect(await linesOf('manager', id)).toHaveLength((await loansOf('manager')) + 1);
});

it('has what its owner may see when it is made, not when it was asked for', async () => {
  const before = await loansOf('manager');
  const id = await left('manager', 'WAITING');
  await server.db.execute(sql`update loans set manager_id = ${server.people.manager2.id}
    where manager_id = ${server.people.manager.id} and loan_number like 'RB-1%'`);
  expect(await work(id)).toBe('DONE');
  const after = await loansOf('manager');
  expect(after).toBeLessThan(before);
  expect(await linesOf('manager', id)).toHaveLength(after + 1);
});

it('says so when all that it was asked for is gone', async () => {
  const id = await left('manager', 'WAITING', { query: { search: 'nobody has this name' } });
  expect(await work(id)).toBe('DONE');
  expect(await linesOf('manager', id)).toEqual([['Loan', 'Due'], ['No data found']]);
});

it('fails at once, and says so, when its owner may not open the list any more', async () => {
  const id = await left('collector2', 'WAITING', {
    call: 'listBackups',
    query: {},
    columns: [{ path: '_id', title: 'Backup' }],
  });
  expect(await work(id)).toBe('FAILED');
  expect(
    await countOf(sql`select count(*)::int as n from notifications
      where kind = 'REPORT_FAILED' and user_id = ${server.people.collector2.id}`),
  ).toBe(1);
});

it('is refused for what the list refuses, for nothing, and for a fourth file at once', async () => {
  expect((await start('collector')).statusCode).toBe(403);
  expect((await start('admin', { call: 'getLoan' })).statusCode).toBe(404);
  expect((await start('admin', { columns: [{ path: 'x', title: 'x' }] })).statusCode).toBe(400);
  const nothing = await start('admin', { query: { search: 'nobody has this name' } });
  expect(nothing.json()).toMatchObject({
    code: 'NO_ROWS',
    message: expect.stringContaining('No data found'),
  });
  for (const state of ['WAITING', 'RUNNING', 'WAITING'] as const) await left('partner', state);
  const fourth = await start('partner', {
    call: 'listManagers',
    query: {},
    columns: [{ path: 'fullName', title: 'Name' }],
  });
  expect(fourth.json(), fourth.body).toMatchObject({ code: 'FILES_IN_WORK' });
});

it('is of one instant when it is a report: contacts that come meanwhile move none from page to page', async () => {
  const actor = await actorOfUser(server.db, server.people.manager.id);
  if (actor === null) throw new Error('The manager may not work.');
  const days = { gte: dayFromNow(-300), lte: dayFromNow(1) };
  const asked = await askList(server.context, actor, {
    ...BODY,
    call: 'getDailyCallReport',
    query: days,
    columns: [{ path: '_id', title: 'Contact' }],
  });
  const loanId = await loanOf(server, 'collector');
  const ids: unknown[] = [];
  const counts = new Set<number>();
  await server.context.longReads.atOneInstant(async (tx) => {
    for await (const { rows, total } of listPieces(server.context, tx, asked, 7)) {
      ids.push(...rows.map((row) => row['_id']));
      counts.add(total);
      const body = callOf(loanId);
      await server.taken('POST', '/call-disposition', { as: 'collector', body });
    }
  });
  expect(ids.length).toBeGreaterThan(14);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...counts]).toEqual([ids.length]);
});

it('is of one instant: what changes while it is read neither doubles nor hides a row', async () => {
  const actor = await actorOfUser(server.db, server.people.manager.id);
  if (actor === null) throw new Error('The manager may not work.');
  const asked = await askList(server.context, actor, BODY);
  const numbers: unknown[] = [];
  const before = await loansOf('manager');
  await server.context.longReads.atOneInstant(async (tx) => {
    for await (const { rows } of listPieces(server.context, tx, asked, 7)) {
      numbers.push(...rows.map((row) => row['Loan_ID']));
      // Another connection: the first names go to the end and back, and one loan leaves.
      await server.db.execute(sql`update loans set customer_name = 'Z' || customer_name
          where manager_id = ${server.people.manager.id} and left(customer_name, 3) <> 'ZZZ'`);
      await server.db
        .execute(sql`update loans set status = 'DELETED' where id = (select id from loans
          where manager_id = ${server.people.manager.id} and status = 'ACTIVE' limit 1)`);
    }
  });
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toHaveLength(before);
});
