import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { listHas, listWith } from '../database/json-list.ts';
import type { TextChange } from '../database/json-list.ts';

/** Changes a lender's name in the runs that are being planned. */
export async function renameLenderInRuns(tx: Db, change: TextChange): Promise<void> {
  const lenders = sql`spec #> '{filter,client}'`;
  await tx.execute(sql`update allocation_runs set spec = jsonb_set(spec, '{filter,client}', ${listWith(lenders, change)})
    where state = 'PLANNING' and ${listHas(lenders, change.from)}`);
}
