import type { Context } from '../context.ts';
import type { Upkeep } from '../upkeep.ts';
import { releaseHeldWork } from './held-work.ts';
import { uploadsFolder } from './resumable-uploads.ts';
import { eraseUnusedServerKeys, rotateServerKey } from './server-key-rotation.ts';
import { removeOldUploads } from './upload-store.ts';

/**
 * New keys when they are due, old keys and unfinished uploads away, held work that can go released. Throws when the database
 * is away.
 */
export async function keepDevicesUp(context: Context): Promise<void> {
  const { db, settings } = context;
  await releaseHeldWork(context);
  await removeOldUploads(uploadsFolder(settings), Date.now());
  await rotateServerKey(db, { isForced: false });
  await eraseUnusedServerKeys(db);
}

/** What devices need. */
export const deviceUpkeep: Upkeep = {
  name: 'keys, uploads and held work',
  every: 6 * 3_600_000,
  work: keepDevicesUp,
  isAtStart: true,
};
