import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { REPORT_MEASURES } from '../../contract/report-columns.ts';
import type { Measure } from '../../contract/report-columns.ts';
import { NO_GROUP, REPORT_TITLES } from '../../contract/report-names.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type { ReportAnswer, ReportRows } from '../../contract/report-engine.ts';
import type { Analytics } from '../../contract/staff-dashboard.ts';
import { mayReadReport } from '../../contract/report-engine.ts';
import { REPORTS } from '../../server/reports/report-list.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
/** The days of the generated books (tests/support/report-books.ts). */
const DAYS = { gte: '01-03-2026', lte: '31-03-2026' };
const NAMES = Object.keys(REPORT_TITLES) as ReportName[];

beforeAll(async () => {
  await makeReportBooks(server, 7);
});

const readerOf = (name: ReportName): PersonName =>
  mayReadReport(name, 'ADMIN') ? 'admin' : 'manager';

async function ask(name: ReportName, query: Record<string, string> = {}, as = readerOf(name)) {
  const answer = await server.call('GET', `/reports/${name}`, {
    as,
    query: { ...DAYS, pageSize: '200', ...query },
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json<ReportAnswer>();
}

async function rowsOf(name: ReportName, query: Record<string, string>, as = readerOf(name)) {
  const answer = await server.call('GET', `/reports/${name}/rows`, {
    as,
    query: { ...DAYS, pageSize: '200', ...query },
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json<ReportRows>();
}

const status = async (path: string, query: Record<string, string>) =>
  (await server.call('GET', path, { as: 'admin', query })).statusCode;

/** A figure in a workbook: a length of time is a part of a day there. */
const inFile = (measure: Measure | undefined, sum: number | null) =>
  measure && REPORT_MEASURES[measure].kind === 'seconds' ? (sum ?? 0) / 86_400 : sum;

const columnSum = (rows: readonly { sums: (number | null)[] }[], at: number) =>
  rows.reduce((sum, row) => sum + (row.sums[at] ?? 0), 0);

describe.each(NAMES)('the report %s', (name) => {
  it('adds up to the same total however it is grouped', async () => {
    const by = REPORTS[name].groups;
    const { totals } = await ask(name);
    expect(totals.some((total) => (total ?? 0) > 0)).toBe(true);
    for (const group of by) {
      const report = await ask(name, { by: group });
      expect(report.totals, group).toEqual(totals);
      totals.forEach((total, at) => expect(columnSum(report.data, at), group).toBe(total ?? 0));
    }
  });

  it('opens the rows behind every figure, which add up to it', async () => {
    const { facts, groups } = REPORTS[name];
    // Reports of the same facts have the same groupings: told once.
    const isFirst = NAMES.find((other) => REPORTS[other].facts === facts) === name;
    for (const [place, by] of groups.slice(0, isFirst ? groups.length : 1).entries()) {
      const report = await ask(name, { by });
      const [largest] = report.data.toSorted((a, b) => (b.sums[0] ?? 0) - (a.sums[0] ?? 0));
      // The one of nobody too: its key is no word of anybody's. Of the other groupings one group is enough.
      const nobodys = report.data.find(({ group }) => group === NO_GROUP);
      const opened = [largest, nobodys]
        .filter((group) => group !== undefined)
        .slice(-2 + Math.min(place, 1));
      expect(opened.length, by).toBeGreaterThan(0);
      const figures = opened.flatMap((group) =>
        report.measures.map((measure, at) => ({ group, measure, at })),
      );
      for (const { group, measure, at } of figures) {
        if (place > 0 && group.sums[at] === 0) continue;
        const cell = `${measure} of ${by} ${group.group}`;
        const rows = await rowsOf(name, { by, group: group.group, measure });
        expect(rows.totals[at], cell).toBe(group.sums[at]);
        expect(columnSum(rows.data, at), cell).toBe(group.sums[at] ?? 0);
        expect(
          rows.data.every((row) => row.sums[at] !== 0),
          cell,
        ).toBe(true);
      }
    }
  });

  it('is saved as it is shown, its totals as formulas', async () => {
    const as = readerOf(name);
    const report = await ask(name);
    const file = await server.call('GET', `/reports/${name}/export`, { as, query: DAYS });
    const book = read(file.rawPayload, { cellFormula: true });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (!sheet) throw new Error('No sheet.');
    const lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    expect(lines).toHaveLength(report.data.length + 2);
    expect(lines[0]?.slice(1, 1 + report.measures.length)).toEqual(
      report.measures.map((measure) => REPORT_MEASURES[measure].title),
    );
    type Cell = { v: number; f?: string };
    report.totals.forEach((total, at) => {
      const cell = sheet[utils.encode_cell({ r: lines.length - 1, c: at + 1 })] as Cell;
      expect(cell.v).toBe(inFile(report.measures[at], total));
      expect(cell.f ?? 'SUM(').toMatch(/^SUM\(/);
      expect(cell.f === undefined).toBe(report.data.length === 0);
    });
    report.data.forEach(({ sums }, row) =>
      sums.forEach((sum, at) =>
        expect(lines[row + 1]?.[1 + at]).toEqual(inFile(report.measures[at], sum)),
      ),
    );
  });

  it('gives all rows as a file', async () => {
    const as = readerOf(name);
    const rows = await rowsOf(name, {});
    const query = { ...DAYS, view: 'rows', format: 'csv' };
    const file = await server.call('GET', `/reports/${name}/export`, { as, query });
    expect(file.statusCode, file.body.slice(0, 300)).toBe(200);
    expect(file.body.split('\r\n').filter(Boolean)).toHaveLength(rows.totalCount + 2);
    expect(file.body).not.toMatch(/\d\d-\d\d-\d{4} \d\d:\d\d(?! [AP]M)/);
  });
});

describe('who reads what', () => {
  it('is refused to a role that the report is not for', async () => {
    const answer = await server.call('GET', '/reports/allocation', { as: 'partner', query: {} });
    expect(answer.statusCode).toBe(403);
  });

  it('shows a lender its own loans, and of money what is verified', async () => {
    const report = await ask('callStatus', {}, 'customer');
    const at = (measure: Measure) => report.totals[report.measures.indexOf(measure)];
    expect(at('claimed')).toBeNull();
    expect(at('receipted')).toBeNull();
    expect(at('collected')).toBe(at('verified'));
    const clients = await ask('callStatus', { by: 'client' }, 'customer');
    expect(clients.data.map(({ label }) => label)).toEqual(['Xenon Finance']);
  });

  it.each(['collections', 'callStatus'] as const)(
    'shows a lender no row of what only agents told of, in %s',
    async (name) => {
      const { details, data } = await rowsOf(name, {}, 'customer');
      const entries = new Set(data.map(({ cells }) => cells[details.indexOf('entry')]));
      expect(entries).toContain('PAYMENT');
      expect(entries).not.toContain('CLAIM');
      expect(entries).not.toContain('RECEIPT');
    },
  );

  it('shows an agent its own work only', async () => {
    const report = await ask('callStatus', {}, 'collector');
    expect(report.data.map(({ group }) => group)).toEqual([server.people.collector.id]);
  });

  it('counts best outcomes of an agent alike on its screen, its manager’s and the admin’s', async () => {
    const { id } = server.people.collector;
    const own = await ask('bestDisposition', {}, 'collector');
    const screens = await Promise.all(
      (['manager', 'admin'] as const).map(async (as) => ask('bestDisposition', {}, as)),
    );
    expect(own.totals[0]).toBeGreaterThan(0);
    for (const { data } of screens)
      expect(data.find(({ group }) => group === id)?.sums).toEqual(own.totals);
  });

  it('refuses days that run backwards, spans of years, and figures it does not have', async () => {
    expect(await status('/reports/allocation', { gte: '02-03-2026', lte: '01-03-2026' })).toBe(422);
    expect(await status('/reports/allocation', { gte: '01-03-2020', lte: '01-03-2026' })).toBe(422);
    expect(await status('/reports/allocation', { collectorId: 'somebody' })).toBe(400);
    expect(await status('/reports/allocation', { by: 'hour' })).toBe(400);
    expect(await status('/reports/allocation/rows', { measure: 'calls' })).toBe(400);
    expect(await status('/reports/nothing', {})).toBe(404);
    expect(await status('/reports/__proto__', {})).toBe(404);
  });
});

describe('what a board calls collected', () => {
  it.each(['manager', 'manager2', 'collector'] as const)(
    'is the total of the Collection Report of its days, for %s',
    async (as) => {
      const board = await server.call('GET', '/loans/getLandingAnalytics', { as, query: DAYS });
      const { range } = board.json<Analytics>();
      const { measures, totals } = await ask('collections', {}, as);
      expect(range.collected).toBeGreaterThan(0);
      expect(totals).toEqual(
        measures.map((measure) => (range as Partial<Record<Measure, number>>)[measure]),
      );
    },
  );
});

describe('the calls of the specification', () => {
  it.each([
    ['/call-disposition/allocation-reports', 'allocation'],
    ['/call-disposition/getDispositionReport', 'bestDisposition'],
    ['/activity/daily-call/status', 'callStatus'],
    ['/activity/daily-field-agent/status', 'fieldStatus'],
  ] as const)('%s is the report %s', async (path, name) => {
    const answer = await server.call('GET', path, {
      as: 'admin',
      query: { ...DAYS, pageSize: '200', clientName: 'Xenon Finance' },
    });
    expect(answer.json()).toEqual(await ask(name, { clientName: 'Xenon Finance' }));
  });

  it('/call-disposition/additionalreports has a row per loan', async () => {
    const query = { ...DAYS, clientName: 'Xenon Finance', pageSize: '200' };
    const answer = await server.call('GET', '/call-disposition/additionalreports', {
      as: 'admin',
      query,
    });
    const { rows } = await server.db.execute<{ n: number }>(
      sql`select count(*)::int as n from loans l join clients c on c.id = l.client_id
        where c.name = 'Xenon Finance' and l.status <> 'DELETED' and l.created_at < '2026-03-31T18:30:00Z'`,
    );
    expect(answer.json<ReportRows>().totalCount).toBe(rows[0]?.n);
  });
});

/** What was audited of a file with these filters. */
const auditOf = async (filters: Record<string, string>) => {
  const query = { ...DAYS, ...filters, view: 'rows' };
  await server.call('GET', '/reports/callStatus/export', { as: 'admin', query });
  const { rows } = await server.db.execute<{ details: Record<string, unknown> }>(
    sql`select details from audit_log where action = 'report.export' order by sequence desc limit 1`,
  );
  return rows[0]?.details;
};

describe('what is taken out', () => {
  it('is audited with its filter and row count', async () => {
    const details = await auditOf({ clientName: 'Yarrow Bank' });
    const all = await rowsOf('callStatus', { clientName: 'Yarrow Bank' });
    expect(details).toMatchObject({
      rows: all.totalCount,
      filters: { clientName: ['Yarrow Bank'] },
    });
  });

  it('does not write into the audit a number that was searched for', async () => {
    const { number } = await server.db
      .execute<{ number: string }>(
        sql`select mobile_number as number from loans
        where mobile_number is not null limit 1`,
      )
      .then(({ rows: [first] }) => first ?? { number: '' });
    const details = JSON.stringify(await auditOf({ search: number }));
    expect(details).not.toContain(number);
    expect(details).toContain(number.slice(-4));
  });
});

describe('an export of a model', () => {
  const days = { gte: '01-01-2026', lte: '30-04-2026' };
  const exported = async (query: Record<string, string>, as: PersonName = 'admin') =>
    server.call('GET', '/activity/get-export', { as, query: { ...days, ...query } });

  it('has its rows under their headers, days and times as people read them', async () => {
    const answer = await exported({ model: 'CallDisposition' });
    const { data, totalCount } = answer.json<{
      data: Record<string, string>[];
      totalCount: number;
    }>();
    const { rows } = await server.db.execute<{ n: number }>(
      sql`select count(*)::int as n from dispositions where recorded_at >= '2025-12-31T18:30:00Z'
        and recorded_at < '2026-04-30T18:30:00Z'`,
    );
    expect(totalCount).toBe(rows[0]?.n);
    expect(data).toHaveLength(totalCount);
    expect(data[0]?.['Recorded']).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d [AP]M$/);
  });

  it('takes the names of the screen, too, and has nothing of what is not stored', async () => {
    expect((await exported({ model: 'Loan Model' })).json()).toMatchObject({ isWhole: true });
    expect((await exported({ model: 'Data Insight Model' })).json()).toMatchObject({
      data: [],
      totalCount: 0,
    });
  });

  it('needs model and both days, in their order', async () => {
    const path = '/activity/get-export';
    expect(await status(path, { model: 'Loan' })).toBe(400);
    expect(await status(path, { ...days, model: 'Everything' })).toBe(400);
    expect(await status(path, { model: 'Loan', gte: '02-03-2026', lte: '01-03-2026' })).toBe(422);
  });

  it('gives nobody what is not theirs', async () => {
    const { data } = (await exported({ model: 'Loan' }, 'customer')).json<{
      data: Record<string, string>[];
    }>();
    expect(new Set(data.map((row) => row['Client']))).toEqual(new Set(['Xenon Finance']));
    const mine = (await exported({ model: 'CallDisposition' }, 'fieldagent')).json<{
      data: Record<string, string>[];
    }>();
    expect(new Set(mine.data.map((row) => row['Agent']))).toEqual(
      new Set([server.people.fieldagent.fullName]),
    );
  });

  it('is a file with dates as dates, long numbers as text and no formulas', async () => {
    await server.addLoan({
      loanNumber: '00012345678901234567',
      customerName: '=HYPERLINK("x")',
      createdAt: '2026-03-31T18:29:59Z',
    });
    const file = await server.call('GET', '/activity/get-export/file', {
      as: 'admin',
      query: { model: 'Loan', gte: '31-03-2026', lte: '31-03-2026' },
    });
    expect(file.headers['content-disposition']).toContain('Loan_31-03-2026_31-03-2026.xlsx');
    const book = read(file.rawPayload, { cellDates: true, cellFormula: true });
    const sheet = book.Sheets['Loan'];
    if (!sheet) throw new Error('No sheet.');
    const lines = utils.sheet_to_json<Record<string, unknown>>(sheet);
    const line = lines.find((one) => one['Loan ID'] === '00012345678901234567');
    expect(line?.['Borrower']).toBe('\'=HYPERLINK("x")');
    expect(line?.['Received']).toBeInstanceOf(Date);
    expect(Object.values(sheet).some((cell) => (cell as { f?: string }).f !== undefined)).toBe(
      false,
    );
  });
});
