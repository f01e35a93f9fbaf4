import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { listHas, listWith } from '../database/json-list.ts';
import type { TextChange } from '../database/json-list.ts';

/** Changes a lender's name in saved views and in reports' files that are not made yet. */
export async function renameLenderInReports(tx: Db, change: TextChange): Promise<void> {
  const ofLook = sql`look -> 'clientName'`;
  await tx.execute(sql`update report_views set look = jsonb_set(look, '{clientName}', ${listWith(ofLook, change)})
    where ${listHas(ofLook, change.from)}`);
  const ofQuery = sql`query -> 'clientName'`;
  await tx.execute(sql`update report_files set query = jsonb_set(query, '{clientName}', ${listWith(ofQuery, change)})
    where state in ('WAITING', 'RUNNING') and jsonb_typeof(${ofQuery}) = 'array' and ${listHas(ofQuery, change.from)}`);
}
