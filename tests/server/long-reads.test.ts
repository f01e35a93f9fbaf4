import { chown, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openLongReads } from '../../server/database/long-reads.ts';
import type { LongReads } from '../../server/database/long-reads.ts';
import { commandAs, findAccount } from '../../server/database/postgres-account.ts';
import { startCluster } from '../../server/database/postgres-cluster.ts';
import type { Cluster } from '../../server/database/postgres-cluster.ts';
import { runCommand } from '../../server/database/postgres-command.ts';
import { againstRules } from '../../server/errors.ts';
import type { Part } from '../../server/lifecycle.ts';
import { byPort } from '../support/cluster-address.ts';
import { organisationDatabase } from '../support/organisation.ts';
import { findSystemPrograms } from '../support/postgres-programs.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { testFolder } from '../support/test-folder.ts';

/* Reports read a streaming replica, made by PostgreSQL's own programs, and never what is older than their call. */

const folder = testFolder();
let database: TestDatabase;
let primary: Cluster;
let replica: Cluster;
let server: TestServer;

const programs = findSystemPrograms();

const startCopy = async (name: 'primary' | 'replica'): Promise<Cluster> =>
  startCluster({
    programs,
    databaseDir: join(folder, name),
    password: '',
    initArguments: [],
    // No fewer than the database's own, or it does not start.
    parameters: { max_connections: '200', fsync: 'off', hot_standby_feedback: 'on' },
    logFile: join(folder, `${name}.log`),
  });

const startReplica = () => startCopy('replica');

/** Copies the cluster at an address, to follow it or to be one of its own. */
async function copyCluster(from: string, name: 'primary' | 'replica'): Promise<void> {
  const target = join(folder, name);
  const program = join(programs.initdb, '../pg_basebackup');
  const account = findAccount(target);
  await mkdir(target, { mode: 0o700 });
  if (account !== null) await chown(target, account.uid, account.gid);
  const how = ['-d', from, '-c', 'fast', '-X', 'stream', '-D', target, '--no-sync'];
  const needs = [join(target, 'base'), program];
  const follow = name === 'replica' ? ['-R'] : [];
  await runCommand(commandAs(account, needs, program, [...how, ...follow]));
}

const on = ({ port }: Cluster, url: string): string => byPort(url, String(port));
const onReplica = (url: string): string => on(replica, url);

/** Sends a statement to the replica as its superuser. */
async function tellReplica(text: string): Promise<void> {
  const client = new Client({ connectionString: onReplica(`${inject('clusterUrl')}/postgres`) });
  await client.connect();
  await client.query(text);
  await client.end();
}

beforeAll(async () => {
  database = await organisationDatabase();
  // A cluster of its own: the run's one writes for all other tests, and no replica keeps up with that.
  const whole = `${inject('clusterUrl')}/postgres`;
  await copyCluster(whole, 'primary');
  primary = await startCopy('primary');
  await copyCluster(on(primary, whole), 'replica');
  replica = await startReplica();
  server = await startTestServer({
    DATABASE_URL: on(primary, database.url),
    DATABASE_OWNER_URL: on(primary, database.ownerUrl),
    REPORTS_DATABASE_URL: onReplica(database.url),
  });
});

afterAll(async () => {
  await server.close();
  await replica.stop();
  await primary.stop();
  await database.close();
});

/** Writes a loan, and makes sure that it is on disk: the tests' cluster says so before it is. */
async function addLoan(): Promise<void> {
  await server.addLoan();
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = on`);
    await tx.execute(sql`update loans set customer_name = customer_name`);
  });
}

const look = async (reads: LongReads = server.context.longReads) =>
  reads.atOneInstant(async (tx) => {
    const { rows } = await tx.execute<{ is_replica: boolean; loans: number }>(
      sql`select pg_is_in_recovery() as is_replica, count(*)::int as loans from loans`,
    );
    return rows[0];
  });

/** Looks until the replica is read again: it rests for a while after each failure. */
const untilReplica = async () => expect.poll(look).toMatchObject({ is_replica: true });

async function counted(work: () => Promise<unknown>): Promise<number> {
  const { figures } = server.context.longReads;
  const before = figures.onReplica;
  await work();
  return figures.onReplica - before;
}

it('are done on the replica, and see what was written just before', async () => {
  await untilReplica();
  const seen = [];
  for (let loan = 1; loan <= 10; loan += 1) {
    await addLoan();
    seen.push(await look());
  }
  expect(seen.map((one) => one?.loans)).toEqual(seen.map((_, at) => at + 1));
  // A replica that is behind for a moment is not waited for.
  expect(seen.some((one) => one?.is_replica)).toBe(true);
});

it.each([
  ['a report', 'GET', '/reports/workable', undefined],
  ['the rows behind it', 'GET', '/reports/workable/rows', undefined],
  ['its file', 'GET', '/reports/workable/export?format=csv', undefined],
  ['the file of its rows', 'GET', '/reports/workable/export?format=csv&view=rows', undefined],
  ['the daily report', 'GET', '/call-disposition/daily-reports', undefined],
  [
    'a list as a file',
    'POST',
    '/list-exports',
    { call: 'listLoans', columns: [{ path: 'Loan_ID', title: 'Loan ID' }] },
  ],
] as const)('%s reads the replica', async (_, method, path, body) => {
  const ask = async () => {
    const answer = await server.call(method, path, { as: 'admin', ...(body && { body }) });
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  };
  await expect.poll(async () => counted(ask)).toBe(1);
});

it('are done on the database while the replica is behind, and on the replica again when it is not', async () => {
  await untilReplica();
  await tellReplica('select pg_wal_replay_pause()');
  await addLoan();
  const { loans } = (await look()) ?? { loans: 0 };
  await addLoan();
  expect(await look()).toEqual({ is_replica: false, loans: loans + 1 });
  await tellReplica('select pg_wal_replay_resume()');
  await untilReplica();
});

it('begin anew on the database when the replica fails them, but are refused only once', async () => {
  const tryIt = async () => {
    const tried: boolean[] = [];
    await server.context.longReads.atOneInstant(async (tx) => {
      const { rows } = await tx.execute<{ is_replica: boolean }>(
        sql`select pg_is_in_recovery() as is_replica`,
      );
      tried.push(rows[0]?.is_replica ?? false);
      await tx.execute(sql`select 1 / (not pg_is_in_recovery())::int`);
    });
    return tried;
  };
  await expect.poll(tryIt).toEqual([true, false]);
  await untilReplica();
  let tries = 0;
  const refused = server.context.longReads.atOneInstant(async () => {
    tries += 1;
    throw againstRules('TOO_MANY_ROWS', 'Narrow it.');
  });
  await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' });
  expect(tries).toBe(1);
});

it('change nothing', async () => {
  for (const url of [null, onReplica(database.url)]) {
    const { settings, database: opened } = server.context;
    const reads = openLongReads({ ...settings, reportsDatabaseUrl: url }, opened);
    const writing = reads.atOneInstant(async (tx) => tx.execute(sql`delete from loans`));
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
    await reads.stop();
  }
});

it('do not take for a replica what is none', async () => {
  const { settings, database: opened } = server.context;
  const silent = new Set<Socket>();
  const wire = createServer((socket) => silent.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const { port } = wire.address() as AddressInfo;
  const [saysNothing, isAway] = [port, 1].map((other) => byPort(database.url, String(other)));
  for (const url of [database.url, saysNothing, isAway]) {
    const reads: LongReads & Part = openLongReads(
      { ...settings, reportsDatabaseUrl: url ?? null },
      opened,
    );
    const began = performance.now();
    expect(await look(reads)).toMatchObject({ is_replica: false });
    expect(performance.now() - began).toBeLessThan(5000);
    for (const socket of silent) socket.destroy();
    await reads.stop();
  }
  await new Promise((resolve) => wire.close(resolve));
});

it('are done on the database once the replica is gone or was promoted', async () => {
  await untilReplica();
  await tellReplica('select pg_promote()');
  expect(await look()).toMatchObject({ is_replica: false });
  await replica.stop();
  expect(await look()).toMatchObject({ is_replica: false });
});
