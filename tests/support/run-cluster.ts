import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeApplicationRole } from '../../server/database/application-role.ts';
import type { DatabaseAddresses } from '../../server/database/application-role.ts';
import { startCluster } from '../../server/database/postgres-cluster.ts';
import { clusterUser } from '../../server/database/postgres-init.ts';
import { applicationRole } from '../../server/database/embedded-postgres.ts';
import { findEmbeddedPrograms } from '../../server/database/postgres-programs.ts';
import { clusterAddress } from './cluster-address.ts';

/** One PostgreSQL for all products of a test run. */
export interface RunCluster {
  /** As the owner, up to the slash before a database's name. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A crash of it loses nothing that anybody wants: no waiting for the disk. */
const parameters = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '256MB',
};

/** Starts the PostgreSQL of the packages, with the collation that the product gives its own. */
export async function startRunCluster(): Promise<RunCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-run-'));
  const password = randomBytes(12).toString('hex');
  const cluster = await startCluster({
    programs: await findEmbeddedPrograms(),
    databaseDir: join(folder, 'postgres'),
    password,
    initArguments: [
      '--no-sync',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    parameters,
    logFile: join(folder, 'postgres.log'),
  });
  const url = clusterAddress(cluster, password);
  await makeApplicationRole(`${url}/postgres`, applicationRole, password);
  return {
    url,
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function onCluster(clusterUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: `${clusterUrl}/postgres` });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Makes a database; a copy of another one, to which nobody is connected, when that is named. */
export async function makeDatabase(
  clusterUrl: string,
  name: string,
  template?: string,
): Promise<DatabaseAddresses> {
  const copied = template === undefined ? '' : `TEMPLATE ${template} STRATEGY FILE_COPY`;
  await onCluster(clusterUrl, `CREATE DATABASE ${name} ${copied}`);
  await onCluster(clusterUrl, `GRANT CREATE ON DATABASE ${name} TO ${applicationRole}`);
  const ownerUrl = `${clusterUrl}/${name}`;
  return { url: ownerUrl.replace(clusterUser, applicationRole), ownerUrl };
}

/** Drops a database, whoever is still connected. */
export async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  await onCluster(clusterUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
