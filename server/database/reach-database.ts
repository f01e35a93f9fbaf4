import type { Settings } from '../settings.ts';
import { bringUpToDate } from './application-role.ts';
import type { DatabaseAddresses } from './application-role.ts';
import { createPool, drizzleOver, openDatabase } from './connection.ts';
import type { Db } from './connection.ts';
import { DataDirInUseError } from './data-dir-lock.ts';
import { runningAddresses } from './embedded-postgres.ts';

/** The database as a command of the terminal uses it, beside a running server or without one. */
export interface ReachedDatabase extends DatabaseAddresses {
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * Opens the database of the settings for one command: the one of a server that runs on the same DATA_DIR, else as a server
 * would open it, brought up to date. Throws what openDatabase and migrate throw.
 */
export async function reachDatabase(settings: Settings): Promise<ReachedDatabase> {
  try {
    const database = await openDatabase(settings);
    await bringUpToDate(database);
    const { db, url, ownerUrl } = database;
    return { db, url, ownerUrl, close: async () => database.close() };
  } catch (error) {
    const running =
      error instanceof DataDirInUseError ? await runningAddresses(settings.dataDir) : null;
    if (running === null) throw error;
    // A server that starts may still be making its tables: whoever is second waits, then finds them made.
    await bringUpToDate(running);
    const pool = createPool(running.url, 1);
    return { db: drizzleOver(pool), ...running, close: async () => pool.end() };
  }
}
