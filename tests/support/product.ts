import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddresses } from '../../server/database/application-role.ts';
import { dropDatabase, makeDatabase } from './run-cluster.ts';

/** How a test wants the product to run; what is left out is the demo on a folder, a database and a port of its own. */
export interface ProductOptions {
  readonly isDemo?: boolean;
  /** With the product's own embedded database in its folder, also where the run has a cluster for all. */
  readonly isEmbedded?: boolean;
  /** Kept when given; otherwise made, and removed by `remove`. */
  readonly dataDir?: string;
  /** More settings, such as DATABASE_URL. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The built product in a process of its own. */
export interface Product {
  /** Address without a slash at the end; a restart keeps it. */
  readonly url: string;
  readonly dataDir: string;
  /** Its database on the run's cluster; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Process id of the server that runs now. */
  pid(): number;
  /** Everything that it printed so far, restarts included. */
  output(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: what a power cut does to the process. */
  kill(): Promise<void>;
  /** Starts it again (after stop or kill, else it is stopped first) on the same folder and port. */
  restart(): Promise<void>;
  /** Stops it and removes its folder and database. */
  remove(): Promise<void>;
}

/** The password of every demo user in tests. */
export const demoPassword = 'Recoup-demo-2026';

/** Names what was made for a whole test run; see make-demo.ts. */
export const RUN_DATA = 'RECOUP_TEST_RUN';

/** The variable's value, as JSON. */
export interface RunData {
  readonly clusterUrl: string;
  /** The demo's files. */
  readonly demoFolder: string;
}

/** The run's databases to copy. */
export const templates = { demo: 'recoup_demo', plain: 'recoup_plain' } as const;

/** The first start makes the demo organisation, by importing real files. */
const startTimeoutMs = 120_000;
const program = join(import.meta.dirname, '../../dist/server/main.js');

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Processes that a test ends itself. */
const ended = new WeakSet<ChildProcess>();

/** A server that ends by itself is a fault, whatever the test then says: its last words are shown. */
function tellOfEnd(child: ChildProcess, log: readonly string[]): void {
  child.once('exit', (code, signal) => {
    if (!ended.has(child))
      console.error(
        `The product ended by itself (${signal ?? code}):\n${log.join('').slice(-4000)}`,
      );
  });
}

async function launch(env: Record<string, string>, log: string[]): Promise<Running> {
  // The channel lets the server end by itself when the test run is killed.
  const child = spawn(process.execPath, [program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    const own: string[] = [];
    const fail = (why: string) => reject(new Error(`${why}:\n${own.join('')}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('The product did not say its address in time');
    }, startTimeoutMs);
    const listen = (chunk: Buffer) => {
      own.push(chunk.toString());
      log.push(chunk.toString());
      const found = /https?:\/\/[^\s/]+:\d+/.exec(own.join(''));
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      fail(`The product ended before it was ready (${signal ?? code}) ${log.join('')}`);
    });
  });
  tellOfEnd(child, log);
  return { child, url };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  ended.add(child);
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

function environmentFor(options: ProductOptions, dataDir: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '/',
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: options.isDemo === false ? '0' : '1',
    DEMO_PASSWORD: demoPassword,
    ...options.env,
  };
}

/** A database and files of its own, copied from what was made once for the run; null: the product makes them itself. */
async function copyRunData(options: ProductOptions, dataDir: string): Promise<OwnDatabase | null> {
  const { isDemo = true, isEmbedded = false } = options;
  const run = process.env[RUN_DATA];
  const hasOwn = options.dataDir !== undefined || options.env?.['DATABASE_URL'] !== undefined;
  if (run === undefined || isEmbedded || hasOwn) return null;
  const { clusterUrl, demoFolder } = JSON.parse(run) as RunData;
  const name = `recoup_${randomBytes(6).toString('hex')}`;
  const template = isDemo ? templates.demo : templates.plain;
  if (isDemo) await cp(demoFolder, dataDir, { recursive: true });
  const addresses = await makeDatabase(clusterUrl, name, template);
  return { ...addresses, drop: () => dropDatabase(clusterUrl, name) };
}

interface OwnDatabase extends DatabaseAddresses {
  drop(): Promise<void>;
}

/** Starts the built product (`npm run build` comes first) and waits until it answers. Throws with its output when it ends early. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'recoup-product-')));
  const database = await copyRunData(options, dataDir);
  const env = {
    ...environmentFor(options, dataDir),
    ...(database !== null && {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    }),
  };
  const log: string[] = [];
  let running = await launch(env, log);
  const url = running.url;
  const stop = () => end(running.child, 'SIGTERM');
  return {
    url,
    dataDir,
    databaseUrl: database?.url ?? null,
    pid: () => running.child.pid ?? 0,
    output: () => log.join(''),
    stop,
    kill: async () => {
      await end(running.child, 'SIGKILL');
    },
    restart: async () => {
      await stop();
      running = await launch({ ...env, PORT: new URL(url).port }, log);
    },
    remove: async () => {
      await stop();
      await database?.drop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
