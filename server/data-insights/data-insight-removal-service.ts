import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { tryLock } from '../database/locks.ts';

/** Rows that are erased at once: nothing waits long for them. */
const BATCH = 20_000;

/** Erases a file's rows in pieces, so that no statement takes long. */
export async function eraseRows(db: Db, id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } =
      await db.execute(sql`delete from data_insight_rows r where r.insight_id = ${id}
      and r.row in (select o.row from data_insight_rows o where o.insight_id = ${id} order by o.row limit ${BATCH})`);
    if (rowCount === 0) return;
  }
}

/** Erases a file that was removed: its rows, its bytes, then what tells of it. Going on after a kill is harmless. */
export async function eraseInsight(
  { db, fileStore }: Context,
  { id, storeKey }: { readonly id: string; readonly storeKey: string },
  signal: AbortSignal,
): Promise<void> {
  await eraseRows(db, id, signal);
  await fileStore.remove(storeKey);
  await db.transaction(async (tx) => {
    // A job that still reads it would leave rows that nothing names.
    if (!(await tryLock(tx, 'dataInsight', id))) return;
    await tx.execute(sql`delete from data_insight_rows where insight_id = ${id}`);
    await tx.execute(sql`delete from data_insights where id = ${id} and removed_at is not null`);
  });
}

/** Removes every file of a client that is removed itself. Returns the keys of what lies in the file store. */
export async function dropInsightsOf(tx: Db, clientId: string): Promise<string[]> {
  await tx.execute(sql`delete from data_insight_rows r using data_insights i
    where i.id = r.insight_id and i.client_id = ${clientId}`);
  const { rows } = await tx.execute<{ key: string }>(
    sql`delete from data_insights where client_id = ${clientId} returning store_key as key`,
  );
  return rows.map(({ key }) => key);
}
