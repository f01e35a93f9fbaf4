import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Settings } from '../settings.ts';
import { createPool, openDatabase } from './connection.ts';
import type { Db } from './connection.ts';
import { DataDirInUseError } from './data-dir-lock.ts';
import { migrate } from './migrate.ts';
import { clusterUser } from './postgres-init.ts';

/** The database as a command of the terminal uses it, beside a running server or without one. */
export interface ReachedDatabase {
  readonly db: Db;
  /** Its address, password included: never for a log. */
  readonly url: string;
  close(): Promise<void>;
}

/** The address of the embedded database that a running server has started, or null. */
async function runningAddress(dataDir: string): Promise<string | null> {
  const [password, state] = await Promise.all([
    readFile(join(dataDir, 'postgres.password'), 'utf8').catch(() => ''),
    readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => ''),
  ]);
  const port = Number(state.split('\n')[3]);
  if (password === '' || !Number.isInteger(port) || port <= 0) return null;
  return `postgres://${clusterUser}:${password.trim()}@127.0.0.1:${port}/postgres`;
}

/**
 * Opens the database of the settings for one command: the one of a server that runs on the same DATA_DIR, else as a server
 * would open it, brought up to date. Throws what openDatabase and migrate throw.
 */
export async function reachDatabase(settings: Settings): Promise<ReachedDatabase> {
  try {
    const database = await openDatabase(settings);
    await migrate(database.url);
    return { db: database.db, url: database.url, close: async () => database.close() };
  } catch (error) {
    const url = error instanceof DataDirInUseError ? await runningAddress(settings.dataDir) : null;
    if (url === null) throw error;
    const pool = createPool(url, 1);
    return { db: drizzle({ client: pool }), url, close: async () => pool.end() };
  }
}
