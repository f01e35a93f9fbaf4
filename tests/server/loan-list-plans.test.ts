import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAN_SORTS, loanCalls } from '../../contract/loan-calls.ts';
import type { Actor } from '../../server/access/actor.ts';
import type { Context } from '../../server/context.ts';
import { createPool } from '../../server/database/connection.ts';
import type { Db } from '../../server/database/connection.ts';
import { activeLoansAsk, newestDispositionsStatement } from '../../server/loans/active-loans.ts';
import { loanListAsk } from '../../server/loans/loan-list-service.ts';
import { personLoads } from '../../server/loans/loan-loads-service.ts';
import { amongKeys, amongLoans, offersOfManyStatement } from '../../server/loans/loan-offers.ts';
import { chosenLoans, readPlan } from '../../server/loans/loan-count.ts';
import type { LoanCount } from '../../server/loans/loan-count.ts';
import { loanPageStatement, readLoanPage } from '../../server/loans/loan-page.ts';
import type { LoanPageAsk } from '../../server/loans/loan-page.ts';
import { askReport } from '../../server/reports/report-asking.ts';
import { readGroups } from '../../server/reports/report-reading.ts';
import { proposeTargets } from '../../server/targets/target-setting.ts';
import { fillWithManyLoans, someone } from '../support/many-loans.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

const ZONE = 'Asia/Kolkata';
const BIG = new Set(['loans', 'loan_keys', 'loan_search', 'dispositions', 'allocations']);

let database: TestDatabase;
let pool: Pool;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.ownerUrl, 2);
  db = drizzle({ client: pool });
  await fillWithManyLoans(pool);
});

afterAll(async () => {
  await pool.end();
  await database.close();
});

const nobody = { username: 'x', fullName: 'X', managerId: null, clientName: null, location: null };
const actor = (role: Actor['role'], userId: string, clientId: string | null = null): Actor => ({
  ...nobody,
  role,
  userId,
  clientId,
  sessionId: null,
});
const admin = actor('ADMIN', someone.manager);
const manager = actor('MANAGER', someone.manager);
const collector = actor('COLLECTOR', someone.collector);
const lender = actor('CLIENT_ADMIN', someone.manager, someone.client);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

interface PlanRow extends Record<string, unknown> {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

/** Of a plan's scans, those that a limit right above them does not end early. */
function fullScans(node: PlanNode): PlanNode[] {
  const isEarly = (child: PlanNode) =>
    node['Node Type'] === 'Limit' && node['Plan Rows'] < child['Plan Rows'] / 4;
  const own = (node.Plans ?? []).filter(
    (child) => child['Node Type'] === 'Seq Scan' && !isEarly(child),
  );
  return [...own, ...(node.Plans ?? []).flatMap(fullScans)];
}

/** The big tables that a statement reads from one end to the other. */
async function scannedBy(statement: SQL): Promise<string[]> {
  const { rows } = await db.execute<PlanRow>(sql`explain (format json) ${statement}`);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  const scans = plan === undefined ? [] : fullScans({ ...plan, 'Node Type': '', Plans: [plan] });
  return scans.map((node) => node['Relation Name'] ?? '').filter((table) => BIG.has(table));
}

type Query = Record<string, string | string[]>;

/** The statement of a page, as the list asks it. */
async function pageOf(ask: LoanPageAsk): Promise<SQL> {
  // The tables of this test are small: what is a scan worth counting by here is none of a million loans.
  const { isScan } = await readPlan(db, ask.counted, 500);
  // As it is read among so many that counting all of them would cost too much.
  return loanPageStatement(ask, { isScan, isCheap: false });
}

type PageOf = (who: Actor, query: Query) => Promise<SQL>;

const listOf: PageOf = async (who, query) =>
  pageOf(loanListAsk(who, loanCalls.listLoans.query.parse(query)));
const activeOf: PageOf = async (who, query) =>
  pageOf(activeLoansAsk(ZONE, who, loanCalls.listActiveLoans.query.parse(query)));

const FILTERS: readonly Query[] = [
  {},
  { client: 'Lender 3' },
  { bucket: ['1', '2'] },
  { city: 'City 7' },
  { product: 'Gold' },
  { disposition: 'PTP' },
  { disposition: 'NONE' },
  { disposition: ['NONE', 'PTP'] },
  { collectorId: someone.collector },
  { managerId: someone.manager },
  { fieldAgentId: someone.collector },
  { allocated: 'yes' },
  { allocated: 'no' },
  { minDue: '690000' },
  { maxDue: '700' },
  { minDPD: '178' },
  { maxDPD: '2' },
  { batchNo: '3' },
  { status: 'PAID' },
  { status: 'ACTIVE' },
  { search: 'asha 12' },
  { search: 'city 299' },
  { search: '9000041234' },
  { client: 'Lender 3', bucket: '2', city: 'City 5' },
  { search: 'ravi', client: 'Lender 3', minDPD: '90' },
];

interface Case {
  readonly name: string;
  readonly statement: SQL | (() => Promise<SQL>);
}

/** Those of the cases whose statement scans a big table, with the table. */
async function scanning(cases: readonly Case[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, statement } of cases) {
    const asked = typeof statement === 'function' ? await statement() : statement;
    for (const table of await scannedBy(asked)) found.push(`${name}: ${table}`);
  }
  return found;
}

const named =
  (make: PageOf, whose: string, who: Actor) =>
  (query: Query): Case => ({
    name: `${whose} ${JSON.stringify(query)}`,
    statement: async () => make(who, query),
  });

const SORTS = LOAN_SORTS.flatMap((sort) => [sort, `-${sort}`]);

describe('no list of loans scans a table', () => {
  it('in any order, on the first page and far behind it', async () => {
    const queries = SORTS.flatMap((sort): Query[] => [
      { sort },
      { sort, page: '600', pageSize: '50' },
    ]);
    expect(
      await scanning([
        ...queries.map(named(listOf, 'admin', admin)),
        ...SORTS.map((sort) => ({ sort })).map(named(listOf, 'lender', lender)),
        ...SORTS.map((sort) => ({ sort })).map(named(listOf, 'manager', manager)),
        ...SORTS.map((sort) => ({ sort })).map(named(activeOf, 'collector', collector)),
        ...SORTS.map((sort) => ({ sort })).map(named(activeOf, 'active of manager', manager)),
      ]),
    ).toEqual([]);
  });

  it('with any filter or search', async () => {
    expect(
      await scanning([
        ...FILTERS.map(named(listOf, 'admin', admin)),
        ...FILTERS.map(named(listOf, 'lender', lender)),
        ...FILTERS.map(named(listOf, 'manager', manager)),
        // Far behind the first page of a search, where nobody reads, the planner may join the narrow table of keys whole.
        ...FILTERS.filter((query) => query['search'] === undefined).map((query) =>
          named(listOf, 'admin', admin)({ ...query, page: '40' }),
        ),
      ]),
    ).toEqual([]);
  });

  it("for a collector's and a manager's active loans, with each parameter, and their newest contacts", async () => {
    const queries: Query[] = [
      { gte: '2026-03-02', lte: '2026-03-03' },
      { clientsName: 'Lender 3' },
      { bucket: '2' },
      { disposition: 'PTP' },
      { collectorId: someone.collector },
      { managerId: someone.manager },
      { search: 'asha', page: '3' },
      { sort: '-chanceToPay' },
      { sort: 'chanceToPay', page: '20', bucket: '2' },
    ];
    const newest = newestDispositionsStatement(
      Array.from(
        { length: 50 },
        (_, n) => `00000000-0000-7000-8e00-0${String(n).padStart(11, '0')}`,
      ),
    );
    expect(
      await scanning([
        ...queries.map(named(activeOf, 'collector', collector)),
        ...queries.map(named(activeOf, 'manager', manager)),
        ...[collector, manager].map((who) => ({
          name: `unasked by chance, ${who.role}`,
          statement: () =>
            pageOf(activeLoansAsk(ZONE, who, loanCalls.listActiveLoans.query.parse({}), true)),
        })),
        { name: 'newest contacts', statement: newest },
      ]),
    ).toEqual([]);
  });

  it('nor what the filters offer and what each person has', async () => {
    const visible = sql`(l.status <> 'DELETED' and true)`;
    const ofDays = sql`${visible} and l.disposition_at >= '2026-03-02Z' and l.disposition_at < '2026-03-04Z'`;
    expect(
      await scanning([
        { name: 'offers', statement: offersOfManyStatement(amongKeys(visible)) },
        { name: 'offers of days', statement: offersOfManyStatement(amongLoans(ofDays)) },
        { name: 'loads', statement: personLoads(admin) },
      ]),
    ).toEqual([]);
  });
});

/** All pages of a list, as their rows' ids. */
async function idsOf(query: Query, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const parsed = loanCalls.listLoans.query.parse({ ...query, page: String(page) });
    const found = await readLoanPage(db, { ...loanListAsk(admin, parsed), pageSize });
    ids.push(...found.rows.map((row) => row._id));
    if (found.rows.length === 0) return ids;
  }
}

describe('the pages of a list', () => {
  it.each(['DPD', '-DPD', 'Total_Due_Amount', 'visitDate', '-visitDate', '-Client_Name'])(
    'by %s together are the whole list in its order, rows without a value last',
    async (sort) => {
      const query = { sort, city: ['City 7', 'City 8'] };
      const ask = loanListAsk(admin, loanCalls.listLoans.query.parse(query));
      const whole = await db.execute<{ id: string }>(
        sql`select l.id ${chosenLoans(ask)} order by ${ask.order.by}`,
      );
      expect(whole.rows.length).toBeGreaterThan(300);
      expect(await idsOf(query, 37)).toEqual(whole.rows.map((row) => row.id));
    },
  );
});

/** `isCostly`: as among so many loans that counting those that match would cost too much. */
async function countOf(query: Query, isCostly = false): Promise<LoanCount> {
  const ask = loanListAsk(admin, loanCalls.listLoans.query.parse(query));
  const plan = { ...(await readPlan(db, ask.counted)), isCheap: !isCostly };
  const { totalCount, isCountExact } = await readLoanPage(db, ask, plan);
  return { totalCount, isCountExact };
}

describe('how many match', () => {
  it('is exact up to ten thousand', async () => {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*) as n from loans where city = 'City 7' and status <> 'DELETED'`,
    );
    expect(await countOf({ city: 'City 7' })).toEqual({
      totalCount: rows[0]?.n,
      isCountExact: true,
    });
  });

  it('is exact beyond that while counting costs little', async () => {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*) as n from loans where status <> 'DELETED'`,
    );
    expect(rows[0]?.n).toBeGreaterThan(10_000);
    const ask = loanListAsk(admin, loanCalls.listLoans.query.parse({}));
    expect(await readPlan(db, ask.counted)).toMatchObject({ isCheap: true });
    expect(await readLoanPage(db, ask)).toMatchObject({
      totalCount: rows[0]?.n,
      isCountExact: true,
    });
  });

  it('among very many is about right, and exact again at the end of the list', async () => {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*) as n from loans where status <> 'DELETED'`,
    );
    const all = rows[0]?.n ?? 0;
    const told = await countOf({}, true);
    expect(told.isCountExact).toBe(false);
    expect(Math.abs(told.totalCount - all)).toBeLessThan(all / 10);
    const lastPage = String(Math.ceil(all / 7));
    expect(all % 7).toBeGreaterThan(0);
    for (const page of [lastPage, '1000000'])
      expect(await countOf({ page, pageSize: '7' }, true)).toEqual({
        totalCount: all,
        isCountExact: true,
      });
  });
});

/** A database that keeps what it is asked, and answers nothing. */
function recording() {
  const statements: SQL[] = [];
  const recorder = {
    execute: async (statement: SQL) => {
      statements.push(statement);
      return { rows: [] };
    },
  } as unknown as Db;
  return { statements, recorder };
}

describe('a report of one agent', () => {
  it.each(['workable', 'rollRate', 'lastInteraction', 'retain'] as const)(
    '%s reads no big table from one end to the other',
    async (name) => {
      const asked = askReport(name, collector, ZONE, { gte: '2026-03-01', lte: '2026-03-31' });
      const { statements, recorder } = recording();
      const [by] = asked.report.groups;
      await readGroups(recorder, asked, by ?? 'agent', { page: 1, pageSize: 10 });
      expect(statements).toHaveLength(1);
      for (const statement of statements) expect(await scannedBy(statement)).toEqual([]);
    },
  );
});

it('a split of targets reads no big table once per person', async () => {
  const { statements, recorder } = recording();
  const context = { db: recorder, settings: {} } as unknown as Context;
  await proposeTargets(context, admin, { month: '2026-03-01', total: 1 });
  expect(statements).toHaveLength(1);
  for (const statement of statements) expect(await scannedBy(statement)).toEqual([]);
});
