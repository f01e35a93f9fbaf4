import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InsightDetail } from '../../contract/data-insight.ts';
import { readInsightFile } from '../support/data-insight.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.close());

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
