import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import type { TestServer } from './server.ts';

/** A file of lender Y, shared with whoever may see its loans, with a row that names one of them. Returns its id. */
export async function addOtherInsight(
  { db, clients, people }: TestServer,
  mark: string,
): Promise<string> {
  const id = newId();
  const column = {
    name: mark,
    kind: 'TEXT',
    filled: 1,
    missing: 0,
    odd: 0,
    distinct: 1,
    isExact: true,
  };
  const noFigures = {
    least: null,
    most: null,
    sum: null,
    mean: null,
    deviation: null,
    quartiles: null,
  };
  const found = { bins: [], outliers: 0, outlierRows: [], top: [{ value: mark, count: 1 }] };
  const profile = {
    rows: 1,
    totalRows: 0,
    duplicateRows: 0,
    columns: [{ ...column, ...noFigures, ...found }],
  };
  await db.execute(sql`insert into data_insights (id, client_id, owner_id, name, file_name, store_key, is_shared, state,
      profile, join_column, matched_rows, expires_at)
    values (${id}, ${clients.Y.id}, ${people.admin.id}, ${mark}, ${`${mark}.csv`}, 'none', true, 'READY',
      ${JSON.stringify(profile)}::jsonb, 0, 1, now() + interval '9 days')`);
  await db.execute(sql`insert into data_insight_rows (insight_id, row, cells, loan_key)
    values (${id}, 2, ${sql.param([mark])}::text[], 'NONE')`);
  return id;
}
