import { readFile, readdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Client } from 'pg';
import { trySessionLock } from '../database/locks.ts';
import { packageRoot } from '../package-root.ts';
import type { BackupHead } from './backup-format.ts';
import { BackupProblem, RestoreProblem } from './backup-problem.ts';
import { readMigrationsOf } from './snapshot.ts';

/** This Recoup must know every migration that the backup has. */
export async function refuseNewerBackup(head: BackupHead): Promise<void> {
  const folder = join(packageRoot(), 'server/database/migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const known = new Set<string>();
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    known.add(`${name} ${createHash('sha256').update(text).digest('hex')}`);
  }
  const unknown = head.migrations.find(({ name, checksum }) => !known.has(`${name} ${checksum}`));
  if (unknown !== undefined)
    throw new BackupProblem('newer-version', {
      version: head.appVersion,
      migration: unknown.name,
    });
}

/** A copy that nobody noticed yet: the next start begins a new life, also when the restore comes no further. */
export const RESTORED_ORIGIN = 'restored';

async function isTableThere(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.${table}') is not null as "isThere"`,
  );
  return rows[0]?.isThere === true;
}

/** Whether all of a backup is there, and no server worked on it yet: a restore that was killed after its commit. */
async function isRestored(client: Client): Promise<boolean> {
  if (!(await isTableThere(client, 'organisation'))) return false;
  // Read as JSON: the table of an old version has no such column.
  const { rows } = await client.query(
    `select 1 from public.organisation o where to_jsonb(o) ->> 'origin' = $1`,
    [RESTORED_ORIGIN],
  );
  return rows.length > 0;
}

/** Rows that a person made: a database with any of them is not written over. */
async function hasWork(client: Client): Promise<boolean> {
  for (const table of ['users', 'loans', 'audit_log']) {
    if (!(await isTableThere(client, table))) continue;
    const found = await client.query(`select 1 from public.${table} limit 1`);
    if (found.rows.length > 0) return true;
  }
  return false;
}

async function refuseCompany(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name = 'recoup' limit 1`,
  );
  if (rows.length > 0)
    throw new RestoreProblem('Recoup is running on this database. Stop it, then restore.');
}

/**
 * Makes sure that the database is one to restore into: nobody works in it and nobody did. What a server made there at a start
 * is taken away, so that the backup's own migrations make its tables.
 */
export async function prepareTarget(client: Client): Promise<void> {
  // Of two who both find it empty, the second would empty it again of what the first restored.
  if (!(await trySessionLock(client, 'restore', 'database')))
    throw new RestoreProblem('Another restore into this database is at work. Wait for its end.');
  await refuseCompany(client);
  const isEmpty = !(await hasWork(client));
  if (!isEmpty && (await isRestored(client)))
    throw new RestoreProblem(
      'A backup was restored into this database, and is whole: start the server. For another backup, give an empty database with --into, or another DATA_DIR.',
    );
  if (!isEmpty)
    throw new RestoreProblem(
      'There are people or loans in this database: a backup is restored into an empty one only. Give another with --into, or another DATA_DIR.',
    );
  if ((await readMigrationsOf(client)).length === 0) return;
  await client.query('begin');
  await client.query('drop schema if exists jobs cascade');
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  await client.query('commit');
}
