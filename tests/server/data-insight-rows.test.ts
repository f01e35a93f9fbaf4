import { expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import type { InsightDetail } from '../../contract/data-insight.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { readInsightFile } from '../support/data-insight.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

interface Rows {
  readonly data: readonly { readonly row: number; readonly cells: (string | null)[] }[];
  readonly totalCount: number;
}

const rowsOf = async ({ _id }: InsightDetail, query: Record<string, string> = {}) => {
  const answer = await server.call('GET', `/data-insights/${_id}/rows`, { as: 'admin', query });
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return { size: answer.body.length, ...answer.json<Rows>() };
};

it('are listed with the beginnings of long cells, marked as such; files have the whole cells', async () => {
  const story = `ऋण ${'x'.repeat(1_500_000)} end`;
  const exact = 'y'.repeat(500);
  const lines = Array.from({ length: 40 }, (_, at) => `BX-${at},${at},${exact}`);
  const file = await readInsightFile(
    server,
    ['Loan No,Score,Note', ...lines, `BX-40,"${story}","${story}"`, 'BX-41,,', ''].join('\n'),
    'admin',
    { name: 'Stories' },
  );
  expect(file.fields.map(({ kind }) => kind)).toEqual(['TEXT', 'NUMBER', 'TEXT']);
  const { data, totalCount, size } = await rowsOf(file, { pageSize: '200' });
  expect(totalCount).toBe(42);
  expect(data.map(({ row }) => row)).toEqual(Array.from({ length: 42 }, (_, at) => at + 2));
  expect(data[39]?.cells).toEqual(['BX-39', '39', exact]);
  const beginning = `${story.slice(0, 500)}…`;
  expect(data[40]?.cells).toEqual(['BX-40', beginning, beginning]);
  expect(data[41]?.cells).toEqual(['BX-41', null, null]);
  expect(size).toBeLessThan(42 * 2000);
  const last = await rowsOf(file, { page: '2', pageSize: '41', column: '1' });
  expect(last.data.map(({ cells }) => cells)).toEqual([['BX-41', null, null]]);

  const query = { model: 'DataInsight', gte: '2026-01-01', lte: '2999-01-01', format: 'csv' };
  const csv = await server.call('GET', '/activity/get-export/file', { as: 'admin', query });
  expect(csv.statusCode).toBe(200);
  expect(csv.body.split(story)).toHaveLength(3);
  const { format: _, ...days } = query;
  const json = await server.call('GET', '/activity/get-export', { as: 'admin', query: days });
  expect(json.body.length).toBeLessThan(42 * 2000);
  const { data: exported } = json.json<{ data: Record<string, unknown>[] }>();
  expect(exported.find((line) => line['Row'] === 42)).toMatchObject({
    'Loan No': 'BX-40',
    Score: beginning,
    Note: beginning,
  });
  expect(exported.find((line) => line['Row'] === 41)).toMatchObject({ Score: 39, Note: exact });
});

const wideLine = (text: (at: number) => string) =>
  Array.from({ length: 500 }, (_, at) => text(at)).join(',');

it('have shorter beginnings in a wide file, so that a page stays small', async () => {
  const cell = 'long words '.repeat(50).trim();
  const rows = Array.from({ length: 30 }, (_, n) => wideLine((at) => `${n} ${at} ${cell}`));
  const file = await readInsightFile(server, [wideLine((at) => `C${at}`), ...rows, ''].join('\n'));
  const { data, size } = await rowsOf(file, { pageSize: '30' });
  expect(data).toHaveLength(30);
  expect(data[29]?.cells[499]).toBe(`${`29 499 ${cell}`.slice(0, 50)}…`);
  expect(size).toBeLessThan(30 * 40_000);
});

const question = async ({ _id }: InsightDetail, body: object) =>
  server.call('POST', `/data-insights/${_id}/answer`, { as: 'admin', body });

it('of each frequent value that the profile tells can be listed and counted', async () => {
  const cells = ['12', '12%', '12%', '(5)', '-5', '"1,000"', '1000', 'flat', 'none yet'];
  const file = await readInsightFile(server, ['Loan No,Change', ...cells].join('\nBX-1,'));
  const { kind, top = [], distinct } = file.profile?.columns[1] ?? {};
  expect({ kind, distinct, told: top.length }).toEqual({ kind: 'TEXT', distinct: 8, told: 8 });
  for (const { value, count } of top)
    expect((await rowsOf(file, { column: '1', value })).totalCount, value).toBe(count);
  const asked = { measure: 'DISTINCT', column: 1, by: 'value:0' };
  expect((await question(file, asked)).json<ChartAnswer>().total).toBe(distinct);
});

it('of long values are grouped by the whole value, which an answer tells by its beginning', async () => {
  const long = 'z'.repeat(30_000);
  const kept = 'k'.repeat(500);
  const lines = [`${long}1,${long}`, `${long}1,${long}`, `${long}2,${long}`, `${kept},a`];
  const file = await readInsightFile(server, ['Story,Note', ...lines, ''].join('\n'));
  const answer = await question(file, { measure: 'ROWS', by: 'value:0', and: 'value:1' });
  expect(answer.body.length).toBeLessThan(6000);
  const beginning = `${'z'.repeat(500)}…`;
  const { rows, total } = answer.json<ChartAnswer>();
  expect(total).toBe(4);
  expect(rows.map(({ by, and, value }) => [by, and, value])).toEqual([
    [beginning, beginning, 2],
    [beginning, beginning, 1],
    [kept, 'a', 1],
  ]);
  const sheet = await server.call('POST', `/data-insights/${file._id}/answer/file`, {
    as: 'admin',
    body: { measure: 'ROWS', by: 'value:0' },
  });
  const { Sheets } = read(sheet.rawPayload);
  const saved = utils.sheet_to_json<unknown[]>(Sheets['Data insight'] ?? {}, { header: 1 });
  expect(saved.slice(1, 3)).toEqual([
    [`${long}1`, 2],
    [kept, 1],
  ]);

  // What is listed whole can be narrowed to.
  expect((await rowsOf(file, { column: '0', value: kept })).totalCount).toBe(1);
  const filters = [{ column: 0, values: [kept] }];
  const narrowed = await question(file, { measure: 'ROWS', by: 'value:1', filters });
  expect(narrowed.json()).toMatchObject({ total: 1 });
});
