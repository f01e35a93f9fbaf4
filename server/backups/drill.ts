import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { DrillState } from '../../contract/backups.ts';
import { JOB_WORDS } from '../../contract/job-words.ts';
import { verifyAudit } from '../audit/audit-verification.ts';
import { giveSessionLock, trySessionLock } from '../database/locks.ts';
import { log } from '../log.ts';
import { BackupProblem } from './backup-problem.ts';
import { restoreRows } from './restoring.ts';
import { connectForBackup } from './snapshot.ts';

/** What came of a drill, and why. */
export interface DrillResult {
  readonly state: DrillState;
  readonly problem: string | null;
}

/** A backup that is tried out. */
export interface DrillAsk {
  readonly id: string;
  /** A database of the cluster in which the scratch one is made. */
  readonly url: string;
  readonly source: AsyncIterable<Uint8Array>;
  readonly identity: string;
  readonly signal?: AbortSignal;
}

/**
 * What this database's scratch copies are called: another organisation in the same cluster has drills of its own, and locks
 * are known within one database only.
 */
async function scratchPrefix(client: Client): Promise<string> {
  const { rows } = await client.query<{ oid: string }>(
    'select oid::text as oid from pg_database where datname = current_database()',
  );
  return `recoup_drill_${rows[0]?.oid ?? ''}_`;
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** The codes with which PostgreSQL says that it would not, or that it has no room. */
const NOT_HERE: Readonly<Record<string, string>> = {
  '42501': JOB_WORDS['drill-not-allowed'],
  '53100': JOB_WORDS['no-room-for-drill'],
};

async function dropScratch(client: Client, name: string): Promise<void> {
  const dropping = `drop database if exists ${name} with (force)`;
  await client.query(dropping);
}

/** Drops what drills left that were killed: those whose backup nobody is at. */
export async function sweepScratch(client: Client): Promise<void> {
  const prefix = await scratchPrefix(client);
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1) and pg_has_role(datdba, 'member')`,
    [prefix],
  );
  for (const { name } of rows) {
    const hex = name.slice(prefix.length);
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    if (!(await trySessionLock(client, 'backup', id))) continue;
    await dropScratch(client, name);
    await giveSessionLock(client, 'backup', id);
  }
}

async function tryOut(scratch: string, ask: DrillAsk): Promise<void> {
  await restoreRows({
    source: ask.source,
    identity: ask.identity,
    url: scratch,
    onFile: async (_path, bytes) => {
      for await (const _piece of bytes) ask.signal?.throwIfAborted();
    },
    ...(ask.signal && { signal: ask.signal }),
  });
  const client = await connectForBackup(scratch);
  try {
    const { broken } = await verifyAudit(drizzle({ client }));
    const [first] = broken;
    if (first)
      throw new BackupProblem('trail-broken', { row: first.sequence, reason: first.reason });
  } finally {
    await client.end();
  }
}

/**
 * Restores a stored backup into a scratch database of the same cluster, compares what is stored there and verifies its audit
 * trail, then drops it. `lock` is the connection that holds the backup's lock.
 */
export async function drill(lock: Client, ask: DrillAsk): Promise<DrillResult> {
  const name = `${await scratchPrefix(lock)}${ask.id.replaceAll('-', '')}`;
  try {
    await dropScratch(lock, name);
    const making = `create database ${name} template template0`;
    await lock.query(making);
    await tryOut(withDatabase(ask.url, name), ask);
    return { state: 'PASSED', problem: null };
  } catch (error) {
    ask.signal?.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const hindrance = NOT_HERE[code];
    if (hindrance !== undefined) return { state: 'NOT_POSSIBLE', problem: hindrance };
    if (error instanceof BackupProblem) {
      log.error(`A restore drill failed: ${error.message}`);
      return { state: 'FAILED', problem: error.message };
    }
    log.error({ err: error }, 'A restore drill failed.');
    return { state: 'FAILED', problem: JOB_WORDS['not-restorable'] };
  } finally {
    await dropScratch(lock, name).catch(() => undefined);
  }
}
