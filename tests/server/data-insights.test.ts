import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Insight, InsightDetail, InsightProfile } from '../../contract/data-insight.ts';
import type { Page } from '../../contract/paging.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { businessDay } from '../../server/clock.ts';
import { insightAtRest, readInsightFile } from '../support/data-insight.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

type Fields = Readonly<Record<string, string>>;

const get = async (id: string, as: PersonName = 'admin') =>
  server.call('GET', `/data-insights/${id}`, { as });

const atRest = async (id: string) => insightAtRest(server, id);

const read = async (content: string | Buffer, as: PersonName = 'admin', fields: Fields = {}) =>
  readInsightFile(server, content, as, fields);

const columnOf = ({ profile }: { profile: InsightProfile | null }, name: string) => {
  const column = profile?.columns.find((one) => one.name === name);
  if (column === undefined) throw new Error(`There is no column ${name}.`);
  return column;
};

const ask = async (id: string, question: object, as: PersonName = 'admin') =>
  server.call('POST', `/data-insights/${id}/answer`, { as, body: question });

const answerOf = async (id: string, question: object, as: PersonName = 'admin') => {
  const answer = await ask(id, question, as);
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows, total } = answer.json<ChartAnswer>();
  return {
    total,
    rows: rows.map(({ by, and, value }) => (and === null ? [by, value] : [by, and, value])),
  };
};

const BUREAU = [
  'Bureau report of March',
  'Loan No,Score,Grade,Income (Rs),Checked on,Account',
  'BX-1,700,A,"1,20,000.50",05/03/2026,0012345678',
  'bx-2,640,B,"₹80,000",06/03/2026,0012345679',
  'BX-3,655,B,N/A,07/04/2026,0012345680',
  'BX-3,655,B,N/A,07/04/2026,0012345680',
  'ZZ-9,610,C,(500),about May,0012345681',
  'ZZ-8,690,A,95000,13/04/2026,0012345682',
  'Total,,,,,',
].join('\n');

const refusedWith = async (id: string, question: object) => {
  const answer = await ask(id, question);
  return [answer.statusCode, answer.json<{ details: { path: string }[] }>().details[0]?.path];
};

describe('a file that is not loans', () => {
  let file: InsightDetail;
  beforeAll(async () => {
    const { people } = server;
    const more = { managerId: people.manager.id };
    await server.addLoan({ loanNumber: 'BX-1', bucket: 'B1', totalDueAmount: 1000, ...more });
    await server.addLoan({
      loanNumber: 'BX-2',
      bucket: 'B2',
      totalDueAmount: 2000,
      collectorId: people.collector.id,
      ...more,
    });
    await server.addLoan({ loanNumber: 'BX-3', bucket: 'B2', totalDueAmount: 4000 });
    await server.addLoan({ loanNumber: 'ZZ-9', client: 'Y', bucket: 'B9' });
    file = await read(BUREAU);
  });

  it('is read below its title, its columns recognised, its loans found', () => {
    expect(file).toMatchObject({
      state: 'READY',
      rows: 6,
      joinColumn: 0,
      matchedRows: 4,
      error: null,
    });
    expect(file.fields).toEqual([
      { name: 'Loan No', kind: 'TEXT' },
      { name: 'Score', kind: 'NUMBER' },
      { name: 'Grade', kind: 'TEXT' },
      { name: 'Income (Rs)', kind: 'NUMBER' },
      { name: 'Checked on', kind: 'TEXT' },
      { name: 'Account', kind: 'TEXT' },
    ]);
    expect(file.profile).toMatchObject({ totalRows: 1, duplicateRows: 1 });
    expect(columnOf(file, 'Income (Rs)')).toMatchObject({
      filled: 4,
      missing: 2,
      odd: 0,
      least: '-500',
      most: '120000.5',
      sum: 294_500.5,
    });
    expect(columnOf(file, 'Grade')).toMatchObject({
      distinct: 3,
      isExact: true,
      top: [
        { value: 'B', count: 3 },
        { value: 'A', count: 2 },
        { value: 'C', count: 1 },
      ],
    });
  });

  it('answers questions of its columns and of the loans that rows name', async () => {
    expect(await answerOf(file._id, { measure: 'ROWS', by: 'value:2' })).toEqual({
      total: 6,
      rows: [
        ['B', 3],
        ['A', 2],
        ['C', 1],
      ],
    });
    expect(
      await answerOf(file._id, {
        measure: 'AVERAGE',
        column: 1,
        by: 'value:2',
        filters: [{ column: 2, values: ['A', 'C'] }],
      }),
    ).toEqual({
      total: 2000 / 3,
      rows: [
        ['A', 695],
        ['C', 610],
      ],
    });
    // A loan in two rows owes what it owes once.
    expect(await answerOf(file._id, { measure: 'DUE', by: 'loan:bucket' })).toEqual({
      total: 7000,
      rows: [
        ['B2', 6000],
        ['B1', 1000],
      ],
    });
    expect(
      (await answerOf(file._id, { measure: 'ROWS', by: 'loan:matched', and: 'value:2' })).rows,
    ).toContainEqual(['no', 'C', 1]);
    expect((await answerOf(file._id, { measure: 'ROWS', by: 'band:1' })).total).toBe(6);
  });

  it('refuses what the file has not, and says which field', async () => {
    expect(await refusedWith(file._id, { measure: 'SUM', column: 2, by: 'value:2' })).toEqual([
      422,
      'column',
    ]);
    expect(await refusedWith(file._id, { measure: 'SUM', by: 'value:2' })).toEqual([400, 'column']);
    expect(await refusedWith(file._id, { measure: 'ROWS', by: 'month:1' })).toEqual([422, 'by']);
    expect(await refusedWith(file._id, { measure: 'ROWS', by: 'value:99' })).toEqual([422, 'by']);
    expect(
      await refusedWith(file._id, { measure: 'ROWS', by: 'value:1; drop table loans' }),
    ).toEqual([400, 'by']);
    expect(
      await refusedWith(file._id, { measure: 'ROWS', by: 'value:0', and: 'value:00' }),
    ).toEqual([400, 'and']);
    expect(await refusedWith(file._id, { measure: 'ROWS', by: 'band:2' })).toEqual([422, 'by']);
    expect(
      await refusedWith(file._id, {
        measure: 'ROWS',
        by: 'value:1',
        filters: [{ column: 77, values: ['x'] }],
      }),
    ).toEqual([422, 'filters']);
  });

  it('is its owner’s and the admins’ until it is shared; who sees some loans sees their rows', async () => {
    // A lender's file too is shared only when it says so.
    const kept = await read(BUREAU, 'clientadmin');
    expect(kept.isShared).toBe(false);
    for (const as of ['manager', 'customer'] as const)
      expect((await get(kept._id, as)).statusCode, as).toBe(404);
    expect((await read(BUREAU, 'clientadmin', { isShared: 'true' })).isShared).toBe(true);
    for (const as of ['manager', 'collector', 'customer', 'customerOfY'] as const)
      expect((await get(file._id, as)).statusCode, as).toBe(404);
    const body = { name: 'Bureau', isShared: true };
    expect(
      (await server.call('PUT', `/data-insights/${file._id}`, { as: 'manager', body })).statusCode,
    ).toBe(404);
    await server.call('PUT', `/data-insights/${file._id}`, { as: 'admin', body });
    expect((await get(file._id, 'customerOfY')).statusCode).toBe(404);
    expect((await get(file._id, 'customer')).json<InsightDetail>()).toMatchObject({
      isWhole: true,
      rows: 6,
    });
    expect((await get(file._id, 'collector')).json()).toMatchObject({
      isWhole: false,
      rows: 0,
      profile: null,
      matchedRows: 0,
      doneRows: 0,
      totalRows: null,
    });
    expect(
      (await answerOf(file._id, { measure: 'ROWS', by: 'value:2' }, 'collector')).rows,
    ).toEqual([['B', 1]]);
    expect((await answerOf(file._id, { measure: 'ROWS', by: 'value:2' }, 'manager')).total).toBe(2);
    const rows = await server.call('GET', `/data-insights/${file._id}/rows`, { as: 'collector' });
    expect(rows.json()).toMatchObject({
      totalCount: 1,
      data: [{ cells: ['bx-2', '640', 'B', '80000', '06/03/2026', '0012345679'] }],
    });
    for (const as of ['manager', 'customer'] as const)
      expect(
        (await server.call('DELETE', `/data-insights/${file._id}`, { as })).statusCode,
        as,
      ).toBe(403);
  });

  it('leaves with the Data Insight Model of the export, each file under its own columns, no formula', async () => {
    await read('Loan No,Note\nBX-1,=HYPERLINK("http://x")\nBX-2,+1\n', 'admin', { name: 'Notes' });
    const day = businessDay(server.context.settings.businessTz);
    const query = { model: 'DataInsight', gte: '2026-01-01', lte: day };
    const answer = await server.call('GET', '/activity/get-export', { as: 'admin', query });
    const { data } = answer.json<{ data: Record<string, unknown>[] }>();
    expect(data.find((row) => row['File'] === 'Notes' && row['Row'] === 2)).toMatchObject({
      Client: server.clients.X.name,
      'Loan ID': 'BX-1',
      'Loan No': 'BX-1',
      Note: '=HYPERLINK("http://x")',
      Score: null,
    });
    const csv = await server.call('GET', '/activity/get-export/file', {
      as: 'admin',
      query: { ...query, format: 'csv' },
    });
    expect(csv.body).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(csv.body).toContain(`,'+1`);
    const theirs = await server.call('GET', '/activity/get-export', { as: 'customerOfY', query });
    expect(theirs.json()).toMatchObject({ totalCount: 0 });
    const some = await server.call('GET', '/activity/get-export', { as: 'collector', query });
    expect(
      some.json<{ data: Record<string, unknown>[] }>().data.map((row) => row['Loan ID']),
    ).toEqual(expect.arrayContaining(['BX-2']));
    expect(
      new Set(some.json<{ data: Record<string, unknown>[] }>().data.map((row) => row['Loan ID'])),
    ).toEqual(new Set(['BX-2']));
  });

  it('is not changed over what somebody else set meanwhile', async () => {
    const own = await read(BUREAU, 'clientadmin');
    const change = (as: 'admin' | 'clientadmin', body: object) =>
      server.call('PUT', `/data-insights/${own._id}`, { as, body });
    const { revision } = own;
    expect(
      (await change('clientadmin', { name: 'Ours', isShared: false, revision })).statusCode,
    ).toBe(200);
    const late = await change('admin', { name: 'Bureau', isShared: true, revision });
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'STALE_REVISION', details: { changedBy: 'Test clientadmin' } },
    ]);
    expect((await get(own._id, 'admin')).json()).toMatchObject({ name: 'Ours', isShared: false });
  });

  it('is joined by another column, or by none, when its owner says so', async () => {
    const again = async (body: object) => {
      await server.taken('PUT', `/data-insights/${file._id}/reading`, {
        as: 'admin',
        body,
      });
      return atRest(file._id);
    };
    expect(await again({ joinColumn: null })).toMatchObject({ joinColumn: null, matchedRows: 0 });
    expect((await ask(file._id, { measure: 'DUE', by: 'value:2' })).statusCode).toBe(422);
    expect(await again({ joinColumn: 0 })).toMatchObject({ joinColumn: 0, matchedRows: 4 });
    const none = await server.call('PUT', `/data-insights/${file._id}/reading`, {
      as: 'admin',
      body: { joinColumn: 40 },
    });
    expect(none.statusCode).toBe(400);
  });

  it('is gone when it is removed, or its days are over: rows, bytes and all', async () => {
    const rest = async () => {
      const { rows } = await server.db.execute<{ files: number; lines: number }>(sql`select
        (select count(*)::int from data_insights where id = ${file._id}) as files,
        (select count(*)::int from data_insight_rows where insight_id = ${file._id}) as lines`);
      return rows[0];
    };
    await server.db.execute(
      sql`update data_insights set expires_at = now() - interval '1 second' where id = ${file._id}`,
    );
    expect((await get(file._id)).statusCode).toBe(404);
    await server.upkeep.runNow('data insight expiry');
    await server.upkeep.runNow('data insight jobs');
    await expect.poll(rest).toEqual({ files: 0, lines: 0 });
    const list = await server.call('GET', '/data-insights', { as: 'admin' });
    const [first] = list.json<Page<Insight>>().data;
    if (first === undefined) throw new Error('There is no other file.');
    expect(
      (await server.call('DELETE', `/data-insights/${first._id}`, { as: 'admin' })).json(),
    ).toEqual({ removed: true });
    expect((await get(first._id)).statusCode).toBe(404);
    expect(
      (await server.call('DELETE', `/data-insights/${first._id}`, { as: 'admin' })).statusCode,
    ).toBe(404);
  });
});
