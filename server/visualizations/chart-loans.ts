import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { ChartLoan, visualizationCalls } from '../../contract/visualization-calls.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { businessDay } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { listPage } from '../database/list-page.ts';
import { filtersOf, namesOf, wanted } from './chart-answer.ts';
import { chartDays } from './chart-compare.ts';
import { chartSource, isWord } from './chart-sources.ts';

type Query = CallRequest<typeof visualizationCalls.listChartLoans>['query'];
type Answer = CallAnswer<typeof visualizationCalls.listChartLoans>;

/** The loans that a row's figure is made of, `b`, each with its part. */
function behind(actor: Actor, zone: string, query: Query, today: string): SQL {
  const { measure, by, of = null } = query;
  const days = chartDays(query.range, today);
  const { from, where, dimensions, values } = chartSource(measure, { actor, zone, ...days });
  const value = wanted(values[measure]);
  const key = isWord(by) ? sql`lower(${of}::text)` : sql`${of}::text`;
  return sql`(select l.id, (${value})::float8 as figure from ${from}
    where ${where} and ${filtersOf(query)} and ${wanted(dimensions[by])} is not distinct from ${key}
    group by l.id having (${value}) <> 0) b`;
}

interface LoanRow extends ChartLoan, Record<string, unknown> {}

/**
 * A page of the loans behind one row of an answer, the largest part first. What somebody did counts in its figures though the
 * loan is another's now: such loans are counted in `unlisted`, not shown.
 */
export async function listChartLoans(
  db: Db,
  zone: string,
  actor: Actor,
  query: Query,
  today: string = businessDay(zone),
): Promise<Answer> {
  const from = sql`${behind(actor, zone, query, today)} join loans l on l.id = b.id`;
  const where = loansVisibleTo(actor);
  const { rows } = await db.execute<{ figure: number; listed: number; unlisted: number }>(sql`
    select coalesce(sum(b.figure), 0) as figure, count(*) filter (where ${where})::int as listed,
      count(*) filter (where (${where}) is not true)::int as unlisted from ${from}`);
  const { figure, listed, unlisted } = rows[0] ?? { figure: 0, listed: 0, unlisted: 0 };
  const page = await listPage(db, query, {
    columns: sql`l.id as "_id", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", c.name as "Client_Name",
      l.bucket as "Bucket", l.city as "City", l.total_due_amount as "Total_Due_Amount", b.figure`,
    from,
    joins: sql`join clients c on c.id = l.client_id`,
    where,
    order: sql`b.figure desc, l.id`,
    totalCount: listed,
    row: (row: LoanRow) => row,
  });
  // Who or what has none of the caller's figures is not named to it.
  const of = listed + unlisted > 0 ? (query.of ?? null) : null;
  const named = await namesOf(db, query.by, [of]);
  return { ...page, name: named(of), figure, unlisted };
}
