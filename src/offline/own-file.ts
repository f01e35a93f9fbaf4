import { decryptBytes } from './encryption.ts';
import { outboxOf } from './outbox-database.ts';
import { openedVault } from './vault.ts';

/** A waiting picture of the logged-in author; null once it is on the server, or when it was too big for a second copy. */
export async function readOwnFile(fileId: string): Promise<ArrayBuffer | null> {
  const { user, key } = openedVault();
  const row = await outboxOf(user._id).fileBytes.get(fileId);
  if (row === undefined || row.own === null) return null;
  return decryptBytes(key, row.own, `file:${fileId}`).catch(() => null);
}
