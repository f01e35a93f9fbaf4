import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { listHas, listWith } from '../database/json-list.ts';
import type { TextChange } from '../database/json-list.ts';

/** Changes a lender's name in saved views and in reports' files that are not made yet. */
export async function renameLenderInReports(tx: Db, change: TextChange): Promise<void> {
  const ofLook = sql`look -> 'clientName'`;
  await tx.execute(sql`update report_views set look = jsonb_set(look, '{clientName}', ${listWith(ofLook, change)})
    where ${listHas(ofLook, change.from)}`);
  // A report's file has its filters there, a list's a level below, by the list's own word.
  for (const path of ['{clientName}', '{query,clientName}', '{query,client}'])
    await renameInFiles(tx, path, change);
}

async function renameInFiles(tx: Db, path: string, change: TextChange): Promise<void> {
  const place = sql`${path}::text[]`;
  const ofQuery = sql`query #> ${place}`;
  await tx.execute(sql`update report_files set query = jsonb_set(query, ${place},
      case when jsonb_typeof(${ofQuery}) = 'array' then ${listWith(ofQuery, change)} else to_jsonb(${change.to}::text) end)
    where state in ('WAITING', 'RUNNING') and (${ofQuery} = to_jsonb(${change.from}::text)
      or jsonb_typeof(${ofQuery}) = 'array' and ${listHas(ofQuery, change.from)})`);
}
