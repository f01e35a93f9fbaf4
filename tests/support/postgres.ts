import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** A database of one test file. */
export interface TestDatabase {
  /** For DATABASE_URL, createPool or a client. */
  readonly url: string;
  /** Drops it, whoever is still connected. */
  close(): Promise<void>;
}

async function onCluster(sql: string): Promise<void> {
  const client = new Client({ connectionString: `${inject('clusterUrl')}/postgres` });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A database of its own on the run's cluster (PostgreSQL 18 or 15), with all migrations: a copy, made in some 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${inject('templateDatabase')}`);
}

/** A database without any table, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onCluster(`CREATE DATABASE ${name} ${options}`);
  return {
    url: `${inject('clusterUrl')}/${name}`,
    close: () => onCluster(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
