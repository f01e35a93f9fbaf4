import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clusterUser } from '../../server/database/postgres-init.ts';
import { newId } from '../../server/ids.ts';
import { hashPassword } from '../../server/identity/password.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { startProduct } from '../support/product.ts';
import type { Product, ProductOptions } from '../support/product.ts';
import { PATIENCE } from '../support/patience.ts';

const email = 'manager@lifecycle.test';
const password = 'Recoup-test-2026';
const loginAnswer = z.object({ auth: z.literal(true), token: z.string() });

let dataDir: string;
let running: Product[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'recoup-lifecycle-'));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((product) => product.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: ProductOptions = {}): Promise<Product> {
  const product = await startProduct({ isDemo: false, dataDir, ...options });
  running.push(product);
  return product;
}

async function addManager(): Promise<void> {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  const client = new Client({
    host: '127.0.0.1',
    port: Number(pidFile.split('\n')[3]),
    user: clusterUser,
    password: (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim(),
    database: 'postgres',
  });
  await client.connect();
  await client.query(
    `INSERT INTO users (id, role, username, email, full_name, password_hash)
     VALUES ($1, 'MANAGER', 'manager', $2, 'A Manager', $3)`,
    [newId(), email, await hashPassword(password)],
  );
  await client.end();
}

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return loginAnswer.parse(await answer.json()).token;
}

async function statusOfSession(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/session`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.status;
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

describe('the life of a server', () => {
  it('loses nothing that it acknowledged when it is killed in the middle of its work', async () => {
    const product = await start();
    await addManager();
    const tokens: string[] = [];
    const keepLoggingIn = async (): Promise<void> => {
      for (;;) tokens.push(await logIn(product.url));
    };
    const workers = Promise.allSettled([1, 2, 3].map(keepLoggingIn));
    while (tokens.length < 10) await sleep(20);
    await product.kill();
    await workers;
    await product.restart();
    const statuses = await Promise.all(tokens.map((token) => statusOfSession(product.url, token)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('refuses a second start on its folder in one sentence and goes on unharmed', async () => {
    const first = await start();
    await expect(startProduct({ isDemo: false, dataDir })).rejects.toThrow(
      `before it was ready (1) Recoup is already running on ${dataDir} (process ${first.pid()})`,
    );
    expect(await answers(first.url)).toBe(true);
  });

  it('answers a request in flight before it ends on SIGTERM, takes no new one, and exits with 0', async () => {
    const product = await start();
    await addManager();
    const body = JSON.stringify({ email, password });
    const slow = request(`${product.url}/api/v1/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        // The server says so when the request is in flight.
        expect: '100-continue',
      },
    });
    const [answered, begun] = [once(slow, 'response'), once(slow, 'continue')];
    slow.flushHeaders();
    await begun;
    slow.write(body.slice(0, 10));
    const ended = product.stop();
    await expect.poll(() => answers(product.url), PATIENCE).toBe(false);
    slow.end(body.slice(10));
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(loginAnswer.parse(JSON.parse(await text(response))).auth).toBe(true);
    expect(await ended).toBe(0);
  });

  it('starts twice at once on one PostgreSQL server, which one of the two migrates, and hands over without a pause', async () => {
    const database = await emptyDatabase();
    const env = { DATABASE_URL: database.url };
    const products = await Promise.all([start({ env }), start({ env })]);
    expect(await Promise.all(products.map(({ url }) => answers(url)))).toEqual([true, true]);
    const [before, after] = products;
    const heard = new Map<unknown, number>();
    let { url } = before;
    const over = new AbortController();
    const keepAsking = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const status = await statusOfSession(url, 'nobody').catch(({ cause }: Error) =>
          String(cause),
        );
        heard.set(status, (heard.get(status) ?? 0) + 1);
      }
    };
    const workers = Array.from({ length: 40 }, keepAsking);
    await sleep(300);
    // What a proxy does in an upgrade: the next is ready, so it is asked from now on, and this one ends.
    url = after.url;
    expect(await before.stop()).toBe(0);
    await sleep(300);
    over.abort();
    await Promise.all(workers);
    expect([...heard.keys()]).toEqual([401]);
    expect(heard.get(401)).toBeGreaterThan(20);
    await Promise.all(products.map((product) => product.stop()));
    await database.close();
  });

  it.each([
    ['a port that another program has', 'PORT'],
    ['a host that is none of this machine’s', 'HOST'],
  ])('refuses %s before it changes the database', async (_, setting) => {
    const database = await emptyDatabase();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const wrong = setting === 'PORT' ? { PORT: String(port) } : { HOST: '192.0.2.1' };
    await expect(start({ env: { DATABASE_URL: database.url, ...wrong } })).rejects.toThrow(setting);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(`select from pg_tables where schemaname = 'public'`);
    expect(rows).toHaveLength(0);
    await client.end();
    other.close();
    await database.close();
  });

  it('says in one line which setting is wrong', async () => {
    await expect(start({ env: { BUSINESS_TZ: 'Mars/Olympus' } })).rejects.toThrow(
      'BUSINESS_TZ must be a time zone name such as Asia/Kolkata (it is "Mars/Olympus").',
    );
  });

  it('says what to do when the data folder is a link to a disk that is not mounted', async () => {
    const unmounted = join(dataDir, 'data');
    await symlink(join(dataDir, 'nowhere'), unmounted);
    await expect(start({ dataDir: unmounted })).rejects.toThrow('DATA_DIR must be a folder');
  });

  it('ends when npm start is killed, and the next start has the folder at once', async () => {
    const script = spawn(process.execPath, ['scripts/start.mjs'], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', DEMO: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of script.stdout) {
      output += String(chunk);
      if (/http:\S+/.test(output)) break;
    }
    script.kill('SIGKILL');
    const next = await start();
    expect(await answers(next.url)).toBe(true);
  });
});
