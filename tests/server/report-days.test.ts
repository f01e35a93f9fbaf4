import { beforeAll, describe, expect, it } from 'vitest';
import { mayReadReport } from '../../contract/report-engine.ts';
import type { ReportAnswer, ReportRows } from '../../contract/report-engine.ts';
import type { ReportName } from '../../contract/report-names.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { REPORTS } from '../../server/reports/report-list.ts';
import { addPayment } from '../support/money.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';

const server = testServer();

beforeAll(async () => {
  await makeReportBooks(server, 7);
});

const readerOf = (name: ReportName): PersonName =>
  mayReadReport(name, 'ADMIN') ? 'admin' : 'manager';

/** The reports of what people did on some days. */
const OF_DAYS = (Object.keys(REPORTS) as ReportName[]).filter(
  (name) => ['day', 'month'].includes(REPORTS[name].range) && name !== 'promiseAgeing',
);

async function ask(
  name: ReportName,
  query: Record<string, string>,
  as: PersonName = 'admin',
): Promise<ReportAnswer> {
  const answer = await server.call('GET', `/reports/${name}`, { as, query });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json<ReportAnswer>();
}

it('refuses a day with something behind it by its field', async () => {
  const query = { gte: '2026-11-01xyz', lte: '2026-11-30' };
  const answer = await server.call('GET', '/reports/callStatus', { as: 'admin', query });
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json()).toMatchObject({ details: [{ path: 'gte', code: 'not-a-day' }] });
});

it('begins and ends with the business day of an instant, in reports and in files of lists', async () => {
  const loanId = await server.addLoan({});
  for (const [paidOn, amount] of [
    ['2025-03-01', 100],
    ['2025-03-02', 20],
    ['2025-03-03', 3],
  ] as const)
    await addPayment(server, { loanId, amount, paidOn, createdAt: '2025-03-10T06:00:00Z' });
  // Midnight and the last moment of 2 March in India.
  const [first, last] = ['2025-03-01T18:30:00.000Z', '2025-03-02T18:29:59.999Z'];
  const { range } = await ask('collections', { gte: first, lte: last });
  expect(range).toEqual({ from: '2025-03-02', to: '2025-03-02' });
  const list = await server.call('GET', '/payments', {
    as: 'admin',
    query: { loanId, from: first, to: last },
  });
  expect(list.json()).toMatchObject({ amount: 20 });
  const file = await server.call('POST', '/list-exports', {
    as: 'admin',
    body: {
      call: 'listPayments',
      query: { loanId, from: first, to: last },
      columns: [{ path: 'paidOn', title: 'Day' }],
      format: 'csv',
    },
  });
  expect(file.body.split(/\r?\n/).filter((line) => /\d{4}/.test(line))).toEqual(['02-03-2025']);
});

it('tells equal payments of one file apart by their day, so that pages hold each once', async () => {
  const loanId = await server.addLoan({});
  const days = [5, 2, 4, 1, 3].map((day) => `2025-02-0${day}`);
  for (const paidOn of days)
    await addPayment(server, { loanId, amount: 500, paidOn, createdAt: '2025-02-10T06:00:00Z' });
  const pages = days.map(async (_, at) => {
    const query = { gte: '2025-02-01', lte: '2025-02-05', page: `${at + 1}`, pageSize: '1' };
    const answer = await server.call('GET', '/reports/collections/rows', { as: 'admin', query });
    const { details, data } = answer.json<ReportRows>();
    return data[0]?.cells[details.indexOf('countsOn')];
  });
  expect(await Promise.all(pages)).toEqual(days.toSorted().toReversed());
});

describe('the period before', () => {
  it('is as long and ends where the days begin', async () => {
    const report = await ask('callStatus', { gte: '11-03-2026', lte: '20-03-2026', compare: '1' });
    const before = await ask('callStatus', { gte: '01-03-2026', lte: '10-03-2026' });
    expect(report.before).toEqual({
      range: { from: '2026-03-01', to: '2026-03-10' },
      totals: before.totals,
    });
  });

  it('is as long as what has been of days that reach ahead, in every report of what people did', async () => {
    const today = businessDay(ZONE);
    const from = addDays(today, -9);
    const before = { from: addDays(from, -11), to: addDays(from, -1) };
    const compared = async (name: ReportName, lte: string) =>
      (await ask(name, { gte: from, lte, compare: '1' }, readerOf(name))).before?.range;
    for (const name of OF_DAYS) {
      expect(await compared(name, addDays(today, 20)), name).toEqual(before);
      expect(await compared(name, addDays(today, 1)), name).toEqual(before);
    }
    expect(await compared('promiseAgeing', addDays(today, 20)), 'promises are due ahead').toEqual({
      from: addDays(from, -30),
      to: addDays(from, -1),
    });
  });
});
