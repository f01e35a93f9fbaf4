import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { conflict } from '../errors.ts';

/** Holds the names of a client's mappings against other changes until the transaction's end. */
export async function lockMappingNames(tx: Db, clientId: string): Promise<void> {
  await holdLocks(tx, 'mappingNames', [clientId]);
}

/** Another mapping of the client has the name. */
export const mappingNameTaken = (clientName: string, name: string) =>
  conflict('NAME_TAKEN', `${clientName} has a mapping named "${name}" already. Give another name.`);
