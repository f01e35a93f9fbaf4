import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { conflict } from '../errors.ts';

/** Holds the names of a client's mappings against other changes until the transaction's end. */
export async function lockMappingNames(tx: Db, clientId: string): Promise<void> {
  await holdLocks(tx, 'mappingNames', [clientId]);
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
