import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { plannedOnce } from '../database/prepared.ts';
import { chosenLoans, countBehindEnd, countOf, countPlanOf, loanCountOf } from './loan-count.ts';
import type { CountPlan, LoanChoice, LoanCount } from './loan-count.ts';
import { likelyPlaces } from './loan-order.ts';
import type { LoanOrder } from './loan-order.ts';
import { loanColumns, loanJoins } from './loan-rows-service.ts';
import type { LoanRow } from './loan-rows-service.ts';

/** Which page of which loans: a condition and an order on `l`, a page counted from 1. */
export interface LoanPageAsk extends LoanChoice {
  /** The same loans, chosen where they are counted best. */
  readonly counted: LoanChoice;
  readonly order: LoanOrder;
  /** The order is that of an index: lender by lender is then cheaper than all loans sorted. */
  readonly isWide: boolean;
  /** Somebody's own loans in their usual order, all of them: how they are best read does not depend on what is asked. */
  readonly isUsual: boolean;
  readonly page: number;
  readonly pageSize: number;
}

const offsetOf = (ask: LoanPageAsk): number => (ask.page - 1) * ask.pageSize;

/** Rows with a value, then those without. The second part is begun only where the first ends within the page. */
function splitIds(ask: LoanPageAsk, split: NonNullable<LoanOrder['split']>): SQL {
  const { pageSize } = ask;
  const offset = offsetOf(ask);
  const found = sql`(select count(*) from valued)`;
  // Counted in the index's order, and no further than the page begins.
  const before = sql`${offset} - (select count(*) from (select 1 ${chosenLoans(ask)} and ${split.column} is not null
    order by ${split.valued} limit ${offset}) earlier)`;
  const skipped =
    offset === 0 ? sql`0` : sql`case when ${found} < ${pageSize} then ${before} else 0 end`;
  return sql`(with valued as materialized (
      select l.id ${chosenLoans(ask)} and ${split.column} is not null order by ${split.valued}
      limit ${pageSize} offset ${offset})
    select id from valued union all
    (select l.id ${chosenLoans(ask)} and ${split.column} is null order by ${split.empty}
      limit ${pageSize} - ${found} offset ${skipped}))`;
}

/** Lender after lender: only those before the page's end are read, each by the index of its numbers. */
function idsByLender(ask: LoanPageAsk, direction: SQL): SQL {
  return sql`(select x.id from (select c.id from clients c order by c.name ${direction}, c.id ${direction}) lender
    cross join lateral (select l.id ${chosenLoans(ask)} and l.client_id = lender.id
      order by l.loan_number ${direction}, l.id ${direction}) x
    limit ${ask.pageSize} offset ${offsetOf(ask)})`;
}

function pageIds(ask: LoanPageAsk): SQL {
  const { order, pageSize } = ask;
  if (order.split) return splitIds(ask, order.split);
  if (order.likely)
    return sql`(select x.* from (${likelyPlaces(chosenLoans(ask), order.likely)}) x
      order by x.part, x.place, x.id limit ${pageSize} offset ${offsetOf(ask)})`;
  if (order.lenders && ask.isWide) return idsByLender(ask, order.lenders.direction);
  return sql`(select l.id ${chosenLoans(ask)} order by ${order.by} limit ${pageSize} offset ${offsetOf(ask)})`;
}

/**
 * The statement that reads a page of loans, with the number of all that match in `counted` (see `countOf`) unless
 * counting is left out: null.
 */
export function loanPageStatement(
  ask: LoanPageAsk,
  { isScan = false, isCheap = false }: Partial<CountPlan> = {},
): SQL {
  const isCounted = isCheap || !isScan;
  // Only ids are sorted and skipped over; names and wide columns are fetched for the rows of the page.
  return sql`select ${plannedOnce(ask.isUsual)} ${loanColumns}, ${isCounted ? sql`(${countOf(ask.counted, isCheap)})` : sql`null::bigint`} as counted
    from ${pageIds(ask)} p join loans l on l.id = p.id ${loanJoins} order by ${ask.order.by}`;
}

interface CountedRow extends LoanRow {
  counted: number | null;
}

/** A page of loans in their order, and how many match in all. A page behind the last one is empty. */
export async function readLoanPage(
  db: Db,
  ask: LoanPageAsk,
  known?: CountPlan,
): Promise<{ rows: LoanRow[] } & LoanCount> {
  const plan = known ?? (await countPlanOf(db, ask.counted));
  const { rows } = await db.execute<CountedRow>(loanPageStatement(ask, plan));
  const first = rows[0];
  if (first === undefined) {
    if (ask.page === 1) return { rows: [], totalCount: 0, isCountExact: true };
    return { rows: [], ...(await countBehindEnd(db, ask.counted)) };
  }
  const seen = { before: offsetOf(ask), rows: rows.length, pageSize: ask.pageSize };
  return { rows, ...loanCountOf(plan, first.counted, seen) };
}
