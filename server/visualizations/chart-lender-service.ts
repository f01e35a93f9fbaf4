import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { listHas, listWith } from '../database/json-list.ts';
import type { TextChange } from '../database/json-list.ts';
import { holdLock } from '../database/locks.ts';

/** Changes a lender's name in the saved charts that are narrowed to it; who has one open is told when saving. */
export async function renameLenderInCharts(tx: Db, change: TextChange): Promise<void> {
  const lenders = sql`question #> '{filters,clients}'`;
  await holdLock(tx, 'chartBoards');
  await tx.execute(sql`update data_visualizations
    set question = jsonb_set(question, '{filters,clients}', ${listWith(lenders, change)}), revision = revision + 1
    where ${listHas(lenders, change.from)}`);
}
