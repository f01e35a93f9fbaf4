import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import type { ReportView } from '../../contract/report-view.ts';
import type { SavedChart } from '../../contract/visualization-calls.ts';
import type { ChartAnswer } from '../../contract/visualization.ts';
import { clients } from '../../server/database/tables/people.ts';
import { newId } from '../../server/ids.ts';
import { contractOf, profileOf } from '../support/lender-contract.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* What is stored by a lender's name follows the lender, not the name. */

const server = testServer();
let own: ReportView;
let shared: ReportView;
let chart: SavedChart;
let ruleId: string;
let figures: readonly (number | null)[];
let chartTotal: number;

const LOOK = { gte: '01-03-2026', lte: '31-03-2026' };
const OLD = 'Xenon';
const NEW = 'Xenon Capital';

async function post<Answer>(as: PersonName, path: string, body: object): Promise<Answer> {
  return server.taken<Answer>('POST', path, { as, body });
}

async function rename(id: string, name: string): Promise<void> {
  const { rows } = await server.db.execute<{ revision: number }>(
    sql`select revision from clients where id = ${id}`,
  );
  const body = { revision: rows[0]?.revision, profile: profileOf({ Client_Name: name }) };
  await server.taken('PUT', `/clients/${id}`, { as: 'admin', body });
}

const viewsOf = async (as: PersonName) =>
  (await server.call('GET', '/report-views', { as })).json<{ data: ReportView[] }>().data;

/** The figures that a person is shown who opens a view. */
async function opened(as: PersonName, id: string) {
  const view = (await viewsOf(as)).find(({ _id }) => _id === id);
  const lenders = view?.look.clientName?.join(',') ?? 'none';
  return (
    await server.taken<ReportAnswer>('GET', '/reports/callStatus', {
      as,
      query: { ...LOOK, clientName: lenders },
    })
  ).totals;
}

const chartsOf = async (as: PersonName) =>
  (await server.call('GET', '/data-visualization/by/category', { as })).json<{
    data: SavedChart[];
  }>().data;

async function chartTotalOf(as: PersonName) {
  const saved = (await chartsOf(as)).find(({ _id }) => _id === chart._id);
  expect(saved).toBeDefined();
  const path = '/data-visualizations/answer';
  return (await post<ChartAnswer>(as, path, saved?.question ?? {})).total;
}

async function lendersOfRule() {
  const { rows } = await server.db.execute<{ names: string[]; revision: number }>(
    sql`select spec -> 'conditions' -> 0 -> 'values' as names, revision from allocation_rules where id = ${ruleId}`,
  );
  return rows[0];
}

beforeAll(async () => {
  await makeReportBooks(server, 6);
  await rename(server.clients.X.id, OLD);
  const look = { ...LOOK, clientName: [OLD] };
  const report = 'callStatus';
  own = await post('clientadmin', '/report-views', { report, name: 'My own', look });
  shared = await post('admin', '/report-views', {
    report,
    name: 'Shared',
    look,
    roles: ['CLIENT_ADMIN'],
  });
  chart = await post('admin', '/data-visualizations', {
    name: 'Of one lender',
    category: 'CLIENT_ADMIN',
    kind: 'BAR',
    question: { measure: 'dueAmount', by: 'bucket', filters: { clients: [OLD] } },
  });
  const isOfIt = { field: 'Client_Name', is: 'in', values: [OLD, 'Another'] };
  const rule = { name: 'Of it', spec: { conditions: [isOfIt], kind: 'COLLECTOR' } };
  ({ _id: ruleId } = await post<{ _id: string }>('admin', '/allocation-rules', rule));
  await storeOtherNames();
  figures = await opened('clientadmin', own._id);
  chartTotal = await chartTotalOf('clientadmin');
});

/** What a model's card, a run that is being planned and a file that is not made yet say of lenders. */
async function otherNames() {
  const { rows } = await server.db.execute<{
    card: string[];
    run: string[];
    file: string[];
    list: string;
  }>(sql`
    select (select jsonb_path_query_array(card, '$.groups[*].client') from recovery_models) as card,
      (select spec #> '{filter,client}' from allocation_runs) as run,
      (select query -> 'clientName' from report_files where report <> 'list') as file,
      (select query #>> '{query,client}' from report_files where report = 'list') as list`);
  return rows[0];
}

async function storeOtherNames(): Promise<void> {
  const { db, people } = server;
  const names = JSON.stringify(['Another', OLD]);
  const groups = JSON.stringify({ groups: [{ client: OLD }, { client: 'Another' }] });
  await db.execute(
    sql`insert into recovery_models (id, version, state, card) values (${newId()}, 1, 'FAILED', ${groups}::jsonb)`,
  );
  await db.execute(sql`insert into allocation_runs (id, kind, state, spec, created_by)
    values (${newId()}, 'COLLECTOR', 'PLANNING', jsonb_build_object('filter', jsonb_build_object('client', ${names}::jsonb)),
      ${people.admin.id})`);
  const lists = JSON.stringify({ query: { client: OLD } });
  await db.execute(sql`insert into report_files (id, owner_id, report, query, name, rows_total, expires_at)
    values (${newId()}, ${people.admin.id}, 'callStatus', jsonb_build_object('clientName', ${names}::jsonb), 'x.csv', 1,
      now() + interval '1 day'), (${newId()}, ${people.admin.id}, 'list', ${lists}::jsonb, 'y.csv', 1, now() + interval '1 day')`);
}

describe('a lender that has another name', () => {
  beforeAll(() => rename(server.clients.X.id, NEW));

  it('is still what its people’s views show', async () => {
    expect(figures[0]).toBeGreaterThan(0);
    expect(await opened('clientadmin', own._id)).toEqual(figures);
    expect(await opened('clientadmin', shared._id)).toEqual(figures);
  });

  it('is still what a chart is narrowed to; who had the chart open is told', async () => {
    expect(chartTotal).toBeGreaterThan(0);
    expect(await chartTotalOf('clientadmin')).toBe(chartTotal);
    const { _id, name, category, kind, question, revision } = chart;
    const body = { name, category, kind, question, revision };
    const stale = await server.call('PUT', `/data-visualizations/${_id}`, { as: 'admin', body });
    expect(stale.statusCode).toBe(409);
  });

  it('is still taken by the rules that name it', async () => {
    expect(await lendersOfRule()).toEqual({ names: [NEW, 'Another'], revision: 2 });
  });

  it('is still named by models’ cards, and by runs and files that are in work', async () => {
    const names = ['Another', NEW];
    expect(await otherNames()).toEqual({
      card: [NEW, 'Another'],
      run: names,
      file: names,
      list: NEW,
    });
  });
});

describe('a lender that is given the name of another', () => {
  it('by a change is not shown in what named that one', async () => {
    // As it was stored while the lender still had the name.
    await server.db
      .execute(sql`update report_views set look = jsonb_set(look, '{clientName}', ${JSON.stringify([NEW, OLD])}::jsonb)
      where id = ${shared._id}`);
    await rename(server.clients.Y.id, OLD);
    // Some figures are not shown to a lender's people.
    expect((await opened('admin', shared._id)).slice(0, 6)).toEqual(figures.slice(0, 6));
    expect(await chartTotalOf('clientadmin')).toBe(chartTotal);
    expect(await opened('clientadmin', own._id)).toEqual(figures);
  });

  it('as a new one is not shown in what named one that was removed', async () => {
    const add = async () =>
      post<{ _id: string }>(
        'admin',
        '/clients',
        contractOf(server.people.manager.id, { profile: profileOf({ Client_Name: 'Gone Bank' }) }),
      );
    const { _id: gone } = await add();
    const { _id: viewId } = await post<ReportView>('admin', '/report-views', {
      report: 'callStatus',
      name: 'Of a lender that goes',
      look: { ...LOOK, clientName: ['Gone Bank'] },
    });
    await server.taken('DELETE', `/clients/${gone}`, { as: 'admin' });
    await add();
    const view = (await viewsOf('admin')).find(({ _id }) => _id === viewId);
    expect(view?.look.clientName).toEqual(['Gone Bank (earlier lender)']);
  });
});

it('a removed lender’s rules are not those of who gets its name', async () => {
  const client = { _id: newId() };
  await server.db.insert(clients).values({ id: client._id, name: 'Rex Bank', code: 'REX' });
  const isOfIt = { field: 'Client_Name', is: 'in', values: ['Rex Bank'] };
  const rule = { name: 'Of Rex', spec: { conditions: [isOfIt], kind: 'COLLECTOR' } };
  const { _id } = await post<{ _id: string }>('admin', '/allocation-rules', rule);
  await server.taken('DELETE', `/clients/${client._id}`, { as: 'admin' });
  const { rows } = await server.db.execute<{ values: string[] }>(
    sql`select spec -> 'conditions' -> 0 -> 'values' as values from allocation_rules where id = ${_id}`,
  );
  expect(rows[0]?.values).not.toContain('Rex Bank');
});
