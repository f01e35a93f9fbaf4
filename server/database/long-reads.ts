import { drizzle } from 'drizzle-orm/node-postgres';
import { setTimeout as later } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { CallError, databaseCode } from '../errors.ts';
import type { Part } from '../lifecycle.ts';
import { log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { breakConnection, createPool } from './connection.ts';
import type { Database, Db } from './connection.ts';
import { watchDatabase } from './database-watch.ts';

const ONE_INSTANT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** Where reports and files are read. */
export interface LongReads {
  /**
   * Reads in a transaction that is of one instant and changes nothing: on the replica where there is one, and never what is
   * older than this call. `read` begins anew on the database itself when the replica fails it.
   */
  atOneInstant<Result>(read: (tx: Db) => Promise<Result>): Promise<Result>;
  /** How many reads went where since the start. */
  readonly figures: { readonly onReplica: number; readonly onDatabase: number };
}

/** Reads in a transaction that is of one instant already. */
export const readsWithin = (tx: Db): Pick<LongReads, 'atOneInstant'> => ({
  atOneInstant: async (read) => read(tx),
});

/** So long a read waits for the replica to connect and to come up with the database; milliseconds. */
const PATIENCE_MS = 1000;
const LOOK_EVERY_MS = 20;
/** So long no read tries a replica that was away or behind; milliseconds. */
const REST_MS = 5000;

/** How far a database has come: what was committed before somebody asked lies before it. */
interface Place {
  readonly cluster: string;
  readonly timeline: number;
  readonly lsn: string;
}

async function placeOf(pool: Pool): Promise<Place> {
  const { rows } = await pool.query<Place>(`
    select system_identifier::text as cluster, timeline_id as timeline, pg_current_wal_flush_lsn()::text as lsn
    from pg_control_system(), pg_control_checkpoint()`);
  const [place] = rows;
  if (place === undefined) throw new Error('The database does not say how far it has come.');
  return place;
}

/** A replica of the same database that has come to a place: not another database, nor one that was promoted. */
async function hasComeTo(client: PoolClient, { cluster, timeline, lsn }: Place): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean | null }>(
    `select pg_is_in_recovery() and system_identifier::text = $1 and timeline_id = $2
      and pg_last_wal_replay_lsn() >= $3::pg_lsn as is_there
    from pg_control_system(), pg_control_checkpoint()`,
    [cluster, timeline, lsn],
  );
  return rows[0]?.is_there === true;
}

/** A streaming replica that reports are read on. */
class Replica {
  readonly #pool: Pool;
  readonly #watch: Part;
  #restUntil = 0;
  #isUsed = true;

  constructor(url: string, connections: number) {
    this.#pool = createPool(url, connections);
    const open = new Set<PoolClient>();
    this.#pool
      .on('connect', (client) => open.add(client))
      .on('remove', (client) => open.delete(client));
    this.#watch = watchDatabase(
      url,
      () => {
        for (const client of open) breakConnection(client);
      },
      'replica of REPORTS_DATABASE_URL',
    );
  }

  /** Reads on it; null when it is away or behind, or the read failed for what the database itself may do. */
  async read<Result>(
    database: Pool,
    read: (tx: Db) => Promise<Result>,
  ): Promise<{ readonly result: Result } | null> {
    if (performance.now() < this.#restUntil) return null;
    const place = await placeOf(database);
    const client = await this.#connectionAt(place);
    if (client === null) return this.#rest('is away or behind');
    try {
      const result = await drizzle({ client }).transaction(read, ONE_INSTANT);
      client.release();
      this.#isUsed = true;
      return { result };
    } catch (error) {
      client.release(true);
      // A refusal and what takes too long would be no other there.
      if (error instanceof CallError || databaseCode(error) === '57014') throw error;
      return this.#rest(`failed (${databaseCode(error) ?? 'no code'})`);
    }
  }

  async stop(): Promise<void> {
    await this.#watch.stop();
    await this.#pool.end();
  }

  async #connectionAt(place: Place): Promise<PoolClient | null> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const connecting = this.#connect(place, patience).catch(() => null);
    const silence = later(PATIENCE_MS, null);
    const client = await Promise.race([connecting, silence]);
    // Should one that says nothing answer after all, nobody reads on it any more.
    if (client === null) void connecting.then((late) => late?.release());
    return client;
  }

  async #connect(place: Place, patience: AbortSignal): Promise<PoolClient | null> {
    const client = await this.#pool.connect();
    try {
      while (!patience.aborted) {
        if (await hasComeTo(client, place)) return client;
        await later(LOOK_EVERY_MS);
      }
      client.release();
      return null;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  #rest(why: string): null {
    this.#restUntil = performance.now() + REST_MS;
    if (this.#isUsed)
      log.warn(`The replica of REPORTS_DATABASE_URL ${why}: reports read the database itself.`);
    this.#isUsed = false;
    return null;
  }
}

/** Opens the replica of the settings, where there is one. */
export function openLongReads(settings: Settings, { pool, db }: Database): LongReads & Part {
  const { reportsDatabaseUrl: url, databaseConnections } = settings;
  const replica = url === null ? null : new Replica(url, databaseConnections);
  const figures = { onReplica: 0, onDatabase: 0 };
  return {
    name: 'long reads',
    figures,
    atOneInstant: async (read) => {
      const answer = replica === null ? null : await replica.read(pool, read);
      if (answer !== null) {
        figures.onReplica += 1;
        return answer.result;
      }
      figures.onDatabase += 1;
      return db.transaction(read, ONE_INSTANT);
    },
    stop: async () => replica?.stop(),
  };
}
