import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InsightColumn } from '../../contract/data-insight.ts';
import { profileFile, readInsightRows } from '../../server/data-insights/data-insight-reading.ts';

/** What both readings of a text find in its columns. */
async function columnsOf(content: string): Promise<InsightColumn[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-insight-profile-'));
  const file = { path: join(folder, 'rows.csv'), fileKind: 'csv', sheetName: null } as const;
  try {
    await writeFile(file.path, content);
    const first = profileFile(file);
    let step = await first.next();
    while (!step.done) step = await first.next();
    const second = readInsightRows({
      ...file,
      ...step.value,
      insightId: '00000000-0000-0000-0000-000000000000',
      joinColumn: null,
    });
    for (;;) {
      const next = await second.next();
      if (next.done) return next.value.columns;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Values and how often each comes, the most frequent first. */
function frequent(values: readonly string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** Names that come once, with some between them that come again: every 20th, every 50th, and at the end only. */
const names = Array.from({ length: 100_000 }, (_, at) => {
  if (at % 20 === 0) return 'often';
  if (at % 50 === 1) return `town ${(at % 150) - 1}`;
  if (at > 99_000 && at % 2 === 1) return 'late';
  if (at % 9001 === 3) return 'seldom';
  return `name ${at}`;
});

describe('the most frequent values of a column with more values than are watched', () => {
  it('are counted exactly, and none is told that is not among them', async () => {
    const [column] = await columnsOf(`Name\n${names.join('\n')}\n`);
    expect(column).toMatchObject({ kind: 'TEXT', isExact: false, filled: names.length });
    // `seldom` comes as often as a name that was forgotten may have come.
    expect(column?.top).toEqual(frequent(names).slice(0, 5));
    expect(column?.top.map(({ value }) => value).sort()).toEqual([
      'late',
      'often',
      'town 0',
      'town 100',
      'town 50',
    ]);
  });

  it('are none where every row has a value of its own', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `id-${at},${at}.5`);
    const [id, amount] = await columnsOf(`Id,Amount\n${rows.join('\n')}\n`);
    expect(id).toMatchObject({ kind: 'TEXT', isExact: false, top: [] });
    expect(amount).toMatchObject({ kind: 'NUMBER', isExact: false, top: [] });
  });

  it('are counted however a number is written', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) =>
      at % 10 === 0 ? '"1,200"' : at % 10 === 1 ? '1200.00' : String(10_000 + at),
    );
    const [amount] = await columnsOf(`Amount\n${rows.join('\n')}\n`);
    expect(amount).toMatchObject({ kind: 'NUMBER', top: [{ value: '1200', count: 12_000 }] });
  });
});

describe('the values of a column', () => {
  const cells = ['12', '12%', '(5)', '-5', '"1,000"', '1000', 'flat', 'none yet'];

  it('of texts are its cells as they stand, those that look like numbers too', async () => {
    const [column] = await columnsOf(`Change\n${[...cells, '12%', '5%'].join('\n')}\n`);
    expect(column).toMatchObject({ kind: 'TEXT', filled: 10, distinct: 9, isExact: true });
    expect(column?.top).toEqual(
      frequent([...cells, '12%', '5%'].map((cell) => cell.replaceAll('"', ''))),
    );
  });

  it('of texts are so where too many came to watch all', async () => {
    const rows = names.map((name, at) => (at % 10 === 1 ? '12%' : at % 10 === 3 ? '12' : name));
    const [column] = await columnsOf(`Name\n${rows.join('\n')}\n`);
    expect(column).toMatchObject({ kind: 'TEXT', isExact: false });
    expect(column?.top.slice(0, 3)).toEqual([
      { value: '12', count: 10_000 },
      { value: '12%', count: 10_000 },
      { value: 'often', count: 5000 },
    ]);
  });

  it('of numbers are the numbers, without the cells that are none', async () => {
    const rows = [...Array.from({ length: 38 }, (_, at) => (at % 2 ? '12%' : '12.0')), '"1,000"'];
    const [column] = await columnsOf(`Change\n${[...rows, 'flat'].join('\n')}\n`);
    expect(column).toMatchObject({ kind: 'NUMBER', odd: 1, distinct: 2, isExact: true });
    expect(column?.top).toEqual([
      { value: '12', count: 38 },
      { value: '1000', count: 1 },
    ]);
  });

  it('of days are the days, however they are written', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => (at % 2 ? '13/04/2026' : '2026-04-13'));
    const [column] = await columnsOf(`On\n${[...rows, '14/04/2026', 'May'].join('\n')}\n`);
    expect(column).toMatchObject({ kind: 'DAY', odd: 1, distinct: 2, isExact: true });
  });

  it('are never told as more than there are cells', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `id-${at}`);
    const [column] = await columnsOf(`Id\n${rows.join('\n')}\n`);
    expect(column).toMatchObject({ filled: 20_000, isExact: false, distinct: 20_000 });
  });
});

describe('long values', () => {
  it('are told by their beginning, with a mark, and are not told as all the values that there are', async () => {
    const start = 'a'.repeat(120);
    const [column] = await columnsOf(`Note\n${start}\n${start}one\n${start}two\n`);
    expect(column).toMatchObject({ distinct: 3, isExact: false });
    expect(column?.top).toEqual([
      { value: `${start}…`, count: 2 },
      { value: start, count: 1 },
    ]);
  });
});

describe('a file with too many columns', () => {
  const wide = Array.from({ length: 3000 }, (_, at) => `C${at}`).join(',');

  it.each([
    ['in its header', `${wide}\n${wide}\n`],
    ['in a row', `A,B\n1,2\n${wide}\n`],
  ])('%s is refused without a number that is not true', async (_where, content) => {
    await expect(columnsOf(content)).rejects.toThrow('The file has more than 500 columns.');
  });
});

it('numbers are read however programs write them, with as many decimals as a double has', async () => {
  const [amount] = await columnsOf(
    'Amount\n1000000.3333333333333\n0.142857142857143\n.5\n-.5\n1.5e-7\n1.5E+3\n',
  );
  expect(amount).toMatchObject({ kind: 'NUMBER', filled: 6, odd: 0 });
});

it('a number stands in the bin whose left edge it has', async () => {
  const values = Array.from({ length: 13 }, (_, at) => (7.7 + at / 10).toFixed(1));
  const [amount] = await columnsOf(`Amount\n${values.join('\n')}\n`);
  const bins = amount?.bins ?? [];
  expect(bins.length).toBeGreaterThan(5);
  for (const [at, { from, to, count }] of bins.entries()) {
    const isLast = at === bins.length - 1;
    const own = values
      .map(Number)
      .filter((value) => value >= from && (value < to || (isLast && value <= to)));
    expect(count, `${from}`).toBe(own.length);
  }
});

it('a formula is no row of totals, though it sums', async () => {
  const [, amount] = await columnsOf(
    'Name,Amount\nAsha,4\n@SUM(A1),3\n"=SUM(A1,A2)",5\nTotal,12\n',
  );
  expect(amount).toMatchObject({ filled: 3, sum: 12 });
});
