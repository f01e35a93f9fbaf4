import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { tellAdmins } from './backup-notices.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupGone } from './backup-problem.ts';

/** SHA-256 of a stored file; null when it is not there. */
async function hashOf(
  place: BackupPlace,
  fileName: string,
  signal: AbortSignal,
): Promise<string | null> {
  const bytes = await place.read(fileName).catch((error: unknown) => {
    if (error instanceof BackupGone) return null;
    throw error;
  });
  if (bytes === null) return null;
  const hash = createHash('sha256');
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    hash.update(piece);
  }
  return hash.digest('hex');
}

/** Reads the stored file of a backup again and compares it with what was written, if somebody asked for that. */
export async function checkBackup(
  { db }: Context,
  place: BackupPlace,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await db.execute<{ fileName: string | null; sha256: string | null }>(
    sql`select file_name as "fileName", sha256 from backups where id = ${id} and check_state = 'WAITING'`,
  );
  const [asked] = rows;
  if (!asked) return;
  const found = asked.fileName === null ? null : await hashOf(place, asked.fileName, signal);
  const outcome = found !== null && found === asked.sha256 ? 'GOOD' : 'BAD';
  await db.transaction(async (tx) => {
    await tx.execute(sql`update backups set check_state = ${outcome}, checked_at = now(),
      state = case when ${found === null} then 'GONE' else 'DONE' end where id = ${id}`);
    if (outcome === 'BAD') await tellAdmins(tx, 'BACKUP_FAILED');
  });
}
