import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from '../database/connection.ts';

/**
 * Up to this many loans a list always says exactly how many match, and beyond it as long as counting them costs little;
 * else about how many, by the database's statistics: counting a million for each page would cost more than the page.
 */
const EXACT_COUNT = 10_000;
/** Counting that costs less than this (the planner's units) takes some tenths of a second: some 400,000 loans' keys. */
const CHEAP_COUNT = 20_000;

/** How many loans match. */
export interface LoanCount {
  readonly totalCount: number;
  /** False: about so many. */
  readonly isCountExact: boolean;
}

/** What the database's statistics say of a condition. */
export interface CountPlan {
  /** About how many loans match. */
  readonly estimate: number;
  /** Counting would read a large table from one end to the other: the estimate must do. */
  readonly isScan: boolean;
  /** Counting all that match costs little: they are counted, however many. */
  readonly isCheap: boolean;
}

/** What a page showed: so many rows before it and in it. */
interface SeenPage {
  readonly before: number;
  readonly rows: number;
  readonly pageSize: number;
}

/** A condition on `l`, and which table's index serves it: the loans or their keys, whose columns are named alike. */
export interface LoanChoice {
  readonly table: 'loans' | 'loan_keys';
  readonly where: SQL;
}

/** The rows of a choice, behind `select`. */
export const chosenLoans = ({ table, where }: LoanChoice): SQL =>
  table === 'loans' ? sql`from loans l where ${where}` : sql`from loan_keys l where ${where}`;

/** Counts the loans of a choice: all where that is cheap, else up to one more than are counted exactly. */
export function countOf(choice: LoanChoice, isCheap: boolean): SQL {
  if (isCheap) return sql`select count(*) as counted ${chosenLoans(choice)}`;
  return sql`select count(*) as counted from (select 1 ${chosenLoans(choice)} limit ${EXACT_COUNT + 1}) found`;
}

/** A scan that costs more than this (the planner's units) is of some ten thousand loans or more. */
const SMALL_SCAN = 2500;
const BIG_TABLES = new Set(['loans', 'loan_keys', 'loan_search']);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  'Total Cost': number;
  Plans?: PlanNode[];
}

interface PlanRow extends Record<string, unknown> {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

/** Whether a plan reads a large table through. A scan right under a limit costs what the limit lets it read. */
function hasScan(node: PlanNode, parent: PlanNode | null, smallScan: number): boolean {
  const reader = parent?.['Node Type'] === 'Limit' ? parent : node;
  const isScan =
    node['Node Type'] === 'Seq Scan' &&
    BIG_TABLES.has(node['Relation Name'] ?? '') &&
    reader['Total Cost'] > smallScan;
  return isScan || (node.Plans ?? []).some((child) => hasScan(child, node, smallScan));
}

const dialect = new PgDialect();
const MOST_KEPT = 500;
const KEPT_MS = 60_000;
const plans = new WeakMap<Db, Map<string, { plan: CountPlan; until: number }>>();

/** How a choice is counted; kept for a minute, so that it is asked once for the pages of a list. */
export async function countPlanOf(db: Db, choice: LoanChoice): Promise<CountPlan> {
  const { sql: text, params } = dialect.sqlToQuery(chosenLoans(choice));
  const key = JSON.stringify([text, params]);
  const kept = plans.get(db) ?? new Map<string, { plan: CountPlan; until: number }>();
  plans.set(db, kept);
  const found = kept.get(key);
  if (found !== undefined && found.until > performance.now()) return found.plan;
  const plan = await readPlan(db, choice);
  kept.delete(key);
  kept.set(key, { plan, until: performance.now() + KEPT_MS });
  const oldest = kept.keys().next();
  if (kept.size > MOST_KEPT && oldest.done === false) kept.delete(oldest.value);
  return plan;
}

/** The same, asked anew. `smallScan`: what a scan may cost. */
export async function readPlan(
  db: Db,
  choice: LoanChoice,
  smallScan = SMALL_SCAN,
): Promise<CountPlan> {
  const { rows } = await db.execute<PlanRow>(
    sql`explain (format json) select 1 ${chosenLoans(choice)} limit ${EXACT_COUNT + 1}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) return { estimate: 0, isScan: false, isCheap: false };
  const matching =
    plan.Plans?.find((node) => node['Node Type'] !== 'Limit' && !isInit(node)) ?? plan;
  const isScan = hasScan(plan, null, smallScan);
  return { estimate: matching['Plan Rows'], isScan, isCheap: await isCheap(db, choice) };
}

/** Whether counting all of a choice costs little, by what the planner expects. */
async function isCheap(db: Db, choice: LoanChoice): Promise<boolean> {
  const { rows } = await db.execute<PlanRow>(
    sql`explain (format json) select count(*) ${chosenLoans(choice)}`,
  );
  return (rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? Infinity) <= CHEAP_COUNT;
}

/** A subquery that is evaluated once beside the plan. */
function isInit(node: PlanNode): boolean {
  return (node as { 'Parent Relationship'?: string })['Parent Relationship'] === 'InitPlan';
}

/** An estimate is told with three figures: more would promise what it doesn't know. */
function rounded(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.round(count / unit) * unit;
}

/**
 * How many match: from a count (null: not counted), unless it stopped behind the exact ones, from the page itself (one that
 * isn't full ends the list, so its end is exact however far back it lies), or else by the estimate.
 */
export function loanCountOf(plan: CountPlan, counted: number | null, page: SeenPage): LoanCount {
  if (counted !== null && (plan.isCheap || counted <= EXACT_COUNT))
    return { totalCount: counted, isCountExact: true };
  const { before, rows, pageSize } = page;
  if (rows > 0 && rows < pageSize) return { totalCount: before + rows, isCountExact: true };
  // Never fewer than what is known to be there; behind a full page there may be another.
  const known = rows > 0 ? before + rows + 1 : 0;
  return { totalCount: Math.max(rounded(plan.estimate), known, counted ?? 0), isCountExact: false };
}

/** How many match, for a page that showed none: somebody went behind the end, which is now looked for. */
export async function countBehindEnd(db: Db, choice: LoanChoice): Promise<LoanCount> {
  const { rows } = await db.execute<{ counted: number }>(
    sql`select count(*) as counted ${chosenLoans(choice)}`,
  );
  return { totalCount: rows[0]?.counted ?? 0, isCountExact: true };
}
