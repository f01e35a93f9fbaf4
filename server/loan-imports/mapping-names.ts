import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';

/** Holds the names of a client's mappings against other changes until the transaction's end. */
export async function lockMappingNames(tx: Db, clientId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(4828, hashtext(${clientId}))`);
}

/** Someone changed the mapping since it was looked at. */
export const staleMapping = () =>
  conflict(
    'STALE_MAPPING',
    'Someone changed this mapping meanwhile. Open it again and repeat your changes.',
  );

/** Another mapping of the client has the name. */
export const mappingNameTaken = (clientName: string, name: string) =>
  conflict('NAME_TAKEN', `${clientName} has a mapping named "${name}" already. Give another name.`);
