import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { packageRoot } from '../package-root.ts';
import { holdSessionLock } from './locks.ts';
import { SESSION_SETTINGS } from './session-settings.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${migration.name} failed; nothing of it was kept.`, {
      cause: error,
    });
  }
}

/** Throws when a newer version of the product made this database: an older one would write what the newer can't read. */
function refuseNewer(applied: ReadonlyMap<string, string>, known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name));
  const newer = [...applied.keys()].filter((name) => !names.has(name)).toSorted();
  if (newer.length === 0) return;
  throw new Error(
    `This database belongs to a newer version of Recoup (${newer.join(', ')}). Start that version, or restore a backup.`,
  );
}

/**
 * Brings the database at `url` up to date: each SQL file of the migrations folder once, in the order of the
 * names, one transaction each. Safe from several processes at once (the others wait). Returns the names that
 * it applied, none when there was nothing to do. Throws when a file fails, when an applied one was edited, or when one is applied that the folder lacks. With `only`,
 * no other file than those is applied: a backup is restored at its own level first.
 */
export async function migrate(
  url: string,
  folder = join(packageRoot(), 'server/database/migrations'),
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const known = await readMigrations(folder);
  const migrations = known.filter(({ name }) => only?.has(name) ?? true);
  const client = new Client({ connectionString: url, application_name: 'recoup-migrate' });
  await client.connect();
  try {
    // Above all not a schema of the owner's name, which the application's role could make, with tables of ours in it.
    await client.query(SESSION_SETTINGS);
    await holdSessionLock(client, 'migration');
    const applied = await readApplied(client);
    refuseNewer(applied, known);
    const done: string[] = [];
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum !== undefined) {
        throw new Error(
          `The migration ${migration.name} was edited after it ran on this database. Restore it and add a new one.`,
        );
      }
      await apply(client, migration);
      done.push(migration.name);
    }
    return done;
  } finally {
    // Ending the session also gives the advisory lock back.
    await client.end();
  }
}
