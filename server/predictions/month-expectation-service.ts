import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** Expectations are kept for so many months: the leadership board reaches no further back. */
const KEPT_MONTHS = 14;

/** So many days are what an expected amount is about. */
const DAYS_EXPECTED = 30;

/**
 * What loans were expected to bring a day when they were first scored in a month, as a table: `month`, `loan_id`, `rate`
 * (rupees a day) from `since` on. Those of clients that do without scores are left out.
 */
export const monthExpectations: SQL = sql`(select e.month, e.loan_id, e.expected_amount / ${DAYS_EXPECTED}::numeric as rate,
    e.scored_at as since
  from month_expectations e join loans o on o.id = e.loan_id
    left join prediction_switches w on w.client_id = o.client_id
  where coalesce(w.is_used, true))`;

/** Keeps what loans are expected to bring as of the month of a day, where it is not known yet. */
export async function keepExpectations(
  db: Db,
  day: string,
  { ids, amounts }: { readonly ids: readonly string[]; readonly amounts: readonly number[] },
): Promise<void> {
  await db.execute(sql`
    insert into month_expectations (month, loan_id, expected_amount, scored_at)
    select date_trunc('month', ${day}::date)::date, n.id, n.amount, now()
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(amounts)}::bigint[]) as n(id, amount)
    on conflict (month, loan_id) do nothing`);
}

/** Removes expectations of months that nobody is held against any more. */
export async function dropOldExpectations(db: Db, day: string): Promise<void> {
  await db.execute(sql`delete from month_expectations
    where month < (date_trunc('month', ${day}::date) - make_interval(months => ${KEPT_MONTHS}::int))::date`);
}

/** Whether anything was predicted for the months of a span. */
export async function hasExpectations(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 where exists (select 1 from month_expectations
    where month >= date_trunc('month', ${from}::date)::date and month <= ${to}::date)`);
  return rows.length > 0;
}
