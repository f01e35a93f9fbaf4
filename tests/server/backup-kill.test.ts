import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backup } from '../../contract/backups.ts';
import { createPool } from '../../server/database/connection.ts';
import { startCluster } from '../../server/database/postgres-cluster.ts';
import { clusterUser } from '../../server/database/postgres-init.ts';
import { openSession } from '../../server/identity/session.ts';
import { insertUser } from '../../server/identity/users.ts';
import { brokenBalances } from '../support/books.ts';
import { backupKey, unscheduled } from '../support/backups.ts';
import { findSystemPrograms } from '../support/postgres-programs.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { demoPassword, startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';
import { SOAK } from '../support/soak.ts';

const run = promisify(execFile);
const restoreCommand = join(import.meta.dirname, '../../dist/server/backups/restore-command.js');

/** A backup and its drill run through all migrations, several times here: a busy machine takes its time. */
const patience = { timeout: 300_000 };
const TEST_MS = 900_000;

const folder = testFolder();
let key: Awaited<ReturnType<typeof backupKey>>;
let keyFile: string;

beforeAll(async () => {
  key = await backupKey();
  keyFile = join(folder, 'key.txt');
  await writeFile(keyFile, `# public key: ${key.recipient}\n${key.identity}\n`);
});

/** Asks a product as one who has a token. */
async function ask<Answer>(
  product: Product,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}

const restore = async (file: string, env: Record<string, string>, more: readonly string[] = []) =>
  run(process.execPath, [restoreCommand, file, '--key', keyFile, ...more], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...env },
  });

/** Kills a restore once it has begun; whoever restores after it finds nothing in the way. */
async function restoreKilled(
  file: string,
  env: Record<string, string>,
  more: readonly string[] = [],
): Promise<void> {
  const child = spawn(process.execPath, [restoreCommand, file, '--key', keyFile, ...more], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const text of child.stderr) {
    said += String(text);
    if (said.includes('Restoring what was saved')) break;
  }
  // Its tables are made first: then rows come.
  await sleep(500);
  child.kill('SIGKILL');
  expect(await ended, said).toEqual([null, 'SIGKILL']);
}

describe('a backup whose server is killed', () => {
  let database: TestDatabase;
  let product: Product;
  let token: string;

  beforeAll(async () => {
    database = await testDatabase();
    const pool = createPool(database.url, 2);
    const db = drizzle({ client: pool });
    const id = await insertUser(db, {
      role: 'ADMIN',
      username: 'admin',
      email: 'admin@test.recoup',
      fullName: 'Admin',
      password: 'a-password-of-tests',
    });
    token = (await openSession(db, { id, role: 'ADMIN' })).token;
    await pool.query(`insert into clients (id, name) values (gen_random_uuid(), 'Kill Finance')`);
    await pool.query(`insert into loans (id, loan_number, client_id, customer_name, total_due_amount)
      select gen_random_uuid(), 'KILL-' || n, (select id from clients limit 1), md5(n::text) || md5(n::text || 'x'), n
      from generate_series(1, 20000) n`);
    await pool.end();
    product = await startProduct({ isDemo: false, env: { DATABASE_URL: database.url } });
  });

  afterAll(async () => {
    await product.remove();
    await database.close();
  });

  it(
    'leaves no file that looks whole, and is made by the next one',
    async () => {
      await ask(product, token, 'PUT', '/backups/settings', unscheduled(key.recipient));
      const { _id } = await ask<Backup>(product, token, 'POST', '/backups', {});
      const place = join(product.dataDir, 'backups');
      const list = async () => ask<{ data: Backup[] }>(product, token, 'GET', '/backups');
      const files = async () => readdir(place).catch(() => []);
      // While it is written, and while it is tried out.
      for (const isReached of [
        async () => (await files()).some((name) => name.endsWith('.part')),
        async () => (await list()).data[0]?.state === 'DRILLING',
      ]) {
        await expect.poll(isReached, { ...patience, interval: 10 }).toBe(true);
        await product.kill();
        const whole = (await files()).filter((name) => name.endsWith('.backup'));
        for (const name of whole)
          await restore(join(place, name), { DATABASE_URL: database.url, DATA_DIR: folder }, [
            '--check',
          ]);
        await product.restart();
      }
      await expect.poll(async () => (await list()).data[0]?.state, patience).toBe('DONE');
      const [made] = (await list()).data;
      expect(made).toMatchObject({ _id, drillState: 'PASSED' });
      expect(await files()).toEqual([made?.fileName]);
    },
    TEST_MS,
  );
});

/** An empty database of the oldest PostgreSQL that may be; the embedded one is newer. */
async function olderServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const cluster = await startCluster({
    programs: findSystemPrograms(),
    databaseDir: join(folder, 'older'),
    password: 'older',
    initArguments: ['--no-sync', '--locale=C.UTF-8'],
    parameters: { fsync: 'off' },
    logFile: join(folder, 'older.log'),
  });
  return {
    url: `postgres://${clusterUser}:older@127.0.0.1:${cluster.port}/postgres`,
    close: () => cluster.stop(),
  };
}

describe('an organisation whose machine is lost', () => {
  it(
    'is restored from the embedded database into a server, and from there back, and works on',
    { ...SOAK, timeout: TEST_MS },
    async () => {
      const home = join(folder, 'home');
      let product = await startProduct({ isEmbedded: true, dataDir: home });
      const login = async () => {
        const body = { email: 'admin@demo.recoup', password: demoPassword };
        return (await ask<{ token: string }>(product, '', 'POST', '/admin/login', body)).token;
      };
      const loansOf = async (token: string) =>
        (
          await ask<{ loans: number }>(
            product,
            token,
            'GET',
            '/loans/allocation-runs/count?kind=MANAGER&takesOver=1',
          )
        ).loans;
      const backUp = async (token: string) => {
        await ask(product, token, 'PUT', '/backups/settings', unscheduled(key.recipient));
        const { _id } = await ask<Backup>(product, token, 'POST', '/backups', {});
        const find = async () =>
          (await ask<{ data: Backup[] }>(product, token, 'GET', '/backups')).data.find(
            (one) => one._id === _id,
          );
        await expect.poll(async () => (await find())?.state, patience).toBe('DONE');
        const made = await find();
        expect(made?.drillState).toBe('PASSED');
        const file = await fetch(`${product.url}/api/v1/backups/${_id}/file`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const path = join(folder, made?.fileName ?? '');
        await writeFile(path, Buffer.from(await file.arrayBuffer()));
        return path;
      };
      const target = await olderServer();
      try {
        const loansBefore = await loansOf(await login());
        const first = await backUp(await login());
        await product.stop();
        await rm(home, { recursive: true, force: true });

        const moved = join(folder, 'moved');
        const into = ['--into', target.url];
        await restoreKilled(first, { DATA_DIR: moved }, into);
        const told = await restore(first, { DATA_DIR: moved }, into);
        expect(told.stdout).toContain('Restored and compared');
        const pool = createPool(target.url, 2);
        expect(await brokenBalances(drizzle({ client: pool }))).toEqual([]);
        await pool.end();
        product = await startProduct({ dataDir: moved, env: { DATABASE_URL: target.url } });
        const second = await backUp(await login());
        await product.stop();

        await restoreKilled(second, { DATA_DIR: home });
        await restore(second, { DATA_DIR: home });
        expect((await readdir(home)).filter((name) => name.startsWith('restored-'))).toEqual([]);
        // Over work it is refused, and nothing is changed.
        await expect(restore(second, { DATA_DIR: home })).rejects.toThrow(
          'There are people or loans',
        );
        product = await startProduct({ isEmbedded: true, dataDir: home });
        const token = await login();
        const { totalCount } = await ask<{ totalCount: number }>(product, token, 'GET', '/backups');
        expect(totalCount).toBe(2);
        expect(loansBefore).toBeGreaterThan(0);
        expect(await loansOf(token)).toBe(loansBefore);
      } finally {
        await product.remove();
        await target.close();
      }
    },
  );
});
