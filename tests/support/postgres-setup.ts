import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../../scripts/setup/build.mjs';
import { bringUpToDate, makeApplicationRole } from '../../server/database/application-role.ts';
import { applicationRole } from '../../server/database/embedded-postgres.ts';
import { startCluster } from '../../server/database/postgres-cluster.ts';
import { clusterUser } from '../../server/database/postgres-init.ts';
import { findEmbeddedPrograms } from '../../server/database/postgres-programs.ts';
import { clusterAddress } from './cluster-address.ts';
import { findSystemPrograms } from './postgres-programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's cluster, up to the slash before the database's name. */
    clusterUrl: string;
    /** The same as the application's role. */
    applicationUrl: string;
    templateDatabase: string;
  }
}

/** A crash of a test's cluster loses nothing that anybody wants: no waiting for the disk. */
const parameters = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
};

async function makeTemplate(
  clusterUrl: string,
  applicationUrl: string,
  name: string,
): Promise<void> {
  const client = new Client({ connectionString: `${clusterUrl}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  await bringUpToDate({ url: `${applicationUrl}/${name}`, ownerUrl: `${clusterUrl}/${name}` });
}

/**
 * One cluster for the run of this project, with a migrated database to copy for each test file; the built server, too, for
 * those that start it. Returns its end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isSystem = project.name !== 'server-embedded';
  if (!isSystem) await ensureBuild('server');
  const folder = await mkdtemp(join(tmpdir(), 'recoup-test-'));
  const password = randomBytes(12).toString('hex');
  const cluster = await startCluster({
    programs: isSystem ? findSystemPrograms() : await findEmbeddedPrograms(),
    databaseDir: join(folder, 'postgres'),
    password,
    initArguments: isSystem
      ? ['--no-sync', '--locale=C.UTF-8']
      : ['--no-sync', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    parameters,
    logFile: join(folder, 'postgres.log'),
  });
  const clusterUrl = clusterAddress(cluster, password);
  const templateDatabase = 'recoup_template';
  await makeApplicationRole(`${clusterUrl}/postgres`, applicationRole, password);
  const applicationUrl = clusterUrl.replace(clusterUser, applicationRole);
  await makeTemplate(clusterUrl, applicationUrl, templateDatabase);
  project.provide('applicationUrl', applicationUrl);
  project.provide('clusterUrl', clusterUrl);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
