import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { makeApplicationRole } from './application-role.ts';
import type { DatabaseAddresses } from './application-role.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { startCluster } from './postgres-cluster.ts';
import { clusterUser } from './postgres-init.ts';
import type { Cluster } from './postgres-cluster.ts';
import { findEmbeddedPrograms } from './postgres-programs.ts';
import { writeWhole } from '../whole-file.ts';

/** The embedded database of one DATA_DIR, running. */
export interface EmbeddedPostgres extends DatabaseAddresses {
  readonly lost: Cluster['lost'];
  /** Stops it and frees the DATA_DIR. */
  stop(): Promise<void>;
}

/** Sorting and upper case by Unicode code point on every machine, whatever locales it has. */
const initArguments = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** An eighth of the machine's memory for the database's pages, 128 to 512 MB. */
function sharedBuffers(): string {
  const eighthMb = Math.floor(totalmem() / 8 / 1024 / 1024);
  return `${Math.min(512, Math.max(128, eighthMb))}MB`;
}

/** An import or a large allocation touches most pages of the tables: fewer checkpoints in its middle, a smaller log. */
const forLargeWrites = { wal_compression: 'on', max_wal_size: '2GB' } as const;

/** Whom the server works as. */
export const applicationRole = 'recoup_app';

const ownerFile = (dataDir: string) => join(dataDir, 'postgres.password');
const applicationFile = (dataDir: string) => join(dataDir, 'postgres.app.password');
const clusterFolder = (dataDir: string) => join(dataDir, 'postgres');

/** What the file has; nothing when there is none. */
async function readIfThere(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim();
}

/** The password of a database that is there can't be made anew: nobody could enter to set it. */
async function refuseWithoutPassword(dataDir: string): Promise<void> {
  const [file, folder] = [ownerFile(dataDir), clusterFolder(dataDir)];
  const isMade = (await readIfThere(join(folder, 'PG_VERSION'))) !== '';
  if (!isMade || (await readIfThere(file)) !== '') return;
  throw new Error(
    `${file} is missing, without which nobody can enter the database in ${folder}. Put it back from a copy of DATA_DIR; without one, move ${folder} away and restore a backup (npm run restore).`,
  );
}

async function readPassword(file: string): Promise<string> {
  const known = await readIfThere(file);
  if (known !== '') return known;
  const password = randomBytes(24).toString('base64url');
  await writeWhole(file, `${password}\n`);
  return password;
}

/** By the socket in that folder where there is one: the port is then the socket's number. */
function addressesAt(
  { port, socket }: { readonly port: number; readonly socket: string | null },
  password: string,
  applicationPassword: string,
): DatabaseAddresses {
  const bySocket = socket === null ? '' : `?host=${encodeURIComponent(socket)}`;
  const place = `127.0.0.1:${port}/postgres${bySocket}`;
  return {
    url: `postgres://${applicationRole}:${applicationPassword}@${place}`,
    ownerUrl: `postgres://${clusterUser}:${password}@${place}`,
  };
}

/** The addresses of the embedded database that a running server has started, or null. */
export async function runningAddresses(dataDir: string): Promise<DatabaseAddresses | null> {
  const [password, applicationPassword, state] = await Promise.all(
    [
      ownerFile(dataDir),
      applicationFile(dataDir),
      join(clusterFolder(dataDir), 'postmaster.pid'),
    ].map(async (file) => readFile(file, 'utf8').catch(() => '')),
  );
  const lines = state?.split('\n') ?? [];
  const port = Number(lines[3]);
  if (!password || !applicationPassword || !Number.isInteger(port) || port <= 0) return null;
  const socket = lines[4] || null;
  return addressesAt({ port, socket }, password.trim(), applicationPassword.trim());
}

/**
 * Starts the PostgreSQL of the packages on `${dataDir}/postgres`, made at the first start. It ends with this
 * process. Throws DataDirInUseError when another living server has the folder, and an Error with the log's
 * last lines when PostgreSQL doesn't start.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDir(dataDir);
  try {
    await refuseWithoutPassword(dataDir);
    const password = await readPassword(ownerFile(dataDir));
    const applicationPassword = await readPassword(applicationFile(dataDir));
    const databaseDir = clusterFolder(dataDir);
    const cluster = await startCluster({
      programs: await findEmbeddedPrograms(),
      databaseDir,
      password,
      initArguments,
      parameters: { shared_buffers: sharedBuffers(), ...forLargeWrites },
      logFile: join(dataDir, 'postgres.log'),
    });
    const addresses = addressesAt(cluster, password, applicationPassword);
    await makeApplicationRole(addresses.ownerUrl, applicationRole, applicationPassword);
    return {
      ...addresses,
      lost: cluster.lost,
      stop: async () => {
        await cluster.stop();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
