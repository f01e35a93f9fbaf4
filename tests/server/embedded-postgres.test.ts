import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  runningAddresses,
  startEmbeddedPostgres,
} from '../../server/database/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { startCluster } from '../../server/database/postgres-cluster.ts';
import { clusterUser } from '../../server/database/postgres-init.ts';
import { findEmbeddedPrograms } from '../../server/database/postgres-programs.ts';
import { identifyProcess } from '../../server/database/process-identity.ts';
import { reachDatabase } from '../../server/database/reach-database.ts';
import { readSettings } from '../../server/settings.ts';

let parent: string;
let dataDir: string;
let running: EmbeddedPostgres[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'recoup-embedded-'));
  dataDir = join(parent, 'data');
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  await rm(parent, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir);
  running.push(postgres);
  return postgres;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

describe('the embedded database', () => {
  it('starts in a folder that only its owner may enter, durable and open to this machine alone', async () => {
    const { url } = await start();
    expect((await stat(parent)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    const settings = await query(
      url,
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses') ORDER BY name`,
    );
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
    const [role] = await query(
      url,
      'SELECT rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    );
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false });
    const withoutPassword = url.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(withoutPassword, 'SELECT 1')).rejects.toThrow('password');
  });

  it('is reached by a socket in its own folder, in which no killed server’s is left', async () => {
    await (await start()).stop();
    const left = join(dataDir, 'postgres/.s.PGSQL.1');
    await writeFile(left, '');
    const { url, ownerUrl } = await start();
    for (const address of [url, ownerUrl])
      expect(await query(address, 'select inet_client_addr() as "from"')).toEqual([{ from: null }]);
    expect(await runningAddresses(dataDir)).toEqual({ url, ownerUrl });
    await expect(stat(left)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('has all tables for a command that finds its server still starting', async () => {
    await start();
    const reached = await reachDatabase(readSettings({ DATA_DIR: dataDir }));
    try {
      const { rows } = await reached.db.execute(sql`select count(*)::int as count from users`);
      expect(rows).toEqual([{ count: 0 }]);
    } finally {
      await reached.close();
    }
  });

  it('is reached by its port where the folder’s name is too long for a socket', async () => {
    dataDir = join(parent, 'long'.repeat(30));
    const { url } = await start();
    expect(await query(url, 'select host(inet_client_addr()) as "from"')).toEqual([
      { from: '127.0.0.1' },
    ]);
  });

  it('keeps its rows over a stop and a start', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start();
    expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('names the password of a database that is there when it is missing, and makes no other', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18\n');
    const file = join(dataDir, 'postgres.password');
    await expect(start()).rejects.toThrow(`${file} is missing`);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('refuses a second start on the same folder, says who has it, and leaves the first alone', async () => {
    const first = await start();
    const pid = await serverPid();
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(
      `Recoup is already running on ${dataDir} (process ${process.pid})`,
    );
    expect(await serverPid()).toBe(pid);
    expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('stops a server that a killed process left running, and keeps what it had acknowledged', async () => {
    await (await start()).stop();
    const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
    const orphan = await startCluster({
      programs: await findEmbeddedPrograms(),
      databaseDir: join(dataDir, 'postgres'),
      password,
      initArguments: [],
      parameters: {},
      logFile: join(dataDir, 'orphan.log'),
    });
    const orphanUrl = `postgres://${clusterUser}:${password}@127.0.0.1:${orphan.port}/postgres`;
    await query(orphanUrl, 'CREATE TABLE kept AS SELECT 7 AS answer');
    const orphanPid = await serverPid();
    const { ownerUrl } = await start();
    expect(identifyProcess(orphanPid)).toBeNull();
    expect(await orphan.lost).toContain('ended');
    expect(await query(ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 7 }]);
  });

  it('takes over the lock of a dead process whose id another one has now', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'server.lock'), `${process.pid}\nsome other start\nx\n`);
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readFile(join(dataDir, 'server.lock'), 'utf8')).not.toContain('some other start');
  });

  it('starts although the id in a left-over pid file belongs to some other program now', async () => {
    const first = await start();
    const file = join(dataDir, 'postgres/postmaster.pid');
    const text = await readFile(file, 'utf8');
    await first.stop();
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('says so when its process ends by itself', async () => {
    const { lost } = await start();
    process.kill(await serverPid(), 'SIGQUIT');
    expect(await lost).toContain('The embedded database ended');
  });
});
