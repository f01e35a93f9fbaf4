import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { STAGES } from '../../contract/prediction.ts';
import type { BasicPrediction, Roll } from '../../contract/prediction.ts';
import type { Measure } from '../../contract/report-columns.ts';
import type { ReportAnswer, ReportRows } from '../../contract/report-engine.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { monthsBehind } from '../../server/predictions/basic-predictor.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
const today = businessDay('Asia/Kolkata');
const months = monthsBehind(today);
const [first = ''] = months;
const last = months.at(-1) ?? '';
/** The last day of the month that begins on a day. */
const endOf = (day: string) => addDays(`${addDays(day, 31).slice(0, 8)}01`, -1);
const DAYS = { gte: first, lte: endOf(last) };

/** Loans at every stage, on the first day of the oldest month; each third pays in each month, each seventh is over. */
async function makeLoans() {
  const { db, clients, people } = server;
  await db.execute(sql`
    insert into loans (id, loan_number, client_id, customer_name, product, total_due_amount, due_date, dpd, manager_id, created_at)
    select gen_random_uuid(), 'RR-' || n, case when n % 4 = 0 then ${clients.Y.id}::uuid else ${clients.X.id}::uuid end, 'Borrower',
      case when n % 2 = 0 then 'Gold' else 'Home' end, n % 5 * 700, case when n % 9 <> 0 then ${first}::date - n * 3 end,
      case when n % 9 <> 0 or n % 2 = 0 then n end, ${people.manager.id}, '2020-01-01'
    from generate_series(1, 90) n`);
  await db.execute(sql`
    insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, payment_key, created_by, created_at)
    select gen_random_uuid(), l.client_id, l.id, 'PAYMENT', gen_random_uuid(), 1, 500, 500, m::date + n % 27,
      gen_random_uuid()::text, ${people.admin.id}, m::date + 27
    from (select *, substr(loan_number, 4)::int as n from loans where loan_number like 'RR-%') l,
      unnest(${sql.param(months)}::text[]) m where n % 3 = 0`);
  await db.execute(sql`
    insert into loan_closures (id, command_id, loan_id, reason, manager_id, closed_by, closed_at)
    select gen_random_uuid(), gen_random_uuid(), l.id, 'WITHDRAWN', l.manager_id, ${people.admin.id}, ${addDays(last, 4)}::date
    from loans l where l.loan_number like 'RR-%' and substr(l.loan_number, 4)::int % 7 = 0`);
  // What is taken back is nobody's from then on.
  await db.execute(sql`update loans l set manager_id = null, status = 'WITHDRAWN'
    from loan_closures c where c.loan_id = l.id and l.loan_number like 'RR-%'`);
}

beforeAll(async () => {
  await makeLoans();
});

async function report(query: Record<string, string> = {}, as: PersonName = 'admin') {
  const answer = await server.call('GET', '/reports/rollRate', { as, query });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json<ReportAnswer>();
}

async function file(query: Record<string, string>) {
  const asked = { ...DAYS, format: 'csv', ...query };
  return (await server.call('GET', '/reports/rollRate/export', { as: 'admin', query: asked })).body;
}

const figureOf =
  ({ measures, data, totals }: ReportAnswer) =>
  (measure: Measure, group?: string) =>
    (group === undefined ? totals : data.find((line) => line.group === group)?.sums)?.[
      measures.indexOf(measure)
    ] ?? 0;

const ROLL_FIGURES = {
  SETTLED: 'flowPaid',
  PAID_PART: 'flowPart',
  STAYED: 'flowStayed',
  ROLLED: 'flowRolled',
  CLOSED: 'flowClosed',
} as const satisfies Record<Roll, Measure>;

const INTO = [
  'flowTo30',
  'flowTo60',
  'flowTo90',
  'flowTo180',
  'flowTo181',
  'flowToUnknown',
] as const;

describe('the roll rates', () => {
  it('are those of the recovery screen, stage by stage, for whoever asks', async () => {
    for (const as of ['admin', 'manager', 'customer'] as const) {
      const told = await server.call('GET', '/recovery/basic', { as });
      const { rolls } = told.json<BasicPrediction>();
      const figure = figureOf(await report(DAYS, as));
      expect(rolls.length, as).toBe(STAGES.length);
      for (const { stage, count, outcomes } of rolls) {
        expect(figure('flowLoans', stage), stage).toBe(count);
        for (const { outcome, count: share } of outcomes)
          expect(figure(ROLL_FIGURES[outcome], stage), `${stage} ${outcome}`).toBe(share);
      }
      for (const measure of Object.values(ROLL_FIGURES))
        expect(figure(measure), measure).toBeGreaterThan(0);
    }
  });

  it('put every loan-month and its due into one result, and what is unpaid into one bucket', async () => {
    const answer = await report(DAYS);
    const figure = figureOf(answer);
    for (const { group } of answer.data)
      for (const of of ['', 'Due'] as const) {
        const sum = (names: readonly string[]) =>
          names.reduce((all, name) => all + figure(`${name}${of}` as Measure, group), 0);
        const whole = figure(of === '' ? 'flowLoans' : 'flowDue', group);
        expect(sum(Object.values(ROLL_FIGURES)), group).toBe(whole);
        expect(sum(INTO), group).toBe(sum(['flowStayed', 'flowRolled']));
      }
    expect(answer.data.map(({ group }) => group)).toEqual([...STAGES]);
  });

  it('show the same flow from the opening and from the closing bucket, and open its rows', async () => {
    const opening = figureOf(await report(DAYS));
    const closing = figureOf(await report({ ...DAYS, by: 'closingStage' }));
    for (const [place, stage] of STAGES.entries())
      expect(closing('flowLoans', stage), stage).toBe(opening(INTO[place] ?? 'flowLoans'));
    const query = {
      ...DAYS,
      by: 'openingStage',
      group: 'D31_60',
      measure: 'flowTo90',
      pageSize: '200',
    };
    const answer = await server.call('GET', '/reports/rollRate/rows', { as: 'admin', query });
    const rows = answer.json<ReportRows>();
    expect(rows.totalCount).toBe(opening('flowTo90', 'D31_60'));
    expect(rows.totalCount).toBeGreaterThan(0);
    const at = (name: ReportRows['details'][number]) => rows.details.indexOf(name);
    for (const { cells } of rows.data) {
      expect([cells[at('openingStage')], cells[at('roll')], cells[at('closingStage')]]).toEqual([
        'D31_60',
        'ROLLED',
        'D61_90',
      ]);
      expect(months).toContain(cells[at('flowMonth')]);
    }
  });

  it('tell of whole months, and compare them with as many months before', async () => {
    const answer = await report({ gte: addDays(last, 3), lte: addDays(last, 9), compare: '1' });
    expect(answer.range).toEqual({ from: last, to: endOf(last) });
    const before = months.at(-2) ?? '';
    expect(answer.before?.range).toEqual({ from: before, to: endOf(before) });
    const each = await report({ ...DAYS, by: 'flowMonth' });
    expect(each.data.map(({ group }) => group)).toEqual(months.map((day) => day.slice(0, 7)));
    expect(answer.totals).toEqual(each.data.find(({ group }) => group === last.slice(0, 7))?.sums);
    expect(answer.before?.totals).toEqual(
      each.data.find(({ group }) => group === before.slice(0, 7))?.sums,
    );
  });

  it('tell of the current month what came so far, and nothing of months that have not begun', async () => {
    const { range, totals, measures } = await report();
    expect(range).toEqual({ from: `${today.slice(0, 8)}01`, to: endOf(`${today.slice(0, 8)}01`) });
    expect(totals[measures.indexOf('flowLoans')]).toBeGreaterThan(0);
    const nextMonth = addDays(endOf(`${today.slice(0, 8)}01`), 1);
    const coming = await report({ gte: nextMonth, lte: addDays(nextMonth, 3) });
    expect(coming.totals.every((total) => total === 0)).toBe(true);
  });

  it('end buckets and the 30 days where they are said to end', async () => {
    const { db, clients, people } = server;
    const late = [30, 31, 60, 61, 90, 91, 180, 181];
    await db.execute(sql`
      insert into loans (id, loan_number, client_id, customer_name, city, total_due_amount, due_date, created_at)
      select gen_random_uuid(), 'ED-' || n, ${clients.X.id}, 'Borrower', case when n < 0 then 'Paying' else 'Edge' end, 5000,
        ${last}::date - abs(n), '2020-01-01'
      from unnest(${sql.param([...late, -1, -2, -3])}::int[]) n`);
    await db.execute(sql`
      insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, payment_key, created_by)
      select gen_random_uuid(), l.client_id, l.id, 'PAYMENT', gen_random_uuid(), 1, 500, 500, ${last}::date + d.after,
        gen_random_uuid()::text, ${people.admin.id}
      from loans l join (values ('ED--1', 0), ('ED--2', 29), ('ED--3', 30)) d (number, after) on d.number = l.loan_number`);
    const edge = figureOf(await report({ gte: last, lte: last, city: 'Edge' }));
    const opening = STAGES.map((stage) => edge('flowLoans', stage));
    expect(opening).toEqual([1, 2, 2, 2, 1, 0]);
    const paying = figureOf(await report({ gte: last, lte: last, city: 'Paying' }));
    expect([paying('flowPart'), paying('flowRolled')]).toEqual([2, 1]);
  });

  it('are saved in words', async () => {
    const groups = await file({});
    expect(groups).toMatch(/^\uFEFF?"?Opening bucket/);
    expect(groups).toContain('61–90 days');
    expect(groups).toContain('No due date');
    const rows = await file({ view: 'rows' });
    expect(rows).toContain('Taken back');
    expect(rows).not.toMatch(/D31_60|SETTLED|ROLLED/);
  });
});
