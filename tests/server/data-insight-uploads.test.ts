import { sql } from 'drizzle-orm';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import type { InsightProfile } from '../../contract/data-insight.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { profileFile } from '../../server/data-insights/data-insight-reading.ts';
import { PATIENCE } from '../support/patience.ts';
import { readInsightFile, uploadInsight } from '../support/data-insight.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

type Fields = Readonly<Record<string, string>>;

const upload = async (content: string | Buffer, as: PersonName = 'admin', fields: Fields = {}) =>
  uploadInsight(server, content, as, fields);

const columnOf = ({ profile }: { profile: InsightProfile | null }, name: string) => {
  const column = profile?.columns.find((one) => one.name === name);
  if (column === undefined) throw new Error(`There is no column ${name}.`);
  return column;
};

/** The lines of an answer's sheet. */
const lines = async (id: string, body: object) => {
  const sheet = await server.call('POST', `/data-insights/${id}/answer/file`, {
    as: 'admin',
    body,
  });
  expect(sheet.statusCode, sheet.body).toBe(200);
  const { Sheets } = read(sheet.rawPayload);
  return utils.sheet_to_json<unknown[]>(Sheets['Data insight'] ?? {}, { header: 1 });
};

/** Every row of a text, read as a file. */
async function profileOf(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-insight-rows-'));
  try {
    const path = join(folder, 'long.csv');
    await writeFile(path, content);
    const reading = profileFile({ path, fileKind: 'csv', sheetName: null });
    for (;;) {
      const next = await reading.next();
      if (next.done) return next.value.profile;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('an upload', () => {
  it('may have more rows than a workbook, as a text file of 200 MB has', async () => {
    const rows = 1_050_000;
    const profile = await profileOf(`Seen\n${'7\n'.repeat(rows)}`);
    expect([profile.rows, profile.duplicateRows]).toEqual([rows, rows - 1]);
  });

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
    const edges = columnOf(file, 'Amount').bins.map(({ from }) => from);
    expect(edges).toEqual(Array.from({ length: edges.length }, (_, at) => 100 + at));
    const months = await server.call('POST', `/data-insights/${file._id}/answer`, {
      as: 'admin',
      body: { measure: 'ROWS', by: 'month:0' },
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

  it('tells numbers apart in steps that people count in', async () => {
    const lines = Array.from(
      { length: 300 },
      (_, n) => `${9013 + n * 217},${((n - 150) / 700).toFixed(3)}`,
    );
    const file = await readInsightFile(server, `Income,Change\n${lines.join('\n')}\n`);
    const stepsOf = (name: string) => columnOf(file, name).bins.map(({ from, to }) => to - from);
    expect(new Set(stepsOf('Income'))).toEqual(new Set([10_000]));
    for (const step of stepsOf('Change')) expect(step).toBeCloseTo(0.05, 9);
    for (const name of ['Income', 'Change'])
      expect(columnOf(file, name).bins.reduce((sum, { count }) => sum + count, 0)).toBe(300);
  });

  it('takes odd tables as they are: one column, headings twice, formulas, a thousand columns', async () => {
    const one = await readInsightFile(server, 'Only\n1\n2\n2\n');
    expect([one.state, one.rows, one.fields.length]).toEqual(['READY', 3, 1]);
    const twice = await readInsightFile(server, 'A,A,B\n1,2,3\n4,5,6\n');
    expect(twice.fields.map(({ kind }) => kind)).toEqual(['NUMBER', 'NUMBER', 'NUMBER']);
    const formula = await readInsightFile(
      server,
      'Who,"=1+1"\n"=HYPERLINK(""http://x"")",1\nB,2\n',
    );
    const sheet = await server.call('POST', `/data-insights/${formula._id}/answer/file`, {
      as: 'admin',
      body: { measure: 'SUM', column: 1, by: 'value:0' },
    });
    expect(sheet.statusCode).toBe(200);
    const { Sheets } = read(sheet.rawPayload, { cellFormula: true });
    const cells = Object.values(Sheets['Data insight'] ?? {}) as { f?: string; v?: unknown }[];
    expect(cells.map(({ v }) => String(v)).join(' ')).toContain('HYPERLINK');
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
    const heads = Array.from({ length: 1000 }, (_, at) => `C${at}`).join(',');
    const wide = await upload(`${heads}\n${heads}\n`);
    expect(wide.statusCode, wide.body.slice(0, 200)).toBeLessThan(500);
  });

  it('is gone for whoever reads it when its days are over, its questions and its rows too', async () => {
    const file = await readInsightFile(server, 'A,B\n1,2\n', 'admin', { isShared: 'true' });
    await server.db.execute(
      sql`update data_insights set expires_at = now() - interval '1 minute' where id = ${file._id}`,
    );
    const path = `/data-insights/${file._id}`;
    const body = { measure: 'ROWS', by: 'value:0' };
    for (const as of ['admin', 'manager', 'customer'] as const) {
      expect((await server.call('GET', path, { as })).statusCode).toBe(404);
      expect((await server.call('GET', `${path}/rows`, { as })).statusCode).toBe(404);
      expect((await server.call('POST', `${path}/answer`, { as, body })).statusCode).toBe(404);
      const saved = await server.call('POST', `${path}/answer/file`, { as, body });
      expect(saved.statusCode).toBe(404);
    }
  });

  it('keeps columns whose heading is blank, wherever their first value stands, and names them', async () => {
    const filled = Array.from({ length: 100 }, (_, at) => `BX-1,,${at},,`);
    const late = await readInsightFile(
      server,
      ['Loan No,,Score,Column 5,,', ...filled, 'BX-2,late,7,,,end', 'BX-3,,8,,,', ''].join('\n'),
    );
    expect(late.fields).toEqual([
      { name: 'Loan No', kind: 'TEXT' },
      { name: 'Column 2', kind: 'TEXT' },
      { name: 'Score', kind: 'NUMBER' },
      { name: 'Column 5', kind: 'TEXT' },
      { name: 'Column 6', kind: 'TEXT' },
    ]);
    expect(late.profile).toMatchObject({ unnamed: ['Column 2', 'Column 6'], duplicateRows: 0 });
    expect(columnOf(late, 'Column 6')).toMatchObject({ filled: 1, missing: 101 });
    const answer = await server.call('POST', `/data-insights/${late._id}/answer`, {
      as: 'admin',
      body: { measure: 'ROWS', by: 'value:4' },
    });
    expect(answer.json<ChartAnswer>().rows.map(({ by, value }) => [by, value])).toEqual([
      [null, 101],
      ['end', 1],
    ]);
    // The heading that the file has is taken.
    const taken = await readInsightFile(server, 'Loan No,Grade,Column 4,,\nBX-1,A,2,3,4\n');
    expect(taken.fields.map(({ name }) => name)).toEqual([
      'Loan No',
      'Grade',
      'Column 4',
      'Column 4 (2)',
      'Column 5',
    ]);
    expect(taken.profile).toMatchObject({ unnamed: ['Column 4 (2)', 'Column 5'] });
  });

  it('leaves in words: headings, weekdays, whether a loan is known, never their codes', async () => {
    await server.addLoan({ loanNumber: 'BX-1', bucket: 'B1' });
    const scores = await readInsightFile(server, 'Loan No,Score\nBX-1,700\nZZ-8,690\n');
    const known = await lines(scores._id, { measure: 'AVERAGE', column: 1, by: 'loan:matched' });
    expect(known[0]).toEqual(['Loan known or not', 'Average of Score']);
    expect(known.slice(1, -1).map(([name]) => name)).toEqual(
      expect.arrayContaining(['Known loan', 'No known loan']),
    );
    const days = await readInsightFile(
      server,
      'Loan No,Called on\nBX-1,05/11/2026\nBX-2,13/11/2026\n',
    );
    const called = { measure: 'ROWS', by: 'weekday:1', and: 'loan:bucket' };
    expect((await lines(days._id, called)).slice(0, 2)).toEqual([
      ['Called on, weekday', 'Bucket of the loan', 'Rows'],
      ['Thu', 'B1', 1],
    ]);
  });

  it('is gone though it was removed while it was read: nothing of it stays, nobody reads on', async () => {
    const rows = Array.from({ length: 60_000 }, (_, n) => `BX-${n},${n % 97},note ${n}`);
    // Its last rows wait until it was removed.
    await server.db.execute(sql`create function wait_for_removal() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock_shared(7001); return new; end'`);
    await server.db.execute(sql`create trigger last_rows before insert on data_insight_rows
      for each row when (new.row > 59000) execute function wait_for_removal()`);
    const removal = await server.context.database.pool.connect();
    await removal.query('select pg_advisory_lock(7001)');
    const sent = await upload(`Loan,Score,Note\n${rows.join('\n')}\n`);
    const { _id } = sent.json<{ _id: string }>();
    const path = `/data-insights/${_id}`;
    const kept = async () =>
      (
        await server.db.execute<{ lines: number; files: number }>(sql`select
          (select count(*)::int from data_insight_rows where insight_id = ${_id}) as lines,
          (select count(*)::int from data_insights where id = ${_id}) as files`)
      ).rows[0];
    // Some rows are stored, the file is not ready.
    await expect.poll(async () => (await kept())?.lines ?? 0, PATIENCE).toBeGreaterThan(0);
    expect((await server.call('GET', `${path}/rows`, { as: 'admin' })).statusCode).toBe(409);
    expect((await server.call('DELETE', path, { as: 'admin' })).json()).toEqual({ removed: true });
    for (const [method, at, body] of [
      ['GET', path, undefined],
      ['GET', `${path}/rows`, undefined],
      ['POST', `${path}/answer`, { measure: 'ROWS', by: 'value:0' }],
      ['PUT', `${path}/reading`, { joinColumn: null }],
      ['PUT', path, { name: 'Again', isShared: true, keptDays: 300 }],
    ] as const)
      expect(
        (await server.call(method, at, { as: 'admin', ...(body && { body }) })).statusCode,
      ).toBe(404);
    await removal.query('select pg_advisory_unlock(7001)');
    removal.release();
    await server.db.execute(sql`drop function wait_for_removal cascade`);
    await expect
      .poll(async () => {
        await server.upkeep.runNow('data insight jobs');
        return kept();
      }, PATIENCE)
      .toEqual({ lines: 0, files: 0 });
    await expect(server.context.fileStore.read(`data-insights/${_id}`)).rejects.toThrow(
      'has no data-insights',
    );
  });

  it('with formulas for headings leaves them as words, in every file that is made of it', async () => {
    const headings = ['=1+1', '@SUM(A1)', '+cmd|" /C calc"!A0', '-2+3', '=HYPERLINK("http://x")'];
    const quoted = headings.map((heading) => `"${heading.replaceAll('"', '""')}"`).join(',');
    const file = await readInsightFile(server, `Loan,${quoted}\nBX-1,a,b,c,d,e\nBX-2,a,b,c,d,f\n`);
    expect(file.fields.map(({ name }) => name)).toEqual(['Loan', ...headings]);
    for (const [at, heading] of headings.entries()) {
      const body = { measure: 'DISTINCT', column: at + 1, by: `value:${at + 1}` };
      const sheet = await server.call('POST', `/data-insights/${file._id}/answer/file`, {
        as: 'admin',
        body,
      });
      const { Sheets } = read(sheet.rawPayload, { cellFormula: true });
      const cells = Object.values(Sheets['Data insight'] ?? {}).filter(
        (cell): cell is { t: string; v: unknown; f?: string } =>
          typeof cell === 'object' && cell !== null && 't' in cell,
      );
      expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
      expect(cells.map(({ v }) => v)).toContain(`'${heading}`);
    }
    const csv = await server.call('GET', '/activity/get-export/file', {
      as: 'admin',
      query: { model: 'DataInsight', gte: '2026-01-01', lte: '2999-01-01', format: 'csv' },
    });
    expect(csv.statusCode).toBe(200);
    const [head = ''] = csv.body.split('\n');
    for (const heading of headings) {
      expect(head).toContain(`'${heading.replaceAll('"', '""')}`);
    }
  });
});
