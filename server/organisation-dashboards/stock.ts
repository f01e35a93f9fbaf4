import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Stock } from '../../contract/organisation-dashboard.ts';

/** Sums of one group of loans, as `stockSums` names them. */
export interface StockSums extends Record<string, unknown> {
  loans: number;
  due: number;
  allocated: number;
  allocatedDue: number;
  worked: number;
  workedDue: number;
  promisesToday: number;
  promisedToday: number;
  promisesOverdue: number;
  promisedOverdue: number;
}

const part = (condition: SQL, amount: SQL) =>
  sql`coalesce(${amount} filter (where ${condition}), 0)::bigint`;

/** Sums over `l` (loans) for a `select` with a `group by`: counts, and dues or promises in whole rupees. */
export function stockSums(today: string): SQL {
  const due = sql`sum(coalesce(l.total_due_amount, 0))`;
  const promised = sql`sum(coalesce(l.promise_amount, 0))`;
  const isAllocated = sql`(l.collector_id is not null or l.field_agent_id is not null)`;
  const isWorked = sql`l.disposition is not null`;
  const isToday = sql`l.promise_date = ${today}::date`;
  const isOverdue = sql`l.promise_date < ${today}::date`;
  return sql`count(*) as loans, coalesce(${due}, 0)::bigint as due,
    count(*) filter (where ${isAllocated}) as allocated, ${part(isAllocated, due)} as "allocatedDue",
    count(*) filter (where ${isWorked}) as worked, ${part(isWorked, due)} as "workedDue",
    count(*) filter (where ${isToday}) as "promisesToday", ${part(isToday, promised)} as "promisedToday",
    count(*) filter (where ${isOverdue}) as "promisesOverdue", ${part(isOverdue, promised)} as "promisedOverdue"`;
}

/** What some groups come to in one figure. */
export function total<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0);
}

/** The stock that some groups make together. */
export function stockOf(rows: readonly StockSums[]): Stock {
  const sum = (name: keyof StockSums & string) => total(rows, (row) => Number(row[name]));
  const both = (count: keyof StockSums & string, amount: keyof StockSums & string) => ({
    count: sum(count),
    amount: sum(amount),
  });
  const all = both('loans', 'due');
  const allocated = both('allocated', 'allocatedDue');
  return {
    all,
    allocated,
    notAllocated: { count: all.count - allocated.count, amount: all.amount - allocated.amount },
    worked: both('worked', 'workedDue'),
    promisesToday: both('promisesToday', 'promisedToday'),
    promisesOverdue: both('promisesOverdue', 'promisedOverdue'),
  };
}
