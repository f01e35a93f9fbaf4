import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresPrograms } from '../../server/database/postgres-programs.ts';

const debianFolder = '/usr/lib/postgresql';

/**
 * The programs of the system's oldest PostgreSQL from 15 on (Debian 12 has 15), for the tests' second round.
 * Throws when there is none: `npm test` installs it where it may.
 */
export function findSystemPrograms(): PostgresPrograms {
  const versions = (existsSync(debianFolder) ? readdirSync(debianFolder) : [])
    .map(Number)
    .filter((version) => version >= 15)
    .sort((left, right) => left - right);
  const folder = versions
    .map((version) => join(debianFolder, String(version), 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
  if (folder === undefined) {
    throw new Error('No PostgreSQL 15 or newer on this system: apt-get install postgresql.');
  }
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}
