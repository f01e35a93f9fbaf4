import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';
import { idArray } from '../database/prepared.ts';

/** Throws 409 when one of the ids is that of a contact that was removed: a repeat must not bring it back. */
export async function refuseRemoved(tx: Db, ids: readonly string[]): Promise<void> {
  const removed = await tx.execute(
    sql`select /* prepared */ 1 from dispositions_removed where id = any(${idArray(ids)}) limit 1`,
  );
  if (removed.rows.length > 0)
    throw conflict(
      'REMOVED',
      'This entry was removed meanwhile. Record it again as a new one if it is needed.',
    );
}
