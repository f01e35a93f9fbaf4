import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChartAnswer, ChartRow } from '../../contract/visualization.ts';
import { readInsightFile } from '../support/data-insight.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const answerOf = async (path: string, question: object) => {
  return server.taken<ChartAnswer>('POST', path, { as: 'admin', body: question });
};
const sumOf = (rows: readonly ChartRow[]) => rows.reduce((all, { value }) => all + value, 0);
const shown = (rows: readonly ChartRow[]) =>
  rows.map(({ by, isRest, value }) => [isRest ? 'rest' : by, value]);

const day = (n: number) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10);

/** 6,000 customers of one row each, and three of whom the last stands in many rows, each of another shop. */
describe('a file of more groups than a chart can show', () => {
  let id: string;
  beforeAll(async () => {
    const lines = ['Customer,Shop,Amount,Day'];
    for (let n = 0; n < 6000; n += 1) lines.push(`C${n},S${n % 7},${100 + (n % 3)},${day(n)}`);
    for (let n = 0; n < 5500; n += 1) lines.push(`Many,Shop ${n},1,${day(n)}`);
    ({ _id: id } = await readInsightFile(server, lines.join('\n'), 'admin', {}));
  });
  const askFile = async (question: object) => answerOf(`/data-insights/${id}/answer`, question);

  it('sums what is not shown of all rows', async () => {
    const { rows, total } = await askFile({ measure: 'ROWS', by: 'value:0', most: 3 });
    expect(total).toBe(11_500);
    expect(shown(rows)).toEqual([
      ['Many', 5500],
      ['C0', 1],
      ['C1', 1],
      ['rest', 5998],
    ]);
  });

  it('ranks by all cells of a group, and its parts sum to it', async () => {
    const { rows, total } = await askFile({
      measure: 'SUM',
      column: 2,
      by: 'value:0',
      and: 'value:1',
      most: 3,
    });
    expect(sumOf(rows)).toBe(total);
    const many = rows.filter(({ by }) => by === 'Many');
    expect(sumOf(many)).toBe(5500);
    expect(many.filter(({ isAndRest }) => isAndRest)).toHaveLength(1);
    expect(rows.length).toBeLessThan(6000);
  });

  it('keeps what stands in an order of its own, and sums the rest of it', async () => {
    const { rows, total } = await askFile({ measure: 'ROWS', by: 'day:3', most: 3 });
    expect(sumOf(rows)).toBe(total);
    const days = rows.filter(({ isRest }) => !isRest).map(({ by }) => by);
    expect(days).toEqual(days.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)));
  });

  it('shows of averages the largest alone', async () => {
    const { rows } = await askFile({ measure: 'AVERAGE', column: 2, by: 'value:0', most: 3 });
    expect(shown(rows)).toEqual([
      ['C1001', 102],
      ['C1004', 102],
      ['C1007', 102],
    ]);
  });
});

const ask = async (question: object) => answerOf('/data-visualizations/answer', question);

describe('loans of more cities than a chart can show', () => {
  beforeAll(async () => {
    const loan = await server.addLoan({ client: 'X', city: 'Big', totalDueAmount: 10_000 });
    await server.addLoan({ client: 'X', city: 'Old', totalDueAmount: 0 });
    await server.db
      .execute(sql`insert into loans select (jsonb_populate_record(l, jsonb_build_object(
        'id', gen_random_uuid(), 'loan_number', 'C-' || n, 'city', 'City ' || n, 'total_due_amount', 10))).*
      from loans l, generate_series(1, 6000) n where l.id = ${loan}`);
  });
  it('sums what is not shown of all loans', async () => {
    const { rows, total } = await ask({ measure: 'dueAmount', by: 'city', most: 3 });
    expect(total).toBe(70_000);
    expect(shown(rows)).toEqual([
      ['Big', 10_000],
      ['City 1', 10],
      ['City 10', 10],
      ['rest', 59_980],
    ]);
    const parts = await ask({ measure: 'dueAmount', by: 'client', and: 'city', most: 3 });
    expect(sumOf(parts.rows)).toBe(70_000);
  });

  it('compares what is not shown with the same of the period before', async () => {
    await server.db.execute(sql`
      insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, recorded_at)
      select gen_random_uuid(), l.id, 'CALL', ${server.people.collector.id}, ${server.people.manager.id}, c.code,
        c.disposition_class, now() - make_interval(days => t.days)
      from loans l, (select code, disposition_class from disposition_codes
          where channel = 'CALL' and not needs_amount order by sort_order limit 1) c, (values (0), (7), (7)) t (days)
      where l.city <> 'Big' and (l.city <> 'Old' or t.days = 7)`);
    const { rows, total, before } = await ask({
      measure: 'calls',
      by: 'city',
      range: 'DAYS_7',
      isCompared: true,
      most: 3,
    });
    expect([total, before?.total]).toEqual([6000, 12_002]);
    const pairs = rows.map(({ by, isRest, value, ...was }) => [
      isRest ? 'rest' : by,
      value,
      was.before,
    ]);
    expect(pairs).toEqual([
      ['City 1', 1, 2],
      ['City 10', 1, 2],
      ['City 100', 1, 2],
      ['rest', 5997, 11_996],
    ]);
  });
});
