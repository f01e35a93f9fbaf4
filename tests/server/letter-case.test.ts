import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { BasicPrediction } from '../../contract/prediction.ts';
import type { ReportAnswer, ReportFile } from '../../contract/report-engine.ts';
import type { ReportView } from '../../contract/report-view.ts';
import type { MonthTarget } from '../../contract/target.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { addPayment } from '../support/money.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* Files, sheets and people write buckets, cities and lenders in any letter case: it is one bucket, city or lender all the same. */

const server = testServer();
const today = businessDay('Asia/Kolkata');

beforeAll(async () => {
  const { manager, collector } = server.people;
  const rows = [
    ['B1', 'Pune', 'Gold', 1000],
    ['b1', 'PUNE', 'gold', 500],
    ['B2', 'Nashik', 'Bike', 70],
  ] as const;
  for (const [bucket, city, product, amount] of rows) {
    const held = { managerId: manager.id, collectorId: collector.id };
    const loanId = await server.addLoan({ bucket, city, product, ...held });
    await addPayment(server, { loanId, amount, paidOn: today, ...held });
  }
});

async function verifiedIn(as: PersonName, query: object): Promise<number | null | undefined> {
  const report = await server.taken<ReportAnswer>('GET', '/reports/callStatus', {
    as,
    query: { ...query, gte: today, lte: today },
  });
  return report.totals[report.measures.indexOf('verified')];
}

const NARROWED = [
  { bucket: 'B1' },
  { bucket: 'b1' },
  { city: 'pune' },
  { product: 'GOLD' },
  { bucket: 'b1', city: 'Pune', product: 'Gold' },
];

test('loans and reports narrowed to a bucket, city or product have all of it, as a target of it has', async () => {
  const month = today;
  const target = { forClientId: server.clients.X.id, Bucket: 'B1', month, amount: 3000 };
  await server.taken('PUT', '/targets', { as: 'admin', body: { targets: [target] } });
  const { data } = await server.taken<{ data: MonthTarget[] }>('GET', '/targets', { as: 'admin' });
  expect(data[0]?.achieved.amount).toBe(1500);
  for (const as of ['admin', 'manager', 'clientadmin'] as const)
    for (const query of NARROWED) {
      const where = `${as} ${JSON.stringify(query)}`;
      const loans = await server.taken<{ totalCount: number }>('GET', '/loans', { as, query });
      expect(loans.totalCount, where).toBe(2);
      expect(await verifiedIn(as, query), where).toBe(1500);
    }
});

test('charts and portfolios of a bucket or product have all of it', async () => {
  for (const filters of [{ buckets: ['b1'] }, { buckets: ['B1'], products: ['GOLD'] }]) {
    const { total } = await server.taken<ChartAnswer>('POST', '/data-visualizations/answer', {
      as: 'manager',
      body: { measure: 'loans', by: 'client', filters },
    });
    expect(total, JSON.stringify(filters)).toBe(2);
  }
});

test('one’s own lender is found in any letter case, another one’s is refused', async () => {
  const { X, Y } = server.clients;
  const countOf = async (as: PersonName, client: string) => {
    const answer = await server.call('GET', '/loans', { as, query: { client } });
    return answer.statusCode === 200
      ? answer.json<{ totalCount: number }>().totalCount
      : answer.statusCode;
  };
  for (const as of ['admin', 'manager', 'clientadmin'] as const)
    expect(await countOf(as, X.name.toUpperCase()), as).toBe(3);
  expect(await countOf('admin', `${X.name.toLowerCase()},${Y.name.toUpperCase()}`)).toBe(3);
  for (const as of ['manager', 'clientadmin'] as const)
    expect(await countOf(as, Y.name.toLowerCase()), as).toBe(403);
  const query = { clientName: ` ${X.name.toUpperCase()} ` };
  const paid = await server.taken<{ totalCount: number }>('GET', '/payments', {
    as: 'manager',
    query,
  });
  expect(paid.totalCount).toBe(3);
  expect(await verifiedIn('manager', query)).toBe(1570);
});

test('a list’s file and a saved view name one’s own lender in any letter case too, another one’s is refused', async () => {
  const { X, Y } = server.clients;
  const columns = [{ path: 'Loan_ID', title: 'Loan' }];
  const statusOf = async (as: PersonName, client: string) => {
    const body = { call: 'listLoans', query: { client }, columns, format: 'csv' };
    const file = await server.call('POST', '/list-exports', { as, body });
    const look = { clientName: [client] };
    const view = { report: 'callStatus', name: `Of ${client}`, look };
    const saved = await server.call('POST', '/report-views', { as, body: view });
    return [file.statusCode, saved.statusCode];
  };
  for (const as of ['manager', 'clientadmin'] as const) {
    expect(await statusOf(as, X.name.toUpperCase()), as).toEqual([200, 200]);
    expect(await statusOf(as, Y.name.toLowerCase()), as).toEqual([403, 403]);
  }
});

test('a file and a saved view whose filters name a lender in another letter case are of that lender', async () => {
  const { X } = server.clients;
  const spelled = { clientName: [X.name.toUpperCase()] };
  const file = await server.taken<ReportFile>('POST', '/reports/callStatus/files', {
    as: 'manager',
    body: { ...spelled, gte: today, lte: today, format: 'csv' },
  });
  const shown = await server.taken<{ totalCount: number }>('GET', '/reports/callStatus/rows', {
    as: 'manager',
    query: { ...spelled, gte: today, lte: today },
  });
  expect(shown.totalCount).toBeGreaterThan(0);
  expect(file.rowsTotal).toBe(shown.totalCount);
  // As it is stored, so that its mark and a new name of the lender find it.
  const view = await server.taken<ReportView>('POST', '/report-views', {
    as: 'manager',
    body: { report: 'callStatus', name: 'Spelled otherwise', look: spelled },
  });
  expect(view.look.clientName).toEqual([X.name]);
});

test('lenders that differ in letter case alone are two: each is its own people’s', async () => {
  const { X } = server.clients;
  const [shouted, copy] = [X.name.toUpperCase(), newId()];
  await server.db
    .execute(sql`insert into clients select (jsonb_populate_record(c, jsonb_build_object('id', ${copy}::text, 'name', ${shouted}::text, 'code', 'TWIN'))).*
    from clients c where c.id = ${X.id}`);
  const columns = [{ path: 'Loan_ID', title: 'Loan' }];
  const statusOf = async (client: string) => {
    const body = { call: 'listLoans', query: { client }, columns };
    return (await server.call('POST', '/list-exports', { as: 'clientadmin', body })).statusCode;
  };
  try {
    expect(await statusOf(X.name)).toBe(200);
    expect(await statusOf(shouted)).toBe(403);
    expect(await statusOf(X.name.toLowerCase())).toBe(403);
  } finally {
    await server.db.execute(sql`delete from clients where id = ${copy}`);
  }
});

test('settlements and predictions of a product have all of it', async () => {
  const { addLoan, proposed } = settlementsOf(() => server);
  for (const product of ['Tractor', 'TRACTOR'])
    await proposed((await addLoan({ product, dpd: 40 })).loanId);
  for (const as of ['admin', 'manager'] as const)
    for (const product of ['Tractor', 'tractor']) {
      const path = as === 'admin' ? 'getAdminSettlement' : 'getManagerSettlement';
      const asked = { as, query: { product } };
      const list = await server.taken<{ totalCount: number }>('GET', `/settlement/${path}`, asked);
      expect(list.totalCount, `${as} ${product}`).toBe(2);
      const { expected } = await server.taken<BasicPrediction>('GET', '/recovery/basic', asked);
      const count = expected.reduce((sum, each) => sum + each.loans, 0);
      expect(count, `${as} ${product}`).toBe(2);
    }
});
