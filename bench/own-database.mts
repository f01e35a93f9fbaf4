import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../server/database/connection.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { migrate } from '../server/database/migrate.ts';
import { startServer } from './import-server.mts';
import type { BenchServer } from './import-server.mts';

/** A bench's migrated database, and a folder beside it. */
export interface OwnDatabase {
  readonly url: string;
  readonly folder: string;
  readonly pool: Pool;
}

/** Works on a database that is gone afterwards. */
export async function onOwnDatabase<Result>(
  work: (own: OwnDatabase) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'database'));
  const pool = createPool(postgres.ownerUrl, 2);
  try {
    await migrate(postgres.ownerUrl);
    return await work({ url: postgres.ownerUrl, folder, pool });
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Works with the built server on such a database. */
export async function onServer<Result>(
  { url, folder }: OwnDatabase,
  work: (server: BenchServer) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(url, join(folder, 'server'));
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
