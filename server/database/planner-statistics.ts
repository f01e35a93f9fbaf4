import type pg from 'pg';

/** Fewer rows are joined quickly by any plan. */
const fewRows = 1000;

/**
 * Makes the planner know that a table holds at least `rows` rows, this transaction's own included. What it knows lags: of a
 * table that was emptied, or whose rows were rolled back, it can expect none at all, and joins many thousands by walking
 * one side again for each row of the other. Where it knows of a tenth, nothing is done. Waits for whoever else does this.
 */
export async function tellPlanner(
  client: pg.PoolClient,
  table: 'loans' | 'lender_figures' | 'loan_import_rows' | 'activity_sheet_rows',
  rows: number,
): Promise<void> {
  if (rows < fewRows) return;
  const { rows: found } = await client.query<{ known: number }>(
    'select reltuples::float8 as known from pg_class where oid = $1::regclass',
    [table],
  );
  if ((found[0]?.known ?? 0) * 10 < rows) await client.query(`analyze ${table}`);
}
