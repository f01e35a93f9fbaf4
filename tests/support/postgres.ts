import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { DatabaseAddresses } from '../../server/database/application-role.ts';
import { applicationRole } from '../../server/database/embedded-postgres.ts';

/** A database of one test file. */
export interface TestDatabase {
  /** For DATABASE_URL, createPool or a client: as the application's role. */
  readonly url: string;
  /** For DATABASE_OWNER_URL, and for what only the audit trail's owner may. */
  readonly ownerUrl: string;
  /** Drops it, whoever is still connected. */
  close(): Promise<void>;
}

async function withCluster<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: `${inject('clusterUrl')}/postgres` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The addresses of a database of the run's cluster. */
const addressesOf = (name: string): DatabaseAddresses => ({
  url: `${inject('applicationUrl')}/${name}`,
  ownerUrl: `${inject('clusterUrl')}/${name}`,
});

/** Sends one statement to the run's cluster, outside of any test's database. */
export async function onCluster(text: string): Promise<void> {
  await withCluster((client) => client.query(text));
}

/** A database of its own on the run's cluster, with all migrations: a copy, made in some 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${inject('templateDatabase')}`);
}

/** A database without any table, for tests of the migrations themselves: all of it is the owner's. `options` are of its making. */
export async function emptyDatabase(options = ''): Promise<TestDatabase> {
  const database = await createDatabase(options);
  return { ...database, url: database.ownerUrl };
}

/** Whoever holds this advisory lock of the cluster makes a template; any fixed number. */
const templateLock = 1;

async function makeTemplate(
  name: string,
  fill: (addresses: DatabaseAddresses) => Promise<void>,
): Promise<void> {
  await withCluster(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return;
    const draft = `${name}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft} TEMPLATE ${inject('templateDatabase')}`);
    await client.query(`GRANT CREATE ON DATABASE ${draft} TO ${applicationRole}`);
    await fill(addressesOf(draft));
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  });
}

/** Promises of the templates that this worker knows of, by their addresses. */
const made = new Map<string, Promise<void>>();

/** A copy of a database that is filled once per run, by whoever needs it first. */
export async function databaseFrom(
  name: string,
  fill: (addresses: DatabaseAddresses) => Promise<void>,
): Promise<TestDatabase> {
  const address = `${inject('clusterUrl')}/${name}`;
  const making = made.get(address) ?? makeTemplate(name, fill);
  made.set(address, making);
  await making;
  return createDatabase(`TEMPLATE ${name}`);
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onCluster(`CREATE DATABASE ${name} ${options}`);
  await onCluster(`GRANT CREATE ON DATABASE ${name} TO ${applicationRole}`);
  return {
    ...addressesOf(name),
    close: () => onCluster(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
