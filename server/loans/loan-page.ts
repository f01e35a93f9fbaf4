import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { loanColumns, loanJoins } from './loan-rows-service.ts';
import type { LoanRow } from './loan-rows-service.ts';

/** Which page of which loans: a condition and an order on `l`, a page counted from 1. */
export interface LoanPageAsk {
  readonly where: SQL;
  readonly order: SQL;
  readonly page: number;
  readonly pageSize: number;
}

/** The statement that reads a page of loans with the number of all that match in `total_count`. */
export function loanPageStatement(ask: LoanPageAsk): SQL {
  const offset = (ask.page - 1) * ask.pageSize;
  // Only ids are sorted and skipped over; names and wide columns are fetched for the rows of the page.
  return sql`select ${loanColumns}, (select count(*) from loans l where ${ask.where}) as total_count
    from (select l.id from loans l where ${ask.where} order by ${ask.order} limit ${ask.pageSize} offset ${offset}) p
    join loans l on l.id = p.id ${loanJoins} order by ${ask.order}`;
}

interface CountedRow extends LoanRow {
  total_count: number;
}

/** A page of loans in their order, and how many match in all. A page behind the last one is empty, its count still right. */
export async function readLoanPage(
  db: Db,
  ask: LoanPageAsk,
): Promise<{ rows: LoanRow[]; totalCount: number }> {
  const result = await db.execute<CountedRow>(loanPageStatement(ask));
  const first = result.rows[0];
  if (first) return { rows: result.rows, totalCount: first.total_count };
  if (ask.page === 1) return { rows: [], totalCount: 0 };
  const counted = await db.execute<{ total_count: number }>(
    sql`select count(*) as total_count from loans l where ${ask.where}`,
  );
  return { rows: [], totalCount: counted.rows[0]?.total_count ?? 0 };
}
