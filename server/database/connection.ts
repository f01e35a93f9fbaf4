import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Socket } from 'node:net';
import { Pool, types } from 'pg';
import type { ClientBase, PoolClient } from 'pg';
import type { Settings } from '../settings.ts';
import { log } from '../log.ts';
import { tracePool } from '../tracing.ts';
import type { DatabaseAddresses } from './application-role.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { refuseSharedSessions, refuseUnfit } from './fit-database.ts';
import { keepPlans } from './prepared.ts';
import { SESSION_SETTINGS } from './session-settings.ts';

/** What a query runs on: the database itself, or the transaction that a command was handed. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** The open database of this process. */
export interface Database extends DatabaseAddresses {
  readonly pool: Pool;
  readonly db: Db;
  /** Settles, with a sentence why, when the embedded database ends without having been asked to. */
  readonly lost: Promise<string>;
  /** Breaks every connection of the pool: whoever waits on one hears so at once. */
  readonly cutOff: () => void;
  /** Waits for running queries, closes the connections, then stops the embedded database. */
  readonly close: () => Promise<void>;
}

/** Nobody waits longer for a call's statement than this; jobs set their own limit inside their transaction. */
const statementTimeoutMs = 14_000;
const connectWithinMs = 8000;
const idleInTransactionTimeoutMs = 60_000;

const SESSION = [
  SESSION_SETTINGS,
  // A statement of many steps would be compiled for seconds, to run for milliseconds.
  'set jit = off',
  `set statement_timeout = ${statementTimeoutMs}`,
  `set idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`,
].join('; ');

/** Whole numbers arrive as numbers, except those beyond 2^53, which stay text rather than lose digits. */
function parseInt8(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** Dates and times stay as PostgreSQL writes them where no column says otherwise: no local time zone creeps in. */
function setTypeParsers(): void {
  types.setTypeParser(types.builtins.INT8, parseInt8);
  types.setTypeParser(types.builtins.DATE, (text) => text);
}

/**
 * Sets what every session has. Not by options of the connection's start: poolers refuse or drop those, and the time limits
 * with them.
 */
async function beginSession(client: ClientBase): Promise<void> {
  // One that says nothing would not say goodbye either, and whoever asked for it would wait for that.
  const silent = setTimeout(() => breakConnection(client), connectWithinMs);
  try {
    await client.query(SESSION);
  } catch (error) {
    breakConnection(client);
    throw error;
  } finally {
    clearTimeout(silent);
  }
}

/** The pool waits for it, whatever its types say. */
const SESSION_BEGINS = { onConnect: beginSession };

/** A pool whose sessions run in UTC with our time limits; the caller ends it. */
export function createPool(url: string, connections: number): Pool {
  setTypeParsers();
  const pool = new Pool({
    connectionString: url,
    max: connections,
    application_name: 'recoup',
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 30_000,
    ...SESSION_BEGINS,
  });
  keepPlans(pool);
  tracePool(pool);
  // An idle connection may break at any time (a restart of the database): the pool replaces it by itself.
  pool.on('error', (error) => log.error(`Database connection lost: ${error.message}`));
  // One in use, between two queries, too: its next query says so to whoever uses it. Unheard, it would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

/** Drizzle on a pool. By itself it never gives back a connection that breaks as its transaction begins. */
export function drizzleOver(pool: Pool): Db {
  const db: Db = drizzle({ client: pool });
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client }).transaction(work, config);
    } finally {
      // The pool drops it when it is broken.
      client.release();
    }
  };
  return db;
}

/** Breaks a connection without a goodbye, which a database that hangs would never hear. */
export function breakConnection(client: ClientBase): void {
  const { connection } = client as unknown as { readonly connection: { stream: Socket } };
  connection.stream.destroy();
}

/** Of a process: what listens, what watches, and what locks uploads, beside the pool. */
const BESIDE_THE_POOL = 4;

/** Says at the start what would otherwise be found out under load. */
async function warnOfTooMany(pool: Pool, wanted: number): Promise<void> {
  const { rows } = await pool.query<{ most: number }>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`);
  const most = rows[0]?.most ?? Number.POSITIVE_INFINITY;
  if (wanted + BESIDE_THE_POOL > most)
    log.warn(
      `DATABASE_CONNECTIONS is ${wanted}, and ${BESIDE_THE_POOL} more are needed, but the database gives ${most}: lower it, or raise max_connections.`,
    );
}

/**
 * Opens the database of the settings: their PostgreSQL server, or else the embedded one, which it starts.
 * Throws when it can't be reached, or (DataDirInUseError) when another server runs on the same DATA_DIR.
 */
export async function openDatabase(settings: Settings): Promise<Database> {
  const embedded =
    settings.databaseUrl === null ? await startEmbeddedPostgres(settings.dataDir) : null;
  const url = settings.databaseUrl ?? embedded?.url ?? '';
  const ownerUrl = settings.databaseOwnerUrl ?? embedded?.ownerUrl ?? url;
  const pool = createPool(url, settings.databaseConnections);
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => open.add(client)).on('remove', (client) => open.delete(client));
  const close = async (): Promise<void> => {
    // The embedded database may stop before it has read every connection's goodbye: nothing is lost by that.
    pool.removeAllListeners('error').on('error', () => undefined);
    await pool.end();
    await embedded?.stop();
  };
  try {
    await warnOfTooMany(pool, settings.databaseConnections);
  } catch (error) {
    await close();
    throw new Error('The database can not be reached. Check DATABASE_URL.', { cause: error });
  }
  try {
    if (embedded === null)
      for (const address of new Set([url, ownerUrl])) await refuseSharedSessions(address);
    await refuseUnfit(pool, settings.businessTz);
  } catch (error) {
    await close();
    throw error;
  }
  const never = new Promise<string>(() => {});
  const cutOff = () => {
    for (const client of open) breakConnection(client);
  };
  const lost = embedded?.lost ?? never;
  return { pool, db: drizzleOver(pool), url, ownerUrl, lost, cutOff, close };
}
