import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { read, utils } from 'xlsx';
import type { Page } from '../../contract/paging.ts';
import type { ReportFile, ReportRows } from '../../contract/report-engine.ts';
import { reportFileExpiry } from '../../server/reports/report-file-jobs.ts';
import { PATIENCE } from '../support/patience.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

let server: TestServer;
const DAYS = { gte: '01-03-2026', lte: '31-03-2026' };

beforeAll(async () => {
  server = await startTestServer();
  await makeReportBooks(server, 11);
});

afterAll(async () => server.close());

async function start(as: PersonName, body: object = {}): Promise<ReportFile> {
  const answer = await server.call('POST', '/reports/callStatus/files', {
    as,
    body: { ...DAYS, ...body },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ReportFile>();
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
  expect(await ask('manager', { gte: '02-03-2026', lte: '01-03-2026' })).toBe(400);
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
