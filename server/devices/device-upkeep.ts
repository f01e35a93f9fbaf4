import type { Context } from '../context.ts';
import type { Part } from '../lifecycle.ts';
import { releaseHeldWork } from './held-work.ts';
import { uploadsFolder } from './resumable-uploads.ts';
import { eraseUnusedServerKeys, rotateServerKey } from './server-key-rotation.ts';
import { removeOldUploads } from './upload-store.ts';

/** Each process does it at its start and then this often; that several do it changes nothing. */
const everyMs = 6 * 3_600_000;

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

/** Begins the upkeep of what devices need. What fails is tried again the next time. */
export function startDeviceUpkeep(context: Context): Part {
  let running = Promise.resolve();
  const run = (): void => {
    running = keepDevicesUp(context).catch((error: unknown) =>
      console.error('The upkeep of keys, uploads and held work failed:', error),
    );
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    name: 'device upkeep',
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
