import { execFile, fork } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startCluster } from '../server/database/postgres-cluster.ts';
import { clusterUser } from '../server/database/postgres-init.ts';
import { createPool } from '../server/database/connection.ts';
import { migrate } from '../server/database/migrate.ts';
import { findSystemPrograms } from '../tests/support/postgres-programs.ts';
import { benchRow, repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { makeMillionLoans } from './million-loans.mts';
import { repeated } from './repeats.mts';

/** Loans in the database: `BACKUP_LOANS=100000` for a quick look. */
const loans = Number(process.env['BACKUP_LOANS'] ?? 1_000_000);
const REPEATS = 3;
const PASSWORD = 'bench';
const MOST_TIMES = 1.5;
const MOST_MB = 150;

const start = promisify(execFile);

/** What the process that makes a backup tells of it. */
interface Told {
  readonly seconds: number;
  /** What it took at its peak beyond what it had before. */
  readonly peakMb: number;
}

/** Makes a backup in a process of its own, as a server does: its memory is nobody else's. */
async function backUp(url: string, file: string): Promise<Told> {
  const child = fork(join(import.meta.dirname, 'backup-writer.mts'), [url, file], {
    execArgv: ['--import', 'tsx'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (told) => resolve(told as Told));
    child.once('exit', (code) => reject(new Error(`The backup ended with ${code}.`)));
  });
}

async function dump(program: string, url: string, file: string): Promise<number> {
  const begun = performance.now();
  await start(program, ['-Fc', '-f', file, url]);
  return (performance.now() - begun) / 1000;
}

/** In MB. */
const sizeOf = async (file: string) => (await stat(file)).size / 1_000_000;

/** A backup of a million loans beside pg_dump's custom format, both onto the same disk, one after the other. */
async function measure(url: string, folder: string, pgDump: string): Promise<BenchRow[]> {
  const files = { ours: join(folder, 'ours.backup'), peer: join(folder, 'peer.dump') };
  const all = await repeated(
    'backup',
    async () => {
      const { seconds, peakMb } = await backUp(url, files.ours);
      const peerSeconds = await dump(pgDump, url, files.peer);
      return { seconds, peakMb, peerSeconds };
    },
    REPEATS,
  );
  const most = Math.max(...all.map(({ peakMb }) => peakMb));
  return [
    repeatedRow(
      `backup of ${loans} loans, encrypted, beside pg_dump -Fc`,
      all.map(({ seconds }) => seconds),
      all.map(({ peerSeconds }) => peerSeconds),
      { atMost: MOST_TIMES },
      's',
    ),
    benchRow('memory that it takes', most, null, { atMost: MOST_MB }, 'MB'),
    benchRow(
      'size of the file',
      await sizeOf(files.ours),
      await sizeOf(files.peer),
      { atMost: 2 },
      'MB',
    ),
  ];
}

/** Measures on the oldest PostgreSQL that may be. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-backup-'));
  const programs = findSystemPrograms();
  const cluster = await startCluster({
    programs,
    databaseDir: join(folder, 'postgres'),
    password: PASSWORD,
    initArguments: ['--no-sync', '--locale=C.UTF-8'],
    parameters: { shared_buffers: '256MB', max_wal_size: '2GB' },
    logFile: join(folder, 'postgres.log'),
  });
  try {
    const url = `postgres://${clusterUser}:${PASSWORD}@127.0.0.1:${cluster.port}/postgres`;
    await migrate(url);
    const pool = createPool(url, 2);
    await makeMillionLoans(pool, 1, loans);
    await pool.end();
    return await measure(url, folder, join(dirname(programs.postgres), 'pg_dump'));
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
