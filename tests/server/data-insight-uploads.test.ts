import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InsightProfile } from '../../contract/data-insight.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { readInsightFile, uploadInsight } from '../support/data-insight.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.close());

type Fields = Readonly<Record<string, string>>;

const upload = async (content: string | Buffer, as: PersonName = 'admin', fields: Fields = {}) =>
  uploadInsight(server, content, as, fields);

const columnOf = ({ profile }: { profile: InsightProfile | null }, name: string) => {
  const column = profile?.columns.find((one) => one.name === name);
  if (column === undefined) throw new Error(`There is no column ${name}.`);
  return column;
};

describe('an upload', () => {
  it('is refused with a reason when it is no table, of an unknown client, or from who may not', async () => {
    expect((await upload('')).statusCode).toBe(400);
    expect((await upload('one,two\n')).statusCode).toBe(400);
    expect((await upload(Buffer.from('%PDF-1.7 ...'))).statusCode).toBe(415);
    expect((await upload('a,b\n1,2\n', 'admin', { Client_Name: 'Nobody' })).statusCode).toBe(400);
    expect((await upload('a,b\n1,2\n', 'collector')).statusCode).toBe(403);
    expect((await upload('a,b\n1,2\n', 'customer')).statusCode).toBe(403);
    expect(
      (await upload('a,b\n1,2\n', 'clientadmin', { Client_Name: server.clients.Y.name }))
        .statusCode,
    ).toBe(403);
    expect((await upload('a,b\n1,2\n', 'admin', { keptDays: '9999' })).statusCode).toBe(400);
  });

  it('recognises days written either way, odd cells, outliers and names of things', async () => {
    const lines = Array.from({ length: 200 }, (_, n) =>
      [
        n === 7 ? 'soon' : `${(n % 12) + 1}/${(n % 28) + 1}/2025`,
        n === 5 ? 1_000_000 : 100 + (n % 10),
        900_000_000_000 + n,
      ].join(','),
    );
    const file = await readInsightFile(server, `When,Amount,Reference\n${lines.join('\n')}\n`);
    expect(file.fields.map(({ kind }) => kind)).toEqual(['DAY', 'NUMBER', 'TEXT']);
    expect(columnOf(file, 'When')).toMatchObject({ odd: 1, least: '2025-01-01', filled: 200 });
    expect(columnOf(file, 'Amount')).toMatchObject({
      outliers: 1,
      outlierRows: [{ row: 7, value: '1000000' }],
    });
    const bins = columnOf(file, 'Amount').bins.reduce((sum, { count }) => sum + count, 0);
    expect(bins).toBe(199);
    const months = await server.call('POST', `/data-insights/${file._id}/answer`, {
      as: 'admin',
      body: { figure: 'ROWS', by: 'month:0' },
    });
    const { rows: groups, total } = months.json<ChartAnswer>();
    expect([total, groups.length]).toEqual([200, 13]);
    const rows = await server.call('GET', `/data-insights/${file._id}/rows`, {
      as: 'admin',
      query: { page: '1' },
    });
    expect(rows.json<{ data: { cells: string[] }[] }>().data[7]?.cells[0]).toBe('soon');
    expect(file.joinColumn).toBeNull();
  });
});
