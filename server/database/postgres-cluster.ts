import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandAs, findAccount } from './postgres-account.ts';
import { spawnCommand } from './postgres-command.ts';
import { initialiseCluster } from './postgres-init.ts';
import type { InitOptions } from './postgres-init.ts';
import { isReady, stopOrphan } from './postgres-postmaster.ts';

/** How a cluster is made and run. */
export interface ClusterOptions extends InitOptions {
  /** Server parameters on top of ours. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** A running cluster of our own. */
export interface Cluster {
  readonly port: number;
  /** The folder of its socket, which is named after the port; null: it has none. */
  readonly socket: string | null;
  /** Settles, with a sentence why, when the cluster ends without `stop` having been called. */
  readonly lost: Promise<string>;
  /** Ends the sessions that are left, writes everything to disk and stops. */
  stop(): Promise<void>;
}

const socketName = (port: number) => `.s.PGSQL.${port}`;
/** Addresses of sockets are short: 104 bytes at least are what systems give, the last of them empty. */
const longestSocket = 103;

/**
 * The folder of the cluster's own socket: a statement takes less of both sides by it than by a port. Null where there can be
 * none. Whoever may not enter the cluster's folder can't reach it.
 */
function socketFolder(databaseDir: string): string | null {
  const longest = Buffer.byteLength(join(databaseDir, socketName(65_535)));
  return process.platform === 'win32' || longest > longestSocket ? null : databaseDir;
}

/** Sockets that killed servers left: each start takes another port, so that nobody would ever remove them. */
async function removeOldSockets(databaseDir: string): Promise<void> {
  const names = await readdir(databaseDir);
  const old = names.filter((name) => name.startsWith(socketName(0).slice(0, -1)));
  await Promise.all(old.map(async (name) => rm(join(databaseDir, name), { force: true })));
}

/** A database that was not shut down properly first replays its log, which can take a while. */
const startTimeoutMs = 300_000;
const stopTimeoutMs = 15_000;

async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}

async function lastLines(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-5).join('\n');
}

async function spawnServer(options: ClusterOptions, port: number): Promise<ChildProcess> {
  const { databaseDir, programs, logFile } = options;
  const parameters = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder(databaseDir) ?? '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    ...options.parameters,
  };
  const settings = Object.entries(parameters).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const args = ['-D', databaseDir, '-p', String(port), ...settings];
  const account = findAccount(databaseDir);
  const needs = [`${databaseDir}/base`, programs.postgres];
  const log = openSync(logFile, 'w', 0o600);
  const child = spawnCommand(commandAs(account, needs, programs.postgres, args), log);
  closeSync(log);
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break;
    if (await isReady(databaseDir, child.pid)) return child;
    await sleep(20);
  }
  child.kill('SIGQUIT');
  throw new Error(`The database in ${databaseDir} did not start:\n${await lastLines(logFile)}`);
}

/** Starts the server on a free port; another program may take that port in between, hence the tries. */
async function spawnOnFreePort(
  options: ClusterOptions,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { child: await spawnServer(options, port), port };
    } catch (error) {
      // The second: processes of a killed server are still letting go of its memory.
      const isPassing = /Address already in use|pre-existing shared memory/.test(String(error));
      if (attempt === 10 || !isPassing) throw error;
      await sleep(500);
    }
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // SIGINT is PostgreSQL's fast shutdown; SIGQUIT leaves the rest to the recovery at the next start.
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
  await exited;
  clearTimeout(timer);
}

/**
 * Makes the cluster when there is none and starts it, on 127.0.0.1 only and ending with this process; a server
 * left over from a killed process is stopped first. The caller makes sure that no other living process uses
 * the folder. Throws with the last lines of PostgreSQL's log when it doesn't start.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  if (!existsSync(`${options.databaseDir}/PG_VERSION`)) await initialiseCluster(options);
  await stopOrphan(options.databaseDir);
  await removeOldSockets(options.databaseDir);
  const { child, port } = await spawnOnFreePort(options);
  let isStopping = false;
  const lost = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping)
        resolve(
          `The embedded database ended (${signal ?? `code ${code}`}); see ${options.logFile}.`,
        );
    });
  });
  // The server's life must not keep ours from ending.
  child.unref();
  const stop = async (): Promise<void> => {
    isStopping = true;
    await stopServer(child);
  };
  return { port, socket: socketFolder(options.databaseDir), lost, stop };
}
